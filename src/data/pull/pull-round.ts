import { PULL_LIMIT, type PullAnswer, type PullRequest } from '#contract/sync/sync.ts'
import { BUNDLE_MOST_ROWS, BUNDLE_ROWS, type BundleAnswer, type BundleRequest } from '#contract/sync/sync-bundle.ts'
import { type CacheState, type CacheStore, targetOf } from '../cache/cache-port.ts'
import type { Locks, OutboxStore, Snapshot, Transport } from '../outbox/ports.ts'
import { renew } from '../outbox/send/renew.ts'
import { takeEpoch } from '../outbox/settle/done.ts'
import { type Identity, sameIdentity } from '../outbox/store/op.ts'
import { applyBundle } from './apply-bundle.ts'
import { type Applied, applyPage, startOver } from './apply-page.ts'

type Reply<A> = { kind: 'answer'; answer: A } | { kind: 'status'; http: number; code?: string; retryAfterS?: number } | { kind: 'lost' }
export type PullReply = Reply<PullAnswer>
export type BundleReply = Reply<BundleAnswer>

/** The transport to the server. Never rejects; times out after 30 s. */
export interface PullTransport {
  pull: (request: PullRequest, identity: Identity) => Promise<PullReply>
  /** When absent, large scopes come row by row. */
  bundle?: (request: BundleRequest, identity: Identity) => Promise<BundleReply>
}

export interface PullEnv {
  cache: CacheStore
  outbox: OutboxStore
  transport: PullTransport & Pick<Transport, 'renew'>
  locks: Locks
  /** The owner of the cache. */
  who: Identity
  /** Rows per page, 2,000 when absent. */
  limit?: number
  /** Rows per bundle; when absent, 5,000 for the first bundle of a round and 10,000 for the next ones. */
  bundleRows?: number
  checkpoint?: (name: string) => void | Promise<void>
  /** Called with the number of seconds for which the server asked for a pause. */
  onPutOff?: (seconds: number) => void
  /** Called when everything up to the horizon is loaded but the server holds more back behind it. */
  onHeld?: () => void
}

/** whole: loaded up to the server's horizon. busy: another tab is pulling. lost: try again later. login, foreign: the session does not fit. */
export type PullOutcome = 'whole' | 'busy' | 'lost' | 'login' | 'foreign'

/** Maximum number of pages in one round, so that a faulty server cannot keep a phone busy. */
const MOST_PAGES = 10_000

/** Number of refused bundles after which a round gives up. */
const MOST_REFUSALS = 3

/**
 * Pulls pages until everything is loaded. May be interrupted anywhere: rows and cursors move in one transaction, a resync resumes where it stopped.
 */
export const pullRound = async (env: PullEnv): Promise<PullOutcome> => {
  const lock = `eam:pull:${env.who.tenantId}:${env.who.userId}`
  return (await env.locks.attempt(lock, () => pages(env))) ?? 'busy'
}

const pages = async (env: PullEnv): Promise<PullOutcome> => {
  // Pull a page first: it lists the person's scopes, so that no bundle of a lost scope is requested.
  let isBundle = false
  let refusals = 0
  // Start each round with a short bundle: a slow network may time out on a long one.
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

/** Loads a page, or a bundle of this many rows when one is due. */
const onePage = async (env: PullEnv, bundleRows: number | undefined): Promise<Step> => {
  const { cache, outbox, who } = env
  const state = await cache.read()
  const queue = await outbox.read({ ops: false })
  const { meta } = queue
  if (!sameIdentity(meta.identity, who)) return 'foreign'
  if (meta.loginNeeded) return 'login'
  const feed = bundleRows ? Object.keys(state.loads)[0] : undefined
  await env.checkpoint?.(feed ? 'pack' : 'pull')
  if (feed && bundleRows) return oneBundle(env, state, { feed, after: state.loads[feed]?.after ?? null, rows: bundleRows }, meta)
  const reply = await signedIn(env, meta.sessionGen, () => env.transport.pull(pullOf(env, state, queue), who))
  await env.checkpoint?.('pulled')
  if (reply === 'login') return 'login'
  if (reply.kind === 'lost') return 'lost'
  if (reply.kind === 'status') {
    if (reply.code === 'identity_mismatch') return 'foreign'
    if (reply.http !== 410) return 'lost'
    // Do not restart a load that starts from scratch anyway: it would loop endlessly.
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

const pullOf = (env: PullEnv, { cursors }: CacheState, queue: Snapshot): PullRequest => {
  const { deviceId, epoch } = queue.meta
  const { counted } = queue
  return {
    cursors,
    limit: env.limit ?? PULL_LIMIT,
    ...(env.transport.bundle ? { packs: true, linePacks: true } : {}),
    ...(counted && deviceId ? { contact: { deviceId, epoch, ...counted } } : {}),
  }
}

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
  // The person may have lost the scope since; pull a page next to find out.
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
  // Compaction is optional: loose rows are read just the same.
  await cache.compact?.().catch(() => {})
  return 'whole'
}

/** Makes a request; after a 401 renews the session and repeats it once. */
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

/** Marks the session as over, so that the person is asked to sign in even with an empty queue; not after a sign-in or renewal meanwhile. */
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
