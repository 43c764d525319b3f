/** The wire between a phone's outbox and cache and the server: POST /api/sync/push, GET /api/sync/pull. Both answers travel in the usual envelope. */

import type { BundleNotice } from './sync-bundle.ts'

/** Contract version of the ops that this program writes. The server accepts it and the two before it. */
export const SYNC_SCHEMA = 1

/** Whether the server still accepts an op of this contract version. */
export const acceptsSchema = (schema: number): boolean =>
  Number.isInteger(schema) && schema >= Math.max(1, SYNC_SCHEMA - 2) && schema <= SYNC_SCHEMA

export const PUSH_PATH = '/api/sync/push'
export const PULL_PATH = '/api/sync/pull'
/** Limits of a push: number of ops and bytes of UTF-8 JSON, whichever is reached first. */
export const PUSH_MAX_OPS = 50
export const PUSH_MAX_BYTES = 256 * 1024
/** A pull with a longer query is sent as a POST with the same names in its body, because servers and proxies refuse long URLs. */
export const PULL_QUERY_MAX = 4000
/** Default number of rows of a pull page. */
export const PULL_LIMIT = 2000

/**
 * Request headers: the owner of the ops (refused with 403 `identity_mismatch` if the session belongs to someone else) and the id of our
 * client.
 */
export const USER_HEADER = 'x-eam-user'
export const TENANT_HEADER = 'x-eam-tenant'
export const CLIENT_HEADER = 'x-eam-client'
/** Header on every answer of our own server; a 2xx without it comes from a third party (captive portal, proxy). */
export const EPOCH_HEADER = 'x-eam-epoch'
/** A cookie that scripts can read; it changes with each pair of tokens, so that every tab notices a renewal. Contains no secret. */
export const markerCookie = 'eam-session'

/**
 * Kind of the op that replaces a discarded one: target {type:'op', id: <that op>}, body {kind, target, reason}. The server logs these three
 * and, if the discarded op had no effect, marks its id as spent, so that a late duplicate of it is refused. It is refused if it is too
 * large or exceeds the person's daily number; the phone then drops it, because its operation is gone either way.
 */
export const DISCARD_KIND = 'op.discarded'
/** Maximum bytes of UTF-8 JSON of its body. */
export const DISCARD_MAX_BYTES = 2048

/**
 * Kind of the op that replaces a refused one which a person keeps as a note: target: the record whose history contains the note, body {op,
 * kind, said, reason?, why?, at}. The server stores it once per refused op and marks that op's id as spent.
 */
export const NOTE_KIND = 'op.noted'
/** Maximum bytes of UTF-8 JSON of its body. */
export const NOTE_MAX_BYTES = 16_384

export interface OpTarget {
  type: string
  id: string
}

export interface PushOp {
  /** UUIDv7, created once on the device: the idempotency key. */
  id: string
  /** `<entity>.<verb>`; never renamed. */
  kind: string
  schema: number
  /** Ops of one lane run in order; the server stops a lane at its first failure and answers `not_attempted` for the rest. */
  lane: string
  /** Ops that must be done before; answered with 424 `dep_missing` otherwise. */
  deps: string[]
  target: OpTarget
  /** Version of the row that the person saw; null for new rows and append-only kinds. */
  baseVersion: number | null
  /** Instead of baseVersion: the op of the same lane whose resulting version is meant. */
  baseOp?: string
  /** The refused op that this edited one replaces; its id is marked as spent if it had no effect. */
  supersedes?: string
  /** Old values of the fields that `body` changes, for merging by field. */
  base?: Record<string, unknown>
  body: unknown
  /** `fingerprint(op)`; a different one under a known id is refused with 422 `op_reused`. */
  fp: string
  /** ISO with offset, by the device's clock. */
  occurredAt: string
  /** Server time minus device time in milliseconds, as known to the device at that time. */
  skewMs: number
  /** Its number on the device, see `Counted`; a replacement keeps the number of the replaced op. Absent from older programs. */
  number?: number
}

