import { expect } from '@playwright/test'
import { openDesk, type Page } from './harness/office.ts'
import { phoneScreen, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'

const engineer = { tenant: '100001', user: 'engineer', password: 'ward2026' }

test.use(phoneScreen)

interface Notice {
  readonly id: string
  readonly subject: string
}

test('a pushed notice is shown by the browser, and opens its record', async ({ page, context, server }) => {
  const desk = await openDesk(server.url, engineer)
  const { records } = await desk.get<Page<Notice>>('/osm/notice/list', { size: '1' })
  const told = records[0]!
  await context.grantPermissions(['notifications'], { origin: server.url })
  await page.goto('/m/me')
  await signInPhone(page, engineer)
  await page.goto('/m/me')
  await expect(page.getByText('推送提醒')).toBeVisible()
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')

  const browser = await context.newCDPSession(page)
  const found = new Promise<string>((resolve) =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.endsWith('/m/'))
      if (ours) resolve(ours.registrationId)
    }),
  )
  await browser.send('ServiceWorker.enable')
  const url = `/m/noticeJump?id=${told.id}`
  const data = JSON.stringify({ id: told.id, title: '派给您的维修', body: told.subject, lang: 'zh', url })
  await browser.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId: await found, data })
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
    })
  await expect.poll(shown).toEqual([{ title: '派给您的维修', body: told.subject, tag: told.id }])

  // What the worker tells the page when the notification is pressed.
  const [worker] = context.serviceWorkers()
  await worker!.evaluate(async (address) => {
    interface Scope {
      readonly clients: { matchAll(of: object): Promise<{ postMessage(message: object): void }[]> }
    }
    const { clients } = globalThis as unknown as Scope
    for (const one of await clients.matchAll({ type: 'window' })) one.postMessage({ type: 'OPEN', url: address })
  }, url)
  await expect(page).not.toHaveURL(/\/m\/(me|noticeJump)/)
})
