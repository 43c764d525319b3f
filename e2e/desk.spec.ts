import { expect } from '@playwright/test'
import { escapeUntil, holdSession, openList, rows, signIn, signOut } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

const tabs = (page: import('@playwright/test').Page) => page.locator('.eam-tabs').getByRole('tab')

test('[SHELL-APP-1] [ASSET-PERM-1] [SHELL-ROUTE-404] [SHELL-ROUTE-403] [SHELL-ROUTE-UNKNOWN] each role has its own menu and no page beyond it', async ({
  page,
}) => {
  await signIn(page, 'admin')
  const menu = page.getByRole('navigation', { name: '菜单' })
  await menu.getByText('系统管理').click()
  await expect(menu.getByText('角色', { exact: true })).toBeVisible()
  await page.goto('/nothing/here')
  await expect(page).toHaveURL(/\/404$/)
  await expect(page.getByText('此页面不存在，地址可能已更改')).toBeVisible()
  await page.getByRole('button', { name: '返回首页' }).click()
  await signOut(page)
  await signIn(page, 'engineer', '/login')
  await expect(menu.getByText('设备管理')).toBeVisible()
  await menu.getByText('系统管理').click()
  await expect(menu.getByText('科室', { exact: true })).toBeVisible()
  await expect(menu.getByText('角色')).toHaveCount(0)
  await menu.getByText('科室', { exact: true }).click()
  await expect(tabs(page)).toHaveText(['首页', '科室'])
  await page.goto('/system/role')
  await expect(page).toHaveURL(/\/403$/)
  await expect(page.getByText('您没有权限访问此页面')).toBeVisible()
})

