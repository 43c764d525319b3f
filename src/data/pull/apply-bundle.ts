import { canonical } from '#contract/sync/sync.ts'
import { type BundleAnswer, bundleFeedParts, cursorAfterBundles } from '#contract/sync/sync-bundle.ts'
import { type CacheChanges, type CacheView, targetOf } from '#src/data/cache/cache-port.ts'
import { storedBundle } from '#src/data/cache/stored-bundle.ts'
import { sameIdentity } from '#src/data/outbox/store/op.ts'
import type { Applied, Asked } from './apply-page.ts'

/**
 * Decides, within one transaction, how to apply one bundle of a feed. After the last bundle, the pull delivers changes from the first bundle's
 * horizon on.
 */
export const applyBundle = (view: CacheView, asked: Asked & { feed: string }, answer: BundleAnswer): CacheChanges<Applied> => {
  const { feed, state, who } = asked
  if (!sameIdentity(view.meta.owner, who)) return { value: 'foreign' }
  const { gen } = targetOf(view.meta)
  const load = view.loads[feed]
  if (!load || gen !== targetOf(state.meta).gen || canonical(load) !== canonical(state.loads[feed])) return { value: 'overtaken' }
  const horizon = load.horizon ?? answer.horizon
  const bundle = storedBundle({ gen, feed, entity: bundleFeedParts(feed)?.entity ?? '' }, answer)
  const got = load.got + (bundle?.size ?? 0)
  return {
    bundles: bundle ? [bundle] : [],
    loads: { gen, set: { [feed]: answer.next === null ? null : { ...load, got, horizon, after: answer.next } } },
    ...(answer.next === null ? { cursors: { gen, set: { [feed]: cursorAfterBundles(horizon) } } } : {}),
    value: 'applied',
  }
}
