import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { StartRefused } from '../refused.ts'

/** One numbered SQL file. */
export interface Migration {
  version: number
  name: string
  sha256: string
  sql: string
}

/** Key of the advisory lock; unique within this program. */
const lockKey = 7_305_021

/** The folder of the SQL files: beside this file in the sources, beside the bundle in dist/server. */
export const migrationsFolder = (): string => fileURLToPath(new URL('./migrations/', import.meta.url))

/** Reads NNN-name.sql files in order. Throws if numbers have gaps or repeat, which is a programming error. */
export const readMigrations = async (folder: string): Promise<Migration[]> => {
  if (!existsSync(folder)) throw new Error(`There are no migrations in ${folder}`)
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(files.map((file, index) => readOne(folder, file, index + 1)))
}

const readOne = async (folder: string, file: string, expected: number): Promise<Migration> => {
  const parts = /^(\d{3})-([a-z0-9-]+)\.sql$/.exec(file)
  if (!parts || Number(parts[1]) !== expected)
    throw new Error(`Migration ${file} must be called ${String(expected).padStart(3, '0')}-name.sql`)
  const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
  return { version: expected, name: parts[2] ?? '', sha256: createHash('sha256').update(sql).digest('hex'), sql }
}

/**
 * Runs `work` under a lock, so that only one process prepares this database at a time. The same connection may take the lock again inside.
 */
export const withMigrationLock = async <T>(owner: pg.Client, work: () => Promise<T>): Promise<T> => {
  await owner.query('select pg_advisory_lock($1)', [lockKey])
  try {
    return await work()
  } finally {
    await owner.query('select pg_advisory_unlock($1)', [lockKey])
  }
}

/**
 * Migrates the database to the newest version, each file in a transaction of its own, in one process at a time. `owner` must be connected
 * as the database's owner. Returns the versions applied now. Throws StartRefused if the database is newer than the program or an applied
 * file has changed; a file that fails leaves the database at the version before it.
 */
export const migrate = (owner: pg.Client, migrations: readonly Migration[]): Promise<number[]> =>
  withMigrationLock(owner, async () => {
    const before = await appliedTo(owner)
    refuseForeign(before, migrations)
    if (before.length === 0) {
      await owner.query(
        'create table if not exists schema_migration (version int primary key, name text not null, sha256 text not null, applied_at timestamptz not null default now())',
      )
    }
    const missing = migrations.slice(before.length)
    for (const migration of missing) await applyOne(owner, migration)
    return missing.map((migration) => migration.version)
  })

type Applied = Pick<Migration, 'version' | 'name' | 'sha256'>

const appliedTo = async (owner: pg.Client): Promise<Applied[]> => {
  const table = await owner.query<{ found: string | null }>(`select to_regclass('schema_migration')::text as found`)
  if (!table.rows[0]?.found) return []
  return (await owner.query<Applied>('select version, name, sha256 from schema_migration order by version')).rows
}

const refuseForeign = (applied: readonly Applied[], migrations: readonly Migration[]): void => {
  if (applied.length > migrations.length) {
    throw new StartRefused(
      `The database is at version ${applied.length}, newer than this program (${migrations.length}): start the newer program, or restore a backup made before it.`,
    )
  }
  for (const [index, row] of applied.entries()) {
    const own = migrations[index]
    if (own?.version === row.version && own.sha256 === row.sha256) continue
    throw new StartRefused(
      `Migration ${row.version} (${row.name}) differs from what this database was made with: put the file back as it was and make the change in a new migration.`,
    )
  }
}

const applyOne = async (owner: pg.Client, migration: Migration): Promise<void> => {
  await owner.query('begin')
  try {
    await owner.query(migration.sql)
    await owner.query('insert into schema_migration (version, name, sha256) values ($1, $2, $3)', [
      migration.version,
      migration.name,
      migration.sha256,
    ])
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => undefined)
    if (error instanceof Error) error.message = `migration ${migration.version} (${migration.name}): ${error.message}`
    throw error
  }
}

/**
 * Grants the working roles access to everything that exists now: rows of tables and numbers of sequences only; the list of migrations is
 * read-only for them. Runs after every migrate, under `alone`, because concurrent grants disturb each other.
 */
export const grantToRoles = async (owner: pg.Client, roles: readonly string[]): Promise<void> => {
  for (const role of new Set(roles)) {
    const name = `"${role.replaceAll('"', '""')}"`
    await owner.query(`grant usage on schema public to ${name}`)
    await owner.query(`grant select, insert, update, delete on all tables in schema public to ${name}`)
    await owner.query(`grant usage, select on all sequences in schema public to ${name}`)
    await owner.query(`revoke insert, update, delete on schema_migration from ${name}`)
    const isFirst = role === roles[0] && new Set(roles).size > 1
    await keepLog(owner, name, isFirst)
    await keepPartitions(owner, name, isFirst)
  }
}

/** Functions that drop old partitions. */
const keepers = ['keep_log_months(integer)', 'keep_reading_days(integer)'] as const

/**
 * Only the role of the jobs may drop old partitions, if it differs from the `first` role. A restored database grants this to everybody
 * again.
 */
const keepPartitions = async (owner: pg.Client, name: string, isFirst: boolean): Promise<void> => {
  for (const keeper of keepers) {
    const found = await owner.query<{ found: string | null }>('select to_regprocedure($1)::text as found', [keeper])
    if (!found.rows[0]?.found) continue
    await owner.query(`revoke execute on function ${keeper} from public, ${name}`)
    if (!isFirst) await owner.query(`grant execute on function ${keeper} to ${name}`)
  }
}

/** The sign-in log is append-only. Only the role of the jobs may delete old entries, if it differs from the `first` role. */
const keepLog = async (owner: pg.Client, name: string, isFirst: boolean): Promise<void> => {
  const table = await owner.query<{ found: string | null }>(`select to_regclass('access_log')::text as found`)
  if (table.rows[0]?.found) await owner.query(`revoke update${isFirst ? ', delete' : ''} on access_log from ${name}`)
}
