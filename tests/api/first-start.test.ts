import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declaredApprovals } from '#contract/registry.ts'
import { withClient } from '#server/db/cluster/embedded.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { openPool } from '#server/db/pool.ts'
import { prepareDatabase } from '#server/runtime/prepare.ts'
import { emptyDatabase, type FreshDatabase } from '#tests/harness/postgres.ts'

// The tests of this file build on each other, in this order.

let db: FreshDatabase
let pool: pg.Pool

beforeAll(async () => {
  db = await emptyDatabase()
  pool = openPool(db.appUrl, 4)
})
afterAll(async () => {
  await pool.end()
  await db.drop()
})

const prepare = (demo: boolean, password: () => Promise<string>) => {
  const database: OpenDatabase = { ...db, recovered: false, stop: () => Promise.resolve(), ended: new Promise(() => undefined) }
  return prepareDatabase(database, pool, demo, password)
}
const asked = () => Promise.reject(new Error('no terminal may be asked'))
const count = (table: string) =>
  withClient(db.superUrl, async (all) => (await all.query(`select count(*)::int as n from ${table}`)).rows[0].n as number)

describe('the first start', () => {
  test('without a password nothing is filled, and the next start asks again', async () => {
    await expect(prepare(false, asked)).rejects.toThrow('no terminal may be asked')
    expect(await count('tenant')).toBe(0)
    await expect(prepare(false, asked)).rejects.toThrow('no terminal may be asked')
  })

  test('an interrupted fill starts again', async () => {
    await withClient(db.superUrl, async (all) => {
      await all.query(`insert into program_state values ('filled', 'begun')`)
      await all.query(`insert into tenant (id, tenant_name, kind) values ('000000', 'half', 'platform')`)
    })
    expect((await prepare(false, async () => 'Right-Horse-7')).accounts).toEqual([])
    expect(await count('tenant')).toBe(1)
    expect(await count('person')).toBe(1)
  })

  test('a later start asks no questions and fills nothing for any DEMO', async () => {
    expect((await prepare(true, asked)).accounts).toEqual([])
    expect(await count('tenant')).toBe(1)
  })
})

describe('the demo', () => {
  let other: FreshDatabase
  let otherPool: pg.Pool
  let first: Awaited<ReturnType<typeof prepareDatabase>>
  const start = () => {
    const database: OpenDatabase = { ...other, recovered: false, stop: () => Promise.resolve(), ended: new Promise(() => undefined) }
    return prepareDatabase(database, otherPool, true, asked)
  }
  beforeAll(async () => {
    other = await emptyDatabase()
    otherPool = openPool(other.appUrl, 4)
    first = await start()
  })
  afterAll(async () => {
    await otherPool.end()
    await other.drop()
  })
  const rowsOf = (text: string) => withClient(other.superUrl, async (all) => (await all.query(text)).rows)

  test('is filled once and its accounts are named at every start', async () => {
    const cards = async (): Promise<number> => (await rowsOf(`select count(*)::int as n from device where tenant_id = '100001'`))[0].n
    const filled = await cards()
    expect(filled).toBeGreaterThanOrEqual(500)
    const second = await start()
    expect(first.indexed).toBe(true)
    expect(first.accounts).toContainEqual(expect.objectContaining({ tenant: '000000', user: 'admin', password: 'admin' }))
    expect(second.accounts).toEqual(first.accounts)
    expect(await cards()).toBe(filled)
  })

  test('has the usual approval flows', async () => {
    const flows = await rowsOf(`select approval_kind from flow_definition where tenant_id = '100001' and is_default = 1`)
    expect(flows.map(({ approval_kind }) => approval_kind).sort()).toEqual(declaredApprovals.map(({ kind }) => kind).sort())
  })
})
