import { v7 } from 'uuid'
import { resetPassword } from '#contract/calls/identity/user.ts'
import { firstPasswordDays } from '#contract/entities/identity/password-lengths.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { hashFirstPassword, newPassword, weakness } from '../factors/first-passwords.ts'
import { type PasswordPolicy, policyOf } from '../factors/password-policy.ts'
import { setsPasswords } from '../people/duty-limits.ts'

/** Matches no password: a new user signs in once a password is set for them. */
const noPassword = '!'

/** A first password expires, so that an account without a sign-in does not stay open. */
const personQuery = (person: string, hash: string) => ({
  text: 'insert into person (id, password_hash, given_until) values ($1, $2, now() + make_interval(days => $3))',
  values: [person, hash, hash === noPassword ? null : firstPasswordDays],
})

const actFor = (tx: Transaction, personId: unknown): void =>
  tx.later({ text: `select set_config('app.person', $1, true)`, values: [personId] })

/** Who signs in with which first password. */
export interface FirstPassword {
  readonly account: string
  readonly realName: string
  readonly password: string
}

const given = new WeakMap<Transaction, { policy: PasswordPolicy; list: FirstPassword[] }>()

/**
 * Everybody who is added in this transaction gets a first password of their own; answers the list that fills while they are. It stays empty, and they without
 * a password, where the person who adds them may set none.
 */
export async function givingFirstPasswords({ actor }: Pick<Context, 'actor'>, tx: Transaction): Promise<readonly FirstPassword[]> {
  const list: FirstPassword[] = []
  if (!setsPasswords(actor)) return list
  given.set(tx, { policy: await policyOf(tx, []), list })
  return list
}

/** A first password of their own in the list of this transaction; undefined where none are given. */
async function firstPasswordFor(tx: Transaction, account: string, realName: string): Promise<string | undefined> {
  const word = takeTyped(tx)
  if (word !== undefined) return hashFirstPassword(word)
  const giving = given.get(tx)
  if (!giving) return undefined
  const password = newPassword({ ...giving.policy, names: [...giving.policy.names, account] })
  giving.list.push({ account, realName, password })
  return hashFirstPassword(password)
}

const typed = new WeakMap<Transaction, string>()

/**
 * The next person who is added in this transaction gets this first password, which is changed at the first sign-in. Refuses a weak one, and one from who may
 * set no passwords.
 */
export async function typeFirstPassword(
  { actor }: Pick<Context, 'actor'>,
  tx: Transaction,
  account: string,
  password: string,
): Promise<void> {
  if (!setsPasswords(actor)) throw refusalOf([{ field: 'password', label: resetPassword.input.password, rule: 'unknown' }])
  const weak = weakness(password, await policyOf(tx, [account]))
  if (weak) throw new Refusal('rule', { ...weak }, [{ field: 'password' }])
  typed.set(tx, password)
}

/** The first password that was typed for the person being added, once. */
function takeTyped(tx: Transaction): string | undefined {
  const password = typed.get(tx)
  typed.delete(tx)
  return password
}

/** Gives a user who is there already a first password of their own, where this transaction gives them. */
export async function giveFirstPassword(context: Pick<Context, 'actor'>, tx: Transaction, id: string): Promise<void> {
  const { rows } = await tx.run({
    text: 'select id, person_id, account, real_name from app_user where tenant_id = $1 and id = $2',
    values: [tx.tenantId, id],
  })
  const of = rows[0]!
  const hash = await firstPasswordFor(tx, String(of.account), String(of.real_name))
  if (hash) await givePassword(context, tx, of, hash)
}

/** Queues the log-in identity of a user who is being added; answers the columns of the user that belong to it. */
export async function newIdentity({ actor }: Pick<Context, 'actor'>, tx: Transaction, draft: Parsed): Promise<Row> {
  const person = v7()
  const hash = (await firstPasswordFor(tx, String(draft.account), String(draft.realName))) ?? noPassword
  actFor(tx, person)
  tx.later(personQuery(person, hash))
  actFor(tx, actor.personId)
  return { person_id: person, must_change: 1 }
}

/** Queues what binds an identity to its user, whose row is there by then. */
export const bindIdentity = (tx: Transaction, userId: string): void =>
  tx.later({
    text: 'insert into membership (person_id, tenant_id, user_id) select person_id, tenant_id, id from app_user where tenant_id = $1 and id = $2',
    values: [tx.tenantId, userId],
  })

/**
 * Gives a user a password. An identity may belong to other tenants, where the administrator who resets it here has no rights: with the new password
 * they could sign in there, or switch there from a session here. So an identity with other tenants keeps its password and those tenants, and the
 * user gets a new identity for this tenant alone.
 */
export async function givePassword({ actor }: Pick<Context, 'actor'>, tx: Transaction, of: Row, hash: string): Promise<void> {
  actFor(tx, of.person_id)
  const { rows } = await tx.run({
    text: 'select 1 from membership where person_id = $1 and tenant_id <> $2 limit 1',
    values: [of.person_id, tx.tenantId],
  })
  if (rows.length === 0) {
    // A device that a former holder of the password has made remembered is asked for the code again.
    tx.later({ text: 'delete from person_device where person_id = $1', values: [of.person_id] })
    tx.later({
      text: 'update person set password_hash = $2, given_until = now() + make_interval(days => $3) where id = $1',
      values: [of.person_id, hash, firstPasswordDays],
    })
  } else {
    const person = v7()
    actFor(tx, person)
    tx.later(personQuery(person, hash))
    tx.later({ text: 'update app_user set person_id = $3 where tenant_id = $1 and id = $2', values: [tx.tenantId, of.id, person] })
    tx.later({ text: 'update membership set person_id = $3 where tenant_id = $1 and user_id = $2', values: [tx.tenantId, of.id, person] })
  }
  actFor(tx, actor.personId)
}
