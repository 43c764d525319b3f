import { expect, type Page as Screen } from '@playwright/test'
import { openList, rows, signIn } from './harness/desk-page.ts'
import { freeCards } from './harness/free-card.ts'
import { type Desk, openDesk } from './harness/office.ts'
import { openTab, phoneScreen, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'

const keeper = { tenant: '100001', user: 'keeper', password: 'ward2026' }
const address = '**/api/sse/realtime-data'

// Every test takes a card without a report; the ward has few.
test.use({ hospital: 'told at once' })

let ward: Desk
test.beforeAll(async ({ server }) => {
  ward = await openDesk(server.url, keeper)
})

const freeCard = freeCards(() => ward)
const report = async (text: string): Promise<void> => {
  await ward.post('/eam/eventtyperepair/save', { deviceId: (await freeCard()).id, faultDescription: text, urgency: 'urgent' })
}
const bell = (page: Screen) => page.getByRole('button', { name: /^消息/ })
/** Reads every notice, so that the next one is the first. */
const readAll = async (page: Screen): Promise<void> => {
  await page.goto('/notice/task')
  const button = page.getByRole('button', { name: '全部标为已读' })
  if (await button.isEnabled()) await button.click()
  await expect(bell(page)).toHaveAccessibleName('消息')
}
/** Resolves when a stream is open. */
const opened = (page: Screen) =>
  page.waitForResponse((response) => response.url().includes('/sse/realtime-data') && response.status() === 200)

test('a fault that a phone reports is in the repair list and at the bell of the desk, without a reload', async ({ browser, baseURL }) => {
  const desk = await (await browser.newContext({ baseURL, locale: 'zh-CN' })).newPage()
  const stream = opened(desk)
  await signIn(desk, 'engineer')
  await readAll(desk)
  await openList(desk, '/eam/repair')
  await stream
  // The bell does not ask by itself within this test: what it shows has been told.
  await desk.clock.install()

  const phone = await (await browser.newContext({ ...phoneScreen, baseURL, locale: 'zh-CN' })).newPage()
  await phone.goto('/m/')
  await signInPhone(phone, keeper)
  const text = `实时：屏幕不亮 ${Date.now()}`
  await phone.goto(`/m/repair/new/${(await freeCard()).id}`)
  await phone.getByRole('textbox', { name: '故障描述' }).fill(text)
  await phone.getByRole('button', { name: '提交报修' }).click()

  await expect(rows(desk).first()).toContainText(/WX-/)
  await expect(bell(desk)).toHaveAccessibleName('消息，1 条未读')
})

test('a phone shows what the ward reports while its page is open', async ({ browser, baseURL }) => {
  const phone = await (await browser.newContext({ ...phoneScreen, baseURL, locale: 'zh-CN' })).newPage()
  const stream = opened(phone)
  await phone.goto('/m/')
  await signInPhone(phone, { ...keeper, user: 'engineer' })
  await stream
  await openTab(phone, '报修')
  await phone.getByRole('radio', { name: /待受理/ }).check()
  const text = `实时：报警 ${Date.now()}`
  await report(text)
  await expect(phone.getByRole('list', { name: '待受理' }).getByText(text)).toBeVisible()
})

test('two tabs share one stream, and the second goes on when the first closes', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, locale: 'zh-CN' })
  let streams = 0
  context.on('response', (response) => {
    if (response.url().includes('/sse/realtime-data') && response.status() === 200) streams++
  })
  const first = await context.newPage()
  const stream = opened(first)
  await signIn(first, 'engineer')
  await stream
  const second = await context.newPage()
  await readAll(second)
  await openList(second, '/eam/repair')
  const before = streams
  const texts = [`实时：第一 ${Date.now()}`, `实时：第二 ${Date.now()}`] as const
  await report(texts[0])
  await expect(bell(second)).toHaveAccessibleName('消息，1 条未读')
  await expect(bell(first)).toHaveAccessibleName('消息，1 条未读')
  expect(streams).toBe(before)

  const next = opened(second)
  await first.close()
  await next
  await report(texts[1])
  await expect(bell(second)).toHaveAccessibleName('消息，2 条未读')
})

test('without a stream the bell polls, and what was missed is shown when the stream is back', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, locale: 'zh-CN' })
  const page = await context.newPage()
  const stream = opened(page)
  await signIn(page, 'engineer')
  await readAll(page)
  await openList(page, '/eam/repair')
  await stream
  const [, newest] = /(WX-\d{4}-\d{6})/.exec((await rows(page).first().textContent())!)!

  await context.route(address, (route) => route.abort())
  // A new access token ends the stream of the former one.
  const lost = page.waitForRequest((request) => request.url().includes('/sse/realtime-data'))
  await page.request.post('/api/blade-auth/oauth/token/refresh?grant_type=refresh_token', { headers: { 'x-eam-client': 'web' } })
  await lost
  await report(`实时：没有连接 ${Date.now()}`)
  await expect(bell(page)).toHaveAccessibleName('消息，1 条未读', { timeout: 20_000 })
  await expect(rows(page).first()).toContainText(newest!)

  const back = opened(page)
  await context.unroute(address)
  await back
  await expect(rows(page).first()).not.toContainText(newest!)
})
