import { checkFlow, checkTask } from '#contract/entities/check/check-task.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { hook } from '#server/kit/hooks.ts'
import { step } from '#server/kit/step.ts'

/** Copies the book side of the cards onto the lines of a check. */
function snapshot(tx: Transaction, checkId: string): void {
  tx.later({
    text: `update check_line l set device_name = d.device_name, device_code = d.device_code, book_dept_id = d.use_dept_id, book_location_id = d.location_id, book_status = d.eam_status
      from device d where l.tenant_id = $1 and l.check_id = $2 and d.tenant_id = l.tenant_id and d.id = l.device_id
        and (l.device_name, l.device_code, l.book_dept_id, l.book_location_id, l.book_status) is distinct from (d.device_name, d.device_code, d.use_dept_id, d.location_id, d.eam_status)`,
    values: [tx.tenantId, checkId],
  })
}

hook(checkTask, {
  async afterSave(_, tx, { id }) {
    snapshot(tx, id)
  },
  async beforeChange(_, _tx, { row, draft }) {
    refuseWrongDates(draft.beginDate ?? row.begin_date, 'endDate' in draft ? draft.endDate : row.end_date)
    return undefined
  },
  async beforeAdd(_, _tx, { draft }) {
    refuseWrongDates(draft.beginDate, draft.endDate)
    return undefined
  },
})

function refuseWrongDates(begin: unknown, end: unknown): void {
  if (end && String(end) < String(begin))
    throw new Refusal('rule', { zh: '截止日期不能早于开始日期', en: 'The end must not lie before the beginning' })
}

step(checkFlow, 'start', async ({ context, tx, row }) => {
  const { rows } = await tx.run({
    text: 'select count(*) as n from check_line where tenant_id = $1 and check_id = $2',
    values: [tx.tenantId, row.id],
  })
  if (Number(rows[0]!.n) === 0) throw new Refusal('rule', { zh: '请先选择要盘点的设备', en: 'Choose the devices to count first' })
  snapshot(tx, String(row.id))
  return { started_at: context.occurredAt }
})
