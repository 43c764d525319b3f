import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { TestApp } from './app-for-test.ts'

export interface Held {
  /** Resolves when a transaction waits. */
  reached(): Promise<void>
  /** Lets it continue and removes the trap. */
  release(): Promise<void>
}

let serial = 0

/** Locks of the program's own kind that a session of this database waits for; other test files use the same server. */
export const waitedFor = (app: Pick<TestApp, 'sql'>): Promise<Record<string, unknown>[]> =>
  app.sql(
    `select objid from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
  )

/** Only the address of the superuser and its statements are looked at. */
type Holdable = Pick<TestApp, 'sql'> & { readonly database: Pick<TestApp['database'], 'superUrl'> }

/** Stops transactions just before they insert a row of the table for which `condition` (SQL over `new`) holds. */
export async function holdWrites(app: Holdable, table: string, condition: string): Promise<Held> {
  const number = 471_100 + ++serial
  const name = `hold_${table}_${number}`
  const holder = new pg.Client({ connectionString: app.database.superUrl })
  await holder.connect()
  await holder.query(`create function ${name}() returns trigger language plpgsql as $$ begin
    if ${condition} then perform pg_advisory_xact_lock(${number}); end if; return new; end $$`)
  await holder.query(`create trigger ${name} before insert on ${table} for each row execute function ${name}()`)
  await holder.query(`select pg_advisory_lock(${number})`)
  return {
    async reached() {
      // As long as the test may take.
      while (!(await waitedFor(app)).some((lock) => Number(lock.objid) === number)) await wait(10)
    },
    async release() {
      await holder.query(`select pg_advisory_unlock(${number})`)
      await holder.query(`drop trigger ${name} on ${table}; drop function ${name}()`)
      await holder.end()
    },
  }
}

/** Makes inserts into the table fail for which `condition` (SQL over `new`) holds; answers how to end that. */
export async function failing({ database }: Pick<Holdable, 'database'>, table: string, condition: string): Promise<() => Promise<void>> {
  const name = `fail_${table}_${++serial}`
  const holder = new pg.Client({ connectionString: database.superUrl })
  await holder.connect()
  await holder.query(`create function ${name}() returns trigger language plpgsql as $$ begin
    if ${condition} then raise exception 'made to fail'; end if; return new; end $$`)
  await holder.query(`create trigger ${name} before insert on ${table} for each row execute function ${name}()`)
  return async () => {
    await holder.query(`drop trigger ${name} on ${table}; drop function ${name}()`)
    await holder.end()
  }
}
