import { type BrowserContext, expect, type Page, type Route } from '@playwright/test'
import type { StartedCheck } from './check.ts'
import type { Account } from './office.ts'

/** Waits between two attempts are random and grow to eight seconds within the first three; this timeout covers whole rounds. */
export const SETTLE_MS = 20_000

/**
 * Makes the random waits between two attempts of pages twenty times shorter: the outbox waits for a random share of its longest wait. Before a page of the
 * context is opened.
 */
export const withShortWaits = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(() => {
    const whole = Math.random
    Math.random = () => whole() / 20
  })
}

/** The size of a common phone. */
export const phoneScreen = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

/** For tests that never lose the network and open no page twice: to install the service worker takes a third of a short phone test. */
export const online = { serviceWorkers: 'block' } as const

/** A phone that never loses the network. */
export const onlinePhone = { ...phoneScreen, ...online } as const

/**
 * Fills the sign-in page in and waits for the first page, until the service worker can open it without a network. `ownPassword` takes the place of a
 * password that another person gave. `loadMs`: how long the first load of the phone's data may take.
 */
export async function signInPhone(
  page: Page,
  { tenant, user, password, ownPassword }: Account & { ownPassword?: string },
  loadMs = SETTLE_MS,
): Promise<void> {
  await page.getByLabel('医院名称或编号').fill(tenant)
  await page.getByLabel('账号').fill(user)
  await page.getByLabel('密码').fill(password)
  await page.getByRole('button', { name: '登录' }).click()
  if (ownPassword) {
    await page.getByLabel('原密码').fill(password)
    await page.getByLabel('新密码').fill(ownPassword)
    await page.getByLabel('确认密码').fill(ownPassword)
    await page.getByRole('button', { name: '保存' }).click()
  }
  await expect(page.getByRole('navigation', { name: '主导航' })).toBeVisible()
  await expect(page.getByRole('link', { name: /上次同步/ })).toBeVisible({ timeout: loadMs })
  await page.waitForFunction(() => {
    // Playwright replaces the method where a context blocks service workers.
    const isBlocked = !String(navigator.serviceWorker.register).includes('native code')
    return isBlocked || navigator.serviceWorker.controller?.state === 'activated'
  })
}

/** Waits until the phone has stored how the hospital's fields look, which forms offer their choices from; a page shows none until then. */
export async function fieldsStored(page: Page): Promise<void> {
  const count = async (): Promise<number> =>
    page.evaluate(async () => {
      const wanted = (await indexedDB.databases()).map(({ name }) => name ?? '').filter((name) => name.startsWith('eam-cache-'))
      const counts = await Promise.all(
        wanted.map(
          (name) =>
            new Promise<number>((done, fail) => {
              const asked = indexedDB.open(name)
              asked.onerror = () => fail(asked.error)
              asked.onsuccess = () => {
                const keys = asked.result.transaction('rows').objectStore('rows').getAllKeys()
                keys.onsuccess = () => {
                  asked.result.close()
                  done(keys.result.filter((key) => Array.isArray(key) && key[1] === 'fieldView').length)
                }
              }
            }),
        ),
      )
      return Math.max(0, ...counts)
    })
  await expect.poll(count, { timeout: SETTLE_MS }).toBe(1)
}

/** Opens one of the pages of the bottom bar, or the queue by the pill above. */
export async function openTab(page: Page, name: '扫码' | '盘点' | '报修' | '消息' | '我的' | '待发送'): Promise<void> {
  if (name === '待发送') await page.getByRole('link', { name: /打开队列/ }).click()
  else await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name }).click()
}

/** Opens the page where one check is counted. */
export async function openCount(page: Page, check: StartedCheck): Promise<void> {
  await openTab(page, '盘点')
  await page.getByRole('link', { name: check.title }).click()
  await page.getByRole('link', { name: '扫码盘点' }).click()
  await expect(page.getByLabel('输入编码')).toBeVisible()
}

/** Types a code and records it; resolves once the phone says that it is stored. */
export async function recordCode(page: Page, code: string): Promise<void> {
  const field = page.getByLabel('输入编码')
  await field.fill(code)
  await field.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '已保存在本机' })).toBeVisible()
}

/** Waits until the phone's queue is empty, without any action. */
export async function expectQueueEmpty(page: Page): Promise<void> {
  await openTab(page, '待发送')
  await expect(page.getByText('暂无待发送的记录')).toBeVisible({ timeout: SETTLE_MS })
}

/** Puts a fault on the first `times` pushes of page and service worker; returns how many pushes were made so far. */
export async function faultyPushes(context: BrowserContext, fault: string, times: number): Promise<() => number> {
  let pushes = 0
  await context.route('**/api/sync/push', (route: Route) => {
    pushes += 1
    const headers = route.request().headers()
    return route.continue({ headers: pushes <= times ? { ...headers, 'x-test-fault': fault } : headers })
  })
  return () => pushes
}
