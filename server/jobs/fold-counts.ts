import type pg from 'pg'
import { foldTallies } from '#server/kit/tally.ts'

/** Folds what has been counted since the last time into sums, tenant by tenant; counts are exact before, after and meanwhile. */
export async function foldCounts(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('select id from tenant')
  const client = await pool.connect()
  try {
    for (const { id } of rows) {
      await client.query('begin')
      await client.query(`select set_config('app.tenant', $1, true), pg_advisory_xact_lock(hashtextextended('fold ' || $1, 0))`, [id])
      for (const statement of foldTallies) await client.query(statement, [id])
      await client.query('commit')
    }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
