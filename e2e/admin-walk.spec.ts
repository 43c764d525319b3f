import { expect, type Page } from '@playwright/test'
import { codeNow } from '#tests/harness/totp.ts'
import { rows } from './harness/desk-page.ts'
import { openDesk } from './harness/office.ts'
import { onlinePhone, SETTLE_MS } from './harness/phone.ts'
import { firstAdminPassword, test } from './harness/server.ts'

test.use({ hospital: 'empty, walked' })

const tenant = '300001'
const chief = { account: 'chief', password: 'Board2026' }
const ward = { account: 'ward.one', password: 'Tram2026' }
const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')

const signIn = async (page: Page, of: string, account: string, password: string): Promise<void> => {
  await page.getByLabel('医院名称或编号').fill(of)
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码').fill(password)
  await page.getByRole('button', { name: '登录' }).click()
}
/** The page shown instead of every other one while the password is a given one. */
const changeGiven = async (page: Page, given: string, own: string): Promise<void> => {
  await page.getByLabel('原密码').fill(given)
  await page.getByLabel('新密码', { exact: true }).fill(own)
  await page.getByLabel('确认密码').fill(own)
  await page.getByRole('button', { name: '保存' }).click()
}
const shownOnce = async (page: Page): Promise<string> => {
  const password = (await page.getByTestId('first-password').textContent()) ?? ''
  await dialog(page).getByRole('button', { name: '关闭' }).last().click()
  return password
}
/** Picks from the list or the tree that opens below a field of a form. */
const pick = async (page: Page, label: string, choice: string): Promise<void> => {
  await dialog(page).getByLabel(label, { exact: true }).last().click()
  await page.locator('.ant-select-dropdown:visible').getByText(choice, { exact: true }).click()
}
const add = (page: Page) => main(page).getByRole('button', { name: '新增' }).first().click()
const save = (page: Page) => dialog(page).getByRole('button', { name: '保存' }).click()

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const bytesOf = (text: string): Buffer => {
  const bits = [...text].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((one) => Number.parseInt(one, 2)))
}

/** The one walk in two tests, the second from where the first one ends. */
test.describe.configure({ mode: 'serial' })
/** What the person gets to sign in with first. */
let first = ''

