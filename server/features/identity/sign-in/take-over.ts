import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Transaction } from '#server/db/pool.ts'
import type { Rows } from '#server/db/query.ts'
import { type Actor, actorOf, actorQueries, hashToken } from '#server/kit/access/actor.ts'
import { refreshSession } from './refresh.ts'
import { switchTenant } from './sign-in.ts'
import type { SignInClient } from './sign-in-client.ts'
import { endSession } from './tokens.ts'

/** The person of an access token, as this transaction sees them. */
async function actorBy(tx: Transaction, access: string): Promise<Actor> {
  const found: Rows[] = []
  for (const query of actorQueries(tx.tenantId, hashToken(access))) found.push(await tx.run(query))
  return actorOf(tx.tenantId, found)
}

/** Where a session is to go on: `from` the tenant of its refresh token. */
interface Move {
  readonly from: string
  readonly refresh: string
  readonly tenantId: string
  /** Refuses a person whose session may not go on, such as one with a locked screen. */
  check(actor: Actor): void
}

/**
 * Goes on in a tenant of the person whose refresh token is shown: it is spent as by a refresh, and where the tenant is another one its session ends, so that no
 * second one is left behind. All in one transaction: a refusal leaves the session and its tokens as they were.
 */
export async function takeOver(pool: pg.Pool, { from, refresh, tenantId, check }: Move, request: FastifyRequest, client: SignInClient) {
  if (tenantId === from) return refreshSession(pool, from, refresh, request, client)
  return refreshSession(pool, from, refresh, request, client, async (tx, access) => {
    const actor = await actorBy(tx, access)
    check(actor)
    const moved = await switchTenant(tx, actor, tenantId, request, client)
    endSession(tx, actor.sessionId)
    return moved
  })
}
