import { expect, type Page } from '@playwright/test'
import { siteKey } from '#src/data/stored.ts'
import { signIn } from './harness/desk-page.ts'
import { openDesk, type Page as Rows } from './harness/office.ts'
import { test } from './harness/server.ts'

test.use({ viewport: { width: 1920, height: 1080 } })

const hero = (page: Page, name: string) => page.locator('.eam-board-hero').filter({ has: page.getByRole('heading', { name, exact: true }) })
const age = (page: Page) => page.locator('.eam-board-age')

/** Signs the virtual user of the demo in; ends on its first board. */
const openWall = async (page: Page): Promise<void> => {
  await page.goto('/')
  await page.getByLabel('租户编号').fill('100001')
  await page.getByLabel('账号').fill('board')
  await page.getByLabel('密码').fill('ward2026')
  await page.getByRole('button', { name: '登录' }).click()
  await expect(hero(page, '待处理维修')).toBeVisible()
}

test('[SHELL-ROUTE-DATAV-DEPT] [SHELL-ROUTE-DATAV-DEVICE] [SERVICE-ROUTE-5] [SERVICE-ROUTE-6] the virtual user lands on the first board and changes to the other', async ({
  page,
}) => {
  await openWall(page)
  await expect(page).toHaveURL(/\/datav\/dept$/)
  await expect(page.getByRole('main', { name: '科室看板' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: '菜单' })).toHaveCount(0)
  await page.getByRole('button', { name: '切换到设备看板' }).click()
  await expect(page).toHaveURL(/\/datav\/device$/)
  await expect(hero(page, '设备总数').locator('strong')).toHaveText(/^[\d,]+$/)
  await expect(page.locator('.eam-board-chart canvas')).toBeVisible()
  await expect(page.locator('.eam-board a')).toHaveCount(0)
})

test('[SHELL-GUARD-4B] [SHELL-GUARD-4C] the virtual user is sent away from every other page, and nothing stays stored (deviation: the tenant does)', async ({
  page,
}) => {
  await openWall(page)
  const stored = () => page.evaluate((key) => Object.keys(localStorage).filter((name) => name.startsWith(key)), siteKey)
  expect(await stored()).toContain(`${siteKey}person`)
  await page.goto('/wel/dashboard')
  await expect(page).toHaveURL(/\/login$/)
  expect((await stored()).filter((name) => !/tenantId|tokenAt/.test(name))).toEqual([])
  await openWall(page)
  await expect(page).toHaveURL(/\/datav\/dept$/)
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('a manager opens a board from the menu in a window of its own, and each figure leads to its list', async ({ page, context }) => {
  await signIn(page, 'manager')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /全局搜索/ }).fill('设备看板')
  await expect(page.getByRole('option', { name: /设备看板/ }).first()).toBeVisible()
  const [board] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')])
  await expect(board).toHaveURL(/\/datav\/device$/)
  const figure = hero(board, '待处理维修')
  const count = String(await figure.locator('strong').textContent()).replaceAll(',', '')
  const [list] = await Promise.all([context.waitForEvent('page'), figure.locator('a').click()])
  // The window loads the whole program again.
  await list.locator('.eam-list:visible').waitFor()
  await expect(list.locator('.eam-list:visible').getByText(/共 \d+ 条/)).toHaveText(new RegExp(`共 ${count} 条`))
  await list.close()
  const closed = board.waitForEvent('close')
  await board.getByRole('button', { name: '退出看板' }).click()
  await closed
  await page.goto('/datav/device')
  await signedAs(page, 'keeper')
  await page.goto('/datav/device')
  await expect(page).toHaveURL(/\/403$/)
})

/** Another person on the same computer. */
const signedAs = async (page: Page, account: string): Promise<void> => {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await signIn(page, account)
}

test('without an answer the last figures stay and say how old they are, also after a start; they come back by themselves', async ({
  page,
  server,
}) => {
  await page.clock.install()
  await openWall(page)
  await page.goto('/datav/device')
  const open = hero(page, '待处理维修').locator('strong')
  await expect(open).toHaveText(/^\d+$/)
  await expect(age(page)).toHaveText('实时')
  const before = String(await open.textContent())
  await page.route('**/api/**', (route) => route.abort())
  await page.clock.runFor(20_000)
  await expect(age(page)).toContainText('网络中断')
  await page.clock.fastForward(9 * 3_600_000)
  await expect(age(page)).toContainText('9 小时前')
  await page.reload()
  await expect(open).toHaveText(before)
  await expect(age(page)).toContainText(/网络中断 · 数据为 9 小时前/)
  const desk = await openDesk(server.url, { tenant: '100001', user: 'keeper', password: 'ward2026' })
  const { records } = await desk.get<{ records: { id: string }[] }>('/eam/device/list', {
    eamStatus: 'in_use',
    filingStatus: 'filed',
    size: '50',
  })
  await desk.post('/eam/eventtyperepair/submit', { deviceId: records.at(-1)!.id, faultDescription: '夜间无电源', urgency: 'normal' })
  await page.unroute('**/api/**')
  await page.clock.runFor(16_000)
  await expect(open).toHaveText(String(Number(before) + 1))
  await expect(age(page)).toHaveText('实时')
})

