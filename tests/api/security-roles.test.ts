import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { notify } from '#server/features/notice/public.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'

/** An API scope that opens the lists of locations alone, and the one that opens everything. */
const narrow = v7()
const wide = '01900000-0000-7000-8000-000000000001'

const app = await appForFile()
const admin = await app.as('administrator')
const lab = await peopleLab(app, () => admin)
beforeAll(async () => {
  await app.sql(`insert into api_scope (id, scope_name, patterns) values ($1, '位置', '{location.list}')`, [narrow])
  for (const useDeptId of [home.depts.bones, home.depts.medicine])
    expect((await admin.post('/eam/device/submit', { deviceName: '监护仪', useDeptId })).status).toBe(200)
})

const grant = (roleId: string, body: object, by = admin) => by.post('/blade-system/role/grant', { roleIds: [roleId], ...body })
const give = (userId: string, roleIds: string[], by = admin) => by.post('/blade-user/grant', { userIds: [userId], roleIds })
const role = async (rights: readonly string[], reach: string): Promise<string> => lab.roles[(await lab.clerk(rights, reach)).alias]!
const rule = (roleId: string, entity: string, more: object) =>
  admin.post<Row>('/blade-system/data-scope/submit', { roleId, entity, ...more })

describe('API scopes of several roles', () => {
  test('open calls for the rights of their own role alone', async () => {
    const limited = await role(['device.list', 'device.export', 'location.list'], 'all')
    expect((await grant(limited, { apiScopeIds: [narrow] })).status).toBe(200)
    const open = await role(['supplier.list'], 'all')
    const { id, client } = await lab.settled('virtual')
    const status = async (path: string) => (await client.get(path)).status
    await give(id, [limited])
    expect(await status('/eam/plc/location/list')).toBe(200)
    expect(await status('/eam/device/list')).toBe(403)
    await give(id, [limited, open])
    expect(await status('/eam/supplierinfo/list')).toBe(200)
    expect(await status('/eam/plc/location/list')).toBe(200)
    expect(await status('/eam/device/list')).toBe(403)
    expect((await client.post('/blade-system/job/export', { entity: 'device' })).status).toBe(403)
    expect((await client.get('/blade-log/history/export', { entity: 'device', id: v7() })).status).toBe(403)
    const { changes } = (await client.get('/sync/pull')).data as unknown as { changes: { entity: string }[] }
    expect(changes.some((one) => one.entity === 'device')).toBe(false)
  })

  test('are not joined in a role for another person', async () => {
    const limited = await role(['device.list', 'role.list', 'role.submit', 'role.grant', 'user.list', 'user.grant'], 'all')
    expect((await grant(limited, { apiScopeIds: [wide] })).status).toBe(200)
    const narrowed = await role(['location.list'], 'all')
    expect((await grant(narrowed, { apiScopeIds: [narrow] })).status).toBe(200)
    const { id, client } = await lab.settled('virtual')
    await give(id, [limited, narrowed])
    const made = await client.post<Row>('/blade-system/role/submit', { roleName: '合并', roleAlias: 'joined', reach: 'all' })
    expect(made.status).toBe(200)
    expect((await grant(made.data.id, { menuIds: 'device.list', apiScopeIds: [wide] }, client)).status).toBe(200)
    expect(await grant(made.data.id, { menuIds: 'location.list', apiScopeIds: [wide] }, client)).toMatchObject({
      status: 400,
      error: 'rule',
    })
    expect(await grant(made.data.id, { menuIds: 'location.list' }, client)).toMatchObject({ status: 400, error: 'rule' })
    expect((await grant(made.data.id, { menuIds: 'location.list', apiScopeIds: [narrow] }, client)).status).toBe(200)
    // Another role that joins them is not given to another person.
    const joined = await role(['location.list'], 'all')
    const { id: friend } = await lab.settled('virtual')
    await give(friend, [narrowed])
    expect(await give(friend, [joined], client)).toMatchObject({ status: 400, error: 'rule' })
    expect((await give(friend, [made.data.id], client)).status).toBe(200)
  })
})

