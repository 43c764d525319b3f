import pg from 'pg'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/registry.ts'
import { openPool, readAs, writeAs } from '#server/db/pool.ts'
import { type FreshDatabase, filledDatabase } from '#tests/harness/postgres.ts'
import { type Catalogue, readCatalogue } from '../laws/catalogue.ts'
import { kindsOf } from '../laws/database-laws.ts'

const mine = '100002'
const theirs = '100003'
const kinds = kindsOf(entities)
const tenantTables = [...kinds].filter(([, kind]) => kind === 'tenant').map(([name]) => name)
const platformTables = [...kinds].filter(([, kind]) => kind === 'platform').map(([name]) => name)

let database: FreshDatabase
let all: pg.Client
let app: pg.Client
let live: Catalogue
let generated: Set<string>

const literal = (type: string, tenant: string): string => {
  if (type === 'uuid') return `'${v7()}'`
  if (type.startsWith('timestamp') || type === 'date') return 'now()'
  if (type === 'boolean') return 'false'
  if (type === 'jsonb' || type.endsWith('[]')) return `'{}'`
  if (type === 'bytea') return `'\\x${v7().replaceAll('-', '')}'`
  if (type === 'xid8') return 'pg_current_xact_id()'
  if (type === 'text') return `'${tenant}'`
  return '1'
}

/** A row of a tenant in any table, made from the types of its columns alone. */
const insertOf = (table: string, tenant: string): string => {
  const columns = live.columns.filter((one) => one.table === table && !generated.has(`${table}.${one.name}`))
  return `insert into ${table} (${columns.map((one) => one.name).join(', ')}) values (${columns.map((one) => literal(one.type, tenant)).join(', ')})`
}

const number = async (client: pg.Client, text: string): Promise<number> => Number((await client.query(text)).rows[0].n)
const asTenant = (tenant: string, person = '') =>
  app.query(`select set_config('app.tenant', $1, false), set_config('app.person', $2, false)`, [tenant, person])

/** The SQLSTATE of a failed statement, or the number of affected rows; rolled back. */
const tried = async (text: string): Promise<string | number> => {
  await app.query('begin')
  try {
    return (await app.query(text)).rowCount ?? 0
  } catch (error) {
    return String((error as { code?: string }).code)
  } finally {
    await app.query('rollback')
  }
}

beforeAll(async () => {
  database = await filledDatabase()
  all = new pg.Client(database.superUrl)
  app = new pg.Client(database.appUrl)
  await all.connect()
  await app.connect()
  live = await readCatalogue(all)
  generated = new Set(
    (
      await all.query(
        `select table_name || '.' || column_name as name from information_schema.columns
          where table_schema = 'public' and 'ALWAYS' in (is_generated, identity_generation)`,
      )
    ).rows.map((row) => row.name),
  )
  // Every tenant table gets a row of both hospitals, without triggers, keys and conditions of a row in the way.
  await all.query('set session_replication_role = replica')
  for (const { of, name } of (
    await all.query(`select conrelid::regclass::text as of, quote_ident(conname) as name from pg_constraint where contype = 'c' and conrelid <> 0
      and connamespace = 'public'::regnamespace`)
  ).rows)
    await all.query(`alter table ${of} drop constraint ${name}`)
  for (const table of tenantTables)
    for (const tenant of [mine, theirs])
      if ((await number(all, `select count(*) as n from ${table} where tenant_id = '${tenant}'`)) === 0)
        await all.query(insertOf(table, tenant))
  await all.query('set session_replication_role = origin')
})
afterAll(async () => {
  await app.end()
  await all.end()
  await database.drop()
})

/** Tables whose rows the program may neither change nor remove. */
const kept = new Set(['access_log'])

