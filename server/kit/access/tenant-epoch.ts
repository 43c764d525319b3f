import { inTenant } from '#server/db/in-tenant.ts'
import type { Transaction } from '#server/db/pool.ts'

/** Processes load what they keep of a tenant again with its next request; the transaction writes rows of that tenant now. */
export const bumpEpoch = (tx: Transaction, tenantId: unknown): void =>
  tx.later({
    text: `insert into tenant_epoch (tenant_id, epoch) values ($1, nextval('epoch_seq')) on conflict (tenant_id) do update set epoch = excluded.epoch`,
    values: [tenantId],
  })

/** Other processes and tenants load their people, and with them menus and rights, again. */
export async function bumpTenants(tx: Transaction, ids: readonly unknown[]): Promise<void> {
  for (const id of ids) await inTenant(tx, String(id), (inside) => bumpEpoch(inside, id))
}
