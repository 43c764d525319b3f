import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { Refusal } from '#contract/kit/errors.ts'
import { writeAs } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Tools } from '#server/kit/context.ts'
import { clearFailed } from './factor-store.ts'
import { type Occasion, type Shown, shownIn, takeChallenge, webauthn } from './passkey-challenge.ts'
import { type PasskeySite, passkeySite } from './passkey-site.ts'

/** Who shows a passkey, and for what. */
export interface PasskeyShown {
  readonly personId: string
  /** The answer of the browser as JSON. */
  readonly passkey: string
  readonly occasion: Occasion
}

const asks = { second_factor: true }
const wrong = () => new Refusal('rule', { zh: '通行密钥验证失败，请重试', en: 'The passkey was not accepted. Try again' }, asks)
const over = () =>
  new Refusal(
    'rule',
    { zh: '通行密钥验证已过期或已使用过，请重试', en: 'The passkey request has expired or was already used. Try again' },
    asks,
  )
const suspect = () =>
  new Refusal(
    'rule',
    {
      zh: '此通行密钥的使用次数倒退，可能已被复制，已停止使用。请用其他方式验证，并在个人信息中删除它',
      en: 'This passkey may have been copied and is no longer accepted. Use another method, then delete the passkey in your profile',
    },
    { ...asks, suspected: true },
  )

/** The counter after a good answer; undefined for every other. Counters are compared when they are stored, so that two answers at once cannot both pass. */
async function counterOf(shown: Shown<AuthenticationResponseJSON>, stored: Row, site: PasskeySite): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webauthn()
  const credential = { id: String(stored.credential_id), publicKey: new Uint8Array(Buffer.from(String(stored.key), 'base64')), counter: 0 }
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: shown.answer,
      expectedChallenge: shown.challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      credential,
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

/**
 * Judges what a passkey of the person has answered to a challenge of this occasion, which is used up in any case. A counter that went back stops
 * the passkey.
 */
export async function judgePasskey({ pool, publicUrl }: Pick<Tools, 'pool' | 'publicUrl'>, given: PasskeyShown): Promise<void> {
  const { personId, occasion } = given
  const { tenantId } = occasion
  const site = passkeySite(publicUrl)
  const shown = shownIn<AuthenticationResponseJSON>(given.passkey)
  if (!site || !shown) throw wrong()
  const found = await writeAs(
    pool,
    tenantId,
    async (tx) => {
      if (!(await takeChallenge(tx, personId, shown.challenge, occasion))) return undefined
      return tx.run({
        text: `select id, credential_id, encode(public_key, 'base64') as key from person_passkey
          where person_id = $1 and credential_id = $2 and rp_id = $3 and suspected_at is null`,
        values: [personId, shown.answer.id, site.rpId],
      })
    },
    { personId },
  )
  if (!found) throw over()
  const stored = found.rows[0]
  const counter = stored && (await counterOf(shown, stored, site))
  if (counter === undefined) throw wrong()
  if (!(await count(pool, given, stored!.id, counter))) throw suspect()
}

/** Stores the counter of a use; answers whether it went on. Many passkeys count nothing and stay at 0. */
async function count(pool: Tools['pool'], { personId, occasion }: PasskeyShown, id: unknown, counter: number): Promise<boolean> {
  return writeAs(
    pool,
    occasion.tenantId,
    async (tx) => {
      const { rowCount } = await tx.run({
        text: `update person_passkey set counter = $3, used_at = now()
          where person_id = $1 and id = $2 and suspected_at is null and (counter < $3 or (counter = 0 and $3 = 0))`,
        values: [personId, id, counter],
      })
      if (rowCount > 0) clearFailed(tx, personId)
      else tx.later({ text: 'update person_passkey set suspected_at = now() where person_id = $1 and id = $2', values: [personId, id] })
      return rowCount > 0
    },
    { personId },
  )
}
