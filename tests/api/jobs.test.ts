import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { mostDirectRows } from '#contract/kit/sheets/job.ts'
import { openPool, writeAs } from '#server/db/pool.ts'
import { purge } from '#server/jobs/purge.ts'
import { actorNow } from '#server/kit/jobs/job-actor.ts'
import { type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { holdWrites } from '#tests/harness/hold-writes.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { settled, verified } from '#tests/harness/imports.ts'
import { peopleLab } from '#tests/harness/people.ts'

let app: TestApp
let manager: Client
let admin: Client
let stranger: Client
let platform: Client
let worker: pg.Pool
beforeAll(async () => {
  app = await startApp({ env: { PUBLIC_URL: 'https://eam.example.org' }, timed: true })
  manager = await app.as('equipment_manager')
  admin = await app.as('administrator')
  stranger = await app.as('administrator', other)
  platform = await app.signIn('000000', 'admin', 'admin')
  worker = openPool(app.database.jobsUrl, 1)
})
afterAll(async () => {
  await worker.end()
  await app.stop()
})

type Job = Row & { status: string; note: string | null; kind: string; canDownload: boolean; canCancel: boolean; fileName: string | null }
const mine = async (client: Client): Promise<Job[]> => (await client.get<Page<Job>>('/blade-system/job/list', { size: 100 })).data.records
const jobOf = async (client: Client, id: string): Promise<Job> => (await mine(client)).find((job) => job.id === id)!
const pause = () => new Promise((done) => setTimeout(done, 30))

/** Waits for the end of a job. */
async function ended(client: Client, id: string): Promise<Job> {
  for (;;) {
    const job = await jobOf(client, id)
    if (!['waiting', 'working'].includes(job.status)) return job
    await pause()
  }
}
/** The newest job of an import. */
const jobOfImport = async (id: string): Promise<string> =>
  String((await app.sql(`select id from background_job where input->>'jobId' = $1 order by id desc limit 1`, [id]))[0]!.id)
/** Takes a right from every role of the hospital. */
async function taken(right: string): Promise<{ giveBack(): Promise<void> }> {
  const values = [home.tenant, right]
  const { rows } = await writeAs(app.pool, home.tenant, (tx) =>
    tx.run({ text: 'delete from role_grant where tenant_id = $1 and right_code = $2 returning role_id', values }),
  )
  const roles = rows.map((row) => row.role_id)
  const text = 'insert into role_grant (tenant_id, role_id, right_code) select $1, unnest($3::uuid[]), $2'
  return { giveBack: () => writeAs(app.pool, home.tenant, async (tx) => tx.later({ text, values: [...values, roles] })) }
}
const sheet = (name: string) => `设备名称,出厂编号\n${name},${name}-1\n`
const start = async (client: Client, name: string): Promise<{ importId: string; id: string }> => {
  const { id } = await verified(app, client, 'device', sheet(name))
  expect((await client.post('/eam/device/import-card', { id })).status).toBe(200)
  return { importId: id, id: await jobOfImport(id) }
}

describe('an export of many rows', () => {
  const begin = (client: Client, search = 'format=csv') => client.post('/blade-system/job/export', { entity: 'supplier', search })

  test('is a direct download while there are few, and refused like it', async () => {
    expect((await begin(manager)).data).toEqual({ id: null })
    expect(await begin(await app.as('keeper'))).toMatchObject({ status: 403, error: 'forbidden' })
    expect(await begin(manager, 'noSuchFilter=1')).toMatchObject({ status: 400, error: 'bad_input' })
    for (const entity of ['noSuch', 'file', '__proto__'])
      expect(await manager.post('/blade-system/job/export', { entity })).toMatchObject({ status: 404 })
  })

  test('becomes a job with a notice and a file for its owner alone', async () => {
    await app.sql(
      `insert into supplier (tenant_id, id, supplier_name, supplier_kind) select $1, gen_random_uuid(), '厂' || n, 'maker' from generate_series(1, $2::int) n`,
      [home.tenant, mostDirectRows + 1],
    )
    const { data } = await begin(manager)
    const job = await ended(manager, String(data.id))
    expect(job).toMatchObject({ status: 'done', kind: 'export', note: `共 ${mostDirectRows + 1} 行`, canDownload: true, canCancel: false })
    expect(job.fileName).toMatch(/^供应商 \d{4}-\d{2}-\d{2}\.csv$/)
    const file = await manager.file('/blade-system/job/file', { id: job.id })
    expect(file.status).toBe(200)
    expect(new TextDecoder().decode(file.bytes).trim().split('\n')).toHaveLength(mostDirectRows + 2)
    const notices = (await manager.get<Page>('/osm/notice/list', { size: 100, kind: 'job_ended' })).data.records
    expect(notices.filter((one) => one.targetId === job.id)).toMatchObject([{ target: 'backgroundJob', subject: '导出：供应商' }])

    // The administrator sees that it was done, another hospital nothing; the file belongs to neither.
    const all = (await admin.get<Page<Job>>('/blade-system/job/tenant-list', { size: 100 })).data.records
    expect(all.find((one) => one.id === job.id)).toMatchObject({ canDownload: false, fileName: null })
    expect(await mine(admin)).toEqual([])
    expect((await stranger.get<Page<Job>>('/blade-system/job/tenant-list', { size: 100 })).data.records).toEqual([])
    for (const client of [admin, stranger])
      expect(await client.get('/blade-system/job/file', { id: job.id })).toMatchObject({ status: 404, error: 'not_found' })
    expect(await manager.get('/blade-system/job/tenant-list')).toMatchObject({ status: 403, error: 'forbidden' })
    const [{ file_id: fileId } = {}] = await app.sql('select file_id from background_job where id = $1', [job.id])
    for (const client of [manager, admin]) expect((await client.file(`/file/${fileId}`)).status).toBe(404)

    // Who has lost the right that it was made with does not get it either.
    const exporting = await taken('supplier.export')
    expect(await manager.get('/blade-system/job/file', { id: job.id })).toMatchObject({ status: 403, error: 'forbidden' })
    await exporting.giveBack()

    // Results are removed before rows.
    await app.sql(`update background_job set ended_at = now() - interval '8 days' where id = $1`, [job.id])
    await app.sql(`update file set created_at = now() - interval '8 days' where id = $1`, [fileId])
    await purge(worker)
    expect(await jobOf(manager, job.id)).toMatchObject({ status: 'done', canDownload: false })
    expect(await app.sql('select 1 from file where id = $1', [fileId])).toEqual([])
    await app.sql(`update background_job set ended_at = now() - interval '31 days' where id = $1`, [job.id])
    await purge(worker)
    expect(await jobOf(manager, job.id)).toBeUndefined()
  })

  test('that begins in one role of several is made in this role, and its file is given out', async () => {
    const lab = await peopleLab(app, () => admin)
    const rights = ['supplier.list', 'supplier.export', 'device.list']
    const [narrow, wide] = [await lab.clerk(rights, 'dept'), await lab.clerk(rights)]
    const { id: userId, client } = await lab.settled(narrow.alias, { moreRoles: [lab.roles[wide.alias]] })
    const roleId = String(lab.roles[narrow.alias])
    const act = (chosen: string) => client.post('/osm/session/switch-role', { deptId: home.depts.bones, roleId: chosen })
    expect((await act(roleId)).status).toBe(200)
    const job = await ended(client, String((await begin(client)).data.id))
    expect(job.status).toBe('done')
    expect(await app.sql('select role_id from background_job where id = $1', [job.id])).toEqual([{ role_id: roleId }])
    for (const chosen of [roleId, 'all']) {
      expect((await act(chosen)).status).toBe(200)
      expect((await client.file('/blade-system/job/file', { id: job.id })).status).toBe(200)
    }
    const [asOne, asAll] = [await actorNow(app.pool, home.tenant, userId, roleId), await actorNow(app.pool, home.tenant, userId)]
    expect(asOne.roles.map(({ id }) => id)).toEqual([roleId])
    expect([asOne.scopeOf(device).isAll, asAll.scopeOf(device).isAll]).toEqual([false, true])
    // The role that is taken away meanwhile makes nothing any more.
    const left = { userIds: [userId], roleIds: [lab.roles[wide.alias]] }
    expect((await admin.post('/blade-user/grant', left)).status).toBe(200)
    await expect(actorNow(app.pool, home.tenant, userId, roleId)).rejects.toMatchObject({ code: 'rule' })
  }, 60_000)
})

test('a person has a limited number of open tasks', async () => {
  const reader = await app.as('administrator', home)
  const open = (kind: string) =>
    app.sql(
      `insert into background_job (tenant_id, id, kind, subject, status, input, language, user_id, rights, due_at)
      select $1, gen_random_uuid(), $3, '占位', 'waiting', '{}', 'zh', $2, '{}', now() + interval '1 day' from generate_series(1, 20)`,
      [home.tenant, reader.userId, kind],
    )
  await open('export')
  const asked = await reader.post('/blade-system/job/export', { entity: 'supplier', search: 'format=csv' })
  expect(asked).toMatchObject({ status: 400, error: 'rule', msg: expect.stringContaining('20') })
  await app.sql(`delete from background_job where subject = '占位'`)
})

describe('cancelling', () => {
  test('undoes what was done; other people and hospitals cannot', async () => {
    const held = await holdWrites(app, 'device', `new.device_name = '消机'`)
    const { importId, id } = await start(manager, '消机')
    await held.reached()
    for (const client of [await app.as('keeper'), stranger])
      expect(await client.post('/blade-system/job/cancel', { id })).toMatchObject({ status: 404, error: 'not_found' })
    expect((await manager.post('/blade-system/job/cancel', { id })).status).toBe(200)
    expect(await ended(manager, id)).toMatchObject({ status: 'cancelled' })
    await held.release()
    expect(await settled(manager, importId)).toMatchObject({ status: 'verified', writtenCount: 0, note: expect.stringContaining('已取消') })
    expect((await manager.get<Page>('/eam/device/list', { keyword: '消机' })).data.total).toBe(0)
    expect(await manager.post('/blade-system/job/cancel', { id })).toMatchObject({ status: 400, error: 'rule' })
    expect(await app.sql(`select verb from audit_event where entity = 'backgroundJob' and entity_id = $1`, [id])).toEqual([
      { verb: 'cancel' },
    ])
  })

  test('a job that waits ends at once, also by the administrator; the rights of one whose turn comes are asked again', async () => {
    const held = await holdWrites(app, 'device', `new.device_name = '前机'`)
    const waits = await verified(app, manager, 'device', sheet('待机'))
    const loses = await verified(app, manager, 'device', sheet('失权机'))
    const first = await start(manager, '前机')
    await held.reached()
    for (const { id } of [waits, loses]) expect((await manager.post('/eam/device/import-card', { id })).status).toBe(200)
    const id = await jobOfImport(waits.id)
    // One import of a hospital at a time.
    expect(await jobOf(manager, id)).toMatchObject({ status: 'waiting', canCancel: true })
    expect((await admin.post('/blade-system/job/cancel', { id })).status).toBe(200)
    expect(await jobOf(manager, id)).toMatchObject({ status: 'cancelled', note: expect.stringContaining('取消') })
    expect((await manager.get('/eam/import-job/detail', { id: waits.id })).data).toMatchObject({ status: 'verified', writtenCount: 0 })

    await taken('device.submit')
    await held.release()
    expect(await ended(manager, first.id)).toMatchObject({ status: 'done' })
    expect(await ended(manager, await jobOfImport(loses.id))).toMatchObject({ status: 'failed', note: expect.stringContaining('没有') })
    expect(await app.sql(`select 1 from device where device_name = '失权机'`)).toEqual([])
    expect((await manager.get('/eam/import-job/detail', { id: loses.id })).data).toMatchObject({ status: 'verified', writtenCount: 0 })
  })
})

describe('a PDF of labels', () => {
  test('is made in the background for the person who recorded the printing', async () => {
    const [card] = await app.sql(`select id from device where tenant_id = '100001' and qr_token is not null limit 1`)
    const printer = await app.signIn('100001', 'admin')
    const print = await printer.post('/eam/label/print', {
      labelKind: 'device',
      ids: [card!.id],
      template: '60x40',
      output: 'pdf',
      reason: '再打',
    })
    expect(print.status, print.msg).toBe(200)
    for (const client of [stranger, admin])
      expect(await client.post('/eam/label/pdf-start', { id: print.data.id })).toMatchObject({ status: 404 })
    const { data, status, msg } = await printer.post('/eam/label/pdf-start', { id: print.data.id })
    expect(status, msg).toBe(200)
    expect(await ended(printer, data.id)).toMatchObject({ status: 'done', kind: 'label.pdf', note: '共 1 张标签' })
    const file = await printer.file('/blade-system/job/file', { id: data.id })
    expect([file.status, new TextDecoder().decode(file.bytes.slice(0, 5))]).toEqual([200, '%PDF-'])
  })
})

describe('a job whose process was killed', () => {
  test('begins again by itself, a few times at most', async () => {
    const insert = (lost: number) =>
      app.sql(
        `insert into background_job (tenant_id, id, kind, subject, status, input, language, user_id, rights, attempt, lost, begun_at, alive_at)
        values ($1, gen_random_uuid(), 'export', '供应商', 'working', '{"entity":"supplier","search":"format=csv&keyword=none"}', 'zh', $2, '{}', 1, $3, now(), now())
        returning id`,
        [home.tenant, home.users.equipment_manager, lost],
      )
    const [once] = await insert(0)
    expect(await ended(manager, String(once!.id))).toMatchObject({ status: 'done', note: '共 0 行' })
    const [often] = await insert(2)
    expect(await ended(manager, String(often!.id))).toMatchObject({ status: 'failed', note: expect.stringContaining('中断') })
  })
})

test('a job that waits is begun by the process that has its lock alone', async () => {
  const insert = async (): Promise<string> =>
    String(
      (
        await app.sql(
          `insert into background_job (tenant_id, id, kind, subject, status, input, language, user_id, rights, due_at)
          values ($1, gen_random_uuid(), 'export', '供应商', 'waiting', '{"entity":"supplier","search":"format=csv&keyword=none"}', 'zh', $2, '{}', 'infinity')
          returning id`,
          [home.tenant, home.users.equipment_manager],
        )
      )[0]!.id,
    )
  const [held, free] = [await insert(), await insert()].sort() as [string, string]
  const attempts = async (): Promise<unknown> => (await app.sql('select status, attempt from background_job where id = $1', [held]))[0]
  await worker.query('select pg_advisory_lock(hashtextextended($1, 21))', [held])
  // In the order of their ids: the one that is held is tried first.
  await app.sql(`update background_job set due_at = now() where id = any($1)`, [[held, free]])
  await ended(manager, free)
  expect(await attempts()).toEqual({ status: 'waiting', attempt: 0 })
  await worker.query('select pg_advisory_unlock(hashtextextended($1, 21))', [held])
  await ended(manager, held)
  expect(await attempts()).toEqual({ status: 'done', attempt: 1 })
})

describe('timed jobs', () => {
  type Timed = { name: string; outcome: string | null; nextTime: string; beginTime: string | null }
  const list = async (client: Client): Promise<Timed[]> => (await client.get<Timed[]>('/blade-system/timed-job/list')).data
  const runs = async (): Promise<number> => (await app.sql(`select 1 from background_job where kind = 'timed.clearContents'`)).length
  const outcome = async (): Promise<void> => {
    while ((await list(platform)).find(({ name }) => name === 'clearContents')?.outcome !== 'done') await pause()
  }

  test('are listed for administrators, and run by hand with the right alone, with an event', async () => {
    expect((await list(admin)).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['foldCounts', 'purge', 'clearContents', 'endLostImports']),
    )
    for (const { nextTime } of await list(admin)) expect(Date.parse(nextTime)).toBeGreaterThan(Date.now())
    expect(await (await app.as('keeper')).get('/blade-system/timed-job/list')).toMatchObject({ status: 403 })
    // They work on all hospitals, so the right is the platform's.
    for (const client of [admin, manager])
      expect(await client.post('/blade-system/timed-job/run', { name: 'clearContents' })).toMatchObject({ status: 403, error: 'forbidden' })
    expect(await platform.post('/blade-system/timed-job/run', { name: 'no-such' })).toMatchObject({ status: 404 })
    const before = await runs()
    const { data } = await platform.post('/blade-system/timed-job/run', { name: 'clearContents' })
    await outcome()
    expect(await runs()).toBe(before + 1)
    expect(
      await app.sql(`select verb, input->>'name' as name from audit_event where entity = 'timedJob' and entity_id = $1`, [data.id]),
    ).toEqual([{ verb: 'run', name: 'clearContents' }])
  })

  test('missed moments are made up for once', async () => {
    const before = await runs()
    await app.sql(`update timed_job set due_at = now() - interval '4 days', outcome = null where name = 'clearContents'`)
    await outcome()
    expect(await app.sql(`select due_at > now() - interval '1 day' as made from timed_job where name = 'clearContents'`)).toEqual([
      { made: true },
    ])
    expect(await runs()).toBe(before + 1)
  })
})
