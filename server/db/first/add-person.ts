import { v7 } from 'uuid'
import { firstPasswordDays } from '#contract/entities/identity/password-lengths.ts'
import type { Transaction } from '../pool.ts'

/** A person who can sign in. */
export interface NewPerson {
  readonly account: string
  readonly realName: string
  readonly roleId: string | undefined
  readonly deptId?: string | null | undefined
  /** From `hashPassword`. */
  readonly passwordHash: string
  /** Another person set the password; it must be changed at the first sign-in. */
  readonly mustChange?: boolean
}

/**
 * Queues a person (the login identity), their user in the transaction's tenant, and the membership that links both; returns the user id.
 * The rest of the transaction runs as the new person (`app.person`).
 */
export function addPerson(tx: Transaction, { account, realName, roleId, deptId, passwordHash, mustChange }: NewPerson): string {
  const [person, user] = [v7(), v7()]
  tx.later({ text: `select set_config('app.person', $1, true)`, values: [person] })
  tx.later({
    text: 'insert into person (id, password_hash, given_until) values ($1, $2, now() + make_interval(days => $3))',
    values: [person, passwordHash, mustChange ? firstPasswordDays : null],
  })
  tx.later({
    text: `insert into app_user (tenant_id, id, person_id, account, real_name, role_id, dept_id, status, must_change) values ($1, $2, $3, $4, $5, $6, $7, 'active', $8)`,
    values: [tx.tenantId, user, person, account, realName, roleId, deptId ?? null, mustChange ? 1 : null],
  })
  tx.later({ text: 'insert into membership (person_id, tenant_id, user_id) values ($1, $2, $3)', values: [person, tx.tenantId, user] })
  return user
}
