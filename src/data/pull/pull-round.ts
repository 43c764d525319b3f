import { PULL_LIMIT, type PullAnswer, type PullRequest } from '#contract/sync.ts'
import { BUNDLE_MOST_ROWS, BUNDLE_ROWS, type BundleAnswer, type BundleRequest } from '#contract/sync-bundle.ts'
import { type CacheState, type CacheStore, targetOf } from '../cache/cache-port.ts'
import { takeEpoch } from '../outbox/done.ts'
import { type Identity, sameIdentity } from '../outbox/op.ts'
import type { Locks, OutboxStore, Transport } from '../outbox/ports.ts'
import { renew } from '../outbox/renew.ts'
import { applyBundle } from './apply-bundle.ts'
import { type Applied, applyPage, startOver } from './apply-page.ts'

type Reply<A> = { kind: 'answer'; answer: A } | { kind: 'status'; http: number; code?: string; retryAfterS?: number } | { kind: 'lost' }
export type PullReply = Reply<PullAnswer>
export type BundleReply = Reply<BundleAnswer>

/** The transport to the server. Never rejects; gives up by itself after 30 s. */
export interface PullTransport {
  pull: (request: PullRequest, identity: Identity) => Promise<PullReply>
  /** Absent where large scopes come row by row. */
  bundle?: (request: BundleRequest, identity: Identity) => Promise<BundleReply>
}

export interface PullEnv {
  cache: CacheStore
  outbox: OutboxStore
  transport: PullTransport & Pick<Transport, 'renew'>
  locks: Locks
  /** The person whose cache this is. */
  who: Identity
  /** Rows per page, 2,000 when absent. */
  limit?: number
  /** Rows of every bundle; when absent 5,000 for the first of a round and 10,000 for those behind it. */
  bundleRows?: number
  checkpoint?: (name: string) => void | Promise<void>
  /** Called with the seconds for which the server asked for a pause. */
  onPutOff?: (seconds: number) => void
  /** Called when everything up to the horizon is here, and that there is more behind it. */
  onHeld?: () => void
}

/** whole: everything up to the server's horizon is here. busy: another tab is pulling. lost: try again later. login, foreign: not for this session. */
export type PullOutcome = 'whole' | 'busy' | 'lost' | 'login' | 'foreign'

/** Maximum number of pages in one round, so that a server that never says "enough" cannot occupy a phone. */
const MOST_PAGES = 10_000

/** Number of bundles that may be refused in a round before it gives up for now. */
const MOST_REFUSALS = 3

/** Pulls page after page until everything is here. Safe to be killed anywhere: rows and cursors move in one transaction, a resync resumes where it stopped. */
export const pullRound = async (env: PullEnv): Promise<PullOutcome> => {
  const lock = `eam:pull:${env.who.tenantId}:${env.who.userId}`
  return (await env.locks.attempt(lock, () => pages(env))) ?? 'busy'
}

const pages = async (env: PullEnv): Promise<PullOutcome> => {
  // The person's scopes are requested first, so that no bundle is requested in vain.
  let isBundle = false
  let refusals = 0
  // A network that is too slow for a long bundle brings a short one in every round.
  let rows = BUNDLE_ROWS
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const step = await onePage(env, isBundle ? (env.bundleRows ?? rows) : undefined)
    if (isBundle && step === 'again') rows = BUNDLE_MOST_ROWS
    if (step !== 'again' && step !== 'refused') return step
    isBundle = step === 'again'
    if (step === 'refused') refusals += 1
    if (refusals > MOST_REFUSALS) return 'lost'
  }
  return 'lost'
}

type Step = PullOutcome | 'again' | 'refused'

