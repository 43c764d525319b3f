import { randomBytes } from 'node:crypto'
import type { Transaction } from '#server/db/pool.ts'
import { hashOf } from './factor-store.ts'
import type { PasskeySite } from './passkey-site.ts'

/** Seconds for which a challenge is good, which a browser shows its question for. */
const challengeSeconds = 180
/** Challenges of a person that are open at once. */
const mostOpen = 10

/** What a challenge is for. It counts for nothing else: `within` is the session, or the sign-in that came from a provider. */
export interface Occasion {
  readonly purpose: 'signIn' | 'show' | 'add'
  readonly tenantId: string
  readonly within: string
}

/** The library is loaded with the first passkey. */
export const webauthn = () => import('@simplewebauthn/server')

const boundTo = ({ purpose, tenantId, within }: Occasion): Buffer => hashOf([purpose, tenantId, within].join(' '))

/** A new challenge, which is kept in a transaction that acts as the person. */
export function newChallenge(tx: Transaction, personId: string, occasion: Occasion) {
  const challenge = randomBytes(32).toString('base64url')
  tx.later({
    text: `delete from passkey_challenge where person_id = $1 and (until < now() or challenge_hash in
      (select challenge_hash from passkey_challenge where person_id = $1 order by until desc offset $2))`,
    values: [personId, mostOpen - 1],
  })
  tx.later({
    text: 'insert into passkey_challenge (person_id, challenge_hash, bound, until) values ($1, $2, $3, now() + make_interval(secs => $4))',
    values: [personId, hashOf(challenge), boundTo(occasion), challengeSeconds],
  })
  return { challenge, timeout: challengeSeconds * 1000 }
}

/** Uses up a challenge; answers whether it was there for this occasion. */
export async function takeChallenge(tx: Transaction, personId: string, challenge: string, occasion: Occasion): Promise<boolean> {
  const { rowCount } = await tx.run({
    text: 'delete from passkey_challenge where person_id = $1 and challenge_hash = $2 and bound = $3 and until > now()',
    values: [personId, hashOf(challenge), boundTo(occasion)],
  })
  return rowCount > 0
}

/** What the browser is to ask one of the person's passkeys; undefined when none is for this site. */
export async function askPasskeys(tx: Transaction, { rpId }: PasskeySite, personId: string, occasion: Occasion) {
  const { rows } = await tx.run({
    text: 'select credential_id as id, transports from person_passkey where person_id = $1 and rp_id = $2 and suspected_at is null',
    values: [personId, rpId],
  })
  if (rows.length === 0) return undefined
  return { ...newChallenge(tx, personId, occasion), rpId, allowCredentials: rows as unknown as KnownKey[] }
}

/** A passkey as browsers know it. */
export interface KnownKey {
  readonly id: string
  readonly transports: string[]
}

/** What a browser has answered, as it came, and the challenge that it says to have signed. */
export interface Shown<T> {
  readonly answer: T
  readonly challenge: string
}

/** An id of at most 1,023 bytes, as WebAuthn says. */
const idShape = /^[\w-]{1,1364}$/

/** Reads the answer of a browser; undefined when it is none. Nothing of it is trusted yet. */
export function shownIn<T>(text: string): Shown<T> | undefined {
  try {
    const answer = JSON.parse(text) as T & { id: unknown; response: { clientDataJSON: string } }
    if (typeof answer.id !== 'string' || !idShape.test(answer.id)) return undefined
    const { challenge } = JSON.parse(Buffer.from(answer.response.clientDataJSON, 'base64url').toString()) as { challenge: unknown }
    return typeof challenge === 'string' ? { answer, challenge } : undefined
  } catch {
    return undefined
  }
}
