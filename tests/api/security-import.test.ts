import { readXlsx } from 'hucre/xlsx'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page } from '#tests/harness/app-for-test.ts'
import { holdWrites, waitedFor } from '#tests/harness/hold-writes.ts'
import { home } from '#tests/harness/hospitals.ts'
import { begin, problemsOf, settled, verified } from '#tests/harness/imports.ts'

let keeper: Client
let head: Client
let manager: Client

const take = (alias: string, right: string) =>
  writeAs(app.pool, home.tenant, async (tx) => {
    tx.later({
      text: `delete from role_grant where tenant_id = $1 and right_code = $3 and role_id = (select id from role where tenant_id = $1 and role_alias = $2)`,
      values: [home.tenant, alias, right],
    })
  })
const grant = (alias: string, ...rights: string[]) =>
  writeAs(app.pool, home.tenant, async (tx) => {
    tx.later({
      text: `insert into role_grant (tenant_id, role_id, right_code) select tenant_id, id, unnest($3::text[]) from role
        where tenant_id = $1 and role_alias = $2 on conflict do nothing`,
      values: [home.tenant, alias, rights],
    })
  })

const app = await appForFile()
beforeAll(async () => {
  await grant('keeper', 'device.submit', 'importJob.list')
  await grant('head', 'device.submit', 'device.remove', 'importJob.list')
  keeper = await app.as('keeper')
  head = await app.as('head')
  manager = await app.as('equipment_manager')
})

const sheet = (name: string) => `设备名称,使用科室,出厂编号\n${name},骨科,${name}-1\n,骨科,${name}-2\n`
const jobsOf = async (client: Client) => (await client.get<Page>('/eam/import-job/list')).data.records.map(({ id }) => id)

test('an import is seen by its own person and by who sees everything, not by colleagues of the department', async () => {
  const job = await verified(app, keeper, 'device', sheet('同科'))
  expect((await problemsOf(keeper, job.id)).length).toBe(1)
  expect(await jobsOf(head)).not.toContain(job.id)
  expect((await head.get('/eam/import-job/detail', { id: job.id })).status).toBe(404)
  expect((await head.get<Page>('/eam/import-job/problems', { id: job.id })).data.total).toBe(0)
  expect((await head.file('/eam/import-job/marked', { id: job.id })).status).toBe(404)
  for (const call of ['import-verify', 'import-card', 'import-undo'])
    expect([call, (await head.post(`/eam/device/${call}`, { id: job.id })).status]).toEqual([call, 404])
  expect(await jobsOf(keeper)).toContain(job.id)
  expect(await jobsOf(manager)).toContain(job.id)
})

