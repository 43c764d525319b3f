import type pg from 'pg'
import { Refusal } from '#contract/kit/errors.ts'
import { readAs, type Transaction, writeAs } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { logRequest, type Origin } from '#server/features/record/public.ts'
import { userQuery } from '../sign-in/sign-in.ts'
import type { Identity, Provider } from './identity-provider.ts'

const taken = () =>
  new Refusal('rule', {
    zh: '该账号已绑定另一身份，请联系管理员解除绑定',
    en: 'This account is linked to another identity. Ask your administrator to unlink it',
  })

/** The user whom an identity was bound to; null where that account is gone or stopped, undefined where there is none. */
async function boundUser(tx: Transaction, { issuer, subject }: Identity): Promise<Row | null | undefined> {
  const { rows } = await tx.run({
    text: `select b.user_id from identity_binding b join app_user u on u.tenant_id = b.tenant_id and u.id = b.user_id and not u.is_deleted
      where b.tenant_id = $1 and b.issuer = $2 and b.subject = $3`,
    values: [tx.tenantId, issuer, subject],
  })
  if (!rows[0]) return undefined
  const found = await tx.run({ text: `${userQuery} and u.id = $2`, values: [tx.tenantId, rows[0].user_id] })
  return found.rows[0] ?? null
}

/** The one user whom the rule of a provider means; none where it means several. */
async function matched(tx: Transaction, { matchBy }: Provider, identity: Identity): Promise<Row | undefined> {
  const value = matchBy === 'bound' ? undefined : identity[matchBy]
  if (!value) return undefined
  const column = `u.${matchBy}`
  const { rows } = await tx.run({ text: `${userQuery} and lower(${column}) = lower($2) limit 2`, values: [tx.tenantId, value] })
  return rows.length === 1 ? rows[0] : undefined
}

/** Binds an identity to a user, once: a user has one identity of an issuer, and an identity one user. */
async function bind(tx: Transaction, { issuer, subject }: Identity, who: Row, provider: Provider, from: Origin): Promise<void> {
  // What an account held that was deleted since is free again.
  tx.later({
    text: `delete from identity_binding b using app_user u where b.tenant_id = $1 and b.issuer = $2 and b.subject = $3
      and u.tenant_id = b.tenant_id and u.id = b.user_id and u.is_deleted`,
    values: [tx.tenantId, issuer, subject],
  })
  const { rowCount } = await tx.run({
    text: 'insert into identity_binding (tenant_id, issuer, subject, user_id) values ($1, $2, $3, $4) on conflict do nothing',
    values: [tx.tenantId, issuer, subject, who.user_id],
  })
  if (rowCount === 0) throw taken()
  logRequest(tx, from, {
    event: 'identityBound',
    account: who.account,
    userId: who.user_id,
    actorId: who.user_id,
    detail: provider.name,
  })
}

/**
 * The active user of the tenant whose identity this is, bound before or by the rule of the provider at this first sign-in; undefined when none is
 * meant. Refuses an account that another identity holds.
 */
export async function userFor(
  pool: pg.Pool,
  tenantId: string,
  provider: Provider,
  identity: Identity,
  from: Origin,
): Promise<Row | undefined> {
  return writeAs(pool, tenantId, async (tx) => {
    const bound = await boundUser(tx, identity)
    if (bound !== undefined) return bound ?? undefined
    const who = await matched(tx, provider, identity)
    if (who) await bind(tx, identity, who, provider, from)
    return who
  })
}

/** The user whom an identity means, without binding it. */
export async function meantUser(pool: pg.Pool, tenantId: string, provider: Provider, identity: Identity): Promise<Row | undefined> {
  return writeAs(pool, tenantId, async (tx) => {
    const bound = await boundUser(tx, identity)
    return bound === undefined ? matched(tx, provider, identity) : (bound ?? undefined)
  })
}

/** Refuses an account that wrong passwords have locked: no other way in is open meanwhile. */
export async function refuseLocked(pool: pg.Pool, tenantId: string, userId: unknown): Promise<void> {
  const [found] = await readAs(pool, tenantId, [
    {
      text: `select ceil(extract(epoch from locked_until - now()) / 60)::int as minutes from app_user
        where tenant_id = $1 and id = $2 and locked_until > now()`,
      values: [tenantId, userId],
    },
  ])
  const row = found?.rows[0]
  if (row) throw new Refusal('locked_out', { minutes: Number(row.minutes) })
}
