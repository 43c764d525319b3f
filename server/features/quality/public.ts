import type { Transaction } from '#server/db/pool.ts'

/** How many adverse events of these devices happened since two days, without drafts: `late` and `early`, of which `early` is the earlier day. */
export async function adverseEventsOf(
  tx: Transaction,
  deviceIds: readonly unknown[],
  late: string,
  early: string,
): Promise<Map<unknown, { readonly late: number; readonly early: number }>> {
  const { rows } = await tx.run({
    text: `select e.device_id, count(*) filter (where e.event_day >= $3::date)::int as late, count(*)::int as early from adverse_event e
      where e.tenant_id = $1 and e.device_id = any($2::uuid[]) and e.event_day >= $4::date and e.event_state <> 'draft' and not e.is_deleted group by e.device_id`,
    values: [tx.tenantId, deviceIds, late, early],
  })
  return new Map(rows.map((row) => [row.device_id, { late: Number(row.late), early: Number(row.early) }]))
}

/** The days for which the newest statutory inspections of these devices are valid, the shortest of each device. */
export async function statutoryDays(tx: Transaction, deviceIds: readonly unknown[]): Promise<Map<unknown, number>> {
  const { rows } = await tx.run({
    text: `select device_id, min(valid_until - inspected_on)::int as days from statutory_card
      where tenant_id = $1 and device_id = any($2::uuid[]) and valid_until > inspected_on and pause is null group by device_id`,
    values: [tx.tenantId, deviceIds],
  })
  return new Map(rows.map((row) => [row.device_id, Number(row.days)]))
}
