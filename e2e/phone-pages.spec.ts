import { expect, type Page } from '@playwright/test'
import type { Card } from './harness/check.ts'
import { type Desk, openDesk, type Page as Rows } from './harness/office.ts'
import { online, openTab, phoneScreen, signInPhone } from './harness/phone.ts'
import { reads } from './harness/reader.ts'
import { test } from './harness/server.ts'

const keeper = { tenant: '100001', user: 'keeper', password: 'ward2026' }

test.use(phoneScreen)

let ward: Desk

test.beforeAll(async ({ server }) => {
  ward = await openDesk(server.url, keeper)
})

const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY))

test.describe('with a network', () => {
  test.use(online)

  test('a page begins at its top with the focus on its heading; one step back leads to the row one came from', async ({ page }) => {
    await page.goto('/m/')
    await signInPhone(page, keeper)
    await page.getByRole('link', { name: '查找设备' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '查找设备' })).toBeFocused()
    const row = page.getByRole('list', { name: '查找结果' }).getByRole('link').nth(20)
    const name = (await row.textContent()) ?? ''
    await row.scrollIntoViewIfNeeded()
    const place = await scrolled(page)
    expect(place).toBeGreaterThan(500)
    await row.click()
    await expect(page.getByRole('heading', { level: 1, name: '设备卡' })).toBeFocused()
    await expect.poll(() => scrolled(page)).toBe(0)
    await page.getByRole('button', { name: '返回' }).click()
    await expect(row).toHaveText(name)
    await expect.poll(() => scrolled(page)).toBe(place)
    await expect(row).toBeInViewport()
  })

  test('fast typing keeps every letter in place, and going back restores a search', async ({ page }) => {
    const { records } = await ward.get<Rows<Card>>('/eam/device/list', { size: '1' })
    const code = records[0]?.deviceCode ?? ''
    await page.goto('/m/')
    await signInPhone(page, keeper)
    await page.getByRole('link', { name: '查找设备' }).click()
    const field = page.getByRole('searchbox', { name: '查找设备' })
    // A keyboard enters a letter and reads the field at once: it must find there what it entered.
    const found = await field.evaluate((input: HTMLInputElement, letters) => {
      const put = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      const stood: boolean[] = []
      for (let n = 1; n <= letters.length; n++) {
        put?.call(input, letters.slice(0, n))
        input.dispatchEvent(new Event('input', { bubbles: true }))
        stood.push(input.value === letters.slice(0, n))
      }
      return stood
    }, code)
    expect(found).toEqual([...code].map(() => true))
    await page.getByRole('list', { name: '查找结果' }).getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1, name: '设备卡' })).toBeVisible()
    await page.getByRole('button', { name: '返回' }).click()
    await expect(field).toHaveValue(code)
  })

  test('with a reader one goes from card to card and to a room; one step back leads to the scan page', async ({ page }) => {
    const { records } = await ward.get<Rows<Card>>('/eam/device/list', { filingStatus: 'filed', size: '2' })
    const [first, second] = await Promise.all(records.map(({ id }) => ward.get<Card>('/eam/device/detail', { id })))
    if (!first || !second) throw new Error('there are no two cards')
    await page.goto('/m/')
    await signInPhone(page, keeper)
    // Two codes before the first one is found are one step: the second.
    await reads(page, first.deviceCode)
    await reads(page, second.deviceCode)
    await expect(page.getByText(second.deviceCode)).toBeVisible()
    await page.getByRole('button', { name: '返回' }).click()
    await expect(page.getByLabel('输入编码')).toBeVisible()
    await reads(page, first.deviceCode)
    await expect(page.getByText(first.deviceCode)).toBeVisible()
    await reads(page, second.deviceCode)
    await expect(page.getByText(second.deviceCode)).toBeVisible()
    // Waits for it from before it appears, because it disappears by itself.
    const said = page.waitForFunction(() =>
      [...document.querySelectorAll('[aria-live=polite]')].some((region) => region.textContent.includes('本机没有编码“NOBODY-KNOWS-2”')),
    )
    await reads(page, 'NOBODY-KNOWS-2')
    await said
    await expect(page.getByText(second.deviceCode)).toBeVisible()
    await page.getByRole('button', { name: '返回' }).click()
    await expect(page.getByLabel('输入编码')).toBeVisible()
  })

  test('a reader that ends its codes with silence is read completely while the page is busy', async ({ page }) => {
    await page.goto('/m/')
    await signInPhone(page, keeper)
    await expect(page.getByLabel('输入编码')).toBeVisible()
    await page.evaluate(() => {
      const at = performance.now()
      const press = (keys: string, from: number): void => {
        for (const [n, key] of [...keys].entries()) {
          const pressed = new KeyboardEvent('keydown', { key, bubbles: true })
          Object.defineProperty(pressed, 'timeStamp', { value: at + from + n })
          document.body.dispatchEvent(pressed)
        }
      }
      press('HALF-OF-', 0)
      // The other half waits behind a silence that the page has not detected yet.
      setTimeout(() => press('A-CODE', 8), 120)
      while (performance.now() < at + 300);
    })
    await expect(page.getByText('本机没有编码“HALF-OF-A-CODE”')).toBeVisible()
  })

  test('the sign-in says beside each field what is missing, asks the server for nothing, and forgets it while one types', async ({
    page,
  }) => {
    let asked = 0
    await page.route('**/oauth/token', (route) => {
      asked += 1
      return route.continue()
    })
    await page.goto('/m/')
    const [account, password] = [page.getByLabel('账号'), page.getByLabel('密码')]
    const submit = page.getByRole('button', { name: '登录', exact: true })
    await page.getByLabel('医院名称或编号').fill(keeper.tenant)
    await submit.click()
    await expect(account).toBeFocused()
    for (const [field, problem] of [
      [account, '请输入账号'],
      [password, '请输入密码'],
    ] as const) {
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveAccessibleDescription(problem)
    }
    await account.fill(keeper.user)
    await expect(page.getByRole('alert')).toHaveText(['请输入密码'])
    await expect(account).toHaveAttribute('aria-invalid', 'false')
    await submit.click()
    await expect(password).toBeFocused()
    await expect(account).toHaveValue(keeper.user)
    expect(asked).toBe(0)

    // A wrong password is refused by the server; what was typed stays.
    await password.fill('not-the-password')
    await submit.click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(account).toHaveValue(keeper.user)
    await password.fill(keeper.password)
    await submit.click()
    await expect(page.getByRole('navigation', { name: '主导航' })).toBeVisible()
    expect(asked).toBe(2)
  })

  test('an application to borrow that was left by mistake is restored', async ({ page }) => {
    await page.goto('/m/')
    await signInPhone(page, keeper)
    await page.goto('/m/use')
    await page.getByRole('button', { name: '申请借用' }).click()
    const found = page.getByRole('list', { name: '可借用的设备' }).getByRole('button')
    await found.first().click()
    const chosen = page.getByRole('list', { name: '借用设备' }).getByRole('listitem')
    await expect(chosen).toHaveCount(1)
    const reason = page.getByRole('textbox', { name: '申请原因' })
    await reason.fill('夜间备用')
    await openTab(page, '消息')
    await page.goBack()
    await expect(reason).toHaveValue('夜间备用')
    await expect(chosen).toHaveCount(1)
  })
})

test('pages not opened before going offline open in the first visit, too', async ({ page, context }) => {
  // The phone is never idle, so nothing is prefetched.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  await page.goto('/m/')
  await signInPhone(page, keeper)
  await context.setOffline(true)
  await openTab(page, '待发送')
  await expect(page.getByText('暂无待发送的记录')).toBeVisible()
  await openTab(page, '我的')
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: '退出登录' })).toBeVisible()
  await expect(page.getByText('有新版本')).toBeHidden()
})

test('before the first load no page claims to be empty', async ({ page, context }) => {
  await context.route('**/api/sync/p*', (route) => route.abort())
  await page.goto('/m/')
  await page.getByLabel('医院名称或编号').fill(keeper.tenant)
  await page.getByLabel('账号').fill(keeper.user)
  await page.getByLabel('密码').fill(keeper.password)
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByRole('link', { name: /^离线 · 尚未同步/ })).toBeVisible()
  for (const tab of ['消息', '报修'] as const) {
    await openTab(page, tab)
    await expect(page.getByText('本机暂无数据')).toBeVisible()
  }
  await openTab(page, '盘点')
  await expect(page.getByText('本机没有盘点任务，联网后再看。')).toBeVisible()
})
