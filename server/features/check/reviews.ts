import { v7 } from 'uuid'
import { checkReviewFlow } from '#contract/entities/check/check-review.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { step } from '#server/kit/step.ts'
import { decide, type Said } from './deciding.ts'
import { tellReview } from './notices.ts'
import { post } from './post.ts'
import { deptOfCheck, refuseClosedTask, rule, taskFor } from './task.ts'

/** Whether an observation says something else than the result a line was submitted with. */
export function contradicts(line: Row, said: Said): boolean {
  if (said.result !== line.result) return true
  if (said.result === 'misplaced') return said.location_id !== line.seen_location_id
  return said.result === 'mismatch' && (said.wrong_field !== line.wrong_field || said.seen_value !== line.seen_value)
}

/** Opens the review of a line, locked, whose result a late observation contradicts; one for each line and result of a round. */
export async function openReview(context: Context, tx: Transaction, task: Row, line: Row, said: Said & { id: string }): Promise<void> {
  const { rowCount } = await tx.run({
    text: `insert into check_review (tenant_id, id, created_by, updated_by, check_id, line_id, scan_id, device_name, line_result, scan_result, seen_location_id, seen_by_id, seen_at, review_status)
      select $1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $3, $11, 'open' where not exists (
        select 1 from check_review r join check_dept d on d.tenant_id = r.tenant_id and d.check_id = r.check_id and d.dept_id is not distinct from $12::uuid
        where r.tenant_id = $1 and r.line_id = $5 and r.scan_result = $9 and r.created_at >= d.round_at)`,
    values: [
      tx.tenantId,
      v7(),
      context.actor.userId,
      task.id,
      line.id,
      said.id,
      line.device_name ?? line.device_code,
      line.result,
      said.result,
      said.location_id,
      said.corrected_at,
      line.dept_id,
    ],
  })
  if (rowCount > 0) tellReview(context, tx, task, line)
}

step(checkReviewFlow, 'keep', async ({ input }) => ({ reason: input.reason }))

/** The late observation becomes the line's result; where the department was posted, the card follows as it would have then. */
step(checkReviewFlow, 'take', async ({ context, tx, row, input }) => {
  const task = await taskFor(context, tx, row.check_id)
  refuseClosedTask(task)
  const found = await tx.run({
    text: 'select l.dept_id from check_line l where l.tenant_id = $1 and l.id = $2',
    values: [tx.tenantId, row.line_id],
  })
  const dept = await deptOfCheck(tx, row.check_id, found.rows[0]?.dept_id)
  const [lines, scans] = await Promise.all([
    tx.run({ text: 'select * from check_line where tenant_id = $1 and id = $2 for update', values: [tx.tenantId, row.line_id] }),
    tx.run({ text: 'select * from check_scan where tenant_id = $1 and id = $2', values: [tx.tenantId, row.scan_id] }),
  ])
  const line = lines.rows[0]
  const scan = scans.rows[0]
  if (!line || !scan || scan.line_id !== line.id) throw rule('盘点明细已变更，无法采纳', 'The line is gone or was counted anew')
  tx.later({
    text: 'update check_scan set is_deciding = case when id = $3 then 1 else 0 end where tenant_id = $1 and line_id = $2 and (is_deciding = 1 or id = $3)',
    values: [tx.tenantId, line.id, scan.id],
  })
  decide(context, tx, line, scan as unknown as Said)
  if (dept?.dept_status === 'posted') {
    tx.later({ text: `update check_line set posting = 'none' where tenant_id = $1 and id = $2`, values: [tx.tenantId, line.id] })
    await post(context, tx, task, { lineIds: [String(line.id)] })
  }
  return { reason: input.reason }
})
