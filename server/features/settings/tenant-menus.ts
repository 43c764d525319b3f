import { platformTenant } from '#contract/roles.ts'
import type { Transaction } from '#server/db/pool.ts'
import { bumpTenants } from '#server/kit/access/tenant-epoch.ts'

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
