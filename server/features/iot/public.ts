import type { Transaction } from '#server/db/pool.ts'

/** The time that a device ran after a day, from the records of its sensors or entered by hand, and the last of these days. */
export interface Running {
  readonly seconds: number
  readonly lastDay: string
}

/** How long devices ran after a day each (null: ever) and before another day, by device; a device without records is absent. */
export async function runningAfter(
  tx: Transaction,
  devices: readonly { readonly deviceId: unknown; readonly after: string | null }[],
  before: string,
): Promise<Map<unknown, Running>> {
  if (devices.length === 0) return new Map()
  const { rows } = await tx.run({
    text: `select g.device_id, sum(t.running_seconds)::float8 as seconds, max(t.day)::text as last_day
      from unnest($2::uuid[], $3::date[]) as g(device_id, after) join device_sec_day t on t.tenant_id = $1 and t.device_id = g.device_id
        and (g.after is null or t.day > g.after) and t.day < $4::date
      group by g.device_id`,
    values: [tx.tenantId, devices.map((one) => one.deviceId), devices.map((one) => one.after), before],
  })
  return new Map(rows.map((row) => [row.device_id, { seconds: Number(row.seconds), lastDay: String(row.last_day) }]))
}
