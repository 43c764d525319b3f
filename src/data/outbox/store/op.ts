import type { OpTarget, PushOp } from '#contract/sync/sync.ts'
import { SYNC_SCHEMA } from '#contract/sync/sync.ts'

/** Owner of an op. Only a session of exactly this tenant and user sends it. */
export interface Identity {
  tenantId: string
  userId: string
}

/** Stored states. Sending and waiting for another op are derived for display. `blocked`: this phone cannot read the photo. */
export type OpState = 'pending' | 'blocked' | 'conflict' | 'rejected' | 'needs_update'

export interface OpError {
  code: string
  http?: number
  /** Device time in milliseconds. */
  at: number
  msg?: string
  /** Version of the program that got the error; a newer one may not get it. */
  client?: string
}

/** One write waiting on this device. */
export interface Op extends Identity {
  /** Position in the queue, assigned by the database; independent of the clock. */
  seq: number
  id: string
  schema: number
  kind: string
  deviceId: string
  lane: string
  deps: string[]
  target: OpTarget
  baseVersion: number | null
  baseOp?: string
  supersedes?: string
  base?: Record<string, unknown>
  body: unknown
  fp: string
  occurredAt: string
  skewMs: number
  state: OpState
  attempts: number
  /** Device time of the next attempt, and since when the op waits. A clock before `waitSince` was set back. */
  nextAttemptAt: number
  waitSince: number
  /** The server asked for this wait; only a tap shortens it. */
  waitAsked?: boolean
  /** Sent at least once: kind, target and body never change again. */
  sentOnce: boolean
  lastError?: OpError
  /** With a conflict: the server's row at that time, null when it is gone. */
  current?: Record<string, unknown> | null
  /** A person agreed to send it although it is more than a year old. */
  agreed?: boolean
  /** `deps` only set the order: when one is discarded, this op continues without it. */
  after?: boolean
  /** Ids of its photos; each has an op of its own in `deps`. */
  files?: string[]
  /** For a photo: already shrunk once because the server found it too large. */
  shrunk?: boolean
  /** For a photo: the server reported it missing after it was done. */
  missed?: boolean
}

export type NewOp = Omit<Op, 'seq'>

/** An op that the server has executed; kept 14 days, to be resent when the server is restored from a backup. */
export interface DoneOp extends Op {
  /** Server time in milliseconds. */
  at: number
  epoch: string
  result?: { id: string; version: number | null; xid: string }
}

/** Completes a stored row to an Op: rows of older or newer programs may lack fields. */
export const fillOp = (row: Partial<Op> & Pick<Op, 'seq' | 'id' | 'kind' | 'tenantId' | 'userId' | 'target' | 'body' | 'fp'>): Op => ({
  ...row,
  schema: row.schema ?? SYNC_SCHEMA,
  deviceId: row.deviceId ?? '',
  lane: row.lane ?? `${row.target.type}:${row.target.id}`,
  deps: row.deps ?? [],
  baseVersion: row.baseVersion ?? null,
  occurredAt: row.occurredAt ?? new Date(0).toISOString(),
  skewMs: row.skewMs ?? 0,
  state: row.state ?? 'pending',
  attempts: row.attempts ?? 0,
  nextAttemptAt: row.nextAttemptAt ?? 0,
  waitSince: row.waitSince ?? 0,
  sentOnce: row.sentOnce ?? true,
})

/** Maximum number of dependencies sent with an op. */
const MOST_DEPS = 200

/** The part of an op that is sent. */
export const wireOf = (op: Op): PushOp => ({
  id: op.id,
  kind: op.kind,
  schema: op.schema,
  lane: op.lane,
  // An op is sent after all its dependencies, so the newest of thousands represent the rest.
  deps: op.deps.slice(-MOST_DEPS),
  target: op.target,
  baseVersion: op.baseVersion,
  ...(op.baseOp ? { baseOp: op.baseOp } : {}),
  ...(op.supersedes ? { supersedes: op.supersedes } : {}),
  ...(op.base ? { base: op.base } : {}),
  body: op.body,
  fp: op.fp,
  occurredAt: op.occurredAt,
  skewMs: op.skewMs,
  number: op.seq,
})

/** Whether both are the same person in the same tenant. */
export const sameIdentity = (a: Identity | null, b: Identity | null): boolean =>
  a !== null && b !== null && a.tenantId === b.tenantId && a.userId === b.userId
