import { type BrowserContext, expect, type Page as Screen } from '@playwright/test'
import type { StartedCheck } from './harness/check.ts'
import { manyCards } from './harness/many-cards.ts'
import { type Desk, openDesk, type Page } from './harness/office.ts'
import { openCount, phoneScreen, signInPhone } from './harness/phone.ts'
import { readsAll } from './harness/reader.ts'
import { test } from './harness/server.ts'

/** Cards of the task: as many as a large hospital has in the long run. Three phones count some of them together; all of them with COUNTED=20000. */
const isLong = Boolean(process.env.TEST_LONG ?? process.env.COUNTED)
const TASK = isLong ? 20_000 : 3_000
const COUNTED = Number(process.env.COUNTED ?? (isLong ? 1_500 : 600))
/** Every tenth card is seen by a second phone too. */
const SHARED_EVERY = 10
const accounts = ['keeper', 'engineer', 'warehouse'] as const

// Its lines would lie on the phones of every test that follows.
test.use({ ...phoneScreen, hospital: 'of thousands of devices' })

/** Faults by turns, the same in every run: requests that never arrive, answers that get lost, repeats, errors, a captive portal's page. */
async function unsteady(context: BrowserContext): Promise<void> {
  const faults = ['', '', 'drop_after', '', '', 'drop_before', '', 'dup', '', 'status:500', '', '', 'html', '', 'delay:400'] as const
  let pushes = 0
  await context.route('**/api/sync/push', (route) => {
    const fault = faults[pushes++ % faults.length]
    return route.continue(fault ? { headers: { ...route.request().headers(), 'x-test-fault': fault } } : {})
  })
}

interface Line {
  readonly result: string
  readonly isSurplus: number
}

const totalOf = async (desk: Desk, path: string, query: Record<string, string>): Promise<number> =>
  (await desk.get<Page<Line>>(path, { size: '1', ...query })).total

test('three phones count a task of thousands of devices at once without a signal, then over an unstable one: nothing lost, each device once', async ({
  browser,
  server,
}) => {
  // In the long run 60,000 lines are loaded and indexed on three phones, every code is stored, sent, answered and noted by itself: six times what an idle machine takes.
  test.setTimeout(COUNTED > 5_000 ? 1_800_000 : 480_000)
  const desk = await openDesk(server.url, { tenant: '100001', user: 'manager', password: 'ward2026' })
  const { deptId, codes } = await manyCards(server, TASK)
  const { records: users } = await desk.get<Page<{ id: string; account: string }>>('/blade/user/list', { size: '200' })
  const { id } = await desk.post<{ id: string }>('/eam/check/submit', {
    checkTitle: '三机同盘',
    mode: 'open',
    beginDate: '2026-11-01',
    endDate: '2026-12-31',
    scopeDepts: [deptId],
    members: users.filter((user) => (accounts as readonly string[]).includes(user.account)).map((user) => ({ userId: user.id })),
  })
  await desk.post('/eam/check/start', { id })
  const check: StartedCheck = { id, title: '三机同盘', cards: [] }
  expect(await totalOf(desk, '/eam/deviceapplylist/list', { checkId: id })).toBe(TASK)

  const counted = codes.slice(0, COUNTED)
  const phones: { context: BrowserContext; page: Screen; mine: string[] }[] = []
  for (const [index, user] of accounts.entries()) {
    const context = await browser.newContext({ ...phoneScreen, baseURL: server.url, locale: 'zh-CN' })
    const page = await context.newPage()
    await page.goto('/m/')
    await signInPhone(page, { tenant: '100001', user, password: 'ward2026' }, 120_000)
    const mine = counted.filter((_, at) => at % 3 === index || (at % SHARED_EVERY === 0 && at % 3 === (index + 1) % 3))
    phones.push({ context, page, mine })
  }
  for (const { context, page } of phones) {
    await openCount(page, check)
    await expect(page.getByText(`0 / ${TASK}`, { exact: true })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('可离线盘点')).toBeVisible({ timeout: 60_000 })
    await context.setOffline(true)
  }
  await Promise.all(
    phones.map(async ({ page, mine }) => {
      await readsAll(page, mine)
      await expect(page.getByText(`本次 ${mine.length} 台`)).toBeVisible({ timeout: 20_000 + mine.length * 100 })
      // The phone reports a match for every department of the counter: all devices are on the book.
      await expect(page.locator('.ph-last').getByRole('status')).toContainText('相符')
      await expect(page.getByText(`${mine.length} / ${TASK}`, { exact: true })).toBeVisible({ timeout: 20_000 })
      await expect(page.getByText('不在账面')).toHaveCount(0)
    }),
  )
  expect(await totalOf(desk, '/eam/check-scan/list', { checkId: id })).toBe(0)

  for (const { context } of phones) {
    await unsteady(context)
    await context.setOffline(false)
  }
  const observations = phones.reduce((sum, { mine }) => sum + mine.length, 0)
  const arrived = () => totalOf(desk, '/eam/check-scan/list', { checkId: id })
  const patience = { timeout: 60_000 + observations * 50, intervals: [1000] }
  // A request that failed several times waits for minutes, so the last ones may need the good signal.
  await expect.poll(arrived, patience).toBeGreaterThan(observations * 0.9)
  // What was answered into the void is asked for again when the signal is good.
  for (const { context, page } of phones) {
    await context.unrouteAll({ behavior: 'wait' })
    await page.evaluate(() => void dispatchEvent(new Event('online')))
  }
  await expect.poll(arrived, patience).toBe(observations)
  for (const { page } of phones) await expect(page.getByRole('link', { name: /待发送/ })).toHaveCount(0, { timeout: 60_000 })

  expect(await totalOf(desk, '/eam/check-scan/list', { checkId: id, isDeciding: '1' })).toBe(COUNTED)
  expect(await totalOf(desk, '/eam/deviceapplylist/list', { checkId: id, result: 'pending' })).toBe(TASK - COUNTED)
  expect(await totalOf(desk, '/eam/deviceapplylist/list', { checkId: id })).toBe(TASK)
  expect(await totalOf(desk, '/eam/deviceapplylist/list', { checkId: id, result: 'match' })).toBe(COUNTED)
  for (const { context } of phones) await context.close()
})
