import { createReadStream, existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { withClient } from '../db/embedded.ts'
import { migrate, migrationsFolder, readMigrations } from '../db/migrate.ts'
import { StartRefused } from '../refused.ts'
import { type Manifest, readManifest, rowsFile } from './manifest.ts'
import { asWholeOwner, columnList, storedTables } from './tables.ts'
import { beside } from './take.ts'

const refuseForeign = (manifest: Manifest, known: readonly { version: number; sha256: string }[]): void => {
  const fits = manifest.migrations.every((one, index) => known[index]?.version === one.version && known[index].sha256 === one.sha256)
  if (!fits)
    throw new StartRefused(
      `The backup was made by another program (${manifest.program}) that this one does not follow: use that one, or a newer one.`,
    )
}

const refuseFilled = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ n: string }>(
    `select count(*) as n from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  if (Number(rows[0]!.n) > 0)
    throw new StartRefused('There is data in this place already: restore into an empty data folder (DATA_DIR) or an empty database.')
}

/**
 * Puts a backup into an empty database and folder: the tables as they were then, brought to this program's version, under a new epoch, by which
 * every phone loads anew and sends once more what the backup did not hold. All or nothing. Throws StartRefused when it does not fit or is damaged.
 */
export async function putBack(ownerUrl: string, home: string, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const migrations = await readMigrations(migrationsFolder())
  refuseForeign(manifest, migrations)
  await withClient(ownerUrl, async (client) => {
    await refuseFilled(client)
    for (const name of beside) if (existsSync(join(folder, name))) await cp(join(folder, name), join(home, name), { recursive: true })
    await migrate(client, migrations.slice(0, manifest.migrations.length))
    const tables = await storedTables(client)
    await asWholeOwner(client, tables, async () => {
      await client.query('begin')
      for (const { name } of tables) await client.query(`alter table "${name}" disable trigger user`)
      // Rows that a migration made come back with the others.
      for (const table of [...tables].reverse()) await client.query(`delete from "${table.name}"`)
      for (const stored of manifest.tables) {
        const into = client.query(copyFrom(`copy ${columnList(stored)} from stdin`))
        await pipeline(createReadStream(rowsFile(folder, stored.name)), createGunzip(), into)
        if (into.rowCount !== stored.rows) throw new Error(`${stored.name}: ${into.rowCount} of ${stored.rows} rows came back`)
      }
      for (const { name } of tables) await client.query(`alter table "${name}" enable trigger user`)
      await client.query('update sync_meta set epoch = gen_random_uuid()')
      await client.query('commit')
    })
  })
  return manifest
}
