import { canonical } from '#contract/sync.ts'
import { cursorAfterPacks, type PackAnswer, packFeedParts } from '#contract/sync-pack.ts'
import { type CacheChanges, type CacheView, targetOf } from '../cache/cache-port.ts'
import { storedPack } from '../cache/stored-pack.ts'
import { sameIdentity } from '../outbox/op.ts'
import type { Applied, Asked } from './apply-page.ts'

/** One transaction's decision about one pack of a feed. After the last one the feed's changes come through the pull, from the horizon of the first. */
export const applyPack = (view: CacheView, asked: Asked & { feed: string }, answer: PackAnswer): CacheChanges<Applied> => {
  const { feed, state, who } = asked
  if (!sameIdentity(view.meta.owner, who)) return { value: 'foreign' }
  const { gen } = targetOf(view.meta)
  const load = view.loads[feed]
  if (!load || gen !== targetOf(state.meta).gen || canonical(load) !== canonical(state.loads[feed])) return { value: 'overtaken' }
  const horizon = load.horizon ?? answer.horizon
  const pack = storedPack({ gen, feed, entity: packFeedParts(feed)?.entity ?? '' }, answer)
  const got = load.got + (pack?.size ?? 0)
  return {
    packs: pack ? [pack] : [],
    loads: { gen, set: { [feed]: answer.next === null ? null : { ...load, got, horizon, after: answer.next } } },
    ...(answer.next === null ? { cursors: { gen, set: { [feed]: cursorAfterPacks(horizon) } } } : {}),
    value: 'applied',
  }
}
