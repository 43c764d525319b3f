import { v7 } from 'uuid'
import { resetCode, resetForgotten } from '#contract/calls/identity/forgotten.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import { platformTenant } from '#contract/roles.ts'
import { readAs, type Transaction, writeAs } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import {
  countAttempt,
  digestOf,
  endSessionsOf,
  forgetAttempts,
  hashPassword,
  passwordFits,
  refuseForIdentity,
  tenantNamed,
} from '#server/features/identity/public.ts'
import { logRequest, type Origin } from '#server/features/record/public.ts'
import type { Tools } from '#server/kit/context.ts'
import { read } from '#server/kit/refuse.ts'
import { codeDigest } from './code-ways.ts'

/** The same for a code that is wrong, over or used, and for a person who has none. */
const wrongCode = (): Refusal =>
  new Refusal('rule', { zh: '验证码不正确或已失效，请重新获取', en: 'The code is wrong or no longer valid. Get a new one' }, [
    { field: 'code' },
  ])

/**
 * Counts what is asked about an account, known or not; too much of it is refused in the same words. `tenantId`: of the tenant that was named, so that
 * another way to write its name counts no further.
 */
export async function countAsked(pool: Tools['pool'], what: string, tenantId: string, account: string): Promise<void> {
  const named = `${what} ${tenantId} ${account.trim()}`
  await countAttempt(pool, platformTenant, named).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'locked_out' ? new Refusal('too_many_requests') : error
  })
}

/** Counts a try of the open code before it is judged, so that tries in parallel cannot outrun the limit. */
const countTry = (tx: Transaction, account: unknown) =>
  tx.run({
    text: `update password_reset r set tries = r.tries + 1 from app_user u where r.tenant_id = $1 and u.tenant_id = r.tenant_id and u.id = r.user_id
        and lower(u.account) = lower($2) and not u.is_deleted and u.status = 'active' and r.until > now() and r.tries < $3
      returning r.user_id, r.code_hash, u.person_id, u.account, u.real_name`,
    values: [tx.tenantId, account, resetCode.mostWrong],
  })

/** The hash of a person's password; none of a person who is not there. */
async function passwordNow(pool: Tools['pool'], tenantId: string, personId: string): Promise<unknown> {
  const [found] = await readAs(pool, tenantId, [{ text: 'select password_hash from person where id = $1', values: [personId] }], personId)
  return found?.rows[0]?.password_hash
}

/** Uses the code up and sets the password of its person. */
async function setPassword(tx: Transaction, row: Row, newPassword: string, from: Origin): Promise<void> {
  const used = await tx.run({
    text: 'delete from password_reset where tenant_id = $1 and user_id = $2 and code_hash = $3 and until > now() returning 1',
    values: [tx.tenantId, row.user_id, row.code_hash],
  })
  // The person may have come to another organisation since the code was sent: there the password is not theirs to give.
  const alone = await tx.run({ text: 'select count(*)::int as n from membership where person_id = $1', values: [row.person_id] })
  if (!used.rows[0] || Number(alone.rows[0]!.n) !== 1) throw wrongCode()
  await refuseForIdentity(tx, String(row.person_id), newPassword, 'newPassword')
  const hash = await hashPassword(digestOf(newPassword))
  tx.later({ text: 'update person set password_hash = $2, given_until = null where id = $1', values: [row.person_id, hash] })
  tx.later({ text: 'delete from person_device where person_id = $1', values: [row.person_id] })
  tx.later({ text: 'update app_user set must_change = 0 where tenant_id = $1 and id = $2', values: [tx.tenantId, row.user_id] })
  forgetAttempts(tx, { id: row.user_id, account: row.account })
  endSessionsOf(tx, [row.user_id])
  tx.later({
    text: `insert into audit_event (tenant_id, id, entity, entity_id, verb, actor_id, actor_name) values ($1, $2, 'user', $3, 'resetPassword', $3, $4)`,
    values: [tx.tenantId, v7(), row.user_id, row.real_name],
  })
  tx.later({
    text: `insert into notice (tenant_id, id, created_by, updated_by, kind, subject, user_id, is_read, sent_at)
      values ($1, $2, $3, $3, 'password_recovered', $4, $3, 0, now())`,
    values: [tx.tenantId, v7(), row.user_id, row.account],
  })
  logRequest(tx, from, { event: 'passwordRecovered', account: row.account, userId: row.user_id, actorId: row.user_id })
}

/** Sets a new password with a code. Nothing it refuses tells whether the account exists; a weak password is refused to who has the code alone. */
export async function resetByCode({ pool }: Pick<Tools, 'pool'>, input: Raw, from: Origin): Promise<{ changed: true }> {
  const given = read(resetForgotten.input, input) as { tenantId?: string | null; tenantName?: string | null; account: string; code: string }
  // As it was typed: a password may begin with a space.
  const newPassword = String(input.newPassword)
  const tenantId = await tenantNamed(pool, given)
  await countAsked(pool, 'code', tenantId, given.account)
  const counted = await writeAs(pool, tenantId, (tx) => countTry(tx, given.account))
  const [row] = counted.rows
  const personId = String(row?.person_id ?? v7())
  const before = await passwordNow(pool, tenantId, personId)
  if (!(await passwordFits(row?.code_hash as string | undefined, codeDigest(given.code.trim(), before)))) {
    // Written in every case, as at the sign-in, so that the time does not tell who has a code.
    await writeAs(pool, tenantId, async (tx) =>
      logRequest(tx, from, { event: 'wrongCode', outcome: 'refused', account: row?.account, userId: row?.user_id }),
    )
    throw wrongCode()
  }
  try {
    await writeAs(pool, tenantId, (tx) => setPassword(tx, row!, newPassword, from), { personId })
  } catch (error) {
    // The code was right: only wrong ones count.
    await writeAs(pool, tenantId, async (tx) =>
      tx.later({
        text: 'update password_reset set tries = greatest(tries - 1, 0) where tenant_id = $1 and user_id = $2 and code_hash = $3',
        values: [tenantId, row!.user_id, row!.code_hash],
      }),
    )
    throw error
  }
  return { changed: true }
}
