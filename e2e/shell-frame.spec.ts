import { expect, type Page } from '@playwright/test'
import { holdSession, signIn } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

const tabs = (page: Page) => page.locator('.eam-tabs').getByRole('tab')
const menu = (page: Page) => page.getByRole('navigation', { name: '菜单' })

interface Node {
  readonly code: string
  readonly name: string
  readonly path: string
  readonly icon?: string
  readonly meta?: { readonly roles?: readonly string[] }
  readonly children?: readonly Node[]
}

/** Answers the menu with these nodes in the place of those of the server. */
const menuOf = (page: Page, nodes: readonly Node[]) =>
  page.route('**/api/blade/menu/routes*', (route) =>
    route.fulfill({
      json: {
        code: 200,
        success: true,
        msg: '',
        data: nodes.map((node) => ({ id: node.code, icon: 'list', meta: {}, children: [], ...node })),
      },
    }),
  )

/** The addresses that the page has opened in windows of their own. */
const windows = async (page: Page): Promise<string[]> => page.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
const noteWindows = (page: Page) =>
  page.addInitScript(() => {
    const opened: string[] = []
    Object.assign(globalThis, { opened, open: (address: string) => void opened.push(address) })
  })

test('[SHELL-APP-2] [SHELL-THEME-1] the shell has its eight parts, and the themes their names', async ({ page }) => {
  await holdSession(page, 'admin')
  await page.addInitScript(() => localStorage.setItem('eam-debug', JSON.stringify({ dataType: 'boolean', content: true, datetime: 1 })))
  await page.goto('/')
  const bar = page.getByRole('banner')
  await expect(menu(page).getByText('首页')).toBeVisible()
  await expect(tabs(page).first()).toBeVisible()
  for (const name of ['锁屏', '外观', '错误日志', '语言']) await expect(bar.getByRole('button', { name })).toBeVisible()
  await page.getByRole('button', { name: '标签页操作' }).click()
  await expect(page.getByRole('menuitem', { name: '菜单搜索' })).toBeVisible()
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: '外观' }).click()
  const themes = page.getByRole('dialog').getByRole('radiogroup').getByRole('radio')
  await expect(themes.first()).toBeVisible()
  const names = new Set<string>()
  for (const theme of await themes.all()) {
    await theme.check({ force: true })
    names.add(await page.evaluate(() => document.body.className))
  }
  expect([...names].sort()).toEqual(
    ['bule', 'cool', 'd2', 'dark', 'default', 'hey', 'iview', 'lte', 'star', 'vip', 'white'].map((name) => `theme-${name}`),
  )
})

test('[SHELL-ROUTE-DYN-1] [SHELL-ROUTE-DYN-2] [SHELL-ROUTE-IFRAME] [SHELL-AUTH-8] the menu decides at run time what an address shows: pages of ours that are declared (deviation), and new ones from outside', async ({
  page,
}) => {
  await page.route('https://outside.test/**', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: '<p>院内网首页</p>' }),
  )
  await holdSession(page, 'manager')
  const asked = page.waitForResponse((response) => response.url().includes('/blade/menu/routes'))
  await page.goto('/')
  const told = await asked
  expect(new URL(told.url()).searchParams.get('serviceCode')).toBe('EAM')
  const [first] = ((await told.json()) as { data: Node[] }).data
  expect(first).toMatchObject({
    name: expect.any(String),
    path: expect.any(String),
    icon: expect.any(String),
    meta: {},
    children: expect.any(Array),
  })
  // A page that is declared, and not in this menu.
  await menuOf(page, [{ code: 'home', name: '首页', path: '/wel/dashboard' }])
  await page.goto('/eam/device')
  await expect(page).toHaveURL(/\/403$/)
  await page.goto('/myiframe/intranet')
  await expect(page.getByText('菜单中没有这个外部页面')).toBeVisible()
  await page.unroute('**/api/blade/menu/routes*')
  await menuOf(page, [
    { code: 'home', name: '首页', path: '/wel/dashboard' },
    { code: 'device', name: '全部设备', path: '/eam/device' },
    { code: 'intranet', name: '院内网', path: '/myiframe/intranet?src=https%3A%2F%2Foutside.test%2F' },
  ])
  await page.goto('/eam/device')
  await expect(tabs(page)).toHaveText(['首页', '外部页面', '全部设备'])
  await menu(page).getByText('院内网').click()
  await expect(page).toHaveURL(/\/myiframe\/intranet/)
  await expect(page.frameLocator('iframe.eam-embed').getByText('院内网首页')).toBeVisible()
})

