import { type Browser, expect, type Page } from '@playwright/test'
import { holdSession, openList, rows, signIn } from './harness/desk-page.ts'
import { openDesk } from './harness/office.ts'
import { test } from './harness/server.ts'

interface Answer<T> {
  readonly data: T
}
const ask = async <T>(page: Page, path: string, data?: object): Promise<T> => {
  const options = { headers: { 'x-eam-client': 'web' }, ...(data ? { data } : {}) }
  const answer = await (data ? page.request.post(`/api${path}`, options) : page.request.get(`/api${path}`, options))
  return ((await answer.json()) as Answer<T>).data
}
/** A card in use that the signed-in person sees and that is not in repair. */
const freeCard = async (page: Page): Promise<{ id: string; deviceName: string }> => {
  const { records } = await ask<{ records: { id: string; deviceName: string }[] }>(
    page,
    '/eam/device/list?eamStatus=in_use&filingStatus=filed&size=200',
  )
  for (const card of records.reverse())
    if ((await ask<unknown[]>(page, `/eam/eventtyperepair/open-of?deviceId=${card.id}`)).length === 0) return card
  throw new Error('every card is in repair')
}
/** One white point. */
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64')
const main = (page: Page) => page.locator('.eam-record:visible')
const state = (page: Page) => main(page).getByRole('heading', { level: 1 })
/** A separate desk for a person. */
const deskOf = async (browser: Browser, baseURL: string | undefined, account: string, address?: string): Promise<Page> => {
  const page = await (await browser.newContext({ baseURL, locale: 'zh-CN' })).newPage()
  await signIn(page, account, address)
  return page
}

test('[SHELL-BELL-1] [SHELL-BELL-2] a nurse reports a device, with a photo, and the engineer is notified', async ({
  browser,
  baseURL,
  server,
}) => {
  // Which notices there are depends on what other files have done.
  const office = await openDesk(server.url, { tenant: '100001', user: 'engineer', password: 'ward2026' })
  await office.post('/osm/notice/tag-read', { all: 1 })
  const [nurse, engineer] = await Promise.all([deskOf(browser, baseURL, 'keeper'), deskOf(browser, baseURL, 'engineer')])
  const bell = engineer.getByRole('button', { name: /^消息/ })
  await bell.click()
  await expect(engineer).toHaveURL(/\/notice\/task$/)
  await expect(bell).toHaveAccessibleName('消息')
  await expect(bell.locator('.ant-badge-dot')).toHaveCount(0)

  const card = await freeCard(nurse)
  await nurse.goto(`/eam/device/${card.id}`)
  await main(nurse).getByRole('button', { name: '报修' }).click()
  const form = nurse.getByRole('dialog').filter({ has: nurse.locator('.eam-form') })
  await form.getByLabel('故障描述').fill('测试：屏幕不亮')
  await form.getByLabel('设备已不能使用').click()
  await form.locator('input[type=file]').setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: picture })
  await expect(form.getByRole('img', { name: '打开文件 1' })).toBeVisible()
  await form.getByRole('button', { name: '保存' }).click()
  await expect(nurse).toHaveURL(/\/eam\/repair\/[0-9a-f-]{36}$/)
  await expect(state(nurse)).toContainText(/WX-\d{4}-\d{6}.*待受理/)
  await expect(main(nurse).getByRole('button', { name: '受理' })).toHaveCount(0)
  const [orderNo] = /WX-\d{4}-\d{6}/.exec((await state(nurse).textContent())!)!

  // The bell updates without a reload.
  await expect(bell).toHaveAccessibleName('消息，1 条未读', { timeout: 20_000 })
  await expect(bell.locator('.ant-badge-dot')).toHaveCount(1)
  // The pointer over the bell shows the newest ones.
  await engineer.mouse.move(300, 700)
  await bell.hover()
  const newest = engineer.getByRole('tooltip').getByRole('listitem')
  await expect(newest.first()).toContainText(`${orderNo} 测试：屏幕不亮`)
  expect(await newest.count()).toBeLessThanOrEqual(5)
  await newest.first().getByRole('button').click()
  await expect(engineer.getByRole('tooltip')).toBeHidden()
  await expect(state(engineer)).toContainText(orderNo!)
  await engineer.goBack()
  await engineer.getByRole('button', { name: new RegExp(`新报修.*${orderNo} 测试：屏幕不亮`) }).click()
  await expect(state(engineer)).toContainText(orderNo!)
  // The photo is seen by those who see the order, as a thumbnail beside the facts and in the course of the repair. The device has one of its own.
  const photos = main(engineer).getByRole('img', { name: /(?<!设备)照片|图片/ })
  await expect(photos).toHaveCount(2)
  for (const photo of await photos.all())
    await expect.poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  await expect(bell).toHaveAccessibleName('消息')
})

test('everything above a list stands in one line, also with what can be done with chosen orders', async ({ page }) => {
  await holdSession(page, 'manager')
  await page.setViewportSize({ width: 1440, height: 900 })
  await openList(page, '/eam/repair?repairStatus=reported')
  const height = async (): Promise<number> => (await page.locator('.eam-toolbar').boundingBox())!.height
  await expect.poll(height).toBeLessThan(64)
  await rows(page).first().getByRole('checkbox').check()
  await expect(page.getByText('已选 1 条')).toBeVisible()
  await expect.poll(height).toBeLessThan(64)
})

test('[SHELL-BELL-3] of two tabs one polls every ten seconds, and the other receives the result', async ({ context, page }) => {
  const asked: Page[] = []
  const count = (tab: Page) =>
    tab.on('request', (request) => {
      if (request.url().includes('/notice/unread-num')) asked.push(tab)
    })
  // Without the stream of changes, which tells both tabs at once.
  await context.route('**/sse/realtime-data*', (route) => route.abort())
  // The clock is that of both tabs.
  await context.clock.install()
  await signIn(page, 'manager')
  const bell = (tab: Page) => tab.getByRole('button', { name: /^消息/ })
  await expect(bell(page)).toHaveAccessibleName(/条未读/)
  const second = await context.newPage()
  const greeted = second.waitForResponse((response) => response.url().includes('/notice/unread-num'))
  await second.goto('/')
  await greeted
  await expect(bell(second)).toHaveAccessibleName(/条未读/)
  const before = Number(/\d+/.exec((await bell(second).getAttribute('aria-label'))!)![0])
  const card = await freeCard(page)
  // Reporters are not notified of their own report, so another person reports.
  const other = await context.browser()!.newContext({ baseURL: new URL(page.url()).origin, locale: 'zh-CN' })
  const nurse = await other.newPage()
  await signIn(nurse, 'keeper')
  await ask(nurse, '/eam/eventtyperepair/save', { deviceId: card.id, faultDescription: '测试', urgency: 'normal' })
  await context.clock.pauseAt(Date.now() + 1000)
  count(page)
  count(second)
  await context.clock.runFor(10_000)
  await expect(bell(page)).toHaveAccessibleName(`消息，${before + 1} 条未读`)
  await expect(bell(second)).toHaveAccessibleName(`消息，${before + 1} 条未读`)
  expect(asked).toEqual([page])
})
