import { v7 } from 'uuid'
import { codeKey } from '#contract/kit/text/one-writing.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { lineIdSql } from '../found.ts'
import { bookColumns, bookValues, noDepartment, some } from '../snapshot.ts'
import { deptOfCheck } from '../task.ts'

/**
 * Who answers for what is not on the book: the department of the room it was found in, else the counter's (`counterDept`; absent: this person's). A
 * check with a scope is about the departments of its book, so one that has no part in it is not added: then the one with the largest part answers.
 */
export async function deptOfSurplus(
  context: Context,
  tx: Transaction,
  task: Row,
  room: Row | undefined,
  counterDept: unknown = context.actor.deptId,
): Promise<Row> {
  const wanted = [room?.dept_id, counterDept].filter((id) => id !== null && id !== undefined)
  const isScoped = scopes.some((column) => some(task[column]))
  const deptId = isScoped ? await deptWithPart(tx, task, wanted) : (wanted[0] ?? null)
  const known = await deptOfCheck(tx, task.id, deptId)
  if (known) return known
  // A department that had nothing on the book; two people who open it at the same moment open one.
  await tx.run({
    text: `insert into check_dept (tenant_id, id, created_by, updated_by, check_id, dept_id, dept_title, dept_status, round, round_at, book_count)
      values ($1, $2, $3, $3, $4, $5, coalesce((select dept_name from dept where tenant_id = $1 and id = $5::uuid), '${noDepartment}'), 'counting', 1, $6, 0)
      on conflict (tenant_id, check_id, dept_id) do nothing`,
    values: [tx.tenantId, v7(), context.actor.userId, task.id, deptId, task.started_at],
  })
  return (await deptOfCheck(tx, task.id, deptId))!
}

const scopes = ['scope_depts', 'scope_locations', 'scope_categories', 'scope_states'] as const

/** The first of these departments that has a part of the check, else the one with the largest part; null: none, or what has no department. */
async function deptWithPart(tx: Transaction, task: Row, wanted: readonly unknown[]): Promise<unknown> {
  const { rows } = await tx.run({
    text: `select dept_id from check_dept where tenant_id = $1 and check_id = $2
      order by array_position($3::uuid[], dept_id) nulls last, book_count desc, id limit 1`,
    values: [tx.tenantId, task.id, wanted],
  })
  return rows[0]?.dept_id ?? null
}

/** The line of something that is not on the book, locked; one for each card or code, created by the first observation. */
export async function surplusLine(
  context: Context,
  tx: Transaction,
  found: { task: Row; dept: Row; deviceId?: string; code: string | null; deviceName?: string | null },
): Promise<Row> {
  const { task, dept, deviceId, code } = found
  const me = context.actor.userId
  await tx.run(
    deviceId
      ? {
          text: `insert into check_line (tenant_id, id, created_by, updated_by, check_id, dept_id, device_id, ${bookColumns}, result, is_surplus, posting)
            select d.tenant_id, $2, $3, $3, $4, $5, d.id, ${bookValues}, 'pending', 1, 'none'
            from device d where d.tenant_id = $1 and d.id = $6 on conflict do nothing`,
          values: [tx.tenantId, v7(), me, task.id, dept.dept_id, deviceId],
        }
      : {
          text: `insert into check_line (tenant_id, id, created_by, updated_by, check_id, dept_id, device_name, device_code, result, is_surplus, posting)
            values ($1, $2, $3, $3, $4, $5, $6, $7, 'pending', 1, 'none') on conflict do nothing`,
          values: [tx.tenantId, v7(), me, task.id, dept.dept_id, found.deviceName ?? null, code],
        },
  )
  const { rows } = await tx.run({
    text: `select * from check_line where tenant_id = $1 and id = (${lineIdSql('$2', deviceId ? { device: '$3' } : { code: '$3' })}) for update`,
    values: [tx.tenantId, task.id, deviceId ?? codeKey(code ?? '')],
  })
  return rows[0]!
}
