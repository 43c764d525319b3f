import { v7 } from 'uuid'
import { lineCodeFields } from '#contract/entities/check/line-codes.ts'
import { snake } from '#contract/kit/fields/names.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'

/** An open check of a department with its lines and members. */
export async function demoCheck(tx: Transaction, around: DemoGround): Promise<void> {
  const id = v7()
  const manager = around.users.get('manager')
  const icu = around.depts.get('重症医学科')
  const { rows: counted } = await tx.run({
    text: `select id from device where tenant_id = $1 and use_dept_id = $2 and filing_status = 'filed' order by id`,
    values: [tx.tenantId, icu],
  })
  tx.later({
    text: `insert into check_task (tenant_id, id, created_by, updated_by, check_title, check_status, mode, begin_date, end_date, scope_depts, started_at, line_count)
      values ($1, $2, $3, $3, '2026年重症医学科盘点', 'open', 'open', '2026-11-01', '2026-12-31', $4, now(), $5)`,
    values: [tx.tenantId, id, manager, [icu], counted.length],
  })
  for (const account of ['keeper', 'engineer', 'manager'])
    tx.later({
      text: 'insert into check_member (tenant_id, id, created_by, check_id, user_id) values ($1, $2, $3, $4, $5)',
      values: [tx.tenantId, v7(), manager, id, around.users.get(account)],
    })
  const lines = counted.map((one) => ({ id: v7(), device_id: one.id }))
  tx.later({
    text: `insert into check_line (tenant_id, id, created_by, check_id, device_id, device_name, ${lineCodeFields.map(snake).join(', ')}, dept_id, book_dept_id, book_location_id, book_status, book_value, result, is_surplus, posting)
      select $1, l.id, $2, $3, d.id, d.device_name, ${lineCodeFields.map((name) => `d.${snake(name)}`).join(', ')}, d.use_dept_id, d.use_dept_id, d.location_id, d.eam_status, d.original_value, 'pending', 0, 'none'
      from jsonb_to_recordset($4::jsonb) l(id uuid, device_id uuid) join device d on d.tenant_id = $1 and d.id = l.device_id`,
    values: [tx.tenantId, manager, id, JSON.stringify(lines)],
  })
  tx.later({
    text: `insert into check_dept (tenant_id, id, created_by, check_id, dept_id, dept_title, dept_status, round, round_at, book_count) values ($1, $2, $3, $4, $5, '重症医学科', 'counting', 1, now(), $6)`,
    values: [tx.tenantId, v7(), manager, id, icu, counted.length],
  })
}
