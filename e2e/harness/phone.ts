import { type BrowserContext, expect, type Page, type Route } from '@playwright/test'
import type { StartedCheck } from './check.ts'
import type { Account } from './desk.ts'

/** The size of a common phone. */
export const phoneScreen = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

/** Fills the sign-in page in and waits for the first page, until the service worker can open it without a network. */
export async function signInPhone(page: Page, { tenant, user, password }: Account): Promise<void> {
  await page.getByLabel('租户编号').fill(tenant)
  await page.getByLabel('账号').fill(user)
  await page.getByLabel('密码').fill(password)
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByRole('navigation', { name: '主导航' })).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
}

/** Opens the page where one check is counted. */
export async function openCount(page: Page, check: StartedCheck): Promise<void> {
  await page.getByRole('link', { name: '盘点' }).click()
  await page.getByRole('link', { name: check.title }).click()
  await expect(page.getByLabel('输入或扫码枪录入编码')).toBeVisible()
}

/** Types a code and records it; resolves once the phone says that it is stored. */
export async function recordCode(page: Page, code: string): Promise<void> {
  const field = page.getByLabel('输入或扫码枪录入编码')
  await field.fill(code)
  await field.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '已保存在本机' })).toBeVisible()
}

/** Waits until nothing waits on this phone, without doing anything for it. */
export async function expectQueueEmpty(page: Page): Promise<void> {
  await page.getByRole('link', { name: '队列' }).click()
  await expect(page.getByText('没有等待发送的记录')).toBeVisible({ timeout: 20_000 })
}

/** Puts a fault on the first `times` pushes of page and service worker; answers how many pushes were made so far. */
export async function faultyPushes(context: BrowserContext, fault: string, times: number): Promise<() => number> {
  let pushes = 0
  await context.route('**/api/sync/push', (route: Route) => {
    pushes += 1
    const headers = route.request().headers()
    return route.continue({ headers: pushes <= times ? { ...headers, 'x-test-fault': fault } : headers })
  })
  return () => pushes
}
