import { expect, type Page } from '@playwright/test'
import { noAvatar } from '#contract/entities/platform/avatar.ts'
import { holdSession, signIn } from './harness/desk-page.ts'
import { openDesk } from './harness/office.ts'
import { personWith } from './harness/own-people.ts'
import { test } from './harness/server.ts'

const dialogOf = (page: Page, title: string) => page.getByRole('dialog').filter({ hasText: title })
const picture = (name: string, mimeType: string, size: number) => {
  const buffer = Buffer.alloc(size, 7)
  buffer.writeUInt32BE(0xffd8ffe0, 0)
  return { name, mimeType, buffer }
}

test('[SHELL-LOCK-2] [SHELL-DLG-LOCK] [SHELL-VAL-LOCK] locking asks for a lock password first; the server holds it (deviation), over reloads, other addresses and a cleared storage', async ({
  page,
}) => {
  await signIn(page, 'head')
  const button = page.getByRole('button', { name: '锁屏' })
  const dialog = dialogOf(page, '设置锁屏密码')
  const sent: unknown[] = []
  page.on('request', (request) => request.url().includes('/session/lock') && sent.push(request.postDataJSON()))
  await button.click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('锁屏密码不能为空')).toBeVisible()
  await expect(page).not.toHaveURL(/\/lock$/)
  expect(sent).toEqual([])
  await dialog.getByLabel('锁屏密码').fill('desk-1')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(/\/lock$/)
  await expect(page.getByText('请输入锁屏密码解锁')).toBeVisible()
  // Nothing on this computer opens the lock.
  expect(JSON.stringify([sent, await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))])).not.toContain('desk-1')
  await page.evaluate(() => {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (/lock/i.test(key)) storage.removeItem(key)
  })
  await page.goto('/eam/device')
  await expect(page).toHaveURL(/\/lock$/)
  await expect(page.locator('.ant-table-row')).toHaveCount(0)
  const open = async (word: string) => {
    await page.getByLabel('锁屏密码').fill(word)
    await page.getByRole('button', { name: '解锁' }).click()
  }
  await open('ward2026')
  await expect(page.getByRole('alert')).toContainText('锁屏密码不正确')
  await open('desk-1')
  await expect(page.getByRole('banner')).toBeVisible()
  // From now on the button locks at once.
  await button.click()
  await expect(page).toHaveURL(/\/lock$/)
  await page.reload()
  await open('desk-1')
  await expect(page.getByRole('banner')).toBeVisible()
})

test('[SHELL-DLG-REG] [SHELL-ENT-REG] [SHELL-VAL-REG-1] [SHELL-VAL-REG-2] [SHELL-VAL-REG-3] [SHELL-VAL-REG-4] [SHELL-VAL-REG-5] [SHELL-ERR-12] [SHELL-ERR-13] [SHELL-CONF-4] [SHELL-REG-1] [SHELL-REG-2] [SHELL-REG-3] a registration says what is missing, one thing at a time, and ends at the log-in', async ({
  page,
  server,
}) => {
  const platform = await openDesk(server.url, { tenant: '000000', user: 'admin', password: 'admin' })
  await platform.post('/blade-system/tenant/setting', { id: '100001', takesRegistrations: 1 })
  const sent: Record<string, string>[] = []
  page.on('request', (request) => request.url().includes('/register-guest') && sent.push(request.postDataJSON()))
  await page.goto('/login')
  await page.getByRole('button', { name: '账号注册' }).click()
  const dialog = dialogOf(page, '账号注册')
  await expect(dialog.locator('.ant-modal-title')).toHaveText('账号注册')
  const submit = () => dialog.getByRole('button', { name: '提交' }).click()
  const warning = page.locator('.ant-message-warning')
  /** Submits, and sees this warning and no other. */
  const warned = async (text: string) => {
    await submit()
    await expect(warning).toHaveText([text])
    // A message goes by itself; here it makes room for the next one.
    await expect(warning).toHaveCount(0)
  }
  await dialog.getByLabel('租户编号').fill('')
  await warned('请先输入租户编号')
  await dialog.getByLabel('租户编号').fill('100001')
  await warned('请先输入账号名称')
  await dialog.getByLabel('登录账号').fill('newcomer')
  await dialog.getByLabel('确认密码').fill('Harbour2026')
  await warned('请先输入密码')
  await dialog.getByLabel('确认密码').fill('')
  await dialog.getByLabel('密码', { exact: true }).fill('Harbour2026')
  await warned('请先输入密码')
  await dialog.getByLabel('确认密码').fill('Harbour2027')
  await warned('两次密码输入不一致')
  expect(sent).toEqual([])
  await dialog.getByLabel('确认密码').fill('Harbour2026')
  await dialog.getByLabel('姓名').fill('新来')
  const refuse = (json: object) => page.route('**/register-guest', (route) => route.fulfill({ status: 400, json }), { times: 1 })
  await refuse({ code: 400, success: false, msg: '今天不收新人', data: null })
  await submit()
  await expect(page.getByText('今天不收新人')).toBeVisible()
  await refuse({ code: 400, success: false })
  await submit()
  await expect(page.getByText('提交失败')).toBeVisible()
  await expect(dialog.getByLabel('登录账号')).toHaveValue('newcomer')
  await submit()
  const alert = page.getByRole('dialog').filter({ hasText: '注册申请已提交,请耐心等待管理员通过!' })
  await expect(alert.locator('.ant-modal-confirm-title')).toHaveText('注册提示')
  expect(sent.at(-1)).toEqual({
    tenantId: '100001',
    name: '新来',
    account: 'newcomer',
    password: 'Harbour2026',
    password2: 'Harbour2026',
  })
  const left = page.waitForRequest((request) => request.url().includes('/blade-auth/oauth/logout'))
  await alert.getByRole('button', { name: '确定' }).click()
  await left
  await expect(page).toHaveURL(/\/login$/)
  await expect(dialog).toHaveCount(0)
  const admin = await openDesk(server.url, { tenant: '100001', user: 'admin', password: 'ward2026' })
  const waiting = await admin.get<{ records: { account: string; state: string }[] }>('/blade-user/registration/list', {
    account: 'newcomer',
  })
  expect(waiting.records).toMatchObject([{ account: 'newcomer', state: 'waiting' }])
})

