import type pg from 'pg'
import { demoAccounts, fillDemo } from './demo.ts'
import type { DemoAccount } from './demo-account.ts'
import { makeFirstAdmin } from './first-admin.ts'
import { readAs, writeAs } from './pool.ts'

const platform = '000000'

/**
 * Fills an empty database on its first start: the demo tenants, or one administrator whose password `password` answers. The caller sees to it
 * that one process at a time does this. Answers the demo accounts of a database that holds the demo, else none.
 */
export const fillFirst = async (pool: pg.Pool, demo: boolean, password: () => Promise<string>): Promise<readonly DemoAccount[]> => {
  const filled = await stateOf(pool)
  if (filled !== undefined) return filled === 'demo' ? demoAccounts : []
  if (demo) await fillDemo(pool)
  else await makeFirstAdmin(pool, await password())
  await remember(pool, demo ? 'demo' : 'admin')
  return demo ? demoAccounts : []
}

const stateOf = async (pool: pg.Pool): Promise<unknown> => {
  const [found] = await readAs(pool, platform, [{ text: `select value from program_state where key = 'filled'` }])
  return found?.rows[0]?.value
}

const remember = (pool: pg.Pool, value: 'demo' | 'admin'): Promise<unknown> =>
  writeAs(pool, platform, (tx) => tx.run({ text: `insert into program_state (key, value) values ('filled', $1)`, values: [value] }))
