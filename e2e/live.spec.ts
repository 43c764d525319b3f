import { type Browser, expect, type Locator, type Page as Screen } from '@playwright/test'
import { startCheck } from './harness/check.ts'
import { holdSession, openList, rows, signIn } from './harness/desk-page.ts'
import { freeCards } from './harness/free-card.ts'
import { type Desk, openDesk } from './harness/office.ts'
import { onlinePhone, openCount, openTab, recordCode, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'
import { withoutPolls } from './harness/without-polls.ts'

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
/** Marks every notice of the engineer as read before a page of theirs is opened, so that the next notice is the only one. */
const readAll = async (url: string): Promise<void> => {
  const engineer = await openDesk(url, { ...keeper, user: 'engineer' })
  await engineer.post('/osm/notice/tag-read', { all: 1 })
}
/** Resolves when a stream is open. */
const opened = (page: Screen) =>
  page.waitForResponse((response) => response.url().includes('/sse/realtime-data') && response.status() === 200)

test('a fault that a phone reports is in the repair list and at the bell of the desk, without a reload', async ({
  browser,
  baseURL,
  server,
}) => {
  await readAll(server.url)
  const desk = await (await browser.newContext({ baseURL, locale: 'zh-CN' })).newPage()
  const stream = opened(desk)
  await signIn(desk, 'engineer')
  await openList(desk, '/eam/repair')
  await stream
  // The bell does not ask by itself within this test: what it shows has been told.
  await desk.clock.install()

  const phone = await (await browser.newContext({ ...onlinePhone, baseURL, locale: 'zh-CN' })).newPage()
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
  const phone = await (await browser.newContext({ ...onlinePhone, baseURL, locale: 'zh-CN' })).newPage()
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

test('two tabs share one stream, and the second goes on when the first closes', async ({ browser, baseURL, server }) => {
  await readAll(server.url)
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

test('without a stream the bell polls, and what was missed is shown when the stream is back', async ({ browser, baseURL, server }) => {
  await readAll(server.url)
  const context = await browser.newContext({ baseURL, locale: 'zh-CN' })
  const page = await context.newPage()
  const stream = opened(page)
  await signIn(page, 'engineer')
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

/** A page of the desk that asks nothing by the clock, with its stream open. */
const listening = async (browser: Browser, baseURL: string | undefined, account: string, address: string): Promise<Screen> => {
  const page = await (await browser.newContext({ baseURL, locale: 'zh-CN', viewport: { width: 1920, height: 1080 } })).newPage()
  await withoutPolls(page)
  await holdSession(page, account)
  const stream = opened(page)
  await page.goto(address)
  await stream
  return page
}
const numberIn = async (figure: Locator): Promise<number> => {
  await expect(figure).toHaveText(/^[\d,]+$/)
  return Number(String(await figure.textContent()).replaceAll(',', ''))
}
const openRepairs = (board: Screen): Locator =>
  board
    .locator('.eam-board-hero')
    .filter({ has: board.getByRole('heading', { name: '待处理维修', exact: true }) })
    .locator('strong')

test('a fault that a phone reports moves the home page and both wall boards, that of the virtual user too, without a poll', async ({
  browser,
  baseURL,
}) => {
  const phone = await (await browser.newContext({ ...onlinePhone, baseURL, locale: 'zh-CN' })).newPage()
  await phone.goto('/m/')
  await signInPhone(phone, keeper)
  await phone.goto(`/m/repair/new/${(await freeCard()).id}`)
  await phone.getByRole('textbox', { name: '故障描述' }).fill(`实时：无法开机 ${Date.now()}`)

  const home = await listening(browser, baseURL, 'manager', '/wel/dashboard')
  const device = await listening(browser, baseURL, 'manager', '/datav/device')
  const dept = await listening(browser, baseURL, 'board', '/datav/dept')
  const reported = home.getByRole('region', { name: '待我处理', exact: true }).getByRole('link', { name: '待受理报修' }).locator('strong')
  const figures = [reported, openRepairs(device), openRepairs(dept)]
  const before: number[] = []
  for (const figure of figures) before.push(await numberIn(figure))
  await phone.getByRole('button', { name: '提交报修' }).click()
  for (const [at, figure] of figures.entries()) await expect(figure).toHaveText(String(before[at]! + 1))
})

test('what a phone counts moves the open check at the desk and the board of checks, without a poll', async ({
  browser,
  baseURL,
  server,
}) => {
  const office = await openDesk(server.url, { ...keeper, user: 'manager' })
  const check = await startCheck(office, ['keeper'], 1)
  const phone = await (await browser.newContext({ ...onlinePhone, baseURL, locale: 'zh-CN' })).newPage()
  await phone.goto('/m/')
  await signInPhone(phone, keeper)
  await openCount(phone, check)

  const desk = await listening(browser, baseURL, 'manager', `/eam/check/${check.id}`)
  const board = await listening(browser, baseURL, 'manager', '/datav/inventory')
  const pending = desk.locator('.eam-figure-card').filter({ hasText: '待盘' }).locator('strong')
  const left = board
    .locator('.eam-board-hero')
    .filter({ has: board.getByRole('heading', { name: '待盘设备', exact: true }) })
    .locator('strong')
  const [ofCheck, ofAll] = [await numberIn(pending), await numberIn(left)]
  await recordCode(phone, check.cards[0]!.deviceCode)
  await expect(pending).toHaveText(String(ofCheck - 1))
  await expect(left).toHaveText(String(ofAll - 1))
})
