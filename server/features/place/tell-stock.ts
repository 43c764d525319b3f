import { homeDay } from '#contract/kit/time/day.ts'
import { eachTenant } from '#server/db/each-tenant.ts'
import { homeDaySql } from '#server/db/home-time.ts'
import { notify } from '#server/features/notice/public.ts'
import type { Job } from '#server/kit/jobs/job.ts'

/** Days before its expiry in which a part is reported, and days until the next report. */
const [ahead, pause] = [30, 7]

/** Parts below their minimum or about to expire, of which nothing was told in the last days. */
const troubled = `select p.id, p.created_by, d.use_dept_id, p.part_name, p.quantity, p.reserved, p.minimum, p.expires_on::text as expires_on, k.kind
  from device_part p join (values ('part_low'), ('part_expiring')) k(kind)
    on case k.kind when 'part_low' then p.stock_status = 'low' else p.quantity > 0 and p.expires_on <= $2::date + ${ahead} end
  left join device d on d.tenant_id = p.tenant_id and d.id = p.device_id
  where p.tenant_id = $1 and not p.is_deleted
    and not exists (select 1 from notice n where n.tenant_id = p.tenant_id and n.kind = k.kind and n.target_id = p.id::text and ${homeDaySql('n.sent_at')} > $2::date - ${pause})
  order by p.part_name limit 1000`

/** Tells those who see the parts and keep them what is to be ordered and what expires. */
export const tellStock: Job = {
  name: 'tellStock',
  zh: '库存与效期提醒',
  en: 'Low stock and expiry reminders',
  cron: '30 7 * * *',
  run: ({ pool, now }) =>
    eachTenant(pool, async (tx) => {
      // Of two processes the second finds the notices of the first.
      await tx.run({ text: `select pg_advisory_xact_lock(hashtextextended('tell stock ' || $1, 0))`, values: [tx.tenantId] })
      const { rows } = await tx.run({ text: troubled, values: [tx.tenantId, homeDay(now)] })
      for (const row of rows)
        notify({ actor: { userId: null }, occurredAt: now }, tx, {
          kind: row.kind as 'part_low' | 'part_expiring',
          subject: String(row.part_name),
          detail: row.kind === 'part_low' ? `${Number(row.quantity) - Number(row.reserved ?? 0)} / ${row.minimum}` : String(row.expires_on),
          target: 'devicePart',
          targetId: String(row.id),
          to: {
            users: [row.created_by as string | null],
            holders: { right: 'devicePart.submit', deptId: (row.use_dept_id ?? null) as string | null },
          },
        })
    }),
}