/** A page, or a bundle of this many rows when there is one to be loaded. */
const onePage = async (env: PullEnv, bundleRows: number | undefined): Promise<Step> => {
  const { cache, outbox, who } = env
  const state = await cache.read()
  const { meta } = await outbox.read({ ops: false })
  if (!sameIdentity(meta.identity, who)) return 'foreign'
  if (meta.loginNeeded) return 'login'
  const feed = bundleRows ? Object.keys(state.loads)[0] : undefined
  await env.checkpoint?.(feed ? 'pack' : 'pull')
  if (feed && bundleRows) return oneBundle(env, state, { feed, after: state.loads[feed]?.after ?? null, rows: bundleRows }, meta)
  const reply = await signedIn(env, meta.sessionGen, () => env.transport.pull(pullOf(env, state), who))
  await env.checkpoint?.('pulled')
  if (reply === 'login') return 'login'
  if (reply.kind === 'lost') return 'lost'
  if (reply.kind === 'status') {
    if (reply.code === 'identity_mismatch') return 'foreign'
    if (reply.http !== 410) return 'lost'
    // A load from scratch that is told to restart would loop endlessly.
    if (Object.keys(state.cursors).length === 0) return 'lost'
    await cache.update({ keys: [] }, (view) => startOver(view, who, targetOf(view.meta).epoch))
    return 'again'
  }
  const { answer } = reply
  const keys = answer.changes.map(({ entity, id }): [string, string] => [entity, id])
  const want = { keys, scopes: answer.scopes }
  const step = await take(env, state, answer, meta.epoch, () => cache.update(want, (view) => applyPage(view, { who, state }, answer)))
  if (step === 'whole' && answer.held) env.onHeld?.()
  return step
}

const pullOf = (env: PullEnv, { cursors }: CacheState): PullRequest => ({
  cursors,
  limit: env.limit ?? PULL_LIMIT,
  ...(env.transport.bundle ? { packs: true, linePacks: true } : {}),
})

const oneBundle = async (
  env: PullEnv,
  state: CacheState,
  request: BundleRequest,
  meta: { sessionGen: number; epoch: string | null },
): Promise<Step> => {
  const { cache, transport, who } = env
  const { feed } = request
  const reply = await signedIn(env, meta.sessionGen, async () => (await transport.bundle?.(request, who)) ?? { kind: 'lost' as const })
  await env.checkpoint?.('packed')
  if (reply === 'login') return 'login'
  if (reply.kind === 'lost') return 'lost'
  // The scope may have been lost since; the next pull says so.
  if (reply.kind === 'status')
    return reply.code === 'identity_mismatch' ? 'foreign' : reply.http >= 400 && reply.http < 429 ? 'refused' : 'lost'
  const { answer } = reply
  return take(env, state, answer, meta.epoch, () => cache.update({ keys: [] }, (view) => applyBundle(view, { who, state, feed }, answer)))
}

const take = async (
  env: PullEnv,
  state: CacheState,
  answer: { epoch: string; serverTime: string },
  askedEpoch: string | null,
  apply: () => Promise<Applied>,
): Promise<Step> => {
  const { cache, outbox, who } = env
  if (answer.epoch !== askedEpoch)
    await outbox.update((snapshot) => takeEpoch(snapshot, askedEpoch, answer.epoch, Date.parse(answer.serverTime)), { done: true })
  await env.checkpoint?.('epoch')
  const { epoch } = targetOf(state.meta)
  if (epoch !== null && epoch !== answer.epoch) {
    await cache.update({ keys: [] }, (view) => startOver(view, who, answer.epoch))
    return 'again'
  }
  const applied = await apply()
  await env.checkpoint?.('applied')
  if (applied === 'foreign') return 'foreign'
  if (applied !== 'whole') return 'again'
  // What cannot be put together now stays where it is, and is read just the same.
  await cache.compact?.().catch(() => {})
  return 'whole'
}

/** Asks, once more after renewing the session when it has ended. */
const signedIn = async <A>(env: PullEnv, sessionGen: number, request: () => Promise<Reply<A>>): Promise<Reply<A> | 'login'> => {
  const reply = await request()
  if (reply.kind === 'status' && reply.retryAfterS !== undefined) env.onPutOff?.(reply.retryAfterS)
  if (reply.kind !== 'status' || reply.http !== 401) return reply
  const renewal = await renew({ ...env, store: env.outbox }, env.who, sessionGen)
  if (renewal === 'lost') return { kind: 'lost' }
  if (renewal === 'refused') return sessionOver(env, sessionGen)
  const { meta } = await env.outbox.read({ ops: false })
  const again = await request()
  return again.kind === 'status' && again.http === 401 ? sessionOver(env, meta.sessionGen) : again
}

/** Asks the person to sign in, also with an empty queue; unless a sign-in or renewal happened meanwhile. */
const sessionOver = async ({ outbox, who }: PullEnv, sessionGen: number): Promise<'login'> => {
  await outbox.update(
    ({ meta }) => ({
      meta: sameIdentity(meta.identity, who) && meta.sessionGen === sessionGen ? { loginNeeded: true } : {},
      value: undefined,
    }),
    { ops: false },
  )
  return 'login'
}
