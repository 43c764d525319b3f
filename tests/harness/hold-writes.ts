import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { TestApp } from './app-for-test.ts'

export interface Held {
  /** Resolves when a transaction waits. */
  reached(): Promise<void>
  /** Lets it go on and takes the trap away. */
  release(): Promise<void>
}

let serial = 0

/** Stops transactions just before they insert a row of the table for which `condition` (SQL over `new`) holds. */
export async function holdWrites(app: TestApp, table: string, condition: string): Promise<Held> {
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
      for (let tries = 0; tries < 500; tries++) {
        const { rowCount } = await holder.query(`select 1 from pg_locks where locktype = 'advisory' and objid = ${number} and not granted`)
        if (rowCount) return
        await wait(10)
      }
      throw new Error(`nobody writes ${table} where ${condition}`)
    },
    async release() {
      await holder.query(`select pg_advisory_unlock(${number})`)
      await holder.query(`drop trigger ${name} on ${table}; drop function ${name}()`)
      await holder.end()
    },
  }
}