test('a newer program starts by itself', async ({ page }) => {
  await page.clock.install()
  await openWall(page)
  let isNewer = false
  await page.route(/\/$/, async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    await route.fulfill({ response, body: isNewer ? html.replace(/\/assets\/index-[\w-]+\.js/, '/assets/index-newer.js') : html })
  })
  await page.evaluate(() => Object.assign(window, { isFirst: true }))
  await page.clock.runFor(301_000)
  expect(await page.evaluate(() => 'isFirst' in window)).toBe(true)
  isNewer = true
  const again = page.waitForEvent('load')
  await page.clock.runFor(301_000)
  await again
  await expect(hero(page, '待处理维修')).toBeVisible()
  expect(await page.evaluate(() => 'isFirst' in window)).toBe(false)
})

test('half an hour of changes leaves no nodes, listeners or memory behind', async ({ page }) => {
  test.setTimeout(180_000)
  await page.clock.install()
  await openWall(page)
  await page.goto('/datav/device')
  await expect(page.locator('.eam-board-chart canvas')).toBeVisible()
  let round = 0
  await page.route('**/api/data-view/service-dashboard**', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as {
      data: { open: { values: Record<string, number> }; months: { rows: { values: Record<string, number> }[] } }
    }
    body.data.open.values.count = ++round
    for (const row of body.data.months.rows) row.values.count = 10 + (round % 7)
    await route.fulfill({ response, json: body })
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const size = async () => {
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value])) as Record<
      'Nodes' | 'JSEventListeners' | 'JSHeapUsedSize',
      number
    >
  }
  const looks = async (times: number): Promise<void> => {
    for (let at = 0; at < times; at++) {
      const answered = page.waitForResponse(/service-dashboard/)
      await page.clock.runFor(15_000)
      await answered
    }
    await expect(hero(page, '待处理维修').locator('strong')).toHaveText(String(round))
  }
  await looks(20)
  const first = await size()
  await looks(120)
  const last = await size()
  expect(last.Nodes).toBeLessThan(first.Nodes + 200)
  expect(last.JSEventListeners).toBeLessThan(first.JSEventListeners + 20)
  expect(last.JSHeapUsedSize).toBeLessThan(first.JSHeapUsedSize * 1.2 + 4_000_000)
})

test('the boards fill the screen without scroll bars at every size', async ({ page }) => {
  await openWall(page)
  for (const [width, height] of [
    [1280, 720],
    [1920, 1080],
    [3840, 2160],
    [1080, 1920],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const board of ['dept', 'device']) {
      if (!page.url().endsWith(board)) await page.getByRole('button', { name: /切换到/ }).click()
      await expect(hero(page, '待处理维修')).toBeVisible()
      const room = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement
        const cut = [...document.querySelectorAll('.eam-board-panel, .eam-board-rows, .eam-board-bars, .eam-board-hero')].filter(
          (box) => box.scrollHeight > box.clientHeight + 2,
        )
        return { scrollWidth, scrollHeight, cut: cut.map((box) => box.className) }
      })
      expect(room, `${board} ${width}x${height}`).toEqual({ scrollWidth: width, scrollHeight: height, cut: [] })
    }
  }
})

test('the boards of checks stand outside the frame and follow what phones count [ASSET-ROUTE-18] [ASSET-ROUTE-19]', async ({
  page,
  server,
}) => {
  const desk = await openDesk(server.url, { tenant: '100001', user: 'manager', password: 'ward2026' })
  const { records: depts } = await desk.get<Rows<{ id: string; deptName: string }>>('/blade-system/dept/list', { size: '200' })
  const scopeDepts = depts.filter((one) => one.deptName === '手术室').map((one) => one.id)
  const { id } = await desk.post<{ id: string }>('/eam/check/submit', {
    checkTitle: '看板抽查',
    beginDate: '2026-11-01',
    mode: 'open',
    scopeDepts,
  })
  await desk.post('/eam/check/start', { id })
  const { records: lines } = await desk.get<Rows<{ id: string; bookLocationId: string; deviceName: string }>>('/eam/deviceapplylist/list', {
    checkId: id,
    size: '1',
    columns: 'bookLocationId',
  })
  const scan = () => desk.post('/eam/check/scan', { checkId: id, lineId: lines[0]!.id, locationId: lines[0]!.bookLocationId })
  await signIn(page, 'manager')
  await page.goto('/datav/inventory')
  await expect(page.getByRole('main', { name: '盘点看板' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: '菜单' })).toHaveCount(0)
  const share = page
    .getByRole('row', { name: /手术室/ })
    .getByRole('cell')
    .last()
  await expect(share).toHaveText('0%')
  await scan()
  await expect(share).not.toHaveText('0%')
  // When a check ended is a day in both languages, not the moment as it is stored.
  const ended = (name: string) => page.getByRole('region', { name }).getByRole('listitem').first()
  await expect(ended('最近结束的盘点')).toContainText(/\d{4}-\d{2}-\d{2} ·/)
  await page.getByRole('button', { name: 'English', exact: true }).click()
  await expect(ended('Checks closed last')).toContainText(/\d{1,2} [A-Z][a-z]{2} \d{4} ·/)
  await page.getByRole('button', { name: '中文', exact: true }).click()
  await page.getByRole('button', { name: '切换到物联盘点看板' }).click()
  await expect(page).toHaveURL(/\/datav\/dept\/pda$/)
  await expect(page.getByRole('main', { name: '物联盘点看板' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: '菜单' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: '最新扫描' }).getByRole('listitem').first()).toContainText(lines[0]!.deviceName)
})
