import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { type Client, type Page, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { holdWrites } from '#tests/harness/hold-writes.ts'
import { home } from '#tests/harness/hospitals.ts'
import { begin, problemsOf, settled, verified } from '#tests/harness/imports.ts'

let app: TestApp
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

beforeAll(async () => {
  app = await startApp()
  await grant('keeper', 'device.submit', 'importJob.list')
  await grant('head', 'device.submit', 'device.remove', 'importJob.list')
  ;[keeper, head, manager] = await Promise.all([app.as('keeper'), app.as('head'), app.as('equipment_manager')])
})
afterAll(() => app.stop())

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

test('taking an import back asks for the right to remove, and for the right to enter', async () => {
  const job = await verified(app, keeper, 'device', sheet('撤'))
  expect(await begin(keeper, 'device', 'write', { id: job.id, skipFaulty: 1 })).toMatchObject({ status: 'done', writtenCount: 1 })
  const refused = await keeper.post('/eam/device/import-undo', { id: job.id })
  expect(refused).toMatchObject({ status: 403, error: 'forbidden' })
  expect(refused.msg).toMatch(/^您没有“[^{}]+”的权限/)
  await grant('keeper', 'device.remove')
  await take('keeper', 'device.submit')
  const without = await keeper.post('/eam/device/import-undo', { id: job.id })
  expect(without).toMatchObject({ status: 403, error: 'forbidden' })
  await grant('keeper', 'device.submit')
  expect(await begin(keeper, 'device', 'undo', { id: job.id })).toMatchObject({ status: 'undone' })
})

test('a marked copy does not wait for the import of somebody else', async () => {
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

test.each(['constructor', '__proto__', 'toString', 'deviceCode', 'nonsense'])('a column goes into no field called %s', async (field) => {
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
