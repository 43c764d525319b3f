import type pg from 'pg'
import { platformTenant } from '#contract/roles.ts'
import { writeAs } from './pool.ts'

/** Makes the coming months of the logs, as their owner; nothing is dropped. */
export const makeLogMonths = async (owner: pg.ClientBase): Promise<void> => {
  await owner.query('select keep_log_months(null)')
}

/** Makes the coming months of the logs and drops those that ended so many days ago. Answers how many. */
export const dropLogMonths = (pool: pg.Pool, days: number): Promise<number> =>
  writeAs(pool, platformTenant, async (tx) => {
    const { rows } = await tx.run({ text: 'select keep_log_months($1) as n', values: [days] })
    return Number(rows[0]!.n)
  })
