import { expect } from '@playwright/test'
import { escapeUntil, holdSession, openList, signIn } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

test('[SHELL-LANG-1] [SHELL-LANG-2] Chinese unless English was chosen, in an English browser too; the language changes at once, for the server’s words too, and is remembered', async ({
  page,
  browser,
  baseURL,
}) => {
  const english = await (await browser.newContext({ baseURL, locale: 'en-US' })).newPage()
  await english.goto('/')
  await expect(english.getByRole('heading', { name: '登录' })).toBeVisible()
  await expect(english.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await signIn(english, 'manager', '/eam/device')
  await expect(english.getByRole('navigation', { name: '菜单' }).getByText('设备卡')).toBeVisible()
  await expect(english.getByRole('columnheader', { name: '资产编号' })).toBeVisible()
  expect(await english.evaluate(() => [navigator.language, localStorage.getItem('eam-language')])).toEqual(['en-US', null])
  await english.context().close()
  await holdSession(page, 'manager')
  await openList(page, '/eam/device?eamStatus=in_use')
  await page.getByRole('button', { name: '语言' }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' }).getByText('Device cards')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Asset number' })).toBeVisible()
  await expect(page.locator('.eam-tags')).toContainText('In use')
  await expect(page).toHaveTitle('Device cards')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('[SHELL-THEME-2] [SHELL-PREF-2] [SHELL-COLOR-1] [SHELL-DLG-THEME] [SHELL-TOP-1] theme and folded menu are remembered', async ({
  page,
}) => {
  await signIn(page, 'manager')
  await expect(page.locator('body')).toHaveClass('theme-white')
  await page.getByRole('button', { name: '外观' }).click()
  const look = page.getByRole('dialog')
  // Drawn darker on white, so that the chosen colour is named beside the swatch.
  await expect(look.locator('.eam-colour')).toContainText('#409EFF')
  // The eleven, and that of the machine.
  await expect(look.getByRole('radiogroup', { name: '主题' }).getByRole('radio')).toHaveCount(12)
  await page.getByText('深色').click()
  await expect(page.locator('body')).toHaveClass('theme-dark')
  const swatch = await look.locator('.eam-swatch').evaluate((part) => getComputedStyle(part).backgroundColor)
  await escapeUntil(page, () => expect(look).toBeHidden({ timeout: 1000 }))
  const side = page.locator('.eam-sider')
  await page.getByRole('button', { name: '展开或收起菜单' }).click()
  await expect.poll(async () => (await side.boundingBox())?.width).toBeLessThan(80)
  await page.reload()
  await expect(page.locator('body')).toHaveClass('theme-dark')
  await expect.poll(async () => (await side.boundingBox())?.width).toBeLessThan(80)
  await page.getByRole('button', { name: '展开或收起菜单' }).click()
  await expect.poll(async () => (await side.boundingBox())?.width).toBeGreaterThan(200)
  // The picker shows the colour that buttons have.
  await openList(page, '/eam/device')
  await expect(page.locator('.eam-toolbar').getByRole('button', { name: '新增' })).toHaveCSS('background-color', swatch)
})

test('[SHELL-SIDE-5] on a small screen the menu closes after a choice', async ({ page }) => {
  await holdSession(page, 'manager')
  await page.goto('/eam/device')
  const side = async (): Promise<number> => Math.round((await page.locator('.eam-sider').boundingBox())!.width)
  for (const [width, isOpen] of [
    [1200, true],
    [1199, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(async () => (await side()) > 200).toBe(isOpen)
  }
  await page.setViewportSize({ width: 700, height: 900 })
  await page.goto('/wel/dashboard?body=desk')
  await page.getByRole('button', { name: '展开或收起菜单' }).click()
  const menu = page.getByRole('navigation', { name: '菜单' })
  for (const name of ['更多功能', '设备管理', '设备配件']) await menu.getByText(name).click()
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL(/deviceparts$/)
})

test('[SHELL-ERR-14] [SHELL-ERR-15] faults of handlers and promises stand in the error log', async ({ page }) => {
  await holdSession(page, 'admin')
  await page.addInitScript(() => localStorage.setItem('eam-debug', JSON.stringify({ dataType: 'boolean', content: true, datetime: 1 })))
  await page.goto('/')
  const button = page.getByRole('button', { name: '错误日志' })
  const badge = page.locator('.ant-badge').filter({ has: button })
  await expect(badge).toHaveText('')
  await page.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('Fault of a handler')
    })
    void Promise.reject(new TypeError('Fault of a promise'))
  })
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('eam-logs') ?? '{}').content))
    .toEqual(
      expect.arrayContaining(
        ['Fault of a handler', 'Fault of a promise'].map((message) => ({
          type: 'error',
          message,
          stack: expect.stringContaining(message),
          info: expect.stringMatching(/./),
          url: page.url(),
          time: expect.stringMatching(/^\d{4}-.+Z$/),
        })),
      ),
    )
  // The badge counts them as they come.
  await expect(badge).toContainText('2')
  await button.click()
  const dialog = page.getByRole('dialog').filter({ hasText: '错误日志' })
  for (const name of [/Fault of a handler/, /Fault of a promise/]) await expect(dialog.getByRole('row', { name })).toBeVisible()
})

test('[SHELL-TOP-6] the screen becomes full and small', async ({ page }) => {
  await holdSession(page, 'manager')
  await page.goto('/wel/dashboard')
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  await page.getByRole('button', { name: '全屏', exact: true }).click()
  await expect.poll(isFull).toBe(true)
  await page.getByRole('button', { name: '退出全屏' }).click()
  await expect.poll(isFull).toBe(false)
})
