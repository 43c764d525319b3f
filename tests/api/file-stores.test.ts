import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PART_BYTES } from '#contract/sync/sync-blobs.ts'
import { putBack } from '#server/backup/put-back.ts'
import { takeBackup } from '#server/backup/take.ts'
import { bucketOf, contentsOf } from '#server/contents.ts'
import { withClient } from '#server/db/cluster/embedded.ts'
import { grantToRoles } from '#server/db/migrate.ts'
import { writeAs } from '#server/db/pool.ts'
import { clearContents } from '#server/jobs/clear-contents.ts'
import { thumbName } from '#server/kit/files/content-store.ts'
import { readSettings } from '#server/settings.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { factsOf, fileState, photo, picture, send, sendPart, upload } from '#tests/harness/pictures.ts'
import { emptyDatabase } from '#tests/harness/postgres.ts'
import { type S3Double, s3Double } from '#tests/harness/s3-double.ts'

const quiet = (): void => {}
const content = (client: Client, id: string, query = {}) => client.file(`/file/${id}`, query)

let double: S3Double
let apps: Record<'disk' | 'bucket', TestApp>
beforeAll(async () => {
  double = await s3Double()
  const [disk, bucket] = await Promise.all([startApp(), startApp({ env: double.env })])
  apps = { disk, bucket }
})
afterAll(async () => {
  await Promise.all([apps.disk.stop(), apps.bucket.stop()])
  await double.stop()
})

/** The files of a person become so old that the job clears them away. */
const forgotten = (app: TestApp, ids: string[]) =>
  writeAs(app.pool, home.tenant, async (tx) => {
    await tx.run({
      text: `update file set created_at = now() - interval '8 days' where tenant_id = $1 and id = any($2::uuid[])`,
      values: [home.tenant, ids],
    })
  })

