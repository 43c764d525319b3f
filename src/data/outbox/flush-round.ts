import { SYNC_SCHEMA } from '#contract/sync.ts'
import { sameIdentity } from './op.ts'
import type { FlushEnv, PushReply, Snapshot } from './ports.ts'
import { renew } from './renew.ts'
import { settle, settleWant } from './settle.ts'
import type { Stop } from './settled.ts'
import { type Batch, nextWake, takeBatch } from './take-batch.ts'
import { requestVerdict } from './verdict.ts'

const BUDGET_MS = 25_000

export interface RoundReport {
  /** Requests made. */
  sent: number
  /** Ops of the signed-in person that still wait to be sent by themselves. */
  left: number
  /** Device time of the next possible attempt; Infinity when only a person can change something. */
  wakeAt: number
  stop?: Stop
}

/**
 * Sends what may go, batch by batch, until nothing may, something stands in the way or the budget is used up. Safe to be killed at any await and to run
 * twice at once: a batch is marked in one transaction, its answer applied in another, and the server knows every op by its id.
 */
export const flushRound = async (env: FlushEnv, budgetMs = BUDGET_MS): Promise<RoundReport> => {
  const end = env.clock.mono() + budgetMs
  let sent = 0
  let stop: Stop | undefined
  while (stop === undefined && env.clock.mono() < end) {
    await env.checkpoint?.('take')
    const batch = await env.store.update((snapshot) => takeBatch(snapshot, env.clock.now(), env.kinds, env.client))
    if (batch === undefined) break
    env.onSending?.(batch.ops.map((op) => op.id))
    await env.checkpoint?.('taken')
    const { reply, sessionGen } = await send(env, batch)
    sent += 1
    await env.checkpoint?.('answered')
    const at = { now: env.clock.now(), random: env.random, client: env.client }
    const settled = await env.store.update((snapshot) => settle(snapshot, { ...batch, sessionGen }, reply, at), settleWant(batch, reply))
    env.onSending?.([])
    await env.checkpoint?.('settled')
    if (settled.newEpoch !== undefined) env.onEpoch?.(settled.newEpoch)
    stop = settled.stop
  }
  const snapshot = await env.store.read()
  const now = env.clock.now()
  const wakeAt = nextWake(snapshot, now, env.kinds)
  return { sent, left: leftOf(snapshot), wakeAt, stop }
}

/** How many ops of the signed-in person wait to be sent. */
export const leftOf = ({ ops, meta }: Snapshot): number =>
  ops.filter((op) => op.state === 'pending' && sameIdentity(op, meta.identity)).length

/** One push; after a 401 one renewal of the session and the same push once more. Also answers which session the reply speaks of. */
const send = async (env: FlushEnv, batch: Batch): Promise<{ reply: PushReply; sessionGen: number }> => {
  const { sessionGen } = batch
  const push = () =>
    env.transport.push({ deviceId: batch.deviceId, schema: SYNC_SCHEMA, epoch: batch.epoch, ops: batch.ops }, batch.identity)
  const reply = await push()
  if (reply.kind !== 'status' || requestVerdict(reply.http, reply.code) !== 'login') return { reply, sessionGen }
  await env.checkpoint?.('unauthorised')
  const renewal = await renew(env, batch.identity, sessionGen)
  if (renewal === 'lost') return { reply: { kind: 'lost' }, sessionGen }
  if (renewal === 'refused') return { reply, sessionGen }
  const { meta } = await env.store.read()
  return { reply: await push(), sessionGen: meta.sessionGen }
}
