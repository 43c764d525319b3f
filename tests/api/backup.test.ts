import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manifestName, rowsFile } from '#server/backup/manifest.ts'
import { putBack } from '#server/backup/put-back.ts'
import { asWholeOwner, storedTables } from '#server/backup/tables.ts'
import { takeBackup } from '#server/backup/take.ts'
import { withClient } from '#server/db/cluster/embedded.ts'
import { grantToRoles } from '#server/db/migrate.ts'
import { startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { waitedFor } from '#tests/harness/hold-writes.ts'
import { home } from '#tests/harness/hospitals.ts'
import { Cache, op, pull, push, pushWhole } from '#tests/harness/ops.ts'
import { emptyDatabase, type FreshDatabase } from '#tests/harness/postgres.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startApp()
  folder = await mkdtemp(join(tmpdir(), 'wardkeeper-backup-'))
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Every row of every table as text, by table; what belongs to one database alone left out. */
const contents = (database: FreshDatabase): Promise<Record<string, string[]>> =>
  withClient(database.superUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not in ('sync_change', 'sync_meta', 'sync_mark', 'sync_purge')`,
    )
    const found: Record<string, string[]> = {}
    for (const { name } of tables)
      found[name] = (await client.query<{ row: string }>(`select t::text as row from "${name}" t order by 1`)).rows.map((one) => one.row)
    return found
  })

const roleOf = (url: string): string => decodeURIComponent(new URL(url).username)

/** A database of its own with the backup in it, and the program on it. */
const restored = async (from: string): Promise<{ database: FreshDatabase; start: () => Promise<TestApp> }> => {
  const database = await emptyDatabase()
  await putBack(database.ownerUrl, join(folder, 'home'), from)
  await withClient(database.ownerUrl, (owner) => grantToRoles(owner, [roleOf(database.appUrl), roleOf(database.jobsUrl)]))
  return { database, start: () => startApp({ database }) }
}

const newPart = (partName: string) => op({ kind: 'devicePart.submit', body: { partName, quantity: 1 } })

describe('backup and restore', () => {
  test('taken during writes: a consistent snapshot of all tables is restored, row by row', async () => {
    const manager = await app.as('equipment_manager')
    let writing = true
    // One writer: more would take the processor from the backup, which would let them write for longer.
    const write = async (): Promise<void> => {
      for (let n = 0; writing; n++) await manager.post('/eam/deviceparts/submit', { partName: `写 ${n}`, quantity: 1 })
    }
    const writer = write()
    const to = join(folder, 'busy')
    await takeBackup(app.database.ownerUrl, folder, to)
    writing = false
    await writer
    const { database } = await restored(to)
    const back = await contents(database)
    const now = await contents(app.database)
    expect(Object.keys(back).sort()).toEqual(Object.keys(now).sort())
    expect(back.device).toEqual(now.device)
    expect(back.person).toEqual(now.person)
    expect(back.schema_migration?.length).toBe(now.schema_migration?.length)
    // A part and the event that tells of it are one transaction: both are there or neither.
    expect(back.device_part!.length).toBeLessThanOrEqual(now.device_part!.length)
    const reported = back.audit_event!.filter((row) => row.includes(',devicePart,')).length
    expect(reported - now.audit_event!.filter((row) => row.includes(',devicePart,')).length).toBe(
      back.device_part!.length - now.device_part!.length,
    )
    await database.drop()
  })

  test('[F45] after a restore phones reload everything and resend what the backup lost; what it held is not applied twice', async () => {
    const manager = await app.as('equipment_manager')
    const phone = new Cache(manager)
    await phone.pull()
    const [kept, lost] = [await newPart('备份之前'), await newPart('备份之后')]
    expect(await push(manager, kept)).toMatchObject([{ outcome: 'done' }])
    const to = join(folder, 'drill')
    await takeBackup(app.database.ownerUrl, folder, to)
    expect(await push(manager, lost)).toMatchObject([{ outcome: 'done' }])
    const epoch = (await pull(manager)).data.epoch

    const { start, database } = await restored(to)
    const second = await start()
    try {
      const again = await second.as('equipment_manager')
      const first = await pushWhole(again, [lost], { body: { epoch } })
      expect(first.data).toMatchObject({ results: [] })
      expect(first.data.epoch).not.toBe(epoch)
      expect(await push(again, kept, lost)).toMatchObject([{ outcome: 'replayed' }, { outcome: 'done' }])
      const parts = await again.get('/eam/deviceparts/list', { size: 200 })
      const names = (parts.data as unknown as { records: { partName: string }[] }).records.map((row) => row.partName)
      expect(names.filter((name) => name === '备份之前' || name === '备份之后').sort()).toEqual(['备份之前', '备份之后'].sort())
      const fresh = new Cache(again)
      await fresh.pull()
      expect(fresh.ids('location')).toEqual(phone.ids('location'))
      expect(fresh.ids('dept').length).toBeGreaterThan(0)
    } finally {
      await second.stop()
      await database.drop().catch(() => undefined)
    }
  })

  test('a session ended after the backup is not restored: everyone signs in again', async () => {
    const ended = await app.signIn(home.tenant, 'engineer')
    const kept = await app.signIn(home.tenant, 'engineer')
    const to = join(folder, 'sessions')
    await takeBackup(app.database.ownerUrl, folder, to)
    expect((await ended.get('/blade-auth/oauth/logout')).status).toBe(200)
    const { start, database } = await restored(to)
    const second = await start()
    try {
      for (const client of [ended, kept]) {
        const call = await fetch(`${second.url}/api/blade-user/info`, { headers: client.headers })
        expect(call.status).toBe(401)
        const query = new URLSearchParams({ refreshToken: client.refreshToken, tenantId: client.tenant })
        expect((await fetch(`${second.url}/api/blade-auth/oauth/token/refresh?${query}`, { method: 'POST' })).status).toBe(401)
      }
      expect((await (await second.as('engineer')).get('/blade-user/info')).status).toBe(200)
    } finally {
      await second.stop()
      await database.drop().catch(() => undefined)
    }
  })

  test('damaged or incomplete backups and non-empty targets are refused before anything is written', async () => {
    const to = join(folder, 'good')
    await takeBackup(app.database.ownerUrl, folder, to)
    await expect(takeBackup(app.database.ownerUrl, folder, to)).rejects.toThrow(/exists already/)
    // A backup's other files and its certificate authority must not replace those of a place that is in use.
    const inUse = join(folder, 'in-use', 'tls', 'authority.crt')
    for (const [at, text] of [
      [inUse, 'ours'],
      [join(to, 'tls', 'authority.crt'), 'theirs'],
    ] as const) {
      await mkdir(dirname(at), { recursive: true })
      await writeFile(at, text)
    }
    await expect(putBack(app.database.ownerUrl, join(folder, 'in-use'), to)).rejects.toThrow(/There is data in this place already/)
    expect(await readFile(inUse, 'utf8')).toBe('ours')
    const database = await emptyDatabase()
    const manifest = await readFile(join(to, manifestName), 'utf8')
    await writeFile(join(to, manifestName), manifest.replace(/"sha256": "[0-9a-f]{64}"/, `"sha256": "${'0'.repeat(64)}"`))
    await expect(putBack(database.ownerUrl, folder, to)).rejects.toThrow(/does not follow/)
    await writeFile(join(to, manifestName), manifest)
    await appendFile(rowsFile(to, 'device'), 'x')
    await expect(putBack(database.ownerUrl, folder, to)).rejects.toThrow(/damaged: the rows of device/)
    await rm(join(to, manifestName))
    await expect(putBack(database.ownerUrl, folder, to)).rejects.toThrow(/no complete backup/)
    expect(await contents(database)).toEqual({})
    await database.drop()
  })

  test('a failed restore leaves nothing that blocks the next one', async () => {
    const to = join(folder, 'twice')
    await takeBackup(app.database.ownerUrl, folder, to)
    const manifest = await readFile(join(to, manifestName), 'utf8')
    const database = await emptyDatabase()
    await writeFile(join(to, manifestName), manifest.replace(/("name": "role",[^}]*?"rows": )\d+/s, '$199999'))
    await expect(putBack(database.ownerUrl, join(folder, 'home'), to)).rejects.toThrow(/of 99999 rows came back/)
    await writeFile(join(to, manifestName), manifest)
    await putBack(database.ownerUrl, join(folder, 'home'), to)
    expect((await contents(database)).role).toEqual((await contents(app.database)).role)
    await expect(putBack(database.ownerUrl, join(folder, 'home'), to)).rejects.toThrow(/There is data in this place already/)
    await database.drop()
  })

  test('row level security holds after a backup and after a restore', async () => {
    const to = join(folder, 'fenced')
    await takeBackup(app.database.ownerUrl, folder, to)
    const { database } = await restored(to)
    for (const place of [app.database, database]) {
      const open = await withClient(place.superUrl, (client) =>
        client.query(
          `select c.relname from pg_class c where relnamespace = 'public'::regnamespace and relrowsecurity and not relforcerowsecurity`,
        ),
      )
      expect(open.rows).toEqual([])
      const seen = await withClient(place.ownerUrl, (client) => client.query('select 1 from device limit 1'))
      expect(seen.rowCount).toBe(0)
    }
    await database.drop()
  })

  test('two concurrent owner sessions run one after the other and see all rows, and a killed one leaves row level security on', async () => {
    const open = () =>
      app.sql(`select relname from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity and not relforcerowsecurity`)
    await app.sql('alter table role no force row level security')
    let leave = (): void => {}
    const held = new Promise<void>((done) => {
      leave = done
    })
    let isInside = false
    const asOwner = (work: (client: pg.Client) => Promise<unknown>) =>
      withClient(app.database.ownerUrl, async (client) => asWholeOwner(client, await storedTables(client), () => work(client)))
    const first = asOwner(() => held)
    while ((await open()).length < 20);
    const second = asOwner(async (client) => {
      isInside = true
      await first
      return (await client.query('select 1 from device limit 1')).rowCount
    })
    while (!isInside && (await waitedFor(app)).length === 0);
    leave()
    expect(await second).toBe(1)
    expect(await open()).toEqual([])
  })
})
