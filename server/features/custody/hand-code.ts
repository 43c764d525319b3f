import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { SecretKey, SecretKeys } from '#server/kit/access/secrets.ts'
import type { Context } from '#server/kit/context.ts'
import { receiptOf } from '#server/kit/write/not-before.ts'

// What the phone of a person shows, so that a colleague can take it as that person's word for one hand-over: who, when, and a signature of the server.

/** How long a code is good for, milliseconds. */
export const codeLife = 60_000
/** How long after it was shown a code is taken from a phone that was offline, milliseconds. */
export const offlineLife = 7 * 86_400_000
/** Clocks of two phones differ by this much, milliseconds. */
const clockSlack = 5_000
const prefix = 'WKH1'

const signed = (key: SecretKey, text: string): Buffer =>
  createHmac('sha256', createHmac('sha256', key.bytes).update('hand-over code').digest()).update(text).digest()

export interface HandCode {
  readonly code: string
  /** The moment after which it is refused. */
  readonly until: string
}

/** A code of a person of a tenant that is good from now on. */
export function codeOf(secrets: SecretKeys, person: { readonly tenantId: string; readonly userId: string }, now = new Date()): HandCode {
  const text = [prefix, person.tenantId, person.userId, now.getTime(), randomBytes(9).toString('base64url')].join('.')
  const [key] = secrets.current()
  if (!key) throw new Error('there is no key to sign with')
  return { code: `${text}.${signed(key, text).toString('base64url')}`, until: new Date(now.getTime() + codeLife).toISOString() }
}

const refused = (zh: string, en: string): Refusal => new Refusal('rule', { zh, en })

interface Read {
  readonly userId: string
  readonly nonce: string
  readonly issuedAt: number
}

/** What a code says, once the signature is found true. Refuses what this hospital's server did not sign. */
function readCode(secrets: SecretKeys, tenantId: string, code: string): Read {
  const parts = code.trim().split('.')
  const [kind, tenant, userId, issued, nonce, mac] = parts
  const text = parts.slice(0, -1).join('.')
  const given = Buffer.from(mac ?? '', 'base64url')
  const isTrue =
    parts.length === 6 &&
    kind === prefix &&
    secrets.current().some((key) => {
      const own = signed(key, text)
      return own.length === given.length && timingSafeEqual(own, given)
    })
  if (!isTrue || tenant !== tenantId) throw refused('个人二维码无效，请让对方重新出示', 'The personal code is not valid. Ask for a new one')
  return { userId: userId!, nonce: nonce!, issuedAt: Number(issued) }
}

/**
 * Whose code it is, and whether it reached the server only after its minute. Refuses a false, old or used one; from then on it is used, for one act.
 * `context.occurredAt`: when it was scanned.
 */
export async function redeemCode(context: Context, tx: Transaction, code: string): Promise<{ userId: string; isLate: boolean }> {
  const { userId, nonce, issuedAt } = readCode(context.tools.secrets, tx.tenantId, code)
  const [at, received] = [context.occurredAt.getTime(), receiptOf(context).getTime()]
  if (received > issuedAt + offlineLife)
    throw refused(
      '离线扫描的个人二维码须在 7 天内提交，请当面重新交接',
      'A personal code that was scanned offline is taken for 7 days. Repeat the hand-over in person',
    )
  if (at > issuedAt + codeLife + clockSlack || at < issuedAt - clockSlack)
    throw refused(
      '个人二维码已过期（60 秒内有效），请让对方重新出示',
      'The personal code has expired (it is good for 60 seconds). Ask for a new one',
    )
  const { rowCount } = await tx.run({
    text: `insert into hand_code_used (tenant_id, nonce, user_id, used_by) values ($1, $2, $3, $4) on conflict do nothing`,
    values: [tx.tenantId, nonce, userId, context.actor.userId],
  })
  if (rowCount !== 1)
    throw new Refusal('conflict', {
      zh: '个人二维码已使用过，请让对方重新出示',
      en: 'The personal code was used already. Ask for a new one',
    })
  return { userId, isLate: received > issuedAt + codeLife + clockSlack }
}
