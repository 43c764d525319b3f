import { expect } from '@playwright/test'
import { realProvider } from '#tests/harness/oidc.ts'
import { startVendors, app as vendorApp } from '#tests/harness/vendors.ts'
import { openDesk } from './harness/office.ts'
import { startServer, test } from './harness/server.ts'

const boss = { tenant: '100001', user: 'admin', password: 'ward2026' }

test('a person signs in by the button of the provider, and what it sent back does not stay in the address', async ({ browser }) => {
  const server = await startServer({ OUTBOUND_PRIVATE: '127.0.0.1' })
  const provider = await realProvider({ ward: [`${server.url}/login/federated/100001/sso`] })
  const context = await browser.newContext({ baseURL: server.url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  try {
    const office = await openDesk(server.url, boss)
    const path = '/blade-system/identity-provider'
    const row = {
      providerCode: 'sso',
      providerName: '院内统一登录',
      kind: 'oidc',
      matchBy: 'account',
      issuer: provider.issuer,
      clientId: 'ward',
    }
    const { id } = await office.post<{ id: string }>(`${path}/submit`, row)
    await office.post(`${path}/secret`, { id, secretKey: 'secret-of-ward' })
    await office.post(`${path}/enable`, { id })
    provider.now = { sub: 'one', claims: { preferred_username: 'keeper' } }
    const page = await context.newPage()
    await page.goto('/login')
    await page.getByLabel('租户编号').fill(boss.tenant)
    await page.getByRole('button', { name: '院内统一登录' }).click()
    await expect(page.getByRole('banner')).toBeVisible()
    expect(new URL(page.url()).origin).toBe(server.url)
    expect(page.url()).not.toContain('code=')
    // Who comes back without having gone is told so.
    await context.clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login/federated/100001/sso?code=stolen&state=stolen')
    await expect(page.getByRole('alert')).toContainText('不是由此浏览器发起')
  } finally {
    await context.close()
    await provider.stop()
    await server.stop()
  }
})

test('a person without an account asks for one after the provider, with what it vouches for, and signs in the same way once approved', async ({
  browser,
}) => {
  const server = await startServer({ OUTBOUND_PRIVATE: '127.0.0.1' })
  const vendors = await startVendors()
  const context = await browser.newContext({ baseURL: server.url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  try {
    const office = await openDesk(server.url, boss)
    const path = '/blade-system/identity-provider'
    const { corpId, agentId, secret } = vendorApp
    const app = { kind: 'wecom', corpId, agentId, apiAddress: vendors.url, takesGuests: 1 }
    const row = { providerCode: 'wecom', providerName: '企业微信登录', matchBy: 'bound', ...app }
    const { id } = await office.post<{ id: string }>(`${path}/submit`, row)
    await office.post(`${path}/secret`, { id, secretKey: secret })
    await office.post(`${path}/enable`, { id })
    const member = { userid: 'linxiao', name: '林晓', mobile: '13800000001', biz_mail: 'lin@ward.example' }
    vendors.members.push(member)
    vendors.now = member
    const page = await context.newPage()
    const goToVendor = async (): Promise<void> => {
      await page.goto('/login')
      await page.getByLabel('租户编号').fill(boss.tenant)
      await page.getByRole('button', { name: '企业微信登录' }).click()
    }
    await goToVendor()
    const dialog = page.getByRole('dialog').filter({ hasText: '账号注册' })
    await expect(dialog.getByLabel('姓名')).toHaveValue('林晓')
    for (const label of ['姓名', '手机', '邮箱']) await expect(dialog.getByLabel(label)).toHaveAttribute('readonly', '')
    // A refusal leaves what was typed, and the ticket.
    await dialog.getByLabel('登录账号').fill('keeper')
    await dialog.getByRole('button', { name: '提交' }).click()
    await expect(page.getByText('该登录账号已被使用，请换一个')).toBeVisible()
    await expect(dialog.getByLabel('登录账号')).toHaveValue('keeper')
    await dialog.getByLabel('登录账号').fill('linxiao')
    await dialog.getByRole('button', { name: '提交' }).click()
    await page.getByRole('dialog').filter({ hasText: '注册申请已提交' }).getByRole('button').click()
    await goToVendor()
    await expect(page.getByRole('alert')).toContainText('正在等待管理员审核')
    const { records } = await office.get<{ records: { id: string }[] }>('/blade-user/registration/list', { state: 'waiting' })
    const roles = await office.get<{ records: { id: string; roleAlias: string }[] }>('/blade-system/role/list', { size: '50' })
    const roleId = roles.records.find(({ roleAlias }) => roleAlias === 'keeper')!.id
    await office.post('/blade-user/registration/approve', { registrationId: records[0]!.id, roleId })
    await goToVendor()
    await expect(page.getByRole('banner')).toBeVisible()
  } finally {
    await context.close()
    await vendors.stop()
    await server.stop()
  }
})