test('from the first administrator: tenant, package, role with a data scope, a person with a second factor', async ({
  page,
  browser,
  server,
}) => {
  await page.goto('/login')
  await signIn(page, '000000', 'admin', firstAdminPassword)
  await expect(page.getByRole('banner')).toBeVisible()
  const given = await test.step('the platform makes a hospital with a package', async () => {
    await page.goto('/system/tenant-package')
    await add(page)
    await dialog(page).getByLabel('产品包名').fill('设备版')
    await dialog(page).getByLabel('菜单列表', { exact: true }).last().click()
    for (const group of ['设备管理', '系统管理']) {
      await dialog(page).getByLabel('菜单列表', { exact: true }).last().fill(group)
      await page.locator('.ant-select-tree-title').getByText(group, { exact: true }).click()
    }
    await page.keyboard.press('Escape')
    await save(page)
    await expect(rows(page).filter({ hasText: '设备版' })).toBeVisible()
    await page.goto('/system/hospital')
    await main(page).getByRole('button', { name: '新增机构' }).click()
    await dialog(page).getByLabel('租户编号').fill(tenant)
    await dialog(page).getByLabel('机构名称').fill('江北医院')
    await dialog(page).getByLabel('管理员账号').fill(chief.account)
    await dialog(page).getByLabel('管理员姓名').fill('陈院管')
    await save(page)
    await expect(dialog(page).getByText('只显示这一次')).toBeVisible()
    const password = await shownOnce(page)
    await page.getByRole('row').filter({ hasText: tenant }).getByRole('button', { name: '租户产品包' }).click()
    await dialog(page).getByRole('combobox').click()
    await page.locator('.ant-select-dropdown:visible').getByText('设备版').click()
    await dialog(page)
      .getByRole('button', { name: /确\s*定/ })
      .click()
    await expect(dialog(page)).toHaveCount(0)
    return password
  })

  const desk = await (await browser.newContext({ baseURL: server.url, locale: 'zh-CN' })).newPage()
  first = await test.step('its administrator has the package alone, and makes a role and a person', async () => {
    await desk.goto('/login')
    await signIn(desk, tenant, chief.account, given)
    await changeGiven(desk, given, chief.password)
    const menu = desk.getByRole('navigation', { name: '菜单' })
    await expect(menu.getByText('设备卡')).toBeVisible()
    await expect(menu.getByText('盘点任务')).toHaveCount(0)
    const office = await openDesk(server.url, { tenant, user: chief.account, password: chief.password })
    for (const name of ['内科', '外科']) {
      const { id } = await office.post<{ id: string }>('/blade-system/dept/submit', { deptName: name, category: 'clinical' })
      await office.post('/eam/device/submit', { deviceName: `${name}输液泵`, useDeptId: id })
    }
    await desk.goto('/system/role')
    await add(desk)
    await dialog(desk).getByLabel('角色名称').fill('病区护士')
    await dialog(desk).getByLabel('角色标识').fill('ward_nurse')
    await pick(desk, '数据范围', '本科室')
    await dialog(desk).getByLabel('须二次验证').click()
    await save(desk)
    await rows(desk).filter({ hasText: '病区护士' }).click()
    await desk.getByRole('button', { name: '权限', exact: true }).click()
    const rights = desk.locator('.eam-rights')
    await rights
      .getByRole('tree')
      .getByRole('treeitem', { name: /设备管理/ })
      .getByRole('checkbox')
      .first()
      .click()
    await rights.getByRole('button', { name: /^保 ?存$/ }).click()
    await expect(rights).toBeHidden()
    await desk.goto('/system/user')
    await add(desk)
    await dialog(desk).getByLabel('登录账号').fill(ward.account)
    await dialog(desk).getByLabel('姓名').fill('王护士')
    await pick(desk, '角色', '病区护士')
    await pick(desk, '所属科室', '内科')
    await save(desk)
    await desk.getByRole('button', { name: '设置密码' }).click()
    return shownOnce(desk)
  })
})

test('to a phone: that person sets up the second factor, and sees that scope alone', async ({ browser, server }) => {
  const recovery = await test.step('the person changes the password and sets up a second factor', async () => {
    const theirs = await (await browser.newContext({ baseURL: server.url, locale: 'zh-CN' })).newPage()
    await theirs.goto('/login')
    await signIn(theirs, tenant, ward.account, first)
    await changeGiven(theirs, first, ward.password)
    await expect(theirs.getByText('您的角色或机构要求二次验证')).toBeVisible()
    await theirs.getByLabel('登录密码').fill(ward.password)
    await theirs.getByRole('button', { name: '开始设置二次验证' }).click()
    const secret = bytesOf((await theirs.getByTestId('factor-secret').textContent()) ?? '')
    await theirs.getByLabel('动态验证码').fill(await codeNow(secret, -1))
    await theirs.getByRole('button', { name: '启用二次验证' }).click()
    const codes = ((await theirs.getByTestId('recovery-codes').textContent()) ?? '').split('　')
    await theirs.getByRole('button', { name: '我已保存' }).click()
    await expect(theirs.getByRole('banner')).toBeVisible()
    return codes[0]!
  })
  await test.step('signs in on a phone, and sees the own department and nothing of the other', async () => {
    const phone = await browser.newContext({ ...onlinePhone, baseURL: server.url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
    const screen = await phone.newPage()
    await screen.goto('/m/')
    await signIn(screen, tenant, ward.account, ward.password)
    await expect(screen.getByRole('alert')).toContainText('请输入动态验证码')
    await screen.getByLabel('动态验证码').fill(recovery)
    await screen.getByRole('button', { name: '登录' }).click()
    await expect(screen.getByRole('navigation', { name: '主导航' })).toBeVisible({ timeout: SETTLE_MS })
    const read = (await (await screen.request.get('/api/eam/device/list?size=50')).json()) as {
      data: { records: { deviceName: string }[] }
    }
    expect(read.data.records.map(({ deviceName }) => deviceName)).toEqual(['内科输液泵'])
    await phone.close()
  })
})
