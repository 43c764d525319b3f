import type { Entity } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import { withoutFilter } from '../read/filter.ts'
import { columnName } from '../table.ts'

/** The rows that are counted. */
interface CountedRows {
  readonly of: Entity
  /**
   * Fields whose columns the count table contains with the same values, including those of the data scope: conditions over these fields
   * only hold for both tables.
   */
  readonly fields: readonly string[]
  /** Further group keys of the count table, as text over the alias `t`: fields that may be empty, and periods. */
  readonly groups?: readonly (KeptGroup & { readonly key: string })[]
  /** The field that is summed as `value`. */
  readonly sum: string
}

/** A field to group by, and the period if it is a moment. */
interface KeptGroup {
  readonly by: string
  readonly as?: string
}

/** A count table that a trigger maintains: rows with `seq` 0 hold the sums, others what one statement added or subtracted. */
export interface KeptCounts {
  readonly table: string
  /** The columns to count by, besides the tenant. */
  readonly keys: readonly string[]
  /** The summed columns. */
  readonly sums: readonly string[]
  /** Set if measures, lists and home pages read the counts and sums of an entity from this table. */
  readonly rows?: CountedRows
}

/** The count tables that the modules register, besides those of `tallies` and logs. */
export const keptCounts: KeptCounts[] = []

/** A count table that answers a request; `columns`: those that conditions and figures may use. */
export interface KeptRows extends CountedRows {
  readonly table: string
  readonly columns: readonly string[]
  /** SQL of each requested group key, as text over the alias `t`. */
  readonly keys: readonly string[]
}

/** The count table that answers these groups and filters (by wire name); undefined if one of them is not counted, or with a keyword. */
export function keptRows(of: Entity, groups: readonly KeptGroup[], filters: readonly Raw[]): KeptRows | undefined {
  const kept = keptCounts.find(({ rows }) => rows?.of === of)
  if (!kept?.rows) return undefined
  const { fields, groups: others = [] } = kept.rows
  const keys = groups.flatMap(({ by, as }) => {
    const other = others.find((one) => one.by === by && one.as === as)
    if (other) return [other.key]
    return as === undefined && fields.includes(by) ? [`t.${columnName(by, of.fields[by]!)}::text`] : []
  })
  const wires = new Set(fields.map((name) => wireName(name, of.fields[name]!)))
  const asked = filters.flatMap((one) => Object.entries(one).filter(([, typed]) => typed !== undefined && typed !== null && typed !== ''))
  const isKept = ([key]: readonly [string, unknown]): boolean => wires.has(key) || (key !== 'keyword' && withoutFilter.has(key))
  if (keys.length < groups.length || !asked.every(isKept)) return undefined
  return { ...kept.rows, table: kept.table, columns: ['tenant_id', ...fields.map((name) => columnName(name, of.fields[name]!))], keys }
}

/**
 * SQL statements that fold the rows of single statements into the sums of one tenant (`$1`, the tenant of the session). Exact with
 * concurrent writers. They contain no join, so that the cost depends on the rows to fold and not on the planner's statistics.
 */
export function foldOf({ table, keys, sums }: KeptCounts): string[] {
  const [key, all] = [keys.join(', '), [...keys, ...sums].join(', ')]
  const added = sums.map((one) => `${one} = c.${one} + excluded.${one}`).join(', ')
  return [
    `with gone as (delete from ${table} where tenant_id = $1 and seq > 0 returning ${all})
    insert into ${table} as c (tenant_id, ${key}, seq, ${sums.join(', ')})
    select $1, ${key}, 0, ${sums.map((one) => `sum(${one})`).join(', ')} from gone group by ${keys.map((_, index) => index + 2).join(', ')}
    on conflict (tenant_id, ${key}, seq) do update set ${added}`,
    `delete from ${table} where tenant_id = $1 and seq = 0 and ${sums.map((one) => `${one} = 0`).join(' and ')}`,
  ]
}
