import { expect, type Page, type Request } from '@playwright/test'
import { inHalf } from '#tests/harness/quarter.ts'
import { holdSession, signIn } from './harness/desk-page.ts'
import { listBehind } from './harness/every-page.ts'
import { test } from './harness/server.ts'

/** Sums the layout shifts that no one caused, with what moved, from the first paint of each document. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen = { sum: 0, moved: [] as string[] }
    Object.assign(window, { shifts: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[]
      })[]) {
        if (entry.hadRecentInput) continue
        seen.sum += entry.value
        for (const { node, previousRect, currentRect } of entry.sources)
          seen.moved.push(
            `${entry.value.toFixed(3)} ${node instanceof Element ? node.className || node.tagName : node?.nodeName} ${previousRect.y}+${previousRect.height} → ${currentRect.y}+${currentRect.height}`,
          )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** What shifted on a page until all that it asks for has come. */
const shiftsOf = async (page: Page, address: string): Promise<{ sum: number; moved: string[] }> => {
  const open = new Set<Request>()
  const begun = (request: Request): void => void (request.url().includes('/sse/') || open.add(request))
  const ended = (request: Request): void => void open.delete(request)
  page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended)
  await page.goto(address)
  await expect(page.getByRole('main')).toBeVisible()
  await expect(async () => {
    await expect(page.locator('.ant-skeleton:visible, .ant-spin-spinning:visible')).toHaveCount(0)
    expect([...open].map((request) => request.url())).toEqual([])
  }).toPass({ timeout: 15_000 })
  page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended)
  return page.evaluate(
    () =>
      new Promise((done) =>
        // Shifts are told after the frame in which they happen.
        requestAnimationFrame(() => setTimeout(() => done((window as unknown as { shifts: { sum: number; moved: string[] } }).shifts))),
      ),
  )
}

test('the charts of the home page are drawn', async ({ page }) => {
  await signIn(page, 'manager')
  for (const chart of ['设备状态', '各科室设备', '每周报修', '每周响应时间（中位数）'])
    await expect(page.getByRole('figure', { name: chart }).locator('canvas')).toBeVisible()
})

const addresses = ['/', '/eam/device', '/eam/repair', '/eam/apply', '/eam/check', '/eam/imports', '/eam/device?new=1']
// Each person opens half of them in a run, the next one the others: every page and person in each run, all together in four days.
for (const [place, account] of ['admin', 'manager', 'engineer', 'keeper', 'head'].entries())
  test(`nothing jumps while pages load: ${account}`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await holdSession(page, account)
    await watchShifts(page)
    const jumps: Record<string, readonly string[]> = {}
    for (const address of inHalf(addresses, place)) {
      const { sum, moved } = await shiftsOf(page, address)
      if (sum >= 0.1) jumps[`${address} ${sum}`] = moved
    }
    expect(jumps).toEqual({})
  })

test('nothing jumps while records load', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await holdSession(page, 'manager')
  await watchShifts(page)
  const jumps: Record<string, readonly string[]> = {}
  for (const path of ['/eam/device/:id', '/eam/repair/:id', '/eam/checklist/:id', '/eam/apply/:id', '/eam/check/:id']) {
    // A device in use: other tests break and stop some, which adds warnings to their pages.
    const kept = path === '/eam/device/:id' ? '&eamStatus=in_use' : ''
    const found = await page.request.get(`${listBehind(path)}?size=1${kept}`, { headers: { 'x-eam-client': 'web' } })
    const { data } = (await found.json()) as { data: { records: { id: string }[] } }
    const { sum, moved } = await shiftsOf(page, path.replace(':id', data.records[0]!.id))
    if (sum >= 0.1) jumps[`${path} ${sum}`] = moved
  }
  expect(jumps).toEqual({})
})

test('the guide stands above the pages, and is left out on paper', async ({ page }) => {
  await holdSession(page, 'manager')
  await page.goto('/')
  await page
    .getByRole('region', { name: '上手五分钟' })
    .getByRole('button', { name: /^开.?始$/ })
    .click()
  await expect(page.locator('.eam-guide')).toContainText('1/5')
  const found = await page.request.get(`${listBehind('/eam/device/:id')}?size=1`, { headers: { 'x-eam-client': 'web' } })
  const { data } = (await found.json()) as { data: { records: { id: string }[] } }
  await page.goto(`/form/eam/device-archive?id=${data.records[0]!.id}`)
  await expect(page.locator('.eam-print-sheet')).toBeVisible()
  await expect(page.locator('.eam-guide')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.eam-guide')).toBeHidden()
})
