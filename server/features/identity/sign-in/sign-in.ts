import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { v7 } from 'uuid'
import { Refusal } from '#contract/kit/errors.ts'
import { inTenant } from '#server/db/in-tenant.ts'
import { readAs, type Transaction, writeAs } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { logAccess, logRequest, type Origin } from '#server/features/record/public.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import type { Tools } from '#server/kit/context.ts'
import { checkFactor, rememberDevice } from '../factors/factor-check.ts'
import { passwordFits } from '../factors/password.ts'
import { avatarAddress } from '../people/avatar.ts'
import { browserWords } from './browser-words.ts'
import { attemptKey, forgetAttempts } from './end-sessions.ts'
import { nickNameOf } from './nick-name.ts'
import type { SignInClient } from './sign-in-client.ts'
import { openSession, type ProvenBy, type Tokens } from './tokens.ts'

/** Wrong passwords in a row that lock an identity, and for how many minutes. */
export const mostWrong = 10
const lockedMinutes = 15
/** Seconds of a day. */
const day = 24 * 3600

/** A user who may sign in, with tenant and the ids and keys of all roles, the first one first, with commas between them; `$1` tenant. */
export const userQuery = `select u.id as user_id, u.person_id, u.account, u.real_name, u.nick_name, u.avatar, h.role_id, u.dept_id, h.role_alias, t.tenant_name, t.session_days
  from app_user u join tenant t on t.id = u.tenant_id and t.stopped_at is null
  cross join lateral (select string_agg(r.id::text, ',' order by r.id <> u.role_id, r.sort nulls last, r.role_name, r.id) as role_id,
      string_agg(r.role_alias, ',' order by r.id <> u.role_id, r.sort nulls last, r.role_name, r.id) as role_alias
    from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and not r.is_deleted where ur.tenant_id = u.tenant_id and ur.user_id = u.id) h
  where u.tenant_id = $1 and h.role_id is not null and not u.is_deleted and u.status = 'active'`

/** What a log-in answers: flat, in snake case. */
export function tokenAnswer(tenantId: string, who: Row, tokens: Tokens) {
  return {
    access_token: tokens.access,
    refresh_token: tokens.refresh,
    token_type: 'bearer',
    expires_in: tokens.seconds,
    scope: 'all',
    tenant_id: tenantId,
    tenant_name: who.tenant_name,
    user_id: who.user_id,
    user_name: who.account,
    account: who.account,
    real_name: who.real_name,
    nick_name: nickNameOf(String(who.role_alias ?? ''), who.nick_name as string | null) ?? who.real_name,
    avatar: avatarAddress(who.avatar),
    dept_id: who.dept_id,
    role_id: who.role_id,
    role_name: who.role_alias,
    oauth_id: '',
  }
}

/** The origin of a request: the address as the proxy settings trust it (a header may be forged by the client), and a readable browser name. */
export const originOf = (request: FastifyRequest): Origin => ({
  address: isIP(request.ip) > 0 ? request.ip : null,
  client: browserWords(request.headers['user-agent']),
})

/** Whether a tenant has a user of this account who may sign in. */
export async function isAccountOf(pool: pg.Pool, tenantId: string, account: string): Promise<boolean> {
  const [found] = await readAs(pool, tenantId, [{ text: `${userQuery} and lower(u.account) = lower($2)`, values: [tenantId, account] }])
  return (found?.rows.length ?? 0) > 0
}

const auditSignIn = (tx: Transaction, who: Row, event: 'signIn' | 'switchTenant', from: Origin): void => {
  tx.later({
    text: `insert into audit_event (tenant_id, id, entity, entity_id, verb, actor_id, actor_name) values ($1, $2, 'session', $3, $4, $3, $5)`,
    values: [tx.tenantId, v7(), who.user_id, event, who.real_name],
  })
  tx.later({ text: 'update app_user set last_sign_in = now() where tenant_id = $1 and id = $2', values: [tx.tenantId, who.user_id] })
  logRequest(tx, from, { event, account: who.account, userId: who.user_id, actorId: who.user_id })
}

