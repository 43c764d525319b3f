import { expect, type Page } from '@playwright/test'
import { holdSession, openList, rows, signIn } from './harness/desk-page.ts'
import { manyCards } from './harness/many-cards.ts'
import { openDesk, type Page as Rows } from './harness/office.ts'
import { test } from './harness/server.ts'

// What the platform arranges here reaches every hospital of its program.
test.use({ hospital: 'arranged' })

const platform = { tenant: '000000', user: 'admin', password: 'admin' }
const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const sideBar = (page: Page) => page.getByRole('navigation', { name: '菜单' })
/** Picks from the list that opens below a field of a form. */
const pick = async (page: Page, label: string, choice: string): Promise<void> => {
  await dialog(page).getByLabel(label, { exact: true }).last().click()
  await dialog(page).getByLabel(label, { exact: true }).last().fill(choice)
  await page.locator('.ant-select-dropdown:visible').getByText(choice, { exact: true }).click()
}

test('a person is given several roles, and has the menus of all of them', async ({ page, browser, server }) => {
  await holdSession(page, 'admin')
  await page.goto('/system/user')
  await main(page).getByRole('button', { name: '新增' }).first().click()
  await dialog(page).getByLabel('登录账号').fill('twohats')
  await dialog(page).getByLabel('姓名').fill('双岗')
  await pick(page, '角色', '工程师')
  await pick(page, '其他角色', '医院管理员')
  await page.keyboard.press('Escape')
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await page.getByRole('button', { name: '设置密码' }).click()
  const given = (await page.getByTestId('first-password').textContent()) ?? ''
  await dialog(page).getByRole('button', { name: '关闭' }).last().click()
  await rows(page).filter({ hasText: '双岗' }).click()
  await expect(dialog(page).getByText('医院管理员')).toBeVisible()

  const theirs = await (await browser.newContext({ baseURL: server.url, locale: 'zh-CN' })).newPage()
  await theirs.goto('/login')
  await theirs.getByLabel('租户编号').fill('100001')
  await theirs.getByLabel('账号').fill('twohats')
  await theirs.getByLabel('密码').fill(given)
  await theirs.getByRole('button', { name: '登录' }).click()
  await theirs.getByLabel('原密码').fill(given)
  await theirs.getByLabel('新密码', { exact: true }).fill('Hats2026')
  await theirs.getByLabel('确认密码').fill('Hats2026')
  await theirs.getByRole('button', { name: '保存' }).click()
  // People are the administrator's, and not the engineer's.
  await sideBar(theirs).getByText('系统管理').click()
  await expect(sideBar(theirs).getByRole('menuitem', { name: '用户' })).toBeVisible()
})

test('the platform renames a menu item and adds a link to the outside; a hospital sees both', async ({ page, browser, server }) => {
  await holdSession(page, platform)
  await openList(page, '/system/menu?keyword=供应商管理')
  await rows(page).filter({ hasText: '供应商管理' }).first().click()
  await dialog(page).getByRole('button', { name: '修改' }).click()
  const form = dialog(page).filter({ has: page.locator('.eam-form') })
  await form.getByLabel('菜单名称').fill('合作单位')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toHaveCount(0)
  await page.goto('/system/menu')
  await main(page).getByRole('button', { name: '新增' }).first().click()
  await dialog(page).getByLabel('菜单名称').fill('院内网')
  await dialog(page).getByLabel('英文名称').fill('Intranet')
  await dialog(page).getByLabel('菜单编号').fill('intranet')
  await dialog(page).getByLabel('路由地址').fill('javascript:alert(1)')
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(dialog(page).getByRole('alert').first()).toBeVisible()
  await dialog(page).getByLabel('路由地址').fill('https://intranet.test/')
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(dialog(page)).toHaveCount(0)

  await page.goto('/system/top-menu')
  await main(page).getByRole('button', { name: '新增' }).first().click()
  await dialog(page).getByLabel('菜单名称').fill('设备系统')
  await dialog(page).getByLabel('英文名称').fill('Equipment')
  await dialog(page).getByLabel('菜单编号').fill('equipment')
  await pick(page, '菜单', '设备管理')
  await page.keyboard.press('Escape')
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(rows(page).filter({ hasText: '设备系统' })).toBeVisible()

  const hospital = await (await browser.newContext({ baseURL: server.url, locale: 'zh-CN' })).newPage()
  await signIn(hospital, 'manager')
  await expect(sideBar(hospital).getByText('合作单位')).toBeVisible()
  await expect(sideBar(hospital).getByText('供应商管理')).toHaveCount(0)
  await expect(sideBar(hospital).getByText('院内网')).toBeVisible()
})

