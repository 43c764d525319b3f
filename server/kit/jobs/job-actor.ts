import type pg from 'pg'
import { Refusal } from '#contract/kit/errors.ts'
import { rights } from '#contract/rights.ts'
import { readAs, type Transaction } from '#server/db/pool.ts'
import type { Query, Rows } from '#server/db/query.ts'
import { mayCall } from '../access/access.ts'
import { type Actor, actorOf, actorQueries } from '../access/actor.ts'

/**
 * A CTE named `session` that shadows the table: the person may have signed out since, or the job may run the next morning. The parameter
 * for the hash of the token holds the user id. Columns that are not set are null.
 */
const session = `with session as (select (jsonb_populate_record(null::session, jsonb_build_object('tenant_id', u.tenant_id, 'id', u.id, 'person_id', u.person_id,
      'user_id', u.id, 'role_id', $3::uuid, 'token_hash', $2::bytea::text, 'is_locked', false, 'shown_factor', false, 'expires_at', now() + interval '1 hour', 'last_at', now(), 'created_at', now()))).*
  from app_user u where u.tenant_id = $1 and u.id = convert_from($2::bytea, 'UTF8')::uuid) `

const gone = (): Refusal =>
  new Refusal('rule', {
    zh: '等待期间您的账号或权限有变化，任务没有执行',
    en: 'Your account or permissions changed while this was waiting, so it was not run',
  })

/** The queries of an actor without a session. `roleId`: the one role that they act in; null: all of their roles. */
const personQueries = (tenantId: string, userId: string, roleId: string | null = null): Query[] =>
  actorQueries(tenantId, Buffer.from(userId)).map((query) =>
    query.text.includes('session s') ? { text: session + query.text, values: [tenantId, Buffer.from(userId), roleId] } : query,
  )

/** Loads a person as an actor within a transaction, without a session. */
export async function actorIn(tx: Transaction, userId: string): Promise<Actor> {
  const found: Rows[] = []
  for (const query of personQueries(tx.tenantId, userId)) found.push(await tx.run(query))
  return actorOf(tx.tenantId, found)
}

/**
 * Loads a person's current rights and scopes as an actor, without a session, limited to `roleId` if given. Throws if the person no longer
 * exists or has lost that role.
 */
export async function actorNow(pool: pg.Pool, tenantId: string, userId: string, roleId: string | null = null): Promise<Actor> {
  const queries = personQueries(tenantId, userId, roleId)
  try {
    return actorOf(tenantId, await readAs(pool, tenantId, queries))
  } catch (error) {
    throw error instanceof Refusal && error.code === 'signed_out' ? gone() : error
  }
}

/** Throws `forbidden` if the person lacks one of the rights, or the API scope of `call`. */
export function refuseWithout(actor: Actor, needed: readonly string[], call: string | null = null): void {
  for (const right of needed) if (!actor.rights.has(right)) throw new Refusal('forbidden', { right: rights.get(right) ?? right })
  if (call !== null && !needed.some((right) => mayCall(actor, right, call)))
    throw new Refusal('forbidden', { right: rights.get(needed[0] ?? call) ?? call })
}
