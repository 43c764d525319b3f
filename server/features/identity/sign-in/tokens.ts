import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import type { Transaction } from '#server/db/pool.ts'
import type { Origin } from '#server/features/record/public.ts'
import { hashToken } from '#server/kit/access/actor.ts'

/** Seconds an access token and a refresh token live at most; none outlives its session. */
const accessSeconds = 3600
export const refreshSeconds = 30 * 24 * 3600

export interface Tokens {
  readonly access: string
  readonly refresh: string
  /** Seconds until the access token ends. */
  readonly seconds: number
}

/** Why the server ended a session on its own. */
export type EndReason = 'refreshReuse' | 'lastDay' | 'lockGuessing'

const secret = (tenantId: string): string => `${tenantId}.${randomBytes(32).toString('base64url')}`

/** How long the tokens of a client last at most, in seconds, where that is not as usual. */
export interface Validity {
  readonly access?: number
  readonly refresh?: number
}

const mint = (tenantId: string, left: number, { access = accessSeconds }: Validity): Tokens => ({
  access: secret(tenantId),
  refresh: secret(tenantId),
  seconds: Math.max(1, Math.floor(Math.min(access, left))),
})

/** The provider that vouches for a person, in the tenant of the session alone. `hasFactor`: also for a second factor. */
export interface ProvenBy {
  readonly providerId: string
  readonly hasFactor: boolean
  readonly signOutAddress?: string | undefined
}

interface Opening {
  readonly userId: string
  readonly personId: string
  readonly from: Origin
  /** Seconds until the session ends for good. */
  readonly left: number
  /** When the password was typed, where that was before this session; ISO. */
  readonly signedInAt?: string
  readonly client: Validity & { readonly name: string }
  readonly by?: ProvenBy
}

/** Opens a session of a user; role and department are the user's at every moment; answers its tokens. They are stored as hashes only. */
export function openSession(
  tx: Transaction,
  { userId, personId, from, left, signedInAt, client, by }: Opening,
): Tokens & { sessionId: string } {
  const sessionId = v7()
  const tokens = mint(tx.tenantId, left, client)
  tx.later({
    text: `insert into session (tenant_id, id, user_id, person_id, token_hash, expires_at, client, address, signed_in_at, oauth_client,
        provider_id, is_confined, shown_factor, sign_out_address)
      values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6), $7, $8, coalesce($9::timestamptz, now()), $10, $11, $12, $13, $14)`,
    values: [
      tx.tenantId,
      sessionId,
      userId,
      personId,
      hashToken(tokens.access),
      tokens.seconds,
      from.client,
      from.address,
      signedInAt ?? null,
      client.name,
      by?.providerId ?? null,
      by !== undefined,
      by?.hasFactor ?? false,
      by?.signOutAddress ?? null,
    ],
  })
  addRefresh(tx, sessionId, tokens.refresh, left, client)
  return { ...tokens, sessionId }
}

function addRefresh(
  tx: Transaction,
  sessionId: string,
  refresh: string,
  left: number,
  { refresh: longest = refreshSeconds }: Validity,
): void {
  tx.later({
    text: 'insert into refresh_token (tenant_id, token_hash, session_id, expires_at) values ($1, $2, $3, now() + make_interval(secs => $4))',
    values: [tx.tenantId, hashToken(refresh), sessionId, Math.min(longest, left)],
  })
}

/** Issues new tokens to a session that lasts `left` more seconds; the old access token ends. */
export function rotate(tx: Transaction, sessionId: string, left: number, validity: Validity): Tokens {
  const tokens = mint(tx.tenantId, left, validity)
  tx.later({
    text: 'update session set token_hash = $3, expires_at = now() + make_interval(secs => $4), last_at = now() where tenant_id = $1 and id = $2',
    values: [tx.tenantId, sessionId, hashToken(tokens.access), tokens.seconds],
  })
  addRefresh(tx, sessionId, tokens.refresh, left, validity)
  return tokens
}

/** Ends a session and its refresh tokens at once. `reason`: set when the server does so on its own. */
export function endSession(tx: Transaction, sessionId: string, reason?: EndReason): void {
  tx.later({
    text: 'update session set revoked_at = now(), end_reason = $3 where tenant_id = $1 and id = $2',
    values: [tx.tenantId, sessionId, reason ?? null],
  })
  tx.later({ text: 'delete from refresh_token where tenant_id = $1 and session_id = $2', values: [tx.tenantId, sessionId] })
}