describe('the log of changes', () => {
  const events = async (client: Client, entity: string) =>
    (await client.get<Page>('/blade-log/api/list', { size: 200 })).data.records.filter((row) => row.entity === entity)

  test('is for whom the role with its right shows everything, and leaves out records of which another rule shows less', async () => {
    const reads = await role(['log.list', 'device.list'], 'dept')
    const unrelated = await role(['location.list'], 'all')
    const { id, client } = await lab.settled('virtual')
    await give(id, [reads, unrelated])
    expect((await client.get<Page>('/blade-log/api/list')).data.total).toBe(0)

    const all = await role(['log.list', 'device.list'], 'all')
    await give(id, [all])
    const [event] = await events(client, 'device')
    expect(event).toBeDefined()
    expect((await rule(all, 'device', { reach: 'dept' })).status).toBe(200)
    expect(await events(client, 'device')).toEqual([])
    expect((await events(client, 'user')).length).toBeGreaterThan(0)
    expect((await client.get('/blade-log/api/detail', { id: String(event!.id) })).status).toBe(404)
  })
})

describe('conditions of a data scope', () => {
  test.each(['2026-02-31', '0000-01-01', '2026-13-01', '9999-12-31'])('name a day of the calendar: %s', async (day) => {
    const limited = await lab.clerk(['device.list'], 'dept')
    const conditions = [{ field: 'purchaseDate', is: 'from', values: [day] }]
    expect(await rule(lab.roles[limited.alias]!, 'device', { reach: 'custom', conditions })).toMatchObject({ status: 400 })
    expect((await limited.client.get('/eam/device/list')).status).toBe(200)
  })
})

describe('the result of an export in the background', () => {
  const started = async (userId: string): Promise<string> => {
    const id = v7()
    await app.sql(
      `insert into background_job (tenant_id, id, kind, subject, status, input, language, user_id, rights, call)
        values ($1, $2, 'export', '设备', 'waiting', '{"entity":"device","search":"format=csv"}', 'zh', $3, '{device.export}', 'device.export')`,
      [home.tenant, id, userId],
    )
    await expect
      .poll(async () => (await app.sql('select status from background_job where id = $1', [id]))[0]?.status, { timeout: 20_000 })
      .toBe('done')
    return id
  }

  test('is not given out when its person sees other records by then', async () => {
    const { id, alias, client } = await lab.clerk(['device.list', 'device.export'], 'all')
    const job = await started(id)
    const file = () => client.file('/blade-system/job/file', { id: job })
    expect((await file()).status).toBe(200)
    const made = await rule(lab.roles[alias]!, 'device', { reach: 'dept' })
    expect(made.status).toBe(200)
    expect((await file()).status).toBe(400)
    const second = await started(id)
    expect((await client.file('/blade-system/job/file', { id: second })).status).toBe(200)
    // Who sees everything again may have both.
    expect((await admin.post(`/blade-system/data-scope/remove?ids=${made.data.id}`)).status).toBe(200)
    expect((await file()).status).toBe(200)
    expect((await client.file('/blade-system/job/file', { id: second })).status).toBe(200)
  })
})

describe('a package that leaves repairs out', () => {
  test('leaves their notices out too', async () => {
    const told = async (): Promise<number> => {
      const targetId = v7()
      const draft = { kind: 'repair_reported', subject: '呼吸机', target: 'repairOrder', targetId } as const
      await writeAs(app.pool, other.tenant, async (tx) =>
        notify({ actor: { userId: other.users.head } }, tx, { ...draft, to: { holders: { right: 'repairOrder.work' } } }),
      )
      return Number((await app.sql('select count(*)::int as n from notice where target_id = $1', [targetId]))[0]!.n)
    }
    expect(await told()).toBeGreaterThan(0)
    const menus = (codes: string | null) => app.sql('update tenant set menu_codes = $2::text[] where id = $1', [other.tenant, codes])
    await menus('{user,role,dept}')
    expect(await told()).toBe(0)
    await menus('{repairOrder}')
    expect(await told()).toBeGreaterThan(0)
    await menus(null)
  })
})
