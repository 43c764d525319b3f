import { type Cycle, cycleOf } from '#contract/kit/fields/cycle.ts'
import { dayStart } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'

/** How many repairs of these devices were reported since two days, without cancelled ones: `late` and `early`, of which `early` is the earlier day. */
export async function failuresOf(
  tx: Transaction,
  deviceIds: readonly unknown[],
  late: string,
  early: string,
): Promise<Map<unknown, { readonly late: number; readonly early: number }>> {
  const { rows } = await tx.run({
    text: `select o.device_id, count(*) filter (where o.reported_at >= $3)::int as late, count(*)::int as early from repair_order o
      where o.tenant_id = $1 and o.device_id = any($2::uuid[]) and o.reported_at >= $4 and o.repair_status <> 'cancelled' and not o.is_deleted group by o.device_id`,
    values: [tx.tenantId, deviceIds, dayStart(late), dayStart(early)],
  })
  return new Map(rows.map((row) => [row.device_id, { late: Number(row.late), early: Number(row.early) }]))
}

/** The cycle of compulsory verification of these devices, by device. */
export async function verificationCycles(tx: Transaction, deviceIds: readonly unknown[]): Promise<Map<unknown, Cycle>> {
  const { rows } = await tx.run({
    text: `select device_id, measure_cycle, measure_cycle_unit from measure_card
      where tenant_id = $1 and device_id = any($2::uuid[]) and not is_deleted and measure_type = 'mandatory' and coalesce(first_only, 0) = 0`,
    values: [tx.tenantId, deviceIds],
  })
  return new Map(
    rows.flatMap((row) => {
      const cycle = cycleOf(row.measure_cycle, row.measure_cycle_unit)
      return cycle ? [[row.device_id, cycle] as const] : []
    }),
  )
}
