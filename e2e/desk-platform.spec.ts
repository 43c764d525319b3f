import { expect, type Page } from '@playwright/test'
import { openList, rows, signIn } from './harness/desk-page.ts'
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
  await signIn(page, 'admin')
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
  await signIn(page, platform)
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
  const items = records.filter(({ code }) => !/check/i.test(code)).map(({ id }) => id)
  await office.post('/blade-system/tenant-package/submit', { packageName: '无盘点版', menuId: items.join() })
  await signIn(page, platform)
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
