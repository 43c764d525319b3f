import { measurePosting } from '#contract/entities/service/measure-rules.ts'
import { homeDay } from '#contract/kit/day.ts'
import { eachTenant } from '#server/db/each-tenant.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { tellStopped } from '#server/features/asset/public.ts'
import { type Acting, actingAlone } from '#server/kit/acting.ts'
import type { Job, JobTools } from '#server/kit/job.ts'
import { takeNamedLock } from '#server/kit/named-lock.ts'
import { lockMeasured, postLabel, tellOfLabel } from './measure-posting.ts'

/** Days ahead where a card says none. */
const usualAhead = 30

/** Devices of one query. */
const atOnce = 500

const cards = `measure_card c join device d on d.tenant_id = c.tenant_id and d.id = c.device_id and not d.is_deleted`

/**
 * Devices without an open stop of metrology that have to be stopped on day $2: their compulsory certificate ended before it, or their label says so. Notices
 * play no part in it.
 */
const toStop = `select c.device_id, c.label_state <> 'stopped' as is_over from ${cards} and d.eam_status <> 'disposed'
  where c.tenant_id = $1 and not c.is_deleted and (c.label_state = 'stopped' or c.measure_type = 'mandatory' and c.valid_until < $2::date)
    and not exists (select 1 from device_stop s where s.tenant_id = c.tenant_id and s.device_id = c.device_id and s.stop_kind = 'metrology' and s.lifted_at is null)
  order by c.device_id limit ${atOnce}`

/** Certificates that end soon or have ended on day $2, each told once before its end and once after: its notice names the end. */
const toTell = `select c.device_id, s.kind from ${cards} and d.eam_status not in ('disposed', 'missing')
  cross join lateral (select case when c.valid_until < $2::date then 'measure_overdue' else 'measure_due' end as kind) s
  where c.tenant_id = $1 and not c.is_deleted and c.valid_until - coalesce(c.ahead_days, ${usualAhead}) <= $2::date
    and not exists (select 1 from notice n where n.tenant_id = c.tenant_id and n.kind = s.kind and n.target_id = c.id::text and n.detail = c.valid_until::text)
    and c.device_id > $3::uuid
  order by c.device_id limit ${atOnce}`

const causeOf = (card: Row, isOver: boolean) => (isOver || card.last_result !== 'failed' ? 'expired' : 'failed')

/** Stops every device that has to be stopped on a day, each once, and tells its people. */
async function stopOverdue(by: Acting, tx: Transaction, today: string): Promise<void> {
  for (;;) {
    const { rows } = await tx.run({ text: toStop, values: [tx.tenantId, today] })
    for (const row of rows) {
      const { card, of } = await lockMeasured(by, tx, row.device_id)
      const isNew = await postLabel(by, tx, { card: card!, of }, 'stopped', {}, { cause: causeOf(card!, row.is_over === true) })
      if (isNew) await tellStopped(by, tx, of, String(card!.certificate_no ?? ''))
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
      tellOfLabel(by, tx, { card: card!, of }, row.kind as 'measure_overdue' | 'measure_due', String(card!.valid_until))
      last = String(row.device_id)
    }
    if (rows.length < atOnce) return
  }
}

/** Works in every hospital by its own calendar; of two processes the second finds what the first has written. */
const daily = ({ pool, now }: JobTools, work: (by: Acting, tx: Transaction, today: string) => Promise<void>): Promise<void> =>
  eachTenant(pool, async (tx) => {
    takeNamedLock(tx, `metrology due ${tx.tenantId}`)
    await work({ ...actingAlone(measurePosting), occurredAt: now }, tx, homeDay(now))
  })

/** Stops devices with the first minutes of a day, before people give them out. */
export const metrologyStops: Job = {
  name: 'metrologyStops',
  zh: '计量到期停用',
  en: 'Stops of metrology',
  cron: '5 0 * * *',
  run: (tools) => daily(tools, stopOverdue),
}

/** Tells who does metrology what is due and what is overdue; a device whose compulsory verification is overdue is stopped here as well. */
export const metrologyDue: Job = {
  name: 'metrologyDue',
  zh: '计量到期提醒',
  en: 'Reminders of metrology',
  cron: '20 7 * * *',
  run: (tools) =>
    daily(tools, async (by, tx, today) => {
      await stopOverdue(by, tx, today)
      await tellDue(by, tx, today)
    }),
}