describe.each(['disk', 'bucket'] as const)('files in a %s', (where) => {
  let app: TestApp
  let keeper: Client
  let settings: ReturnType<typeof readSettings>
  beforeAll(async () => {
    app = apps[where]
    settings = readSettings({ ...(where === 'bucket' ? double.env : {}), DATA_DIR: app.dataDir })
    keeper = await app.as('keeper')
  })

  test('arrive in parts, are served whole with an ETag, and are stored once', async () => {
    const file = upload(picture(PART_BYTES + 900))
    expect((await sendPart(app, keeper, file, 2)).data).toEqual({ complete: false, parts: [2] })
    expect((await send(app, keeper, file)).data.complete).toBe(true)
    expect(await fileState(app, keeper, file.id)).toEqual({ status: 200, parts: '', complete: '1' })
    const { status, bytes, headers } = await content(keeper, file.id)
    expect([status, Buffer.from(bytes).equals(file.bytes)]).toEqual([200, true])
    const again = await fetch(`${app.url}/api/file/${file.id}`, {
      headers: { ...keeper.headers, 'if-none-match': String(headers.get('etag')) },
    })
    expect(again.status).toBe(304)
    const twin = upload(file.bytes)
    expect((await send(app, keeper, twin)).data.complete).toBe(true)
    const places = where === 'bucket' ? [...double.objects.keys()] : await readdir(join(app.dataDir, 'files'), { recursive: true })
    expect(places.filter((path) => path.endsWith(file.facts.sha256))).toHaveLength(1)
  })

  test('have thumbnails, which are removed with an unreferenced file', async () => {
    const [loose, kept] = [upload(await photo(800, 600)), upload(await photo(810, 600))]
    const contents = contentsOf(settings, quiet)
    for (const file of [loose, kept]) {
      await send(app, keeper, file)
      expect((await content(keeper, file.id, { size: 'thumb' })).headers.get('content-type')).toBe('image/webp')
      expect((await contents.made(home.tenant, thumbName(file.facts.sha256)))?.length).toBeGreaterThan(100)
    }
    await forgotten(app, [loose.id])
    if (where === 'bucket') double.age(7_200_000)
    else execFileSync('find', [app.dataDir, '-type', 'f', '-exec', 'touch', '-d', '2 hours ago', '{}', '+'])
    double.pageSize = 2
    await clearContents(app.pool, contents)
    double.pageSize = 1000
    expect((await content(keeper, loose.id)).status).toBe(404)
    expect(await contents.has(home.tenant, loose.facts.sha256, loose.facts.size)).toBe(false)
    expect(await contents.made(home.tenant, thumbName(loose.facts.sha256))).toBeUndefined()
    expect((await content(keeper, kept.id)).status).toBe(200)
    expect(await contents.made(home.tenant, thumbName(kept.facts.sha256))).toBeDefined()
  })

  test('whose content is lost are sent again', async () => {
    const file = upload()
    await send(app, keeper, file)
    await contentsOf(settings, quiet).remove(home.tenant, file.facts.sha256)
    expect((await content(keeper, file.id)).status).toBe(404)
    expect((await fileState(app, keeper, file.id)).complete).toBe('0')
    expect((await send(app, keeper, file)).data.complete).toBe(true)
    expect((await content(keeper, file.id)).status).toBe(200)
  })

  test('are restored from a backup to a disk or into a bucket', async () => {
    const file = upload(picture(PART_BYTES + 1))
    await send(app, keeper, file)
    const folder = await mkdtemp(join(tmpdir(), 'wardkeeper-stores-'))
    const to = join(folder, 'backup')
    const { files } = await takeBackup(app.database.ownerUrl, app.dataDir, to, bucketOf(settings, quiet))
    expect(files).toBeGreaterThan(0)
    // What was in a bucket comes onto a disk, and the other way round.
    const target = await s3Double()
    const env = where === 'bucket' ? {} : target.env
    const other = readSettings({ ...env, DATA_DIR: join(folder, 'home') })
    const database = await emptyDatabase()
    await putBack(database.ownerUrl, other.DATA_DIR, to, bucketOf(other, quiet))
    const roles = [database.appUrl, database.jobsUrl].map((url) => decodeURIComponent(new URL(url).username))
    await withClient(database.ownerUrl, (owner) => grantToRoles(owner, roles))
    const second = await startApp({ database, env: { ...env, ...(where === 'bucket' ? { DATA_DIR: other.DATA_DIR } : {}) } })
    const back = await content(await second.as('keeper'), file.id)
    expect([back.status, Buffer.from(back.bytes).equals(file.bytes)]).toEqual([200, true])
    await second.stop()
    await target.stop()
    await rm(folder, { recursive: true, force: true })
  })
})

