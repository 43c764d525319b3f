/** The wire between a phone's outbox and cache and the server: POST /api/sync/push, GET /api/sync/pull. Both answers travel in the usual envelope. */

import type { BundleNotice } from './sync-bundle.ts'

/** Contract version of the ops this program writes. The server accepts it and the two before it. */
export const SYNC_SCHEMA = 1

/** Whether an op written under this contract version is still understood. */
export const acceptsSchema = (schema: number): boolean =>
  Number.isInteger(schema) && schema >= Math.max(1, SYNC_SCHEMA - 2) && schema <= SYNC_SCHEMA

export const PUSH_PATH = '/api/sync/push'
export const PULL_PATH = '/api/sync/pull'
/** A push holds at most so many ops and so many bytes of UTF-8 JSON, whichever comes first. */
export const PUSH_MAX_OPS = 50
export const PUSH_MAX_BYTES = 256 * 1024
/** A pull whose query is longer is sent as a POST with the same names in its body; servers and proxies refuse long addresses. */
export const PULL_QUERY_MAX = 4000
/** Rows of one pull page when the client does not say. */
export const PULL_LIMIT = 2000

/** Request headers: who the ops belong to (refused with 403 `identity_mismatch` when the session says otherwise) and our own client mark. */
export const USER_HEADER = 'x-eam-user'
export const TENANT_HEADER = 'x-eam-tenant'
export const CLIENT_HEADER = 'x-eam-client'
/** Answer header on every answer of our own server; a 2xx without it comes from a third party (captive portal, proxy). */
export const EPOCH_HEADER = 'x-eam-epoch'
/** A cookie that scripts can read, another with each pair of tokens, so that every tab sees whether one has renewed them; holds no secret. */
export const markerCookie = 'eam-session'

/**
 * Kind of the op that takes the place of one a person threw away: target {type:'op', id: <that op>}, body {kind, target, reason}. The server logs these
 * three and, when that op has left no effect, marks its id as spent, so that a late duplicate of it is refused. One that is too large or beyond the
 * person's number of a day is refused; a phone then drops it, because its operation is gone there either way.
 */
export const DISCARD_KIND = 'op.discarded'
/** Bytes of UTF-8 JSON that the body of such an op has at most. */
export const DISCARD_MAX_BYTES = 2048

/**
 * Kind of the op that takes the place of one that the server refused and that a person keeps as a note: target: the record in whose history it stands, body
 * {op, kind, said, reason?, why?, at}. The server keeps it once for each refused op and marks that op's id as spent.
 */
export const NOTE_KIND = 'op.noted'
/** Bytes of UTF-8 JSON that the body of such an op has at most. */
export const NOTE_MAX_BYTES = 16_384

export interface OpTarget {
  type: string
  id: string
}

export interface PushOp {
  /** UUIDv7, minted once on the device: the idempotency key. */
  id: string
  /** `<entity>.<verb>`; never renamed. */
  kind: string
  schema: number
  /** Ops of one lane run in the order given; the server stops a lane at its first failure and answers `not_attempted` for the rest. */
  lane: string
  /** Ops that must have been done before; answered 424 `dep_missing` when one has not. */
  deps: string[]
  target: OpTarget
  /** Version of the row the person saw; null for creates and kinds that only append. */
  baseVersion: number | null
  /** Instead of baseVersion: the op of the same lane whose resulting version is meant. */
  baseOp?: string
  /** The refused op that this one replaces after a person edited it; its id is marked as spent when it has left no effect. */
  supersedes?: string
  /** Old values of the fields that `body` changes, for a merge by field. */
  base?: Record<string, unknown>
  body: unknown
  /** `fingerprint(op)`; another one under a known id is 422 `op_reused`. */
  fp: string
  /** ISO with offset, by the device's clock. */
  occurredAt: string
  /** Server time minus device time in milliseconds, as far as the device knew it then. */
  skewMs: number
  /** Its number on the device, see `Counted`; an op that replaces another keeps that one's. Absent from phones of an older program. */
  number?: number
}

/**
 * What a phone says of its counter at every contact. All people of a phone share it: each enqueued op gets the next number, so that an op was made between the
 * last contact that knew fewer numbers and the first one that knew its own.
 */
export interface Counted {
  /** The highest number given so far; 0 before the first op. */
  minted: number
  /** The lowest number that is still in the queue, one more than `minted` when none is. */
  waiting: number
}

export interface PushRequest extends Partial<Counted> {
  deviceId: string
  schema: number
  /**
   * The epoch the phone knows. A server of another one runs nothing and answers no results with its own epoch: the phone first sends again what the
   * server's backup has lost, in the old order. Absent or null: not known yet, everything runs.
   */
  epoch?: string | null
  ops: PushOp[]
}

