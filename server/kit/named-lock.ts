import type { Transaction } from '#server/db/pool.ts'

/**
 * Takes an advisory lock by name until the commit, so that a condition which the transaction checked still holds when it writes. Names are
 * shared by the whole database, across tenants.
 */
export const takeNamedLock = (tx: Transaction, name: string): void =>
  tx.later({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [name] })
