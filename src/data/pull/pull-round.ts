import { PULL_LIMIT, type PullAnswer, type PullRequest } from '#contract/sync.ts'
import { type CacheState, type CacheStore, targetOf } from '../cache/cache-port.ts'
import { takeEpoch } from '../outbox/done.ts'
import { type Identity, sameIdentity } from '../outbox/op.ts'
import type { Locks, OutboxStore, Transport } from '../outbox/ports.ts'
import { renew } from '../outbox/renew.ts'
import { applyPage, startOver } from './apply-page.ts'

export type PullReply = { kind: 'answer'; answer: PullAnswer } | { kind: 'status'; http: number; code?: string } | { kind: 'lost' }

/** The way to the server. Never rejects; gives up by itself after 30 s. */
export interface PullTransport {
  pull: (request: PullRequest, identity: Identity) => Promise<PullReply>
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
  checkpoint?: (name: string) => void | Promise<void>
}

/** whole: everything up to the server's horizon is here. busy: another tab is at it. lost: try again later. login, foreign: not for this session. */
export type PullOutcome = 'whole' | 'busy' | 'lost' | 'login' | 'foreign'

/** Pages of one round at most, so that a server that never says "enough" cannot hold a phone. */
const MOST_PAGES = 10_000

/** Pulls page after page until everything is here. Safe to be killed anywhere: rows and cursors move in one transaction, a resync goes on where it stopped. */
export const pullRound = async (env: PullEnv): Promise<PullOutcome> => {
  const lock = `eam:pull:${env.who.tenantId}:${env.who.userId}`
  return (await env.locks.attempt(lock, () => pages(env))) ?? 'busy'
}

const pages = async (env: PullEnv): Promise<PullOutcome> => {
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const step = await onePage(env)
    if (step !== 'again') return step
  }
  return 'lost'
}

const onePage = async (env: PullEnv): Promise<PullOutcome | 'again'> => {
  const { cache, outbox, who } = env
  const state = await cache.read()
  const { meta } = await outbox.read()
  if (!sameIdentity(meta.identity, who)) return 'foreign'
  if (meta.loginNeeded) return 'login'
  await env.checkpoint?.('pull')
  const reply = await ask(env, state, meta.sessionGen)
  await env.checkpoint?.('pulled')
  if (reply === 'login') return 'login'
  if (reply.kind === 'lost') return 'lost'
  if (reply.kind === 'status') {
    if (reply.code === 'identity_mismatch') return 'foreign'
    if (reply.http !== 410) return 'lost'
    // A load that already begins at nothing and is told to begin anew would go round for ever.
    if (Object.keys(state.cursors).length === 0) return 'lost'
    await cache.update({ keys: [] }, (view) => startOver(view, who, targetOf(view.meta).epoch))
    return 'again'
  }
  return take(env, state, reply.answer, meta.epoch)
}

const take = async (env: PullEnv, state: CacheState, answer: PullAnswer, askedEpoch: string | null): Promise<PullOutcome | 'again'> => {
  const { cache, outbox, who } = env
  await outbox.update((snapshot) => takeEpoch(snapshot, askedEpoch, answer.epoch, Date.parse(answer.serverTime)), { done: true })
  await env.checkpoint?.('epoch')
  const { epoch } = targetOf(state.meta)
  if (epoch !== null && epoch !== answer.epoch) {
    await cache.update({ keys: [] }, (view) => startOver(view, who, answer.epoch))
    return 'again'
  }
  const keys = answer.changes.map(({ entity, id }): [string, string] => [entity, id])
  const applied = await cache.update({ keys, scopes: answer.scopes }, (view) => applyPage(view, { who, state }, answer))
  await env.checkpoint?.('applied')
  if (applied === 'foreign') return 'foreign'
  return applied === 'applied' && !answer.more ? 'whole' : 'again'
}

const ask = async (env: PullEnv, state: CacheState, sessionGen: number): Promise<PullReply | 'login'> => {
  const pull = () => env.transport.pull({ cursors: state.cursors, limit: env.limit ?? PULL_LIMIT }, env.who)
  const reply = await pull()
  if (reply.kind !== 'status' || reply.http !== 401) return reply
  const renewal = await renew({ ...env, store: env.outbox }, env.who, sessionGen)
  if (renewal === 'lost') return { kind: 'lost' }
  if (renewal === 'refused') return 'login'
  const again = await pull()
  return again.kind === 'status' && again.http === 401 ? 'login' : again
}