test('[SHELL-ROUTE-HOME-1] [SHELL-TAB-1] [SHELL-TAB-11] [SHELL-TAB-5] [SHELL-TAB-6] [SHELL-TAB-7] [SHELL-TAB-8] [SHELL-VAL-CACHE] [SHELL-TAB-10] [SHELL-TAB-12] [SHELL-TAB-13] [SHELL-MSG-5] pages open as tabs that stay alive', async ({
  page,
}) => {
  await signIn(page, 'manager')
  const homeAlone = async () => {
    await expect(tabs(page)).toHaveText(['首页'])
    await expect(tabs(page).locator('.eam-tab-close')).toHaveCount(0)
    await tabs(page).press('Delete')
    await expect(tabs(page)).toHaveText(['首页'])
  }
  await homeAlone()
  await openList(page, '/eam/device')
  await expect(page).toHaveTitle('设备卡')
  const search = page.getByPlaceholder('名称|规格型号|厂家|RFID|国资编码')
  await search.fill('呼吸机')
  await expect(page).toHaveURL(/keyword=/)
  await page.getByRole('navigation', { name: '菜单' }).getByText('设备配件').click()
  await expect(page).toHaveTitle('设备配件')
  await page.getByRole('navigation', { name: '菜单' }).getByText('设备卡').click()
  await expect(tabs(page)).toHaveText(['首页', '设备卡', '设备配件'])
  await expect(async () => {
    const kept = await page.evaluate(() => JSON.parse(sessionStorage.getItem('eam-tabs') ?? '{}').content as object[])
    expect(kept.map((tab) => Object.keys(tab).sort())).toEqual(Array(3).fill(['group', 'label', 'meta', 'params', 'query', 'value']))
    expect(kept[1]).toMatchObject({ value: '/eam/device', group: '/eam/device', query: expect.stringContaining('keyword='), params: {} })
  }).toPass({ timeout: 10_000 })
  await tabs(page).filter({ hasText: '设备配件' }).click()
  await tabs(page).filter({ hasText: '设备卡' }).click()
  await expect(search).toHaveValue('呼吸机')
  await expect(page).toHaveURL(/keyword=/)
  await tabs(page).filter({ hasText: '设备卡' }).locator('.eam-tab-close').click()
  await expect(tabs(page)).toHaveText(['首页', '设备配件'])
  await expect(page).toHaveURL(/deviceparts$/)
  await expect(page.locator('.eam-tabs').getByRole('tab', { name: '首页' }).locator('.eam-tab-close')).toHaveCount(0)
  await tabs(page).filter({ hasText: '设备配件' }).click({ button: 'right' })
  for (const entry of ['清除缓存', '关闭其他', '关闭全部']) await expect(page.getByRole('menuitem', { name: entry }).last()).toBeVisible()
  await page.getByRole('menuitem', { name: '清除缓存' }).click()
  await expect(page.getByRole('dialog')).toContainText('是否需要清除缓存?')
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('清除完毕')).toBeVisible()
  await page.getByRole('navigation', { name: '菜单' }).getByText('设备卡').click()
  await expect(tabs(page)).toHaveText(['首页', '设备配件', '设备卡'])
  await tabs(page).filter({ hasText: '设备配件' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭其他' }).last().click()
  await expect(tabs(page)).toHaveText(['首页', '设备配件'])
  await expect(page).toHaveURL(/deviceparts$/)
  await tabs(page).filter({ hasText: '设备配件' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭全部' }).last().click()
  await homeAlone()
  await expect(page).toHaveURL(/\/wel\/dashboard$/)
})

test('[SHELL-SEARCH-1] [SHELL-SEARCH-5] [SHELL-SEARCH-6] Ctrl+K searches the menu from the keyboard alone', async ({ page }) => {
  await signIn(page, 'manager')
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('菜单搜索')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '菜单搜索' }).fill('盘点')
  const pages = page.getByRole('group', { name: '菜单搜索' }).getByRole('option')
  await expect(pages).toHaveText(['盘点看板', '盘点任务', '盘点复核', '盘点记录'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/eam\/check-review$/)
})

test('[SHELL-LANG-1] [SHELL-LANG-2] Chinese unless English was chosen, in an English browser too; the language changes at once, for the server’s words too, and is remembered', async ({
  page,
  browser,
  baseURL,
}) => {
  const english = await (await browser.newContext({ baseURL, locale: 'en-US' })).newPage()
  await english.goto('/')
  await expect(english.getByRole('heading', { name: '登录' })).toBeVisible()
  await expect(english.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await signIn(english, 'manager', '/eam/device')
  await expect(english.getByRole('navigation', { name: '菜单' }).getByText('设备卡')).toBeVisible()
  await expect(english.getByRole('columnheader', { name: '资产编号' })).toBeVisible()
  expect(await english.evaluate(() => [navigator.language, localStorage.getItem('eam-language')])).toEqual(['en-US', null])
  await english.context().close()
  await holdSession(page, 'manager')
  await openList(page, '/eam/device?eamStatus=in_use')
  await page.getByRole('button', { name: '语言' }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' }).getByText('Device cards')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Asset number' })).toBeVisible()
  await expect(page.locator('.eam-tags')).toContainText('In use')
  await expect(page).toHaveTitle('Device cards')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('[SHELL-THEME-2] [SHELL-PREF-2] [SHELL-COLOR-1] [SHELL-DLG-THEME] [SHELL-TOP-1] theme and folded menu are remembered', async ({
  page,
}) => {
  await signIn(page, 'manager')
  await expect(page.locator('body')).toHaveClass('theme-white')
  await page.getByRole('button', { name: '外观' }).click()
  const look = page.getByRole('dialog')
  // Drawn darker on white, so that the chosen colour is named beside the swatch.
  await expect(look.locator('.eam-colour')).toContainText('#409EFF')
  // The eleven, and that of the machine.
  await expect(look.getByRole('radiogroup').getByRole('radio')).toHaveCount(12)
  await page.getByText('深色').click()
  await expect(page.locator('body')).toHaveClass('theme-dark')
  const swatch = await look.locator('.eam-swatch').evaluate((part) => getComputedStyle(part).backgroundColor)
  await escapeUntil(page, () => expect(look).toBeHidden({ timeout: 1000 }))
  const side = page.locator('.eam-sider')
  await page.getByRole('button', { name: '展开或收起菜单' }).click()
  await expect.poll(async () => (await side.boundingBox())?.width).toBeLessThan(80)
  await page.reload()
  await expect(page.locator('body')).toHaveClass('theme-dark')
  await expect.poll(async () => (await side.boundingBox())?.width).toBeLessThan(80)
  await page.getByRole('button', { name: '展开或收起菜单' }).click()
  await expect.poll(async () => (await side.boundingBox())?.width).toBeGreaterThan(200)
  // The picker shows the colour that buttons have.
  await openList(page, '/eam/device')
  await expect(page.locator('.eam-toolbar').getByRole('button', { name: '新增' })).toHaveCSS('background-color', swatch)
})

test('[SHELL-SIDE-7] isViewMenu=false shows the page without menus; [SHELL-SIDE-5] on a small screen the menu closes after a choice', async ({
  page,
}) => {
  await holdSession(page, 'manager')
  await page.goto('/eam/device?isViewMenu=false')
  await expect(rows(page).first()).toBeVisible()
  const frame = [page.getByRole('banner'), page.getByRole('navigation', { name: '菜单' }), page.locator('.eam-sider')]
  for (const part of frame) await expect(part).toHaveCount(0)
  await page.goto('/eam/device?isViewMenu=true')
  for (const part of frame) await expect(part).toBeVisible()
  const side = async (): Promise<number> => Math.round((await page.locator('.eam-sider').boundingBox())!.width)
  for (const [width, isOpen] of [
    [1200, true],
    [1199, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(async () => (await side()) > 200).toBe(isOpen)
  }
  await page.setViewportSize({ width: 700, height: 900 })
  await page.goto('/wel/dashboard?body=desk')
  await page.getByRole('button', { name: '展开或收起菜单' }).click()
  const menu = page.getByRole('navigation', { name: '菜单' })
  await menu.getByText('设备配件').click()
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL(/deviceparts$/)
})

test('a form left open keeps what was typed while another page is shown; clearing a tab resets that tab and no other', async ({ page }) => {
  await holdSession(page, 'manager')
  const leaveFor = async (name: string, address: RegExp) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: '菜单搜索' }).fill(name)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address)
  }
  const start = async (label: string, typed: string) => {
    await page.locator('.eam-toolbar:visible').getByRole('button', { name: '新增' }).click()
    const input = page.getByRole('dialog').getByLabel(label)
    await input.fill(typed)
    return input
  }
  await openList(page, '/eam/device')
  const device = await start('设备名称', '半成品')
  await leaveFor('设备配件', /deviceparts$/)
  await expect(device).toBeHidden()
  const part = await start('配件名称', '半个配件')
  await leaveFor('设备卡', /\/eam\/device$/)
  await expect(device).toHaveValue('半成品')
  await leaveFor('首页', /\/wel\/dashboard$/)
  await tabs(page).filter({ hasText: '设备卡' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '清除缓存' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('清除完毕')).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await tabs(page).filter({ hasText: '设备卡' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Its answers went along with what was typed.
  expect(asked).toContain('/api/eam/device/list')
  await tabs(page).filter({ hasText: '设备配件' }).click()
  await expect(part).toHaveValue('半个配件')
})

test('[SHELL-TOP-3] [SHELL-TOP-4] [SHELL-DLG-LOGS-1] [SHELL-DLG-LOGS-2] [SHELL-DLG-LOGS-3] [SHELL-AUTH-9] [SHELL-CONF-1] [SHELL-CONF-2] [SHELL-MSG-6] [SHELL-MSG-7] [SHELL-ERR-14] [SHELL-ERR-15] the error log shows to administrators while debug is on, faults of handlers and promises too', async ({
  page,
}) => {
  await signIn(page, 'admin')
  await page.evaluate(() => {
    const entry = { type: 'error', message: 'Boom', stack: 's', info: 'i', url: 'u', time: '2026-01-01T00:00:00.000Z' }
    localStorage.setItem('eam-logs', JSON.stringify({ dataType: 'object', content: [entry, { ...entry, message: 'Crash' }], datetime: 1 }))
  })
  await page.reload()
  // Beside the other buttons of the bar, which are there by then.
  await expect(page.getByRole('button', { name: /打开个人菜单/ })).toBeVisible()
  await expect(page.getByRole('button', { name: '错误日志' })).toHaveCount(0)
  await page.evaluate(() => localStorage.setItem('eam-debug', JSON.stringify({ dataType: 'boolean', content: true, datetime: 1 })))
  await page.reload()
  const button = page.getByRole('button', { name: '错误日志' })
  const badge = page.locator('.ant-badge').filter({ has: button })
  await expect(badge).toContainText('2')
  await page.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('Fault of a handler')
    })
    void Promise.reject(new TypeError('Fault of a promise'))
  })
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('eam-logs') ?? '{}').content?.slice(2)))
    .toEqual(
      expect.arrayContaining(
        ['Fault of a handler', 'Fault of a promise'].map((message) => ({
          type: 'error',
          message,
          stack: expect.stringContaining(message),
          info: expect.stringMatching(/./),
          url: page.url(),
          time: expect.stringMatching(/^\d{4}-.+Z$/),
        })),
      ),
    )
  // The badge counts them as they come.
  await expect(badge).toContainText('4')
  await button.click()
  const dialog = page.getByRole('dialog').filter({ hasText: '错误日志' })
  for (const name of [/Boom/, /Crash/, /Fault of a handler/, /Fault of a promise/])
    await expect(dialog.getByRole('row', { name })).toBeVisible()
  // Two of one moment are two.
  await dialog.getByRole('row', { name: /Boom/ }).getByRole('button').click()
  await expect(dialog.locator('.eam-stack')).toHaveText(['s\ni'])
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/logout'))
  await dialog.getByRole('button', { name: '上传到服务器' }).click()
  const ask = page.getByRole('dialog').filter({ hasText: '确定上传本地日志到服务器?' })
  await ask.getByRole('button', { name: '确定' }).click()
  expect((await sent).postDataJSON()).toMatchObject([{ message: 'Boom' }, { message: 'Crash' }, {}, {}])
  await expect(page.getByText('发送成功!')).toBeVisible()
  await dialog.getByRole('button', { name: '清空本地日志' }).click()
  await page.getByRole('dialog').filter({ hasText: '确定清空本地日志记录?' }).getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('清空成功!')).toBeVisible()
  await expect(dialog.getByText('暂无错误日志')).toBeVisible()
  await expect(badge).toHaveText('')
  // The mark of debugging stays on this computer; another role does not get the button by it.
  await escapeUntil(page, () => expect(dialog).toBeHidden({ timeout: 1000 }))
  await signOut(page)
  await signIn(page, 'manager', '/login')
  expect(await page.evaluate(() => localStorage.getItem('eam-debug'))).toContain('true')
  await expect(page.getByRole('button', { name: '错误日志' })).toHaveCount(0)
})
