import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { holdSession } from './harness/desk-page.ts'
import { type Desk, openDesk } from './harness/office.ts'
import { test } from './harness/server.ts'

interface Line {
  readonly id: string
  readonly deviceCode: string
  readonly bookLocationId: string | null
}
interface Found<R> {
  readonly records: R[]
  readonly total: number
}

const dept = '急诊科'

/** A phone's part by calls: the first card elsewhere, one with another number, one strange label, one not found, the others as on the book. */
async function count(keeper: Desk, checkId: string): Promise<number> {
  const { records: lines } = await keeper.get<Found<Line>>('/eam/deviceapplylist/list', { checkId, size: '200', columns: 'bookLocationId' })
  const elsewhere = lines.find((line) => line.bookLocationId !== lines[0]!.bookLocationId)!.bookLocationId
  for (const [index, line] of lines.slice(0, -1).entries())
    await keeper.post('/eam/check/scan', {
      checkId,
      lineId: line.id,
      locationId: index === 0 ? elsewhere : line.bookLocationId,
      ...(index === 1 ? { wrongField: 'sn', seenValue: 'SN-GESEHEN' } : {}),
    })
  await keeper.post('/eam/check/scan', { checkId, code: 'FREMD-4711', locationId: lines[0]!.bookLocationId })
  return lines.length
}

const tabPanel = (page: Page) => page.getByRole('tabpanel').filter({ visible: true })

test('a check from its scope to the printed report: page, list and sheet agree', async ({ page, server }) => {
  const office = await openDesk(server.url, { tenant: '100001', user: 'manager', password: 'ward2026' })
  const keeper = await openDesk(server.url, { tenant: '100001', user: 'keeper', password: 'ward2026' })
  await holdSession(page, 'manager')

  // A task by its scope and people.
  await page.goto('/eam/check')
  await page.getByRole('button', { name: '新增' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('任务名称').fill('急诊科年终盘点')
  await form.getByLabel('开始日期').fill('2026-11-01')
  await form.getByLabel('开始日期').press('Enter')
  await form.getByLabel('科室（含下级）').fill(dept)
  await page.locator('.ant-select-item-option').filter({ hasText: dept }).first().click()
  await form.getByLabel('盘点人员').click()
  const { records: people } = await office.get<Found<{ account: string; realName: string }>>('/blade/user/list', { size: '200' })
  const counter = people.find((person) => person.account === 'keeper')!.realName
  await form.getByLabel('盘点人员').fill(counter)
  await page.locator('.ant-select-item-option').filter({ hasText: counter }).first().click()
  await form.getByRole('button', { name: '保存' }).click()
  await expect(page).toHaveURL(/\/eam\/check\/[0-9a-f-]{36}$/)
  const checkId = page.url().split('/').at(-1)!
  await expect(page.getByText('任务尚未开始')).toBeVisible()

  // Started, the book stands in its department.
  await page.getByRole('button', { name: '开始盘点' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  const row = tabPanel(page).locator('.ant-table-row').filter({ hasText: dept })
  await expect(row).toContainText('盘点中')

  // Counted on a phone, submitted by the counter, posted on the desk.
  const book = await count(keeper, checkId)
  const [part] = (await office.get<Found<{ id: string; deptTitle: string }>>('/eam/check-dept/list', { checkId })).records.filter(
    (one) => one.deptTitle === dept,
  )
  await keeper.post('/eam/check-dept/finish', { id: part!.id })
  await page.reload()
  await expect(row).toContainText('已提交')
  // On a common screen no result lies below the acts that are fixed at the edge.
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect
    .poll(() =>
      tabPanel(page)
        .locator('.ant-table-content')
        .first()
        .evaluate((table) => table.scrollWidth - table.clientWidth),
    )
    .toBe(0)
  await row.getByRole('button', { name: /^入.?账$/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(row).toContainText('已入账')

  // The report, the list behind it and the sheet.
  const matched = book - 3
  const accuracy = Math.round((matched / book) * 1000) / 10
  await page.getByRole('link', { name: '盘点报告' }).click()
  const report = page.locator('.eam-print-sheet')
  const total = report.locator('tfoot').first().locator('td')
  await expect(total.nth(0)).toContainText(String(book))
  const shown = (await total.allInnerTexts()).map((text) => text.split('\n')[0]!.trim())
  expect(shown).toEqual([book, matched, 1, 1, 1, 1, 0].map(String).concat(`${accuracy.toFixed(1)}%`))
  for (const [result, count] of [
    ['match', matched],
    ['misplaced', 1],
    ['mismatch', 1],
    ['surplus', 1],
    ['deficient', 1],
  ] as const)
    expect([result, (await office.get<Found<Line>>('/eam/deviceapplylist/list', { checkId, result })).total]).toEqual([result, count])
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  await page.getByRole('menuitem', { name: /xlsx/ }).click()
  const sheet = (await readXlsx(await readFile(await (await downloading).path()))).sheets[0]!.rows
  const heading = sheet[0]!.map(String)
  const cell = (name: string) => Number(sheet[1]![heading.indexOf(name)])
  expect(['账面', '相符', '位置不符', '信息不符', '盘盈', '盘亏', '待盘', '准确率（%）'].map(cell)).toEqual([
    book,
    matched,
    1,
    1,
    1,
    1,
    0,
    accuracy,
  ])

  // On paper there is the report alone.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button', { name: '打印' })).toBeHidden()
  await expect(report.getByText('科室负责人')).toBeVisible()
  const paper = Buffer.from(await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(paper)!
  expect(Number(width)).toBeGreaterThan(Number(height))
  await page.emulateMedia({ media: null })
})
