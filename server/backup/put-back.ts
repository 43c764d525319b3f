import { createReadStream, existsSync } from 'node:fs'
import { cp, readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { withClient } from '../db/cluster/embedded.ts'
import { migrate, migrationsFolder, readMigrations } from '../db/migrate.ts'
import { type ContentStore, hashOfName } from '../kit/files/content-store.ts'
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
  const { rows } = await client.query<{ tables: number; program: boolean }>(
    `select count(*)::int as tables, to_regclass('public.tenant') is not null as program from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const { tables, program } = rows[0]!
  if (tables === 0) return
  // Tables without a hospital are what a restore that failed has left.
  if (!program || (await client.query('select 1 from tenant limit 1')).rowCount !== 0)
    throw new StartRefused('There is data in this place already: restore into an empty data folder (DATA_DIR) or an empty database.')
}

/** Puts the contents of a backup into a bucket; those that are there already stay. */
const sendContents = async (folder: string, bucket: ContentStore): Promise<void> => {
  const from = join(folder, 'files')
  if (!existsSync(from)) return
  for (const tenant of await readdir(from))
    for (const path of await readdir(join(from, tenant), { recursive: true })) {
      const sha256 = basename(path)
      // Thumbnails are created again on first view.
      if (hashOfName(sha256) !== sha256) continue
      const bytes = await readFile(join(from, tenant, path))
      if (!(await bucket.has(tenant, sha256, bytes.length))) await bucket.put(tenant, sha256, bytes)
    }
}

/**
 * Restores a backup into an empty database and folder: the tables as they were, migrated to this program's version, under a new epoch, which makes
 * every phone reload its data and resend what the backup does not hold. All sessions end. All or nothing. `bucket`: where contents go when
 * not into `home`. Throws StartRefused when the backup does not fit or is damaged.
 */
export async function putBack(ownerUrl: string, home: string, folder: string, bucket?: ContentStore): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const migrations = await readMigrations(migrationsFolder())
  refuseForeign(manifest, migrations)
  await withClient(ownerUrl, async (client) => {
    await refuseFilled(client)
    if (bucket) await sendContents(folder, bucket)
    for (const name of beside)
      if (existsSync(join(folder, name)) && !(bucket && name === 'files'))
        await cp(join(folder, name), join(home, name), { recursive: true })
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
      // A session that ended after the backup must not come back, so all end; phones keep their queue and sign in again.
      await client.query('delete from refresh_token')
      await client.query('update session set revoked_at = now() where revoked_at is null')
      await client.query('update sync_meta set epoch = gen_random_uuid()')
      await client.query('commit')
    })
  })
  return manifest
}
