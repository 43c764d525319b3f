import { expect } from '@playwright/test'
import { openDesk, type Page } from './harness/office.ts'
import { phoneScreen, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'
import { phoneWorker } from './harness/worker.ts'

const engineer = { tenant: '100001', user: 'engineer', password: 'ward2026' }

test.use(phoneScreen)

interface Notice {
  readonly id: string
  readonly subject: string
}

/** The service worker as it sees itself. */
interface Scope {
  shown?: unknown
  readonly registration: { showNotification: (title: string, options: object) => Promise<void> }
  readonly clients: { matchAll(of: object): Promise<{ postMessage(message: object): void }[]> }
}

test('a pushed notice is shown by the browser, and opens its record', async ({ page, context, server }) => {
  const desk = await openDesk(server.url, engineer)
  const { records } = await desk.get<Page<Notice>>('/osm/notice/list', { size: '1' })
  const told = records[0]!
  await page.goto('/m/me')
  await signInPhone(page, engineer)
  await page.goto('/m/me')
  await expect(page.getByText('推送提醒')).toBeVisible()
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')

  // Browsers without a screen allow no notifications: what the worker would show is kept instead.
  const [inside] = context.serviceWorkers()
  await inside!.evaluate(() => {
    const scope = globalThis as unknown as Scope
    scope.registration.showNotification = async (title, options) => {
      scope.shown = { title, ...options }
    }
  })
  const worker = await phoneWorker(page)
  const url = `/m/noticeJump?id=${told.id}`
  await worker.push({ id: told.id, title: '派给您的维修', body: told.subject, lang: 'zh', url })
  await expect
    .poll(() => inside!.evaluate(() => (globalThis as unknown as Scope).shown))
    .toMatchObject({ title: '派给您的维修', body: told.subject, tag: told.id, data: url })

  // What the worker tells the page when the notification is pressed.
  await inside!.evaluate(async (address) => {
    const { clients } = globalThis as unknown as Scope
    for (const one of await clients.matchAll({ type: 'window' })) one.postMessage({ type: 'OPEN', url: address })
  }, url)
  await expect(page).not.toHaveURL(/\/m\/(me|noticeJump)/)
})
