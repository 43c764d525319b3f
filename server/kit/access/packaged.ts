import { itemsBehind } from '#contract/packages.ts'

/**
 * SQL condition that the package of a tenant includes one of these menu items. `tenant`, `codes`: SQL of the tenant id and of a text array.
 */
export const packagedSql = (tenant: string, codes: string): string =>
  `(cardinality(${codes}) = 0 or exists (select 1 from tenant pt where pt.id = ${tenant} and (pt.menu_codes is null or pt.menu_codes && ${codes})))`

/** The same condition for the menu items that grant a right. */
export const rightPackagedSql = (tenant: string, right: string): string =>
  packagedSql(
    tenant,
    `array[${itemsBehind(right)
      .map((code) => `'${code}'`)
      .join(', ')}]::text[]`,
  )
