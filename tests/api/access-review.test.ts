import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const auditor = await app.as('auditor')

const path = '/blade-log/access-review'
const list = async (query = {}) => (await auditor.get<Page>(`${path}/list`, { size: 100, ...query })).data.records
const roleOf = async (alias: string): Promise<string> => {
  const { records } = (await admin.get<Page>('/blade-system/role/page', { size: 50 })).data
  return records.find((row) => row.roleAlias === alias)!.id
}
interface Explained {
  readonly rights: {
    readonly code: string
    readonly menuName: string | null
    readonly from: {
      readonly roleName: string
      readonly byName: string | null
      readonly since: string | null
      readonly scope: string | null
    }[]
  }[]
}
const explained = async (user: string) => (await auditor.get<Explained>(`${path}/explain`, { userId: user })).data.rights

test('a right is explained by each role that gives it: since when, by whom, over which rows', async () => {
  const { keeper } = home.users
  const roles = [await roleOf('keeper'), await roleOf('engineer')]
  expect((await admin.post('/blade-user/grant', { userIds: [keeper], roleIds: roles })).status).toBe(200)
  const right = (await explained(keeper)).find(({ code }) => code === 'device.list')!
  const byRole = new Map(right.from.map((one) => [one.roleName, one]))
  expect([...byRole.keys()].sort()).toEqual(['工程师', '科室资产管理员'])
  expect(byRole.get('工程师')).toMatchObject({ byName: '医院管理员', scope: '全部' })
  expect(byRole.get('工程师')!.since).not.toBeNull()
  expect(byRole.get('科室资产管理员')).toMatchObject({ scope: '本科室及下级' })
  expect(right.menuName).toBeTruthy()
  // Without the second role its part of the explanation is gone, and so are the rights that it alone gave.
  expect((await admin.post('/blade-user/grant', { userIds: [keeper], roleIds: [roles[0]] })).status).toBe(200)
  expect((await explained(keeper)).find(({ code }) => code === 'device.list')!.from.map(({ roleName }) => roleName)).toEqual([
    '科室资产管理员',
  ])
})

test('what is explained is what the person may do, for every role', async () => {
  for (const role of ['keeper', 'engineer', 'auditor', 'administrator'] as const) {
    const client = await app.as(role)
    const mine = (await client.get<{ rights: string[] }>('/blade-user/info')).data.rights
    expect((await explained(home.users[role])).map(({ code }) => code).sort()).toEqual([...mine].sort())
  }
})

test('a right that is added says who gave it; the others keep since when they are there', async () => {
  const roleId = await roleOf('head')
  const before = await explained(home.users.head)
  const held = (await admin.get<{ menuIds: string[] }>('/blade-system/menu/role-tree-keys', { roleIds: roleId })).data.menuIds
  expect((await admin.post('/blade-system/role/grant', { roleIds: [roleId], menuIds: [...held, 'post.list'].join() })).status).toBe(200)
  const after = await explained(home.users.head)
  expect(after.find(({ code }) => code === 'post.list')!.from[0]).toMatchObject({ byName: '医院管理员' })
  expect(after.filter(({ code }) => code !== 'post.list')).toEqual(before)
  const changes = (await auditor.get<Page>(`${path}/changes`, { entity: 'role' })).data.records
  expect(changes[0]).toMatchObject({ createUserName: '医院管理员', entityValue: '角色', title: '科主任', detail: '+查看岗位' })
})

test('a data scope and a parameter say from what to what; a parameter only to who may read parameters', async () => {
  const roleId = await roleOf('warehouse_keeper')
  expect((await admin.post('/blade-system/role/submit', { id: roleId, reach: 'below' })).status).toBe(200)
  const [role] = (await auditor.get<Page>(`${path}/changes`, { entity: 'role' })).data.records
  expect(role!.changes).toEqual([{ name: '数据范围', from: '本科室', to: '本科室及下级' }])
  const added = await admin.post<Row>('/blade-system/param/submit', { paramName: '地址', paramKey: 'gate.url', paramValue: 'secret-one' })
  await admin.post('/blade-system/param/submit', { id: added.data.id, paramValue: 'secret-two' })
  const [param] = (await admin.get<Page>(`${path}/changes`, { entity: 'param' })).data.records
  expect(JSON.stringify(param!.changes)).toContain('secret-two')
  const seen = (await auditor.get<Page>(`${path}/changes`, { entity: 'param' })).data
  expect(seen.total).toBeGreaterThan(0)
  expect(JSON.stringify(seen)).not.toContain('secret')
})

