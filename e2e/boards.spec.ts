import { expect, type Page } from '@playwright/test'
import { siteKey } from '#src/data/stored.ts'
import { signIn } from './harness/desk-page.ts'
import { freeCards } from './harness/free-card.ts'
import { openDesk, type Page as Rows } from './harness/office.ts'
import { test } from './harness/server.ts'
import { withoutPolls } from './harness/without-polls.ts'

test.use({ viewport: { width: 1920, height: 1080 } })

const hero = (page: Page, name: string) => page.locator('.eam-board-hero').filter({ has: page.getByRole('heading', { name, exact: true }) })
const age = (page: Page) => page.locator('.eam-board-age')

const demo = { tenant: '100001', password: 'ward2026' }

/** Signs the virtual user of the demo in; ends on its first board. */
const openWall = async (page: Page): Promise<void> => {
  await page.goto('/')
  await page.getByLabel('医院名称或编号').fill(demo.tenant)
  await page.getByLabel('账号').fill('board')
  await page.getByLabel('密码').fill(demo.password)
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
  // The chart stands on the panel of the board, not on a ground of the desk’s theme.
  await expect(page.locator('.eam-board-chart .eam-chart-canvas')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(page.locator('.eam-board a')).toHaveCount(0)
})

test('[SHELL-GUARD-4B] [SHELL-GUARD-4C] the virtual user is sent away from every other page, and nothing of ours stays stored', async ({
  page,
}) => {
  await openWall(page)
  const stored = () => page.evaluate((key) => Object.keys(localStorage).filter((name) => name.startsWith(key)), siteKey)
  expect(await stored()).toContain(`${siteKey}person`)
  await page.goto('/wel/dashboard')
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(stored).toEqual([])
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
  // The window may be gone before the click is answered.
  const click = board.getByRole('button', { name: '退出看板' }).click()
  await click.catch((error) => {
    if (!board.isClosed()) throw error
  })
  await closed
})

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
  // A request that was under way before still answers; the next one does not.
  await expect(async () => {
    await page.clock.runFor(20_000)
    await expect(age(page)).toContainText('网络中断', { timeout: 1000 })
  }).toPass({ timeout: 20_000 })
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

test('a report moves the wall of the virtual user, without a poll', async ({ page, server }) => {
  const ward = await openDesk(server.url, { ...demo, user: 'keeper' })
  await withoutPolls(page)
  const stream = page.waitForResponse((response) => response.url().includes('/sse/realtime-data') && response.status() === 200)
  await openWall(page)
  await stream
  const open = hero(page, '待处理维修').locator('strong')
  const before = Number(await open.textContent())
  await ward.post('/eam/eventtyperepair/submit', {
    deviceId: (await freeCards(() => ward)()).id,
    faultDescription: '屏幕不亮',
    urgency: 'normal',
  })
  await expect(open).toHaveText(String(before + 1))
})

test.describe('while the server is stopped', () => {
  test.afterEach(({ server }) => server.restart())

  test('a screen that is turned on shows its last figures with their age', async ({ page, server }) => {
    await openWall(page)
    await page.goto('/datav/dept')
    const open = hero(page, '待处理维修').locator('strong')
    await expect(open).toHaveText(/^\d+$/)
    const before = String(await open.textContent())
    // The next start goes through the worker, whether it came in time to have this page or not: the page itself stores what it has loaded.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await expect.poll(() => page.evaluate(unkept)).toEqual([])
    expect(
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname)),
    ).toEqual(['/datav/'])
    await server.kill()
    await page.reload()
    await expect(open).toHaveText(before)
    await expect(page.locator('.eam-board-table')).toBeVisible()
    await expect(age(page)).toContainText(/网络中断 · 数据为 \d+ 分钟前/)
  })
})

/** What this page has loaded and a start without the server would miss. */
async function unkept(): Promise<string[]> {
  const parts = performance
    .getEntriesByType('resource')
    .map((entry) => new URL(entry.name).pathname)
    .filter((path) => path.startsWith('/assets/'))
  const missing: string[] = []
  for (const path of ['/datav/', ...parts]) if (!(await caches.match(path))) missing.push(path)
  return missing
}

test('a newer program starts by itself', async ({ page }) => {
  await page.clock.install()
  await openWall(page)
  let isNewer = false
  await page.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      await route.fulfill({ response, body: isNewer ? html.replace(/\/assets\/index-[\w-]+\.js/, '/assets/index-newer.js') : html })
    },
  )
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

test('a page of a newer program is asked for again after a pause, not at once', async ({ page }) => {
  await page.clock.install()
  let asked = 0
  await page.route(
    ({ pathname }) => pathname === '/datav/',
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace(/\/assets\/index-[\w-]+\.js/, '/assets/index-newer.js') })
      asked += 1
    },
  )
  await openWall(page)
  await expect.poll(() => asked).toBe(1)
  for (const wanted of [2, 3]) {
    let steps = 0
    await expect
      .poll(async () => {
        await page.clock.runFor(5_000)
        steps += 1
        return asked
      })
      .toBe(wanted)
    expect(steps).toBeGreaterThan(1)
  }
  await page.unrouteAll({ behavior: 'wait' })
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
        // The font's own room around its letters reaches over the last line by 2 pixels of the board's measure.
        const spare = 2 * Math.max(1, Math.min(innerWidth / 1920, innerHeight / 1080))
        const cut = [...document.querySelectorAll('.eam-board-panel, .eam-board-rows, .eam-board-bars, .eam-board-hero')].filter(
          (box) => box.scrollHeight > box.clientHeight + spare,
        )
        return { scrollWidth, scrollHeight, cut: cut.map((box) => box.className) }
      })
      expect(room, `${board} ${width}x${height}`).toEqual({ scrollWidth: width, scrollHeight: height, cut: [] })
    }
  }
})

test('the board of checks follows what phones count', async ({ page, server }) => {
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
  const share = page
    .getByRole('row', { name: /手术室/ })
    .getByRole('cell')
    .last()
  await expect(share).toHaveText('0%')
  await scan()
  await expect(share).not.toHaveText('0%')
})

test('texts are legible from five metres: 24 pixels at 1920, 48 at 3840', async ({ page }) => {
  await openWall(page)
  for (const [width, height, least] of [
    [1920, 1080, 24],
    [3840, 2160, 48],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const board of ['dept', 'device']) {
      if (!page.url().endsWith(board)) await page.getByRole('button', { name: /切换到/ }).click()
      await expect(hero(page, '待处理维修')).toBeVisible()
      const small = await page.evaluate((smallest) => {
        const found: string[] = []
        const texts = document.createTreeWalker(document.querySelector('.eam-board')!, NodeFilter.SHOW_TEXT)
        while (texts.nextNode()) {
          const { textContent, parentElement } = texts.currentNode
          if (!textContent?.trim() || !parentElement || parentElement.closest('button, .eam-unseen')) continue
          // A screen of odd size rounds by hundredths.
          if (Number.parseFloat(getComputedStyle(parentElement).fontSize) < smallest - 0.01) found.push(textContent)
        }
        return found
      }, least)
      expect(small, `${board} ${width}x${height}`).toEqual([])
    }
  }
})
