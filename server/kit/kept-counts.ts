import type { Entity } from '#contract/kit/entity.ts'
import type { Raw } from '#contract/kit/parse.ts'
import { wireName } from '#contract/kit/shape.ts'
import { withoutFilter } from './filter.ts'
import { columnName } from './table.ts'

/** The rows that are counted. */
interface CountedRows {
  readonly of: Entity
  /** The fields whose columns these counts hold as the rows do, so that a condition over nothing else holds for both; what a scope asks for is among them. */
  readonly fields: readonly string[]
  /** Other groups that the counts tell, each with its key as text over the alias `t`: of fields that rows may leave empty, and periods. */
  readonly groups?: readonly (KeptGroup & { readonly key: string })[]
  /** The field that is added up as `value`. */
  readonly sum: string
}

/** A field that rows are grouped by, and the period of a moment. */
interface KeptGroup {
  readonly by: string
  readonly as?: string
}

/** Counts that a trigger keeps beside rows in a table of their own: `seq` 0 for a sum, else what one statement added or took away. */
export interface KeptCounts {
  readonly table: string
  /** The columns that rows are counted by, beside the tenant. */
  readonly keys: readonly string[]
  /** What is added up. */
  readonly sums: readonly string[]
  /** Rows whose counts and sums measures, lists and first pages read from here. */
  readonly rows?: CountedRows
}

/** Those that the modules hand in, beside tallies and logs. */
export const keptCounts: KeptCounts[] = []

/** Where the counts of an entity's rows are read from; `columns` what a condition or a figure may ask for. */
export interface KeptRows extends CountedRows {
  readonly table: string
  readonly columns: readonly string[]
  /** The key of each group that was asked for, as text over the alias `t`. */
  readonly keys: readonly string[]
}

/** What tells the counts of rows by these groups under these filters, as wire names; undefined where one of them, or a keyword, is not kept. */
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
 * SQL that folds what statements added to kept counts into their sums, within the tenant of the session; of a tenant ($1). Exact with concurrent writers.
 * Without a join, so that its cost follows the rows to fold, independent of the planner's statistics.
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
