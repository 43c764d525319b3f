import type pg from 'pg'
import { overdueCount } from '#contract/entities/custody/custody-rules.ts'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { eachTenant } from '#server/db/each-tenant.ts'
import { homeDaySql } from '#server/db/home-time.ts'
import type { Transaction } from '#server/db/pool.ts'
import { actingAlone, lockByRule } from '#server/kit/access/as-system.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { tellOfUse } from './tell.ts'

/** Counts the days of borrowed devices that are overdue, and tells both sides of each once a day. */
async function remindIn(tx: Transaction, now: Date): Promise<void> {
  // Of two processes the second finds the notices of the first.
  takeNamedLock(tx, `overdue uses ${tx.tenantId}`)
  const by = actingAlone(overdueCount, now)
  const { rows: due } = await tx.run({
    text: `select u.id, ceil(extract(epoch from $2::timestamptz - u.return_time) / 86400)::int as days, d.device_name, d.device_code,
        exists (select 1 from notice n where n.tenant_id = u.tenant_id and n.kind = 'use_overdue' and n.target_id = u.id::text
          and ${homeDaySql('n.sent_at')} >= $3::date) as is_told
      from device_use u join device d on d.tenant_id = u.tenant_id and d.id = u.card_id
      where u.tenant_id = $1 and u.status in ('received', 'returning') and u.event_type = 'borrow' and u.return_time < $2::timestamptz and not u.is_deleted`,
    values: [tx.tenantId, now, homeDay(now)],
  })
  const known = new Map(due.map((row) => [row.id, row]))
  const rows = await lockByRule(deviceUse, by, tx, [...known.keys()], { free: true })
  const late = rows.flatMap((row) => {
    const found = known.get(row.id)!
    const isOut = row.status === 'received' || row.status === 'returning'
    return isOut ? [{ row, card: found, from: row.overdue_days, days: Number(found.days) }] : []
  })
  await writeRows(
    deviceUse,
    by,
    tx,
    { verb: 'change' },
    late
      .filter(({ from, days }) => from !== days)
      .map(({ row, from, days }) => ({ row, set: { overdue_days: days }, changes: { overdueDays: { from, to: days } } })),
  )
  for (const { row, card } of late) {
    if (card.is_told) continue
    const given = { use: row, card }
    tellOfUse(by, tx, given, 'use_overdue', { users: [row.applicant_id, row.receiver_id, row.giver_id], side: 'giving' })
  }
}

/** The daily reminder of overdue devices, tenant by tenant. A second run of a day tells no one twice. */
export const remindOverdue = (pool: pg.Pool, now = new Date()): Promise<void> => eachTenant(pool, (tx) => remindIn(tx, now))
