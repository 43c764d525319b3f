import { v7 } from 'uuid'
import { canonical, fingerprint, type OpTarget, SYNC_SCHEMA } from '#contract/sync/sync.ts'

import { FILE_KIND } from '#contract/sync/sync-blobs.ts'
import type { Changes, FlushEnv, Photo, Snapshot } from '../ports.ts'
import { factsOf, fileTarget } from '../send/upload-file.ts'
import { type Identity, type NewOp, type Op, sameIdentity } from './op.ts'

/** A write requested by a page. */
export interface Draft {
  /** Its id, if the page has shown it already; minted otherwise. */
  id?: string
  kind: string
  target: OpTarget
  body: unknown
  /** Lane of the op; one lane per target by default. */
  lane?: string
  deps?: string[]
  /** `deps` only set the order: when one is discarded, this op no longer waits for it. */
  after?: boolean
  /** Version of the row the person saw; null or absent for creates and append-only kinds. */
  baseVersion?: number | null
  /** Old values of the fields in `body`. */
  base?: Record<string, unknown>
  occurredAt?: string
}

export type EnqueueEnv = Pick<FlushEnv, 'store' | 'clock' | 'kinds' | 'fingerprint' | 'mintId'>

/** Another person has signed in on this phone since the page was opened. */
export class IdentityChanged extends Error {
  override name = 'IdentityChanged'
}

/**
 * Stores a write durably and returns its op id; a page may say "saved on this phone" only afterwards. `who`: the person the page was opened for.
 * Throws IdentityChanged when another person has signed in since. Rejects when the phone cannot store it (quota, lost database); nothing is stored
 * then. `photos` are stored in the same transaction, sent first, and referred to by id in `body`.
 */
export const enqueue = async (env: EnqueueEnv, who: Identity, draft: Draft, photos: readonly Photo[] = []): Promise<string> => {
  const hash = env.fingerprint ?? fingerprint
  const mint = env.mintId ?? v7
  const files = await Promise.all(photos.map(async (photo) => ({ ...(await fileOp(photo, hash)), id: mint() })))
  const id = draft.id ?? mint()
  const looks = looksBack(env, draft)
  for (;;) {
    const earlier = photos.length > 0 || !looks ? undefined : unsentTwin(await env.store.read(), env, who, draft)
    const body: unknown = JSON.parse(canonical(earlier ? { ...(earlier.body as object), ...(draft.body as object) } : draft.body))
    const fp = await hash({ kind: draft.kind, target: draft.target, body })
    const stored = await env.store.update((snapshot) => decide(snapshot, env, { who, draft, id, body, fp, earlier, files, photos }), {
      ...(looks ? {} : { ops: false as const }),
      done: typeof draft.baseVersion === 'number' || builds(env, draft),
      blobs: photos.length > 0,
    })
    if (stored !== undefined) return stored
  }
}

/** Whether waiting ops matter to a draft: to merge with, or to build on. Other drafts, such as observations, are independent. */
const looksBack = (env: EnqueueEnv, draft: Draft): boolean =>
  env.kinds.get(draft.kind)?.lastWrite === true || typeof draft.baseVersion === 'number' || builds(env, draft)

type FileOp = Pick<Op, 'id' | 'kind' | 'target' | 'lane' | 'body' | 'fp'>

const fileOp = async (photo: Photo, hash: typeof fingerprint): Promise<Omit<FileOp, 'id'>> => {
  const op = { kind: FILE_KIND, target: fileTarget(photo.id), body: factsOf(photo) }
  return { ...op, lane: `blob:${photo.id}`, fp: await hash(op) }
}

interface Wish {
  who: Identity
  draft: Draft
  id: string
  body: unknown
  fp: string
  earlier: Op | undefined
  files: readonly FileOp[]
  photos: readonly Photo[]
}

/** Undefined when the op to merge with has changed meanwhile: try again. */
const decide = (snapshot: Snapshot, env: EnqueueEnv, wish: Wish): Changes<string | undefined> => {
  const { meta } = snapshot
  const { who, draft, id, body, fp, earlier, files, photos } = wish
  if (!sameIdentity(meta.identity, who)) throw new IdentityChanged()
  const now = photos.length > 0 ? undefined : unsentTwin(snapshot, env, who, draft)
  if (now?.id !== earlier?.id || now?.fp !== earlier?.fp) return { value: undefined }
  if (now !== undefined) return { put: [{ ...now, body, fp, base: { ...draft.base, ...now.base } }], value: now.id }
  const common = {
    schema: SYNC_SCHEMA,
    tenantId: who.tenantId,
    userId: who.userId,
    deviceId: meta.deviceId,
    occurredAt: draft.occurredAt ?? new Date(env.clock.now()).toISOString(),
    skewMs: median(meta.skews),
    state: 'pending',
    attempts: 0,
    nextAttemptAt: 0,
    waitSince: 0,
    sentOnce: false,
  } as const
  const op: NewOp = {
    ...common,
    id,
    kind: draft.kind,
    lane: draft.lane ?? laneOf(draft),
    deps: [...(draft.deps ?? []), ...files.map((file) => file.id)],
    ...(draft.after ? { after: true } : {}),
    ...(photos.length > 0 ? { files: photos.map((photo) => photo.id) } : {}),
    target: draft.target,
    ...baseOf(snapshot, env, who, draft),
    ...(draft.base ? { base: draft.base } : {}),
    body,
    fp,
  }
  const before = files.map((file): NewOp => ({ ...common, ...file, deps: [], baseVersion: null }))
  return { add: [...before, op], blobs: photos.map((photo) => ({ id: photo.id, data: photo.bytes })), value: id }
}

const laneOf = (draft: Draft): string => `${draft.target.type}:${draft.target.id}`

/** The last op of the lane, if it is unsent and the draft can be merged into it. */
const unsentTwin = ({ ops }: Snapshot, { kinds }: EnqueueEnv, who: Identity, draft: Draft): Op | undefined => {
  if (!kinds.get(draft.kind)?.lastWrite || draft.deps?.length) return undefined
  const last = ops.findLast((op) => sameIdentity(op, who) && op.lane === (draft.lane ?? laneOf(draft)))
  const twin = last?.kind === draft.kind && last.target.type === draft.target.type && last.target.id === draft.target.id
  return twin && last.state === 'pending' && !last.sentOnce ? last : undefined
}

/** A write after an earlier one of this phone builds on that op's outcome, not on the version the page has seen. */
const baseOf = (snapshot: Snapshot, env: EnqueueEnv, who: Identity, draft: Draft): Pick<Op, 'baseVersion' | 'baseOp'> => {
  const { baseVersion = null } = draft
  if (baseVersion === null && !builds(env, draft)) return { baseVersion }
  const same = (op: Op): boolean => sameIdentity(op, who) && op.target.type === draft.target.type && op.target.id === draft.target.id
  const before = snapshot.ops.findLast((op) => same(op) && op.lane === (draft.lane ?? laneOf(draft)))
  if (before) return { baseVersion, baseOp: before.id }
  const versions = snapshot.done.filter((op) => same(op) && op.epoch === snapshot.meta.epoch).map((op) => op.result?.version ?? 0)
  const newest = Math.max(baseVersion ?? 0, ...versions)
  return { baseVersion: newest > 0 ? newest : baseVersion }
}

const builds = ({ kinds }: EnqueueEnv, draft: Draft): boolean => kinds.get(draft.kind)?.builds === true

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