/**
 * The phone's counter, reported at every contact and shared by all people of the phone: each enqueued op gets the next number. An op was
 * therefore created between the last contact that reported a lower number and the first that reported its own.
 */
export interface Counted {
  /** The highest number so far; 0 before the first op. */
  minted: number
  /** The lowest number still in the queue; `minted` + 1 if the queue is empty. */
  waiting: number
}

export interface PushRequest extends Partial<Counted> {
  deviceId: string
  schema: number
  /**
   * The epoch that the phone knows. A server with another epoch executes nothing and answers without results and with its own epoch: the
   * phone first resends what the server's backup has lost, in the old order. Absent or null: unknown, everything is executed.
   */
  epoch?: string | null
  ops: PushOp[]
}

/**
 * done: committed now. replayed: committed by an earlier attempt, with the stored result. refused: rolled back; the op may be resent after
 * a person has looked at it. not_attempted: an earlier op of its lane failed. retry: rolled back or still running elsewhere; resend
 * automatically.
 */
export type OpOutcome = 'done' | 'replayed' | 'refused' | 'not_attempted' | 'retry'

export interface OpResult {
  id: string
  outcome: OpOutcome
  /** The HTTP status that the op would have had on its own: 200 for done, replayed and not_attempted. */
  http: number
  /** Code of the closed error list: `stale`, `op_reused`, `op_in_progress`, `dep_missing`, `contract_too_old`, `op_kind_unknown`, … */
  code?: string
  /** One sentence in the person's language. */
  msg?: string
  retryAfterS?: number
  /** `xid`: the transaction that wrote it, decimal text; a pull with a greater horizon has delivered its changes. */
  result?: { id: string; version: number | null; xid: string }
  /** With `stale`: the current row in wire form; null if it no longer exists. */
  current?: Record<string, unknown> | null
}

export interface PushAnswer {
  /** One per op of the request, in order; empty if the request named another epoch. */
  results: OpResult[]
  /** ISO with offset. */
  serverTime: string
  epoch: string
}

/** Opaque to the client; null: no rows of this scope are held yet. */
export type Cursor = string | null

export interface PullRequest {
  /** The scopes held; {} at the first pull. The server adds the person's new scopes and leaves out lost ones. */
  cursors: Record<string, Cursor>
  limit: number
  /** The phone supports bundles: large scopes are then split, see `bundleFeed`. A feed whose cursor is sent, even null, stays split. */
  packs?: boolean
  /** The phone also supports bundles for the lines of checks. */
  linePacks?: boolean
  /** The phone's counter and the epoch it knows. */
  contact?: Counted & { deviceId: string; epoch: string | null }
}

export interface PullChange {
  scope: string
  entity: string
  id: string
  deleted: boolean
  /** The current row in wire form with its `version`; absent if deleted. */
  row?: Record<string, unknown>
}

export interface PullAnswer {
  /** Every scope that the person may hold now; the phone drops rows of all others. */
  scopes: string[]
  changes: PullChange[]
  /** The new cursors of the scopes that advanced. */
  cursors: Record<string, Cursor>
  /** Feeds that still have to be loaded in bundles; their changes wait until their cursor is sent. */
  packs?: BundleNotice[]
  /** There is more: call again at once with the new cursors. */
  more: boolean
  /** `pg_snapshot_xmin` of the statement, decimal text: if `more` is false, everything committed by transactions below it was delivered. */
  horizon: string
  /** A transaction that is still running holds back committed changes of these scopes: pull again soon. */
  held?: true
  epoch: string
  serverTime: string
}

/** The failure of a whole request, in the envelope; `error` is a code of the closed list (`identity_mismatch`, `resync` with 410, …). */
export interface SyncFailure {
  code: number
  success: false
  msg: string
  error?: string
}

/** The body of a pull sent as a POST: cursors as one JSON text. */
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

/** JSON with sorted keys and without undefined: equal values give equal text. Throws on cycles, and on functions at the root. */
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

/** The APIs that browsers, workers and Node.js 20 share, declared here to need no type library of any of them. */
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
