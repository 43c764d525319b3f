import { expect } from '@playwright/test'
import { directoryServer } from '#tests/harness/directory.ts'
import { realProvider } from '#tests/harness/oidc.ts'
import { startVendors, app as vendorApp } from '#tests/harness/vendors.ts'
import { scansOf, startCheck } from './harness/check.ts'
import { type Desk, openDesk } from './harness/office.ts'
import { expectQueueEmpty, openCount, openTab, phoneScreen, recordCode, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { type RunningServer, startServer } from './harness/program.ts'
import { test } from './harness/server.ts'

const boss = { tenant: '100001', user: 'admin', password: 'ward2026' }
const keeper = { tenant: '100001', user: 'keeper', password: 'ward2026' }
const manager = { tenant: '100001', user: 'manager', password: 'ward2026' }

const path = '/blade-system/identity-provider'
/** The ways that the test has added, which the next one must not find on the sign-in page. */
const added: string[] = []

/** Adds a way to sign in, with its secret, and offers it until the test ends. */
async function offer(office: Desk, row: object, secretKey: string): Promise<void> {
  const { id } = await office.post<{ id: string }>(`${path}/submit`, row)
  added.push(id)
  await office.post(`${path}/secret`, { id, secretKey })
  await office.post(`${path}/enable`, { id })
}

const ward = (issuer: string, providerCode = 'sso', providerName = '院内统一登录') => ({
  providerCode,
  providerName,
  kind: 'oidc',
  matchBy: 'account',
  issuer,
  clientId: 'ward',
})

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ OUTBOUND_PRIVATE: '127.0.0.1', TRUST_PROXY: '127.0.0.1' })
})
test.afterEach(async () => {
  const office = await openDesk(server.url, boss)
  for (const id of added.splice(0)) await office.post(`${path}/enable`, { id, isStopped: 1 })
})
test.afterAll(() => server.stop())

test('[SHELL-AUTH-2] [SHELL-AUTH-7] a person signs in by the button of the provider: tenant, source, code and state go to the token call, and do not stay in the address', async ({
  browser,
}) => {
  const provider = await realProvider({ ward: [`${server.url}/login/federated/100001/sso`] })
  const context = await browser.newContext({ baseURL: server.url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  try {
    const office = await openDesk(server.url, boss)
    await offer(office, ward(provider.issuer), 'secret-of-ward')
    provider.now = { sub: 'one', claims: { preferred_username: 'keeper' } }
    const page = await context.newPage()
    await page.goto('/login')
    await page.getByLabel('医院名称或编号').fill(boss.tenant)
    const came = page.waitForRequest((request) => request.url().includes('/login/federated/'))
    const asked = page.waitForRequest((request) => request.url().includes('/oauth/token'))
    await page.getByRole('button', { name: '院内统一登录' }).click()
    const { searchParams } = new URL((await came).url())
    const [code, state] = [searchParams.get('code'), searchParams.get('state')]
    expect([code, state]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)])
    expect((await asked).postDataJSON()).toMatchObject({ grant_type: 'social', tenantId: boss.tenant, source: 'sso', code, state })
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
  }
})

