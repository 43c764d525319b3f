import { randomBytes } from 'node:crypto'
import * as calls from '#contract/calls/identity/factor.ts'
import { freshFactor } from '#contract/calls/identity/fresh-factor.ts'
import { documentShortest } from '#contract/entities/identity/password-lengths.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { readAs, type Transaction, writeAs } from '#server/db/pool.ts'
import { logAccess } from '#server/features/record/public.ts'
import { keepSecret, takeSecret } from '#server/kit/access/secrets.ts'
import { bumpEpoch } from '#server/kit/access/tenant-epoch.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { lockPeople } from '../people/limits.ts'
import { endSessionsOf } from '../sign-in/end-sessions.ts'
import { checkPassword, noteFactor } from '../sign-in/sign-in.ts'
import { judgeFactor } from './factor-check.ts'
import { asPerson, bumpEverywhere, dropFactor, factorPurpose, hashOf, inPlatform, pendingPurpose } from './factor-store.ts'
import { passkeySite } from './passkey-site.ts'
import { digestOf } from './password.ts'
import { base32, otpAddress, stepOfCode } from './totp.ts'

/** How many recovery codes there are, and their random bytes. */
const recoveryCodes = 10
const recoveryBytes = 6
const secretBytes = 20
const issuer = 'Wardkeeper'

const mine = `select f.confirmed_at as since, f.has_authenticator, (select count(*)::int from person_recovery r where r.person_id = f.person_id and r.used_at is null) as codes,
  (select count(*)::int from person_device d where d.person_id = f.person_id and d.until > now()) as devices from person_factor f where f.person_id = $1`

const passkeys = `select id, name, created_at as "createdAt", used_at as "usedAt", rp_id as "rpId", suspected_at is not null as "isSuspect"
  from person_passkey where person_id = $1 order by created_at, id`

/**
 * Sessions ($1, $2) that began at a provider within ten minutes, which stands for the password. Which person a provider means is decided by this tenant
 * alone, so that it has no say over a person who belongs to others too: their factor guards those as well.
 */
const provenNow = `exists (select 1 from session s where s.tenant_id = $1 and s.id = $2 and s.provider_id is not null
  and s.signed_in_at > now() - interval '10 minutes'
  and not exists (select 1 from membership m where m.person_id = s.person_id and m.tenant_id <> s.tenant_id))`

function state({ actor, tools }: Context): ReadPlan<AnswerOf<typeof calls.factorState>> {
  return {
    queries: [
      { text: mine, values: [actor.personId] },
      { text: `select ${provenNow} as is_proven`, values: [actor.tenantId, actor.sessionId] },
      { text: passkeys, values: [actor.personId] },
    ],
    answer: ([found, proven, keys]) => {
      const row = found!.rows[0]
      return {
        isOn: row !== undefined,
        isForced: actor.mustEnrol,
        since: row ? String(row.since) : null,
        hasAuthenticator: row?.has_authenticator === true,
        codesLeft: Number(row?.codes ?? 0),
        devices: Number(row?.devices ?? 0),
        needsPassword: proven!.rows[0]!.is_proven !== true,
        passkeysAt: passkeySite(tools.publicUrl)?.rpId ?? null,
        passkeys: keys!.rows as never,
      }
    },
  }
}

/** Who is at another person's open page must not put a factor on the account, or take it off. */
export async function showPassword(context: Context): Promise<void> {
  const { password } = context.input
  const { actor, tools } = context
  const proven = { text: `select ${provenNow} as is_proven`, values: [actor.tenantId, actor.sessionId] }
  if (!password && (await readAs(tools.pool, actor.tenantId, [proven], actor.personId))[0]!.rows[0]!.is_proven === true) return
  await checkPassword(tools.pool, actor, digestOf(typeof password === 'string' ? password : ''), actor)
}

/** The password again or, from who shows none, a fresh factor. */
export async function showAgain(context: Context): Promise<void> {
  const { password, code, passkey } = context.input
  await (!password && (code || passkey) ? showFresh(context) : showPassword(context))
}

/** A code, or a passkey that was asked in this session. It is judged before the transaction, so that wrong ones stay counted. */
async function showFresh({ actor, tools, input }: Context): Promise<void> {
  const { tenantId, personId, sessionId } = actor
  const { code, passkey } = read(freshFactor, { code: input.code, passkey: input.passkey }) as { code?: string; passkey?: string }
  const occasion = { purpose: 'show', tenantId, within: sessionId } as const
  await judgeFactor(tools, { tenantId, personId, typed: code, passkey, occasion }).catch(async (error: unknown) => {
    if (code || passkey) await writeAs(tools.pool, tenantId, async (tx) => noteFactor(tx, actor, error, actor))
    throw error
  })
}

async function refuseOn(tx: Transaction, personId: string): Promise<void> {
  const { rows } = await tx.run({ text: 'select 1 from person_factor where person_id = $1 and has_authenticator', values: [personId] })
  if (rows.length > 0) throw new Refusal('rule', { zh: '二次验证已启用，请先关闭', en: 'The second factor is on. Turn it off first' })
}

