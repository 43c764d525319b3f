import { entities } from '#contract/registry.ts'
import type { Cursor } from '#contract/sync/sync.ts'
import { BUNDLE_FROM, type BundleNotice, bundleFeed } from '#contract/sync/sync-bundle.ts'
import type { Query, Rows } from '#server/db/query.ts'
import { talliedSizes } from '#server/kit/counts/tally.ts'
import type { Scope } from './scopes.ts'

/** What a pull reads behind one cursor: a scope, or one large entity of it that is loaded by packs. */
export interface Feed {
  /** The key of the cursor, and what the changes carry as scope on their way. */
  readonly key: string
  readonly scope: string
  readonly entities: readonly string[]
  readonly isOwn: boolean
  readonly isBlind: boolean
}

/** Nothing of the scope has been sent: it was empty, or never requested. */
const isFresh = (cursor: Cursor | undefined): boolean => !cursor || cursor === '0.0'

const bundled = entities.flatMap((of) => (of.offline?.packs ? [of.name] : []))

/** How many rows of an entity each of these scopes has. */
const sizesQuery = (tenantId: string, scopes: readonly string[], entity: string): Query =>
  talliedSizes(tenantId, scopes, entity) ?? {
    text: `select s.scope, (select count(*)::int from sync_change c where c.tenant_id = $1 and c.scope_id = s.scope and c.entity = $3 and not c.deleted) as rows
    from unnest($2::text[]) s(scope)`,
    values: [tenantId, scopes, entity],
  }

/**
 * The feeds of a person's scopes, and those of them whose rows are still to come in packs. A scope is split when the phone holds nothing of it yet,
 * takes packs of an entity, and it has many rows of it; from then on as long as the phone sends a cursor for the part, for the scope itself has gone on
 * without it.
 */
export async function feedsOf(
  run: (queries: readonly Query[]) => Promise<Rows[]>,
  tenantId: string,
  scopes: readonly Scope[],
  cursors: Readonly<Record<string, Cursor>>,
  takes: (entity: string) => boolean,
): Promise<{ feeds: Feed[]; packs: BundleNotice[] }> {
  const packs = new Map<string, BundleNotice>()
  const split = new Map<Scope, string[]>()
  for (const entity of bundled) {
    // Of a blind check few rows are sent, and how many there are is part of its book.
    const holding = scopes.filter((one) => !one.isBlind && one.entities.includes(entity))
    const feedOf = ({ name }: Scope): string => bundleFeed(name, entity)
    const isSplit = (one: Scope): boolean => feedOf(one) in cursors
    const open = holding.filter((one) => (isSplit(one) ? !cursors[feedOf(one)] : takes(entity) && isFresh(cursors[one.name])))
    const [sizes] =
      open.length > 0
        ? await run([
            sizesQuery(
              tenantId,
              open.map(({ scope }) => scope),
              entity,
            ),
          ])
        : []
    const rowsIn = new Map(sizes?.rows.map((row) => [String(row.scope), Number(row.rows)]))
    for (const one of open) {
      const rows = rowsIn.get(one.scope) ?? 0
      if (isSplit(one) || rows > BUNDLE_FROM) packs.set(feedOf(one), { feed: feedOf(one), rows })
    }
    for (const one of holding) if (isSplit(one) || packs.has(feedOf(one))) split.set(one, [...(split.get(one) ?? []), entity])
  }
  const feeds = scopes.flatMap((one): Feed[] => {
    const parts = split.get(one) ?? []
    return [
      {
        key: one.name,
        scope: one.scope,
        entities: one.entities.filter((name) => !parts.includes(name)),
        isOwn: one.isOwn,
        isBlind: one.isBlind,
      },
      ...parts.map((entity) => ({
        key: bundleFeed(one.name, entity),
        scope: one.scope,
        entities: [entity],
        isOwn: one.isOwn,
        isBlind: false,
      })),
    ]
  })
  return { feeds, packs: [...packs.values()] }
}
