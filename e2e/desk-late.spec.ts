import { expect, type Page } from '@playwright/test'
import { startCheck } from './harness/check.ts'
import { holdSession, openList, rows, signIn, signOut } from './harness/desk-page.ts'
import { openDesk } from './harness/office.ts'
import { test } from './harness/server.ts'

const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('.eam-form') })
const menu = (page: Page) => page.getByRole('navigation', { name: '菜单' })
const call = (page: Page, path: string, data: object) => page.request.post(`/api${path}`, { headers: { 'x-eam-client': 'web' }, data })

/** An event that the test triggers. */
const gate = () => {
  let open = (): void => {}
  const opened = new Promise<void>((done) => {
    open = done
  })
  return { open, opened }
}
/** Delays the calls to an address until the returned function releases them. */
const hold = async (page: Page, address: string | ((url: URL) => boolean)): Promise<() => void> => {
  const { open, opened } = gate()
  await page.route(address, async (route) => {
    await opened
    await route.continue()
  })
  return open
}
/** Delays the first answer to an address, which carries the state at the time of the request; returns the function that releases it. */
const holdFirst = async (page: Page, address: string): Promise<() => void> => {
  const { open, opened } = gate()
  let isFirst = true
  await page.route(address, async (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    const response = await route.fetch()
    await opened
    await route.fulfill({ response })
  })
  return open
}
/** The page shows its current state. */
const settled = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))))

test('a person who signs out while the page still loads the profile stays signed out', async ({ page }) => {
  await holdSession(page, 'manager')
  const asked = page.waitForRequest('**/blade-user/info')
  const answered = page.waitForResponse('**/blade-user/info')
  const letGo = await holdFirst(page, '**/blade-user/info')
  await page.goto('/wel/dashboard')
  await asked
  await signOut(page)
  letGo()
  await (await answered).finished()
  await settled(page)
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('密码')).toBeVisible()
})

test('what was saved while another page is shown is not asked about when its tab closes', async ({ page }) => {
  await holdSession(page, 'manager')
  await openList(page, '/eam/device')
  await page.locator('.eam-toolbar').getByRole('button', { name: '新增' }).click()
  await drawer(page).getByLabel('设备名称').fill('慢保存的泵')
  const letGo = await hold(page, '**/eam/device/submit')
  await drawer(page).getByRole('button', { name: '保存' }).click()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '菜单搜索' }).fill('设备配件')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/eam\/deviceparts$/)
  letGo()
  await expect(page.getByText('新增成功')).toBeVisible()
  const tab = page.locator('.eam-tabs').getByRole('tab', { name: '设备卡' })
  await tab.locator('.eam-tab-close').click()
  await expect(tab).toHaveCount(0)
})

test('a tab closed behind leads nowhere, and calls off no page that is being opened; a page closed while it opens is left', async ({
  page,
}) => {
  await holdSession(page, 'manager')
  await openList(page, '/eam/device')
  const menu = page.getByRole('navigation', { name: '菜单' })
  for (const name of ['设备配件', '设备卡', '数据导入']) await menu.getByText(name, { exact: true }).click()
  const strip = page.locator('.eam-tabs').getByRole('tab')
  await expect(strip).toHaveText(['首页', '设备卡', '设备配件', '数据导入'])
  const steps = await page.evaluate(() => history.length)
  await strip.filter({ hasText: '设备配件' }).locator('.eam-tab-close').click()
  await strip.filter({ hasText: '数据导入' }).click()
  await expect(strip).toHaveText(['首页', '设备卡', '数据导入'])
  await expect(page).toHaveURL(/\/eam\/imports$/)
  expect(await page.evaluate(() => history.length)).toBe(steps)
  // Both in one task, before the page is drawn again: so it is on a slow machine.
  await strip.filter({ hasText: '设备卡' }).evaluate((card) => {
    document.querySelector<HTMLElement>('.eam-tab')!.click()
    card.querySelector<HTMLElement>('.eam-tab-close')!.click()
  })
  await expect(strip).toHaveText(['首页', '数据导入'])
  await expect(page).toHaveURL(/\/wel\/dashboard$/)
  await expect(strip.filter({ hasText: '首页' })).toHaveAttribute('aria-selected', 'true')
  await strip.filter({ hasText: '数据导入' }).evaluate((imports: HTMLElement) => {
    imports.click()
    imports.querySelector<HTMLElement>('.eam-tab-close')!.click()
  })
  await expect(strip).toHaveText(['首页'])
  await expect(page).toHaveURL(/\/wel\/dashboard$/)
})

