import { type Cursor, canonical, type PullAnswer } from '#contract/sync.ts'
import { type CacheChanges, type CachedRow, type CacheMeta, type CacheState, type CacheView, keyOf, targetOf } from '../cache/cache-port.ts'
import { type Identity, sameIdentity } from '../outbox/op.ts'

/**
 * applied: rows and cursors moved together. overtaken: another tab was faster, look again. foreign: the database is not this person's (any more), the
 * answer is thrown away.
 */
export type Applied = 'applied' | 'overtaken' | 'foreign'

/** What a pull was asked with. */
export interface Asked {
  who: Identity
  state: CacheState
}

/** One transaction's decision about one page. Applied twice it changes nothing the second time. */
export const applyPage = (view: CacheView, asked: Asked, answer: PullAnswer): CacheChanges<Applied> => {
  const { meta } = view
  if (!sameIdentity(meta.owner, asked.who)) return { value: 'foreign' }
  const target = targetOf(meta)
  if (target.gen !== targetOf(asked.state.meta).gen || canonical(view.cursors) !== canonical(asked.state.cursors))
    return { value: 'overtaken' }
  const { put, drop } = rowsOf(view, answer, target.gen)
  const dropScopes = view.held.filter((scope) => !answer.scopes.includes(scope))
  return {
    put,
    drop,
    dropScopes,
    cursors: { gen: target.gen, set: cursorsOf(view, answer) },
    dropGens: !answer.more && meta.loading ? [meta.current.gen] : [],
    meta: metaOf(meta, answer),
    value: 'applied',
  }
}

/** One transaction's decision to load everything anew beside what is readable. */
export const startOver = ({ meta }: CacheView, who: Identity, epoch: string | null): CacheChanges<void> => {
  if (!sameIdentity(meta.owner, who)) return { value: undefined }
  const gen = Math.max(meta.current.gen, meta.loading?.gen ?? 0) + 1
  return { meta: { loading: { gen, epoch } }, dropGens: meta.loading ? [meta.loading.gen] : [], value: undefined }
}

const rowsOf = (view: CacheView, answer: PullAnswer, gen: number): { put: CachedRow[]; drop: CachedRow[] } => {
  const allowed = new Set(answer.scopes)
  const touched = new Map<string, CachedRow>()
  const at = (of: number, entity: string, id: string) => `${of} ${keyOf(entity, id)}`
  for (const row of view.lost)
    touched.set(at(row.gen, row.entity, row.id), { ...row, scopes: row.scopes.filter((scope) => allowed.has(scope)) })
  for (const { scope, entity, id, deleted, row } of answer.changes) {
    if (!allowed.has(scope)) continue
    const key = at(gen, entity, id)
    const before = touched.get(key) ?? view.rows.get(keyOf(entity, id))
    const others = before?.scopes.filter((one) => one !== scope) ?? []
    if (!deleted && row) touched.set(key, { gen, entity, id, scopes: [...others, scope].sort(), row })
    else if (before) touched.set(key, { ...before, scopes: others })
  }
  const all = [...touched.values()]
  return { put: all.filter((row) => row.scopes.length > 0), drop: all.filter((row) => row.scopes.length === 0) }
}

const cursorsOf = (view: CacheView, answer: PullAnswer): Record<string, Cursor> =>
  Object.fromEntries(answer.scopes.map((scope) => [scope, answer.cursors[scope] ?? view.cursors[scope] ?? null]))

const metaOf = (meta: CacheMeta, answer: PullAnswer): Partial<CacheMeta> => {
  const pulledAt = Date.parse(answer.serverTime)
  const target = targetOf(meta)
  if (!answer.more) {
    return { current: { gen: target.gen, epoch: answer.epoch, horizon: answer.horizon, complete: true }, loading: null, pulledAt }
  }
  if (meta.loading) return { loading: { ...meta.loading, epoch: answer.epoch } }
  return { current: { ...meta.current, epoch: answer.epoch } }
}
