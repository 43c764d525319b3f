import { v7 } from 'uuid'
import { checkReviewFlow } from '#contract/entities/check/check-review.ts'
import { codeKey } from '#contract/kit/text/one-writing.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { step } from '#server/kit/steps/step.ts'
import { decide, type Said } from '../deciding.ts'
import { tellReview } from '../notices.ts'
import { deptOfCheck, refuseClosedTask, rule, taskFor } from '../task.ts'
import { post } from './post.ts'
import { deptOfSurplus, surplusLine } from './surplus-line.ts'

/** Whether an observation contradicts the result with which a line was submitted. */
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

/** Something without a line, as it was seen. */
interface SeenThing {
  readonly scanId: string
  readonly deviceId: string | undefined
  readonly code: unknown
  /** What the counter called it. */
  readonly name: string | undefined
}

/** Opens the review of something that has no line, seen after its department had ended; one for each card or code of a round. */
export async function openSurplusReview(context: Context, tx: Transaction, task: Row, thing: SeenThing, said: Said): Promise<void> {
  // There is no line to lock: of two who saw it, the second is to find the first one's review.
  tx.later({
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`surplus review ${task.id} ${thing.deviceId ?? codeKey(String(thing.code))}`],
  })
  const { rows } = await tx.run({
    text: `insert into check_review (tenant_id, id, created_by, updated_by, check_id, scan_id, device_name, scan_result, seen_location_id, seen_by_id, seen_at, review_status)
      select $1, $2, $3, $3, $4, $5, coalesce((select d.device_name from device d where d.tenant_id = $1 and d.id = $6), $7, $8), $9, $10, $3, $11, 'open' where not exists (
        select 1 from check_review r join check_scan s on s.tenant_id = r.tenant_id and s.id = r.scan_id
        where r.tenant_id = $1 and r.check_id = $4 and r.line_result is null and s.device_id is not distinct from $6::uuid and ($6::uuid is not null or s.code_key = code_key($8))
          and r.created_at >= (select max(d.round_at) from check_dept d where d.tenant_id = $1 and d.check_id = $4))
      returning device_name`,
    values: [
      tx.tenantId,
      v7(),
      context.actor.userId,
      task.id,
      thing.scanId,
      thing.deviceId ?? null,
      thing.name ?? null,
      thing.code,
      said.result,
      said.location_id,
      said.corrected_at,
    ],
  })
  if (rows[0]) tellReview(context, tx, task, rows[0])
}

/** The late thing becomes a surplus line of the department that answers for it, to be confirmed like every other. */
async function takeSurplus(context: Context, tx: Transaction, task: Row, review: Row): Promise<string> {
  const { rows } = await tx.run({
    text: `select s.*, r.dept_id as room_dept, u.dept_id as counter_dept from check_scan s
      left join location r on r.tenant_id = s.tenant_id and r.id = s.location_id left join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
      where s.tenant_id = $1 and s.id = $2 for update of s`,
    values: [tx.tenantId, review.scan_id],
  })
  const seen = rows[0]!
  const dept = await deptOfSurplus(context, tx, task, { dept_id: seen.room_dept }, seen.counter_dept)
  const code = (seen.code as string | null) ?? null
  const deviceName = review.device_name === code ? null : String(review.device_name)
  const line = await surplusLine(context, tx, { task, dept, deviceId: (seen.device_id as string | null) ?? undefined, code, deviceName })
  if (line.is_surplus !== 1) throw rule('这台设备已在盘点账面上，无法采纳', 'This device is already recorded in the check')
  const isFirst = line.result === 'pending'
  tx.later({
    text: 'update check_scan set line_id = $3, is_deciding = $4 where tenant_id = $1 and id = $2',
    values: [tx.tenantId, seen.id, line.id, isFirst ? 1 : 0],
  })
  if (isFirst) decide(context, tx, line, seen as unknown as Said)
  return String(line.id)
}

/** The late observation becomes the line's result; where the department was posted, the card follows as it would have then. */
step(checkReviewFlow, 'take', async ({ context, tx, row, input }) => {
  const task = await taskFor(context, tx, row.check_id)
  refuseClosedTask(task)
  if (!row.line_id) return { reason: input.reason, line_id: await takeSurplus(context, tx, task, row) }
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
  if (!line || !scan || scan.line_id !== line.id) throw rule('盘点明细已变更，无法采纳', 'The check line has changed')
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
