import { createWriteStream, existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { withClient } from '../db/cluster/embedded.ts'
import type { ContentStore } from '../kit/files/content-store.ts'
import { StartRefused } from '../refused.ts'
import { programVersion } from '../version.ts'
import { hashOf, type Manifest, manifestName, rowsFile } from './manifest.ts'
import { asWholeOwner, type StoredTable, storedTables } from './tables.ts'

/** Folders beside the database whose files belong to the data. */
export const beside = ['files', 'tls'] as const

const copyRows = async (client: pg.Client, table: StoredTable, folder: string): Promise<Manifest['tables'][number]> => {
  const file = rowsFile(folder, table.name)
  const stream = client.query(copyTo(`copy (select ${table.columns.map((name) => `"${name}"`).join(', ')} from "${table.name}") to stdout`))
  await pipeline(stream, createGzip({ level: 6 }), createWriteStream(file, { mode: 0o600 }))
  return { name: table.name, columns: table.columns, rows: stream.rowCount, sha256: await hashOf(file) }
}

/** Contents never change under their names, so that what is there when the rows are read is enough. */
const copyFiles = async (home: string, to: string, names: readonly string[]): Promise<number> => {
  let count = 0
  for (const name of names) {
    const from = join(home, name)
    if (!existsSync(from)) continue
    await cp(from, join(to, name), { recursive: true })
    count += (await readdir(from, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length
  }
  return count
}

interface Named {
  readonly tenant_id: string
  readonly sha256: string
  readonly file_size: number
}

/** Brings the contents that rows name from where they are into the folder, laid out as on a disk. One that is lost there is lost here. */
const bringContents = async (from: ContentStore, named: readonly Named[], to: string): Promise<number> => {
  let count = 0
  for (const { tenant_id, sha256, file_size } of named) {
    if (!(await from.has(tenant_id, sha256, file_size))) continue
    const folder = join(to, 'files', tenant_id, sha256.slice(0, 2))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, sha256)
    await pipeline(await from.read(tenant_id, sha256), createWriteStream(file, { mode: 0o600 }))
    if ((await hashOf(file)) !== sha256) throw new Error(`the content ${sha256} of ${tenant_id} came back damaged`)
    count++
  }
  return count
}

/**
 * Writes the state of one moment into a new folder, while the program runs or not. `ownerUrl`: the database as its owner; `bucket`: where contents
 * are when not in `home`. Answers what it holds; a folder that was not finished has another name and is removed. Throws StartRefused when `folder` exists.
 */
export async function takeBackup(ownerUrl: string, home: string, folder: string, bucket?: ContentStore): Promise<Manifest> {
  if (existsSync(folder)) throw new StartRefused(`${folder} exists already: name another folder.`)
  const part = `${folder}.part-${process.pid}`
  await mkdir(join(part, 'tables'), { recursive: true, mode: 0o700 })
  try {
    const { named, ...rows } = await withClient(ownerUrl, async (client) => {
      const tables = await storedTables(client)
      return asWholeOwner(client, tables, async () => {
        await client.query('begin isolation level repeatable read read only')
        const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
          'select version, name, sha256 from schema_migration order by version',
        )
        const { rows: now } = await client.query<{ at: Date }>('select now() as at')
        const { rows: keys } = await client.query<{ id: string }>('select distinct key_id as id from secret order by 1')
        const copied: Manifest['tables'][number][] = []
        for (const table of tables) copied.push(await copyRows(client, table, part))
        const { rows: named } = bucket
          ? await client.query<Named>('select tenant_id, sha256, max(file_size) as file_size from file group by tenant_id, sha256')
          : { rows: [] }
        await client.query('commit')
        return { named, migrations, tables: copied, takenAt: now[0]!.at.toISOString(), secretKeys: keys.map(({ id }) => id) }
      })
    })
    const brought = bucket ? await bringContents(bucket, named, part) : 0
    const copied = await copyFiles(home, part, bucket ? beside.filter((name) => name !== 'files') : beside)
    const manifest: Manifest = { format: 1, program: programVersion, ...rows, files: brought + copied }
    await writeFile(join(part, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
    await rename(part, folder)
    return manifest
  } finally {
    await rm(part, { recursive: true, force: true })
  }
}
