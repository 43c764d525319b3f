import { beforeAll, describe, expect, test } from 'vitest'
import { menu, pagesOf, topMenus } from '#contract/menu.ts'
import { addNewMenus } from '#server/db/first/new-menus.ts'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { type PeopleLab, peopleLab } from '#tests/harness/people.ts'
import { addProvider } from '#tests/harness/providers.ts'

let admin: Client
let platform: Client
let lab: PeopleLab

const app = await appForFile()
beforeAll(async () => {
  await addNewMenus(app.pool)
  admin = await app.as('administrator')
  platform = await app.signIn('000000', 'admin', 'admin')
  lab = await peopleLab(app, () => admin)
})

interface Node {
  readonly code: string
  readonly name: string
  readonly path: string
  readonly meta: { readonly isSearchOnly?: boolean }
  readonly children: readonly Node[]
}
interface Given {
  readonly id: string
  readonly children?: readonly Given[]
}
const leaves = (nodes: readonly Given[]): string[] => nodes.flatMap(({ id, children }) => (children ? leaves(children) : [id]))
const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children)])
const routes = async (client: Client, query = {}, language?: string): Promise<Node[]> =>
  (await client.get<Node[]>('/blade/menu/routes', query, language ? { 'accept-language': language } : {})).data
const codes = async (client: Client): Promise<string[]> => flat(await routes(client)).map((node) => node.code)
const menuRow = async (code: string): Promise<Row> =>
  (await platform.get<Page>('/blade-system/menu/list', { code, size: 5 })).data.records.find((row) => row.code === code)!
const change = async (code: string, more: object) => platform.post('/blade-system/menu/submit', { id: (await menuRow(code)).id, ...more })

