import { poolDevice } from '#contract/entities/pool/pool-device.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Acting } from '#server/kit/access/as-system.ts'
import { recordMany } from '#server/kit/steps/event.ts'

/** For modules that take devices away: refuses those that are reserved or lent through the shared pool. */
export { refuseTaken } from './pool-hooks.ts'

/** Devices that are gone leave the shared pool, each with its event. The tag of their cards stays as history. */
export async function leavePool(context: Acting, tx: Transaction, deviceIds: readonly string[]): Promise<void> {
  const { rows } = await tx.run({
    text: `update pool_device set is_deleted = true, version = version + 1, updated_by = $3, updated_at = now()
      where tenant_id = $1 and device_id = any($2::uuid[]) and not is_deleted returning id, version`,
    values: [tx.tenantId, deviceIds, context.actor.userId],
  })
  recordMany(
    context,
    tx,
    { entity: poolDevice.name, verb: 'remove' },
    rows.map((row) => ({ entityId: row.id, version: row.version, changes: {} })),
  )
}
