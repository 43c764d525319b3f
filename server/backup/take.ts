import { createWriteStream, existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { withClient } from '../db/embedded.ts'
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
const copyFiles = async (home: string, to: string): Promise<number> => {
  let count = 0
  for (const name of beside) {
    const from = join(home, name)
    if (!existsSync(from)) continue
    await cp(from, join(to, name), { recursive: true })
    count += (await readdir(from, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length
  }
  return count
}

/**
 * Writes the state of one moment into a new folder, while the program runs or not. `ownerUrl`: the database as its owner. Answers what it holds;
 * a folder that was not finished has another name and is removed. Throws StartRefused when `folder` exists.
 */
export async function takeBackup(ownerUrl: string, home: string, folder: string): Promise<Manifest> {
  if (existsSync(folder)) throw new StartRefused(`${folder} exists already: name another folder.`)
  const part = `${folder}.part-${process.pid}`
  await mkdir(join(part, 'tables'), { recursive: true, mode: 0o700 })
  try {
    const rows = await withClient(ownerUrl, async (client) => {
      const tables = await storedTables(client)
      return asWholeOwner(client, tables, async () => {
        await client.query('begin isolation level repeatable read read only')
        const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
          'select version, name, sha256 from schema_migration order by version',
        )
        const { rows: now } = await client.query<{ at: Date }>('select now() as at')
        const copied: Manifest['tables'][number][] = []
        for (const table of tables) copied.push(await copyRows(client, table, part))
        await client.query('commit')
        return { migrations, tables: copied, takenAt: now[0]!.at.toISOString() }
      })
    })
    const manifest: Manifest = { format: 1, program: programVersion, ...rows, files: await copyFiles(home, part) }
    await writeFile(join(part, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
    await rename(part, folder)
    return manifest
  } finally {
    await rm(part, { recursive: true, force: true })
  }
}