describe('a bucket', () => {
  let app: TestApp
  let keeper: Client
  beforeAll(async () => {
    app = apps.bucket
    keeper = await app.as('keeper')
  })

  test.each(['500', 'cut'] as const)('that fails once (%s) is retried', async (fault) => {
    const file = upload()
    double.fail('PUT', fault)
    expect((await send(app, keeper, file)).data.complete).toBe(true)
    double.fail('HEAD', fault)
    const { status, bytes } = await content(keeper, file.id)
    expect([status, Buffer.from(bytes).equals(file.bytes)]).toEqual([200, true])
  })

  test('that is unreachable: the upload is retried and resumes; /ready reports it, everything else works', async () => {
    const file = upload(picture(PART_BYTES + 5))
    await sendPart(app, keeper, file, 1)
    double.away(true)
    const failed = await sendPart(app, keeper, file, 2)
    expect(failed).toMatchObject({ status: 503, error: 'busy' })
    expect(failed.msg).toContain('稍后再试')
    const ready = await app.app.inject('/ready')
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready', files: 'not answering' }])
    expect((await keeper.get('/eam/device/list')).success).toBe(true)
    double.away(false)
    expect((await app.app.inject('/ready')).json()).toEqual({ status: 'ready' })
    expect((await fileState(app, keeper, file.id)).parts).toBe('1')
    expect((await sendPart(app, keeper, file, 2)).data.complete).toBe(true)
    double.away(true)
    expect((await content(keeper, file.id)).status).toBe(503)
    double.away(false)
    expect((await content(keeper, file.id)).status).toBe(200)
  })

  test('that fails with the last part keeps the parts: sent again, the file is whole', async () => {
    const file = upload(picture(PART_BYTES + 500))
    const state = () => fileState(app, keeper, file.id)
    await sendPart(app, keeper, file, 1)
    double.away(true)
    expect((await sendPart(app, keeper, file, 2)).error).toBe('busy')
    double.away(false)
    expect(await state()).toEqual({ status: 200, parts: '1', complete: '0' })
    expect((await sendPart(app, keeper, file, 2)).data).toMatchObject({ complete: true, parts: [1, 2] })
    expect(await state()).toEqual({ status: 200, parts: '', complete: '1' })
    expect(await app.sql('select 1 from file_part where file_id = $1', [file.id])).toEqual([])
  })

  test('that never answers runs into the timeout', async () => {
    double.fail('HEAD', 'slow')
    expect((await app.app.inject('/ready')).json()).toEqual({ status: 'ready', files: 'not answering' })
    // The program ended the connection; the store never answers.
    await expect.poll(() => double.givenUp).toEqual(['HEAD'])
    expect((await app.app.inject('/ready')).json()).toEqual({ status: 'ready' })
  })

  test('that never answers keeps no phone from its changes, and says so when it is gone', async () => {
    // More than phones have connections.
    const files = Array.from({ length: 8 }, () => upload())
    const before = double.silent
    double.fail('HEAD', 'slow', files.length)
    const sent = files.map((file) => sendPart(app, keeper, file, 1))
    await expect.poll(() => double.silent - before).toBe(files.length)
    expect((await keeper.get('/sync/pull', { cursors: '{}', limit: 1 })).status).toBe(200)
    double.away(true)
    expect((await Promise.all(sent)).map(({ error }) => error)).toEqual(files.map(() => 'busy'))
    double.away(false)
    expect((await sendPart(app, keeper, files[0]!, 1)).data.complete).toBe(true)
  })

  test('whose connection breaks during a download: the reader gets an error', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(PART_BYTES - 9)])
    const file = upload(bytes, { facts: factsOf(bytes, 'x.pdf') })
    await send(app, keeper, file)
    double.fail('GET', 'cut')
    await expect(content(keeper, file.id)).rejects.toThrow()
    expect((await content(keeper, file.id)).status).toBe(200)
    const shown = upload(await photo(700, 500))
    await send(app, keeper, shown)
    // The first GET asks for the small picture, the second for the whole one.
    double.fail('GET', 'cut', 2)
    expect((await content(keeper, shown.id, { size: 'thumb' })).status).toBe(503)
    expect((await content(keeper, shown.id, { size: 'thumb' })).status).toBe(200)
    // A picture is read whole before it is answered.
    double.fail('GET', 'cut')
    expect((await content(keeper, shown.id)).status).toBe(503)
    expect((await content(keeper, shown.id)).status).toBe(200)
  })

  test('with wrong keys, region or name is refused with a message', async () => {
    for (const wrong of [{ S3_SECRET_KEY: 'x' }, { S3_ACCESS_KEY: 'x' }, { S3_REGION: 'elsewhere' }, { S3_BUCKET: 'not-ours' }]) {
      const reasons: string[] = []
      const store = contentsOf(readSettings({ ...double.env, ...wrong }), ({ reason }) => reasons.push(reason))
      expect(await store.answers()).toBe(false)
      await expect(store.put(home.tenant, 'a'.repeat(64), Buffer.from('x'))).rejects.toMatchObject({ code: 'busy' })
      expect(reasons[0]).toMatch(/S3 returned 40[034]/)
    }
    expect(double.objects.has(`${home.tenant}/${'a'.repeat(64)}`)).toBe(false)
  })

  test('refuses invalid tenant and object names', async () => {
    const store = contentsOf(readSettings(double.env), quiet)
    for (const [tenant, name] of [
      ['../100002', 'a'.repeat(64)],
      [home.tenant, '../x'],
      [home.tenant, thumbName('A'.repeat(64))],
    ] as const)
      await expect(store.put(tenant, name, Buffer.from('x'))).rejects.toThrow()
    expect([...double.objects.keys()].every((key) => /^[0-9A-Za-z]{1,12}\/[0-9a-f]{64}(\.thumb|\.copy)?$/.test(key))).toBe(true)
  })
})
