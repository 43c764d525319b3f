import { menuRow } from '#contract/entities/platform/menu.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Words } from '#contract/kit/words.ts'
import { platformTenant } from '#contract/roles.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { inTenant } from './in-tenant.ts'

/** Refuses another tenant than the platform's: nothing reads these rows there, so that nothing may write them there either. */
export function refuseElsewhere({ actor }: Pick<Context, 'actor'>, right: Words = menuRow): void {
  if (actor.tenantId !== platformTenant) throw new Refusal('forbidden', { right })
}

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

/** The tenants that have one of these packages, with the codes as they are to be. */
export async function spread(tx: Transaction, packageIds: readonly unknown[]): Promise<void> {
  const { rows } = await tx.run({
    text: `update tenant t set menu_codes = (select coalesce(array_agg(m.code order by m.code), '{}') from tenant_package p
        join menu m on m.tenant_id = p.tenant_id and m.id = any(p.menu_id) and not m.is_deleted where p.tenant_id = $1 and p.id = t.package_id)
      where t.package_id = any($2::uuid[]) returning t.id`,
    values: [platformTenant, packageIds],
  })
  await bumpTenants(
    tx,
    rows.map((row) => row.id),
  )
}
