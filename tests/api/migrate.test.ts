import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withClient } from '#server/db/embedded.ts'
import { grantToRoles, migrate, readMigrations } from '#server/db/migrate.ts'
import { emptyDatabase, type FreshDatabase } from '#tests/harness/postgres.ts'

// The tests of this file build on each other, in this order.

let db: FreshDatabase
let folder: string

const first = 'create table thing (id int primary key);\ncreate sequence thing_number;'
const write = async (files: Record<string, string>) => {
  await rm(folder, { recursive: true, force: true })
  folder = await mkdtemp(join(tmpdir(), 'wardkeeper-migrations-'))
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
  return readMigrations(folder)
}
const run = async (files: Record<string, string>) => {
  const migrations = await write(files)
  return withClient(db.ownerUrl, (owner) => migrate(owner, migrations))
}
const roleOf = (url: string) => decodeURIComponent(new URL(url).username)

beforeAll(async () => {
  db = await emptyDatabase()
  folder = await mkdtemp(join(tmpdir(), 'wardkeeper-migrations-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await db.drop()
})

describe('migrating', () => {
  test('several processes at once apply every file exactly once', async () => {
    const migrations = await write({ '001-first.sql': first, '002-slow.sql': `select pg_sleep(0.2);\ninsert into thing values (1);` })
    const answers = await Promise.all([1, 2, 3, 4].map(() => withClient(db.ownerUrl, (owner) => migrate(owner, migrations))))
    expect(answers.flat().sort()).toEqual([1, 2])
    expect(await withClient(db.ownerUrl, async (owner) => (await owner.query('select * from thing')).rows)).toEqual([{ id: 1 }])
  })

  test('only what is missing is applied, with any line ends of the checkout', async () => {
    const done = { '001-first.sql': first.replaceAll('\n', '\r\n'), '002-slow.sql': `select pg_sleep(0.2);\ninsert into thing values (1);` }
    expect(await run({ ...done, '003-more.sql': 'alter table thing add note text' })).toEqual([3])
    expect(await run({ ...done, '003-more.sql': 'alter table thing add note text' })).toEqual([])
  })

  test('a database newer than the program is refused', async () => {
    await expect(run({ '001-first.sql': first })).rejects.toThrow(/at version 3, newer than this program \(1\): start the newer program/)
  })

  test('an applied file that has changed is refused', async () => {
    const changed = { '001-first.sql': `${first} `, '002-slow.sql': 'select 1', '003-more.sql': 'select 1' }
    await expect(run(changed)).rejects.toThrow(/Migration 1 \(first\) differs .* put the file back/)
  })

  test('a file that fails leaves nothing of itself and names itself', async () => {
    const other = await emptyDatabase()
    try {
      const migrations = await write({ '001-first.sql': first, '002-broken.sql': 'create table half (id int); select nonsense;' })
      await withClient(other.ownerUrl, async (owner) => {
        await expect(migrate(owner, migrations)).rejects.toThrow(/migration 2 \(broken\): column "nonsense" does not exist/)
        expect(
          (await owner.query(`select to_regclass('half') as half, (select max(version) from schema_migration) as version`)).rows,
        ).toEqual([{ half: null, version: 1 }])
      })
    } finally {
      await other.drop()
    }
  })

  test('numbers with a gap are a mistake', async () => {
    await expect(write({ '001-first.sql': first, '003-third.sql': 'select 1' })).rejects.toThrow(/must be called 002-name.sql/)
  })

  test('the working roles may change rows and nothing else', async () => {
    const roles = [roleOf(db.appUrl), roleOf(db.jobsUrl)]
    await withClient(db.ownerUrl, (owner) => grantToRoles(owner, roles))
    for (const url of [db.appUrl, db.jobsUrl]) {
      await withClient(url, async (client) => {
        const role = (
          await client.query('select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user')
        ).rows[0]
        expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false })
        await client.query(`insert into thing values (nextval('thing_number') + 100)`)
        await client.query('update thing set note = $1', ['x'])
        await client.query('delete from thing where id > 100')
        await expect(client.query('truncate thing')).rejects.toThrow(/permission denied/)
        await expect(client.query('drop table thing')).rejects.toThrow(/must be owner/)
        await expect(client.query('create table mine (id int)')).rejects.toThrow(/permission denied/)
        await expect(client.query('delete from schema_migration')).rejects.toThrow(/permission denied/)
      })
    }
  })

  test('sessions of the application have time limits and one worker', async () => {
    await withClient(db.appUrl, async (app) => {
      const shown = async (name: string) => (await app.query(`select current_setting($1, true) as it`, [name])).rows[0].it
      expect(await shown('idle_in_transaction_session_timeout')).toBe('1min')
      expect(await shown('max_parallel_workers_per_gather')).toBe('0')
      const version = Number(await shown('server_version_num'))
      expect(await shown('transaction_timeout')).toBe(version >= 170000 ? '2min' : null)
    })
  })

  test('Chinese letters are letters, so that keyword indexes see them', async () => {
    await withClient(db.appUrl, async (app) => {
      expect((await app.query(`select '监护仪' ~ '^[[:alpha:]]+$' as known`)).rows[0]).toEqual({ known: true })
    })
  })
})
