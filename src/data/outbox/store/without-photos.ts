import { v7 } from 'uuid'
import { canonical, fingerprint, SYNC_SCHEMA } from '#contract/sync/sync.ts'
import { FILE_KIND } from '#contract/sync/sync-blobs.ts'
import { isParked } from '../send/backoff.ts'
import { redirectDependents } from '../settle/rebuilt.ts'
import { AlreadyResolved, noteOf, type ResolveEnv, restarted } from '../settle/resolve.ts'
import type { Op } from './op.ts'

/** A record's photos that are not sent automatically. */
export const stuckPhotos = (ops: readonly Op[], record: Op): Op[] =>
  ops.filter((op) => op.kind === FILE_KIND && record.deps.includes(op.id) && (op.state !== 'pending' || isParked(op)))

/**
 * Resends a record without the photos that block it, as a new op in the same place; returns the new id. The photos are discarded with the given
 * reason. Throws AlreadyResolved when no photo blocks it any more.
 */
export const withoutPhotos = async (env: ResolveEnv, id: string, reason: string): Promise<string> => {
  const { record, stuck } = findStuck((await env.store.read()).ops, id)
  const gone = new Set(stuck.map((file) => file.target.id))
  const body: unknown = JSON.parse(canonical(strip(record.body, gone)))
  const fp = await (env.fingerprint ?? fingerprint)({ kind: record.kind, target: record.target, body })
  const fresh = (env.mintId ?? v7)()
  const notes = new Map<string, Op>()
  for (const file of stuck) notes.set(file.id, await noteOf(env, file, reason))
  return env.store.update(({ ops }) => {
    const now = findStuck(ops, id)
    if (now.record.fp !== record.fp || now.stuck.some((file) => !notes.has(file.id))) throw new AlreadyResolved()
    const next: Op = {
      ...restarted(now.record),
      id: fresh,
      schema: SYNC_SCHEMA,
      body,
      fp,
      supersedes: id,
      deps: now.record.deps.filter((dep) => !notes.has(dep)),
      files: now.record.files?.filter((file) => !gone.has(file)),
      sentOnce: false,
    }
    return { put: [next, ...notes.values(), ...redirectDependents(ops, now.record, { deps: fresh, baseOp: fresh })], value: fresh }
  })
}

const findStuck = (ops: readonly Op[], id: string): { record: Op; stuck: Op[] } => {
  const record = ops.find((op) => op.id === id)
  const stuck = record ? stuckPhotos(ops, record) : []
  if (record === undefined || stuck.length === 0) throw new AlreadyResolved()
  return { record, stuck }
}

const strip = (value: unknown, gone: ReadonlySet<string>): unknown => {
  if (Array.isArray(value)) return value.filter((item) => !(typeof item === 'string' && gone.has(item))).map((item) => strip(item, gone))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, strip(item, gone)]))
}