describe('row level security in every tenant table', () => {
  test('without a tenant nothing is seen and nothing is written', async () => {
    for (const tenant of [null, '', 'nobody', `100002' or '1'='1`]) {
      if (tenant !== null) await asTenant(tenant)
      for (const table of tenantTables) {
        expect([table, tenant, await number(app, `select count(*) as n from ${table}`)]).toEqual([table, tenant, 0])
        expect([table, tenant, await tried(insertOf(table, mine))]).toEqual([table, tenant, '42501'])
      }
    }
  })

  test('a tenant sees all of its own rows and none of another', async () => {
    for (const tenant of [mine, theirs, '100001', '000000']) {
      await asTenant(tenant)
      for (const table of tenantTables) {
        const own = await number(all, `select count(*) as n from ${table} where tenant_id = '${tenant}'`)
        expect([table, await number(app, `select count(*) as n from ${table}`)]).toEqual([table, own])
        expect([table, await number(app, `select count(*) as n from ${table} where tenant_id <> '${tenant}'`)]).toEqual([table, 0])
      }
    }
  })

  test('nothing of another tenant is added, changed, removed or taken over', async () => {
    await asTenant(mine)
    for (const table of tenantTables) {
      expect([table, 'add', await tried(insertOf(table, theirs))]).toEqual([table, 'add', '42501'])
      expect([table, 'change', await tried(`update ${table} set tenant_id = tenant_id where tenant_id = '${theirs}'`)]).toEqual([
        table,
        'change',
        kept.has(table) ? '42501' : 0,
      ])
      expect([table, 'give', await tried(`update ${table} set tenant_id = '${theirs}' where tenant_id = '${mine}'`)]).toEqual([
        table,
        'give',
        '42501',
      ])
      expect([table, 'remove', await tried(`delete from ${table} where tenant_id = '${theirs}'`)]).toEqual([
        table,
        'remove',
        kept.has(table) ? '42501' : 0,
      ])
      expect([table, 'empty', await tried(`truncate ${table}`)]).toEqual([table, 'empty', '42501'])
      expect([table, 'lock', await tried(`select 1 from ${table} where tenant_id = '${theirs}' for update`)]).toEqual([
        table,
        'lock',
        kept.has(table) ? '42501' : 0,
      ])
    }
  })

  /** Links that the database writes itself: what a statement says is replaced before the key is checked. */
  const written = new Set(['purchase_origin_device_class_id_fk'])

  test('no row can be made to point at one of another tenant', async () => {
    await asTenant(mine)
    const keys = live.foreignKeys.filter((one) => kinds.get(one.table) === 'tenant' && kinds.get(one.target) === 'tenant')
    expect(keys.length).toBeGreaterThan(20)
    for (const key of keys) {
      const [column, target] = [key.columns[1]!, key.targetColumns[1]!]
      const { rows } = await all.query(`select ${target} as id from ${key.target} where tenant_id = '${theirs}' limit 1`)
      const pointed = await tried(
        `update ${key.table} set ${column} = '${rows[0].id}' where ctid = (select ctid from ${key.table} limit 1)`,
      )
      expect([key.name, pointed]).toEqual([key.name, kept.has(key.table) ? '42501' : written.has(key.name) ? 1 : '23503'])
    }
  })
})

describe('what belongs to no tenant', () => {
  test('platform tables are read by all and written in a session of 000000 alone', async () => {
    for (const table of platformTables) {
      const count = await number(all, `select count(*) as n from ${table}`)
      const column = live.columns.find((one) => one.table === table)!.name
      await asTenant(mine)
      expect([table, await number(app, `select count(*) as n from ${table}`)]).toEqual([table, count])
      expect([table, await tried(insertOf(table, mine))]).toEqual([table, '42501'])
      expect([table, await tried(`update ${table} set ${column} = ${column}`)]).toEqual([table, 0])
      expect([table, await tried(`delete from ${table}`)]).toEqual([table, 0])
      await asTenant('000000')
      expect([table, await tried(`update ${table} set ${column} = ${column}`)]).toEqual([table, count])
    }
  })

  test('an identity is seen by itself, a membership by its person and its tenant', async () => {
    const people = (await all.query(`select person_id from membership where tenant_id = '${mine}' order by 1`)).rows.map(
      (row) => row.person_id as string,
    )
    await asTenant(mine)
    expect(await number(app, 'select count(*) as n from person')).toBe(0)
    expect(await number(app, 'select count(*) as n from membership')).toBe(people.length)
    expect(await tried(`update person set password_hash = 'x'`)).toBe(0)
    expect(await tried(`insert into person (id, password_hash) values ('${v7()}', 'x')`)).toBe('42501')
    await asTenant('', people[0])
    expect((await app.query('select id from person')).rows).toEqual([{ id: people[0] }])
    expect(await number(app, 'select count(*) as n from membership')).toBe(1)
  })
})

