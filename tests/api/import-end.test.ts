import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { boundImports } from '#server/features/import/rows/import-places.ts'
import { endLostImports } from '#server/features/import/work/end-lost.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { type Client, type Page, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { holdWrites, waitedFor } from '#tests/harness/hold-writes.ts'
import { home } from '#tests/harness/hospitals.ts'
import { begin, sendFile, settled, verified } from '#tests/harness/imports.ts'
import { fileState, sendPart, upload } from '#tests/harness/pictures.ts'

const app = await appForFile()
const manager = await app.as('equipment_manager')
const admin = await app.as('administrator')

const sheet = (name: string) => `设备名称,使用科室,出厂编号\n${name},骨科,${name}-1\n`
const notices = async (client: Client, id: string) =>
  (await client.get<Page>('/osm/notice/list', { size: 100, kind: 'import_ended' })).data.records.filter((row) => row.targetId === id)

describe('the person who started an import', () => {
  test('gets a notice of the result with a link; other people get none', async () => {
    const job = await verified(app, manager, 'device', sheet('闻机'))
    expect(await notices(manager, job.id)).toEqual([])
    const before = (await manager.get<{ count: number }>('/osm/notice/unread-num')).data.count
    await begin(manager, 'device', 'write', { id: job.id })
    expect((await manager.get<{ count: number }>('/osm/notice/unread-num')).data.count).toBe(before + 1)
    expect(await notices(manager, job.id)).toMatchObject([
      { kindValue: '导入结束', subject: '台账.csv', detail: '导入 1 行', target: 'importJob', targetId: job.id, isRead: 0 },
    ])
    expect(await notices(admin, job.id)).toEqual([])
  })

  test('is notified of a file that could not be read, and of one that could not be written', async () => {
    const source = await sendFile(app, manager, Buffer.from('%PDF-1.7 '.padEnd(64, '.')), '台账.pdf')
    const failed = await begin(manager, 'device', 'verify', { source: [source] })
    expect(await notices(manager, failed.id)).toMatchObject([{ subject: '台账.pdf', detail: failed.note }])
    const faulty = await verified(app, manager, 'device', sheet('误机').replace('骨科', '没有科'))
    const refused = await begin(manager, 'device', 'write', { id: faulty.id })
    expect(await notices(manager, faulty.id)).toMatchObject([{ detail: refused.note }])
  })
})

