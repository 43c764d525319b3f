import type { Transaction } from '#server/db/pool.ts'

/**
 * Sets the cause of stock changes for the rest of the transaction, until `ends` is called: the movements that the database writes refer to
 * this record. `link`: how a movement refers to it, where its kind does not say so.
 */
export function stockCause(
  tx: Transaction,
  kind: 'entry' | 'repair' | 'maintenance' | 'return' | 'issue' | 'opening',
  id: string,
  link?: 'repair' | 'maintenance',
): { ends(): void } {
  const say = (cause: string): void => tx.later({ text: `select set_config('app.stock_cause', $1, true)`, values: [cause] })
  say([kind, id, ...(link ? [link] : [])].join(' '))
  return { ends: () => say('') }
}