async function begin(context: Context, tx: Transaction) {
  read(calls.factorBegin.input, context.input)
  const { personId, account } = context.actor
  await refuseOn(tx, personId)
  const secret = randomBytes(secretBytes)
  await inPlatform(tx, (inside) =>
    keepSecret(inside, context.tools.secrets, { purpose: pendingPurpose, rowId: personId }, secret.toString('base64'), 1),
  )
  return { secret: base32(secret), address: otpAddress(secret, account, issuer) }
}

const wrongFirst = () =>
  new Refusal('rule', { zh: '动态验证码不正确，请核对手机时间后重试', en: 'The code is wrong. Check the phone’s clock and try again' }, [
    { field: 'code' },
  ])

async function confirm(context: Context, tx: Transaction) {
  const { code } = read(calls.factorConfirm.input, context.input) as { code: string }
  const { personId } = context.actor
  await refuseOn(tx, personId)
  const secret = await inPlatform(tx, (inside) => takeSecret(inside, context.tools.secrets, { purpose: pendingPurpose, rowId: personId }))
  if (!secret) throw new Refusal('rule', { zh: '设置已过期，请重新开始', en: 'This took too long. Start again' })
  const step = stepOfCode(Buffer.from(secret, 'base64'), code, Date.now())
  // The refusal undoes the taking, so that the next code may be tried.
  if (step === undefined) throw wrongFirst()
  await inPlatform(tx, (inside) => keepSecret(inside, context.tools.secrets, { purpose: factorPurpose, rowId: personId }, secret))
  const codes = await turnOn(context, tx)
  tx.later({ text: 'update person_factor set has_authenticator = true, last_step = $2 where person_id = $1', values: [personId, step] })
  return { codes }
}

/** Turns the second factor on where it is off; answers the recovery codes that it then gets. */
export async function turnOn(context: Context, tx: Transaction): Promise<string[]> {
  const { personId, account, userId } = context.actor
  const { rowCount } = await tx.run({
    text: 'insert into person_factor (person_id, has_authenticator) values ($1, false) on conflict (person_id) do nothing',
    values: [personId],
  })
  if (rowCount === 0) return []
  const codes = Array.from({ length: recoveryCodes }, () => randomBytes(recoveryBytes).toString('hex'))
  tx.later({
    text: 'insert into person_recovery (person_id, code_hash) select $1, unnest($2::bytea[])',
    values: [personId, codes.map(hashOf)],
  })
  logAccess(context, tx, { event: 'factorOn', account, userId })
  await bumpEverywhere(tx, personId)
  return codes.map((one) => one.match(/.{4}/g)!.join('-'))
}

async function showBoth(context: Context): Promise<void> {
  await showPassword(context)
  await showFresh(context)
}

async function remove(context: Context, tx: Transaction) {
  read(calls.factorRemove.input, context.input)
  const { personId, account, userId } = context.actor
  await dropFactor(tx, personId)
  logAccess(context, tx, { event: 'factorOff', account, userId })
  await bumpEverywhere(tx, personId)
  return { isOn: false }
}

async function reset(context: Context, tx: Transaction) {
  const { userId } = read(calls.factorReset.input, context.input) as { userId: string }
  const [row] = await lockPeople(context, tx, [userId])
  const personId = String(row!.person_id)
  await asPerson(tx, personId, context.actor.personId, async () => {
    // The factor guards the person's other tenants too, where this administrator has no say.
    const { rows } = await tx.run({
      text: 'select 1 from membership where person_id = $1 and tenant_id <> $2 limit 1',
      values: [personId, tx.tenantId],
    })
    if (rows.length > 0)
      throw new Refusal('rule', {
        zh: '该用户还属于其他租户，不能在此重置二次验证；可重置其密码，重置后本租户使用独立登录身份',
        en: 'This person belongs to other tenants too, so it cannot be reset here. Reset the password instead, which makes an identity for this tenant alone',
      })
    await dropFactor(tx, personId)
  })
  endSessionsOf(tx, [userId])
  logAccess(context, tx, { event: 'factorOff', account: row!.account, userId })
  bumpEpoch(tx, tx.tenantId)
  return { isOn: false }
}

async function rule(context: Context, tx: Transaction) {
  const { isForced } = read(calls.factorRule.input, context.input) as { isForced: number }
  tx.later({
    text: `insert into password_rule (tenant_id, shortest, needs_factor, updated_by) values ($1, $2, $3, $4)
      on conflict (tenant_id) do update set needs_factor = excluded.needs_factor, updated_by = excluded.updated_by, updated_at = now()`,
    values: [tx.tenantId, documentShortest, isForced, context.actor.userId],
  })
  bumpEpoch(tx, tx.tenantId)
  logAccess(context, tx, { event: 'passwordRule', detail: isForced === 1 ? '2FA +' : '2FA −' })
  return { isForced: isForced === 1 }
}

export const factorAnswers: readonly Answer[] = [
  answer(calls.factorState, { read: state }),
  answer(calls.factorBegin, { before: showPassword, write: begin }),
  answer(calls.factorConfirm, { write: confirm }),
  answer(calls.factorRemove, { before: showBoth, write: remove }),
  answer(calls.factorReset, { write: reset }),
  answer(calls.factorRule, { write: rule }),
]
