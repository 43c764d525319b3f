import { expect, test } from 'vitest'
import { addNewMenus } from '#server/db/first/new-menus.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, click, field, openDesk, pick, rows, shownText, type, until } from '#tests/harness/desk.tsx'
import { choose, dialog, found, menuItems, noDialog, openMenu, parametersOf, rowWith, sent } from '#tests/harness/desk-acts.ts'

const app = await appForFile()
await addNewMenus(app.pool)
const platform = () => app.signIn('000000', 'admin', 'admin')
const admin = () => app.signIn('100001', 'admin', 'ward2026')
const main = () => byRole('main')
const input = (label: string): Promise<HTMLElement> => until(() => dialog() && field(label, dialog()!), `the input ${label}`)
const fill = async (label: string, text: string) => type(await input(label), text)
const save = () => click(byRole('button', '保存', dialog())!)
const confirm = () => found('button', /确\s*定/, dialog).then(click)
const actsOf = (row: HTMLElement) => byRole('button', /操作/, row)!
const treeTitle = (text: string): Promise<HTMLElement> =>
  until(
    () => [...document.querySelectorAll<HTMLElement>('.ant-select-tree-title')].find((one) => one.textContent === text),
    `the item ${text}`,
  )
/** Ticks items in the tree that opens below a field of a form. */
const tick = async (label: string, items: readonly string[]): Promise<void> => {
  const one = await until(
    () => [...dialog()!.querySelectorAll<HTMLElement>('[role="combobox"]')].find((each) => each === field(label, dialog()!)),
    `the tree ${label}`,
  )
  for (const kind of ['mousedown', 'click']) one.closest('.ant-select')!.dispatchEvent(new MouseEvent(kind, { bubbles: true }))
  await until(() => document.querySelector('.ant-select-tree-title'), 'the tree')
  for (const item of items) {
    type(one, item)
    click(await treeTitle(item))
  }
}

test('[SHELL-TPKG-1] [SHELL-TPKG-2] [SHELL-TPKG-3] [SHELL-TPKG-4] [SHELL-TPKG-5] [SHELL-TPKG-6] [SHELL-VAL-TPKG-1] [SHELL-VAL-TPKG-2] a package is added in a form of 600 pixels with a tree of the menu, changed and removed', async () => {
  const client = await platform()
  const { records } = (await client.get<Page<Row>>('/blade-system/menu/list', { size: '2' })).data
  await client.post('/blade-system/tenant-package/submit', { packageName: '基础版', menuId: records.map(({ id }) => id), remark: '两项' })
  const desk = await openDesk(app, client, '/system/tenant-package')
  await rowWith('基础版')
  for (const name of ['产品包名', '菜单列表', '备注']) await found('columnheader', name, main)
  click(await found('button', '新增', main))
  await input('产品包名')
  expect(document.querySelector<HTMLElement>('.ant-drawer-content-wrapper')!.style.width).toBe('600px')
  save()
  const errors = () => [...dialog()!.querySelectorAll('.ant-form-item-explain-error')].map((one) => one.textContent)
  await until(() => errors().length === 2, 'what is missing')
  expect(errors()).toEqual(['请输入产品包名称', '请选择菜单'])
  await fill('产品包名', '巡检版')
  await tick('菜单列表', ['盘点任务'])
  await fill('备注', '只有盘点')
  const body = (await sent(desk, save, '/blade-system/tenant-package/submit', 'POST')).body as { menuId: string[] }
  expect(Object.keys(body).sort()).toEqual(['menuId', 'packageName', 'remark'])
  // The page and the group above it.
  expect(body.menuId).toHaveLength(2)
  expect((await rowWith('巡检版')).textContent).toContain('盘点任务')
  await noDialog()
  await openMenu(actsOf(await rowWith('巡检版')))
  await until(() => menuItems()[0]?.textContent === '修改', 'its acts')
  expect(menuItems().map((act) => act.textContent)).toEqual(['修改', '删除'])
  click(menuItems()[0]!)
  const name = (await input('产品包名')) as HTMLInputElement
  await until(() => name.value === '巡检版', 'the name')
  await fill('备注', '巡检专用')
  save()
  await rowWith('巡检专用')
  await noDialog()
  await choose(actsOf(await rowWith('巡检版')), '删除')
  await confirm()
  await until(() => rows().length > 0 && rows().every((row) => !row.textContent?.includes('巡检版')), 'the other packages alone')
})

