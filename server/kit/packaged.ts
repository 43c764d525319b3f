import { itemsBehind } from '#contract/packages.ts'

/** SQL of whether the package of a tenant leaves it what one of these menu items stands for. `tenant`, `codes`: SQL of its id and of a list of texts. */
export const packagedSql = (tenant: string, codes: string): string =>
  `(cardinality(${codes}) = 0 or exists (select 1 from tenant pt where pt.id = ${tenant} and (pt.menu_codes is null or pt.menu_codes && ${codes})))`

/** The same for a declared right. */
export const rightPackagedSql = (tenant: string, right: string): string =>
  packagedSql(
    tenant,
    `array[${itemsBehind(right)
      .map((code) => `'${code}'`)
      .join(', ')}]::text[]`,
  )
