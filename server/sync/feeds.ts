import { entities } from '#contract/registry.ts'
import type { Cursor } from '#contract/sync.ts'
import { PACK_FROM, type PackNotice, packFeed } from '#contract/sync-pack.ts'
import type { Query, Rows } from '#server/db/query.ts'

/** What a pull reads behind one cursor: a scope, or one large entity of it that is loaded by packs. */
export interface Feed {
  /** The key of the cursor, and what the changes carry as scope. */
  readonly key: string
  readonly scope: string
  /** Only this entity. */
  readonly only?: string
  /** All but these, which have feeds of their own. */
  readonly without: readonly string[]
}

/** Nothing of the scope has been sent: there was nothing, or nobody asked. */
const isFresh = (cursor: Cursor | undefined): boolean => !cursor || cursor === '0.0'

const large = entities.flatMap((of) => (of.offline && of.large ? [of.name] : []))

/** How many rows of an entity each of these scopes has. */
export const sizesQuery = (tenantId: string, scopes: readonly string[], entity: string): Query => ({
  text: `select s.scope, (select count(*)::int from sync_change c where c.tenant_id = $1 and c.scope_id = s.scope and c.entity = $3 and not c.deleted) as rows
    from unnest($2::text[]) s(scope)`,
  values: [tenantId, scopes, entity],
})

/**
 * The feeds of a person's scopes, and those of them whose rows are still to come in packs. A scope is split when the phone holds nothing of it yet,
 * takes packs, and it has many rows of a large entity; from then on as long as the phone sends a cursor for the part, for the scope itself has gone on
 * without it.
 */
export async function feedsOf(
  run: (queries: readonly Query[]) => Promise<Rows[]>,
  tenantId: string,
  scopes: readonly string[],
  cursors: Readonly<Record<string, Cursor>>,
  takesPacks: boolean,
): Promise<{ feeds: Feed[]; packs: PackNotice[] }> {
  const packs = new Map<string, PackNotice>()
  const split = new Map<string, string[]>()
  for (const entity of large) {
    const isSplit = (scope: string): boolean => packFeed(scope, entity) in cursors
    const open = scopes.filter((scope) => (isSplit(scope) ? !cursors[packFeed(scope, entity)] : takesPacks && isFresh(cursors[scope])))
    const [sizes] = open.length > 0 ? await run([sizesQuery(tenantId, open, entity)]) : []
    for (const row of sizes?.rows ?? []) {
      const [scope, rows] = [String(row.scope), Number(row.rows)]
      const feed = packFeed(scope, entity)
      if (isSplit(scope) || rows > PACK_FROM) packs.set(feed, { feed, rows })
    }
    for (const scope of scopes)
      if (isSplit(scope) || packs.has(packFeed(scope, entity))) split.set(scope, [...(split.get(scope) ?? []), entity])
  }
  const feeds = scopes.flatMap((scope): Feed[] => {
    const parts = split.get(scope) ?? []
    return [{ key: scope, scope, without: parts }, ...parts.map((only) => ({ key: packFeed(scope, only), scope, only, without: [] }))]
  })
  return { feeds, packs: [...packs.values()] }
}