test('a package takes a menu and its pages from a hospital, and gives them back with no package', async ({ page, browser, server }) => {
  const hospital = await (await browser.newContext({ baseURL: server.url, locale: 'zh-CN' })).newPage()
  await signIn(hospital, 'manager')
  await expect(sideBar(hospital).getByText('盘点管理')).toBeVisible()

  const office = await openDesk(server.url, platform)
  const { records } = await office.get<Rows<{ id: string; code: string }>>('/blade-system/menu/list', { size: '200' })
  const items = records.filter(({ code }) => !/check|ambulance|inventory|scan/i.test(code)).map(({ id }) => id)
  await office.post('/blade-system/tenant-package/submit', { packageName: '无盘点版', menuId: items.join() })
  await holdSession(page, platform)
  await page.goto('/system/hospital')
  const row = page.getByRole('row').filter({ hasText: '100001' })
  await row.getByRole('button', { name: '租户产品包' }).click()
  await dialog(page).getByRole('combobox').click()
  await page.locator('.ant-select-dropdown:visible').getByText('无盘点版').click()
  await dialog(page)
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await expect(dialog(page)).toHaveCount(0)

  await hospital.reload()
  await expect(sideBar(hospital).getByText('设备管理')).toBeVisible()
  await expect(sideBar(hospital).getByText('盘点管理')).toHaveCount(0)
  await hospital.goto('/eam/check')
  await expect(hospital.getByText(/权限/).first()).toBeVisible()
  await expect(rows(hospital)).toHaveCount(0)
  await office.post('/blade-system/tenant/package-setting', { tenantId: '100001', packageId: null })
  await hospital.goto('/')
  await expect(sideBar(hospital).getByText('盘点管理')).toBeVisible()
})

test('an announcement reaches a colleague, and positions, divisions, clients and a department’s plan are there to be worked with', async ({
  page,
  browser,
  server,
}) => {
  await holdSession(page, 'admin')
  await page.goto('/system/post')
  await main(page).getByRole('button', { name: '新增' }).first().click()
  await dialog(page).getByLabel('岗位名称').fill('护士长')
  await dialog(page).getByLabel('岗位编号').fill('head_nurse')
  await pick(page, '岗位类型', '中层')
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(rows(page).filter({ hasText: '护士长' })).toContainText('中层')

  await page.goto('/desk/notice')
  await main(page).getByRole('button', { name: '新增' }).first().click()
  await dialog(page).getByLabel('标题').fill('周六停电')
  await pick(page, '通知类型', '发布通知')
  await dialog(page).getByLabel('通知内容').fill('请提前关机')
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(rows(page).filter({ hasText: '周六停电' })).toBeVisible()
  const colleague = await (await browser.newContext({ baseURL: server.url, locale: 'zh-CN' })).newPage()
  await signIn(colleague, 'manager', '/notice/task')
  await colleague.getByRole('button', { name: /周六停电/ }).click()
  await expect(colleague.getByRole('article')).toContainText('请提前关机')
  await rows(page).filter({ hasText: '周六停电' }).click()
  await expect(dialog(page).getByRole('table').filter({ hasText: '已读' })).toBeVisible()

  await page.goto('/system/dept')
  await rows(page).first().click()
  await dialog(page).getByRole('button', { name: '合并、移动、停办' }).click()
  const plan = dialog(page).filter({ has: page.locator('.ant-modal-footer') })
  await plan.getByText('并入其他科室').click()
  await page.locator('.ant-select-dropdown:visible').getByText('停办', { exact: true }).click()
  await expect(plan.getByRole('alert')).toContainText('请先')
  await expect(plan.getByRole('button', { name: /确\s*定/ })).toBeDisabled()

  const office = await (await browser.newContext({ baseURL: server.url, locale: 'zh-CN' })).newPage()
  await signIn(office, platform, '/system/region')
  await main(office).getByRole('button', { name: '浙江省' }).click()
  await main(office).getByRole('button', { name: '杭州市' }).click()
  await expect(main(office).getByRole('cell', { name: '西湖区' })).toBeVisible()
  await office.goto('/system/client')
  await main(office).getByRole('button', { name: '新增' }).first().click()
  await dialog(office).getByLabel('客户端编号').fill('gateway')
  await pick(office, '授权类型', '密码')
  await office.keyboard.press('Escape')
  await dialog(office).getByRole('button', { name: '保存' }).click()
  await expect(office.getByTestId('first-password')).toHaveText(/^[\w-]{32}$/)
})