test('[SHELL-PERM-4] chosen top menus are granted items of the menu', async () => {
  const client = await platform()
  const { id } = (await client.post('/blade-system/topmenu/submit', { name: '库房系统', nameEn: 'Stores', code: 'stores' })).data
  const desk = await openDesk(app, client, '/system/top-menu')
  click(byRole('checkbox', undefined, await rowWith('库房系统'))!)
  click(await found('button', '顶部菜单授权', main))
  await until(dialog, 'the dialog')
  await tick('菜单', ['系统管理'])
  const body = (await sent(desk, confirm, '/blade-system/topmenu/grant', 'POST')).body as { topMenuIds: string[]; menuIds: string[] }
  expect(body.topMenuIds).toEqual([id])
  const tree = (await client.get<{ id: string; name: string }[]>('/blade-system/menu/grant-top-tree')).data
  expect(body.menuIds).toContain(tree.find(({ name }) => name === '系统管理')!.id)
  await noDialog()
})

test('[SHELL-USER-2] [SHELL-USERADM-2] a person is stopped by a switch, and another program’s name for them is changed', async () => {
  const desk = await openDesk(app, await admin(), '/system/user?keyword=engineer')
  await until(() => rows().length > 0, 'people')
  const isActive = () => byRole('switch', undefined, rows()[0])!
  const isOn = () => isActive().getAttribute('aria-checked') === 'true'
  expect(isOn()).toBe(true)
  const setting = '/osm/user/update-user-active'
  const stopping = async () => {
    click(isActive())
    await confirm()
  }
  const stopped = (await sent(desk, stopping, setting, 'POST')).body as { userId: string; isActive: number }
  expect(stopped).toEqual({ userId: expect.stringMatching(/^[0-9a-f-]{36}$/), isActive: 0 })
  await until(() => !isOn(), 'the switch off')
  await noDialog()
  await until(() => !isActive().matches(':disabled'), 'the switch ready again')
  expect((await sent(desk, () => click(isActive()), setting, 'POST')).body).toEqual({ ...stopped, isActive: 1 })
  await until(() => isOn() && !isActive().matches(':disabled'), 'the switch on')
  click(byRoleAll('cell', undefined, rows()[0])[2]!)
  click(await desk.find('button', '用户平台信息'))
  const asked = await until(() => byRoleAll('dialog').find((one) => field('拓展信息', one)), 'the dialog of the platform')
  type(field('拓展信息', asked)!, '{"openId":"o1"}')
  const change = () => click(byRoleAll('button', /确\s*定/, asked).at(-1)!)
  expect((await sent(desk, change, '/blade-user/update-platform', 'POST')).body).toEqual({
    userId: stopped.userId,
    userType: '1',
    userExt: '{"openId":"o1"}',
  })
})

test('[SHELL-PERM-9] a department names its heads', async () => {
  const desk = await openDesk(app, await admin(), '/system/dept')
  await until(() => rows().length > 0, 'departments')
  const looking = await sent(desk, () => click(rows()[0]!), '/blade-user/dept-admin?')
  expect([...parametersOf(looking).keys()]).toEqual(['deptId'])
  await found('region', '科室负责人', dialog)
})

test('[SHELL-DICT-3] the form of a value offers its places from the tree of dictionaries, and moves it there', async () => {
  const client = await admin()
  const put = async (more: object) =>
    (await client.post('/blade-system/dict-biz/submit', { sort: 1, isSealed: 0, code: 'walk_places', ...more })).data.id
  const head = await put({ dictValue: '楼宇' })
  const floor = await put({ parentId: head, dictKey: 'floor', dictValue: '一楼' })
  const room = await put({ parentId: head, dictKey: 'room', dictValue: '机房' })
  const desk = await openDesk(app, client, '/system/dictbiz')
  type(await until(() => main() && field('字典名称', main()!), 'the search'), '楼宇')
  click(await until(() => byRoleAll('cell', /楼宇/, main())[0], 'the dictionary'))
  const row = await until(() => byRoleAll('row', /机房/, main())[0], 'its value')
  await sent(desk, () => click(byRole('button', '修改', row)!), '/blade-system/dict-biz/tree?code=DICT')
  const places = await input('上级字典')
  for (const kind of ['mousedown', 'click']) places.closest('.ant-select')!.dispatchEvent(new MouseEvent(kind, { bubbles: true }))
  click(await treeTitle('一楼'))
  const moved = await sent(desk, confirm, '/blade-system/dict-biz/submit', 'POST')
  expect(moved.body).toMatchObject({ id: room, parentId: floor })
  await noDialog()
})

