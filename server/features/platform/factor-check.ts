import { randomBytes } from 'node:crypto'
import { Refusal } from '#contract/kit/errors.ts'
import { platformTenant } from '#contract/roles.ts'
import { readAs, type Transaction, writeAs } from '#server/db/pool.ts'
import type { Tools } from '#server/kit/context.ts'
import { storedSecret } from '#server/kit/stored-secret.ts'
import { deviceDays, factorPurpose, hashOf } from './factor-store.ts'
import { stepOfCode } from './totp.ts'

/** Wrong codes in a row that lock the factor, and for how many minutes: a guess of six digits is right once in 300,000. */
const mostWrong = 5
const lockedMinutes = 15

/** Whose factor is asked for, and what they gave. */
export interface FactorAsked {
  readonly tenantId: string
  readonly personId: string
  readonly typed?: string | undefined
  /** The token of a remembered device. */
  readonly device?: string | undefined
}

const asks = { second_factor: true }
const missing = () =>
  new Refusal('rule', { zh: '请输入动态验证码或恢复码', en: 'Enter the code of your authenticator or a recovery code' }, asks)
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
  if (rowCount > 0) tx.later({ text: 'update person_factor set failed = 0, locked_until = null where person_id = $1', values: [personId] })
  return rowCount > 0
}

/** Judges a typed code. Refuses a wrong one, one that was used before, and after five wrong ones everything for 15 minutes. */
export async function judgeCode(tools: Pick<Tools, 'pool' | 'secrets'>, asked: FactorAsked): Promise<void> {
  const { tenantId, personId, typed = '' } = asked
  await countAttempt(tools, asked)
  const place = { tenantId: platformTenant, purpose: factorPurpose, rowId: personId }
  const secret = await storedSecret(tools.pool, tools.secrets, place)
  if (!secret) throw wrong()
  const step = stepOfCode(Buffer.from(secret, 'base64'), typed.trim(), Date.now())
  if (!(await writeAs(tools.pool, tenantId, (tx) => useUp(tx, personId, typed, step), { personId }))) throw wrong()
}

/**
 * Asks who has shown their password for the second factor, where they have one. A remembered device stands for it. Answers whether a code was typed.
 */
export async function checkFactor(tools: Pick<Tools, 'pool' | 'secrets'>, asked: FactorAsked): Promise<boolean> {
  const { tenantId, personId, typed, device } = asked
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
  if (!typed?.trim()) throw missing()
  await judgeCode(tools, asked)
  return true
}

/** Remembers the device of a person who has typed a code. Answers its token. */
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
