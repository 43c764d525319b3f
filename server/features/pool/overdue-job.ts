import { homeDay } from '#contract/kit/time/day.ts'
import { eachTenant } from '#server/db/each-tenant.ts'
import { homeDaySql } from '#server/db/home-time.ts'
import { notify } from '#server/features/notice/public.ts'
import type { Job } from '#server/kit/jobs/job.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'

/** Borrowings that are late and of which no notice went out today. */
const late = `select b.id, b.borrowing_no, b.borrower_id, b.lender_id, d.device_name, d.device_code from shared_borrowing b
  join device d on d.tenant_id = b.tenant_id and d.id = b.device_id
  where b.tenant_id = $1 and b.borrowing_status = 'lent' and b.to_time < $2::timestamptz and not b.is_deleted
    and not exists (select 1 from notice n where n.tenant_id = b.tenant_id and n.kind = 'pool_overdue' and n.target_id = b.id::text and ${homeDaySql('n.sent_at')} >= $3::date)
  order by b.to_time limit 1000`

/** Tells borrower and keeper of what is overdue, once a day. */
export const tellOverdue: Job = {
  name: 'poolOverdue',
  zh: '共享借用逾期提醒',
  en: 'Overdue shared device reminders',
  cron: '0 8 * * *',
  run: ({ pool, now }) =>
    eachTenant(pool, async (tx) => {
      // Of two processes the second finds the notices of the first.
      takeNamedLock(tx, `pool overdue ${tx.tenantId}`)
      const { rows } = await tx.run({ text: late, values: [tx.tenantId, now, homeDay(now)] })
      for (const row of rows)
        notify({ actor: { userId: null }, occurredAt: now }, tx, {
          kind: 'pool_overdue',
          subject: `${row.device_name} ${row.device_code ?? ''}`,
          detail: String(row.borrowing_no),
          target: 'sharedBorrowing',
          targetId: String(row.id),
          to: { users: [row.borrower_id as string | null, row.lender_id as string | null], self: true },
        })
    }),
}
