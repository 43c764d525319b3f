import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { siteKey } from '#src/data/stored.ts'
import { holdSession, openList } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

const report = '/eam/report?measure=deviceCards&group=useDept&figure=count&kind=bar'
const chartOf = (page: Page): Locator => page.locator('.eam-chart:visible').first()

/** A chart is a picture; the table for screen readers beside it says what it shows. */
const shownBy = async (chart: Locator): Promise<{ name: string; count: number; rows: number }> => {
  await expect(chart.locator('canvas')).toBeVisible()
  const rows = chart.locator('.eam-unseen tbody tr')
  const [name, count] = [await rows.first().locator('th').textContent(), await rows.first().locator('td').textContent()]
  return { name: String(name), count: Number(String(count).replace(/[^\d]/g, '')), rows: await rows.count() }
}

/** What a button of a chart downloads. */
const downloaded = async (page: Page, button: Locator): Promise<Buffer> => {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return readFile(await download.path())
}

test.beforeEach(async ({ page }) => {
  await holdSession(page, 'manager')
})

test('a bar opens the list of exactly the rows that it counts', async ({ page }) => {
  await page.goto(report)
  const chart = chartOf(page)
  const { name, count, rows } = await shownBy(chart)
  const box = (await chart.locator('canvas').boundingBox())!
  // The longest bar is the first; its middle lies in the middle of the drawing.
  await page.mouse.click(box.x + box.width / 2, box.y + 20 + (box.height - 24) / Math.min(rows, 40) / 2)
  await expect(page).toHaveURL(/\/eam\/device\?.*useDeptId=[0-9a-f-]{36}$/)
  await expect(page.locator('.eam-tags:visible .ant-tag').filter({ hasText: '使用科室' })).toHaveText([new RegExp(`使用科室：${name}`)])
  await expect(page.locator('.eam-list:visible').getByText(/共 \d+ 条/)).toHaveText(new RegExp(`共 ${count} 条`))
})

test('a picture is downloaded, and the dark theme draws in its own colours', async ({ page }) => {
  await page.goto(report)
  const chart = chartOf(page)
  await shownBy(chart)
  const picture = chart.getByRole('button', { name: /下载图片/ })
  const light = await downloaded(page, picture)
  expect(light.length).toBeGreaterThan(5000)
  const dark = JSON.stringify({ dataType: 'string', content: 'theme-dark', datetime: 0 })
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [`${siteKey}themeName`, dark] as const)
  await page.reload()
  await shownBy(chartOf(page))
  await expect(page.locator('body')).toHaveClass(/theme-dark/)
  expect((await downloaded(page, picture)).equals(light)).toBe(false)
})

test('a page asks for few files, and the program that draws is loaded with the first chart only', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => void loaded.push(request.url()))
  await openList(page, '/eam/device')
  expect(loaded.filter((url) => /chart-canvas|echarts/.test(url))).toEqual([])
  const files = loaded.filter((url) => /\/assets\//.test(url)).length
  expect(files).toBeGreaterThan(3)
  expect(files).toBeLessThan(60)
  await page.goto('/wel/dashboard')
  await shownBy(chartOf(page))
  expect(loaded.some((url) => /chart-canvas/.test(url))).toBe(true)
})