describe('taking an import back', () => {
  const written = async (client: Client, name: string) => {
    const job = await verified(app, client, 'device', sheet(name))
    expect(await begin(client, 'device', 'write', { id: job.id, skipFaulty: 1 })).toMatchObject({ status: 'done', writtenCount: 1 })
    return job
  }

  test('requires the right to enter from the person who imported it, and the right to remove from others', async () => {
    const job = await written(keeper, '撤')
    await take('keeper', 'device.submit')
    expect(await keeper.post('/eam/device/import-undo', { id: job.id })).toMatchObject({ status: 403, error: 'forbidden' })
    await grant('keeper', 'device.submit')
    await take('equipment_manager', 'device.remove')
    const refused = await manager.post('/eam/device/import-undo', { id: job.id })
    expect(refused).toMatchObject({ status: 403, error: 'forbidden' })
    expect(refused.msg).toMatch(/^您没有“[^{}]+”的权限/)
    await grant('equipment_manager', 'device.remove')
    // Removing a card as such still asks for its own right.
    const [card] = (await keeper.get<Page>('/eam/device/list', { keyword: '撤' })).data.records
    expect((await keeper.post(`/eam/device/remove?ids=${card!.id}`)).status).toBe(403)
    expect(await begin(keeper, 'device', 'undo', { id: job.id })).toMatchObject({ status: 'undone' })
    const other = await written(keeper, '代撤')
    expect(await begin(manager, 'device', 'undo', { id: other.id })).toMatchObject({ status: 'undone' })
  })

  test('of departments is open to the equipment manager who imported them, until one is used', async () => {
    expect((await manager.post(`/blade-system/dept/remove?ids=${home.depts.bones}`)).status).toBe(403)
    const depts = async (names: string) => {
      const job = await verified(app, manager, 'dept', `科室名称,上级科室\n${names}`)
      await begin(manager, 'dept', 'write', { id: job.id })
      const rows = await app.sql(`select entity_id as id from import_row where job_id = $1 and entity = 'dept'`, [job.id])
      return { job, ids: rows.map(({ id }) => String(id)) }
    }
    const free = await depts('撤甲科,\n撤甲一区,撤甲科\n')
    expect(await begin(manager, 'dept', 'undo', { id: free.job.id })).toMatchObject({ status: 'undone', note: '已撤销 2 条记录' })
    const inUse = { status: 'done', note: expect.stringContaining('正被其他记录使用') }
    const above = await depts('撤乙科,\n')
    await manager.post('/blade-system/dept/submit', { deptName: '后来的病区', category: 'clinical', parentId: above.ids[0] })
    expect(await begin(manager, 'dept', 'undo', { id: above.job.id })).toMatchObject(inUse)
    const counted = await depts('撤丙科,\n')
    const check = {
      checkTitle: '撤',
      mode: 'open',
      beginDate: '2026-11-20',
      scopeDepts: counted.ids,
      members: [{ userId: home.users.keeper }],
    }
    expect((await manager.post('/eam/check/submit', check)).status).toBe(200)
    expect(await begin(manager, 'dept', 'undo', { id: counted.job.id })).toMatchObject(inUse)
    const renamed = await depts('撤丁科,\n')
    expect((await manager.post('/blade-system/dept/submit', { id: renamed.ids[0], deptName: '改名科' })).status).toBe(200)
    expect(await begin(manager, 'dept', 'undo', { id: renamed.job.id })).toMatchObject({
      status: 'done',
      note: '导入的科室中有 1 条后来被修改或删除，不能撤销',
    })
  })

  test('is refused once a label of a card was printed or a person has signed in', async () => {
    const job = await written(manager, '签')
    const [card] = (await manager.get<Page>('/eam/device/list', { keyword: '签' })).data.records
    const labels = { labelKind: 'device', template: '60x40', output: 'pdf', ids: [card!.id] }
    expect(await manager.post('/eam/label/print', labels)).toMatchObject({ status: 200 })
    const inUse = { status: 'done', note: expect.stringContaining('正被其他记录使用') }
    expect(await begin(manager, 'device', 'undo', { id: job.id })).toMatchObject(inUse)
    const admin = await app.as('administrator')
    const people = await verified(app, admin, 'user', '登录账号,姓名,科室,角色\nundo_zhao,赵,骨科,工程师\n')
    await begin(admin, 'user', 'write', { id: people.id })
    const list = await fetch(`${app.url}/api/blade/user/import-passwords`, {
      method: 'POST',
      headers: { ...admin.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ id: people.id }),
    })
    const { rows } = (await readXlsx(new Uint8Array(await list.arrayBuffer()))).sheets[0]!
    await app.signIn(home.tenant, 'undo_zhao', String(rows[1]![2]))
    expect(await begin(admin, 'user', 'undo', { id: people.id })).toMatchObject(inUse)
  })
})

test('a marked copy does not wait for the import of another person', async () => {
  const faulty = await verified(app, manager, 'device', sheet('标'))
  const slow = await verified(app, head, 'device', '设备名称,使用科室,出厂编号\n挡住,骨科,W-1\n')
  const held = await holdWrites(app, 'device', `new.device_name = '挡住'`)
  expect((await head.post('/eam/device/import-card', { id: slow.id })).status).toBe(200)
  await held.reached()
  const copy = await manager.file('/eam/import-job/marked', { id: faulty.id })
  expect(copy.status).toBe(200)
  expect(new TextDecoder().decode(copy.bytes)).toContain('标-2')
  expect((await head.get('/eam/import-job/detail', { id: slow.id })).data.status).toBe('writing')
  await held.release()
  expect((await settled(head, slow.id)).status).toBe('done')
})