test('[SHELL-TAB-2] [SHELL-TAB-3] [SHELL-SIDE-1] [SHELL-SIDE-2] [SHELL-SIDE-3] [SHELL-SIDE-4] items of the menu lead into windows of their own, to another path, or are not for this role', async ({
  page,
}) => {
  await noteWindows(page)
  await holdSession(page, 'manager')
  await menuOf(page, [
    { code: 'home', name: '首页', path: '/wel/dashboard' },
    { code: 'outside', name: '外部系统', path: 'https://outside.test/?t=$tenantId$&from=$location$' },
    { code: 'apart', name: '单独打开', path: '/eam/deviceparts?target=_blank' },
    { code: 'parts', name: '设备配件', path: '/eam/deviceparts' },
    { code: 'device', name: '设备卡', path: '/eam/device' },
    { code: 'theirs', name: '审计专用', path: '/eam/location', meta: { roles: ['auditor'] } },
    { code: 'ours', name: '科长专用', path: '/eam/depts', meta: { roles: ['auditor', 'equipment_manager'] } },
  ])
  await page.goto('/')
  await expect(menu(page).getByText('科长专用')).toBeVisible()
  await expect(menu(page).getByText('审计专用')).toHaveCount(0)
  await menu(page).getByText('外部系统').click()
  await menu(page).getByText('单独打开').click()
  const opened = await windows(page)
  const outside = new URL(opened[0]!)
  expect([outside.origin, outside.searchParams.get('t')]).toEqual(['https://outside.test', '100001'])
  expect(outside.searchParams.get('from')).toBe(page.url())
  expect(opened[1]).toBe('/eam/deviceparts')
  await expect(tabs(page)).toHaveText(['首页'])
  await page.goto('/eam/deviceparts?src=%2Feam%2Fdevice')
  await expect(page).toHaveURL(/\/eam\/device$/)
  await expect(tabs(page)).toHaveText(['首页', '设备卡'])
})

test('[SHELL-SIDE-6] a person without a menu reads a tip', async ({ page }) => {
  await holdSession(page, 'manager')
  await menuOf(page, [])
  await page.goto('/')
  await expect(menu(page).getByText('暂无可用菜单，请联系管理员为您的角色授权')).toBeVisible()
})

test('[SHELL-ROUTE-LOCK-1] the lock page lies where the site says; [SHELL-ROUTE-SUPPLIER-1] [SHELL-ROUTE-SUPPLIER-2] the area of suppliers has its two addresses', async ({
  page,
}) => {
  await signIn(page, 'manager')
  for (const path of ['/supplier', '/supplier/index']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/eam\/supplier$/)
    await expect(tabs(page).filter({ hasText: '供应商' })).toBeVisible()
  }
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('content="/lock"', 'content="/guarded"') })
  })
  await page.goto('/guarded')
  // Nothing is locked, so the page leads on; the former path is no page any more.
  await expect(page).toHaveURL(/\/wel\/dashboard$/)
  await page.goto('/lock')
  await expect(page).toHaveURL(/\/404$/)
  await page.getByRole('button', { name: '锁屏' }).click()
  await page.getByRole('dialog').getByLabel('锁屏密码').fill('desk-1')
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(/\/guarded$/)
})
