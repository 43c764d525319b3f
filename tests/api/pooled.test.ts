import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool, readAs } from '#server/db/pool.ts'
import { type FreshDatabase, freshDatabase } from '#tests/harness/postgres.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** The names of the statements that a session keeps after the same question was asked three times. */
const namesAfter = async (pool: pg.Pool): Promise<number> => {
  try {
    for (let n = 0; n < 3; n += 1)
      await readAs(pool, '100001', [{ text: 'select count(*) from device where tenant_id = $1', values: ['100001'] }])
    const [kept] = await readAs(pool, '100001', [{ text: 'select count(*)::int as kept from pg_prepared_statements', once: true }])
    return Number(kept?.rows[0]?.kept)
  } finally {
    await pool.end()
  }
}

test('behind a pooler that gives each transaction another session no statement has a name', async () => {
  expect(await namesAfter(openPool(database.appUrl, 1))).toBeGreaterThan(0)
  expect(await namesAfter(openPool(database.appUrl, 1, true))).toBe(0)
})
