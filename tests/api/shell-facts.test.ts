import { describe, expect, test } from 'vitest'
import { addNewMenus } from '#server/db/first/new-menus.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { askToken, byPassword } from './token-request.ts'

const app = await appForFile()
await addNewMenus(app.pool)
const platform = await app.signIn('000000', 'admin', 'admin')
const admin = await app.as('administrator')

describe('a session', () => {
  test('is known by the header Blade-Auth of any request and by no other header; our own pages send a cookie [SHELL-API-7] [SHELL-CONST-1] (deviation)', async () => {
    const { body } = await askToken(app, byPassword('keeper'))
    const ask = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(`${app.url}/api/eam/device/list`, { headers })).status
    expect(await ask({ 'Blade-Auth': `bearer ${body.access_token}` })).toBe(200)
    for (const name of ['Authorization', 'Token', 'X-Access-Token'])
      expect([name, await ask({ [name]: `bearer ${body.access_token}` })]).toEqual([name, 401])
    expect(await ask({ 'Blade-Auth': 'bearer nothing' })).toBe(401)
    expect(await ask({ cookie: `eam-access=${body.access_token}` })).toBe(200)
  })

  test('of a person without a picture shows the logo [SHELL-ENT-USER-2]', async () => {
    const { body } = await askToken(app, byPassword('keeper'))
    expect(body.avatar).toBe('/favicon.svg')
    expect((await admin.get('/blade-user/info')).data.avatar).toBe('/favicon.svg')
  })

  test('goes to another tenant without a lookup; the call that looks one up answers it by number and page [SHELL-TENANT-1] (deviation)', async () => {
    const found = (await platform.get<Page>('/blade-system/tenant/list', { current: 1, size: 10, tenantId: home.tenant })).data
    expect(found).toMatchObject({ current: 1, size: 10, total: 1, records: [{ tenantId: home.tenant }] })
    const own = (await admin.get<{ belongTenant: { tenantId: string }[] }>('/blade-user/info')).data.belongTenant
    expect(own.map(({ tenantId }) => tenantId)).toContain(home.tenant)
  })
})

describe('a tenant package', () => {
  const path = '/blade-system/tenant-package'

  test('has id, name, menu items and a remark; a list with commas is taken as well as an array [SHELL-ENT-TPKG-1] [SHELL-ENT-TPKG-2] (deviation)', async () => {
    const { records } = (await platform.get<Page>('/blade-system/menu/list', { size: 5 })).data
    const [one, other] = records.map((row) => row.id)
    const given = { packageName: '两项', remark: '试用' }
    for (const menuId of [`${one},${other}`, [one, other]]) {
      const { status, data } = await platform.post<Row>(`${path}/submit`, { ...given, packageName: `两项${typeof menuId}`, menuId })
      expect(status).toBe(200)
      const row = (await platform.get<Row>(`${path}/detail`, { id: data.id })).data
      expect(row).toMatchObject({ id: data.id, packageName: `两项${typeof menuId}`, remark: '试用' })
      expect([...(row.menuId as string[])].sort()).toEqual([one, other].sort())
    }
  })

  test('asks for its name and its menu items in these words', async () => {
    const { status, msg } = await platform.post(`${path}/submit`, {})
    expect([status, msg]).toEqual([400, expect.stringContaining('请输入产品包名称')])
    expect(msg).toContain('请选择菜单')
  })
})

test('a top menu shows of a group what is named of it, and all of a group that is named alone', async () => {
  interface Node {
    readonly id: string
    readonly code: string
    readonly children?: readonly Node[]
  }
  const tree = (await platform.get<(Node & { name: string })[]>('/blade-system/menu/grant-top-tree')).data
  const system = tree.find((node) => node.name === '系统管理')!
  const [first] = system.children!
  const top = (await platform.post<Row>('/blade-system/topmenu/submit', { name: '部分', nameEn: 'Part', code: 'part' })).data.id
  const shown = async (menuIds: readonly string[]): Promise<number[]> => {
    expect((await platform.post('/blade-system/topmenu/grant', { topMenuIds: [top], menuIds })).status).toBe(200)
    const groups = (await platform.get<Node[]>('/blade/menu/routes', { topMenuId: top })).data
    return groups.map((group) => group.children?.length ?? 0)
  }
  const [whole] = await shown([system.id])
  expect(whole).toBeGreaterThan(2)
  const [part] = await shown([system.id, system.children![1]!.id, first!.id])
  expect(part).toBeLessThan(whole!)
  expect((await platform.post(`/blade-system/topmenu/remove?ids=${top}`)).status).toBe(200)
})

describe('a dictionary', () => {
  test('is sealed with 1 and not with 0, and takes nothing else [SHELL-ENT-DICT-2]', async () => {
    const put = (code: string, isSealed: unknown) =>
      admin.post<Row>('/blade-system/dict-biz/submit', { code, dictValue: code, sort: 1, isSealed })
    for (const isSealed of [0, 1]) {
      const made = await put(`seal_${isSealed}`, isSealed)
      expect(made.status).toBe(200)
      expect((await admin.get<Row>('/blade-system/dict-biz/detail', { id: made.data.id })).data.isSealed).toBe(isSealed)
    }
    for (const isSealed of [2, -1, 'x', null]) expect([isSealed, (await put('seal_x', isSealed)).status]).toEqual([isSealed, 400])
  })

  test('of the code flow gives other clients key and address of each flow page; our pages know them from the declarations [SHELL-FLOW-1] [SHELL-ENT-FLOWROUTE-1] [SHELL-ENT-FLOWROUTE-2] (deviation)', async () => {
    const submit = (draft: object) => platform.post<Row>('/blade-system/dict/submit', { sort: 1, isSealed: 0, ...draft })
    const head = (await submit({ code: 'flow', dictValue: '流程路由' })).data.id
    expect((await submit({ parentId: head, dictKey: 'leave', dictValue: '请假', remark: '/x' })).status).toBe(200)
    const rows = (await admin.get<Row[]>('/blade-system/dict/dictionary', { code: 'flow' })).data
    expect(rows.map(({ code, dictKey, remark }) => ({ routeKey: `${code}_${dictKey}`, routeValue: remark }))).toEqual([
      { routeKey: 'flow_leave', routeValue: '/x' },
    ])
  })
})
