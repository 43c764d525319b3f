import type { Changes, Snapshot } from '../ports.ts'
import type { Batch } from '../send/take-batch.ts'
import { type FileOutcome, factsOf } from '../send/upload-file.ts'
import type { Op } from '../store/op.ts'
import { requestVerdict } from '../store/verdict.ts'
import { backFromDone } from './done.ts'
import { closed, type Failure, type Moment } from './failure.ts'
import { redirectDependents } from './rebuilt.ts'
import type { Settled } from './settled.ts'
import { failed, needUpdate, sessionOver } from './whole-failure.ts'

type DoneOutcome = Extract<FileOutcome, { kind: 'done' }>

/** Decides, within one transaction, what the outcome of sending a photo means for the queue. Needs the done ops when the epoch has changed. */
export const settleFile = (snapshot: Snapshot, batch: Batch, outcome: FileOutcome, at: Moment): Changes<Settled> => {
  const op = snapshot.ops.find((one) => one.id === batch.file?.op.id)
  if (op === undefined) return { value: {} }
  if (outcome.kind === 'done') return done(snapshot, batch, op, outcome, at)
  if (op.state !== 'pending') return { value: {} }
  if (outcome.kind === 'lost') return failed(snapshot, [op], { code: 'network' }, at)
  const meta = { heartbeat: snapshot.meta.heartbeat + 1 }
  if (outcome.kind === 'unreadable') {
    return { put: [{ ...op, state: 'blocked', lastError: { code: 'photo_unreadable', at: at.now } }], meta, value: {} }
  }
  if (outcome.kind === 'smaller') {
    const { id, fp, photo } = outcome
    const next: Op = { ...op, id, fp, body: factsOf(photo), shrunk: true, sentOnce: false }
    return {
      put: [next, ...redirectDependents(snapshot.ops, op, { deps: id })],
      blobs: [{ id: photo.id, data: photo.bytes }],
      meta,
      value: {},
    }
  }
  const { http, msg } = outcome
  const failure: Failure = { code: outcome.code ?? `http_${http}`, http, msg, retryAfterS: outcome.retryAfterS }
  switch (requestVerdict(http, outcome.code)) {
    case 'login':
      return sessionOver(snapshot, batch)
    case 'foreign':
      return { value: { stop: 'foreign' } }
    case 'update':
      return needUpdate(snapshot, batch, failure, at)
    case 'divide':
      return refused(op, failure, at, meta)
    case 'again':
      return http === 403 || http === 404 || http === 410 ? refused(op, failure, at, meta) : failed(snapshot, [op], failure, at)
  }
}

const refused = (op: Op, failure: Failure, at: Moment, meta: Changes<void>['meta']): Changes<Settled> => ({
  put: [{ ...op, state: 'rejected', lastError: { code: failure.code, http: failure.http, msg: failure.msg, at: at.now } }],
  meta,
  value: {},
})

const done = (snapshot: Snapshot, batch: Batch, op: Op, { epoch, result }: DoneOutcome, at: Moment): Changes<Settled> => {
  const { meta } = snapshot
  if (epoch === batch.epoch && meta.epoch !== batch.epoch) return { value: {} }
  const serverTime = meta.serverTime || at.now
  const isNew = meta.epoch !== null && meta.epoch !== epoch
  const back = isNew ? backFromDone(snapshot.done, epoch, serverTime) : []
  return {
    put: back,
    undone: back.map((one) => one.id),
    drop: [op.seq],
    done: [{ ...op, state: 'pending', lastError: undefined, missed: undefined, at: serverTime, epoch, ...(result ? { result } : {}) }],
    meta: { ...closed, epoch, heartbeat: meta.heartbeat + 1 },
    value: { newEpoch: isNew ? epoch : undefined },
  }
}
