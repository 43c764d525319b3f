import type pg from 'pg'
import { platformTenant } from '#contract/roles.ts'
import { writeAs } from './pool.ts'

/** Creates the log partitions of the coming months, as their owner; drops none. */
export const makeLogMonths = async (owner: pg.ClientBase): Promise<void> => {
  await owner.query('select keep_log_months(null)')
}

/**
 * Creates the log partitions of the coming months and drops those that ended more than `days` days ago. Returns the number of dropped ones.
 */
export const dropLogMonths = (pool: pg.Pool, days: number): Promise<number> =>
  writeAs(pool, platformTenant, async (tx) => {
    const { rows } = await tx.run({ text: 'select keep_log_months($1) as n', values: [days] })
    return Number(rows[0]!.n)
  })
