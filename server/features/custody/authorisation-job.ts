import { homeDay } from '#contract/kit/time/day.ts'
import { eachTenant } from '#server/db/each-tenant.ts'
import { notify } from '#server/features/notice/public.ts'
import type { Job } from '#server/kit/jobs/job.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'

/** Days before its end at which an authorisation is reported. */
const ahead = 30

/**
 * Authorisations that end soon, each told once for its end: its notice names the day. One that another authorisation of the person for the class follows is left out.
 */
const ending = `select a.id, a.person_id, a.valid_until::text as valid_until, a.authorisation_no, u.dept_id, u.real_name, c.class_name from use_authorisation a
  join app_user u on u.tenant_id = a.tenant_id and u.id = a.person_id and u.status = 'active' and not u.is_deleted
  join device_class c on c.tenant_id = a.tenant_id and c.id = a.device_class_id
  where a.tenant_id = $1 and a.authorisation_state = 'valid' and not a.is_deleted and a.valid_until between $2::date and $2::date + ${ahead}
    and not exists (select 1 from use_authorisation o where o.tenant_id = a.tenant_id and o.person_id = a.person_id and o.device_class_id = a.device_class_id
      and o.authorisation_state = 'valid' and not o.is_deleted and (o.valid_until is null or o.valid_until > a.valid_until))
    and not exists (select 1 from notice n where n.tenant_id = a.tenant_id and n.kind = 'authorisation_ends' and n.target_id = a.id::text
      and n.detail = a.valid_until::text)
  order by a.valid_until, a.id limit 1000`

/** Tells people, and those who authorise in their department, which authorisations end within 30 days. */
export const tellAuthorisations: Job = {
  name: 'authorisationReminders',
  zh: '操作授权到期提醒',
  en: 'Ending authorisation reminders',
  cron: '45 7 * * *',
  run: ({ pool, now }) =>
    eachTenant(pool, async (tx) => {
      // Of two processes the second finds the notices of the first.
      takeNamedLock(tx, `authorisation reminders ${tx.tenantId}`)
      const { rows } = await tx.run({ text: ending, values: [tx.tenantId, homeDay(now)] })
      for (const row of rows)
        notify({ actor: { userId: null }, occurredAt: now }, tx, {
          kind: 'authorisation_ends',
          subject: `${row.real_name} · ${row.class_name}`,
          detail: String(row.valid_until),
          target: 'useAuthorisation',
          targetId: String(row.id),
          to: {
            users: [String(row.person_id)],
            holders: { right: 'useAuthorisation.submit', deptId: (row.dept_id ?? null) as string | null },
          },
        })
    }),
}
