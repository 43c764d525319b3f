import type { Transaction } from '#server/db/pool.ts'

/** Goes on in another tenant for a while, and back: rows made meanwhile belong there. Answers what the work does. */
export async function inTenant<T>(tx: Transaction, tenantId: string, work: (inside: Transaction) => T | Promise<T>): Promise<T> {
  const enter = (id: string): void => tx.later({ text: `select set_config('app.tenant', $1, true)`, values: [id] })
  enter(tenantId)
  const done = await work({ ...tx, tenantId })
  enter(tx.tenantId)
  return done
}
