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