describe('one connection for many tenants', () => {
  /** Seeded random numbers, so that a failure is reproducible. */
  const random = (seed: number) => () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return seed / 4_294_967_296
  }

  test('thousands of mixed batches with errors: no leak, no wrong row, nothing of a failed batch stays', async () => {
    const pool = openPool(database.appUrl, 5)
    const next = random(20_261_120)
    const own = new Map<string, number>()
    for (const tenant of [mine, theirs])
      own.set(tenant, await number(all, `select count(*) as n from app_user where tenant_id = '${tenant}'`))
    const kept: string[] = []
    const wrong: string[] = []
    const counts = { reads: 0, writes: 0, failures: 0 }
    const breakers = [
      { text: 'select 10 / $1::int as ratio', values: [0] },
      { text: 'select * from a_table_that_is_not_there' },
      { text: 'select $1::uuid as id', values: ['no uuid'] },
      { text: 'selec nonsense' },
    ]
    const breaker = () => breakers[Math.floor(next() * breakers.length)]!
    const fine = { text: 'select 10 / $1::int as ratio', values: [5] }
    const look = {
      text: `select current_setting('app.tenant', true) as tenant, count(*) as n, count(*) filter (where tenant_id <> $1) as foreign from app_user`,
    }

    const read = async (tenant: string, fails: boolean) => {
      const id = v7()
      const asked = [{ ...look, values: [tenant] }, fine, { text: 'select $1::text as id', values: [id] }]
      if (fails) asked.splice(Math.floor(next() * 4), 0, breaker() as (typeof asked)[number])
      const outcome = await readAs(pool, tenant, asked).catch(() => undefined)
      if (fails !== (outcome === undefined)) wrong.push(`read ${tenant}: ${outcome ? 'did not fail' : 'failed'}`)
      if (!outcome) return
      const [seen, ratio, echo] = outcome.map((one) => one.rows[0]!)
      if (seen!.tenant !== tenant || seen!.n !== own.get(tenant) || seen!.foreign !== 0)
        wrong.push(`read ${tenant}: ${JSON.stringify(seen)}`)
      if (ratio!.ratio !== 2 || echo!.id !== id) wrong.push(`read ${tenant}: rows of another tenant`)
    }
    const write = async (tenant: string, fails: boolean) => {
      const ids = [v7(), v7()]
      const how = Math.floor(next() * 4)
      const insert = (id: string, into = tenant) => ({
        text: `insert into client_log (tenant_id, id, user_id, entry) values ($1, $2, $2, '{"of":"the mix"}')`,
        values: [into, id],
      })
      const outcome = await writeAs(pool, tenant, async (tx) => {
        tx.later(insert(ids[0]!))
        if (fails && how === 0) tx.later(breaker())
        const seen = await tx.run({ ...look, values: [tenant] })
        if (seen.rows[0]!.tenant !== tenant || seen.rows[0]!.foreign !== 0) wrong.push(`write ${tenant}: ${JSON.stringify(seen.rows[0])}`)
        if (fails && how === 1) throw new Error('the work gives up')
        await tx.run(insert(ids[1]!))
        if (fails && how === 2) tx.later(insert(v7(), tenant === mine ? theirs : mine))
        if (fails && how === 3) tx.later(insert(ids[0]!))
        return true
      }).catch(() => undefined)
      if (fails !== (outcome === undefined)) wrong.push(`write ${tenant}: ${outcome ? 'did not fail' : 'failed'}`)
      if (outcome) kept.push(...ids)
    }
    const bare = async () => {
      const { rows } = await pool.query(
        `select coalesce(current_setting('app.tenant', true), '') as tenant, (select count(*) from app_user) as n`,
      )
      if (rows[0].tenant !== '' || Number(rows[0].n) !== 0) wrong.push(`between: ${JSON.stringify(rows[0])}`)
    }

    const worker = async () => {
      for (let step = 0; step < 130; step++) {
        const tenant = next() < 0.5 ? mine : theirs
        const fails = next() < 0.3
        const kind = next()
        if (fails && kind < 0.9) counts.failures++
        if (kind < 0.5) {
          counts.reads++
          await read(tenant, fails)
        } else if (kind < 0.9) {
          counts.writes++
          await write(tenant, fails)
        } else await bare()
      }
    }
    await Promise.all(Array.from({ length: 24 }, worker))
    expect(wrong).toEqual([])
    expect(counts.reads + counts.writes).toBeGreaterThan(2500)
    expect(counts.failures).toBeGreaterThan(500)
    const stored = (await all.query(`select id from client_log where entry @> '{"of":"the mix"}' order by id`)).rows.map((row) => row.id)
    expect(stored).toEqual([...kept].sort())
    expect(
      await number(
        all,
        `select count(*) as n from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`,
      ),
    ).toBe(0)
    await pool.end()
  })
})
