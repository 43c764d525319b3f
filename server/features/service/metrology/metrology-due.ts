import { metrologyPosting } from '#contract/entities/service/metrology-rules.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { liftStopOf, placeStop, tellStopped } from '#server/features/asset/public.ts'
import type { Acting } from '#server/kit/access/as-system.ts'
import { daily } from '#server/kit/jobs/daily.ts'
import type { Job } from '#server/kit/jobs/job.ts'
import { dueKind, type Finding, findingOf, kinds } from './metrology-label.ts'
import { isUnverified, openMissing, removeGone } from './metrology-opening.ts'
import { lockMeasured, postFinding, tellOfLabel } from './metrology-posting.ts'

/** Days ahead where a card says none. */
const usualAhead = 30

const lock = 'metrology due'

/** Devices of one query. */
const atOnce = 500

const cards = `measure_card c join device d on d.tenant_id = c.tenant_id and d.id = c.device_id and not d.is_deleted`

/**
 * Devices without an open stop of metrology that have to be stopped on day $2: their compulsory certificate ended before it, their label says so, or they were
 * never verified and the hospital has confirmed its list of such devices. Notices play no part in it.
 */
const toStop = `select c.device_id, ${isUnverified} as is_unverified from ${cards} and d.eam_status <> 'disposed'
  where c.tenant_id = $1 and not c.is_deleted and (c.label_state = 'stopped' or c.measure_type = 'mandatory' and c.valid_until < $2::date
      or ${isUnverified} and exists (select 1 from measure_opening o where o.tenant_id = c.tenant_id))
    and not exists (select 1 from device_stop s where s.tenant_id = c.tenant_id and s.device_id = c.device_id and s.stop_kind = 'metrology' and s.lifted_at is null)
  order by c.device_id limit ${atOnce}`

/** Devices that are stopped as never verified or by the end of a certificate, and are not compulsory any more, or verified once. */
const toRelease = `select s.device_id from device_stop s left join measure_card c on c.tenant_id = s.tenant_id and c.device_id = s.device_id and not c.is_deleted
  where s.tenant_id = $1 and s.stop_kind = 'metrology' and s.lifted_at is null
    and (s.cause = 'unverified' and (${isUnverified}) is not true or s.cause = 'expired' and c.label_state <> 'stopped') order by s.device_id`

/** Certificates that end soon or have ended on day $2, each told once before its end and once after: its notice names the end. */
const toTell = `select c.device_id, s.kind, c.due_date from ${cards} and d.eam_status not in ('disposed', 'missing')
  cross join lateral (select case when c.due_date < $2::date then 'measure_overdue' else 'measure_due' end as kind) s
  where c.tenant_id = $1 and not c.is_deleted and c.due_date - coalesce(c.ahead_days, ${usualAhead}) <= $2::date
    and not exists (select 1 from notice n where n.tenant_id = c.tenant_id and n.kind = s.kind and n.target_id = c.id::text and n.detail = c.due_date::text)
    and c.device_id > $3::uuid
  order by c.device_id limit ${atOnce}`

/** Stops the device of a card that is overdue, or whose label says so already. A device that was never verified is stopped without a label. */
async function stopCard(by: Acting, tx: Transaction, { card, of }: { card: Row; of: Row }, isUnverifiedCard: boolean): Promise<boolean> {
  if (isUnverifiedCard) return (await placeStop(by, tx, of, { kind: 'metrology', cause: 'unverified' })).isNew
  const kind = kinds.find((one) => findingOf(card, one)?.label === 'stopped') ?? dueKind(card)
  const text = (column: string) => (card[column] ?? null) as string | null
  const known = { result: text('last_result'), on: text('measured_on'), no: text('certificate_no'), until: text('valid_until') }
  const finding: Finding = { ...known, ...findingOf(card, kind), label: 'stopped' }
  // The end of validity is that of the card, by which it was found.
  const until = card.label_state === 'stopped' ? finding.until : known.until
  return postFinding(by, tx, { card, of }, kind, { ...finding, until }, { cause: finding.result === 'failed' ? 'failed' : 'expired' })
}

/** Stops every device that has to be stopped on a day, each once, and tells its people. */
async function stopOverdue(by: Acting, tx: Transaction, today: string): Promise<void> {
  await removeGone(by, tx)
  await openMissing(by, tx, today)
  const { rows: released } = await tx.run({ text: toRelease, values: [tx.tenantId] })
  for (const { device_id } of released) await liftStopOf(by, tx, (await lockMeasured(by, tx, device_id)).of, 'metrology')
  for (;;) {
    const { rows } = await tx.run({ text: toStop, values: [tx.tenantId, today] })
    for (const row of rows) {
      const { card, of } = await lockMeasured(by, tx, row.device_id)
      if (await stopCard(by, tx, { card: card!, of }, row.is_unverified === true))
        await tellStopped(by, tx, of, (card!.certificate_no as string | null) ?? null)
    }
    if (rows.length < atOnce) return
  }
}

/** Tells who does metrology what is due and what is overdue on a day. */
async function tellDue(by: Acting, tx: Transaction, today: string): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await tx.run({ text: toTell, values: [tx.tenantId, today, last] })
    for (const row of rows) {
      const { card, of } = await lockMeasured(by, tx, row.device_id)
      tellOfLabel(by, tx, { card: card!, of }, row.kind as 'measure_overdue' | 'measure_due', String(row.due_date))
      last = String(row.device_id)
    }
    if (rows.length < atOnce) return
  }
}

/** Stops devices with the first minutes of a day, before people give them out. */
export const metrologyStops: Job = {
  name: 'metrologyStops',
  zh: '计量到期停用',
  en: 'Overdue metrology check',
  cron: '5 0 * * *',
  run: (tools) => daily(metrologyPosting, lock, tools, stopOverdue),
}

/** Tells who does metrology what is due and what is overdue; a device whose compulsory verification is overdue is stopped here as well. */
export const metrologyDue: Job = {
  name: 'metrologyDue',
  zh: '计量到期提醒',
  en: 'Metrology reminders',
  cron: '20 7 * * *',
  run: (tools) =>
    daily(metrologyPosting, lock, tools, async (by, tx, today) => {
      await stopOverdue(by, tx, today)
      await tellDue(by, tx, today)
    }),
}
