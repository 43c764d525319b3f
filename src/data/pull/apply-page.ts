import { type Cursor, canonical, type PullAnswer } from '#contract/sync/sync.ts'
import { bundleFeedParts } from '#contract/sync/sync-bundle.ts'
import {
  type BundleLoad,
  type CacheChanges,
  type CachedRow,
  type CacheMeta,
  type CacheState,
  type CacheView,
  keyOf,
  targetOf,
} from '../cache/cache-port.ts'
import { type Identity, sameIdentity } from '../outbox/store/op.ts'

/**
 * applied: rows and cursors moved together. whole: the same, and nothing is left to load. overtaken: another tab was faster, read the state again.
 * foreign: the database does not belong to this person (any more), the answer is discarded.
 */
export type Applied = 'applied' | 'whole' | 'overtaken' | 'foreign'

/** The person and the cache state that a pull request was built from. */
export interface Asked {
  who: Identity
  state: CacheState
}

/** Decides, within one transaction, how to apply one page. Idempotent. */
export const applyPage = (view: CacheView, asked: Asked, answer: PullAnswer): CacheChanges<Applied> => {
  const { meta } = view
  if (!sameIdentity(meta.owner, asked.who)) return { value: 'foreign' }
  const target = targetOf(meta)
  if (target.gen !== targetOf(asked.state.meta).gen || canonical(view.cursors) !== canonical(asked.state.cursors))
    return { value: 'overtaken' }
  const { put, drop } = rowsOf(view, answer, target.gen)
  const dropScopes = view.held.filter((scope) => !answer.scopes.includes(scope))
  const loads = loadsOf(view, answer)
  const isWhole = !answer.more && Object.keys(loads).length === 0
  return {
    put,
    drop,
    dropScopes,
    cursors: { gen: target.gen, set: cursorsOf(view, answer) },
    loads: { gen: target.gen, set: loads },
    dropGens: isWhole && meta.loading ? [meta.current.gen] : [],
    meta: metaOf(meta, answer, isWhole),
    value: isWhole ? 'whole' : 'applied',
  }
}

/** Decides, within one transaction, to reload everything while the current rows stay readable. */
export const startOver = ({ meta }: CacheView, who: Identity, epoch: string | null): CacheChanges<void> => {
  if (!sameIdentity(meta.owner, who)) return { value: undefined }
  const gen = Math.max(meta.current.gen, meta.loading?.gen ?? 0) + 1
  return { meta: { loading: { gen, epoch } }, dropGens: meta.loading ? [meta.loading.gen] : [], value: undefined }
}

const rowsOf = (view: CacheView, answer: PullAnswer, gen: number): { put: CachedRow[]; drop: CachedRow[] } => {
  const allowed = new Set(answer.scopes)
  const touched = new Map<string, CachedRow>()
  const at = (of: number, entity: string, id: string) => `${of} ${keyOf(entity, id)}`
  for (const row of view.lost) {
    const [scopes, over] = [row.scopes, row.over ?? []].map((held) => held.filter((scope) => allowed.has(scope)))
    touched.set(at(row.gen, row.entity, row.id), shaped({ ...row, scopes: scopes ?? [], over }))
  }
  for (const { scope, entity, id, deleted, row } of answer.changes) {
    if (!allowed.has(scope)) continue
    const key = at(gen, entity, id)
    const before = touched.get(key) ?? view.rows.get(keyOf(entity, id))
    const others = before?.scopes.filter((one) => one !== scope) ?? []
    const over = bundleFeedParts(scope) ? [...new Set([...(before?.over ?? []), scope])].sort() : before?.over
    if (!deleted && row) touched.set(key, shaped({ gen, entity, id, scopes: [...others, scope].sort(), over, row }))
    else if (before || over) touched.set(key, shaped({ gen, entity, id, scopes: others, over, row: before?.row ?? {} }))
  }
  const all = [...touched.values()]
  const isKept = ({ scopes, over }: CachedRow): boolean => scopes.length > 0 || over !== undefined
  return { put: all.filter(isKept), drop: all.filter((row) => !isKept(row)) }
}

/** Removes an empty list of feeds, and the content of a tombstone. */
const shaped = ({ over, ...row }: CachedRow): CachedRow => ({
  ...row,
  row: row.scopes.length > 0 ? row.row : {},
  ...(over?.length ? { over } : {}),
})

/** The bundle loads that remain after this page. */
const loadsOf = (view: CacheView, answer: PullAnswer): Record<string, BundleLoad> => {
  const fresh = { got: 0, horizon: null, after: null }
  return Object.fromEntries((answer.packs ?? []).map(({ feed, rows }) => [feed, { ...(view.loads[feed] ?? fresh), rows }]))
}

const cursorsOf = (view: CacheView, answer: PullAnswer): Record<string, Cursor> =>
  Object.fromEntries(answer.scopes.map((scope) => [scope, answer.cursors[scope] ?? view.cursors[scope] ?? null]))

const metaOf = (meta: CacheMeta, answer: PullAnswer, isWhole: boolean): Partial<CacheMeta> => {
  const pulledAt = Date.parse(answer.serverTime)
  const target = targetOf(meta)
  if (isWhole) {
    return {
      current: { gen: target.gen, epoch: answer.epoch, horizon: answer.horizon, complete: true, whole: answer.scopes },
      loading: null,
      pulledAt,
    }
  }
  // A scope that is lost and comes back is loaded from scratch.
  const { whole } = meta.current
  const current = whole ? { ...meta.current, whole: whole.filter((scope) => answer.scopes.includes(scope)) } : meta.current
  if (meta.loading) return { current, loading: { ...meta.loading, epoch: answer.epoch } }
  return { current: { ...current, epoch: answer.epoch } }
}
