import { dayStart, homeDay } from '#contract/kit/time/day.ts'
import { answerMinutesKey, answerMinutesOf } from '#contract/params.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { notify } from '#server/features/notice/public.ts'
import { paramOf } from '#server/features/settings/public.ts'
import type { Acting } from '#server/kit/access/as-system.ts'

const minuteMs = 60_000

/**
 * Keeps the first call beside its repair, for the figures of answers. The version of the repair stays: a step that is queued on a phone is not refused
 * because of a call.
 */
export async function noteCall(tx: Transaction, repairId: unknown, rotaId: unknown, personId: string | undefined, at: Date): Promise<void> {
  const minutes = answerMinutesOf(await paramOf(tx, answerMinutesKey))
  await tx.run({
    text: `update repair_order set called_at = $3, call_due = $4, on_call_rota_id = $5, on_call_person_id = $6
      where tenant_id = $1 and id = $2 and called_at is null`,
    values: [tx.tenantId, repairId, at, new Date(at.getTime() + minutes * minuteMs), rotaId, personId ?? null],
  })
}

/** Tells the leader of a rota and those who edit shifts, once a day, that people with a stopped account are on it still. */
export async function tellGone(by: Acting, tx: Transaction, rota: Row | undefined, names: readonly string[]): Promise<void> {
  if (!rota || names.length === 0) return
  const { rows } = await tx.run({
    text: `select 1 from notice where tenant_id = $1 and kind = 'on_call_gone' and target_id = $2 and sent_at >= $3::timestamptz limit 1`,
    values: [tx.tenantId, String(rota.id), dayStart(homeDay(by.occurredAt))],
  })
  if (rows.length > 0) return
  notify(by, tx, {
    kind: 'on_call_gone',
    subject: String(rota.rota_name),
    detail: names.join('、'),
    target: 'onCallRota',
    targetId: String(rota.id),
    to: { users: [rota.leader_id as string], holders: { right: 'onCallShift.submit' } },
  })
}
