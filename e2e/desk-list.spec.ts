import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { holdSession, openList, rows } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

test.beforeEach(async ({ page }) => {
  await holdSession(page, 'manager')
})

test('[SHELL-TOOL-1] [SHELL-TOOL-2] [ASSET-LIST-1] search by keyword; / brings the cursor there and the address restores the list', async ({
  page,
}) => {
  await openList(page, '/eam/device')
  const search = page.getByPlaceholder('名称|规格型号|厂家|RFID|国资编码')
  expect(await search.evaluate((input) => input.closest('.ant-input-affix-wrapper')?.getBoundingClientRect().width)).toBe(300)
  const all = String(await page.getByText(/共 \d+ 条/).textContent())
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  // At once, because a part of the word finds more.
  await page.keyboard.insertText('呼吸机')
  await expect(page.getByText(/共 \d+ 条/)).not.toHaveText(all)
  await expect(rows(page).first()).toContainText('呼吸机')
  const found = String(await page.getByText(/共 \d+ 条/).textContent())
  await page.reload()
  await expect(search).toHaveValue('呼吸机')
  await expect(page.getByText(/共 \d+ 条/)).toHaveText(found)
})

test('rows are walked, chosen and opened by keys alone', async ({ page }) => {
  await openList(page, '/eam/device')
  // What has the focus shows it: a heading, and a row with its columns that stay.
  const outline = { 'outline-style': 'solid', 'outline-width': '2px' }
  const name = page.getByRole('columnheader', { name: '设备名称' })
  await name.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(name).toBeFocused()
  for (const [property, value] of Object.entries(outline)) await expect(name).toHaveCSS(property, value)
  await rows(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(1)).toBeFocused()
  for (const [property, value] of Object.entries(outline)) await expect(rows(page).nth(1)).toHaveCSS(property, value)
  const stays = rows(page).nth(1).locator('.ant-table-cell-fix')
  for (const cell of [stays.first(), stays.last()]) await expect(cell).toHaveCSS('box-shadow', /inset/)
  await page.keyboard.press('Space')
  await expect(rows(page).nth(1).getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('End')
  await expect(rows(page).last()).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/eam\/device\/[0-9a-f-]{36}$/)
})

test('the row that has the focus is never behind the pages at the edge of the window', async ({ page }) => {
  await openList(page, '/eam/device?size=30')
  await expect(rows(page)).toHaveCount(30)
  await rows(page).first().focus()
  const hidden: number[] = []
  for (let at = 1; at < 30; at++) {
    await page.keyboard.press('ArrowDown')
    await expect(rows(page).nth(at)).toBeFocused()
    const isSeen = await rows(page)
      .nth(at)
      .evaluate((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return document.elementFromPoint(innerWidth / 2, (top + bottom) / 2)?.closest('tr') === row
      })
    if (!isSeen) hidden.push(at)
  }
  expect(hidden).toEqual([])
})

test('a long name does not push the other columns away; the tooltip shows all of it', async ({ page }) => {
  const deviceName = `长名称${'全自动化学发光免疫分析仪'.repeat(9)}`
  await page.request.post('/api/eam/device/submit', { headers: { 'x-eam-client': 'web' }, data: { deviceName } })
  await openList(page, '/eam/device?keyword=长名称')
  const head = page.getByRole('columnheader', { name: '设备名称' })
  expect((await head.boundingBox())!.width).toBeLessThan(360)
  await expect(rows(page).getByTitle(deviceName)).toBeVisible()
})

test('buttons for chosen rows appear in the same line', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openList(page, '/eam/device')
  const height = async (): Promise<number> => (await page.locator('.eam-toolbar').boundingBox())!.height
  const before = await height()
  await rows(page).first().getByRole('checkbox').check()
  await expect(page.getByText('已选 1 条')).toBeVisible()
  expect(await height()).toBe(before)
})

test('the export is what the list shows', async ({ page }) => {
  await openList(page, '/eam/device?deviceModel=iMEC8')
  const total = Number(/\d+/.exec(String(await page.getByText(/共 \d+ 条/).textContent()))?.[0])
  await page.getByRole('button', { name: '导出' }).click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toMatch(/^设备卡 \d{4}-\d{2}-\d{2}\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines[0]).toContain('"设备名称","设备状态","资产编号","规格型号"')
  expect(lines).toHaveLength(total + 1)
})
