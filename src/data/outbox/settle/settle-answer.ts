import { DISCARD_KIND, type OpResult, PUSH_MAX_OPS, type PushAnswer } from '#contract/sync/sync.ts'
import { FILE_KIND } from '#contract/sync/sync-blobs.ts'
import type { Changes, OutboxMeta, Snapshot } from '../ports.ts'
import type { Batch } from '../send/take-batch.ts'
import type { DoneOp, Op } from '../store/op.ts'
import { type Verdict, verdictOf } from '../store/verdict.ts'
import { backFromDone, KEEP_DONE_MS, toPending } from './done.ts'
import { closed, delayed, type Failure, type Moment, trip } from './failure.ts'
import type { Settled } from './settled.ts'

/** Applies the answer to a batch, result by result. Ignores an answer of an older epoch: its ops are sent again. */
export const settleAnswer = (snapshot: Snapshot, batch: Batch, answer: PushAnswer, at: Moment): Changes<Settled> => {
  const { meta } = snapshot
  if (answer.epoch === batch.epoch && meta.epoch !== batch.epoch) return { value: {} }
  const book = new Book(snapshot, answer, at)
  const sent = new Set(batch.ops.map((op) => op.id))
  for (const op of snapshot.ops) if (sent.has(op.id)) book.enter(op)
  return book.close(batch)
}

const unanswered = (id: string): OpResult => ({ id, outcome: 'retry', http: 500, code: 'unknown' })

/** Collects the changes of one answer. */
class Book {
  private readonly put = new Map<number, Op>()
  private readonly done: DoneOp[] = []
  private readonly undone: string[]
  private readonly waitingLanes = new Set<string>()
  private readonly serverTime: number
  private readonly results: Map<string, OpResult>
  private readonly newEpoch: boolean
  private foreign = false
  private progress = false

  constructor(
    private readonly snapshot: Snapshot,
    private readonly answer: PushAnswer,
    private readonly at: Moment,
  ) {
    this.serverTime = Date.parse(answer.serverTime)
    this.results = new Map(answer.results.map((result) => [result.id, result]))
    this.newEpoch = snapshot.meta.epoch !== null && snapshot.meta.epoch !== answer.epoch
    const back = this.newEpoch ? backFromDone(snapshot.done, answer.epoch, this.serverTime) : []
    this.undone = back.map((op) => op.id)
    for (const op of back) this.put.set(op.seq, op)
  }

  enter(op: Op): void {
    const result = this.results.get(op.id) ?? unanswered(op.id)
    if (this.newEpoch && !this.results.has(op.id)) return
    const verdict = verdictOf(result)
    if (verdict.is === 'done' || this.isSpent(op, verdict)) {
      this.done.push({ ...op, state: 'pending', at: this.serverTime, epoch: this.answer.epoch, result: result.result })
      this.progress = true
    } else if (op.state === 'pending') this.enterPending(op, result, verdict)
  }

  /** Whether a discard was refused. The person is not asked about it: the discarded op is gone either way. */
  private isSpent(op: Op, verdict: Verdict): boolean {
    return op.kind === DISCARD_KIND && (verdict.is === 'conflict' || verdict.is === 'rejected' || verdict.is === 'needs_update')
  }

  private enterPending(op: Op, result: OpResult, verdict: Verdict): void {
    const failure: Failure = { code: result.code ?? `http_${result.http}`, http: result.http, msg: result.msg }
    const lastError = { ...failure, at: this.at.now, client: this.at.client }
    switch (verdict.is) {
      case 'foreign':
        this.foreign = true
        break
      case 'retry':
        this.put.set(op.seq, delayed(op, { ...failure, retryAfterS: verdict.retryAfterS }, this.at))
        this.waitingLanes.add(op.lane)
        break
      case 'missing_dep':
        this.enterMissingDep(op, failure)
        break
      case 'conflict':
      case 'rejected':
      case 'needs_update':
        this.put.set(op.seq, { ...op, state: verdict.is, lastError, current: result.current })
        this.progress = true
    }
  }

  /**
   * The server lacks a dependency. Resends it under its own id if this phone has it as done, and then the op: at once the first time, later with
   * waits. Rejects the op if the phone has no trace of the dependency.
   */
  private enterMissingDep(op: Op, failure: Failure): void {
    const needed = new Set(op.baseOp ? [...op.deps, op.baseOp] : op.deps)
    const lost = this.snapshot.done.filter((one) => needed.has(one.id))
    for (const dep of lost) {
      this.put.set(dep.seq, { ...toPending(dep), ...(dep.kind === FILE_KIND ? { missed: true } : {}) })
      this.undone.push(dep.id)
    }
    const isKnown = lost.length > 0 || this.snapshot.ops.some((one) => needed.has(one.id))
    const put = delayed(op, failure, this.at)
    if (!isKnown) this.put.set(op.seq, { ...op, state: 'rejected', lastError: put.lastError })
    else this.put.set(op.seq, op.attempts === 0 ? { ...put, nextAttemptAt: 0, waitSince: 0 } : put)
    this.progress = true
  }

  close(batch: Batch): Changes<Settled> {
    const { meta } = this.snapshot
    const stuck = !this.newEpoch && !this.progress && !this.foreign && this.waitingLanes.size !== 1
    const breaker: Partial<OutboxMeta> = stuck ? trip(meta, { code: 'busy' }, this.at) : this.progress ? closed : {}
    return {
      put: [...this.put.values()],
      drop: this.done.map((op) => op.seq),
      done: this.done,
      undone: this.undone,
      forgetBefore: this.serverTime - KEEP_DONE_MS,
      meta: {
        ...breaker,
        epoch: this.answer.epoch,
        heartbeat: meta.heartbeat + 1,
        batchSize: Math.min(PUSH_MAX_OPS, Math.max(meta.batchSize, batch.ops.length) * 2),
        serverTime: this.serverTime,
        skews: [...meta.skews, this.serverTime - this.at.now].slice(-5),
      },
      value: { stop: this.foreign ? 'foreign' : stuck ? 'lost' : undefined, newEpoch: this.newEpoch ? this.answer.epoch : undefined },
    }
  }
}