test('a department with 500 devices, 3 open checks and 20 people is merged at the desk, and nothing is lost', async ({ page, server }) => {
  const desk = await openDesk(server.url, { tenant: '100001', user: 'admin', password: 'ward2026' })
  const { deptId, codes } = await manyCards(server, 500)
  const { id: toId } = await desk.post<{ id: string }>('/blade-system/dept/submit', { deptName: '并入科', category: 'clinical' })
  const roles = (await desk.get<Rows<{ id: string; roleName: string }>>('/blade-system/role/page', { size: '50' })).records
  const roleId = roles.find(({ roleName }) => roleName === '工程师')!.id
  for (let at = 0; at < 20; at++) await desk.post('/blade/user/save', { account: `moved${at}`, realName: `随迁${at}`, roleId, deptId })
  const me = (await desk.get<Rows<{ id: string }>>('/blade/user/list', { account: 'admin' })).records[0]!
  const checks: string[] = []
  for (let at = 1; at <= 3; at++) {
    const draft = {
      checkTitle: `合并前盘点${at}`,
      beginDate: '2026-11-01',
      mode: 'open',
      scopeDepts: [deptId],
      members: [{ userId: me.id }],
    }
    const { id } = await desk.post<{ id: string }>('/eam/check/submit', draft)
    await desk.post('/eam/check/start', { id })
    checks.push(id)
  }
  await desk.post('/eam/check/scan', { checkId: checks[0], code: codes[0] })
  const all = async () => (await desk.get<Rows<unknown>>('/eam/device/list', { size: '1' })).total
  const devices = await all()

  await holdSession(page, 'admin')
  await openList(page, `/system/dept?open=${deptId}`)
  await dialog(page).getByRole('button', { name: '合并、移动、停办' }).click()
  const plan = dialog(page).filter({ has: page.locator('.ant-modal-footer') })
  await plan.getByLabel('目标科室').fill('并入科')
  await page.locator('.ant-select-dropdown:visible').getByText('并入科', { exact: true }).click()
  for (const line of ['设备卡（使用科室）：500', '用户（所属科室）：20', '盘点任务（科室（含下级））：3'])
    await expect(plan.getByText(line, { exact: true })).toBeVisible()
  await plan.getByRole('button', { name: /确\s*定/ }).click()
  await expect(plan).toHaveCount(0)

  const shown = page.locator('.eam-list:visible').getByText(/^共 [\d,]+ 条$/)
  await openList(page, `/eam/device?useDeptId=${toId}`)
  await expect(shown).toHaveText('共 500 条')
  await openList(page, `/system/user?deptId=${toId}`)
  await expect(shown).toHaveText('共 20 条')
  expect(await all()).toBe(devices)
  // What was counted is counted; the rest is counted as before, and each check is ended as if nothing had been.
  await desk.post('/eam/check/scan', { checkId: checks[0], code: codes[1] })
  for (const [at, id] of checks.entries()) {
    await page.goto(`/eam/check/${id}`)
    await expect(page.getByRole('heading', { name: `合并前盘点${at + 1}` })).toBeVisible()
    await expect(page.getByRole('button', { name: '结束盘点' })).toBeVisible()
    const lines = await desk.get<Rows<unknown>>('/eam/deviceapplylist/list', { checkId: id, size: '1' })
    const found = await desk.get<Rows<unknown>>('/eam/deviceapplylist/list', { checkId: id, result: 'match', size: '1' })
    expect([lines.total, found.total]).toEqual([500, at === 0 ? 2 : 0])
  }
})

test('the logs of calls and of page errors are searched at the desk, and what a call changed is shown', async ({ page, server }) => {
  const desk = await openDesk(server.url, { tenant: '100001', user: 'admin', password: 'ward2026' })
  const { id } = await desk.post<{ id: string }>('/blade-system/post/submit', { postName: '日志岗', postCode: 'log_post', category: 1 })
  await desk.post('/blade-system/post/submit', { id, postName: '日志岗二' })
  await desk.post('/blade-auth/oauth/logout', {
    logs: [{ type: 'error', message: '日志里的错误', stack: 'at logs.ts:7', url: '/eam/device' }],
  })
  await holdSession(page, 'admin')
  await page.goto('/system/log')
  const table = main(page).locator('.ant-table-row')
  const choose = async (name: string, choice: string): Promise<void> => {
    await main(page).getByLabel(name, { exact: true }).fill(choice)
    await page.locator('.ant-select-dropdown:visible').getByText(choice, { exact: true }).click()
  }
  await choose('对象', '岗位')
  await choose('操作', '修改')
  await expect(table).toHaveCount(1)
  await table.getByRole('button', { name: '修改' }).click()
  await expect(dialog(page)).toContainText('日志岗 → 日志岗二')
  await page.keyboard.press('Escape')
  await main(page).getByRole('tab', { name: '页面错误' }).click()
  await main(page).getByLabel('错误或页面').fill('日志里的错误')
  await expect(table).toHaveCount(1)
  await table.getByRole('button', { name: '日志里的错误' }).click()
  await expect(dialog(page)).toContainText('at logs.ts:7')
  await page.keyboard.press('Escape')
  await main(page).getByLabel('错误或页面').fill('没有这样的错误')
  await expect(main(page).getByText('没有符合条件的')).toBeVisible()
})

test('an empty input shows the example of its field', async ({ page }) => {
  await holdSession(page, platform)
  await page.goto('/system/identity-provider')
  await main(page).getByRole('button', { name: '新增' }).first().click()
  await expect(dialog(page).getByLabel('身份源编号')).toHaveAttribute('placeholder', '例如 hospital-sso')
})