describe('the menu', () => {
  test('of a service provider has its orders and its own administration, and nothing of the devices of hospitals', async () => {
    const { boss, first } = await addProvider(app, '100801', '联修')
    const own = await codes(boss)
    expect(own).toEqual(expect.arrayContaining(['home', 'providerOrder', 'user', 'role', 'dept', 'log', 'param']))
    const ofHospitals = ['device', 'report', 'deviceApply', 'flowWork', 'repairOrder', 'supplier', 'assetBoard', 'dictBiz', 'customField']
    expect(own.filter((code) => ofHospitals.includes(code))).toEqual([])
    expect(await codes(first)).toEqual(expect.arrayContaining(['home', 'providerOrder']))
    const ofHospital = await codes(admin)
    expect(ofHospital).not.toContain('providerOrder')
    expect(ofHospital).toEqual(expect.arrayContaining(ofHospitals))
    expect(await codes(platform)).not.toContain('providerOrder')
    // Its people have no rights beyond their menu, and its administrator can grant none.
    expect((await boss.get('/eam/device/list')).status).toBe(403)
    const { data } = await boss.get<Given[]>('/blade-system/menu/grant-tree')
    expect(leaves(data)).toEqual(expect.arrayContaining(['providerOrder.work', 'user.submit']))
    expect(leaves(data)).not.toContain('device.list')
  })

  test('begins with the top menus of the modules, which stay as the platform changed them; an item of a newer program joins its own', async () => {
    const tops = async (client: Client) => (await client.get<Node[]>('/blade-system/menu/top-menu')).data
    const shown = async (code: string) => (await routes(admin, { topMenuId: code })).map((node) => node.code)
    expect((await tops(admin)).map(({ code, name }) => [code, name])).toEqual([
      ['assets', '资产'],
      ['work', '业务'],
      ['platform', '系统'],
    ])
    for (const { code, items } of topMenus) expect(await shown(code)).toEqual(items)
    // Nothing is offered that only repeats the side bar: the platform has its administration alone.
    expect(await tops(platform)).toEqual([])
    const row = async (code: string) =>
      (await platform.get<Page>('/blade-system/topmenu/list', { size: 50 })).data.records.find((one) => one.code === code)
    const [assets, work] = [(await row('assets'))!, (await row('work'))!]
    expect((await platform.post('/blade-system/topmenu/submit', { id: assets.id, version: assets.version, name: '台账' })).status).toBe(200)
    expect((await platform.post(`/blade-system/topmenu/remove?ids=${work.id}`)).status).toBe(200)
    await writeAs(app.pool, '000000', async (tx) => {
      await tx.run({ text: `update program_state set value = replace(value, 'ledger', '') where key = 'menus'` })
      await tx.run({
        text: `update top_menu set menus = array_remove(menus, (select id from menu where tenant_id = '000000' and code = 'ledger')) where tenant_id = '000000'`,
      })
    })
    expect(await shown('assets')).not.toContain('ledger')
    await addNewMenus(app.pool)
    expect((await tops(admin)).map(({ name }) => name)).toEqual(['台账', '系统'])
    expect(await shown('assets')).toEqual(expect.arrayContaining(['asset', 'ledger']))
    // A program that learns of top menus where the platform has some of its own adds none beside them.
    await writeAs(app.pool, '000000', (tx) => tx.run({ text: `delete from program_state where key = 'topMenus'` }))
    await addNewMenus(app.pool)
    expect((await tops(admin)).map(({ name }) => name)).toEqual(['台账', '系统'])
  })

  test('is what the platform arranges: names, order, visibility and links to the outside, in every hospital at once', async () => {
    expect(await codes(admin)).toContain('supplier')
    expect((await change('user', { menuName: '人员', nameEn: 'Staff', sort: 0 })).status).toBe(200)
    expect((await change('dept', { isHidden: 1 })).status).toBe(200)
    const system = (await menuRow('system')).id
    const link = {
      menuName: '内网',
      nameEn: 'Intranet',
      code: 'intranet',
      path: 'https://in.test/?t=$tenantId$&l=$location$',
      parentId: system,
    }
    expect((await platform.post('/blade-system/menu/submit', link)).status).toBe(200)
    const group = (await routes(admin)).find((node) => node.code === 'system')!
    expect(group.children[0]).toMatchObject({ code: 'user', name: '人员' })
    expect(group.children.map((node) => node.code)).not.toContain('dept')
    expect(group.children.find((node) => node.code === 'intranet')?.path).toBe(link.path)
    expect(flat(await routes(admin, {}, 'en')).find((node) => node.code === 'user')?.name).toBe('Staff')
    // A hidden page keeps its rights.
    expect((await admin.get('/blade-system/dept/list')).status).toBe(200)
    // A program that comes with the same items leaves all of this alone, and adds one that it knows and the rows do not.
    await writeAs(app.pool, '000000', async (tx) => {
      await tx.run({ text: `update program_state set value = replace(value, 'supplier', '') where key = 'menus'` })
      await tx.run({ text: `delete from menu where tenant_id = '000000' and code = 'supplier'` })
    })
    await addNewMenus(app.pool)
    expect(await menuRow('user')).toMatchObject({ menuName: '人员' })
    expect(await menuRow('dept')).toMatchObject({ isHidden: 1 })
    expect(await codes(admin)).toContain('supplier')
    expect((await change('dept', { isHidden: 0 })).status).toBe(200)
  })

  test('of an older program gets the groups of this one, but for pages that were moved', async () => {
    const into = (code: string, parent: string | null): Promise<unknown> =>
      writeAs(app.pool, '000000', (tx) =>
        tx.run({
          text: `update menu set parent_id = (select id from menu where tenant_id = '000000' and code = $2) where tenant_id = '000000' and code = $1`,
          values: [code, parent],
        }),
      )
    await into('assetsCategory', 'asset')
    await into('deviceClass', 'system')
    await writeAs(app.pool, '000000', async (tx) => {
      await tx.run({ text: `update program_state set value = replace(value, 'assetReference', '') where key = 'menus'` })
      await tx.run({
        text: `with recursive gone as (select id from menu where tenant_id = '000000' and code = 'assetReference'
          union all select m.id from menu m join gone g on m.parent_id = g.id where m.tenant_id = '000000')
          delete from menu where tenant_id = '000000' and id in (select id from gone)`,
      })
    })
    await addNewMenus(app.pool)
    const whole = flat(await routes(admin))
    const inside = (code: string): string[] => whole.find((node) => node.code === code)!.children.map((node) => node.code)
    expect(inside('assetReference')).toEqual(['assetsCategory'])
    expect(inside('asset')).not.toContain('assetsCategory')
    expect(inside('system')).toContain('deviceClass')
    await into('deviceClass', 'assetReference')
  })

  test('names the pages that only the search finds; an older program’s rows follow once, unless they were changed', async () => {
    const searchOnly = async (code: string) => flat(await routes(admin)).find((node) => node.code === code)!.meta.isSearchOnly === true
    const declared = pagesOf(menu).flatMap(({ code, isSearchOnly }) => (isSearchOnly ? [code] : []))
    expect(declared).toContain('disposalLine')
    for (const code of declared) expect([code, await searchOnly(code)]).toEqual([code, true])
    expect(await searchOnly('device')).toBe(false)
    // As before this fact: no row has it, and one was renamed.
    await writeAs(app.pool, '000000', async (tx) => {
      await tx.run({ text: `update menu set is_search_only = null where tenant_id = '000000'` })
      await tx.run({ text: `delete from program_state where key = 'searchOnlyMenus'` })
    })
    expect((await change('checkScan', { menuName: '盘点扫描' })).status).toBe(200)
    await addNewMenus(app.pool)
    expect([await searchOnly('disposalLine'), await searchOnly('checkScan')]).toEqual([true, false])
    // The platform decides, and a start leaves it alone.
    expect((await change('disposalLine', { isSearchOnly: 0 })).status).toBe(200)
    expect((await change('checkScan', { isSearchOnly: 1 })).status).toBe(200)
    await addNewMenus(app.pool)
    expect([await searchOnly('disposalLine'), await searchOnly('checkScan')]).toEqual([false, true])
  })

  test('keeps the code and page of declared items, and takes no address that a browser would run', async () => {
    for (const address of ['javascript:alert(1)', 'data:text/html,x', '//evil.test', '/system/user', 'JaVaScRiPt:x', ' https://x'])
      expect([
        address,
        (await platform.post('/blade-system/menu/submit', { menuName: 'x', nameEn: 'x', code: 'bad', address })).status,
      ]).toEqual([address, address === ' https://x' ? 200 : 400])
    expect(await change('user', { address: 'https://evil.test' })).toMatchObject({ status: 400, error: 'rule' })
    expect(await change('user', { code: 'users' })).toMatchObject({ status: 400, error: 'rule' })
    expect(await platform.post(`/blade-system/menu/remove?ids=${(await menuRow('user')).id}`)).toMatchObject({ status: 400 })
  })

  test('and packages are the platform’s: a hospital has no right to them, and with one could still change nothing', async () => {
    for (const path of ['menu/list', 'topmenu/list', 'tenant-package/list', 'menu/grant-top-tree'])
      expect([path, (await admin.get(`/blade-system/${path}`)).status]).toEqual([path, 403])
    const { alias, client } = await lab.clerk(['user.list'])
    const rights = ['menu.submit', 'topMenu.submit', 'tenantPackage.submit', 'hospital.submit', 'hospital.list']
    await writeAs(app.pool, home.tenant, (tx) =>
      tx.run({
        text: 'insert into role_grant (tenant_id, role_id, right_code) select $1, $2, unnest($3::text[])',
        values: [home.tenant, lab.roles[alias], rights],
      }),
    )
    const item = { menuName: 'x', nameEn: 'x', code: 'mine', address: 'https://evil.test' }
    expect((await client.post('/blade-system/menu/submit', item)).status).toBe(403)
    expect((await client.post('/blade-system/topmenu/submit', { name: 'x', nameEn: 'x', code: 'mine' })).status).toBe(403)
    expect((await client.post('/blade-system/tenant/package-setting', { tenantId: home.tenant })).status).toBe(403)
    expect((await client.get('/blade-system/tenant/package-detail', { tenantId: other.tenant })).status).toBe(403)
    expect(await codes(admin)).not.toContain('mine')
  })

  test('of a person leaves out what all their roles hide, and nothing else', async () => {
    const one = await lab.clerk(['supplier.list', 'dept.list'])
    const second = (await lab.clerk(['supplier.list'])).alias
    const hide = (list: string) => admin.post('/blade-system/role/grant', { roleIds: [lab.roles[one.alias]], hiddenMenus: list })
    expect(await codes(one.client)).toEqual(expect.arrayContaining(['supplier', 'dept']))
    expect((await hide('supplier')).status).toBe(200)
    expect(await codes(one.client)).not.toContain('supplier')
    expect((await one.client.get('/eam/supplierinfo/list')).status).toBe(200)
    await admin.post('/blade-user/grant', { userIds: [one.id], roleIds: [lab.roles[one.alias], lab.roles[second]] })
    expect(await codes(one.client)).toContain('supplier')
    expect((await hide(`x');drop table role;--`)).status).toBe(400)
  })

  test('has systems above it: each shows its items, one without any is not offered', async () => {
    const ids = { system: (await menuRow('system')).id, packages: (await menuRow('tenantPackage')).id }
    const made = await platform.post<Row>('/blade-system/topmenu/submit', { name: '管理', nameEn: 'Admin', code: 'admin' })
    const empty = await platform.post<Row>('/blade-system/topmenu/submit', { name: '空', nameEn: 'None', code: 'none' })
    expect((await platform.post('/blade-system/topmenu/grant', { topMenuIds: [made.data.id], menuIds: [ids.system] })).status).toBe(200)
    expect((await platform.get<string[]>('/blade-system/menu/top-tree-keys', { topMenuIds: made.data.id })).data).toEqual([ids.system])
    const tops = (await admin.get<Node[]>('/blade-system/menu/top-menu')).data
    expect(tops.map((node) => node.code)).toEqual(['assets', 'platform', 'admin'])
    expect((await routes(admin, { topMenuId: made.data.id })).map((node) => node.code)).toEqual(['system'])
    expect((await platform.post('/blade-system/topmenu/grant', { topMenuIds: [made.data.id], menuIds: [home.depts.bones] })).status).toBe(
      400,
    )
    expect((await platform.post(`/blade-system/topmenu/remove?ids=${made.data.id},${empty.data.id}`)).status).toBe(200)
    const trees = (await platform.get<{ children: unknown[] }[]>('/blade-system/menu/grant-top-tree')).data
    expect(trees.length).toBeGreaterThan(3)
  })
})

