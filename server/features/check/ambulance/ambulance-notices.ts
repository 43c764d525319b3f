import { ambulanceCheck } from '#contract/entities/check/ambulance-check.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { eachTenant } from '#server/db/each-tenant.ts'
import { homeDaySql } from '#server/db/home-time.ts'
import { notify } from '#server/features/notice/public.ts'
import { hook } from '#server/kit/hooks.ts'
import type { Job } from '#server/kit/jobs/job.ts'

/** Days before its expiry in which something is reported, and days until the next report. */
const [ahead, pause] = [30, 7]

hook(
  ambulanceCheck,
  {
    /** A check with losses is told once to those who keep the devices of the department; the person who saved it knows. */
    async afterSave(context, tx, { id }) {
      const { rows } = await tx.run({
        text: `select c.check_title, c.vehicle, c.dept_id, (select string_agg(l.item_name, '、' order by l.place) from ambulance_check_line l
            where l.tenant_id = c.tenant_id and l.check_id = c.id and l.line_result = 'loss') as lost
          from ambulance_check c where c.tenant_id = $1 and c.id = $2 and c.check_result = 'loss'
            and not exists (select 1 from notice n where n.tenant_id = c.tenant_id and n.kind = 'ambulance_loss' and n.target_id = c.id::text)`,
        values: [tx.tenantId, id],
      })
      const [row] = rows
      if (!row) return
      notify(context, tx, {
        kind: 'ambulance_loss',
        subject: [row.check_title, row.vehicle].filter(Boolean).join(' '),
        detail: row.lost as string | null,
        target: 'ambulanceCheck',
        targetId: id,
        to: { holders: { right: 'ambulanceCheck.submit', deptId: String(row.dept_id) } },
      })
    },
  },
  10,
)

/** What the latest check of each department and vehicle found that expires soon or has expired, by check. */
const expiring = `with latest as (
    select distinct on (dept_id, vehicle) tenant_id, id, check_title, vehicle, dept_id from ambulance_check
    where tenant_id = $1 and not is_deleted order by dept_id, vehicle, check_date desc, created_at desc)
  select c.id, c.check_title, c.vehicle, c.dept_id, string_agg(l.item_name || ' ' || l.expires_on, '、' order by l.expires_on, l.place) as items
  from latest c join ambulance_check_line l on l.tenant_id = c.tenant_id and l.check_id = c.id and l.line_result = 'complete'
    and l.expires_on <= $2::date + ${ahead}
  where not exists (select 1 from notice n join ambulance_check o on o.tenant_id = n.tenant_id and o.id::text = n.target_id
    where n.tenant_id = c.tenant_id and n.kind = 'ambulance_expiring' and o.dept_id = c.dept_id and o.vehicle is not distinct from c.vehicle
      and ${homeDaySql('n.sent_at')} > $2::date - ${pause})
  group by c.id, c.check_title, c.vehicle, c.dept_id`

/** Tells departments what of their emergency equipment has to be replaced. */
export const tellExpiring: Job = {
  name: 'ambulanceExpiry',
  zh: '急救物品效期提醒',
  en: 'Expiring emergency item reminders',
  cron: '40 7 * * *',
  run: ({ pool, now }) =>
    eachTenant(pool, async (tx) => {
      // Of two processes the second finds the notices of the first.
      await tx.run({ text: `select pg_advisory_xact_lock(hashtextextended('ambulance expiry ' || $1, 0))`, values: [tx.tenantId] })
      const { rows } = await tx.run({ text: expiring, values: [tx.tenantId, homeDay(now)] })
      for (const row of rows)
        notify({ actor: { userId: null }, occurredAt: now }, tx, {
          kind: 'ambulance_expiring',
          subject: [row.check_title, row.vehicle].filter(Boolean).join(' '),
          detail: String(row.items),
          target: 'ambulanceCheck',
          targetId: String(row.id),
          to: { holders: { right: 'ambulanceCheck.submit', deptId: String(row.dept_id) } },
        })
    }),
}
