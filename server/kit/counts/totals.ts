import type { Query, Rows } from '#server/db/query.ts'

export interface TotalPlan {
  readonly query: Query
  /** The exact total from the result of `query`. */
  total(rows: Rows): number
}

export interface Totals {
  /** The last cached total, as an estimate for planning; undefined if there is none. */
  last(key: string): number | undefined
  /** For a total that is not cached and is counted along with the page: the query for the snapshot horizon, sent before the page. */
  withPage(key: string): { readonly query: Query; total(asked: Rows, found: number): number }
  /**
   * `entity`: the entity whose changes in sync_change invalidate the cached total; undefined if its changes are not recorded, then nothing
   * is cached.
   */
  plan(key: string, tenantId: string, entity: string | undefined, count: Query): TotalPlan
}

const horizon = 'pg_snapshot_xmin(pg_current_snapshot())::text as horizon'

/**
 * Exact totals without counting each time. A total is cached with the oldest transaction that was running when it was counted. One index
 * probe for the newest change of the entity in sync_change shows whether the total is still valid; if not, the same statement counts again.
 * `most`: maximum number of cached totals.
 */
export function rememberTotals(most = 20_000): Totals {
  const remembered = new Map<string, { total: number; horizon: string }>()
  const keep = (key: string, row: Record<string, unknown>): number => {
    const total = Number(row.total)
    if (remembered.size >= most && !remembered.has(key)) remembered.delete(remembered.keys().next().value!)
    remembered.set(key, { total, horizon: String(row.horizon) })
    return total
  }
  return {
    last: (key) => remembered.get(key)?.total,
    withPage: (key) => ({
      query: { text: `select ${horizon}` },
      total: (asked, found) => keep(key, { ...asked.rows[0]!, total: found }),
    }),
    plan(key, tenantId, entity, count) {
      const values = count.values ?? []
      const once = count.once
      if (!entity) return { query: { text: `select (${count.text}) as total`, values, once }, total: (rows) => Number(rows.rows[0]!.total) }
      const known = remembered.get(key)
      if (!known)
        return { query: { text: `select (${count.text}) as total, ${horizon}`, values, once }, total: (rows) => keep(key, rows.rows[0]!) }
      const at = (offset: number) => `$${values.length + offset}`
      return {
        query: {
          // ORDER BY … LIMIT 1 stays an index probe under a generic plan, where exists() becomes a scan.
          text: `select case when (select c.xid from sync_change c where c.tenant_id = ${at(1)} and c.entity = ${at(2)} order by c.xid desc limit 1) >= ${at(3)}::xid8
            then (${count.text}) end as total, ${horizon}`,
          values: [...values, tenantId, entity, known.horizon],
          once,
        },
        total: (rows) => (rows.rows[0]!.total === null ? known.total : keep(key, rows.rows[0]!)),
      }
    },
  }
}
