import { type Counted, PUSH_MAX_BYTES, type PushOp } from '#contract/sync/sync.ts'
import { FILE_KIND } from '#contract/sync/sync-blobs.ts'
import { isUnderstood, thisContract } from '../contract-version.ts'
import type { Changes, FlushEnv, SignedIn, Snapshot } from '../ports.ts'
import type { KindBook } from '../store/kinds.ts'
import { type Op, sameIdentity, wireOf } from '../store/op.ts'
import { isDue } from './backoff.ts'

const YEAR = 365 * 24 * 60 * 60_000

/** The content of one request, with the state at the time it was built. */
export interface Batch {
  identity: SignedIn
  deviceId: string
  sessionGen: number
  epoch: string | null
  counted?: Counted
  /** Ops of one push; empty when a photo is sent instead. */
  ops: PushOp[]
  /** A photo is sent alone, in parts. `isFresh`: no part was ever sent. */
  file?: { op: Op; isFresh: boolean }
  /** More ops are ready than this batch carries. */
  isMore: boolean
}

/**
 * Device time, in milliseconds, of the next possible send: now, later, or Infinity when only a person can change that. `kinds` decides which ops may
 * overtake a waiting op of their lane.
 */
export const nextWake = (snapshot: Snapshot, now: number, kinds: KindBook): number => {
  const { meta } = snapshot
  if (meta.identity === null || meta.loginNeeded) return Number.POSITIVE_INFINITY
  const { ready, waits } = walk(snapshot, now, kinds)
  const earliest = ready.length > 0 ? now : Math.min(...waits, Number.POSITIVE_INFINITY)
  return breakerHolds(snapshot, now) ? Math.max(earliest, meta.waitUntil) : earliest
}

/** Milliseconds for which nothing may be sent, judged by the metadata alone; Infinity until a person signs in. */
export const pauseOf = (snapshot: Pick<Snapshot, 'meta'>, now: number): number => {
  const { identity, loginNeeded, waitUntil } = snapshot.meta
  if (identity === null || loginNeeded) return Number.POSITIVE_INFINITY
  return breakerHolds(snapshot, now) ? waitUntil - now : 0
}

/** The parts of the environment that decide what may be sent. */
type Knowing = Pick<FlushEnv, 'kinds' | 'client' | 'contract'>

/**
 * Decides, within one transaction, which ops the next request carries, and marks them as sent. Ops of unknown kinds wait for an update, ops more than
 * a year old for a person; ops that an older program could not send are tried again. Lanes in `busy` have a request in flight and wait. Undefined:
 * nothing may be sent now.
 */
export const takeBatch = (snapshot: Snapshot, now: number, by: Knowing, busy: ReadonlySet<string> = none): Changes<Batch | undefined> => {
  const { meta } = snapshot
  if (meta.identity === null || meta.loginNeeded || breakerHolds(snapshot, now)) return { value: undefined }
  const sorted = snapshot.ops.map((op) => (sameIdentity(op, meta.identity) ? reviewed(op, snapshot, now, by) : op))
  const { ready } = walk({ ...snapshot, ops: sorted }, now, by.kinds, busy)
  const records = ready.filter((op) => op.kind !== FILE_KIND)
  const wanted = records.length > 0 ? fitting(records, Math.max(1, meta.batchSize)) : ready.slice(0, 1)
  const chosen = wanted.map((op) => (op.sentOnce ? op : { ...op, sentOnce: true }))
  const put = new Map(sorted.filter((op, at) => op !== snapshot.ops[at]).map((op) => [op.seq, op]))
  for (const op of chosen) put.set(op.seq, op)
  if (chosen.length === 0) return { put: [...put.values()], value: undefined }
  return {
    put: [...put.values()],
    meta: { heartbeat: meta.heartbeat + 1 },
    value: {
      identity: meta.identity,
      deviceId: meta.deviceId,
      sessionGen: meta.sessionGen,
      epoch: meta.epoch,
      counted: snapshot.counted,
      isMore: ready.length > chosen.length || snapshot.isPart === true,
      ...(records.length > 0 ? { ops: chosen.map(wireOf) } : { ops: [], file: fileOf(wanted) }),
    },
  }
}

const fileOf = ([op]: Op[]): Batch['file'] => op && { op, isFresh: !op.sentOnce }

const none: ReadonlySet<string> = new Set()

const passes = (op: Op, kinds: KindBook): boolean => kinds.get(op.kind)?.commutative === true

const breakerHolds = ({ meta }: Pick<Snapshot, 'meta'>, now: number): boolean =>
  meta.waitUntil > 0 && !isDue({ waitSince: meta.waitSince, nextAttemptAt: meta.waitUntil }, now)

const reviewed = (op: Op, { meta }: Snapshot, now: number, { kinds, client, contract = thisContract }: Knowing): Op => {
  const again = op.state === 'needs_update' && op.lastError?.client !== client
  if (op.state !== 'pending' && !again) return op
  if (!kinds.has(op.kind) || !isUnderstood(contract, op.schema)) {
    return { ...op, state: 'needs_update', lastError: { code: 'op_kind_unknown', at: now, client } }
  }
  if (!op.agreed && meta.serverTime - (Date.parse(op.occurredAt) + op.skewMs) > YEAR) {
    return { ...op, state: 'rejected', lastError: { code: 'too_old', at: now } }
  }
  return again ? { ...op, state: 'pending' } : op
}

const walk = ({ ops, meta }: Snapshot, now: number, kinds: KindBook, busy = none): { ready: Op[]; waits: number[] } => {
  const open = new Set(ops.map((op) => op.id))
  const inBatch = new Set<string>()
  const closed = new Set<string>()
  const ready: Op[] = []
  const waits: number[] = []
  for (const op of ops) {
    if (!sameIdentity(op, meta.identity) || busy.has(op.lane) || (closed.has(op.lane) && !passes(op, kinds))) continue
    const free = op.deps.every((dep) => !open.has(dep)) && (!op.baseOp || !open.has(op.baseOp) || inBatch.has(op.baseOp))
    if (op.state === 'pending' && free && isDue(op, now)) {
      ready.push(op)
      inBatch.add(op.id)
    } else {
      if (op.state === 'pending' && free) waits.push(op.nextAttemptAt)
      closed.add(op.lane)
    }
  }
  return { ready, waits }
}

/** Takes ops from the front without gaps, so that no op overtakes one that does not fit. A single oversized op is sent alone. */
const fitting = (ready: Op[], maxOps: number): Op[] => {
  const size = new TextEncoder()
  let bytes = 0
  const chosen: Op[] = []
  for (const op of ready.slice(0, maxOps)) {
    bytes += size.encode(JSON.stringify(wireOf(op))).length + 1
    if (chosen.length > 0 && bytes > PUSH_MAX_BYTES - 1024) break
    chosen.push(op)
  }
  return chosen
}
