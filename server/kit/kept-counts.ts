/** Counts that a trigger keeps beside rows in a table of their own: `seq` 0 for a sum, else what one statement added or took away. */
export interface KeptCounts {
  readonly table: string
  /** The columns that rows are counted by, beside the tenant. */
  readonly keys: readonly string[]
  /** What is added up. */
  readonly sums: readonly string[]
}

/** Those that the modules hand in, beside tallies and logs. */
export const keptCounts: KeptCounts[] = []

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