/** Counts an attempt before it is judged, so that attempts in parallel cannot outrun the lock; refuses while it is locked. */
export async function countAttempt(pool: pg.Pool, tenantId: string, account: string): Promise<number> {
  const { rows } = await writeAs(pool, tenantId, (tx) =>
    tx.run({
      text: `insert into sign_in_attempt as a (tenant_id, account, failed) select id, ${attemptKey}, 1 from tenant where id = $1
        on conflict (tenant_id, account) do update set last_at = now(),
          failed = case when a.locked_until < now() then 1 else a.failed + 1 end,
          locked_until = case when a.locked_until < now() then null when a.locked_until is null and a.failed + 1 >= $3 then now() + make_interval(mins => $4) else a.locked_until end
        returning failed, ceil(extract(epoch from locked_until - now()) / 60)::int as minutes`,
      values: [tenantId, account, mostWrong, lockedMinutes],
    }),
  )
  const row = rows[0]
  if (row && Number(row.failed) > mostWrong) throw new Refusal('locked_out', { minutes: Number(row.minutes ?? lockedMinutes) })
  return Number(row?.failed ?? 0)
}

interface Asked {
  readonly tenantId: string
  readonly account: string
  readonly personId: string | undefined
  readonly userId: string | undefined
}

/** Queues an entry about a person who is signed in, or is signing in. */
function note(tx: Transaction, by: Actor | Origin, entry: Parameters<typeof logRequest>[2]): void {
  if ('sessionId' in by) logAccess({ actor: by }, tx, entry)
  else logRequest(tx, by, entry)
}

/** Logs a wrong password, and the lock it may cause. An unknown account name is not stored: it may be a password. */
export function noteWrong(tx: Transaction, { tenantId, account, userId }: Asked, failed: number, by: Actor | Origin): void {
  const isLocked = failed >= mostWrong
  const entry = { event: isLocked ? 'lockedOut' : 'wrongPassword', outcome: 'refused', account: userId && account, userId } as const
  note(tx, by, entry)
  if (isLocked)
    tx.later({
      text: `update app_user u set locked_until = a.locked_until from sign_in_attempt a
        where u.tenant_id = $1 and u.id = $3 and a.tenant_id = u.tenant_id and a.account = ${attemptKey}`,
      values: [tenantId, account, userId ?? null],
    })
}

const passwordQuery = `select p.password_hash, p.given_until < now() as is_over from person p where p.id = $1`

/**
 * Checks the password of an account, `personId` being whose it is; ten wrong ones lock the name for 15 minutes. Refuses a right one that another person
 * set and that has expired; only its holder learns that. `by`: who asks, for the log.
 */
export async function checkPassword(pool: pg.Pool, asked: Asked, digest: unknown, by: Actor | Origin): Promise<void> {
  const { tenantId, account, personId, userId } = asked
  if (typeof digest !== 'string' || !/^[0-9a-f]{64}$/i.test(digest)) throw new Refusal('wrong_password')
  const failed = await countAttempt(pool, tenantId, account)
  const [found] = personId ? await readAs(pool, tenantId, [{ text: passwordQuery, values: [personId] }], personId) : []
  const stored = found?.rows[0]
  if (!(await passwordFits(stored?.password_hash as string | undefined, digest.toLowerCase()))) {
    await writeAs(pool, tenantId, async (tx) => noteWrong(tx, asked, failed, by))
    throw new Refusal('wrong_password')
  }
  await writeAs(pool, tenantId, async (tx) => {
    forgetAttempts(tx, { id: userId, account })
    if (stored?.is_over) note(tx, by, { event: 'firstExpired', outcome: 'refused', account, userId })
  })
  if (stored?.is_over) throw new Refusal('first_password_expired')
}

/** What stands for a second factor in a request. */
export interface FactorGiven {
  readonly typed?: string | undefined
  readonly passkey?: string | undefined
  /** The sign-in that a passkey was asked for, where it came from a provider. */
  readonly within?: string | undefined
  readonly device?: string | undefined
  /** The device is to be remembered. */
  readonly isKept: boolean
}

/** Logs a second factor that was refused. */
export function noteFactor(
  tx: Transaction,
  { account, userId }: Pick<Asked, 'account' | 'userId'>,
  error: unknown,
  by: Actor | Origin,
): void {
  const isSuspect = error instanceof Refusal && (error.data as { suspected?: boolean } | null)?.suspected === true
  note(tx, by, { event: isSuspect ? 'passkeySuspected' : 'wrongFactor', outcome: 'refused', account, userId })
}

