import type pg from 'pg'
import { demoAccounts, fillDemo } from '#server/demo/demo.ts'
import type { DemoAccount } from '#server/demo/demo-account.ts'
import type { DemoRows, PutContent } from '#server/demo/demo-ground.ts'
import { readAs, writeAs } from '../pool.ts'
import { makeFirstAdmin } from './first-admin.ts'

const platform = '000000'

/**
 * Fills an empty database on its first start: with the demo tenants, or with one administrator whose password `password` returns. The
 * caller makes sure that only one process does this at a time. Returns the demo accounts if the database holds the demo, else none.
 */
export const fillFirst = async (
  pool: pg.Pool,
  demo: boolean,
  password: () => Promise<string>,
  rows: readonly DemoRows[],
  putContent?: PutContent,
): Promise<readonly DemoAccount[]> => {
  const filled = await stateOf(pool)
  if (filled !== undefined) return filled === 'demo' ? demoAccounts : []
  const first = demo ? undefined : await password()
  await remember(pool, 'begun')
  if (first === undefined) await fillDemo(pool, rows, putContent)
  else await makeFirstAdmin(pool, first)
  await remember(pool, demo ? 'demo' : 'admin')
  return demo ? demoAccounts : []
}

/**
 * Empties a database whose first setup was interrupted, so that it can start over; no one can have signed in to it yet. Returns whether it
 * did so: the migrations must then run again.
 */
export const clearUnfinished = async (pool: pg.Pool, owner: pg.Client): Promise<boolean> => {
  if ((await stateOf(pool)) !== 'begun') return false
  await owner.query(
    'drop schema public cascade; drop schema if exists log_months cascade; drop schema if exists reading_days cascade; create schema public;',
  )
  return true
}

const stateOf = async (pool: pg.Pool): Promise<unknown> => {
  const [found] = await readAs(pool, platform, [{ text: `select value from program_state where key = 'filled'` }])
  return found?.rows[0]?.value
}

const remember = (pool: pg.Pool, value: 'begun' | 'demo' | 'admin'): Promise<unknown> =>
  writeAs(pool, platform, (tx) =>
    tx.run({
      text: `insert into program_state (key, value) values ('filled', $1) on conflict (key) do update set value = excluded.value`,
      values: [value],
    }),
  )
