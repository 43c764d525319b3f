import type pg from 'pg'
import { overdueCount } from '#contract/entities/custody/custody-rules.ts'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import { eachTenant } from '#server/db/each-tenant.ts'
import type { Transaction } from '#server/db/pool.ts'
import { actingAlone, lockByRule } from '#server/kit/acting.ts'
import { writeRows } from '#server/kit/write-rows.ts'
import { tellOfUse } from './tell.ts'

/** Counts the days of borrowed devices that are overdue, and tells both sides of each once a day. */
async function remindIn(tx: Transaction): Promise<void> {
  const by = actingAlone(overdueCount)
  const { rows: due } = await tx.run({
    text: `select u.id, ceil(extract(epoch from now() - u.return_time) / 86400)::int as days, d.device_name, d.device_code
      from device_use u join device d on d.tenant_id = u.tenant_id and d.id = u.card_id
      where u.tenant_id = $1 and u.status in ('received', 'returning') and u.event_type = 'borrow' and u.return_time < now() and not u.is_deleted`,
    values: [tx.tenantId],
  })
  const known = new Map(due.map((row) => [row.id, row]))
  const rows = await lockByRule(deviceUse, by, tx, [...known.keys()], { free: true })
  const late = rows.flatMap((row) => {
    const found = known.get(row.id)!
    const isOut = row.status === 'received' || row.status === 'returning'
    return isOut && row.overdue_days !== found.days ? [{ row, card: found, from: row.overdue_days, days: Number(found.days) }] : []
  })
  await writeRows(
    deviceUse,
    by,
    tx,
    { verb: 'change' },
    late.map(({ row, from, days }) => ({ row, set: { overdue_days: days }, changes: { overdueDays: { from, to: days } } })),
  )
  for (const { row, card } of late) {
    const given = { use: row, card }
    tellOfUse(by, tx, given, 'use_overdue', { users: [row.applicant_id, row.receiver_id, row.giver_id], side: 'giving' })
  }
}

/** The daily reminder of overdue devices, tenant by tenant. A second run of a day tells no one twice. */
export const remindOverdue = (pool: pg.Pool): Promise<void> => eachTenant(pool, remindIn)
