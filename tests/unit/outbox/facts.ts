import { freshMeta, type OutboxMeta, type Snapshot } from '#src/data/outbox/ports.ts'
import type { Op } from '#src/data/outbox/store/op.ts'
import { ann } from './lab.ts'

export const now = Date.UTC(2026, 0, 5, 8)
export const at = { now, random: () => 0.5, client: '1' }

/** An op of Ann's that waits to be sent; its seq is its number. */
export const opOf = (seq: number, more: Partial<Op> = {}): Op => ({
  ...ann,
  seq,
  id: `op${seq}`,
  schema: 1,
  kind: 'card.set',
  deviceId: 'd1',
  lane: `card:${seq}`,
  deps: [],
  target: { type: 'card', id: String(seq) },
  baseVersion: null,
  body: { n: seq },
  fp: `fp${seq}`,
  occurredAt: new Date(now).toISOString(),
  skewMs: 0,
  state: 'pending',
  attempts: 0,
  nextAttemptAt: 0,
  waitSince: 0,
  sentOnce: true,
  ...more,
})

/** A queue of Ann's phone. */
export const queueOf = (ops: Op[], meta: Partial<OutboxMeta> = {}, more: Partial<Snapshot> = {}): Snapshot => ({
  ops,
  done: [],
  meta: { ...freshMeta('d1'), identity: ann, epoch: 'e1', serverTime: now, ...meta },
  ...more,
})
