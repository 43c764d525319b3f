import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Refusal } from '#contract/kit/errors.ts'
import { writeAs } from '#server/db/pool.ts'
import { hashOf } from '../factors/factor-store.ts'
import type { Away } from './oidc-client.ts'

/** Keeps what the answer of a provider is compared with. Lax: the browser comes back from another site. */
const awayCookie = 'eam-away'
const awayPath = '/api/osm/auth'
/** Seconds that a person may take at the provider, and afterwards for a second factor. */
const awaySeconds = 600
const factorSeconds = 300

const expired = () =>
  new Refusal('rule', {
    zh: '统一登录已过期、已使用过或不是由此浏览器发起，请重新登录',
    en: 'This sign-in has expired, was already used or did not start in this browser. Sign in again',
  })

/** Remembers that a browser goes to a provider: a cookie for the browser, a row that is used once. */
export async function sendAway(
  pool: pg.Pool,
  reply: FastifyReply,
  to: { readonly tenantId: string; readonly providerId: string; readonly away: Away; readonly secure: boolean },
): Promise<void> {
  const { tenantId, providerId, away, secure } = to
  await writeAs(pool, tenantId, async (tx) => {
    tx.later({ text: 'delete from federated_request where tenant_id = $1 and until < now()', values: [tenantId] })
    tx.later({
      text: `insert into federated_request (tenant_id, state_hash, provider_id, until) values ($1, $2, $3, now() + make_interval(secs => $4))`,
      values: [tenantId, hashOf(away.state), providerId, awaySeconds],
    })
  })
  reply.setCookie(awayCookie, [away.state, away.nonce, away.verifier].join('.'), {
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path: awayPath,
    maxAge: awaySeconds,
  })
}

/** What the browser kept, when it is the one of this state. Refuses every other. */
export function awayOf(request: FastifyRequest, state: string): Away {
  const [kept = '', nonce = '', verifier = ''] = (request.cookies[awayCookie] ?? '').split('.')
  if (!nonce || !verifier || !timingSafeEqual(hashOf(kept), hashOf(state))) throw expired()
  return { state, nonce, verifier }
}

/** Clears what the browser kept. */
export const forgetAway = (reply: FastifyReply): void => void reply.clearCookie(awayCookie, { path: awayPath })

/** A person who is back and has to show a second factor. */
export interface Waiting {
  readonly userId: string
  readonly signOutAddress: string | undefined
}

/** Uses up the state of a browser that is back, or answers who waits for a second factor by it. Refuses one that is unknown, used or another provider's. */
export async function comeBack(pool: pg.Pool, tenantId: string, providerId: string, state: string): Promise<Waiting | undefined> {
  const found = await writeAs(pool, tenantId, async (tx) => {
    const values = [tenantId, hashOf(state)]
    const fresh = await tx.run({
      text: `delete from federated_request where tenant_id = $1 and state_hash = $2 and user_id is null and until > now() returning provider_id`,
      values,
    })
    if (fresh.rows[0]) return { ...fresh.rows[0], waiting: undefined }
    const { rows } = await tx.run({
      text: `select provider_id, user_id, sign_out_address from federated_request
        where tenant_id = $1 and state_hash = $2 and user_id is not null and until > now()`,
      values,
    })
    const row = rows[0]
    if (!row) return undefined
    const signOutAddress = (row.sign_out_address as string | null) ?? undefined
    return { provider_id: row.provider_id, waiting: { userId: String(row.user_id), signOutAddress } }
  })
  if (!found || found.provider_id !== providerId) throw expired()
  return found.waiting
}

/** Lets a person who has proven who they are wait for the second factor. */
export async function wait(pool: pg.Pool, tenantId: string, providerId: string, state: string, who: Waiting): Promise<void> {
  await writeAs(pool, tenantId, async (tx) =>
    tx.later({
      text: `insert into federated_request (tenant_id, state_hash, provider_id, user_id, sign_out_address, until)
        values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6)) on conflict do nothing`,
      values: [tenantId, hashOf(state), providerId, who.userId, who.signOutAddress ?? null, factorSeconds],
    }),
  )
}

/** Ends the waiting; of two who end it at once one may go on. */
export async function endWaiting(pool: pg.Pool, tenantId: string, state: string): Promise<void> {
  const { rowCount } = await writeAs(pool, tenantId, (tx) =>
    tx.run({ text: 'delete from federated_request where tenant_id = $1 and state_hash = $2', values: [tenantId, hashOf(state)] }),
  )
  if (rowCount === 0) throw expired()
}
