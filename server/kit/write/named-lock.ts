import type { Transaction } from '#server/db/pool.ts'

/**
 * Takes an advisory lock by name until the commit, so that a checked condition still holds at the write. Names are shared by the whole
 * database, across tenants.
 */
export const takeNamedLock = (tx: Transaction, name: string): void =>
  tx.later({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [name] })
