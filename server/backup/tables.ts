import type pg from 'pg'

/** A table with what of it is stored: derived columns are not, they come back by themselves. */
export interface StoredTable {
  readonly name: string
  readonly columns: readonly string[]
}

// How far migrations are is known from the manifest; marks and what was thrown away are told by numbers of transactions.
const notStored = new Set(['schema_migration', 'sync_mark', 'sync_purge'])
// Numbers of transactions belong to one database: the feed gets those of the restore, so that a first pull finds all of it.
const ownNumbers: Readonly<Record<string, readonly string[]>> = { sync_change: ['xid', 'seq'] }

/** The tables of the program in an order in which each row finds the rows it points to. Throws when they point in circles. */
export async function storedTables(client: pg.Client): Promise<StoredTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] | null }>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select array_agg(distinct f.confrelid::regclass::text) from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.relname`)
  const left = new Map(rows.filter((row) => !notStored.has(row.name)).map((row) => [row.name, row]))
  const ordered: StoredTable[] = []
  while (left.size > 0) {
    const next = [...left.values()].find((row) => (row.needs ?? []).every((name) => !left.has(name)))
    if (!next) throw new Error(`these tables point at each other: ${[...left.keys()].join(', ')}`)
    left.delete(next.name)
    ordered.push({ name: next.name, columns: next.columns.filter((column) => !ownNumbers[next.name]?.includes(column)) })
  }
  return ordered
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The column list of a COPY. */
export const columnList = (table: StoredTable): string => `${quoted(table.name)} (${table.columns.map(quoted).join(', ')})`

/**
 * Lets the owner of the tables see and write rows of all tenants while `work` runs. Only the owner's forced row level security is lifted, so the
 * running program stays limited. One at a time: the first to end would silently hide the rows that the other still reads.
 */
export async function asWholeOwner<T>(client: pg.Client, tables: readonly StoredTable[], work: () => Promise<T>): Promise<T> {
  await client.query(`select pg_advisory_lock(hashtextextended('whole owner', 0))`)
  // Waiting for a table makes everybody else wait behind; a long reader is waited for outside.
  await client.query(`set lock_timeout = '5s'`)
  // Reset in any state: a killed process leaves them open.
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity`,
  )
  const fenced = new Set(rows.map((row) => row.name))
  const mine = tables.filter((table) => fenced.has(table.name))
  const set = async (how: 'force' | 'no force'): Promise<void> => {
    for (const { name } of mine) await client.query(`alter table ${quoted(name)} ${how} row level security`)
  }
  try {
    await set('no force')
    return await work()
  } finally {
    // After a failure the connection is still in the failed transaction; outside of one this says nothing.
    await client.query('rollback')
    await set('force')
    await client.query(`select pg_advisory_unlock(hashtextextended('whole owner', 0))`)
  }
}
