import { v7 } from 'uuid'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { hashFirstPassword } from './first-passwords.ts'

/** Fits no password: who was just added signs in once somebody gave them one. */
const noPassword = '!'

const actFor = (tx: Transaction, personId: unknown): void =>
  tx.later({ text: `select set_config('app.person', $1, true)`, values: [personId] })

const firstPasswords = new WeakMap<Transaction, string>()

/** Everybody who is added in this transaction signs in with this first password, each with a hash of their own. */
export const withFirstPassword = (tx: Transaction, password: string): void => void firstPasswords.set(tx, password)

/** Queues the log-in identity of a user who is being added; answers the columns of the user that belong to it. */
export async function newIdentity({ actor }: Pick<Context, 'actor'>, tx: Transaction): Promise<Row> {
  const person = v7()
  const password = firstPasswords.get(tx)
  const hash = password === undefined ? noPassword : await hashFirstPassword(password)
  actFor(tx, person)
  tx.later({ text: 'insert into person (id, password_hash) values ($1, $2)', values: [person, hash] })
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
 * Gives a user a password. An identity may reach into other tenants, where whoever resets it here has no say: with the new password they could sign
 * in there, or go there from a session here. So an identity that reaches further keeps its password and its other tenants, and the user gets a new
 * one for this tenant alone.
 */
export async function givePassword({ actor }: Pick<Context, 'actor'>, tx: Transaction, of: Row, hash: string): Promise<void> {
  actFor(tx, of.person_id)
  const { rows } = await tx.run({
    text: 'select 1 from membership where person_id = $1 and tenant_id <> $2 limit 1',
    values: [of.person_id, tx.tenantId],
  })
  if (rows.length === 0) tx.later({ text: 'update person set password_hash = $2 where id = $1', values: [of.person_id, hash] })
  else {
    const person = v7()
    actFor(tx, person)
    tx.later({ text: 'insert into person (id, password_hash) values ($1, $2)', values: [person, hash] })
    tx.later({ text: 'update app_user set person_id = $3 where tenant_id = $1 and id = $2', values: [tx.tenantId, of.id, person] })
    tx.later({ text: 'update membership set person_id = $3 where tenant_id = $1 and user_id = $2', values: [tx.tenantId, of.id, person] })
  }
  actFor(tx, actor.personId)
}
