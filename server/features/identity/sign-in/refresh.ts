import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { ownClient } from '#contract/entities/tooling/client.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { type Transaction, writeAs } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { logRequest } from '#server/features/record/public.ts'
import { hashToken } from '#server/kit/access/actor.ts'
import { originOf, tokenAnswer, userQuery } from './sign-in.ts'
import type { SignInClient } from './sign-in-client.ts'
import { type EndReason, endSession, rotate } from './tokens.ts'

/*
 * The chain of refresh tokens of a session. A token is
 *
 *   open        given out, neither used nor replaced; a session has at most one
 *   used        exchanged for a successor (`used_at`, `next_hash`)
 *   superseded  replaced before it was used, because its predecessor came again (`superseded_at`)
 *
 * What presenting it does:
 *
 *   open                                        it is used, its successor is open
 *   used, within the grace, its successor open  the successor is superseded, another one is open: the answer was lost, or two tabs asked at once
 *   used, later, or after its successor         reuse
 *   superseded                                  reuse: the answer that counted as lost did arrive at a client
 *   open but expired, unknown                   refused, nothing changes
 *   any, on a session past its last day         refused, the session ends
 *
 * Reuse ends the session with all its tokens, is logged, and is shown in the person's session list. Two people who hold one token fork the chain: one
 * of them is left with a token that is used or superseded, and whichever of the two comes first with it ends both. An honest browser replaces its
 * token with every answer, and the tokens of answers that never arrived are never presented. Tabs of one browser renew one at a time under a lock;
 * where it has none (plain HTTP) and the answers to two tabs overtake each other, the person signs in again.
 */

/** A used token that repeats within these seconds counts as a lost answer; later it counts as stolen. */
const graceSeconds = 20

/** The session that a refresh token belongs to, locked before any of its tokens so that two requests never wait for each other. */
async function lockSession(tx: Transaction, hash: Buffer): Promise<Row | undefined> {
  const { rows } = await tx.run({
    text: `select s.id, s.user_id, coalesce(s.oauth_client, $3) as client, extract(epoch from s.signed_in_at + make_interval(days => t.session_days) - now())::float8 as left,
        (select u.account from app_user u where u.tenant_id = s.tenant_id and u.id = s.user_id) as account
      from session s join tenant t on t.id = s.tenant_id
      where s.tenant_id = $1 and s.id = (select r.session_id from refresh_token r where r.tenant_id = $1 and r.token_hash = $2)
        and s.revoked_at is null for update of s`,
    values: [tx.tenantId, hash, ownClient],
  })
  return rows[0]
}

type Standing = 'good' | 'reuse' | 'expired'

/** How a presented token stands; asked for with its session locked. */
async function standingOf(tx: Transaction, hash: Buffer): Promise<Standing> {
  const { rows } = await tx.run({
    text: `select case
        when r.superseded_at is not null or r.used_at < now() - make_interval(secs => $3) or n.used_at is not null then 'reuse'
        when r.expires_at <= now() then 'expired' else 'good' end as standing
      from refresh_token r left join refresh_token n on n.tenant_id = r.tenant_id and n.token_hash = r.next_hash
      where r.tenant_id = $1 and r.token_hash = $2`,
    values: [tx.tenantId, hash, graceSeconds],
  })
  return (rows[0]?.standing as Standing | undefined) ?? 'expired'
}

/** Ends a session, and logs it where another party may hold its tokens. */
function end(tx: Transaction, session: Row, reason: EndReason, request: FastifyRequest): undefined {
  endSession(tx, String(session.id), reason)
  if (reason === 'refreshReuse')
    logRequest(tx, originOf(request), { event: 'refreshReuse', outcome: 'refused', account: session.account, userId: session.user_id })
}

/**
 * New tokens for a refresh token. Refuses `signed_out`; the comment above says what else happens then. `onward`: goes on with the new access token in the
 * same transaction, and answers in the place of the new tokens; its refusal leaves the presented token unused.
 */
export async function refreshSession(
  pool: pg.Pool,
  tenantId: string,
  refresh: string,
  request: FastifyRequest,
  client: SignInClient,
  onward?: (tx: Transaction, access: string) => Promise<ReturnType<typeof tokenAnswer>>,
) {
  const hash = hashToken(refresh)
  const outcome = await writeAs(pool, tenantId, async (tx) => {
    const session = await lockSession(tx, hash)
    // A token is worth nothing in the hands of another program.
    if (!session || session.client !== client.name) return undefined
    const standing = await standingOf(tx, hash)
    if (standing === 'reuse') return end(tx, session, 'refreshReuse', request)
    const left = Number(session.left)
    if (left < 1) return end(tx, session, 'lastDay', request)
    if (standing === 'expired') return undefined
    const { rows } = await tx.run({ text: `${userQuery} and u.id = $2`, values: [tenantId, session.user_id] })
    const who = rows[0]
    if (!who) return undefined
    const tokens = rotate(tx, String(session.id), left, client)
    tx.later({
      text: `update refresh_token n set superseded_at = now() from refresh_token r
        where r.tenant_id = $1 and r.token_hash = $2 and n.tenant_id = r.tenant_id and n.token_hash = r.next_hash`,
      values: [tenantId, hash],
    })
    tx.later({
      text: 'update refresh_token set used_at = coalesce(used_at, now()), next_hash = $3 where tenant_id = $1 and token_hash = $2',
      values: [tenantId, hash, hashToken(tokens.refresh)],
    })
    return onward ? onward(tx, tokens.access) : tokenAnswer(tenantId, who, tokens)
  })
  if (!outcome) throw new Refusal('signed_out')
  return outcome
}
