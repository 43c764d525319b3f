import { expect } from '@playwright/test'
import { realProvider } from '#tests/harness/oidc.ts'
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
