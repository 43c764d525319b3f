import { expect, type Page } from '@playwright/test'
import { codeNow } from '#tests/harness/totp.ts'
import { holdSession, openList, rows } from './harness/desk-page.ts'
import { type Page as Found, openDesk } from './harness/office.ts'
import { onlinePhone, SETTLE_MS } from './harness/phone.ts'
import { test } from './harness/server.ts'

const boss = { tenant: '100001', user: 'admin', password: 'ward2026' }
const own = 'Board2026x'

const fillIn = async (page: Page, account: string, password: string): Promise<void> => {
  await page.getByLabel('医院名称或编号').fill(boss.tenant)
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码').fill(password)
  await page.getByRole('button', { name: '登录' }).click()
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const bytesOf = (text: string): Buffer => {
  const bits = [...text].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((one) => Number.parseInt(one, 2)))
}

test('a role with a data scope asks for a second factor; its person sets it up at the desk, signs in on a phone with a code and sees only that scope', async ({
  page,
  browser,
  server,
}) => {
  const office = await openDesk(server.url, boss)
  const people = await office.get<Found<{ account: string; deptId: string }>>('/blade/user/list', { size: '200' })
  const { deptId } = people.records.find(({ account }) => account === 'keeper')!
  const role = await office.post<{ id: string }>('/blade-system/role/submit', {
    roleName: '两步角色',
    roleAlias: 'two_steps',
    reach: 'dept',
    needsFactor: 1,
  })
  await office.post('/blade-system/role/grant', { roleIds: [role.id], menuIds: 'device.list' })
  const user = await office.post<{ id: string }>('/blade/user/submit', { account: 'two.steps', realName: '两步', roleId: role.id, deptId })
  const { password } = await office.post<{ password: string }>('/osm/user/reset-password', { userId: user.id })
  await page.goto('/login')
  await fillIn(page, 'two.steps', password)
  await page.getByLabel('原密码').fill(password)
  await page.getByLabel('新密码', { exact: true }).fill(own)
  await page.getByLabel('确认密码').fill(own)
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('您的角色或机构要求二次验证')).toBeVisible()
  await page.getByLabel('登录密码').fill(own)
  await page.getByRole('button', { name: '开始设置二次验证' }).click()
  const secret = bytesOf((await page.getByTestId('factor-secret').textContent()) ?? '')
  await page.getByLabel('动态验证码').fill(await codeNow(secret, -1))
  await page.getByRole('button', { name: '启用二次验证' }).click()
  const [recovery] = ((await page.getByTestId('recovery-codes').textContent()) ?? '').split('　')
  await page.getByRole('button', { name: '我已保存' }).click()
  await expect(page.getByRole('banner')).toBeVisible()

  const phone = await browser.newContext({ ...onlinePhone, baseURL: server.url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const screen = await phone.newPage()
  await screen.goto('/m/')
  await fillIn(screen, 'two.steps', own)
  await expect(screen.getByRole('alert')).toContainText('请输入动态验证码')
  await screen.getByLabel('动态验证码').fill('000000')
  await screen.getByRole('button', { name: '登录' }).click()
  await expect(screen.getByRole('alert')).toContainText('不正确')
  await screen.getByLabel('动态验证码').fill(recovery!)
  await screen.getByRole('button', { name: '登录' }).click()
  await expect(screen.getByRole('navigation', { name: '主导航' })).toBeVisible({ timeout: SETTLE_MS })
  const seen = (await (await screen.request.get('/api/eam/device/list?size=200')).json()) as { data: Found<{ useDeptId: string }> }
  expect(seen.data.total).toBeGreaterThan(0)
  expect([...new Set(seen.data.records.map((one) => one.useDeptId))]).toEqual([deptId])
  await phone.close()
})

test('a test message is sent with code, phones and params [SHELL-SMS-1]', async ({ page, server }) => {
  const office = await openDesk(server.url, boss)
  const { id } = await office.post<{ id: string }>('/blade-resource/sms/submit', { smsCode: 'e2e_log', category: 'log' })
  await office.post('/blade-resource/sms/enable', { id })
  await holdSession(page, 'admin')
  await openList(page, '/resource/sms?keyword=e2e_log')
  await rows(page).filter({ hasText: 'e2e_log' }).click()
  await page.getByRole('button', { name: '发送测试' }).click()
  const dialog = page.getByRole('dialog', { name: '发送短信' })
  await dialog.getByLabel('手机号').fill('13800000001')
  await dialog.getByLabel('模板参数').fill('{"code":"42"}')
  const sent = page.waitForRequest((request) => request.url().includes('/sms/endpoint/send-message'))
  await dialog.getByRole('button', { name: '确定' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ code: 'e2e_log', phones: '13800000001', params: '{"code":"42"}' })
  await expect(dialog).toBeHidden()
})