test('a double click saves once', async ({ page }) => {
  await holdSession(page, 'manager')
  await openList(page, '/eam/device')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/eam/')) sent.push(new URL(request.url()).pathname)
  })
  const twice = (button: HTMLElement | SVGElement): void => {
    button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  }
  await page.locator('.eam-toolbar').getByRole('button', { name: '新增' }).click()
  await drawer(page).getByLabel('设备名称').fill('双击的泵')
  await drawer(page).getByRole('button', { name: '保存' }).evaluate(twice)
  await expect(drawer(page)).toHaveCount(0)
  expect(sent).toEqual(['/api/eam/device/submit'])

  // So does a step, with and without a form.
  const answer = await call(page, '/eam/device/submit', { deviceName: '双击测试泵' })
  const { data } = (await answer.json()) as { data: { id: string } }
  await page.goto(`/eam/device/${data.id}`)
  await page.locator('.eam-record:visible').getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '封存' }).click()
  await drawer(page).getByLabel('原因').fill('闲置')
  await drawer(page).getByRole('button', { name: '确定' }).evaluate(twice)
  await expect(drawer(page)).toHaveCount(0)
  await page.getByRole('button', { name: '启封' }).evaluate(twice)
  await expect(page.locator('.eam-record:visible').getByRole('heading', { level: 1 })).toContainText('在库')
  expect(sent.slice(1)).toHaveLength(2)
})

test('Enter in a picker takes nothing that was found for what was typed before', async ({ page }) => {
  await holdSession(page, 'manager')
  // Of the offers before typing, the newest comes first.
  for (const deviceName of ['慢查找监护仪', '别的泵']) expect((await call(page, '/eam/device/submit', { deviceName })).ok()).toBe(true)
  await openList(page, '/eam/repair')
  await page.getByRole('button', { name: '新增' }).first().click()
  const device = drawer(page).getByLabel('设备', { exact: true })
  await device.click()
  await expect(page.locator('.ant-select-dropdown:visible .ant-select-item-option').nth(1)).toBeVisible()
  await hold(page, (url) => url.searchParams.get('keyword') === '慢查找')
  await device.fill('慢查找')
  await page.keyboard.press('Enter')
  await expect(drawer(page).getByTitle('慢查找监护仪')).toBeVisible()
})

test('an alias that is typed stays when another person saves another one', async ({ page }) => {
  await holdSession(page, 'manager')
  const save = (alias: string | null) =>
    call(page, '/osm/industry-config/tenant-update', {
      entity: 'device',
      fields: [{ fieldCode: 'remark', isShow: 1, alias, fieldAssociation: null }],
    })
  await page.goto('/system/field-config')
  const brand = page.getByRole('textbox', { name: '别名 品牌' })
  await brand.fill('牌子')
  await save('附注')
  // A save on another page refetches everything.
  await menu(page).getByText('设备卡').click()
  await page.locator('.eam-toolbar').getByRole('button', { name: '新增' }).click()
  await drawer(page).getByLabel('设备名称').fill('配置旁的泵')
  await drawer(page).getByRole('button', { name: '保存' }).click()
  await expect(drawer(page)).toHaveCount(0)
  await page.locator('.eam-tabs').getByRole('tab', { name: '字段配置' }).click()
  await settled(page)
  await expect(brand).toHaveValue('牌子')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('更新成功')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '别名 备注' })).toHaveValue('附注')
  await brand.fill('')
  await page.getByRole('textbox', { name: '别名 备注' }).fill('')
  const emptied = page.waitForResponse('**/osm/industry-config/tenant-update')
  await page.getByRole('button', { name: '保存' }).click()
  await emptied
  await expect(page.getByRole('button', { name: '保存' })).toBeDisabled()
})

test('the rights of a role are fetched every time they are shown', async ({ page }) => {
  await holdSession(page, 'admin')
  const answer = await call(page, '/blade-system/role/submit', { roleName: '慢角色', roleAlias: 'slow', reach: 'all' })
  const { data: role, msg } = (await answer.json()) as { data: { id: string }; msg: string }
  expect([answer.status(), msg]).toEqual([200, expect.anything()])
  await openList(page, '/system/role?keyword=慢角色')
  await rows(page).filter({ hasText: '慢角色' }).click()
  const rights = page.locator('.eam-rights')
  const show = () => page.getByRole('button', { name: '权限', exact: true }).click()
  await show()
  await expect(rights.getByText('已选 0 项')).toBeVisible()
  await rights.getByRole('button', { name: /^取 ?消$/ }).click()
  await expect(rights).toBeHidden()
  await call(page, '/blade-system/role/grant', { roleIds: [role.id], menuIds: 'device.list' })
  await show()
  await expect(rights.getByText('已选 1 项')).toBeVisible()
  expect((await call(page, `/blade-system/role/remove?ids=${role.id}`, {})).ok()).toBe(true)
})

