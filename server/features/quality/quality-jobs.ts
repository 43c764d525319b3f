import { device } from '#contract/entities/asset/device/device.ts'
import { qualityPosting } from '#contract/entities/quality/quality-rules.ts'
import type { Transaction } from '#server/db/pool.ts'
import { notify } from '#server/features/notice/public.ts'
import { type Acting, lockByRule } from '#server/kit/access/as-system.ts'
import { daily } from '#server/kit/jobs/daily.ts'
import type { Job } from '#server/kit/jobs/job.ts'

/** Days ahead of the due date on which people are told. */
const aheadDays = 30

const lock = 'quality due'

/** Devices of one query. */
const atOnce = 500

/** Schedules that are due soon or overdue on day $2, each told once before its date and once after: its notice names the date. */
const toTell = `select c.id, c.device_id, c.next_due, s.kind from quality_card c
    join device d on d.tenant_id = c.tenant_id and d.id = c.device_id and not d.is_deleted and d.eam_status not in ('disposed', 'missing')
    cross join lateral (select case when c.next_due < $2::date then 'quality_overdue' else 'quality_due' end as kind) s
  where c.tenant_id = $1 and not c.is_deleted and c.next_due - ${aheadDays} <= $2::date
    and not exists (select 1 from notice n where n.tenant_id = c.tenant_id and n.kind = s.kind and n.target_id = c.id::text and n.detail = c.next_due::text)
    and c.id > $3::uuid
  order by c.id limit ${atOnce}`

/** Tells who does quality control what is due and what is overdue on a day. */
async function tellDue(by: Acting, tx: Transaction, today: string): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await tx.run({ text: toTell, values: [tx.tenantId, today, last] })
    const devices = await lockByRule(
      device,
      by,
      tx,
      rows.map((row) => row.device_id),
    )
    const byId = new Map(devices.map((one) => [one.id, one]))
    for (const row of rows) {
      const of = byId.get(row.device_id)!
      notify(by, tx, {
        kind: row.kind as 'quality_due' | 'quality_overdue',
        subject: `${of.device_name} ${of.device_code ?? ''}`.trim(),
        detail: String(row.next_due),
        target: 'qualityCard',
        targetId: String(row.id),
        to: {
          users: [of.keeper_id as string | null],
          holders: { right: 'qualityControl.work', deptId: (of.borrow_dept_id ?? of.use_dept_id) as string | null },
        },
      })
      last = String(row.id)
    }
    if (rows.length < atOnce) return
  }
}

/** Tells who does quality control what is due and what is overdue. */
export const qualityReminders: Job = {
  name: 'qualityReminders',
  zh: '质控到期提醒',
  en: 'Quality control reminders',
  cron: '40 7 * * *',
  run: (tools) => daily(qualityPosting, lock, tools, tellDue),
}