/** Asks for the second factor; a wrong one is logged. Answers the token of a device that is remembered from now on. */
export async function showFactor(
  tools: Pick<Tools, 'pool' | 'secrets' | 'publicUrl'>,
  asked: Asked,
  given: FactorGiven,
  from: Origin,
): Promise<string | undefined> {
  const { tenantId, account, personId, userId } = asked
  const occasion = { purpose: 'signIn', tenantId, within: given.within ?? '' } as const
  const isShown = await checkFactor(tools, { ...given, tenantId, personId: personId!, occasion }).catch(async (error: unknown) => {
    if (given.typed || given.passkey) await writeAs(tools.pool, tenantId, async (tx) => noteFactor(tx, { account, userId }, error, from))
    throw error
  })
  return isShown && given.isKept ? rememberDevice(tools, tenantId, personId!) : undefined
}

/** Opens the session of a user who has shown everything that is asked. `by`: the provider that vouches for them. Answers the tokens. */
export async function openFor(pool: pg.Pool, tenantId: string, who: Row, from: Origin, client: SignInClient, by?: ProvenBy) {
  const tokens = await writeAs(pool, tenantId, async (tx) => {
    auditSignIn(tx, who, 'signIn', from)
    const [userId, personId] = [String(who.user_id), String(who.person_id)]
    return openSession(tx, { userId, personId, from, left: Number(who.session_days) * day, client, ...(by && { by }) })
  })
  return tokenAnswer(tenantId, who, tokens)
}

/**
 * Signs in with account and password digest, and the second factor of who has one. Refuses `wrong_password` for any mismatch, `locked_out` after too
 * many. `device`: the token of a device that is remembered from now on.
 */
export async function signIn(
  tools: Pick<Tools, 'pool' | 'secrets' | 'publicUrl'>,
  tenantId: string,
  account: string,
  digest: unknown,
  request: FastifyRequest,
  client: SignInClient,
  factor: FactorGiven,
) {
  const { pool } = tools
  const [found] = await readAs(pool, tenantId, [{ text: `${userQuery} and lower(u.account) = lower($2)`, values: [tenantId, account] }])
  const who = found?.rows[0]
  const from = originOf(request)
  const asked = { tenantId, account, personId: who?.person_id as string | undefined, userId: who?.user_id as string | undefined }
  await checkPassword(pool, asked, digest, from)
  const device = await showFactor(tools, asked, factor, from)
  return { answer: await openFor(pool, tenantId, who!, from, client), device }
}

/** When the password of a session was typed, and how many seconds ago. Refuses a session that counts in its tenant alone. */
async function signedIn(tx: Transaction, { sessionId }: Actor): Promise<{ at: string; seconds: number }> {
  const { rows } = await tx.run({
    text: `select signed_in_at as at, extract(epoch from now() - signed_in_at)::float8 as seconds, is_confined from session where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, sessionId],
  })
  const row = rows[0]
  if (!row) throw new Refusal('signed_out')
  if (row.is_confined)
    throw new Refusal('rule', {
      zh: '您通过身份源登录，只在本机构有效，不能由此进入其他机构，请用密码登录',
      en: 'An identity provider has signed you in, which counts in this organisation alone. Sign in with your password to go elsewhere',
    })
  return { at: String(row.at), seconds: Number(row.seconds) }
}

/**
 * Opens a session in another tenant that the same person belongs to, in a transaction of the tenant they come from. It ends as long after the sign-in as
 * that tenant says. Answers the tokens.
 */
export async function switchTenant(tx: Transaction, from: Actor, tenantId: string, request: FastifyRequest, client: SignInClient) {
  const { rows } = await inTenant(tx, tenantId, (inside) =>
    inside.run({ text: `${userQuery} and u.person_id = $2`, values: [tenantId, from.personId] }),
  )
  const who = rows[0]
  if (!who) throw new Refusal('not_found', { what: { zh: '租户', en: 'Tenant' } })
  const { at, seconds } = await signedIn(tx, from)
  const left = Number(who.session_days) * day - seconds
  if (left < 1)
    throw new Refusal('rule', {
      zh: '登录时间已超过该机构允许的天数，请重新登录',
      en: 'You signed in longer ago than that organisation allows. Sign in again',
    })
  const tokens = await inTenant(tx, tenantId, (inside) => {
    const origin = originOf(request)
    auditSignIn(inside, who, 'switchTenant', origin)
    return openSession(inside, {
      userId: String(who.user_id),
      personId: from.personId,
      from: origin,
      left,
      signedInAt: at,
      client,
    })
  })
  return tokenAnswer(tenantId, who, tokens)
}
