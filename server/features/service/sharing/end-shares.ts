import { serviceOrder } from '#contract/entities/service/service-order.ts'
import { sharing } from '#contract/entities/service/share-flow.ts'
import { providerActs, shareFollowing } from '#contract/entities/service/share-rules.ts'
import { liveShareStates } from '#contract/entities/service/share-states.ts'
import { supplier } from '#contract/entities/supply/supplier.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { inTenant } from '#server/db/in-tenant.ts'
import type { Transaction } from '#server/db/pool.ts'
import { acrossTenants } from '#server/kit/access/across-tenants.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import { whenTenantStops } from '#server/kit/access/tenant-stops.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { apply } from '#server/kit/steps/step.ts'

const live: readonly string[] = liveShareStates

/** Ends these shared orders of the tenant of the transaction, as far as they are with a provider. */
async function endShares(by: Context, tx: Transaction, ids: readonly unknown[], reason: string): Promise<void> {
  for (const order of await lockByRule(serviceOrder, by, tx, ids))
    if (live.includes(String(order.share_state))) await apply(sharing, 'end', by, tx, order, { reason })
}

/** Ends all that a hospital shares with one of its service providers. */
async function endSharesOf(context: Context, tx: Transaction, supplierIds: readonly unknown[], reason: string): Promise<void> {
  const { rows } = await tx.run({
    text: 'select id from service_order where tenant_id = $1 and provider_id = any($2::uuid[]) and share_state = any($3)',
    values: [tx.tenantId, supplierIds, live],
  })
  await endShares(
    asSystem(context, shareFollowing),
    tx,
    rows.map(({ id }) => id),
    reason,
  )
}

/** Refuses a number that no service provider has. */
async function refuseUnknown(tx: Transaction, tenantId: unknown): Promise<void> {
  if (!tenantId) return
  const { rows } = await tx.run({
    text: `select 1 from tenant where id = $1 and kind = 'provider' and stopped_at is null`,
    values: [tenantId],
  })
  if (rows.length === 0)
    throw new Refusal('rule', {
      zh: `没有编号为“${tenantId}”的服务商账号`,
      en: `There is no provider account “${tenantId}”`,
    })
}

hook(
  supplier,
  {
    async beforeAdd(_context, tx, { draft }) {
      await refuseUnknown(tx, draft.providerTenant)
      return undefined
    },
    async beforeChange(context, tx, { row, draft }) {
      const isOther = draft.providerTenant !== undefined && (draft.providerTenant ?? null) !== row.provider_tenant
      if (isOther) await refuseUnknown(tx, draft.providerTenant)
      if (isOther || draft.isInactive === 1 || draft.isBlacklisted === 1) await endSharesOf(context, tx, [row.id], '服务商已停用')
      return undefined
    },
    async beforeRemove(context, tx, { rows }) {
      await endSharesOf(
        context,
        tx,
        rows.map(({ id }) => id),
        '服务商已删除',
      )
    },
  },
  1,
)

// A provider that the platform deactivates gives all orders back, in every hospital.
whenTenantStops(async (context, tx, tenantId) => {
  const { rows } = await inTenant(tx, tenantId, (inside) =>
    inside.run({
      text: 'select id, hospital from provider_order where tenant_id = $1 and not is_deleted and share_state = any($2) order by hospital, id',
      values: [tenantId, live],
    }),
  )
  const byHospital = new Map<string, unknown[]>()
  for (const { id, hospital } of rows) byHospital.set(String(hospital), [...(byHospital.get(String(hospital)) ?? []), id])
  for (const [hospital, ids] of byHospital)
    await acrossTenants(context, tx, { tenantId: hospital, rule: providerActs }, (there, inside) =>
      endShares(there, inside, ids, '服务商已停用'),
    )
})