/**
 * done: committed now. replayed: committed by an earlier attempt, the stored result. refused: rolled back, the same op may be sent again after
 * a person looked. not_attempted: an earlier op of its lane failed. retry: rolled back or still running elsewhere, send again by yourself.
 */
export type OpOutcome = 'done' | 'replayed' | 'refused' | 'not_attempted' | 'retry'

export interface OpResult {
  id: string
  outcome: OpOutcome
  /** The HTTP status the op would have had alone: 200 for done, replayed and not_attempted. */
  http: number
  /** Code of the closed error list: `stale`, `op_reused`, `op_in_progress`, `dep_missing`, `contract_too_old`, `op_kind_unknown`, … */
  code?: string
  /** One sentence in the person's language. */
  msg?: string
  retryAfterS?: number
  /** `xid`: the transaction that wrote it, decimal text; a pull whose horizon is greater has delivered its changes. */
  result?: { id: string; version: number | null; xid: string }
  /** With `stale`: the row as it is now, in wire form; null when it is gone. */
  current?: Record<string, unknown> | null
}

export interface PushAnswer {
  /** One per op of the request, in its order; none when the request named another epoch. */
  results: OpResult[]
  /** ISO with offset. */
  serverTime: string
  epoch: string
}

/** Opaque to the client; null: nothing of this scope is held yet. */
export type Cursor = string | null

export interface PullRequest {
  /** The scopes held; {} at the very first pull. The server adds scopes the person has and leaves out those the person lost. */
  cursors: Record<string, Cursor>
  limit: number
  /** The phone can load by packs: large scopes are then split, see `bundleFeed`. A feed whose cursor is sent, null or not, stays split. */
  packs?: boolean
  /** And reads the lines of checks out of bundles too. */
  linePacks?: boolean
  /** The phone's counter, with the epoch it knows. */
  contact?: Counted & { deviceId: string; epoch: string | null }
}

export interface PullChange {
  scope: string
  entity: string
  id: string
  deleted: boolean
  /** The row as it is now, in wire form with its `version`; absent when deleted. */
  row?: Record<string, unknown>
}

export interface PullAnswer {
  /** Every scope the person may hold now; rows of all others leave the phone. */
  scopes: string[]
  changes: PullChange[]
  /** The new cursors, for the scopes that moved. */
  cursors: Record<string, Cursor>
  /** Feeds that are still to be loaded by bundles; their changes wait until their cursor is sent. */
  packs?: BundleNotice[]
  /** Call again at once with the new cursors. */
  more: boolean
  /** `pg_snapshot_xmin` of the statement, decimal text: with `more` false, everything committed by transactions below it has been delivered. */
  horizon: string
  /** Something of these scopes is committed behind the horizon, where a transaction that still runs keeps it: ask again soon. */
  held?: true
  epoch: string
  serverTime: string
}

/** A whole-request failure as it comes in the envelope; `error` is the code of the closed list (`identity_mismatch`, `resync` with 410, …). */
export interface SyncFailure {
  code: number
  success: false
  msg: string
  error?: string
}

/** The body of a pull that is sent as a POST: cursors as one JSON text. */
export const pullBody = ({ cursors, limit, packs, linePacks, contact }: PullRequest): Record<string, string | number> => ({
  cursors: JSON.stringify(cursors),
  limit,
  ...(packs ? { packs: 1 } : {}),
  ...(linePacks ? { linePacks: 1 } : {}),
  ...(contact ? { deviceId: contact.deviceId, minted: contact.minted, waiting: contact.waiting, epoch: contact.epoch ?? '' } : {}),
})

/** The same as a query string. */
export const pullQuery = (request: PullRequest): string =>
  Object.entries(pullBody(request))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

/** JSON with sorted keys and without undefined: equal values give equal text. Throws on cycles and functions at the root. */
export const canonical = (value: unknown): string => {
  const plain: unknown = JSON.parse(JSON.stringify(value ?? null))
  return write(plain)
}

const write = (value: unknown): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  const entries = Object.entries(value as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${write(item)}`).join(',')}}`
}

/** What browsers, workers and Node 20 share, without a library of types for any of them. */
interface Platform {
  crypto: { subtle: { digest: (algorithm: string, data: Uint8Array) => Promise<ArrayBuffer> } }
  TextEncoder: new () => { encode: (text: string) => Uint8Array }
}

/** The content an op id stands for: hex sha-256 of the canonical {kind, target, body}. */
export const fingerprint = async (op: { kind: string; target: OpTarget; body: unknown }): Promise<string> => {
  const platform = globalThis as unknown as Platform
  const text = canonical({ kind: op.kind, target: { type: op.target.type, id: op.target.id }, body: op.body ?? null })
  const digest = await platform.crypto.subtle.digest('SHA-256', new platform.TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
