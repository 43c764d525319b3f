import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { v7 } from 'uuid'
import * as calls from '#contract/calls/identity/passkey.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { logAccess } from '#server/features/record/public.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { showAgain, turnOn } from './factor-answers.ts'
import { hashOf } from './factor-store.ts'
import {
  askPasskeys,
  type KnownKey,
  newChallenge,
  type Occasion,
  type Shown,
  shownIn,
  takeChallenge,
  webauthn,
} from './passkey-challenge.ts'
import { type PasskeySite, passkeySite } from './passkey-site.ts'

/** Most passkeys of a person. */
const mostPasskeys = 20
/** EdDSA, ES256 and RS256, which the authenticators of today know between them. */
const algorithms = [-8, -7, -257]
const siteName = 'Wardkeeper'

const occasionOf = ({ actor }: Context, purpose: Occasion['purpose']): Occasion => ({
  purpose,
  tenantId: actor.tenantId,
  within: actor.sessionId,
})

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
/** How browsers reach the authenticator, as far as they say something that is known. */
const waysOf = (said: unknown): string[] => (Array.isArray(said) ? transports.filter((one) => said.includes(one)) : [])

/** The site, where browsers offer passkeys. */
function siteOf({ tools }: Context): PasskeySite {
  const site = passkeySite(tools.publicUrl)
  if (site) return site
  throw new Refusal('rule', {
    zh: '通行密钥只能在带域名的 HTTPS 地址上使用，请管理员设置本系统的访问地址',
    en: 'Passkeys need an HTTPS address with a host name. Ask your administrator to set this system’s public address',
  })
}

async function begin(context: Context, tx: Transaction) {
  read(calls.passkeyBegin.input, context.input)
  const { rpId } = siteOf(context)
  const { personId, account, realName } = context.actor
  const { rows } = await tx.run({
    text: 'select credential_id as id, transports from person_passkey where person_id = $1',
    values: [personId],
  })
  if (rows.length >= mostPasskeys)
    throw new Refusal('rule', { zh: `最多添加 ${mostPasskeys} 个通行密钥`, en: `You can have ${mostPasskeys} passkeys at most` })
  const options = {
    ...newChallenge(tx, personId, occasionOf(context, 'add')),
    rp: { id: rpId, name: siteName },
    // A hash: the id itself is for this program alone.
    user: { id: hashOf(personId).toString('base64url'), name: account, displayName: realName },
    algorithms,
    excludeCredentials: rows as unknown as KnownKey[],
  }
  return { options }
}

/** What the browser has made; undefined when it does not hold. */
async function madeBy(shown: Shown<RegistrationResponseJSON>, site: PasskeySite) {
  const { verifyRegistrationResponse } = await webauthn()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: shown.answer,
      expectedChallenge: shown.challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    return registrationInfo?.credential
  } catch {
    return undefined
  }
}

const notMade = () => new Refusal('rule', { zh: '通行密钥未能添加，请重新开始', en: 'The passkey could not be added. Start again' })

async function submit(context: Context, tx: Transaction) {
  const site = siteOf(context)
  const { name, passkey } = read(calls.passkeySubmit.input, context.input) as { name: string; passkey: string }
  const { personId, account, userId } = context.actor
  const shown = shownIn<RegistrationResponseJSON>(passkey)
  if (!shown || !(await takeChallenge(tx, personId, shown.challenge, occasionOf(context, 'add')))) throw notMade()
  const made = await madeBy(shown, site)
  if (!made) throw notMade()
  const { rowCount } = await tx.run({
    text: `insert into person_passkey (id, person_id, rp_id, credential_id, public_key, counter, transports, name)
      values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    values: [v7(), personId, site.rpId, made.id, Buffer.from(made.publicKey), made.counter, waysOf(made.transports), name],
  })
  if (rowCount === 0) throw new Refusal('rule', { zh: '此通行密钥已添加过', en: 'This passkey was already added' })
  const codes = await turnOn(context, tx)
  logAccess(context, tx, { event: 'passkeyAdded', account, userId, detail: name })
  return { codes }
}

async function ask(context: Context, tx: Transaction) {
  read(calls.passkeyAsk.input, context.input)
  const options = await askPasskeys(tx, siteOf(context), context.actor.personId, occasionOf(context, 'show'))
  if (!options) throw new Refusal('rule', { zh: '您没有可在此地址使用的通行密钥', en: 'You have no passkey for this address' })
  return { options }
}

async function remove(context: Context, tx: Transaction) {
  const { id } = read(calls.passkeyRemove.input, context.input) as { id: string }
  const { personId, account, userId } = context.actor
  // The row of the factor first, so that two removals at once leave one.
  const { rows } = await tx.run({ text: 'select has_authenticator from person_factor where person_id = $1 for update', values: [personId] })
  const found = await tx.run({ text: 'delete from person_passkey where person_id = $1 and id = $2 returning name', values: [personId, id] })
  if (found.rowCount === 0) throw new Refusal('not_found', { what: { zh: '通行密钥', en: 'Passkey' } })
  const left = await tx.run({
    text: 'select 1 from person_passkey where person_id = $1 and suspected_at is null limit 1',
    values: [personId],
  })
  if (rows[0]?.has_authenticator !== true && left.rowCount === 0)
    throw new Refusal('rule', {
      zh: '这是您最后一个验证方式，不能删除。请先添加另一个，或关闭二次验证',
      en: 'This is your last second factor, so it cannot be deleted. Add another one first, or turn the second factor off',
    })
  logAccess(context, tx, { event: 'passkeyRemoved', account, userId, detail: String(found.rows[0]!.name) })
  return { isRemoved: true }
}

export const passkeyAnswers: readonly Answer[] = [
  answer(calls.passkeyBegin, { before: showAgain, write: begin }),
  answer(calls.passkeySubmit, { write: submit }),
  answer(calls.passkeyAsk, { write: ask }),
  answer(calls.passkeyRemove, { before: showAgain, write: remove }),
]
