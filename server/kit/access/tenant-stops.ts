import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '../context.ts'

/** What a module does when a tenant is deactivated, in the same transaction. `context`: the person of the platform. */
export type TenantStop = (context: Context, tx: Transaction, tenantId: string) => Promise<void>

const stops: TenantStop[] = []

/** Registers what happens when a tenant is deactivated. */
export const whenTenantStops = (stop: TenantStop): void => void stops.push(stop)

/** Runs what modules registered for a tenant that is deactivated. */
export async function stopTenant(context: Context, tx: Transaction, tenantId: string): Promise<void> {
  for (const stop of stops) await stop(context, tx, tenantId)
}
