import { expect, type Page } from '@playwright/test'
import { signIn } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

const panel = (page: Page, name: string) => page.locator('.eam-home').getByRole('region', { name, exact: true })
const names = (page: Page): Promise<string[]> => page.locator('.eam-home-panel h2').allTextContents()
/** The number of a figure, by its name. */
const figureOf = async (page: Page, of: string, name: string): Promise<number> =>
  Number(String(await panel(page, of).getByRole('link', { name }).locator('strong').textContent()).replaceAll(',', ''))
const total = (page: Page) => page.locator('.eam-list:visible').getByText(/共 \d+ 条/)

test('a manager sees what waits, what warns and how it stands; a figure opens exactly its rows [SERVICE-HOME-1] [SERVICE-HOME-5] [SERVICE-HOME-6] [SERVICE-HOME-7] [SERVICE-HOME-8] [SERVICE-HOME-9]', async ({
  page,
}) => {
  await signIn(page, 'manager')
  await expect(panel(page, '待我处理')).toBeVisible()
  await expect(panel(page, '预警')).toBeVisible()
  await expect(panel(page, '未完工维修').getByRole('listitem').first()).toBeVisible()
  for (const chart of ['设备状态', '各科室设备', '每周报修', '每周响应时间（中位数）'])
    await expect(page.getByRole('figure', { name: chart }).locator('canvas')).toBeVisible()
  // The most valuable category is first.
  const values = await panel(page, '资产分类价值排行')
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('title') ?? ''))
  const amounts = values.filter((value) => /\d/.test(value)).map((value) => Number(value.replace(/[^\d.]/g, '')))
  expect(amounts.length).toBeGreaterThan(3)
  expect(amounts).toEqual([...amounts].sort((one, other) => other - one))
  const count = await figureOf(page, '待我处理', '待受理报修')
  expect(count).toBeGreaterThan(0)
  await panel(page, '待我处理').getByRole('link', { name: '待受理报修' }).click()
  await expect(page).toHaveURL(/\/eam\/repair\?repairStatus=reported$/)
  await expect(total(page)).toHaveText(`共 ${count} 条`)
})

test('an engineer sees the orders by urgency, and a keeper those of the department [SERVICE-HOME-2] [SERVICE-HOME-3]', async ({
  page,
  browser,
  server,
}) => {
  await signIn(page, 'engineer')
  const first = panel(page, '未完工维修').getByRole('listitem').first()
  await expect(first).toContainText('特急')
  await first.getByRole('link').click()
  await expect(page).toHaveURL(/\/eam\/repair\/[0-9a-f-]{36}$/)
  const ward = await browser.newContext({ baseURL: server.url, locale: 'zh-CN' })
  const desk = await ward.newPage()
  await signIn(desk, 'keeper')
  await expect(panel(desk, '科室在修设备').getByRole('listitem').first()).toContainText('重症医学科')
  await expect(
    panel(desk, '进行中的盘点')
      .getByRole('link', { name: /台未盘/ })
      .first(),
  ).toBeVisible()
  const reported = await figureOf(desk, '我发起的', '我的报修')
  await panel(desk, '我发起的').getByRole('link', { name: '我的报修' }).click()
  await expect(total(desk)).toHaveText(`共 ${reported} 条`)
})

test('the platform sees organisations and no menus of hospitals; an auditor sees changes of rights', async ({ page, browser, server }) => {
  await signIn(page, { tenant: '000000', user: 'admin', password: 'admin' })
  await expect(panel(page, '平台概况')).toBeVisible()
  await expect(page.locator('.eam-home > header')).toContainText('平台管理员')
  await expect(panel(page, '各机构').getByRole('link', { name: '江城市第一人民医院' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: '菜单' })
  await expect(menu.getByText('系统管理')).toBeVisible()
  await expect(menu.getByText('设备管理')).toHaveCount(0)
  const audit = await browser.newContext({ baseURL: server.url, locale: 'zh-CN' })
  const desk = await audit.newPage()
  await signIn(desk, 'auditor')
  await expect(panel(desk, '权限变更')).toBeVisible()
  expect((await names(desk)).slice(0, 2)).toEqual(['权限变更', '数据导出'])
  await expect(panel(desk, '我发起的')).toHaveCount(0)
})

test('panels are hidden and moved, on the next computer too; one that fails leaves the others alone', async ({ page, browser, server }) => {
  await signIn(page, 'head')
  await expect(panel(page, '科室在修设备')).toBeVisible()
  await page.getByRole('button', { name: '调整首页' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('switch', { name: '帮助' }).click()
  await drawer.getByRole('button', { name: '上移“预警”' }).click()
  await drawer.getByRole('button', { name: '保存' }).click()
  await expect(drawer).toHaveCount(0)
  await expect(panel(page, '帮助')).toHaveCount(0)
  const next = await browser.newContext({ baseURL: server.url, locale: 'zh-CN' })
  const desk = await next.newPage()
  await desk.route('**/api/eam/home-page/processed**', (route) =>
    route.fulfill({ status: 500, json: { code: 500, success: false, msg: '服务器出错了' } }),
  )
  await signIn(desk, 'head')
  await expect(panel(desk, '待我处理').getByRole('button', { name: '重试' })).toBeVisible()
  await expect(panel(desk, '帮助')).toHaveCount(0)
  expect((await names(desk)).slice(0, 2)).toEqual(['预警', '待我处理'])
  await desk.unroute('**/api/eam/home-page/processed**')
  await panel(desk, '待我处理').getByRole('button', { name: '重试' }).click()
  await expect(panel(desk, '待我处理').getByRole('link', { name: '待验收' })).toBeVisible()
})
