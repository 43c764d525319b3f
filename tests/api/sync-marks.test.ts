import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EPOCH_HEADER } from '#contract/sync/sync.ts'
import { openPool } from '#server/db/pool.ts'
import { readEpoch } from '#server/http/epoch.ts'
import { purge } from '#server/jobs/purge.ts'
import { heldSeconds, keepMarks, makeMark } from '#server/sync/marks.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { Cache, pull } from '#tests/harness/ops.ts'

let app: TestApp
let admin: Client
let jobs: pg.Pool
beforeAll(async () => {
  app = await startApp()
  jobs = openPool(app.database.jobsUrl, 1)
  admin = await app.as('administrator')
})
afterAll(async () => {
  await jobs.end()
  await app.stop()
})

const add = async (more: Record<string, unknown> = {}) => (await admin.post('/eam/device/submit', { deviceName: '卡', ...more })).data.id
const marks = async () => (await app.sql('select id from sync_mark order by at')).map((row) => String(row.id))
/** Makes every mark and its dependent rows this many days older. */
const age = (days: number) => app.sql(`update sync_mark set at = at - make_interval(days => $1)`, [days])
/** Waits until nothing older than now runs in the cluster, so that a pull brings everything. */
const settled = async (cache: Cache): Promise<void> => {
  const [now] = await app.sql('select pg_current_xact_id()::text as xid')
  for (;;) {
    await cache.pull()
    const { data } = await pull(cache.client, cache.cursors)
    if (BigInt(data.horizon) > BigInt(String(now?.xid)) && data.changes.length === 0) return
    await new Promise((done) => setTimeout(done, 30))
  }
}

test('a mark is made when something was written, one a minute', async () => {
  const before = await marks()
  await makeMark(app.pool)
  expect(await marks()).toEqual(before)
  await add()
  await makeMark(app.pool, true)
  expect(await marks()).toHaveLength(before.length + 1)
  await add()
  await makeMark(app.pool)
  expect(await marks()).toHaveLength(before.length + 1)
})

test('with a new mark the cursors of still feeds move too', async () => {
  const cache = new Cache(admin)
  await settled(cache)
  const base = cache.cursors.base
  await add()
  await makeMark(app.pool, true)
  await settled(cache)
  const [newest] = (await marks()).slice(-1)
  expect(cache.cursors.base).not.toBe(base)
  expect(cache.cursors.base?.split('.')[2]).toBe(newest)
  expect(Number(cache.cursors['repair:tenant']?.split('.')[0])).toBeGreaterThan(0)
  const held = { ...cache.cursors }
  await cache.pull()
  expect(cache.cursors).toEqual(held)
})

test('tombstones are kept for 90 days; a phone that was offline longer reloads everything, others continue [F52]', async () => {
  const [away, steady] = [new Cache(admin), new Cache(admin)]
  const gone = await add({ deviceName: '将删' })
  await settled(away)
  await settled(steady)
  await admin.post(`/eam/device/remove?ids=${gone}`)
  await makeMark(app.pool, true)
  await age(60)
  await purge(jobs)
  expect(await app.sql('select deleted from sync_change where entity_id = $1 and scope_id = $2', [gone, 'tenant'])).toEqual([
    { deleted: true },
  ])
  expect((await pull(admin, away.cursors)).status).toBe(200)
  await settled(steady)
  expect(steady.ids('device')).not.toContain(gone)
  await add()
  await makeMark(app.pool, true)
  await settled(steady)

  await app.sql(`update sync_mark set at = at - interval '40 days' where at < now() - interval '50 days'`)
  await purge(jobs)
  expect(await app.sql('select 1 from sync_change where entity_id = $1', [gone])).toEqual([])
  const epoch = (await admin.get('/blade-system/dept/list')).headers.get(EPOCH_HEADER)
  const refused = await pull(admin, away.cursors)
  expect(refused).toMatchObject({ status: 410, error: 'resync' })
  expect(refused.headers.get(EPOCH_HEADER)).toBe(epoch)
  expect((await pull(admin, steady.cursors)).status).toBe(200)
  const anew = new Cache(admin)
  await settled(anew)
  expect(anew.ids('device')).toEqual(steady.ids('device'))

  // Marks go later still, and a phone that knows one of them is away for long, not witness of a backup.
  await age(50)
  await makeMark(app.pool, true)
  await purge(jobs)
  expect(await pull(admin, away.cursors)).toMatchObject({ status: 410, error: 'resync' })
  expect((await admin.get('/blade-system/dept/list')).headers.get(EPOCH_HEADER)).toBe(epoch)
})

test('a long writer in another database of the server delays the feed, which the answer reports, and nothing is missed afterwards [F47]', async () => {
  const cache = new Cache(admin)
  await settled(cache)
  const elsewhere = new URL(app.database.superUrl)
  elsewhere.pathname = '/postgres'
  const writer = new pg.Client({ connectionString: elsewhere.href })
  await writer.connect()
  const said: string[] = []
  const log = {
    warn: (_: object, text: string) => said.push(text),
    info: (text: string) => said.push(text),
    error: (_: object, text: string) => said.push(text),
  }
  const marking = await keepMarks(app.pool, await readEpoch(app.pool), log as never)
  try {
    await writer.query('begin')
    await writer.query('select pg_current_xact_id()')
    const ids = [await add({ deviceName: '在等' }), await add({ deviceName: '在等' })]
    await makeMark(app.pool, true)
    await cache.pull()
    for (const id of ids) expect(cache.ids('device')).not.toContain(id)
    await app.sql(`update sync_mark set at = at - interval '2 minutes' where at > now() - interval '10 seconds'`)
    await marking.tick()
    expect(marking.heldSeconds()).toBeGreaterThan(100)
    expect(said).toEqual(['a long transaction holds back what phones are sent'])
    await writer.query('rollback')
    await settled(cache)
    for (const id of ids) expect(cache.ids('device')).toContain(id)
    for (;;) if ((await heldSeconds(app.pool)) < 60) break
    await marking.tick()
    expect(said.slice(1)).toEqual(['phones are sent everything again'])
    expect(cache.ids('device').length).toBe(
      (await app.sql('select 1 from device where tenant_id = $1 and not is_deleted', [home.tenant])).length,
    )
  } finally {
    marking.stop()
    await writer.end()
  }
})
