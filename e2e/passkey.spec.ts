import { createServer } from 'node:net'
import { type CDPSession, expect, type Page } from '@playwright/test'
import { onlinePhone, SETTLE_MS } from './harness/phone.ts'
import { type RunningServer, startServer } from './harness/program.ts'
import { test } from './harness/server.ts'

const boss = { tenant: '100001', user: 'admin', password: 'ward2026' }

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })

let server: RunningServer
let site: string

test.beforeAll(async () => {
  const port = await freePort()
  site = `http://localhost:${port}`
  server = await startServer({ PORT: String(port), PUBLIC_URL: site })
})
test.afterAll(() => server.stop())

/** Chromium's own authenticator in software: a phone or a laptop with a finger on it. */
async function plugIn(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

const fillIn = async (page: Page): Promise<void> => {
  await page.getByLabel('医院名称或编号').fill(boss.tenant)
  await page.getByLabel('账号').fill(boss.user)
  await page.getByLabel('密码', { exact: true }).fill(boss.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

const usePasskey = (page: Page): Promise<void> => page.getByRole('button', { name: '使用通行密钥' }).click()

test('a passkey made on the profile page signs in at the desk and on a phone, and the last one stays', async ({ browser }) => {
  const desk = await browser.newContext({ baseURL: site, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const page = await desk.newPage()
  const { cdp, authenticatorId } = await plugIn(page)
  await page.goto('/login')
  await fillIn(page)
  await expect(page.getByRole('banner')).toBeVisible()
  await page.goto('/info/index')
  const passkeys = page.getByRole('region', { name: '通行密钥' })
  await passkeys.getByRole('button', { name: '添加通行密钥' }).click()
  const adding = page.getByRole('dialog', { name: '添加通行密钥' })
  await adding.getByLabel('名称').fill('办公室电脑')
  await adding.getByLabel('登录密码').fill('another-word')
  await adding.getByRole('button', { name: '保存通行密钥' }).click()
  await expect(adding.getByRole('alert')).toBeVisible()
  // A finger that is not known makes no passkey; what was typed stays.
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await adding.getByLabel('登录密码').fill(boss.password)
  await adding.getByRole('button', { name: '保存通行密钥' }).click()
  await expect(adding.getByRole('alert')).toContainText('没有完成通行密钥验证')
  await expect(adding.getByLabel('名称')).toHaveValue('办公室电脑')
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await adding.getByRole('button', { name: '保存通行密钥' }).click()
  await expect(page.getByTestId('recovery-codes')).toContainText('-')
  await page.getByRole('button', { name: '我已保存' }).click()
  await expect(passkeys.getByRole('row', { name: /办公室电脑/ })).toBeVisible()

  await desk.clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await fillIn(page)
  await expect(page.getByRole('alert')).toContainText('请使用通行密钥')
  await usePasskey(page)
  await expect(page.getByRole('banner')).toBeVisible()

  await page.goto('/info/index')
  await passkeys.getByRole('button', { name: '删除通行密钥 办公室电脑' }).click()
  const removing = page.getByRole('dialog', { name: '删除通行密钥“办公室电脑”' })
  await removing.getByText('用通行密钥验证').click()
  await removing.getByRole('button', { name: '删除通行密钥' }).click()
  await expect(removing.getByRole('alert')).toContainText('这是您最后一个验证方式')

  // The phone holds the same passkey, as those that are kept in a cloud.
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
  const phone = await browser.newContext({ ...onlinePhone, baseURL: site, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const screen = await phone.newPage()
  const held = await plugIn(screen)
  await held.cdp.send('WebAuthn.addCredential', { authenticatorId: held.authenticatorId, credential: credentials[0]! })
  await screen.goto('/m/')
  await fillIn(screen)
  await usePasskey(screen)
  await expect(screen.getByRole('navigation', { name: '主导航' })).toBeVisible({ timeout: SETTLE_MS })
  await phone.close()
  await desk.close()
})

test('at an address without a name no passkey is offered; the recovery codes are', async ({ browser }) => {
  const plain = await browser.newContext({ baseURL: site.replace('localhost', '127.0.0.1'), locale: 'zh-CN' })
  const page = await plain.newPage()
  await page.goto('/login')
  await fillIn(page)
  await expect(page.getByLabel('动态验证码或恢复码')).toBeVisible()
  await expect(page.getByRole('button', { name: '使用通行密钥' })).toHaveCount(0)
  await plain.close()
})
