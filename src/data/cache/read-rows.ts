import type { OutboxStore } from '../outbox/ports.ts'
import { fold, overlayOf, type Seen } from '../outbox/store/fold.ts'
import type { KindBook, Row } from '../outbox/store/kinds.ts'
import type { DoneOp, Identity, Op } from '../outbox/store/op.ts'
import type { CacheDb } from './cache-db.ts'
import { readMeta } from './dexie-cache.ts'
import { heldByIds, heldRow, heldRows } from './held-rows.ts'

export interface ReadEnv {
  cache: CacheDb
  outbox: OutboxStore
  kinds: KindBook
  who: Identity
}

/** A row with the person's own unsent writes applied; `pending` when there are any. Undefined when there is none here. May run inside liveQuery. */
export const readRow = async (env: ReadEnv, entity: string, id: string): Promise<{ row: Row; pending: boolean } | undefined> => {
  const { gen, overlay } = await stand(env)
  const row = fold(await heldRow({ cache: env.cache, gen, entity }, id), overlay, { type: entity, id }, env.kinds)
  return row && { row, pending: overlay.some((op) => op.target.type === entity && op.target.id === id) }
}

/** All rows of an entity with the person's own writes applied, sorted by id. May run inside liveQuery. */
export const readRows = async (env: ReadEnv, entity: string): Promise<Row[]> => {
  const { gen, overlay } = await stand(env)
  const stored = await heldRows({ cache: env.cache, gen, entity })
  const rows = new Map<string, Row | undefined>(stored.map((row) => [String(row.id), row]))
  const written = new Set(overlay.filter((op) => op.target.type === entity).map((op) => op.target.id))
  for (const id of written) rows.set(id, fold(rows.get(id), overlay, { type: entity, id }, env.kinds))
  return [...rows.values()].filter((row) => row !== undefined)
}

/** The rows that the person's own writes change, with these writes applied; undefined for a row to be removed. May run inside liveQuery. */
export const readWritten = async (env: ReadEnv, entity: string): Promise<Map<string, Row | undefined>> => {
  const { gen, overlay } = await stand(env)
  const ids = [...new Set(overlay.filter((op) => op.target.type === entity && env.kinds.get(op.kind)?.reduce).map((op) => op.target.id))]
  const stored = ids.length > 0 ? await heldByIds({ cache: env.cache, gen, entity }, ids) : []
  const rows = new Map(stored.map((row) => [String(row.id), row]))
  return new Map(ids.map((id) => [id, fold(rows.get(id), overlay, { type: entity, id }, env.kinds)]))
}

/**
 * The person's own ops of a kind that the pulled rows do not include yet, in order; `at` is set once the server has them. May run inside liveQuery.
 */
export const readOwn = async (env: ReadEnv, kind: string): Promise<(Op | DoneOp)[]> => {
  const { overlay } = await stand(env)
  return overlay.filter((op) => op.kind === kind)
}

const stand = async (env: ReadEnv): Promise<{ gen: number; overlay: (Op | DoneOp)[] }> => {
  // Read the queue first: a write that a pull delivers in between is then applied twice (harmless), never left out.
  const { ops, done } = await env.outbox.read({ done: true })
  const { current } = await readMeta(env.cache)
  const seen: Seen = { epoch: current.epoch, horizon: current.horizon }
  return { gen: current.gen, overlay: overlayOf(ops, done, env.who, seen) }
}
