import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { hashFirstPassword } from '../platform/public.ts'

/** Makes the log-in identity of each person who is added, with the given first password. Answers what `addInBulk` asks for every row. */
export const identityFor =
  (tx: Transaction, password: string) =>
  async (userId: string): Promise<Row> => {
    const person = uuid()
    tx.later({ text: `select set_config('app.person', $1, true)`, values: [person] })
    tx.later({ text: 'insert into person (id, password_hash) values ($1, $2)', values: [person, await hashFirstPassword(password)] })
    tx.later({ text: 'insert into membership (person_id, tenant_id, user_id) values ($1, $2, $3)', values: [person, tx.tenantId, userId] })
    return { person_id: person }
  }
