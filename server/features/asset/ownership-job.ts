import { ownershipDays } from '#contract/entities/asset/device/ownership.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { eachTenant } from '#server/db/each-tenant.ts'
import { notify } from '#server/features/notice/public.ts'
import { daysOf } from '#server/features/settings/public.ts'
import type { Job } from '#server/kit/jobs/job.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'

/** Devices of one query. */
const atOnce = 500

/** Devices that are due back within $3 days of day $2, each told once for its end, which its notice names. */
const ending = `select d.id, d.device_name, d.device_code, d.use_dept_id, d.keeper_id, d.ownership_end::text as ends from device d
  where d.tenant_id = $1 and not d.is_deleted and d.ownership_end between $2::date and $2::date + $3::int and d.eam_status <> 'disposed' and d.id > $4::uuid
    and not exists (select 1 from notice n where n.tenant_id = d.tenant_id and n.kind = 'ownership_ending' and n.target_id = d.id::text
      and n.detail = d.ownership_end::text)
  order by d.id limit ${atOnce}`

/** Tells the keeper and those who keep the register which placed, leased and trial devices are due back soon. */
export const tellOwnershipEnds: Job = {
  name: 'ownershipEnds',
  zh: '产权到期提醒',
  en: 'Reminders of devices due back',
  cron: '35 7 * * *',
  run: ({ pool, now }) =>
    eachTenant(pool, async (tx) => {
      // Of two processes the second finds the notices of the first.
      takeNamedLock(tx, `ownership ends ${tx.tenantId}`)
      const [today, days] = [homeDay(now), await daysOf(tx, ownershipDays)]
      let last = '00000000-0000-0000-0000-000000000000'
      for (;;) {
        const { rows } = await tx.run({ text: ending, values: [tx.tenantId, today, days, last] })
        for (const row of rows) {
          notify({ actor: { userId: null }, occurredAt: now }, tx, {
            kind: 'ownership_ending',
            subject: `${row.device_name} ${row.device_code ?? ''}`.trim(),
            detail: String(row.ends),
            target: 'device',
            targetId: String(row.id),
            to: {
              users: [row.keeper_id as string | null],
              holders: { right: 'device.submit', deptId: row.use_dept_id as string | null },
            },
          })
          last = String(row.id)
        }
        if (rows.length < atOnce) return
      }
    }),
}
