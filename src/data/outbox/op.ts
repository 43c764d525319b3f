import type { OpTarget, PushOp } from '#contract/sync.ts'
import { SYNC_SCHEMA } from '#contract/sync.ts'

/** Who an op belongs to; only a session of exactly this tenant and user sends it. */
export interface Identity {
  tenantId: string
  userId: string
}

/** The stored states; that an op is being sent, or waits for another one, is derived when it is shown. `blocked`: this phone cannot read its photo. */
export type OpState = 'pending' | 'blocked' | 'conflict' | 'rejected' | 'needs_update'

export interface OpError {
  code: string
  http?: number
  /** Device time in milliseconds. */
  at: number
  msg?: string
  /** The program version that met the error, for errors that a newer program may not meet. */
  client?: string
}

/** One write waiting on this device. */
export interface Op extends Identity {
  /** Order on this device, assigned by the database; independent of the clock. */
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
  /** Device time from which the next attempt may be made, and when that was decided: earlier than that means the clock went back. */
  nextAttemptAt: number
  waitSince: number
  /** The server asked for the wait, and only a person's tap shortens it. */
  waitAsked?: boolean
  /** From the first attempt on kind, target and body never change. */
  sentOnce: boolean
  lastError?: OpError
  /** With a conflict: the server's row as it was then, null when it is gone. */
  current?: Record<string, unknown> | null
  /** A person agreed to send it although it is older than a year. */
  agreed?: boolean
  /** Its dependencies only order the ops: when one is discarded, this op continues without it. */
  after?: boolean
  /** Ids of the photos written with it, each with an op of its own in `deps`. */
  files?: string[]
  /** Of a photo: it was shrunk once because the server found it too large. */
  shrunk?: boolean
  /** Of a photo: the server reported it missing although it was done. */
  missed?: boolean
}

export type NewOp = Omit<Op, 'seq'>

/** An op the server has; kept 14 days so that it can be sent again when the server is restored from a backup. */
export interface DoneOp extends Op {
  /** Server time in milliseconds. */
  at: number
  epoch: string
  result?: { id: string; version: number | null; xid: string }
}

/** A stored row as an Op: rows of older or newer programs may lack fields. */
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

/** What of an op travels. */
export const wireOf = (op: Op): PushOp => ({
  id: op.id,
  kind: op.kind,
  schema: op.schema,
  lane: op.lane,
  // An op is sent only when all its dependencies are, so the newest of thousands represent the rest.
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
})

/** Whether two are the same person in the same tenant. */
export const sameIdentity = (a: Identity | null, b: Identity | null): boolean =>
  a !== null && b !== null && a.tenantId === b.tenantId && a.userId === b.userId
