import { afterEach, expect, test, vi } from 'vitest'
import { addNewMenus } from '#server/db/first/new-menus.ts'
import { inSideBar, leaves, type MenuNode, searched } from '#src/app/desk/menu.ts'
import { sideEntries } from '#src/app/desk/nav/side-entries.ts'
import { keep } from '#src/data/stored.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import {
  byRole,
  byRoleAll,
  byText,
  click,
  dialog,
  field,
  type OpenDesk,
  openDesk,
  press,
  rows,
  shownText,
  tabNames,
  type,
  until,
} from '#tests/harness/desk.tsx'

const app = await appForFile()
const as = (account: string) => app.signIn('100001', account, 'ward2026')
const menu = () => byRole('navigation', '菜单')
const inMenu = (name: string) => until(() => byText(name, menu()!), `${name} in the menu`)
const tabsAre = (...names: string[]) => until(() => tabNames().join() === names.join(), `the tabs ${names}`)

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

interface Node {
  readonly code: string
  readonly name: string
  readonly path: string
  readonly meta?: { readonly roles?: readonly string[] }
}
/** Answers the menu with these nodes in the place of those of the server. */
const menuOf = (desk: OpenDesk, nodes: readonly Node[]): void => {
  const data = nodes.map((node) => ({ id: node.code, icon: 'list', meta: {}, children: [], ...node }))
  desk.answer(({ path }) =>
    path.startsWith('/blade/menu/routes') ? Response.json({ code: 200, success: true, msg: '', data }) : undefined,
  )
}

test('[SHELL-APP-1] [ASSET-PERM-1] [SHELL-ROUTE-404] [SHELL-ROUTE-403] [SHELL-ROUTE-UNKNOWN] each role has its own menu and no page beyond it', async () => {
  const boss = await openDesk(app, await as('admin'), '/')
  await until(menu, 'the menu')
  await inMenu('角色')
  boss.load('/nothing/here')
  await boss.at('/404')
  await boss.see('此页面不存在，地址可能已更改')
  click(await boss.find('button', '返回首页'))
  await boss.at('/wel/dashboard')
  const engineer = await openDesk(app, await as('engineer'), '/')
  await until(menu, 'the menu')
  click(await inMenu('更多功能'))
  await inMenu('设备管理')
  click(await inMenu('系统管理'))
  await inMenu('科室')
  expect(byText('角色', menu()!)).toBeUndefined()
  click(await inMenu('科室'))
  await tabsAre('首页', '科室')
  engineer.load('/system/role')
  await engineer.at('/403')
  await engineer.see('您没有权限访问此页面')
})

