import { v7 as uuid } from 'uuid'
import { maintainCard } from '#contract/entities/maintenance/maintain-card.ts'
import { averagePerDay, expectedDay, meterAfter } from '#contract/entities/maintenance/meters/meter-math.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { type Acting, lockByRule } from '#server/kit/access/as-system.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'

/** Readings that an average looks at, more than one a day for its 90 days. */
const mostReadings = 500

/** The readings of a counter from the newest, without some that are being removed. */
const newest = `select r.* from meter_reading r where r.tenant_id = $1 and r.device_id = $2 and r.meter_kind = $3 and not r.is_deleted
  and r.id <> all($4::uuid[]) order by r.read_on desc, r.id desc limit $5`

/** The newest reading of a counter, if any. */
export async function lastReading(tx: Transaction, deviceId: unknown, kind: unknown): Promise<Row | undefined> {
  const { rows } = await tx.run({ text: newest, values: [tx.tenantId, deviceId, kind, [], 1] })
  return rows[0]
}

/** Writes a counter as its newest reading leaves it; without readings there is none. `except`: readings that are being removed. */
export async function refreshMeter(
  by: Acting,
  tx: Transaction,
  deviceId: unknown,
  kind: unknown,
  except: readonly unknown[] = [],
): Promise<void> {
  const { rows } = await tx.run({ text: newest, values: [tx.tenantId, deviceId, kind, except, mostReadings] })
  const [last] = rows
  if (!last) {
    await tx.run({
      text: 'delete from device_meter where tenant_id = $1 and device_id = $2 and meter_kind = $3',
      values: [tx.tenantId, deviceId, kind],
    })
    return
  }
  const points = rows.map((row) => ({ day: String(row.read_on), total: Number(row.total) })).reverse()
  const perDay = averagePerDay(points)
  await tx.run({
    text: `insert into device_meter as m (tenant_id, id, created_by, updated_by, meter_title, device_id, meter_kind, reading, total, read_on, per_day, source)
      values ($1, $2, $3, $3, '', $4, $5, $6, $7, $8, $9, $10)
      on conflict (tenant_id, device_id, meter_kind) do update set reading = excluded.reading, total = excluded.total, read_on = excluded.read_on,
        per_day = excluded.per_day, source = excluded.source, version = m.version + 1, updated_by = excluded.updated_by, updated_at = now()`,
    values: [
      ...[tx.tenantId, uuid(), by.actor.userId, deviceId, kind, last.reading, last.total, last.read_on],
      ...[perDay === undefined ? null : perDay.toFixed(2), last.source],
    ],
  })
}

/** Schedules by a counter, and those whose counter has lost its readings. */
const followed = `select c.id, p.plan_basis, p.meter_every, m.id as meter_id, m.total, m.read_on, m.per_day from maintain_card c
    join device_plan p on p.tenant_id = c.tenant_id and p.id = c.plan_id
    left join device_meter m on m.tenant_id = c.tenant_id and m.device_id = c.device_id and m.meter_kind = p.meter_kind
  where c.tenant_id = $1 and not c.is_deleted and (m.id is not null or c.meter_from is not null)
    and p.plan_basis in ('meter', 'either') and not p.is_deleted and coalesce(c.pause, '') not in ('disposed', 'removed')`

/** When a counter is expected to reach a value. */
const expectedOf = (meter: Row, due: number, today: string): string | null =>
  expectedDay(
    { day: String(meter.read_on), total: Number(meter.total) },
    meter.per_day === null ? undefined : Number(meter.per_day),
    due,
    today,
  ) ?? null

/** What a schedule says of its counter. A schedule by counter alone stands on the day that is expected. */
const meterColumns = (basis: unknown, from: number, due: number, expected: string | null): Row => ({
  meter_from: from.toFixed(2),
  meter_due: due.toFixed(2),
  expected_on: expected,
  ...(basis === 'meter' ? { next_due: expected } : {}),
})

/** What a schedule says without a counter: the next first reading begins the count. */
const uncounted = (basis: unknown): Row => ({
  meter_from: null,
  meter_due: null,
  expected_on: null,
  ...(basis === 'meter' ? { next_due: null } : {}),
})

/** What a schedule says while its counter goes on. */
function countedOn(card: Row, meter: Row, today: string): Row {
  const from = card.meter_from === null ? Number(meter.total) : Number(card.meter_from)
  const due = from + Number(meter.meter_every)
  return meterColumns(meter.plan_basis, from, due, expectedOf(meter, due, today))
}

/** Brings schedules in line with counters: of a plan, or of devices. The first reading begins the count of a plan. */
export async function followMeters(
  by: Acting,
  tx: Transaction,
  of: { readonly planId: unknown } | { readonly deviceIds: readonly unknown[] },
  today: string,
): Promise<void> {
  const { rows } = await tx.run(
    'planId' in of
      ? { text: `${followed} and c.plan_id = $2`, values: [tx.tenantId, of.planId] }
      : { text: `${followed} and c.device_id = any($2::uuid[])`, values: [tx.tenantId, of.deviceIds] },
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  const cards = await lockByRule(maintainCard, by, tx, [...found.keys()])
  const changed = cards.flatMap((row) => {
    // An open order is for the value that was due; the count goes on when it ends.
    if (row.open_order_id) return []
    const meter = found.get(row.id)!
    // All rows are written with the same columns, and a device may be in a plan by counter alone and in one by both.
    const set: Row = {
      next_due: row.next_due,
      ...(meter.meter_id === null ? uncounted(meter.plan_basis) : countedOn(row, meter, today)),
    }
    if (Object.entries(set).every(([name, value]) => row[name] === value)) return []
    const changes = {
      meterDue: { from: row.meter_due, to: set.meter_due },
      expectedOn: { from: row.expected_on, to: set.expected_on },
    }
    return [{ row, set, changes }]
  })
  await writeRows(maintainCard, by, tx, { verb: 'change' }, changed)
}

/**
 * The count of a schedule after its order has ended, and how many values were passed meanwhile; no columns where the plan has no counter. `byDate`: the
 * order was made by its date, so that a counter below its value stays when the work is given up.
 */
export async function countAfter(
  tx: Transaction,
  plan: Row,
  card: Row,
  isDone: boolean,
  today: string,
  byDate: boolean,
): Promise<{ readonly set: Row; readonly missed: number }> {
  if (plan.plan_basis === 'date') return { set: {}, missed: 0 }
  const { rows } = await tx.run({
    text: 'select total, read_on, per_day from device_meter where tenant_id = $1 and device_id = $2 and meter_kind = $3',
    values: [tx.tenantId, card.device_id, plan.meter_kind],
  })
  const [meter] = rows
  if (!meter || card.meter_from === null)
    return { set: plan.plan_basis === 'meter' ? { next_due: null, expected_on: null } : { expected_on: null }, missed: 0 }
  if (plan.plan_basis === 'either' && !isDone && byDate && Number(meter.total) < Number(card.meter_due)) return { set: {}, missed: 0 }
  const isPlanned = !isDone || (plan.plan_basis === 'meter' && plan.counted_from === 'planned')
  const next = meterAfter({ from: Number(card.meter_from), every: Number(plan.meter_every) }, Number(meter.total), isPlanned)
  return {
    set: meterColumns(plan.plan_basis, next.from, next.due, expectedOf(meter, next.due, today)),
    missed: plan.plan_basis === 'meter' ? next.missed : 0,
  }
}
