import { thisContract } from '../contract-version.ts'
import type { Changes, FlushEnv, NoAnswer, Snapshot } from '../ports.ts'
import { olderOps, upgradeOps } from '../settle/bring-up.ts'
import type { Moment } from '../settle/failure.ts'
import { settle, settleWant } from '../settle/settle.ts'
import { settleFile } from '../settle/settle-file.ts'
import type { Settled, Stop } from '../settle/settled.ts'
import { type Op, sameIdentity } from '../store/op.ts'
import { requestVerdict } from '../store/verdict.ts'
import { renew } from './renew.ts'
import { type Batch, nextWake, takeBatch } from './take-batch.ts'
import { uploadFile } from './upload-file.ts'

const BUDGET_MS = 25_000
/** Number of oldest ops a batch is first built from, so that one send does not read a queue of thousands. */
const NEAR = 300

export interface RoundReport {
  /** Batches sent; a photo counts as one, although its parts are separate requests. */
  sent: number
  /** Ops of the signed-in person that still wait for automatic sending. */
  left: number
  /** Device time of the next possible attempt; Infinity when only a person can change that. */
  wakeAt: number
  stop?: Stop
}

/** State shared by the requests of one round. */
interface Round {
  readonly end: number
  readonly sending: Map<string, string>
  sent: number
  stop: Stop | undefined
  /** The remaining work, valid as long as nothing was sent since; else undefined. */
  rest: Rest | undefined
  readonly lines: Promise<void>[]
}

type Rest = Pick<RoundReport, 'left' | 'wakeAt'>

/**
 * Sends ready ops in batches until none is left, an error stops the round or the budget (milliseconds) is used up. May be killed at any await and run
 * twice at once: a batch is marked in one transaction, its answer applied in another, and the server recognises every op by its id.
 */
export const flushRound = async (env: FlushEnv, budgetMs = BUDGET_MS): Promise<RoundReport> => {
  const round: Round = { end: env.clock.mono() + budgetMs, sending: new Map(), sent: 0, stop: undefined, rest: undefined, lines: [] }
  round.lines.push(sendOn(env, round))
  // Wait for every line, so that a failed one does not leave another running outside the lock.
  const ends: PromiseSettledResult<void>[] = []
  for (let at = 0; at < round.lines.length; at += 1) ends.push(...(await Promise.allSettled([round.lines[at]])))
  const broken = ends.find((one) => one.status === 'rejected')
  if (broken) throw broken.reason
  const rest = round.rest ?? restOf(await env.store.read(), env)
  return { sent: round.sent, ...rest, stop: round.stop }
}

/**
 * Sends one request after another. When the first line finds more than fits, it starts a second one on other lanes, which hides the network latency.
 */
const sendOn = async (env: FlushEnv, round: Round): Promise<void> => {
  while (round.stop === undefined && env.clock.mono() < round.end) {
    await env.checkpoint?.('take')
    const look = (ops?: number) => env.store.update((snapshot) => take(snapshot, env, new Set(round.sending.values())), { ops })
    const near = await look(env.near ?? NEAR)
    const taken = 'more' in near ? await look() : near
    if ('more' in taken) return
    if ('older' in taken) {
      await upgradeOps(env, taken.older)
      continue
    }
    if ('rest' in taken) {
      round.rest = round.sending.size === 0 ? taken.rest : undefined
      return
    }
    const { batch } = taken
    const ops = batch.file ? [batch.file.op] : batch.ops
    for (const op of ops) round.sending.set(op.id, op.lane)
    env.onSending?.([...round.sending.keys()])
    if (batch.isMore && round.sending.size === ops.length) round.lines.push(sendOn(env, round))
    await env.checkpoint?.('taken')
    const settled = await (batch.file ? sendFile(env, batch, batch.file) : sendOps(env, batch)).finally(() => {
      for (const op of ops) round.sending.delete(op.id)
    })
    round.sent += 1
    round.rest = undefined
    env.onSending?.([...round.sending.keys()])
    await env.checkpoint?.('settled')
    if (settled.newEpoch !== undefined) env.onEpoch?.(settled.newEpoch)
    round.stop ??= settled.stop
  }
}

