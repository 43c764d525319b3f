import Dexie from 'dexie'
import { fold, overlayOf, type Seen } from '../outbox/fold.ts'
import type { KindBook, Row } from '../outbox/kinds.ts'
import type { DoneOp, Identity, Op } from '../outbox/op.ts'
import type { OutboxStore } from '../outbox/ports.ts'
import type { CacheDb } from './cache-db.ts'
import { readMeta } from './dexie-cache.ts'

export interface ReadEnv {
  cache: CacheDb
  outbox: OutboxStore
  kinds: KindBook
  who: Identity
}

/** A row as the person expects it, own unsent writes included; `pending` when some are. undefined: there is none here. Usable inside liveQuery. */
export const readRow = async (env: ReadEnv, entity: string, id: string): Promise<{ row: Row; pending: boolean } | undefined> => {
  const { gen, overlay } = await stand(env)
  const stored = await env.cache.rows.get([gen, entity, id])
  const row = fold(stored?.row, overlay, { type: entity, id }, env.kinds)
  return row && { row, pending: overlay.some((op) => op.target.type === entity && op.target.id === id) }
}

/** All rows of an entity as the person expects them, in order of id. Usable inside liveQuery. */
export const readRows = async (env: ReadEnv, entity: string): Promise<Row[]> => {
  const { gen, overlay } = await stand(env)
  const stored = await env.cache.rows.where('[gen+entity+id]').between([gen, entity, Dexie.minKey], [gen, entity, Dexie.maxKey]).toArray()
  const rows = new Map<string, Row | undefined>(stored.map(({ id, row }) => [id, row]))
  const written = new Set(overlay.filter((op) => op.target.type === entity).map((op) => op.target.id))
  for (const id of written) rows.set(id, fold(rows.get(id), overlay, { type: entity, id }, env.kinds))
  return [...rows.values()].filter((row) => row !== undefined)
}

/** The person's own ops of a kind that the pulled rows do not show yet, in order; with `at` when the server has them. Usable inside liveQuery. */
export const readOwn = async (env: ReadEnv, kind: string): Promise<(Op | DoneOp)[]> => {
  const { overlay } = await stand(env)
  return overlay.filter((op) => op.kind === kind)
}

const stand = async (env: ReadEnv): Promise<{ gen: number; overlay: (Op | DoneOp)[] }> => {
  // The queue first: a write that a pull delivers in between is then applied over itself, and never left out.
  const { ops, done } = await env.outbox.read({ done: true })
  const { current } = await readMeta(env.cache)
  const seen: Seen = { epoch: current.epoch, horizon: current.horizon }
  return { gen: current.gen, overlay: overlayOf(ops, done, env.who, seen) }
}
