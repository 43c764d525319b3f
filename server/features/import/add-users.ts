import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { hashFirstPassword } from '../platform/public.ts'

/** The log-in identities of people who are added. */
export interface Identities {
  /** Makes the identity of one person before the row of the user is written; answers the column that names it. */
  of(userId: string): Promise<Row>
  /** Binds the identities to the users, whose rows are there by then. */
  bind(): void
}

/** Identities that sign in with the given first password. */
export function identitiesFor(tx: Transaction, password: string): Identities {
  const made: { person_id: string; user_id: string }[] = []
  return {
    async of(userId) {
      const person = uuid()
      const hash = await hashFirstPassword(password)
      tx.later({ text: `select set_config('app.person', $1, true)`, values: [person] })
      tx.later({ text: 'insert into person (id, password_hash) values ($1, $2)', values: [person, hash] })
      made.push({ person_id: person, user_id: userId })
      return { person_id: person }
    },
    bind() {
      tx.later({
        text: 'insert into membership (person_id, tenant_id, user_id) select m.person_id, $1, m.user_id from jsonb_to_recordset($2::jsonb) m(person_id uuid, user_id uuid)',
        values: [tx.tenantId, JSON.stringify(made)],
      })
    },
  }
}