/**
 * Decides on the next batch or, when nothing may go, reports the remaining work from the same transaction. `older`: ops to rewrite for this contract
 * first. `more`: nothing ready among the oldest ops, so read all. The oldest suffice for a batch, because an op only waits for older ones.
 */
const take = (
  snapshot: Snapshot,
  env: FlushEnv,
  busy: ReadonlySet<string>,
): Changes<{ batch: Batch } | { rest: Rest } | { older: Op[] } | { more: true }> => {
  const older = olderOps(snapshot, env.contract)
  if (older.length > 0) return { value: { older } }
  const { value: batch, ...changes } = takeBatch(snapshot, env.clock.now(), env, busy)
  if (batch) return { ...changes, value: { batch } }
  if (snapshot.isPart) return { value: { more: true } }
  const put = new Map(changes.put?.map((op) => [op.seq, op]))
  return { ...changes, value: { rest: restOf({ ...snapshot, ops: snapshot.ops.map((op) => put.get(op.seq) ?? op) }, env) } }
}

const restOf = (snapshot: Snapshot, { clock, kinds }: FlushEnv): Rest => ({
  left: leftOf(snapshot),
  wakeAt: nextWake(snapshot, clock.now(), kinds),
})

/** Number of ops of the signed-in person that wait to be sent. */
export const leftOf = ({ ops, meta }: Snapshot): number =>
  ops.filter((op) => op.state === 'pending' && sameIdentity(op, meta.identity)).length

/** Whether the snapshot contains all ops of a batch. */
const isWithin = (batch: Batch, { ops }: Snapshot): boolean => {
  const read = new Set(ops.map((op) => op.id))
  return batch.ops.every((op) => read.has(op.id))
}

const momentOf = (env: FlushEnv): Moment => ({ now: env.clock.now(), random: env.random, client: env.client })

const sendOps = async (env: FlushEnv, batch: Batch): Promise<Settled> => {
  const { deviceId, epoch, counted, ops, identity } = batch
  const session = renewing(env, batch)
  const reply = await session.ask(() =>
    env.transport.push({ deviceId, schema: (env.contract ?? thisContract).schema, epoch, ...counted, ops }, identity),
  )
  await env.checkpoint?.('answered')
  const of = { ...batch, sessionGen: session.gen() }
  const want = settleWant(batch, reply)
  const decide = (snapshot: Snapshot): Changes<Settled> => settle(snapshot, of, reply, momentOf(env))
  if (reply.kind !== 'status') {
    const near = { ...want, ops: env.near ?? NEAR }
    const settled = await env.store.update<Settled | undefined>(
      (snapshot) => (isWithin(batch, snapshot) ? decide(snapshot) : { value: undefined }),
      near,
    )
    if (settled) return settled
  }
  return env.store.update(decide, want)
}

const sendFile = async (env: FlushEnv, batch: Batch, { op, isFresh }: NonNullable<Batch['file']>): Promise<Settled> => {
  const session = renewing(env, batch)
  const outcome = await uploadFile(env, batch.identity, op, isFresh, session.ask)
  await env.checkpoint?.('answered')
  const of = { ...batch, sessionGen: session.gen() }
  const want = { done: outcome.kind === 'done' && outcome.epoch !== batch.epoch, blobs: outcome.kind === 'smaller' }
  return env.store.update((snapshot) => settleFile(snapshot, of, outcome, momentOf(env)), want)
}

/** Wraps calls: after a 401 the session is renewed once and the call repeated. `gen` returns the session generation of the newest reply. */
const renewing = (env: FlushEnv, batch: Batch) => {
  let gen = batch.sessionGen
  const ask = async <R extends { kind: 'answer' } | NoAnswer>(call: () => Promise<R>): Promise<R | NoAnswer> => {
    const reply = await call()
    if (reply.kind !== 'status' || requestVerdict(reply.http, reply.code) !== 'login') return reply
    await env.checkpoint?.('unauthorised')
    const renewal = await renew(env, batch.identity, gen)
    if (renewal === 'lost') return { kind: 'lost' }
    if (renewal === 'refused') return reply
    gen = (await env.store.read({ ops: false })).meta.sessionGen
    return call()
  }
  return { ask, gen: () => gen }
}
