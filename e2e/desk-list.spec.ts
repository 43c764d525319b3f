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

test('[SHELL-TOOL-3] [SHELL-TOOL-7] [SHELL-TOOL-8] [ASSET-LIST-2] the advanced search shows as tags, removed one by one or all at once', async ({
  page,
}) => {
  await openList(page, '/eam/device')
  await page.getByRole('button', { name: '高级搜索' }).click()
  const form = page.locator('.eam-search-form')
  await form.getByLabel('规格型号').fill('iMEC8')
  await form.getByLabel('设备状态').click()
  await page.locator('.ant-select-item-option').filter({ hasText: '在用' }).click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: '搜索' }).click()
  await expect(form).toBeHidden()
  const tags = page.locator('.eam-tags .ant-tag')
  await expect(tags).toHaveText([/规格型号：iMEC8/, /设备状态：在用/])
  await expect(page).toHaveURL(/deviceModel=iMEC8&eamStatus=in_use/)
  await expect(rows(page).filter({ hasNotText: 'iMEC8' })).toHaveCount(0)
  await expect(rows(page).first()).toContainText('iMEC8')
  await tags.first().locator('.ant-tag-close-icon').click()
  await expect(tags).toHaveText([/设备状态：在用/])
  await page.getByRole('button', { name: '重置' }).click()
  await expect(tags).toHaveCount(0)
  await expect(page).toHaveURL(/\/eam\/device$/)
})

test('sort, page and page size stay in the address', async ({ page }) => {
  await openList(page, '/eam/device')
  const value = page.getByRole('columnheader', { name: '原值' })
  await value.click()
  await expect(page).toHaveURL(/ascs=originalValue/)
  // The address is there before the heading shows it; the next click turns round what the heading shows.
  await expect(value).toHaveAttribute('aria-sort', 'ascending')
  await value.click()
  await expect(page).toHaveURL(/descs=originalValue/)
  await expect(value).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('listitem', { name: '2', exact: true }).click()
  await expect(page).toHaveURL(/current=2/)
  await page.locator('.ant-pagination-options .ant-select').click()
  await page.locator('.ant-select-item-option').filter({ hasText: /^30/ }).click()
  await expect(page).toHaveURL(/size=30/)
  await expect(page).not.toHaveURL(/current=/)
  await expect(rows(page)).toHaveCount(30)
})

test('[SHELL-TOOL-5] [ASSET-LIST-4] columns are hidden, shown, moved and remembered', async ({ page }) => {
  await openList(page, '/eam/device')
  const heads = page.getByRole('columnheader')
  await page.getByRole('button', { name: '显隐' }).click()
  await page.getByRole('checkbox', { name: '规格型号' }).uncheck()
  await page.getByRole('checkbox', { name: '品牌' }).check()
  await page.getByRole('button', { name: '上移使用科室' }).click()
  await expect(heads.filter({ hasText: '规格型号' })).toHaveCount(0)
  await page.reload()
  await expect(rows(page).first()).toBeVisible()
  await expect(heads.filter({ hasText: '品牌' })).toHaveCount(1)
  await expect(heads.filter({ hasText: '规格型号' })).toHaveCount(0)
})

test('[SHELL-TOOL-5] [SHELL-TOOL-6] [ASSET-LIST-5] the board shows the same search by state, without a choice of columns', async ({
  page,
}) => {
  await openList(page, '/eam/device?deviceModel=iMEC8')
  const columns = page.getByRole('button', { name: '显隐' })
  await expect(columns).toBeVisible()
  await page.getByRole('button', { name: '看板视图' }).click()
  await expect(page).toHaveURL(/view=board/)
  const column = page.getByRole('region', { name: '在用' })
  await expect(column.locator('.eam-card').first()).toBeVisible()
  await expect(columns).toHaveCount(0)
  await column.locator('.eam-card').first().click()
  await expect(page).toHaveURL(/\/eam\/device\/[0-9a-f-]{36}$/)
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

test('[SHELL-MSG-3] [SHELL-VAL-DEL-1] [SHELL-VAL-DEL-2] [SHELL-VAL-DEL-3] removing asks for rows first, then for leave; rows chosen on two pages go together', async ({
  page,
}) => {
  await openList(page, '/eam/deviceparts')
  const total = async () => Number(/\d+/.exec(String(await page.getByText(/共 \d+ 条/).textContent()))?.[0])
  const before = await total()
  const remove = page.locator('.eam-toolbar').getByRole('button', { name: '删除' })
  await expect(remove).toHaveCount(0)
  await page.locator('.eam-toolbar:visible').getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await expect(page.getByText('请选择至少一条数据')).toBeVisible()
  await rows(page).first().getByRole('checkbox').check()
  await page.getByRole('listitem', { name: '2', exact: true }).click()
  await expect(page).toHaveURL(/current=2/)
  await expect(rows(page).first().getByRole('checkbox')).not.toBeChecked()
  await rows(page).first().getByRole('checkbox').check()
  await expect(page.getByText('已选 2 条')).toBeVisible()
  await remove.click()
  await expect(page.getByRole('dialog')).toContainText('确定将选择数据删除?')
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await total()).toBe(before)
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect.poll(total).toBe(before - 2)
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
  expect(file.suggestedFilename()).toBe('设备卡.csv')
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines[0]).toContain('"设备名称","设备状态","资产编号","规格型号"')
  expect(lines).toHaveLength(total + 1)
})

test('[SHELL-ERR-6] an empty search says what to do; one that fails without a message says so in the place of the list (deviation), and can be tried again', async ({
  page,
}) => {
  await openList(page, '/eam/device')
  await page.goto('/eam/device?keyword=nothing-is-called-so')
  await expect(page.getByText('没有符合条件的设备卡，请换个条件')).toBeVisible()
  await page.getByRole('button', { name: '清除条件' }).click()
  await expect(rows(page).first()).toBeVisible()
  await page.route('**/api/eam/deviceparts/list**', (route) => route.fulfill({ status: 500, json: { code: 500, success: false } }))
  await page.getByRole('navigation', { name: '菜单' }).getByText('设备配件').click()
  await expect(page.getByRole('alert').filter({ hasText: '当前网络信号不稳定，请稍后再试' })).toBeVisible()
  await page.unroute('**/api/eam/deviceparts/list**')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(rows(page).first()).toBeVisible()
})
