import { measurePosting } from '#contract/entities/service/measure-rules.ts'
import { eachTenant } from '#server/db/each-tenant.ts'
import { actingAlone } from '#server/kit/acting.ts'
import type { Job } from '#server/kit/job.ts'
import { takeNamedLock } from '#server/kit/named-lock.ts'
import { lockMeasured, postLabel, tellOfLabel } from './measure-posting.ts'

/** Days ahead where a card says none. */
const usualAhead = 30

/** Certificates that end soon or have ended, of devices that are there, each told once before its end and once after. */
const troubled = `select c.device_id, c.valid_until < current_date as is_over, c.measure_type = 'mandatory' and c.label_state <> 'stopped' as stops
  from measure_card c join device d on d.tenant_id = c.tenant_id and d.id = c.device_id and not d.is_deleted and d.eam_status not in ('disposed', 'missing')
  cross join lateral (select case when c.valid_until < current_date then 'measure_overdue' else 'measure_due' end as kind,
    case when c.valid_until < current_date then c.valid_until + 1 else c.valid_until - coalesce(c.ahead_days, ${usualAhead}) end as since) s
  where c.tenant_id = $1 and not c.is_deleted and c.valid_until is not null and s.since <= current_date
    and not exists (select 1 from notice n where n.tenant_id = c.tenant_id and n.kind = s.kind and n.target_id = c.id::text and n.sent_at::date >= s.since)
  order by c.device_id limit 2000`

/** Tells who does metrology what is due and what is overdue; a device whose compulsory verification is overdue is stopped. */
export const metrologyDue: Job = {
  name: 'metrologyDue',
  zh: '计量到期提醒',
  en: 'Reminders of metrology',
  cron: '20 7 * * *',
  run: ({ pool }) =>
    eachTenant(pool, async (tx) => {
      // Of two processes the second finds the notices of the first.
      takeNamedLock(tx, `metrology due ${tx.tenantId}`)
      const by = actingAlone(measurePosting)
      const { rows } = await tx.run({ text: troubled, values: [tx.tenantId] })
      for (const row of rows) {
        const { card, of } = await lockMeasured(by, tx, row.device_id)
        if (!card) continue
        if (row.is_over && row.stops) await postLabel(by, tx, { card, of }, 'stopped')
        tellOfLabel(by, tx, { card, of }, row.is_over ? 'measure_overdue' : 'measure_due', String(card.valid_until))
      }
    }),
}
