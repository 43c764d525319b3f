import { describe, expect, test } from 'vitest'
import { addNewMenus } from '#server/db/first/new-menus.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { type ForeignPage, type ForeignRow, foreignClient, type Params } from '#tests/harness/foreign-client.ts'
import { home, password } from '#tests/harness/hospitals.ts'

/**
 * What front ends of the SpringBlade family ask and read, as the public sources of Saber say: chillzhuang/Saber 8162b11 and, for pages which that edition has
 * not (attach, oss, sms, dictbiz, tenantpackage), xiaohongjin/ksxt-frontend 0d5b630. The file that makes a request stands beside it. Told to
 * the client: the token path and the digest of passwords; docs/DEVIATIONS.md has where the program differs.
 */
const app = await appForFile()
await addNewMenus(app.pool)
const platform = await foreignClient(app, '000000', 'admin', 'admin')
const admin = await foreignClient(app, home.tenant, 'administrator', password)
const page = { current: 1, size: 10 }

interface MenuNode {
  readonly name: string
  readonly path: string
  readonly source: string
  readonly children: readonly MenuNode[]
}

describe('the frame', () => {
  test('log-in answers the flat names that its store keeps (src/store/modules/user.js)', () => {
    for (const name of ['access_token', 'refresh_token', 'tenant_id', 'account', 'real_name', 'user_id', 'avatar'])
      expect([name, typeof admin.token[name]]).toEqual([name, 'string'])
  })

  test('a call without a session is code 401 with a sentence, by which it signs out (src/axios.js)', async () => {
    const body = await (await fetch(`${app.url}/api/blade-system/menu/routes`)).json()
    expect(body).toMatchObject({ code: 401, success: false, msg: expect.any(String) })
  })

  test('the menu is a tree of path, name, source and children (src/router/avue-router.js formatPath)', async () => {
    // src/api/system/menu.js getRoutes: topMenuId is undefined, or empty.
    const menu = await admin.get<MenuNode[]>('/blade-system/menu/routes', { topMenuId: '' })
    const look = (node: MenuNode): void => {
      expect(node).toMatchObject({ name: expect.any(String), path: expect.stringMatching(/^\//), source: expect.any(String) })
      node.children.forEach(look)
    }
    expect(menu.length).toBeGreaterThan(5)
    menu.forEach(look)
    expect(menu.some((node) => node.children.length > 0)).toBe(true)
    // src/api/system/menu.js getTopMenu
    expect(await admin.get<MenuNode[]>('/blade-system/menu/top-menu')).not.toEqual([])
  })

  test('buttons are a tree whose leaves are codes (src/store/modules/user.js SET_PERMISSION)', async () => {
    const buttons = await admin.get<{ code: string; children?: { code: string }[] }[]>('/blade-system/menu/buttons')
    const codes = buttons.flatMap((one) => one.children ?? []).map(({ code }) => code)
    // By these the pages show their buttons (permission.… in src/views).
    for (const of of ['user', 'dept', 'role', 'post', 'param', 'notice', 'sms', 'dictbiz'])
      for (const ending of ['add', 'edit', 'delete']) expect(codes).toContain(`${of}_${ending}`)
  })
})

/** A list and what the client reads of it: `records` and `total` of a page, or an array. `found`: at least these many rows. */
type Listed = readonly [from: string, path: string, reads: 'page' | 'array', params?: Params]

const ofAdministrators: readonly Listed[] = [
  ['src/api/system/user.js getList', '/blade-system/user/list', 'page', page],
  ['ksxt src/api/system/user.js getList', '/blade-system/user/page', 'page', { ...page, account: '', realName: '', deptId: '' }],
  ['ksxt src/api/system/dept.js getLazyList', '/blade-system/dept/lazy-list', 'array', { parentId: 0 }],
  ['src/api/system/dept.js getDeptTree', '/blade-system/dept/tree', 'array', { tenantId: home.tenant }],
  ['ksxt src/api/system/dept.js getDeptLazyTree', '/blade-system/dept/lazy-tree', 'array', { parentId: 0 }],
  ['src/api/system/role.js getList', '/blade-system/role/list', 'array', { ...page, roleName: '', tenantId: '', roleAlias: '' }],
  ['src/api/system/role.js getRoleTree', '/blade-system/role/tree', 'array', { tenantId: home.tenant }],
  ['src/api/system/post.js getList', '/blade-system/post/list', 'page', { ...page, category: '', postCode: '', postName: '' }],
  ['src/api/system/post.js getPostList', '/blade-system/post/select', 'array', { tenantId: home.tenant }],
  ['src/views/system/user.vue dicUrl', '/blade-system/tenant/select', 'array'],
  ['ksxt src/api/system/dict.js getParentList', '/blade-system/dict/parent-list', 'page', { ...page, parentId: 0 }],
  ['src/api/system/dict.js getList', '/blade-system/dict/list', 'array', { ...page, code: '', dictValue: '' }],
  ['src/api/system/dict.js getDictTree', '/blade-system/dict/tree', 'array', { code: 'DICT' }],
  ['src/views/desk/notice.vue dicUrl', '/blade-system/dict/dictionary', 'array', { code: 'notice' }],
  ['ksxt src/api/system/dictbiz.js getParentList', '/blade-system/dict-biz/parent-list', 'page', { ...page, parentId: 0 }],
  ['src/api/system/param.js getList', '/blade-system/param/list', 'page', { ...page, paramName: '', paramKey: '' }],
  ['src/api/base/region.js getList', '/blade-system/region/list', 'page', page],
  ['src/api/base/region.js getLazyTree', '/blade-system/region/lazy-tree', 'array', { parentCode: '00' }],
  ['src/views/base/region.vue dicUrl', '/blade-system/region/select', 'array', { code: '330000' }],
  ['src/api/system/scope.js getListDataScope', '/blade-system/data-scope/list', 'page', { ...page, scopeName: '' }],
  ['src/api/system/scope.js getListApiScope', '/blade-system/api-scope/list', 'page', page],
  ['src/api/logs.js getUsualList', '/blade-log/usual/list', 'page', page],
  ['src/api/logs.js getApiList', '/blade-log/api/list', 'page', page],
  ['src/api/logs.js getErrorList', '/blade-log/error/list', 'page', page],
  ['src/api/report/report.js getList', '/blade-report/report/rest/list', 'page', page],
  ['ksxt src/api/resource/attach.js getList', '/blade-resource/attach/list', 'page', page],
  ['ksxt src/api/resource/sms.js getList', '/blade-resource/sms/list', 'page', { ...page, smsCode: '', category: '' }],
  [
    'src/api/desk/notice.js getList, views/desk/notice.vue onLoad',
    '/blade-desk/notice/list',
    'page',
    { ...page, releaseTime_datege: '2026-01-01 00:00:00', releaseTime_datelt: '2026-12-31 00:00:00' },
  ],
]
const ofThePlatform: readonly Listed[] = [
  ['src/api/system/tenant.js getList', '/blade-system/tenant/list', 'page', { ...page, tenantName: '医院' }],
  ['src/views/system/user.vue dicUrl', '/blade-system/tenant/select', 'array'],
  ['ksxt src/api/system/tenantpackage.js getList', '/blade-system/tenant-package/list', 'page', { ...page, packageName: '' }],
  ['ksxt src/views/system/tenant.vue dicUrl', '/blade-system/tenant-package/select', 'array'],
  ['src/api/system/client.js getList', '/blade-system/client/list', 'page', { ...page, clientId: 'saber' }],
  ['src/api/system/menu.js getList', '/blade-system/menu/list', 'array', page],
  ['ksxt src/api/system/menu.js getLazyList', '/blade-system/menu/lazy-list', 'array', { parentId: 0 }],
  ['src/api/system/menu.js getLazyMenuList', '/blade-system/menu/lazy-menu-list', 'array', { parentId: 0 }],
  ['src/views/system/menu.vue dicUrl', '/blade-system/menu/tree', 'array'],
  ['src/api/system/topmenu.js getList', '/blade-system/topmenu/list', 'page', { ...page, name: '', code: '' }],
  ['src/api/tool/code.js getList', '/blade-develop/code/list', 'page', page],
  ['ksxt src/api/resource/oss.js getList', '/blade-resource/oss/list', 'page', { ...page, ossCode: '', category: '' }],
]

describe.each([
  { who: 'an administrator of a hospital', client: admin, lists: ofAdministrators },
  { who: 'the platform', client: platform, lists: ofThePlatform },
])('lists of $who', ({ client, lists }) => {
  test.each(lists.map(([from, path, reads, params]) => ({ from, path, reads, params })))(
    '$from: $path is read as $reads',
    async ({ path, reads, params }) => {
      const data = await client.get<ForeignPage & ForeignRow[]>(path, params)
      const rows = reads === 'page' ? data.records : data
      expect(Array.isArray(rows)).toBe(true)
      if (reads === 'page') expect(data.total).toBeGreaterThanOrEqual(rows.length)
      // Ids are texts: numbers of the size would lose their last digits.
      for (const row of rows) expect([path, typeof row.id]).toEqual([path, 'string'])
    },
  )
})

test('the selects and trees of forms hold what they show', async () => {
  expect((await admin.get<ForeignRow[]>('/blade-system/tenant/select')).map(({ tenantId }) => tenantId)).toEqual([home.tenant])
  expect((await platform.get<ForeignRow[]>('/blade-system/tenant/select')).map(({ tenantId }) => tenantId)).toContain(home.tenant)
  const [dept] = await admin.get<ForeignRow[]>('/blade-system/dept/lazy-list', { parentId: 0 })
  expect(dept).toMatchObject({ deptName: expect.any(String), hasChildren: expect.any(Boolean) })
  const word = (await admin.get<ForeignRow[]>('/blade-system/dict/dictionary', { code: 'notice' }))[0]
  expect(word).toMatchObject({ dictKey: expect.any(String), dictValue: expect.any(String) })
  // ksxt src/views/resource/oss.vue, sms.vue and src/views/system/dept.vue dicUrl
  for (const [code, key] of [
    ['oss', '1'],
    ['sms', '9'],
    ['org_category', '1'],
  ]) {
    const words = await admin.get<ForeignRow[]>('/blade-system/dict/dictionary', { code })
    expect([code, words.find(({ dictKey }) => dictKey === key)]).toMatchObject([
      code,
      { id: expect.any(String), dictValue: expect.any(String) },
    ])
  }
  expect(await admin.get<ForeignRow[]>('/blade-system/dict/dictionary', { code: 'constructor' })).toEqual([])
})

test('what a role may be given, what it holds, and giving it (src/api/system/role.js grantTree, getRole, grant)', async () => {
  const [role] = (await admin.get<ForeignRow[]>('/blade-system/role/list', { ...page, roleAlias: 'keeper' })) as [ForeignRow]
  // The client reads three parts; the given document names one tree, which other clients get.
  const parts = await admin.get<Record<string, unknown[]>>('/blade-system/menu/grant-tree')
  expect([parts.menu!.length, parts.dataScope!.length, parts.apiScope!.length].every((many) => many > 0)).toBe(true)
  const held = () =>
    admin.get<Record<'menu' | 'dataScope' | 'apiScope', string[]>>('/blade-system/menu/role-tree-keys', { roleIds: role.id })
  const { menu, dataScope, apiScope } = await held()
  // Checked groups travel with what is in them; lists are texts with commas.
  const given = {
    roleIds: role.id,
    menuIds: [...menu, 'param.list', 'system'].join(),
    dataScopeIds: dataScope.join(),
    apiScopeIds: apiScope.join(),
  }
  await admin.post('/blade-system/role/grant', undefined, given)
  expect((await held()).menu).toContain('param.list')
})

test('what top menus show (src/api/system/topmenu.js grantTree, getTopTree, grant)', async () => {
  const { id } = await platform.post<ForeignRow>('/blade-system/topmenu/submit', undefined, {
    name: '系统',
    nameEn: 'System',
    source: 'setting',
    code: 'foreign',
    sort: 1,
  })
  const [first] = await platform.get<ForeignRow[]>('/blade-system/menu/grant-top-tree')
  await platform.post('/blade-system/topmenu/grant', undefined, { topMenuIds: id, menuIds: first!.id })
  expect(await platform.get('/blade-system/menu/top-tree-keys', { topMenuIds: id })).toEqual([first!.id])
  await platform.post('/blade-system/topmenu/remove', { ids: id })
})
