import type { TableKind } from '#contract/kit/entity/entity.ts'
import type { Catalogue } from './catalogue.ts'
import { type SourceFile, withoutComments } from './source-files.ts'

const named = (kinds: ReadonlyMap<string, TableKind>, kind: TableKind): ReadonlySet<string> =>
  new Set([...kinds].flatMap(([name, one]) => (one === kind ? [name] : [])))

/**
 * What keeps the rows of one tenant from being found, moved and removed by their tenant alone. It is no distribution over nodes: tables of the platform,
 * notifications and the cursor of phones belong to one database. Indexes, foreign keys and exclusions of tenant tables begin with the tenant. A table of persons that names a tenant is read by person
 * and lies with the tenant: each of its keys holds the tenant.
 */
export const notLedByTenant = (
  { columns, indexes, foreignKeys, exclusions }: Catalogue,
  kinds: ReadonlyMap<string, TableKind>,
): string[] => {
  const tenant = named(kinds, 'tenant')
  const withTenant = new Set(columns.flatMap((one) => (one.name === 'tenant_id' && kinds.get(one.table) === 'person' ? [one.table] : [])))
  const isOfTenant = (name: string): boolean => tenant.has(name) || withTenant.has(name)
  const isLed = (keys: readonly (string | null)[]): boolean => keys[0] === 'tenant_id'
  return [
    ...[...indexes, ...exclusions].filter((one) => tenant.has(one.table) && !isLed(one.columns)),
    ...indexes.filter((one) => withTenant.has(one.table) && one.unique && !one.columns.includes('tenant_id')),
    ...foreignKeys.filter((one) => isOfTenant(one.target) && !(isOfTenant(one.table) && isLed(one.columns) && isLed(one.targetColumns))),
  ].map((one) => `${one.table}: ${one.name}`)
}

/** A join, from its keyword to the next clause: the table, its alias and the condition. */
const joins =
  /\bjoin\s+(lateral\b|\(|\$\{[^}]*\}|[a-z_]+)\s*(?:as\s+)?([a-z_]+|\$\{[^}]*\})?\s*(?:on\b([\s\S]*?))?(?=\b(?:left join|inner join|cross join|join|where|group by|order by|union|limit|returning|on conflict|for update|for share)\b|;|`|$)/g

/** Joins of SQL whose condition does not name the tenant, though the joined table is one of tenants, or its name is put in. */
export const joinsWithoutTenant = (sql: string, kinds: ReadonlyMap<string, TableKind>): string[] =>
  [...sql.matchAll(joins)].flatMap(([found, table = '', , condition]) => {
    const isOpen = kinds.get(table) === 'tenant' || table.startsWith('${')
    return isOpen && !/tenant_?id|tenantId/.test(condition ?? '') ? [found.replace(/\s+/g, ' ').trim()] : []
  })

/** Functions of the database that join without the tenant. */
export const loneJoinsOfFunctions = ({ functions }: Catalogue, kinds: ReadonlyMap<string, TableKind>): string[] =>
  functions.flatMap(({ name, body }) => joinsWithoutTenant(body, kinds).map((join) => `${name}: ${join}`))

/** The template texts and strings of a file. */
const textsOf = (text: string): string[] =>
  [...withoutComments(text).matchAll(/`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'/g)].map(([one]) => one)

/** Joins of the server without the tenant, each with its file. */
export const loneJoins = (files: readonly SourceFile[], kinds: ReadonlyMap<string, TableKind>): string[] =>
  files
    .filter(({ path }) => path.startsWith('server/'))
    .flatMap(({ path, text }) => textsOf(text).flatMap((one) => joinsWithoutTenant(one, kinds).map((join) => `${path}: ${join}`)))
