import { eachTenant } from '#server/db/each-tenant.ts'
import { homeTimeSql } from '#server/db/home-time.ts'
import type { Transaction } from '#server/db/pool.ts'
import { notify } from '#server/features/notice/public.ts'
import type { Job } from '#server/kit/jobs/job.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'

/** Events of one query. */
const atOnce = 500

/** Events whose next report is due soon or overdue at $2, each told once before its term and once after: its notice names the term. */
const toTell = `select e.id, e.event_no, e.use_dept_id, e.reporter_id, d.device_name, d.device_code, s.kind, s.due from adverse_event e
    join device d on d.tenant_id = e.tenant_id and d.id = e.device_id
    cross join lateral (select case when e.due_at < $2::timestamptz then 'adverse_overdue' else 'adverse_due' end as kind,
      to_char(${homeTimeSql('e.due_at')}, 'YYYY-MM-DD HH24:MI') as due) s
  where e.tenant_id = $1 and not e.is_deleted and e.due_at is not null
    and e.due_at - case when e.is_group = 1 then interval '2 hours' else interval '24 hours' end <= $2::timestamptz
    and not exists (select 1 from notice n where n.tenant_id = e.tenant_id and n.kind = s.kind and n.target_id = e.id::text and n.detail = s.due)
    and e.id > $3::uuid
  order by e.id limit ${atOnce}`

/** Tells who reports adverse events, and who entered one, what is due and what is overdue. */
async function tellDue(tx: Transaction, now: Date): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await tx.run({ text: toTell, values: [tx.tenantId, now, last] })
    for (const row of rows) {
      notify({ actor: { userId: null }, occurredAt: now }, tx, {
        kind: row.kind as 'adverse_due' | 'adverse_overdue',
        subject: [row.event_no, row.device_name, row.device_code].filter(Boolean).join(' '),
        detail: String(row.due),
        target: 'adverseEvent',
        targetId: String(row.id),
        to: {
          users: [row.reporter_id as string | null],
          holders: { right: 'adverseEvent.report', deptId: row.use_dept_id as string | null },
        },
      })
      last = String(row.id)
    }
    if (rows.length < atOnce) return
  }
}

/** Tells of terms often enough for those in hours. */
export const adverseReminders: Job = {
  name: 'adverseReminders',
  zh: '不良事件上报提醒',
  en: 'Adverse event reminders',
  cron: '*/10 * * * *',
  run: ({ pool, now }) =>
    eachTenant(pool, async (tx) => {
      // Of two processes the second finds the notices of the first.
      takeNamedLock(tx, `adverse due ${tx.tenantId}`)
      await tellDue(tx, now)
    }),
}