describe('an import whose process has died', () => {
  const lose = (id: string, status: string, ago: string) =>
    app.sql(`update import_job set status = $2, progress = 40, alive_at = now() - $3::interval where id = $1`, [id, status, ago])

  test('and that continues after another process took it over writes nothing besides its replacement', async () => {
    const job = await verified(app, manager, 'device', sheet('又机'))
    const held = await holdWrites(app, 'device', `new.device_name = '又机'`)
    expect((await manager.post('/eam/device/import-card', { id: job.id })).status).toBe(200)
    await held.reached()
    // As another process does that takes this one for gone.
    await app.sql(`update background_job set attempt = attempt + 1 where input->>'jobId' = $1 and status = 'working'`, [job.id])
    // A job works on it, so it is not ended.
    await lose(job.id, 'writing', '70 seconds')
    await endLostImports(app.pool)
    await held.release()
    expect(await settled(manager, job.id)).toMatchObject({ status: 'done', writtenCount: 1 })
    expect(
      await app.sql(`select status, attempt from background_job where input->>'jobId' = $1 and kind = 'import' order by id desc limit 1`, [
        job.id,
      ]),
    ).toEqual([{ status: 'done', attempt: 3 }])
    expect((await manager.get<Page>('/eam/device/list', { keyword: '又机' })).data.total).toBe(1)
    expect(await notices(manager, job.id)).toHaveLength(1)
  })

  test('or that a slow server does not write in time says so, with nothing written, and goes through later', async () => {
    const job = await verified(app, manager, 'device', sheet('慢机'))
    const held = await holdWrites(app, 'device', `new.device_name = '慢机'`)
    boundImports(app.pool, { threads: 4, seconds: 180, workSeconds: 2 })
    const slow = await begin(manager, 'device', 'write', { id: job.id })
    boundImports(app.pool, { threads: 4, seconds: 180, workSeconds: 300 })
    await held.release()
    expect(slow).toMatchObject({
      status: 'verified',
      writtenCount: 0,
      note: expect.stringMatching(/^导入超过 2 秒，服务器繁忙，已停止。没有导入任何数据/),
    })
    expect(await notices(manager, job.id)).toMatchObject([{ detail: slow.note }])
    expect((await manager.get<Page>('/eam/device/list', { keyword: '慢机' })).data.total).toBe(0)
    expect(await begin(manager, 'device', 'write', { id: job.id })).toMatchObject({ status: 'done', writtenCount: 1 })
  })

  test('and that met a deadlock is tried again by itself, and written once', async () => {
    const job = await verified(app, manager, 'device', sheet('撞机'))
    // The first attempt to write the card ends as the database ends one; a sequence counts on where a transaction is undone.
    await app.sql('create sequence clashes')
    await app.sql(
      `create function clash() returns trigger language plpgsql security definer as $$ begin
        if nextval('clashes') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
        return new; end $$`,
    )
    await app.sql(`create trigger clash before insert on device for each row when (new.device_name = '撞机') execute function clash()`)
    const done = await begin(manager, 'device', 'write', { id: job.id })
    expect(done, String(done.note)).toMatchObject({ status: 'done', writtenCount: 1 })
    expect(await app.sql(`select 1 from device where device_name = '撞机'`)).toHaveLength(1)
    expect(await notices(manager, job.id)).toHaveLength(1)
    await app.sql('drop trigger clash on device')
  })

  describe('or whose program stops', () => {
    let short: TestApp
    let client: Client
    let jobId: string
    beforeAll(async () => {
      short = await startApp()
      client = await short.as('equipment_manager')
      jobId = (await verified(short, client, 'device', sheet('停机'))).id
    })
    afterAll(() => short.stop())

    test('is handed back by a shutdown with nothing written, and goes on by itself after the next start', async () => {
      // The write waits for another that holds the register's lock.
      const holder = new pg.Client({ connectionString: short.database.superUrl })
      await holder.connect()
      await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', [`import device ${home.tenant}`])
      expect((await client.post('/eam/device/import-card', { id: jobId })).status).toBe(200)
      while ((await waitedFor(short)).length !== 1);
      await short.app.close()
      expect(await short.sql('select status, note from import_job where id = $1', [jobId])).toEqual([{ status: 'writing', note: null }])
      const queued = `select status, lost from background_job where input->>'jobId' = $1 and status not in ('done')`
      expect(await short.sql(queued, [jobId])).toEqual([{ status: 'waiting', lost: 0 }])
      await holder.end()
      expect(await short.sql(`select 1 from device where device_name = '停机'`)).toEqual([])
      const next = await startApp({ database: short.database, env: { DATA_DIR: short.dataDir } })
      expect(await settled(await next.as('equipment_manager'), jobId)).toMatchObject({ status: 'done', writtenCount: 1 })
      expect(await short.sql(`select 1 from device where device_name = '停机'`)).toHaveLength(1)
      expect(await short.sql(`select 1 from notice where kind = 'import_ended' and target_id = $1`, [jobId])).toHaveLength(1)
      await next.app.close()
      await next.pool.end()
    })
  })
})

