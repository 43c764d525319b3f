import type pg from 'pg'
import { type Transaction, writeAs } from './pool.ts'

/** No request waits for timed jobs, so their transactions may take an hour. */
const longestMs = 3_600_000

/** Runs work in every tenant, one after another, each in a transaction of its own. */
export async function eachTenant(pool: pg.Pool, work: (tx: Transaction) => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('select id from tenant')
  for (const { id } of rows) await writeAs(pool, id, work, { longestMs })
}