test('an import that waits for its turn is done with the rights that its person has by then', async () => {
  const waiting = await verified(app, keeper, 'device', '设备名称,使用科室,出厂编号\n候甲,骨科,Q-1\n')
  const stopped = await verified(app, keeper, 'device', '设备名称,使用科室,出厂编号\n候乙,骨科,Q-2\n')
  const slow = await verified(app, head, 'device', '设备名称,使用科室,出厂编号\n挡路,骨科,W-2\n')
  const held = await holdWrites(app, 'device', `new.device_name = '挡路'`)
  expect((await head.post('/eam/device/import-card', { id: slow.id })).status).toBe(200)
  await held.reached()
  expect((await keeper.post('/eam/device/import-card', { id: waiting.id })).status).toBe(200)
  await take('keeper', 'device.submit')
  await held.release()
  expect(await settled(keeper, waiting.id)).toMatchObject({ status: 'verified', note: expect.stringMatching(/^您没有“[^{}]+”的权限/) })
  expect((await manager.get<Page>('/eam/device/list', { keyword: '候' })).data.total).toBe(0)
  await grant('keeper', 'device.submit')
  expect(await begin(keeper, 'device', 'write', { id: stopped.id })).toMatchObject({ status: 'done', writtenCount: 1 })
})

test('the same file of two people creates its cards once, and waits for a running import of departments', async () => {
  const csv = '设备名称,使用科室,位置,出厂编号\n同机,同时科,同楼/1层,S-1\n同机,同时科,同楼/1层,S-2\n'
  const admin = await app.as('administrator')
  const [one, other] = [
    await verified(app, manager, 'device', csv, { createMissing: 1, paths: 1 }),
    await verified(app, admin, 'device', csv, { createMissing: 1, paths: 1 }),
  ]
  // What the import of departments of another process holds.
  const holder = new pg.Client({ connectionString: app.database.superUrl })
  await holder.connect()
  await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', [`import dept ${home.tenant}`])
  await Promise.all([manager.post('/eam/device/import-card', { id: one.id }), admin.post('/eam/device/import-card', { id: other.id })])
  while ((await waitedFor(app)).length !== 1);
  expect((await admin.post('/blade-system/dept/submit', { deptName: '同时科', category: 'clinical' })).status).toBe(200)
  await holder.end()
  const ended = [await settled(manager, one.id), await settled(admin, other.id)]
  expect(ended.map(({ status }) => status)).toEqual(['done', 'done'])
  expect(ended.map(({ writtenCount }) => writtenCount).sort()).toEqual([0, 2])
  expect((await manager.get<Page>('/eam/device/list', { keyword: '同机' })).data.total).toBe(2)
  const made = await app.sql(
    `select (select count(*)::int from dept where dept_name = '同时科' and not is_deleted) as depts, (select count(*)::int from location where location_name = '同楼' and not is_deleted) as places`,
  )
  expect(made).toEqual([{ depts: 1, places: 1 }])
})

test.each(['constructor', '__proto__', 'toString', 'qrToken', 'nonsense'])('a column goes into no field called %s', async (field) => {
  const job = await verified(app, manager, 'device', sheet(`列${field}`))
  const refused = await manager.post('/eam/device/import-verify', { id: job.id, columns: [{ at: 1, field }] })
  expect(refused).toMatchObject({ status: 400, error: 'bad_input', data: [{ field: 'columns.0.field', rule: 'not_choice' }] })
  expect((await settled(manager, job.id)).status).toBe('verified')
})

test('headings that every object has are headings like others', async () => {
  const job = await verified(app, manager, 'device', '设备名称,constructor,__proto__,toString,出厂编号\n泵,a,b,c,P-1\n')
  expect(job).toMatchObject({ status: 'verified', newCount: 1, faultyCount: 0 })
  expect(job.layout.columns.map(({ field }) => field)).toEqual(['deviceName', null, null, null, 'sn'])
  expect(await begin(manager, 'device', 'write', { id: job.id })).toMatchObject({ status: 'done', writtenCount: 1 })
})
