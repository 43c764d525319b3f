import { createHash } from 'node:crypto'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Actor } from '../access/actor.ts'

export interface Key {
  readonly opId: string
  readonly kind: string
  /** sha-256 of the operation's content. */
  readonly fp: Buffer
  readonly deviceId: string | null
}

export interface Once<T> {
  readonly result: T
  /** Whether the result is the stored one of an earlier attempt. */
  readonly replayed: boolean
}

/** A fingerprint of any JSON content, for requests that come without one. */
export const fingerprintOf = (content: unknown): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(content ?? null))
    .digest()

/**
 * Runs work at most once per idempotency key. The key's row is written first, so that a concurrent duplicate waits here (409
 * `op_in_progress` after 3 s) and then gets the stored result. Only committed effects are stored: an error rolls the key back too.
 */
export async function once<T>(actor: Actor, tx: Transaction, key: Key, work: () => Promise<T>): Promise<Once<T>> {
  tx.later({ text: `set local lock_timeout = '3s'` })
  const { rowCount } = await tx.run({
    text: 'insert into sync_op (tenant_id, op_id, user_id, device_id, kind, fp) values ($1, $2, $3, $4, $5, $6) on conflict do nothing',
    values: [tx.tenantId, key.opId, actor.userId, key.deviceId, key.kind, key.fp],
  })
  if (!rowCount) {
    const { rows } = await tx.run({
      text: 'select user_id, kind, fp, result from sync_op where tenant_id = $1 and op_id = $2',
      values: [tx.tenantId, key.opId],
    })
    const row = rows[0]
    if (!row) throw new Refusal('op_in_progress')
    if (row.user_id !== actor.userId) throw new Refusal('identity_mismatch')
    if (row.kind !== key.kind || !(row.fp as Buffer).equals(key.fp)) throw new Refusal('op_reused')
    return { result: row.result as T, replayed: true }
  }
  const result = await work()
  tx.later({
    text: 'update sync_op set status = 200, result = $3 where tenant_id = $1 and op_id = $2',
    values: [tx.tenantId, key.opId, JSON.stringify(result ?? null)],
  })
  return { result, replayed: false }
}