describe('devices that the hospital already owns', () => {
  test('are filed at once by a person who may file, counted by the next check, and undone as easily', async () => {
    const csv = '设备名称,使用科室,出厂编号\n旧机,骨科,OLD-1\n旧机,,OLD-2\n'
    const job = await verified(app, manager, 'device', csv)
    expect(await begin(manager, 'device', 'write', { id: job.id, asFiled: 1 })).toMatchObject({ status: 'done', writtenCount: 2 })
    const cards = (await manager.get<Page>('/eam/device/list', { keyword: '旧机', ascs: 'sn' })).data.records
    expect(cards.map(({ filingStatus, eamStatus }) => [filingStatus, eamStatus])).toEqual([
      ['filed', 'in_use'],
      ['filed', 'in_stock'],
    ])
    const [added] = (await manager.get<Page>('/eam/device/history', { id: cards[0]!.id })).data.records
    expect(added).toMatchObject({ changes: expect.arrayContaining([expect.objectContaining({ field: 'filingStatus', to: '已建档' })]) })
    const check = await manager.post('/eam/check/submit', {
      checkTitle: '首日',
      mode: 'open',
      beginDate: '2026-11-20',
      scopeDepts: [home.depts.bones],
      members: [{ userId: home.users.keeper }],
    })
    expect((await manager.post('/eam/check/start', { id: check.data.id })).status).toBe(200)
    const lines = (await manager.get<Page>('/eam/deviceapplylist/list', { checkId: check.data.id, keyword: '旧机' })).data
    expect(lines.total).toBe(1)
    // What a check counts is used.
    expect(await begin(manager, 'device', 'undo', { id: job.id })).toMatchObject({
      status: 'done',
      note: expect.stringContaining('正被其他记录使用'),
    })
    const next = await verified(app, manager, 'device', csv.replaceAll('OLD', 'NEW'))
    await begin(manager, 'device', 'write', { id: next.id, asFiled: 1 })
    expect(await begin(manager, 'device', 'undo', { id: next.id })).toMatchObject({ status: 'undone' })
  })

  test('stay drafts unless filing is requested, and for people who may not file', async () => {
    const job = await verified(app, manager, 'device', sheet('草机'))
    await writeAs(app.pool, home.tenant, async (tx) => {
      tx.later({
        text: `insert into role_grant (tenant_id, role_id, right_code) select tenant_id, id, unnest(array['device.submit', 'importJob.list']) from role
          where tenant_id = $1 and role_alias = 'engineer' on conflict do nothing`,
        values: [home.tenant],
      })
    })
    const engineer = await app.signIn(home.tenant, 'engineer')
    await app.sql('update import_job set user_id = $2 where id = $1', [job.id, engineer.userId])
    expect(await engineer.post('/eam/device/import-card', { id: job.id, asFiled: 1 })).toMatchObject({ status: 403, error: 'forbidden' })
    await begin(engineer, 'device', 'write', { id: job.id })
    expect((await manager.get<Page>('/eam/device/list', { keyword: '草机' })).data.records).toMatchObject([
      { filingStatus: 'draft', eamStatus: 'in_stock' },
    ])
  })
})

describe('an interrupted upload', () => {
  test('resumes, and is imported whole', async () => {
    const rows = Array.from({ length: 12_000 }, (_, index) => `续机,骨科,CUT-${index},${'备注'.repeat(8)}`)
    const bytes = Buffer.from(['设备名称,使用科室,出厂编号,备注', ...rows].join('\n'))
    const of = upload(bytes)
    const file = { ...of, facts: { ...of.facts, name: '大台账.csv', type: '' } }
    expect((await sendPart(app, manager, file, 1)).data).toMatchObject({ complete: false, parts: [1] })
    expect(await fileState(app, manager, file.id)).toMatchObject({ parts: '1' })
    // An incomplete file cannot be imported.
    expect((await manager.post('/eam/device/import-verify', { source: [file.id] })).status).toBe(400)
    for (let part = 2; ; part++) {
      const { data } = await sendPart(app, manager, file, part)
      if (data.complete) break
    }
    expect(await begin(manager, 'device', 'verify', { source: [file.id] })).toMatchObject({
      rowCount: 12_000,
      newCount: 12_000,
      faultyCount: 0,
    })
  })
})