describe('a tenant with a package', () => {
  test('has its items and the rights behind them and no others, in every call; without one it has everything again', async () => {
    const there = await app.as('administrator', other)
    expect((await there.get('/eam/supplierinfo/list')).status).toBe(200)
    const menuId = [(await menuRow('user')).id, (await menuRow('role')).id, (await menuRow('dept')).id].join()
    const made = await platform.post<Row>('/blade-system/tenant-package/submit', { packageName: '基础版', menuId, remark: '试用' })
    expect(made.status).toBe(200)
    const set = (packageId: string | null) => platform.post('/blade-system/tenant/package-setting', { tenantId: other.tenant, packageId })
    expect((await set(made.data.id)).status).toBe(200)
    for (const path of [
      '/eam/supplierinfo/list',
      '/eam/device/list',
      '/eam/device/export',
      '/eam/plc/location/list',
      '/eam/check/list',
      '/eam/deviceparts/list',
    ])
      expect([path, (await there.get(path)).status]).toEqual([path, 403])
    expect((await there.post('/eam/device/submit', { deviceName: 'x' })).status).toBe(403)
    const { changes } = (await there.get('/sync/pull')).data as unknown as { changes: { entity: string }[] }
    expect([...new Set(changes.map((one) => one.entity))].sort()).toEqual(['dept', 'fieldView'])
    expect((await there.get('/blade/user/list')).status).toBe(200)
    expect((await codes(there)).sort()).toEqual(['dept', 'home', 'role', 'system', 'user'])
    const { data } = await there.get<{ rights: string[] }>('/blade-user/info')
    expect(data.rights.filter((right) => /^(device|supplier|checkTask|repairOrder)\./.test(right))).toEqual([])
    // The administrator still gives the default roles, whose other rights wait.
    const [role] = (await there.get<Page>('/blade-system/role/page', { roleAlias: 'engineer' })).data.records
    expect((await there.post('/blade/user/save', { account: 'packed', realName: '工', roleId: role!.id })).status).toBe(200)
    // No other hospital is touched, and a hospital cannot help itself.
    expect((await admin.get('/eam/supplierinfo/list')).status).toBe(200)
    expect((await there.post('/blade-system/tenant/package-setting', { tenantId: other.tenant })).status).toBe(403)
    // A package that grows reaches its tenants with the next request.
    const more = `${menuId},${(await menuRow('supplier')).id}`
    expect((await platform.post('/blade-system/tenant-package/submit', { id: made.data.id, menuId: more })).status).toBe(200)
    expect((await there.get('/eam/supplierinfo/list')).status).toBe(200)
    expect(await platform.post(`/blade-system/tenant-package/remove?ids=${made.data.id}`)).toMatchObject({ status: 409, error: 'in_use' })
    expect((await platform.get('/blade-system/tenant/package-detail', { tenantId: other.tenant })).data).toMatchObject({
      packageName: '基础版',
    })
    expect((await set(null)).status).toBe(200)
    expect((await there.get('/eam/device/list')).status).toBe(200)
    expect((await platform.post(`/blade-system/tenant-package/remove?ids=${made.data.id}`)).status).toBe(200)
    expect((await set(made.data.id)).status).toBe(400)
  })
})
