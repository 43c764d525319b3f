import { device } from '#contract/entities/asset/device/device.ts'
import { statutoryPosting } from '#contract/entities/quality/quality-rules.ts'
import type { Transaction } from '#server/db/pool.ts'
import { tellStopped } from '#server/features/asset/public.ts'
import { notify } from '#server/features/notice/public.ts'
import { type Acting, lockByRule } from '#server/kit/access/as-system.ts'
import { daily } from '#server/kit/jobs/daily.ts'
import type { Job } from '#server/kit/jobs/job.ts'
import { lockControlled } from './quality-posting.ts'
import { isOver, settleStatutory } from './statutory-posting.ts'

const lock = 'statutory due'

/** Devices of one query. */
const atOnce = 500

/** Devices without an open statutory stop that have to be stopped on day $2. */
const toStop = `select distinct c.device_id from statutory_card c
    join device d on d.tenant_id = c.tenant_id and d.id = c.device_id and not d.is_deleted and d.eam_status <> 'disposed'
  where c.tenant_id = $1 and ${isOver('$2')}
    and not exists (select 1 from device_stop s where s.tenant_id = c.tenant_id and s.device_id = c.device_id and s.stop_kind = 'statutory' and s.lifted_at is null)
  order by c.device_id limit ${atOnce}`

/** Certificates that end within 90, 60 or 30 days of day $2 or have ended, each told once for its nearest term: its notice names the end. */
const toTell = `select c.id, c.device_id, c.valid_until, s.kind from statutory_card c
    join device d on d.tenant_id = c.tenant_id and d.id = c.device_id and not d.is_deleted and d.eam_status not in ('disposed', 'missing')
    cross join lateral (select case when c.valid_until < $2::date then 'statutory_overdue' when c.valid_until <= $2::date + 30 then 'statutory_due_30'
      when c.valid_until <= $2::date + 60 then 'statutory_due_60' else 'statutory_due_90' end as kind) s
  where c.tenant_id = $1 and c.valid_until <= $2::date + 90
    and not exists (select 1 from notice n where n.tenant_id = c.tenant_id and n.kind = s.kind and n.target_id = c.id::text and n.detail = c.valid_until::text)
    and c.id > $3::uuid
  order by c.id limit ${atOnce}`

type StatutoryNotice = 'statutory_overdue' | 'statutory_due_30' | 'statutory_due_60' | 'statutory_due_90'

/** Stops every device that has to be stopped on a day, each once, and tells its people. */
async function stopOverdue(by: Acting, tx: Transaction, today: string): Promise<void> {
  for (;;) {
    const { rows } = await tx.run({ text: toStop, values: [tx.tenantId, today] })
    for (const { device_id } of rows) {
      const of = await lockControlled(by, tx, device_id)
      if (await settleStatutory(by, tx, of, today, false)) await tellStopped(by, tx, of, null)
    }
    if (rows.length < atOnce) return
  }
}

/** Tells who works on statutory inspections what is due and what is overdue on a day. */
async function tellDue(by: Acting, tx: Transaction, today: string): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await tx.run({ text: toTell, values: [tx.tenantId, today, last] })
    const ids = rows.map((row) => row.device_id)
    const devices = new Map((await lockByRule(device, by, tx, ids)).map((one) => [one.id, one]))
    for (const row of rows) {
      const of = devices.get(row.device_id)!
      notify(by, tx, {
        kind: row.kind as StatutoryNotice,
        subject: `${of.device_name} ${of.device_code ?? ''}`.trim(),
        detail: String(row.valid_until),
        target: 'statutoryCard',
        targetId: String(row.id),
        to: {
          users: [of.keeper_id as string | null],
          holders: { right: 'statutoryInspection.work', deptId: (of.borrow_dept_id ?? of.use_dept_id) as string | null },
        },
      })
      last = String(row.id)
    }
    if (rows.length < atOnce) return
  }
}

/** Stops devices with the first minutes of a day, before people give them out. */
export const statutoryStops: Job = {
  name: 'statutoryStops',
  zh: '法定检验到期停用',
  en: 'Overdue statutory inspection check',
  cron: '10 0 * * *',
  run: (tools) => daily(statutoryPosting, lock, tools, stopOverdue),
}

/** Tells what is due and overdue; a device that the night did not stop is stopped here as well. */
export const statutoryReminders: Job = {
  name: 'statutoryReminders',
  zh: '法定检验到期提醒',
  en: 'Statutory inspection reminders',
  cron: '45 7 * * *',
  run: (tools) =>
    daily(statutoryPosting, lock, tools, async (by, tx, today) => {
      await stopOverdue(by, tx, today)
      await tellDue(by, tx, today)
    }),
}
