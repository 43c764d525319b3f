import type pg from 'pg'
import type { DemoAccount } from '../runtime/announce.ts'
import { demoAccounts, fillDemo } from './demo.ts'
import { makeFirstAdmin } from './first-admin.ts'
import { readAs, writeAs } from './pool.ts'

const platform = '000000'
/** Next to the number under which migrations wait for each other. */
const lockKey = 7_305_022

/**
 * Fills an empty database on its first start: the demo tenants, or one administrator whose password `password` answers. Processes that
 * start together wait for each other at `owner`. Answers the demo accounts of a database that holds the demo, else none.
 */
export const fillFirst = async (
  pool: pg.Pool,
  owner: pg.Client,
  demo: boolean,
  password: () => Promise<string>,
): Promise<readonly DemoAccount[]> => {
  await owner.query('select pg_advisory_lock($1)', [lockKey])
  try {
    const filled = await stateOf(pool)
    if (filled !== undefined) return filled === 'demo' ? demoAccounts : []
    if (demo) await fillDemo(pool)
    else await makeFirstAdmin(pool, await password())
    await remember(pool, demo ? 'demo' : 'admin')
    return demo ? demoAccounts : []
  } finally {
    await owner.query('select pg_advisory_unlock($1)', [lockKey])
  }
}

const stateOf = async (pool: pg.Pool): Promise<unknown> => {
  const [found] = await readAs(pool, platform, [{ text: `select value from program_state where key = 'filled'` }])
  return found?.rows[0]?.value
}

const remember = (pool: pg.Pool, value: 'demo' | 'admin'): Promise<unknown> =>
  writeAs(pool, platform, (tx) => tx.run({ text: `insert into program_state (key, value) values ('filled', $1)`, values: [value] }))