test('[SHELL-ROUTE-ROOT] [SHELL-ROUTE-HOME-2] [SHELL-ROUTE-INFO] [SHELL-ROUTE-500] [SHELL-TOP-10] [SHELL-SIDE-8] [SHELL-GREET-1] [SHELL-GREET-6] [SERVICE-ROUTE-7] addresses lead to their pages, the first with a greeting by the hour', async () => {
  const client = await as('manager')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T08:59:59+08:00') })
  const desk = await openDesk(app, client, '/')
  await desk.at(/^\/wel\//)
  // The first page stands inside the layout.
  await until(menu, 'the menu')
  await tabsAre('首页')
  await until(() => document.querySelector('.eam-logo')?.textContent === '江城市第一人民医院', 'the name of the hospital')
  const greeting = () => byRole('heading', /，陈科长$/, byRole('main'))?.textContent
  await until(() => greeting() === '早上好，陈科长', 'the greeting of the morning')
  vi.setSystemTime(new Date('2026-03-02T22:00:00+08:00'))
  desk.load('/wel/index')
  await until(() => greeting() === '夜深了，注意休息，陈科长', 'the greeting of the night')
  expect(location.pathname).toBe('/wel/dashboard')
  vi.useRealTimers()
  click(await desk.find('button', /打开个人菜单/))
  click(await desk.find('menuitem', '个人信息'))
  await desk.at('/info/index')
  await until(() => byRole('main')!.textContent?.includes('manager'), 'the account')
  for (const code of ['500', '403', '404']) {
    desk.load(`/${code}`)
    await until(() => byRole('heading', code, byRole('main')), `the heading ${code}`)
    expect(menu()).toBeDefined()
  }
})

test('[SHELL-APP-2] [SHELL-THEME-1] the shell has its eight parts, and the themes their names', async () => {
  const desk = await openDesk(app, await as('admin'), '/')
  keep('debug', true)
  desk.reload()
  const bar = await desk.find('banner')
  await until(menu, 'the menu')
  await inMenu('首页')
  await tabsAre('首页')
  for (const name of ['锁屏', '外观', '错误日志', '语言']) await desk.find('button', name, bar)
  click(await desk.find('button', '标签页操作'))
  await desk.find('menuitem', '菜单搜索')
  click(byRole('button', '外观', bar)!)
  const look = await until(() => dialog('外观'), 'the look')
  const themes = byRoleAll('radio', undefined, byRole('radiogroup', undefined, look)!)
  const names = new Set<string>()
  for (const theme of themes) {
    click(theme)
    await until(() => (theme as HTMLInputElement).checked, 'the chosen theme')
    names.add(document.body.className)
  }
  expect([...names].sort()).toEqual(
    ['bule', 'cool', 'd2', 'dark', 'default', 'hey', 'iview', 'lte', 'star', 'vip', 'white'].map((name) => `theme-${name}`),
  )
})

test('[SHELL-ROUTE-DYN-1] [SHELL-ROUTE-DYN-2] [SHELL-ROUTE-IFRAME] [SHELL-AUTH-8] the menu decides at run time what an address shows: pages of ours that are declared (deviation), and new ones from outside', async () => {
  const client = await as('manager')
  const desk = await openDesk(app, client, '/')
  const { path } = await desk.asked(/^\/blade\/menu\/routes/)
  expect(new URLSearchParams(path.split('?')[1]).get('serviceCode')).toBe('EAM')
  const [first] = (await client.get<object[]>(path)).data
  expect(first).toMatchObject({
    name: expect.any(String),
    path: expect.any(String),
    icon: expect.any(String),
    meta: {},
    children: expect.any(Array),
  })
  // A page that is declared, and not in this menu.
  menuOf(desk, [{ code: 'home', name: '首页', path: '/wel/dashboard' }])
  desk.load('/eam/device')
  await desk.at('/403')
  desk.load('/myiframe/intranet')
  await desk.see('菜单中没有这个外部页面')
  menuOf(desk, [
    { code: 'home', name: '首页', path: '/wel/dashboard' },
    { code: 'device', name: '全部设备', path: '/eam/device' },
    { code: 'intranet', name: '院内网', path: '/myiframe/intranet?src=https%3A%2F%2Foutside.test%2F' },
  ])
  desk.load('/eam/device')
  await tabsAre('首页', '外部页面', '全部设备')
  click(await inMenu('院内网'))
  await desk.at(/^\/myiframe\/intranet/)
  const frame = await until(() => document.querySelector<HTMLIFrameElement>('iframe.eam-embed'), 'the page from outside')
  expect(frame.src).toBe('https://outside.test/')
})

test('[SHELL-TAB-2] [SHELL-TAB-3] [SHELL-SIDE-1] [SHELL-SIDE-2] [SHELL-SIDE-3] [SHELL-SIDE-4] items of the menu lead into windows of their own, to another path, or are not for this role', async () => {
  const open = vi.spyOn(globalThis, 'open').mockReturnValue(null)
  const desk = await openDesk(app, await as('manager'), '/')
  menuOf(desk, [
    { code: 'home', name: '首页', path: '/wel/dashboard' },
    { code: 'outside', name: '外部系统', path: 'https://outside.test/?t=$tenantId$&from=$location$' },
    { code: 'apart', name: '单独打开', path: '/eam/deviceparts?target=_blank' },
    { code: 'parts', name: '设备配件', path: '/eam/deviceparts' },
    { code: 'device', name: '设备卡', path: '/eam/device' },
    { code: 'theirs', name: '审计专用', path: '/eam/location', meta: { roles: ['auditor'] } },
    { code: 'ours', name: '科长专用', path: '/eam/depts', meta: { roles: ['auditor', 'equipment_manager'] } },
  ])
  desk.load('/')
  await until(menu, 'the menu')
  await inMenu('科长专用')
  expect(byText('审计专用', menu()!)).toBeUndefined()
  click(await inMenu('外部系统'))
  click(await inMenu('单独打开'))
  const opened = open.mock.calls.map(([address]) => String(address))
  const outside = new URL(opened[0]!)
  expect([outside.origin, outside.searchParams.get('t')]).toEqual(['https://outside.test', '100001'])
  expect(outside.searchParams.get('from')).toBe(location.href)
  expect(opened.slice(1)).toEqual(['/eam/deviceparts'])
  await tabsAre('首页')
  desk.load('/eam/deviceparts?src=%2Feam%2Fdevice')
  await desk.at('/eam/device')
  await tabsAre('首页', '设备卡')
})

test('[SHELL-SIDE-6] a person without a menu reads a tip', async () => {
  const desk = await openDesk(app, await as('manager'), '/')
  menuOf(desk, [])
  desk.load('/')
  await until(() => byText('暂无可用菜单，请联系管理员为您的角色授权', menu()!), 'the tip')
})

test('[SHELL-ROUTE-SUPPLIER-1] [SHELL-ROUTE-SUPPLIER-2] the area of suppliers has its two addresses', async () => {
  const desk = await openDesk(app, await as('manager'), '/')
  for (const path of ['/supplier', '/supplier/index']) {
    desk.load(path)
    await desk.at('/eam/supplier')
    await tabsAre('首页', '供应商')
  }
})

test('[SHELL-SIDE-7] isViewMenu=false shows the page without menus', async () => {
  const desk = await openDesk(app, await as('manager'), '/eam/device?isViewMenu=false')
  const frame = () => [byRole('banner'), menu(), document.querySelector('.eam-sider')]
  await until(() => rows().length > 0, 'cards')
  for (const part of frame()) expect(part ?? undefined).toBeUndefined()
  desk.load('/eam/device?isViewMenu=true')
  await until(() => rows().length > 0, 'cards')
  for (const part of frame()) expect(part ?? undefined).toBeDefined()
})

test('[SHELL-SEARCH-1] [SHELL-SEARCH-5] [SHELL-SEARCH-6] Ctrl+K searches the menu from the keyboard alone', async () => {
  const desk = await openDesk(app, await as('manager'), '/')
  await until(menu, 'the menu')
  await inMenu('设备卡')
  press('k', document.body, { ctrlKey: true })
  await until(() => dialog('菜单搜索'), 'the search')
  press('Escape')
  await until(() => !dialog(), 'no search')
  press('k', document.body, { ctrlKey: true })
  const box = await desk.find('combobox', /菜单搜索/)
  await until(() => document.activeElement === box, 'the focus in the search')
  type(document.activeElement!, '盘点')
  const pages = await desk.find('group', '菜单搜索')
  const names = () => byRoleAll('option', undefined, pages).map((option) => option.textContent)
  await until(() => names().length > 0, 'pages')
  expect(names()).toEqual(['盘点看板', '盘点任务', '盘点复核', '盘点记录'])
  const isActive = (name: string) =>
    until(() => byRole('option', name, pages)?.getAttribute('aria-selected') === 'true', `${name} as the active one`)
  for (const name of ['盘点任务', '盘点复核']) {
    press('ArrowDown')
    await isActive(name)
  }
  press('Enter')
  await desk.at('/eam/check-review')
})

test('a default role sees at most 14 entries by task, and every other page below, by search or in a record', async () => {
  const ways = { admin: 'administrator', manager: 'equipment_manager', engineer: 'engineer', keeper: 'keeper', head: 'head' }
  const rest = { warehouse: 'warehouse_keeper', provider: 'provider_engineer', auditor: 'auditor' }
  for (const [account, role] of Object.entries({ ...ways, ...rest })) {
    const client = await as(account)
    const { data } = await client.get<MenuNode[]>('/blade/menu/routes')
    const entries = sideEntries(inSideBar(data), role)!
    const shown = [...entries.first, ...entries.groups.flatMap(({ pages }) => pages)]
    const found = [...shown, ...leaves(entries.more), ...leaves(data).filter((page) => page.meta?.isSearchOnly)]
    expect([role, found.map(({ code }) => code).sort()]).toEqual([
      role,
      leaves(data)
        .map(({ code }) => code)
        .sort(),
    ])
    expect([role, searched(data, '').length]).toEqual([role, found.length])
    await openDesk(app, client, '/')
    await until(() => byText('更多功能', menu()!), `the menu of ${role}`)
    const names = byRoleAll('menuitem', undefined, menu()!).map((item) => item.textContent)
    expect([role, names]).toEqual([role, [...shown.map(({ name }) => name), '更多功能']])
    expect(names.length).toBeGreaterThan(2)
    expect(names.length).toBeLessThanOrEqual(14)
  }
  expect(sideEntries([], 'of_this_hospital')).toBeUndefined()
})

test('the whole menu replaces tasks and top menus for a person who chooses it, after a reload too; others keep theirs', async () => {
  await addNewMenus(app.pool)
  const desk = await openDesk(app, await as('manager'), '/')
  const switchTo = async (name: string) => {
    click(await desk.find('button', '外观'))
    const look = await until(() => dialog('外观'), 'the look')
    click(byText(name, byRole('radiogroup', '导航方式', look)!)!)
  }
  await inMenu('更多功能')
  await desk.find('radiogroup', '顶部菜单')
  await switchTo('完整菜单')
  const isWhole = () => byText('设备管理', menu()!) && !byText('更多功能', menu()!) && !byRole('radiogroup', '顶部菜单')
  await until(isWhole, 'the whole menu')
  desk.reload()
  await until(() => menu() && isWhole(), 'the whole menu after a reload')
  const head = await openDesk(app, await as('admin'), '/')
  await inMenu('更多功能')
  await head.find('radiogroup', '顶部菜单')
})

test('rows that live in a record are no entry of the side bar: the search and the record lead to them', async () => {
  const admin = await as('admin')
  const add = async (path: string, draft: object): Promise<string> => (await admin.post<{ id: string }>(path, draft)).data.id
  const deviceId = await add('/eam/device/submit', { deviceName: '侧栏呼吸机' })
  const part = await add('/eam/deviceparts/submit', { deviceId, partName: '侧栏滤芯', quantity: 3 })
  const desk = await openDesk(app, admin, `/eam/deviceparts?open=${part}`)
  await desk.find('region', '配件预留')
  await until(menu, 'the menu')
  click(await inMenu('库房管理'))
  await inMenu('入库单')
  expect(byText('配件预留', menu()!)).toBeUndefined()
  press('k', document.body, { ctrlKey: true })
  type(await desk.find('combobox', /菜单搜索/), '配件预留')
  await desk.find('option', '配件预留')
  desk.load('/eam/part-reservation')
  await tabsAre('首页', '设备配件', '配件预留')
})

test('a jump stays within this site, and the address bar cannot put another program’s page here', async () => {
  const desk = await openDesk(app, await as('manager'), '/jumppage?to=/eam/deviceparts')
  await desk.at('/eam/deviceparts')
  for (const to of ['https://other.invalid/', '//other.invalid', '/\\other.invalid', 'javascript:alert(1)']) {
    desk.load(`/jumppage?to=${encodeURIComponent(to)}`)
    await desk.see('这个地址不属于本系统')
    expect(location.pathname).toBe('/jumppage')
  }
  desk.load('/jumppage?tenantId=100002&to=/eam/device')
  await desk.see('您不属于该机构，无法跳转')
  desk.load(`/myiframe/x?src=${encodeURIComponent('https://other.invalid/')}`)
  await desk.see('菜单中没有这个外部页面')
  expect(document.querySelector('iframe')).toBeNull()
})

test('[ASSET-LIST-3] [ASSET-API-1] [ASSET-SCR-INV] [SHELL-ERR-4] refresh asks again, every call lies under /api, a refusal shows its own message, above the form that it is about (deviation)', async () => {
  const desk = await openDesk(app, await as('manager'), '/eam/check')
  const asked: string[] = []
  const { fetch } = globalThis
  globalThis.fetch = (input, init) => {
    asked.push(String(input))
    return fetch(input, init)
  }
  await until(() => rows().length > 0, 'checks')
  desk.load('/eam/device')
  await until(() => rows().length > 0, 'cards')
  const { length } = desk.requests
  click(await desk.find('button', '刷新'))
  await desk.asked(/^\/eam\/device\/list\?/, length)
  desk.answer(({ path }) =>
    path === '/eam/device/submit' ? Response.json({ code: 400, success: false, msg: '今天不收新卡', data: null }) : undefined,
  )
  click(byRole('button', '新增', document.querySelector('.eam-toolbar')!)!)
  const form = await until(() => dialog(), 'the form')
  type(await until(() => field('设备名称', form), 'its fields'), '不收的泵')
  click(byRole('button', '保存', form)!)
  await desk.find('alert', /今天不收新卡/, form)
  expect(rows().filter((row) => row.textContent?.includes('不收的泵'))).toEqual([])
  expect(shownText()).not.toContain('保存成功')
  expect(asked.length).toBeGreaterThan(5)
  expect(asked.filter((address) => !address.startsWith('/api/'))).toEqual([])
})