test('the phone offers the provider too, comes back to its own pages and sends what was queued', async ({ browser }) => {
  const provider = await realProvider({ ward: [`${server.url}/login/federated/100001/phone-sso`] })
  const context = await browser.newContext({ ...phoneScreen, baseURL: server.url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  try {
    await offer(await openDesk(server.url, boss), ward(provider.issuer, 'phone-sso', '院内账号中心'), 'secret-of-ward')
    const desk = await openDesk(server.url, manager)
    const check = await startCheck(desk, [keeper.user])
    const page = await context.newPage()
    await page.goto('/m/')
    await signInPhone(page, keeper)
    await openCount(page, check)
    await context.setOffline(true)
    await recordCode(page, check.cards[0]?.deviceCode ?? '')
    await context.clearCookies()
    await context.setOffline(false)
    await openTab(page, '待发送')
    await page.getByRole('button', { name: '需要重新登录' }).click()
    await expect(page.getByText('本机存有 1 条 王护士 的记录')).toBeVisible()
    provider.now = { sub: 'one', claims: { preferred_username: 'keeper' } }
    await page.getByRole('button', { name: '院内账号中心' }).click()
    await expect(page.getByRole('navigation', { name: '主导航' })).toBeVisible({ timeout: SETTLE_MS })
    expect(new URL(page.url()).pathname).toMatch(/^\/m\//)
    expect(page.url()).not.toContain('code=')
    await expect.poll(async () => (await scansOf(desk, check)).length, { timeout: SETTLE_MS }).toBe(1)
    await expectQueueEmpty(page)
    // Who comes back without having gone is told so, and finds the way to the sign-in.
    await page.evaluate(() => localStorage.clear())
    await context.clearCookies()
    await page.goto('/m/login/federated/100001/phone-sso?code=stolen&state=stolen')
    await expect(page.getByRole('alert')).toContainText('不是由此浏览器发起')
    await page.getByRole('link', { name: '返回登录' }).click()
    await expect(page.getByLabel('账号', { exact: true })).toBeVisible()
  } finally {
    await context.close()
    await provider.stop()
  }
})

test('the phone signs in with the account of a directory', async ({ browser }) => {
  const directory = await directoryServer()
  // A proxy on this machine ends TLS, as its header says.
  const extraHTTPHeaders = { 'x-forwarded-proto': 'https' }
  const context = await browser.newContext({
    ...phoneScreen,
    extraHTTPHeaders,
    baseURL: server.url,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  try {
    await directory.add('keeper', 'Directory-1')
    const row = {
      providerCode: 'ad',
      providerName: '医院域账号',
      kind: 'ldap',
      matchBy: 'account',
      address: directory.ldaps,
      caCertificate: directory.ca,
      baseDn: directory.base,
      bindDn: directory.bindDn,
      userFilter: '(uid={account})',
      idAttribute: 'entryUUID',
      accountAttribute: 'uid',
      mailAttribute: 'mail',
    }
    await offer(await openDesk(server.url, boss), row, directory.bindPassword)
    const page = await context.newPage()
    await page.goto('/m/')
    await page.getByLabel('医院名称或编号').fill(boss.tenant)
    await page.getByLabel('医院域账号').check()
    await page.getByLabel('账号', { exact: true }).fill('keeper')
    await page.getByLabel('密码').fill('Directory-1')
    const sent = page.waitForRequest((request) => request.url().includes('/oauth/token'))
    await page.getByRole('button', { name: '登录' }).click()
    expect((await sent).postData()).toContain('Directory-1')
    await expect(page.getByRole('navigation', { name: '主导航' })).toBeVisible({ timeout: SETTLE_MS })
  } finally {
    await context.close()
    await directory.stop()
  }
})

test('a person without an account asks for one after the provider, with what it vouches for, and signs in the same way once approved', async ({
  browser,
}) => {
  const vendors = await startVendors()
  const context = await browser.newContext({ baseURL: server.url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  try {
    const office = await openDesk(server.url, boss)
    const { corpId, agentId, secret } = vendorApp
    const app = { kind: 'wecom', corpId, agentId, apiAddress: vendors.url, takesGuests: 1 }
    const row = { providerCode: 'wecom', providerName: '企业微信登录', matchBy: 'bound', ...app }
    await offer(office, row, secret)
    const member = { userid: 'linxiao', name: '林晓', mobile: '13800000001', biz_mail: 'lin@ward.example' }
    vendors.members.push(member)
    vendors.now = member
    const page = await context.newPage()
    const goToVendor = async (): Promise<void> => {
      await page.goto('/login')
      await page.getByLabel('医院名称或编号').fill(boss.tenant)
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
    const roles = await office.get<{ records: { id: string; roleAlias: string }[] }>('/blade-system/role/page', { size: '50' })
    const roleId = roles.records.find(({ roleAlias }) => roleAlias === 'keeper')!.id
    await office.post('/blade-user/registration/approve', { registrationId: records[0]!.id, roleId })
    await goToVendor()
    await expect(page.getByRole('banner')).toBeVisible()
  } finally {
    await context.close()
    await vendors.stop()
  }
})