for (const [path, base, client] of [
  ['/system/dict', 'dict', platform],
  ['/system/dictbiz', 'dict-biz', admin],
] as const)
  test(`[SHELL-DICT-4] dictionaries of ${base} are worked with by the calls of all, and sealed by 1`, async () => {
    const desk = await openDesk(app, await client(), path)
    click(await found('button', '新增字典', main))
    await fill('字典编号', `walk_${base.replace('-', '_')}`)
    await fill('字典名称', '一遍')
    await confirm()
    await noDialog()
    const word = await until(() => main() && field('字典名称', main()!), 'the search')
    await sent(
      desk,
      () => type(word, '一遍'),
      (request) => parametersOf(request).get('dictValue') === '一遍',
    )
    const row = () => byRoleAll('row', /一遍/, main())[0]
    click(byRoleAll('cell', /一遍/, await until(row, 'the dictionary'))[0]!)
    await until(() => shownText(main()).includes('“一遍”的字典值'), 'its values')
    const sealing = await sent(desk, () => click(byRole('button', '封存', row())!), `/blade-system/${base}/submit`, 'POST')
    expect(sealing.body).toMatchObject({ isSealed: 1 })
    click(await found('button', '删除', row))
    await confirm()
    await until(() => main() && !row(), 'no dictionary')
    const calls = desk.requests.flatMap((request) =>
      request.path.startsWith(`/blade-system/${base}/`) ? [`${request.method} ${request.path.split('?')[0]!.split('/').at(-1)}`] : [],
    )
    expect([...new Set(calls)].sort()).toEqual(['GET child-list', 'GET parent-list', 'POST remove', 'POST submit'])
  })

const shownFields = async (shown: readonly string[], hidden: readonly string[]): Promise<void> => {
  for (const label of shown) await input(label)
  for (const label of hidden) await until(() => !field(label, dialog()!), `no input ${label}`)
}
const typed = async (label: string): Promise<string> => ((await input(label)) as HTMLInputElement).value
const kind = (option: string) => pick('身份源类型', option, dialog())
const submitProvider = '/blade-system/identity-provider/submit'

test('the form of an identity provider asks what its kind needs, and what was typed is there again with the kind', async () => {
  const desk = await openDesk(app, await admin(), '/system/identity-provider')
  click(await found('button', '新增', main))
  await fill('身份源编号', 'kinds')
  await fill('身份源名称', '各类身份源')
  // Before a kind is chosen only what all kinds have is asked.
  await shownFields(['身份源类型'], ['签发者地址', '企业编号（CorpId）', '目录地址'])
  await kind('OpenID Connect')
  await shownFields(['签发者地址', '客户端编号'], ['企业编号（CorpId）', '钉钉应用标识（Client ID）', '目录地址'])
  await fill('签发者地址', 'https://sso.example.org/realms/kept')
  await kind('企业微信')
  await shownFields(['企业编号（CorpId）', '应用编号（AgentId）'], ['签发者地址', '钉钉应用标识（Client ID）', '目录地址'])
  await kind('钉钉')
  await shownFields(['企业编号（CorpId）', '钉钉应用标识（Client ID）'], ['签发者地址', '目录地址'])
  await fill('钉钉应用标识（Client ID）', 'not what its pattern says!')
  await kind('LDAP / AD 目录')
  await shownFields(['目录地址', '查找起点'], ['签发者地址', '企业编号（CorpId）'])
  await kind('OpenID Connect')
  expect(await typed('签发者地址')).toBe('https://sso.example.org/realms/kept')
  await pick('首次登录匹配', '按账号', dialog())
  // What another kind was told neither keeps the form from being saved nor is sent.
  const { body } = await sent(desk, save, submitProvider, 'POST')
  expect(body).toMatchObject({ kind: 'oidc', issuer: 'https://sso.example.org/realms/kept' })
  expect(body).not.toHaveProperty('appKey')
  await rowWith('各类身份源')
})

test('what a stored provider holds of another kind can be emptied, and typed values count again with their kind', async () => {
  const client = await admin()
  const issuer = 'https://sso.example.org/realms/stored'
  const draft = { providerCode: 'stored', providerName: '已存身份源', kind: 'oidc', matchBy: 'account', issuer, clientId: 'ward' }
  await client.post(submitProvider, draft)
  const desk = await openDesk(app, client, '/system/identity-provider')
  await choose(actsOf(await rowWith('已存身份源')), '修改')
  await fill('授权范围', 'openid profile')
  const canSave = () => !(byRole('button', '保存', dialog()) as HTMLButtonElement).disabled
  await until(canSave, 'what can be saved')
  await kind('企业微信')
  // Stored values stay in sight, typed ones wait for their kind.
  await shownFields(['签发者地址'], ['授权范围'])
  expect(await typed('签发者地址')).toBe(issuer)
  await kind('OpenID Connect')
  expect(await typed('授权范围')).toBe('openid profile')
  await until(canSave, 'what can be saved')
  await kind('企业微信')
  await fill('企业编号（CorpId）', 'ww1234567890abcdef')
  await fill('应用编号（AgentId）', '1000002')
  await fill('签发者地址', '')
  await fill('客户端编号', '')
  const { body } = await sent(desk, save, submitProvider, 'POST')
  expect(body).toMatchObject({ kind: 'wecom', issuer: null, clientId: null })
  await noDialog()
})