test('lines and observations follow the figures of a check while others count', async ({ page, server }) => {
  await page.clock.install()
  const [office, keeper] = await Promise.all(
    ['manager', 'keeper'].map((user) => openDesk(server.url, { tenant: '100001', user, password: 'ward2026' })),
  )
  const check = await startCheck(office!, ['keeper'])
  await holdSession(page, 'manager')
  await page.goto(`/eam/check/${check.id}`)
  await page.getByRole('tab', { name: '明细' }).click()
  const panel = page.getByRole('tabpanel').filter({ visible: true })
  await panel.getByPlaceholder(/资产编号|名称/).fill(check.cards[0]!.deviceCode)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('待盘')
  const { records } = await office!.get<{ records: { id: string; bookLocationId: string | null }[] }>('/eam/deviceapplylist/list', {
    checkId: check.id,
    deviceCode: check.cards[0]!.deviceCode,
    columns: 'bookLocationId',
  })
  await keeper!.post('/eam/check/scan', { checkId: check.id, lineId: records[0]!.id, locationId: records[0]!.bookLocationId })
  await page.clock.runFor(15_000)
  await expect(rows(page)).toContainText('相符')
})

test('a tree that was asked for before a change does not come back after it', async ({ page, server }) => {
  await holdSession(page, 'manager')
  const letGo = await holdFirst(page, '**/blade-system/dept/lazy-tree**')
  await openList(page, '/system/dept')
  await page.locator('.eam-toolbar').getByRole('button', { name: '新增' }).click()
  await drawer(page).getByLabel('科室名称').fill('新建的一级科室')
  const saved = page.waitForResponse('**/blade-system/dept/submit')
  await drawer(page).getByRole('button', { name: '保存' }).click()
  const { data } = (await (await saved).json()) as { data: { id: string } }
  await expect(drawer(page)).toHaveCount(0)
  const tree = page.getByRole('tree')
  await expect(tree.getByText('新建的一级科室')).toBeVisible()
  const late = page.waitForResponse('**/blade-system/dept/lazy-tree**')
  letGo()
  await (await late).finished()
  await settled(page)
  await expect(tree.getByText('新建的一级科室')).toBeVisible()
  const admin = await openDesk(server.url, { tenant: '100001', user: 'admin', password: 'ward2026' })
  await admin.post(`/blade-system/dept/remove?ids=${data.id}`, {})
})

test('a picker closed while it collects all rows picks nothing', async ({ page }) => {
  await holdSession(page, 'manager')
  await page.goto('/eam/labels')
  const chosen = page.getByText('尚未选择')
  await expect(chosen).toBeVisible()
  await page.getByRole('button', { name: '选择设备卡' }).click()
  const picker = page.getByRole('dialog', { name: '选择设备卡' })
  await expect(picker.locator('.ant-table-row').first()).toBeVisible()
  const isOfAll = (url: URL): boolean => url.pathname.endsWith('/eam/device/list') && url.searchParams.get('size') === '200'
  await hold(page, isOfAll)
  const asked = page.waitForRequest((request) => isOfAll(new URL(request.url())))
  const givenUp = page.waitForEvent('requestfailed', (request) => isOfAll(new URL(request.url())))
  await picker.getByRole('button', { name: /^选择全部/ }).click()
  await asked
  await picker.getByRole('button', { name: /^(关闭|Close)$/ }).click()
  await givenUp
  await expect(picker).toHaveCount(0)
  await settled(page)
  await expect(chosen).toBeVisible()
  await expect(page.locator('.ant-message-error')).toHaveCount(0)
})

test('a form that is being saved does not say that another person changed the record', async ({ page }) => {
  await holdSession(page, 'manager')
  const answer = await call(page, '/eam/device/submit', { deviceName: '慢保存测试泵' })
  const { data } = (await answer.json()) as { data: { id: string } }
  await page.goto(`/eam/device/${data.id}?tab=life`)
  await page.getByRole('button', { name: '修改' }).first().click()
  await drawer(page).getByLabel('品牌').fill('迈瑞')
  const letGo = await hold(page, '**/eam/device/history?*')
  const again = page.waitForResponse((response) => response.url().includes('/eam/device/detail'))
  await drawer(page).getByRole('button', { name: '保存' }).click()
  await (await again).finished()
  await settled(page)
  await expect(page.getByText('已载入最新内容，请选择如何处理您的修改')).toHaveCount(0)
  letGo()
  await expect(drawer(page)).toHaveCount(0)
})

