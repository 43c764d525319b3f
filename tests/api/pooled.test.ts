import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inTenant } from '#server/db/in-tenant.ts'
import { type Gathered, openPool, readAs, writeAs } from '#server/db/pool.ts'
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

const numbers: Gathered<string> = (tenantId, words) => ({
  text: `insert into number_counter (tenant_id, key, value) select $1, word, 1 from unnest($2::text[]) word`,
  values: [tenantId, words],
})

test('rows gathered in a transaction are one statement; what is read in between sees the rows before it and no others', async () => {
  const pool = openPool(database.appUrl, 1)
  const sent: number[] = []
  const counted: Gathered<string> = (tenantId, words) => {
    sent.push(words.length)
    return numbers(tenantId, words)
  }
  try {
    const counts = await writeAs(pool, '100001', async (tx) => {
      const count = {
        text: `select count(*)::int as n from number_counter where tenant_id = $1 and key like 'gathered-%'`,
        values: ['100001'],
      }
      tx.gather(counted, 'gathered-1')
      tx.gather(counted, 'gathered-2')
      const first = tx.run(count)
      tx.gather(counted, 'gathered-3')
      tx.gather(counted, 'gathered-4')
      const second = tx.run(count)
      tx.gather(counted, 'gathered-5')
      return [await first, await second].map(({ rows }) => rows[0]!.n)
    })
    expect(counts).toEqual([2, 4])
    expect(sent).toEqual([2, 2, 1])
    const [after] = await readAs(pool, '100001', [
      { text: `select count(*)::int as n from number_counter where tenant_id = $1 and key like 'gathered-%'`, values: ['100001'] },
    ])
    expect(after?.rows[0]?.n).toBe(5)
  } finally {
    await pool.end()
  }
})

test('what a transaction queues behind settled promises travels in the same round trip', async () => {
  const pool = openPool(database.appUrl, 1)
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const found = await writeAs(pool, '100001', async (tx) => {
      const first = tx.run({ text: 'select 1 as n' })
      // Hooks and checks that have nothing to ask are awaited on the way to the next statement.
      for (let step = 0; step < 5; step += 1) await undefined
      const second = tx.run({ text: 'select 2 as n' })
      return [await first, await second].map(({ rows }) => rows[0]!.n)
    })
    expect(found).toEqual([1, 2])
    // The second one commits.
    expect(sent).toHaveBeenCalledTimes(2)
  } finally {
    sent.mockRestore()
    await pool.end()
  }
})

test('what was answered before a statement failed in the same round trip is known, and nothing is written', async () => {
  const pool = openPool(database.appUrl, 1)
  let known: unknown
  try {
    const work = writeAs(pool, '100001', async (tx) => {
      const first = tx.run({
        text: `insert into number_counter (tenant_id, key, value) values ('100001', 'before a failure', 1) returning key`,
      })
      const second = tx.run({ text: 'select 1 / 0' })
      known = (await first).rows[0]!.key
      await second
    })
    await expect(work).rejects.toMatchObject({ code: '22012' })
    expect(known).toBe('before a failure')
    const [after] = await readAs(pool, '100001', [{ text: `select from number_counter where key = 'before a failure'` }])
    expect(after!.rows).toEqual([])
  } finally {
    await pool.end()
  }
})

test('rows gathered in another tenant are written there, apart from those before and after', async () => {
  const pool = openPool(database.appUrl, 1)
  try {
    await writeAs(pool, '100001', async (tx) => {
      tx.gather(numbers, 'parted-1')
      await inTenant(tx, '100002', (inside) => inside.gather(numbers, 'parted-2'))
      tx.gather(numbers, 'parted-3')
    })
    const kept = async (tenantId: string) => {
      const text = `select key from number_counter where tenant_id = $1 and key like 'parted-%' order by key`
      return (await readAs(pool, tenantId, [{ text, values: [tenantId] }]))[0]?.rows.map(({ key }) => key)
    }
    expect(await kept('100001')).toEqual(['parted-1', 'parted-3'])
    expect(await kept('100002')).toEqual(['parted-2'])
  } finally {
    await pool.end()
  }
})
