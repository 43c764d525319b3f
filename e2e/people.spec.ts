import { expect, type Page } from '@playwright/test'
import { rows } from './harness/desk-page.ts'
import { openDesk } from './harness/office.ts'
import { onlinePhone } from './harness/phone.ts'
import { firstAdminPassword, test } from './harness/server.ts'

test.use({ hospital: 'empty' })

const tenant = '200001'
const chief = { account: 'chief', password: 'Board2026' }

const signIn = async (page: Page, of: string, account: string, password: string, address = '/login'): Promise<void> => {
  await page.goto(address)
  await page.getByLabel('医院名称或编号').fill(of)
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码').fill(password)
  await page.getByRole('button', { name: '登录' }).click()
}
const home = (page: Page) => expect(page.getByRole('banner')).toBeVisible()

/** The page shown instead of every other one while the password is a given one. */
const changeGiven = async (page: Page, given: string, own: string): Promise<void> => {
  await expect(page.getByText('您正在使用临时密码')).toBeVisible()
  await page.getByLabel('原密码').fill(given)
  await page.getByLabel('新密码', { exact: true }).fill(own)
  await page.getByLabel('确认密码').fill(own)
  const sent = page.waitForRequest((request) => request.url().includes('update-password'))
  await page.getByRole('button', { name: '保存' }).click()
  const asked = await sent
  expect(Object.keys(asked.postDataJSON()).sort()).toEqual(['newPassword', 'newPassword1', 'oldPassword'])
  await home(page)
}

const shownOnce = async (page: Page): Promise<string> => {
  const password = (await page.getByTestId('first-password').textContent()) ?? ''
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
  return password
}

/** The body of the next POST whose address ends so. */
const sent = async (page: Page, path: string): Promise<unknown> =>
  (await page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(path))).postDataJSON()

/** Picks from a list that opens below a field of a form. */
const pick = async (page: Page, label: string, choice: string): Promise<void> => {
  await page.getByRole('dialog').getByLabel(label, { exact: true }).last().click()
  await page.locator('.ant-select-dropdown:visible').getByText(choice, { exact: true }).click()
}

