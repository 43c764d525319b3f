import { NOTE_KIND, NOTE_MAX_BYTES, type OpTarget } from '#contract/sync/sync.ts'
import { FILE_KIND } from '#contract/sync/sync-blobs.ts'
import { inPlaceOf, noteOf, type ResolveEnv, replaceChain } from '../settle/resolve.ts'
import type { Op } from './op.ts'

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

/** Shortens the values until they fit into `room` bytes, the longest first. */
const fitting = (said: Record<string, unknown>, room: number): Record<string, unknown> => {
  const fits = { ...said }
  while (bytesOf(fits) > room) {
    const [name, value] = Object.entries(fits).reduce((a, b) => (bytesOf(b[1]) > bytesOf(a[1]) ? b : a))
    if (typeof value === 'string' && value.length > 80) fits[name] = `${value.slice(0, Math.floor(value.length / 2))}…`
    else delete fits[name]
  }
  return fits
}

/**
 * Replaces a refused op and its chain by notes in the history of a record and queues the notes. `on`: the record. Returns the replaced ids, the op's
 * own first. Throws AlreadyResolved.
 */
export const keepNote = (env: ResolveEnv, id: string, on: OpTarget, reason: string): Promise<string[]> =>
  replaceChain(env, id, (op: Op) => {
    // A photo that never arrived has no content for a note: discard it.
    if (op.kind === FILE_KIND) return noteOf(env, op, reason)
    const rest = { op: op.id, kind: op.kind, reason: reason || undefined, why: op.lastError?.msg?.slice(0, 300), at: op.occurredAt }
    const said = fitting((op.body ?? {}) as Record<string, unknown>, NOTE_MAX_BYTES - bytesOf(rest) - 64)
    return inPlaceOf(env, op, { kind: NOTE_KIND, target: { type: on.type, id: on.id }, body: { ...rest, said } })
  })
