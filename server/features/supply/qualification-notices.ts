import { homeDay } from '#contract/kit/time/day.ts'
import { eachTenant } from '#server/db/each-tenant.ts'
import { homeDaySql } from '#server/db/home-time.ts'
import { notify } from '#server/features/notice/public.ts'
import type { Job } from '#server/kit/jobs/job.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'

/** Days before its end at which a qualification is reported, each once. */
const reported = [7, 30, 60]

/** Qualifications that have come nearer to their end than the next of these days, and were not told of since. */
const expiring = `select q.id, q.created_by, q.certificate_no, q.valid_until::text as valid_until, s.supplier_name
  from supplier_qualification q join supplier s on s.tenant_id = q.tenant_id and s.id = q.supplier_id and not s.is_deleted
  cross join lateral (select min(d) as days from unnest($2::integer[]) d where q.valid_until - $3::date <= d) near
  where q.tenant_id = $1 and not q.is_deleted and q.valid_until >= $3::date and near.days is not null
    and not exists (select 1 from notice n where n.tenant_id = q.tenant_id and n.kind = 'qualification_expiring' and n.target_id = q.id::text
      and ${homeDaySql('n.sent_at')} >= q.valid_until - near.days)
  order by q.valid_until, q.certificate_no limit 1000`

/** Tells those who keep the qualifications of suppliers which of them end 60, 30 and 7 days ahead. */
export const tellQualifications: Job = {
  name: 'qualificationExpiry',
  zh: '供应商资质到期提醒',
  en: 'Expiring qualification reminders',
  cron: '50 7 * * *',
  run: ({ pool, now }) =>
    eachTenant(pool, async (tx) => {
      // Of two processes the second finds the notices of the first.
      takeNamedLock(tx, `qualification expiry ${tx.tenantId}`)
      const { rows } = await tx.run({ text: expiring, values: [tx.tenantId, reported, homeDay(now)] })
      for (const row of rows)
        notify({ actor: { userId: null }, occurredAt: now }, tx, {
          kind: 'qualification_expiring',
          subject: `${row.supplier_name} ${row.certificate_no}`,
          detail: String(row.valid_until),
          target: 'supplierQualification',
          targetId: String(row.id),
          to: { users: [row.created_by as string | null], holders: { right: 'supplierQualification.submit', deptId: null } },
        })
    }),
}