test('[SHELL-PROFILE-1] [SHELL-PWD-1] [SHELL-USER-3] [SHELL-PERM-8] the walk of a first administrator, from an empty program to a colleague who signs in', async ({
  page,
  browser,
  server,
}) => {
  await signIn(page, '000000', 'admin', firstAdminPassword)
  await home(page)
  await test.step('the platform makes a hospital', async () => {
    await page.getByRole('region', { name: '开始使用' }).getByRole('link', { name: '去完成' }).click()
    await page.getByRole('button', { name: '新增机构' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('租户编号').fill(tenant)
    await dialog.getByLabel('机构名称').fill('滨江医院')
    await dialog.getByLabel('管理员账号').fill(chief.account)
    await dialog.getByLabel('管理员姓名').fill('陈院管')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog.getByText('只显示这一次')).toBeVisible()
  })
  const given = await shownOnce(page)
  await expect(page.getByRole('cell', { name: '滨江医院' })).toBeVisible()
  const office = await browser.newContext({ baseURL: server.url, locale: 'zh-CN' })
  const desk = await office.newPage()
  await test.step('its administrator signs in, changes the password and finds the first steps', async () => {
    await signIn(desk, tenant, chief.account, given)
    await changeGiven(desk, given, chief.password)
    const start = desk.getByRole('region', { name: '开始使用' })
    await expect(start.getByRole('listitem')).toHaveCount(6)
    await start.getByRole('listitem').filter({ hasText: '建立科室' }).getByRole('link').click()
    await desk.getByRole('button', { name: '新增' }).first().click()
    await desk.getByRole('dialog').getByLabel('科室名称').fill('急诊科')
    await desk.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    await expect(rows(desk).filter({ hasText: '急诊科' })).toBeVisible()
  })
  const add = async (account: string, name: string): Promise<string> => {
    await desk.goto('/system/user')
    await desk.getByRole('button', { name: '新增' }).first().click()
    await desk.getByRole('dialog').getByLabel('登录账号').fill(account)
    await desk.getByRole('dialog').getByLabel('姓名').fill(name)
    await pick(desk, '角色', '工程师')
    await desk.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    await desk.getByRole('button', { name: '设置密码' }).click()
    return shownOnce(desk)
  }
  const first = await add('gong', '龚师傅')
  const colleague = await browser.newContext({ baseURL: server.url, locale: 'zh-CN' })
  const theirs = await colleague.newPage()
  await test.step('a colleague signs in, and sees where', async () => {
    await signIn(theirs, tenant, 'gong', first)
    await changeGiven(theirs, first, 'Tram2026')
    await theirs.goto('/info/index')
    await expect(theirs.locator('#page').getByRole('tab')).toHaveText(['个人信息', '修改密码'])
    await expect(theirs.getByText('当前')).toBeVisible()
  })
  const phone = await openDesk(server.url, { tenant, user: 'gong', password: 'Tram2026' })
  await test.step('ends another session of their own', async () => {
    await theirs.reload()
    await theirs.getByRole('row').filter({ hasText: '其他程序' }).getByRole('button', { name: '结束' }).click()
    await expect(theirs.getByRole('row').filter({ hasText: '其他程序' })).toHaveCount(0)
    await expect(phone.get('/eam/device/list')).rejects.toThrow('401')
  })
  await test.step('ten wrong passwords lock, the administrator unlocks', async () => {
    const wrong = () => openDesk(server.url, { tenant, user: 'gong', password: 'wrong' }).catch((error: Error) => error.message)
    for (let n = 0; n < 10; n++) await wrong()
    expect(await wrong()).toContain('密码错误次数过多')
    await desk.goto('/system/user')
    await rows(desk).filter({ hasText: '龚师傅' }).click()
    const unlocking = sent(desk, '/unlock')
    await desk.getByRole('button', { name: '解除锁定' }).click()
    expect(await unlocking).toEqual({ userIds: [expect.stringMatching(/^[0-9a-f-]{36}$/)] })
    await expect(desk.getByRole('button', { name: '解除锁定' })).toHaveCount(0)
    await openDesk(server.url, { tenant, user: 'gong', password: 'Tram2026' })
  })
  await test.step('a reset ends every session and gives a new first password', async () => {
    await desk.getByRole('button', { name: '重置密码' }).click()
    const resetting = sent(desk, '/reset-password')
    await desk.getByRole('button', { name: '设置密码' }).click()
    expect(await resetting).toEqual({ userId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    const again = await shownOnce(desk)
    await theirs.goto('/eam/device')
    await expect(theirs).toHaveURL(/\/login$/)
    await signIn(theirs, tenant, 'gong', again)
    await expect(theirs.getByText('您正在使用临时密码')).toBeVisible()
    const pocket = await (await browser.newContext({ ...onlinePhone, baseURL: server.url, locale: 'zh-CN' })).newPage()
    await signIn(pocket, tenant, 'gong', again, '/m/')
    await expect(pocket.getByText('您正在使用临时密码')).toBeVisible()
    const beside = async (...sentences: string[]) => {
      await pocket.getByRole('button', { name: '保存' }).click()
      await expect(pocket.getByRole('alert')).toHaveText(sentences)
    }
    await beside('原密码不能为空', '新密码不能为空', '确认密码不能为空')
    await pocket.getByLabel('新密码').fill('abcdefgh')
    await pocket.getByLabel('确认密码').fill('abcdefghi')
    await beside('原密码不能为空', '密码较弱', '两次密码输入不一致')
    await pocket.getByLabel('原密码').fill('Not-it-2026')
    await pocket.getByLabel('新密码').fill('Ferry2026')
    await pocket.getByLabel('确认密码').fill('Ferry2026')
    await beside('原密码不正确')
    await expect(pocket.getByLabel('原密码')).toHaveAttribute('aria-invalid', 'true')
    await pocket.getByLabel('原密码').fill(again)
    await pocket.getByRole('button', { name: '保存' }).click()
    await expect(pocket.getByRole('navigation', { name: '主导航' })).toBeVisible()
  })
  await test.step('all of it stands in the log', async () => {
    await desk.goto('/system/access-log?size=50')
    for (const event of ['重置密码', '解除锁定', '锁定', '结束会话', '登录'])
      await expect(rows(desk).filter({ hasText: event }).first()).toBeVisible()
  })
})
