import type { Transaction } from '#server/db/pool.ts'

/** Transactions that name the same thing go one after another until their commits, so that what one checks still holds when it writes. The names are those of one database. */
export const takeNamedLock = (tx: Transaction, name: string): void =>
  tx.later({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [name] })
