import { randomBytes } from 'node:crypto'
import { Refusal } from '#contract/kit/errors.ts'
import { platformTenant } from '#contract/roles.ts'
import { readAs, type Transaction, writeAs } from '#server/db/pool.ts'
import { storedSecret } from '#server/kit/access/stored-secret.ts'
import type { Tools } from '#server/kit/context.ts'
import { clearFailed, deviceDays, factorPurpose, hashOf } from './factor-store.ts'
import { askPasskeys, type Occasion } from './passkey-challenge.ts'
import { judgePasskey } from './passkey-check.ts'
import { passkeySite } from './passkey-site.ts'
import { stepOfCode } from './totp.ts'

/** Wrong codes in a row that lock the factor, and for how many minutes: a guess of six digits is right once in 300,000. */
const mostWrong = 5
const lockedMinutes = 15

type Checking = Pick<Tools, 'pool' | 'secrets' | 'publicUrl'>

/** Whose factor is asked for, and what they gave. */
export interface FactorAsked {
  readonly tenantId: string
  readonly personId: string
  readonly typed?: string | undefined
  /** What a passkey has answered, as JSON. */
  readonly passkey?: string | undefined
  /** What it was asked for, a sign-in when absent. */
  readonly occasion?: Occasion | undefined
  /** The token of a remembered device. */
  readonly device?: string | undefined
}

const asks = { second_factor: true }
const missing = () =>
  new Refusal('rule', { zh: '请输入动态验证码或恢复码', en: 'Enter the code from your authenticator app, or a recovery code' }, asks)
const missingBoth = () =>
  new Refusal('rule', { zh: '请使用通行密钥，或输入动态验证码或恢复码', en: 'Use a passkey, or enter a code or a recovery code' }, asks)
const wrong = () => new Refusal('rule', { zh: '动态验证码或恢复码不正确', en: 'The code is wrong' }, asks)

/** Counts an attempt before it is judged, so that attempts in parallel cannot outrun the lock. */
async function countAttempt({ pool }: Pick<Tools, 'pool'>, { tenantId, personId }: FactorAsked): Promise<void> {
  const { rows } = await writeAs(
    pool,
    tenantId,
    (tx) =>
      tx.run({
        text: `update person_factor set failed = case when locked_until < now() then 1 else failed + 1 end,
            locked_until = case when locked_until < now() then null when locked_until is null and failed + 1 >= $2 then now() + make_interval(mins => $3) else locked_until end
          where person_id = $1 returning failed, ceil(extract(epoch from locked_until - now()) / 60)::int as minutes`,
        values: [personId, mostWrong, lockedMinutes],
      }),
    { personId },
  )
  const row = rows[0]
  if (row && Number(row.failed) > mostWrong) throw new Refusal('locked_out', { minutes: Number(row.minutes ?? lockedMinutes) })
}

/** Uses up the code of a step, or a recovery code; answers whether it was there to be used. */
async function useUp(tx: Transaction, personId: string, typed: string, step: number | undefined): Promise<boolean> {
  const { rowCount } = await tx.run(
    step === undefined
      ? {
          text: 'update person_recovery set used_at = now() where person_id = $1 and code_hash = $2 and used_at is null',
          values: [personId, hashOf(typed.replace(/[\s-]/g, '').toLowerCase())],
        }
      : { text: 'update person_factor set last_step = $2 where person_id = $1 and last_step < $2', values: [personId, step] },
  )
  if (rowCount > 0) clearFailed(tx, personId)
  return rowCount > 0
}

async function judgeCode(tools: Checking, { tenantId, personId, typed = '' }: FactorAsked): Promise<void> {
  const place = { tenantId: platformTenant, purpose: factorPurpose, rowId: personId }
  const secret = await storedSecret(tools.pool, tools.secrets, place)
  // Who has passkeys alone has recovery codes too.
  const step = secret ? stepOfCode(Buffer.from(secret, 'base64'), typed.trim(), Date.now()) : undefined
  if (!(await writeAs(tools.pool, tenantId, (tx) => useUp(tx, personId, typed, step), { personId }))) throw wrong()
}

const occasionOf = ({ tenantId, occasion }: FactorAsked): Occasion => occasion ?? { purpose: 'signIn', tenantId, within: '' }

/** Judges a typed code or an answered passkey. Refuses a wrong one, one that was used before, and after five wrong ones everything for 15 minutes. */
export async function judgeFactor(tools: Checking, asked: FactorAsked): Promise<void> {
  const { personId, typed, passkey } = asked
  if (!passkey && !typed?.trim()) throw missing()
  await countAttempt(tools, asked)
  await (passkey ? judgePasskey(tools, { personId, passkey, occasion: occasionOf(asked) }) : judgeCode(tools, asked))
}

/** A refusal that asks for a factor brings what the browser may ask a passkey of the person, where they have one for this site. */
async function withPasskeys({ pool, publicUrl }: Checking, asked: FactorAsked, error: unknown): Promise<unknown> {
  const { tenantId, personId } = asked
  const site = passkeySite(publicUrl)
  if (!site || !(error instanceof Refusal) || (error.data as typeof asks | null)?.second_factor !== true) return error
  const options = await writeAs(pool, tenantId, (tx) => askPasskeys(tx, site, personId, occasionOf(asked)), { personId })
  if (!options) return error
  const { code, parameters } = asked.passkey || asked.typed?.trim() ? error : missingBoth()
  return new Refusal(code, parameters, { ...(error.data as object), passkey: options })
}

/**
 * Asks who has shown their password for the second factor, where they have one. A remembered device stands for it. Answers whether a factor was shown.
 */
export async function checkFactor(tools: Checking, asked: FactorAsked): Promise<boolean> {
  const { tenantId, personId, device } = asked
  const [factor, known] = await readAs(
    tools.pool,
    tenantId,
    [
      { text: 'select 1 from person_factor where person_id = $1', values: [personId] },
      {
        text: 'select 1 from person_device where person_id = $1 and token_hash = $2 and until > now()',
        values: [personId, hashOf(device ?? '')],
      },
    ],
    personId,
  )
  if (!factor!.rows[0] || (device && known!.rows[0])) return false
  try {
    await judgeFactor(tools, asked)
    return true
  } catch (error) {
    throw await withPasskeys(tools, asked, error)
  }
}

/** Remembers the device of a person who has shown their factor. Answers its token. */
export async function rememberDevice({ pool }: Pick<Tools, 'pool'>, tenantId: string, personId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await writeAs(
    pool,
    tenantId,
    async (tx) => {
      tx.later({ text: 'delete from person_device where person_id = $1 and until < now()', values: [personId] })
      tx.later({
        text: 'insert into person_device (person_id, token_hash, until) values ($1, $2, now() + make_interval(days => $3))',
        values: [personId, hashOf(token), deviceDays],
      })
    },
    { personId },
  )
  return token
}
