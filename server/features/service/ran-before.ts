import { homeTimeSql } from '#server/db/home-time.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'

/**
 * SQL of the whole minutes that a device ran until a moment: since the end of its last repair by then, else since the day of its first use; null where
 * neither lies before it, and where the device was being repaired at the moment. Work ends with its finishing, acceptance may
 * come later, and work that was sent back has not ended. Orders that were cancelled do not count.
 */
const ranSql = ({ tenant, device, at, enabled }: Readonly<Record<'tenant' | 'device' | 'at' | 'enabled', string>>): string => `
  (select case when m.minutes >= 0 and not coalesce(m.is_down, false) then m.minutes end from (select
      floor(extract(epoch from ${at} - coalesce(max(p.ended_at) filter (where p.ended_at <= ${at}),
        ${homeTimeSql(`${enabled}::timestamp`)})) / 60)::int as minutes,
      bool_or(p.reported_at < ${at} and (p.ended_at <= ${at}) is not true) as is_down
    from (select r.reported_at, case when r.repair_status in ('finished', 'done', 'scrapped')
      then coalesce(r.finished_at, r.closed_at) end as ended_at from repair_order r where r.tenant_id = ${tenant}
      and r.device_id = ${device} and not r.is_deleted and r.repair_status <> 'cancelled') p) m)`

/** The minutes that a card's device ran before it is reported now; null where they are not known. */
export async function ranBefore({ occurredAt }: Context, tx: Transaction, card: Row): Promise<unknown> {
  const { rows } = await tx.run({
    text: `select ${ranSql({ tenant: '$1', device: 'd.id', at: '$3::timestamptz', enabled: 'd.enable_date' })} as minutes
      from device d where d.tenant_id = $1 and d.id = $2`,
    values: [tx.tenantId, card.id, occurredAt.toISOString()],
  })
  return rows[0]!.minutes
}

/** Tells it of the orders that a hospital begins with. */
export function demoRanBefore(tx: Transaction): void {
  tx.later({
    text: `update repair_order o set ran_minutes = ${ranSql({ tenant: 'o.tenant_id', device: 'o.device_id', at: 'o.reported_at', enabled: 'd.enable_date' })}
      from device d where o.tenant_id = $1 and d.tenant_id = o.tenant_id and d.id = o.device_id`,
    values: [tx.tenantId],
  })
}

const perStatement = 1000

/**
 * Works it out again for the orders of devices whose earlier repairs became known, or were taken back. Here and not in a statement: the tables have
 * no statistics of what the same transaction has added, and the database would compare each row with each other one.
 */
export async function renewRanBefore(tx: Transaction, deviceIds: readonly unknown[]): Promise<void> {
  const seconds = (moment: string): string => `extract(epoch from ${moment})::float8`
  const { rows: cards } = await tx.run({
    text: `select id, ${seconds(homeTimeSql('enable_date::timestamp'))} as enabled from device where tenant_id = $1 and id = any($2::uuid[])`,
    values: [tx.tenantId, deviceIds],
  })
  const { rows: orders } = await tx.run({
    text: `select id, device_id, ran_minutes, repair_status = 'cancelled' as is_cancelled, ${seconds('reported_at')} as at,
        case when repair_status in ('finished', 'done', 'scrapped') then ${seconds('coalesce(finished_at, closed_at)')} end as ended
      from repair_order where tenant_id = $1 and device_id = any($2::uuid[]) and not is_deleted`,
    values: [tx.tenantId, deviceIds],
  })
  const ofDevice = new Map<unknown, Row[]>()
  for (const row of orders) {
    const some = ofDevice.get(row.device_id)
    if (some) some.push(row)
    else ofDevice.set(row.device_id, [row])
  }
  const changed: { id: unknown; minutes: number | null }[] = []
  for (const { id: deviceId, enabled } of cards) {
    const all = ofDevice.get(deviceId) ?? []
    const counting = all.filter((row) => row.is_cancelled !== true)
    for (const { id, at, ran_minutes } of all) {
      const hasEnded = (row: Row): boolean => row.ended !== null && Number(row.ended) <= Number(at)
      const isDown = counting.some((row) => Number(row.at) < Number(at) && !hasEnded(row))
      const last = counting.reduce((end, row) => (hasEnded(row) ? Math.max(end, Number(row.ended)) : end), -Infinity)
      const since = last === -Infinity ? (enabled === null ? Number.NaN : Number(enabled)) : last
      const length = Math.floor((Number(at) - since) / 60)
      const minutes = length >= 0 && !isDown ? length : null
      if (minutes !== (ran_minutes ?? null)) changed.push({ id, minutes })
    }
  }
  for (let at = 0; at < changed.length; at += perStatement) {
    const some = changed.slice(at, at + perStatement)
    await tx.run({
      text: `update repair_order set ran_minutes = ($3::int[])[array_position($2::uuid[], id)] where tenant_id = $1 and id = any($2::uuid[])`,
      values: [tx.tenantId, some.map(({ id }) => id), some.map(({ minutes }) => minutes)],
    })
  }
}
