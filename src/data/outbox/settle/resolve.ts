import { v7 } from 'uuid'
import { canonical, DISCARD_KIND, fingerprint, SYNC_SCHEMA } from '#contract/sync/sync.ts'
import { FILE_KIND } from '#contract/sync/sync-blobs.ts'
import type { FlushEnv, Snapshot } from '../ports.ts'
import type { Op } from '../store/op.ts'
import { redirectDependents } from './rebuilt.ts'

export type ResolveEnv = Pick<FlushEnv, 'store' | 'clock' | 'fingerprint' | 'mintId'>

/** The op no longer waits for a person: another tab has resolved it, or it was sent. */
export class AlreadyResolved extends Error {
  override name = 'AlreadyResolved'
}

/** Resends an op unchanged, under its own id. Sets `agreed`, as the person has seen how old it is. Throws AlreadyResolved. */
export const retry = (env: ResolveEnv, id: string): Promise<void> =>
  env.store.update((snapshot) => {
    const op = attention(snapshot, id)
    return { put: [{ ...restarted(op), agreed: true }], value: undefined }
  })

/** The changes a person made before resending an op. */
export interface Edit {
  body: unknown
  /** The row version that the person has looked at. */
  baseVersion?: number | null
  base?: Record<string, unknown>
}

/**
 * Replaces an op by an edited one with a new id, in the same place of its lane and at the same time: the edit corrects the record of what was done then.
 * Dependent ops follow. Returns the new id. Throws AlreadyResolved.
 */
export const resend = async (env: ResolveEnv, id: string, edit: Edit): Promise<string> => {
  const old = attention(await env.store.read(), id)
  const body: unknown = JSON.parse(canonical(edit.body))
  const fp = await (env.fingerprint ?? fingerprint)({ kind: old.kind, target: old.target, body })
  const fresh = (env.mintId ?? v7)()
  return env.store.update((snapshot) => {
    const op = attention(snapshot, id)
    const next: Op = {
      ...restarted(op),
      id: fresh,
      schema: SYNC_SCHEMA,
      body,
      fp,
      supersedes: id,
      baseVersion: edit.baseVersion === undefined ? op.baseVersion : edit.baseVersion,
      baseOp: edit.baseVersion === undefined ? op.baseOp : undefined,
      base: edit.base ?? op.base,
      sentOnce: false,
    }
    return { put: [next, ...redirectDependents(snapshot.ops, op, { deps: fresh, baseOp: fresh })], value: fresh }
  })
}

/** Ops that cannot be done without this one, in queue order. Discarding it discards them too. */
export const chainOf = (ops: Op[], id: string): Op[] => {
  const gone = new Set([id])
  const chain: Op[] = []
  for (const op of ops) {
    if (op.after || !op.deps.some((dep) => gone.has(dep))) continue
    gone.add(op.id)
    chain.push(op)
  }
  return chain
}

/** Ops that only follow this one or its chain (`after`): they continue when it is discarded. */
export const goingOn = (ops: Op[], id: string): Op[] => {
  const gone = new Set([id, ...chainOf(ops, id).map((op) => op.id)])
  return ops.filter((op) => op.after && op.deps.some((dep) => gone.has(dep)))
}

/** An op, its chain, and the queued photos that only they need. */
const doomedWith = (ops: Op[], id: string): Op[] => {
  const chain = [attentionIn(ops, id), ...chainOf(ops, id)]
  const inChain = new Set(chain.map((op) => op.id))
  const needing = (file: Op) => ops.filter((op) => op.deps.includes(file.id))
  const photos = ops.filter((op) => op.kind === FILE_KIND && !inChain.has(op.id) && needing(op).length > 0)
  return [...chain, ...photos.filter((file) => needing(file).every((op) => inChain.has(op.id)))]
}

/**
 * Discards an op for a reason, with its chain and photos, and queues a discard note for the server in the place of each. Returns the discarded ids,
 * the op's own first. Throws AlreadyResolved.
 */
export const discard = (env: ResolveEnv, id: string, reason: string): Promise<string[]> =>
  replaceChain(env, id, (op) => noteOf(env, op, reason))

/** Replaces an op, its chain and the photos that only they need. Returns the replaced ids, the op's own first. Throws AlreadyResolved. */
export const replaceChain = async (env: ResolveEnv, id: string, by: (op: Op) => Promise<Op>): Promise<string[]> => {
  const doomed = doomedWith((await env.store.read()).ops, id)
  const notes = new Map<string, Op>()
  for (const op of doomed) notes.set(op.id, await by(op))
  return env.store.update((snapshot) => {
    const chain = doomedWith(snapshot.ops, id)
    if (chain.length !== doomed.length || chain.some((op) => !notes.has(op.id))) throw new AlreadyResolved()
    // One op may build on several ops of the chain, so redirect it repeatedly.
    const heirs = new Map<string, Op>()
    for (const op of chain) {
      const now = snapshot.ops.map((one) => heirs.get(one.id) ?? one)
      for (const heir of redirectDependents(now, op, { baseOp: op.baseOp, baseVersion: op.baseVersion, isGone: true }))
        heirs.set(heir.id, heir)
    }
    return {
      put: [...[...heirs.values()].filter((op) => !notes.has(op.id)), ...chain.map((op) => notes.get(op.id) as Op)],
      value: chain.map((op) => op.id),
    }
  })
}

/** The note for the server that replaces an op which the person discarded. */
export const noteOf = (env: ResolveEnv, op: Op, reason: string): Promise<Op> =>
  inPlaceOf(env, op, {
    kind: DISCARD_KIND,
    target: { type: 'op', id: op.id },
    body: { kind: op.kind, target: { type: op.target.type, id: op.target.id }, reason },
  })

/** A new op that replaces another one at its position in the lane. */
export const inPlaceOf = async (env: ResolveEnv, op: Op, given: Pick<Op, 'kind' | 'target' | 'body'>): Promise<Op> => {
  const body: unknown = JSON.parse(canonical(given.body))
  return {
    ...restarted(op),
    ...given,
    body,
    id: (env.mintId ?? v7)(),
    schema: SYNC_SCHEMA,
    deps: [],
    baseVersion: null,
    baseOp: undefined,
    base: undefined,
    supersedes: undefined,
    fp: await (env.fingerprint ?? fingerprint)({ kind: given.kind, target: given.target, body }),
    occurredAt: new Date(env.clock.now()).toISOString(),
    sentOnce: false,
    current: undefined,
  }
}

const attention = (snapshot: Snapshot, id: string): Op => attentionIn(snapshot.ops, id)

const attentionIn = (ops: Op[], id: string): Op => {
  const op = ops.find((one) => one.id === id)
  if (op === undefined || (op.state === 'pending' && op.attempts === 0)) throw new AlreadyResolved()
  return op
}

/** An op reset to its state before the first attempt. */
export const restarted = (op: Op): Op => ({
  ...op,
  state: 'pending',
  attempts: 0,
  nextAttemptAt: 0,
  waitSince: 0,
  waitAsked: false,
  lastError: undefined,
  current: undefined,
})