test('the acts of a device are shown when those of every module are loaded, so that none moves under the pointer', async ({ page }) => {
  await holdSession(page, 'manager')
  const answer = await call(page, '/eam/device/submit', { deviceName: '慢按钮测试泵' })
  const { data } = (await answer.json()) as { data: { id: string } }
  const letGo = await hold(page, '**/assets/card-acts-*')
  await page.goto(`/eam/device/${data.id}`)
  await expect(page.getByRole('tab', { name: '生命周期' })).toBeVisible()
  const edit = page.locator('.eam-record:visible').getByRole('button', { name: '修改' })
  await expect(edit).toHaveCount(0)
  letGo()
  await expect(edit).toBeVisible()
  await expect(page.locator('.eam-record:visible').getByRole('button', { name: '复制' })).toBeVisible()
})

test('the acts of a list are shown when those of every module are loaded, but adding at once', async ({ page }) => {
  await holdSession(page, 'manager')
  const letGo = await hold(page, '**/assets/import-button-*')
  await openList(page, '/eam/device')
  const acts = page.locator('.eam-list:visible .eam-toolbar')
  await expect(acts.getByRole('button', { name: '新增' })).toBeVisible()
  await expect(acts.getByRole('button', { name: '导出' })).toHaveCount(0)
  letGo()
  await expect(acts.getByRole('button', { name: '导入' })).toBeVisible()
  await expect(acts.getByRole('button', { name: '导出' })).toBeVisible()
})

test('the people of a check are up to date after its newest version is taken over', async ({ page, server }) => {
  const office = await openDesk(server.url, { tenant: '100001', user: 'manager', password: 'ward2026' })
  const { records: people } = await office.get<{ records: { id: string; account: string; realName: string }[] }>('/blade/user/list', {
    size: '200',
  })
  const members = (...accounts: string[]) => people.filter((one) => accounts.includes(one.account)).map((one) => ({ userId: one.id }))
  const draft = { checkTitle: '人员有变的盘点', beginDate: '2026-11-01', mode: 'open' }
  const made = await office.post<{ id: string; version: number }>('/eam/check/submit', { ...draft, members: members('keeper') })
  // Told of the change, the page would load it by itself.
  await page.route('**/sse/realtime-data*', (route) => route.abort())
  await signIn(page, 'manager', `/eam/check/${made.id}`)
  await page.getByRole('button', { name: '修改' }).first().click()
  await expect(drawer(page).getByTitle('王护士')).toBeVisible()
  await drawer(page).getByLabel('任务名称').fill('我的名称')
  await office.post('/eam/check/submit', { ...made, members: members('engineer') })
  await drawer(page).getByRole('button', { name: '保存' }).click()
  await drawer(page).getByRole('button', { name: '载入最新内容' }).click()
  await drawer(page).getByRole('button', { name: '放弃我的修改' }).click()
  await expect(drawer(page).getByTitle('李工')).toBeVisible()
  await expect(drawer(page).getByTitle('王护士')).toHaveCount(0)
  await expect(drawer(page).getByLabel('任务名称')).toHaveValue(draft.checkTitle)
})

test('a dialog opened for one record does not show for another', async ({ page }) => {
  await holdSession(page, 'admin')
  await openList(page, '/system/user')
  const open = async (name: string): Promise<void> => {
    await rows(page).filter({ hasText: name }).click()
    await expect(page.getByRole('button', { name: '重置密码' })).toBeVisible()
  }
  await open('王护士')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '重置密码' })).toHaveCount(0)
  await open('李工')
  await page.getByRole('button', { name: '重置密码' }).click()
  await expect(page.getByRole('dialog', { name: '“李工”的初始密码' })).toBeVisible()
  await page.evaluate(() => history.go(-2))
  await expect(page.getByRole('dialog').filter({ hasText: '王护士' }).first()).toBeVisible()
  await expect(page.getByRole('dialog', { name: /的初始密码$/ })).toHaveCount(0)
})

test('a list requested before a change still shows the change', async ({ page }) => {
  await holdSession(page, 'manager')
  const letGo = await holdFirst(page, '**/eam/device/list?*')
  const asked = page.waitForRequest('**/eam/device/list?*')
  await page.goto('/eam/device?keyword=先问后存')
  await asked
  await page.locator('.eam-toolbar').getByRole('button', { name: '新增' }).click()
  await drawer(page).getByLabel('设备名称').fill('先问后存的泵')
  const saved = page.waitForResponse('**/eam/device/submit')
  await drawer(page).getByRole('button', { name: '保存' }).click()
  await (await saved).finished()
  letGo()
  await expect(drawer(page)).toHaveCount(0)
  await expect(rows(page)).toHaveText([/先问后存的泵/])
})