test('[SHELL-DLG-SWITCH-1] [SHELL-DLG-SWITCH-2] [SHELL-VAL-SWITCH-1] [SHELL-VAL-SWITCH-2] the own department (deviation) and a role are chosen, and the desk shows what that role may', async ({
  page,
  server,
}) => {
  await signIn(page, await personWith(server, ['工程师', '审计']))
  const menu = page.getByRole('navigation', { name: '菜单' })
  const choose = async () => {
    await page.getByRole('button', { name: /打开个人菜单/ }).click()
    await page.getByRole('menuitem', { name: '用户信息选择' }).click()
  }
  await choose()
  const dialog = dialogOf(page, '用户信息选择')
  await expect(dialog.getByRole('combobox')).toHaveCount(2)
  const submit = dialog.getByRole('button', { name: '切换', exact: true })
  const pick = async (label: string, nth: number) => {
    await dialog.getByLabel(label).click()
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').nth(nth).click()
  }
  await submit.click()
  await expect(dialog.getByText('请选择部门')).toBeVisible()
  await expect(dialog.getByText('请选择角色')).toBeVisible()
  await pick('部门', 0)
  // There is no other: a person has one department.
  await expect(page.locator('.ant-select-dropdown .ant-select-item-option')).toHaveCount(1)
  await expect(dialog.getByText('请选择部门')).toHaveCount(0)
  await submit.click()
  await expect(dialog.getByText('请选择角色')).toBeVisible()
  await dialog.getByLabel('角色').click()
  await page.locator('.ant-select-dropdown:visible').getByText('审计', { exact: true }).click()
  const sent = page.waitForRequest((request) => request.url().includes('/switch-role'))
  await submit.click()
  expect(Object.keys((await sent).postDataJSON()).sort()).toEqual(['deptId', 'roleId'])
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: /打开个人菜单/ }).click()
  await expect(page.locator('.eam-who')).toContainText('审计')
  await expect(page.locator('.eam-who')).not.toContainText('工程师')
  await page.keyboard.press('Escape')
  await expect(menu).toBeVisible()
  await choose()
  await pick('部门', 0)
  await pick('角色', 0)
  await submit.click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: /打开个人菜单/ }).click()
  await expect(page.locator('.eam-who')).toContainText('工程师')
})

test('[SHELL-PROFILE-2] [SHELL-TOP-7] [SHELL-VAL-AVATAR-1] [SHELL-VAL-AVATAR-2] the personal tab has five fields; the picture is a jpg or png of 500 kb at most and shows in the bar', async ({
  page,
}) => {
  await holdSession(page, 'keeper')
  await page.goto('/info/index')
  const form = page.locator('form.eam-form').filter({ has: page.getByLabel('姓名') })
  await expect(form.locator('.ant-form-item-label')).toHaveText(['头像', '姓名', '昵称', '手机号码', '邮箱'])
  const input = form.locator('input[type=file]')
  const face = page.getByRole('button', { name: /打开个人菜单/ }).locator('img')
  await expect(face).toHaveAttribute('src', noAvatar)
  await input.setInputFiles(picture('me.gif', 'image/gif', 100))
  await expect(page.getByText('头像只能是 jpg 或 png 图片')).toBeVisible()
  await input.setInputFiles(picture('me.jpg', 'image/jpeg', 501 * 1024))
  await expect(page.getByText('头像不能超过 500kb')).toBeVisible()
  await input.setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64'),
  })
  await expect(form.getByRole('button', { name: '删除' })).toBeVisible()
  await form.getByLabel('手机号码').fill('13800000001')
  const saved = page.waitForResponse((response) => response.url().includes('/blade-user/info'))
  await form.getByRole('button', { name: '保存' }).click()
  const { data } = (await (await saved).json()) as { data: { avatar: string } }
  expect(data.avatar).toMatch(/^\/api\/file\//)
  await expect(face).toHaveAttribute('src', data.avatar)
  await expect.poll(() => face.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
})
