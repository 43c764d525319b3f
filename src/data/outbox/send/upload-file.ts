import { v7 } from 'uuid'
import { fingerprint } from '#contract/sync/sync.ts'
import { FILE_KIND, type FileFacts, PART_BYTES, type PartAnswer, partsOf } from '#contract/sync/sync-blobs.ts'
import type { FileReply, FlushEnv, NoAnswer, Photo } from '../ports.ts'
import type { Identity, Op } from '../store/op.ts'

/** Outcome of sending a photo. `smaller`: it was too large and was shrunk, to be sent as a new op. */
export type FileOutcome =
  | { kind: 'done'; epoch: string; result?: PartAnswer['result'] }
  | { kind: 'unreadable' }
  | { kind: 'smaller'; id: string; fp: string; photo: Photo }
  | NoAnswer

/** Makes a call as the op's owner; renews an expired session. */
export type Ask = (call: () => Promise<FileReply>) => Promise<FileReply>

/**
 * Sends the parts of a photo that the server lacks. `isFresh`: no part was ever sent. Each part is a request of its own, so that a network failure or
 * a closed page loses at most one part.
 */
export const uploadFile = async (env: FlushEnv, who: Identity, op: Op, isFresh: boolean, ask: Ask): Promise<FileOutcome> => {
  const facts = op.body as FileFacts
  const fileId = op.target.id
  const total = partsOf(facts.size)
  let received: number[] = []
  if (!isFresh) {
    const state = await ask(() => env.transport.fileState(fileId, who))
    if (state.kind !== 'answer') return state
    const { complete, parts, result } = state.answer
    if (complete && !op.missed) return { kind: 'done', epoch: state.epoch, result }
    // The server has the file but not under this op's id: resend the last part, which adds the id.
    received = complete ? allBut(total) : parts
  }
  const bytes = await readPhoto(env, fileId, facts.size)
  if (bytes === undefined) return { kind: 'unreadable' }
  for (let part = 1; part <= total; part += 1) {
    if (received.includes(part)) continue
    const slice = bytes.slice((part - 1) * PART_BYTES, part * PART_BYTES)
    const reply = await ask(() => env.transport.filePart({ opId: op.id, fileId, facts, part, bytes: slice }, who))
    if (reply.kind === 'status' && reply.http === 413 && !op.shrunk) return (await smaller(env, { ...facts, id: fileId, bytes })) ?? reply
    if (reply.kind !== 'answer') return reply
    if (reply.answer.complete) return { kind: 'done', epoch: reply.epoch, result: reply.answer.result }
    await env.checkpoint?.('part')
    await env.store.update(({ meta }) => ({ meta: { heartbeat: meta.heartbeat + 1 }, value: undefined }))
  }
  return { kind: 'lost' }
}

const allBut = (last: number): number[] => Array.from({ length: last - 1 }, (_, n) => n + 1)

const readPhoto = async (env: FlushEnv, id: string, size: number): Promise<ArrayBuffer | undefined> => {
  try {
    const bytes = await env.store.blob(id)
    return bytes?.byteLength === size ? bytes : undefined
  } catch {
    // Distinguishes a lost database, which makes this throw too, from a single unreadable photo.
    await env.store.read({ ops: false })
    return undefined
  }
}

const smaller = async (env: FlushEnv, photo: Photo): Promise<FileOutcome | undefined> => {
  const made = await env.shrink?.(photo).catch(() => undefined)
  if (made === undefined || made.size >= photo.size) return undefined
  const next = { ...made, id: photo.id }
  const fp = await (env.fingerprint ?? fingerprint)({ kind: FILE_KIND, target: fileTarget(photo.id), body: factsOf(next) })
  return { kind: 'smaller', id: (env.mintId ?? v7)(), fp, photo: next }
}

/** Target of a photo's op. */
export const fileTarget = (id: string): Op['target'] => ({ type: 'file', id })

/** Body of a photo's op. */
export const factsOf = ({ name, type, size, sha256 }: Photo): FileFacts => ({ name, type, size, sha256 })
