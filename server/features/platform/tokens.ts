import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import type { Transaction } from '#server/db/pool.ts'
import { hashToken } from '#server/kit/actor.ts'
import type { Origin } from './access-entries.ts'

/** Seconds an access token and a refresh token live. */
export const accessSeconds = 3600
export const refreshSeconds = 30 * 24 * 3600

export interface Tokens {
  readonly access: string
  readonly refresh: string
}

const mint = (tenantId: string): string => `${tenantId}.${randomBytes(32).toString('base64url')}`

/** Opens a session of a user; role and department are the user's at every moment; answers its tokens. They are stored as hashes only. */
export function openSession(tx: Transaction, who: { userId: string; personId: string; from: Origin }): Tokens & { sessionId: string } {
  const sessionId = v7()
  const tokens = { access: mint(tx.tenantId), refresh: mint(tx.tenantId) }
  tx.later({
    text: `insert into session (tenant_id, id, user_id, person_id, token_hash, expires_at, client, address) values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6), $7, $8)`,
    values: [tx.tenantId, sessionId, who.userId, who.personId, hashToken(tokens.access), accessSeconds, who.from.client, who.from.address],
  })
  addRefresh(tx, sessionId, tokens.refresh)
  return { ...tokens, sessionId }
}

function addRefresh(tx: Transaction, sessionId: string, refresh: string): void {
  tx.later({
    text: 'insert into refresh_token (tenant_id, token_hash, session_id, expires_at) values ($1, $2, $3, now() + make_interval(secs => $4))',
    values: [tx.tenantId, hashToken(refresh), sessionId, refreshSeconds],
  })
}

/** Gives a session new tokens; the old access token ends. */
export function rotate(tx: Transaction, sessionId: string): Tokens {
  const tokens = { access: mint(tx.tenantId), refresh: mint(tx.tenantId) }
  tx.later({
    text: 'update session set token_hash = $3, expires_at = now() + make_interval(secs => $4), last_at = now() where tenant_id = $1 and id = $2',
    values: [tx.tenantId, sessionId, hashToken(tokens.access), accessSeconds],
  })
  addRefresh(tx, sessionId, tokens.refresh)
  return tokens
}

/** Ends a session and its refresh tokens at once. */
export function endSession(tx: Transaction, sessionId: string): void {
  tx.later({ text: 'update session set revoked_at = now() where tenant_id = $1 and id = $2', values: [tx.tenantId, sessionId] })
  tx.later({ text: 'delete from refresh_token where tenant_id = $1 and session_id = $2', values: [tx.tenantId, sessionId] })
}
