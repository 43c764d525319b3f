import type pg from 'pg'
import { type Transaction, writeAs } from './pool.ts'

/** No request waits for timed jobs, so their transactions may take an hour. */
const longestMs = 3_600_000

/** Does work for every tenant, one after another. What fails for one does not keep it from the others: it is thrown at the end. */
export async function everyTenant(pool: pg.Pool, work: (tenantId: string) => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('select id from tenant order by id')
  const faults: unknown[] = []
  for (const { id } of rows) await work(id).catch((fault: unknown) => faults.push(fault))
  if (faults.length === 1) throw faults[0]
  if (faults.length > 1) throw new AggregateError(faults, `The work failed for ${faults.length} tenants: ${String(faults[0])}`)
}

/** Runs work in every tenant, each in a transaction of its own. */
export const eachTenant = (pool: pg.Pool, work: (tx: Transaction) => Promise<void>): Promise<void> =>
  everyTenant(pool, (id) => writeAs(pool, id, work, { longestMs }))
