import type { Transaction } from '#server/db/pool.ts'

/**
 * Sets the cause of stock changes for the rest of the transaction, until `ends` is called: the movements that the database writes refer to
 * this record.
 */
export function stockCause(tx: Transaction, kind: 'entry' | 'repair' | 'issue' | 'opening', id: string): { ends(): void } {
  const say = (cause: string): void => tx.later({ text: `select set_config('app.stock_cause', $1, true)`, values: [cause] })
  say(`${kind} ${id}`)
  return { ends: () => say('') }
}
