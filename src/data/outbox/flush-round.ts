import { bringUp, olderOps } from './bring-up.ts'
import { thisContract } from './contract-version.ts'
import type { Moment } from './failure.ts'
import { type Op, sameIdentity } from './op.ts'
import type { Changes, FlushEnv, NoAnswer, Snapshot } from './ports.ts'
import { renew } from './renew.ts'
import { settle, settleWant } from './settle.ts'
import { settleFile } from './settle-file.ts'
import type { Settled, Stop } from './settled.ts'
import { type Batch, nextWake, takeBatch } from './take-batch.ts'
import { uploadFile } from './upload-file.ts'
import { requestVerdict } from './verdict.ts'

const BUDGET_MS = 25_000
/** Requests are built from this many of the oldest ops, so that sending one of thousands does not read them all. */
const NEAR = 300

export interface RoundReport {
  /** Requests made. */
  sent: number
  /** Ops of the signed-in person that still wait to be sent automatically. */
  left: number
  /** Device time of the next possible attempt; Infinity when only a person can change something. */
  wakeAt: number
  stop?: Stop
}

/** What the requests of one round share. */
interface Round {
  readonly end: number
  readonly sending: Map<string, string>
  sent: number
  stop: Stop | undefined
  /** What is left, as long as nothing was sent since it was looked at. */
  rest: Rest | undefined
  readonly lines: Promise<void>[]
}

type Rest = Pick<RoundReport, 'left' | 'wakeAt'>

/**
 * Sends the ready ops batch by batch until none is left, an error stops the round or the budget is used up. Safe to be killed at any await and to run
 * twice at once: a batch is marked in one transaction, its answer applied in another, and the server knows every op by its id.
 */
export const flushRound = async (env: FlushEnv, budgetMs = BUDGET_MS): Promise<RoundReport> => {
  const round: Round = { end: env.clock.mono() + budgetMs, sending: new Map(), sent: 0, stop: undefined, rest: undefined, lines: [] }
  round.lines.push(sendOn(env, round))
  // A failed line does not leave the other one running outside the lock.
  const ends: PromiseSettledResult<void>[] = []
  for (let at = 0; at < round.lines.length; at += 1) ends.push(...(await Promise.allSettled([round.lines[at]])))
  const broken = ends.find((one) => one.status === 'rejected')
  if (broken) throw broken.reason
  const rest = round.rest ?? restOf(await env.store.read(), env)
  return { sent: round.sent, ...rest, stop: round.stop }
}

/**
 * One request after another. Where the first line finds more than it can carry, a second one begins beside it, on other lanes, so that the way there and back
 * is not waited for.
 */
const sendOn = async (env: FlushEnv, round: Round): Promise<void> => {
  while (round.stop === undefined && env.clock.mono() < round.end) {
    await env.checkpoint?.('take')
    const look = (ops?: number) => env.store.update((snapshot) => take(snapshot, env, new Set(round.sending.values())), { ops })
    const near = await look(env.near ?? NEAR)
    const taken = 'more' in near ? await look() : near
    if ('more' in taken) return
    if ('older' in taken) {
      await bringUp(env, taken.older)
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
 * The next batch, or, when nothing may go, what is left: known in the same transaction. `older`: ops to be rewritten for this contract first. `more`: not
 * among the oldest ops. These suffice for a batch, as what an op waits for is older than it.
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

/** How many ops of the signed-in person wait to be sent. */
export const leftOf = ({ ops, meta }: Snapshot): number =>
  ops.filter((op) => op.state === 'pending' && sameIdentity(op, meta.identity)).length

/** Whether all ops of a batch are among those read. */
const isWithin = (batch: Batch, { ops }: Snapshot): boolean => {
  const read = new Set(ops.map((op) => op.id))
  return batch.ops.every((op) => read.has(op.id))
}

const momentOf = (env: FlushEnv): Moment => ({ now: env.clock.now(), random: env.random, client: env.client })

const sendOps = async (env: FlushEnv, batch: Batch): Promise<Settled> => {
  const { deviceId, epoch, ops, identity } = batch
  const session = renewing(env, batch)
  const reply = await session.ask(() =>
    env.transport.push({ deviceId, schema: (env.contract ?? thisContract).schema, epoch, ops }, identity),
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

/** Calls that, after a 401, renew the session once and are made once more; `gen` tells which session the newest reply speaks of. */
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