test('the list is filtered by department, role and right, and a review is kept until the role is taken away', async () => {
  const { keeper, head, engineer } = home.users
  expect((await list({ deptId: home.depts.surgery })).map((row) => row.userId).sort()).toEqual([keeper, head].sort())
  const roleId = await roleOf('engineer')
  expect((await list({ roleId })).map((row) => row.userId)).toEqual([engineer])
  const users = (await list({ right: 'user.grant' })).map((row) => row.userId)
  expect(users).toContain(home.users.administrator)
  expect(users).not.toContain(engineer)
  const rows = [{ userId: engineer, roleId }]
  expect((await auditor.post(`${path}/mark`, { rows })).data).toEqual({ reviewed: 1 })
  expect((await list({ roleId }))[0]).toMatchObject({ reviewedByName: '审计' })
  expect((await list({ roleId }))[0]!.reviewedAt).not.toBeNull()
  const log = (await auditor.get<Page>('/blade-log/usual/list', { event: 'accessReview' })).data.records
  expect(log[0]).toMatchObject({ userId: engineer, actorId: home.users.auditor, detail: '工程师' })
  for (const roles of [[await roleOf('head')], [roleId]])
    expect((await admin.post('/blade-user/grant', { userIds: [engineer], roleIds: roles })).status).toBe(200)
  expect((await list({ roleId }))[0]!.reviewedAt).toBeNull()
})

test('the pages of the list are its rows in their order, each once: people without a department, then department by department', async () => {
  const { records, total } = (await auditor.get<Page>(`${path}/list`, { size: 100 })).data
  expect(total).toBe(records.length)
  const pages: Row[] = []
  for (let current = 1; current <= Math.ceil(total / 3); current++)
    pages.push(...(await auditor.get<Page>(`${path}/list`, { size: 3, current })).data.records)
  expect(pages).toEqual(records)
  const sorted = await app.sql(
    `select ur.user_id || ':' || ur.role_id as id from user_role ur join app_user u on u.tenant_id = ur.tenant_id and u.id = ur.user_id and not u.is_deleted
      join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
      where ur.tenant_id = $1 order by d.path nulls first, u.real_name, u.id, r.role_name, r.id`,
    [home.tenant],
  )
  expect(records.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id))
  expect(new Set(records.map(({ deptName }) => deptName)).size).toBeGreaterThan(2)
  expect(records[0]!.deptName).toBeNull()
  for (const filter of [{ deptId: home.depts.surgery }, { roleId: await roleOf('engineer') }, { right: 'user.grant' }, { keyword: '医' }]) {
    const found = (await auditor.get<Page>(`${path}/list`, { size: 100, ...filter })).data
    expect(found.total, JSON.stringify(filter)).toBe(found.records.length)
    expect(found.total).toBeGreaterThan(0)
  }
})

test('a review of oneself, of a role that is not held, or of another hospital is refused and keeps nothing', async () => {
  const roleId = await roleOf('engineer')
  const before = await app.sql('select count(*)::int as n from user_role where reviewed_at is not null')
  const mark = (rows: object[]) => auditor.post(`${path}/mark`, { rows })
  expect((await mark([{ userId: home.users.auditor, roleId: await roleOf('auditor') }])).msg).toBe('不能复核自己的角色')
  const fine = { userId: home.users.engineer, roleId }
  expect((await mark([fine, { userId: home.users.keeper, roleId }])).status).toBe(404)
  expect((await mark([fine, { userId: other.users.engineer, roleId }])).status).toBe(404)
  expect((await mark([])).status).toBe(400)
  expect((await auditor.get(`${path}/explain`, { userId: other.users.engineer })).status).toBe(404)
  expect(await app.sql('select count(*)::int as n from user_role where reviewed_at is not null')).toEqual(before)
})

test('only who has the right looks, marks and exports; the export has every row and is in the log', async () => {
  for (const role of ['equipment_manager', 'keeper', 'virtual'] as const) {
    const client = await app.as(role)
    for (const call of ['list', 'changes', 'export']) expect((await client.file(`${path}/${call}`)).status).toBe(403)
    expect((await client.get(`${path}/explain`, { userId: home.users.keeper })).status).toBe(403)
    expect((await client.post(`${path}/mark`, { rows: [{ userId: home.users.keeper, roleId: await roleOf('keeper') }] })).status).toBe(403)
  }
  const { status, bytes } = await auditor.file(`${path}/export`, { format: 'csv' })
  expect(status).toBe(200)
  const lines = Buffer.from(bytes).toString('utf8').trim().split(/\r?\n/)
  expect(lines.length - 1).toBe((await list()).length)
  expect((await auditor.file(`${path}/export`)).status).toBe(200)
  const log = (await auditor.get<Page>('/blade-log/usual/list', { event: 'export' })).data.records
  expect(log[0]!.detail).toContain('导出权限复核清单')
})
