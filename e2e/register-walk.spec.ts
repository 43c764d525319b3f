import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { codeOf } from '#contract/label/label-content.ts'
import { readPdf } from '#tests/harness/pdf.ts'
import { holdSession, openList, rows } from './harness/desk-page.ts'
import { openDesk, type Page as Rows } from './harness/office.ts'
import { test } from './harness/server.ts'

const hospital = { tenant: '100001', password: 'ward2026' }
interface Card {
  readonly id: string
  readonly deviceCode: string
  readonly qrToken: string
}

const dialog = (page: Page) => page.getByRole('dialog')
const form = (page: Page) => dialog(page).filter({ has: page.locator('.eam-form') })
const record = (page: Page) => page.locator('.eam-record:visible')
const figure = (page: Page, title: string) =>
  record(page).locator('.ant-statistic').filter({ hasText: title }).locator('.ant-statistic-content')
const pick = async (page: Page, field: string, name: string): Promise<void> => {
  await dialog(page).getByLabel(field, { exact: true }).click()
  await dialog(page).getByLabel(field, { exact: true }).fill(name)
  await page
    .locator('.ant-select-item-option:visible, .ant-select-tree-node-content-wrapper:visible')
    .filter({ hasText: name })
    .first()
    .click()
}
const fillDay = async (page: Page, field: string, day: string): Promise<void> => {
  await dialog(page).getByLabel(field, { exact: true }).fill(day)
  await dialog(page).getByLabel(field, { exact: true }).press('Enter')
}
/** The first day of the month so many months before this one. */
const monthsAgo = (count: number): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString().slice(0, 10)
}

const mark = String(Date.now()).slice(-7)
const name = `全程泵${mark}`
const [deptName, warehouseName, roomName, otherRoom] = [`全程科${mark}`, `全程库${mark}`, `全程间${mark}`, `隔壁${mark}`]
/** Made by the first tests, used by the later ones. */
let cards: readonly Card[] = []
let places: { readonly room: string; readonly other: string }

const desksOf = async (url: string) => {
  const [admin, manager] = await Promise.all(['admin', 'manager'].map((user) => openDesk(url, { ...hospital, user })))
  return { admin: admin!, manager: manager! }
}

// Each goes on with what the one before has made.
test.describe.configure({ mode: 'serial' })

test('it comes into the warehouse, and the approval of another person makes its card', async ({ page, server }) => {
  const { admin, manager } = await desksOf(server.url)
  const add = async (path: string, draft: object): Promise<string> => (await admin.post<{ id: string }>(path, draft)).id
  const deptId = await add('/blade-system/dept/submit', { deptName, category: 'clinical' })
  await add('/eam/plc/warehouse/submit', { warehouseName, deptId })
  const yard = await add('/eam/plc/location/submit', { locationName: `全程院${mark}`, level: 'courtyard' })
  const building = await add('/eam/plc/location/submit', { locationName: `全程楼${mark}`, level: 'building', parentId: yard })
  const floor = await add('/eam/plc/location/submit', { locationName: `全程层${mark}`, level: 'floor', parentId: building })
  const room = await add('/eam/plc/location/submit', { locationName: roomName, level: 'room', parentId: floor, deptId })
  const other = await add('/eam/plc/location/submit', { locationName: otherRoom, level: 'room', parentId: floor, deptId })
  places = { room, other }

  // Two pieces come into the warehouse; the approval of another person makes their cards.
  await holdSession(page, 'admin')
  await page.goto('/eam/warehouse-entry')
  await page.locator('.eam-toolbar:visible').getByRole('button', { name: '新增' }).click()
  await pick(page, '库房', warehouseName)
  await pick(page, '科室', deptName)
  await fillDay(page, '入库日期', monthsAgo(3))
  await form(page).getByRole('button', { name: '手工添加' }).click()
  await form(page).getByLabel('名称 1', { exact: true }).fill(name)
  await form(page).getByLabel('数量 1', { exact: true }).fill('2')
  await form(page).getByLabel('单价 1', { exact: true }).fill('60000')
  await form(page).getByRole('button', { name: '保存' }).click()
  await expect(form(page)).toHaveCount(0)
  const entry = rows(page).filter({ hasText: warehouseName })
  await entry.click()
  await page.getByRole('button', { name: '提交审批', exact: true }).locator('visible=true').first().click()
  await expect(page.getByText('待审批').locator('visible=true').first()).toBeVisible()
  const { records: entries } = await manager.get<Rows<{ id: string; warehouseName: string }>>('/eam/warehouse/enter/list', {
    size: '50',
  })
  await manager.post('/eam/warehouse/enter/approve', { id: entries.find((one) => one.warehouseName === warehouseName)!.id })
  cards = (await admin.get<Rows<Card>>('/eam/device/list', { keyword: name, ascs: 'deviceCode' })).records
  expect(cards).toHaveLength(2)
  for (const { id } of cards) await admin.post('/eam/device/submit-filing', { id })
  await manager.post('/eam/device/sureEam', { ids: cards.map(({ id }) => id).join(',') })
})

test('it gets its room, and a label as PDF', async ({ page }) => {
  await holdSession(page, 'admin')
  // Both get their room and what the books need, at once.
  await openList(page, `/eam/device?keyword=${name}`)
  for (const at of [0, 1]) await rows(page).nth(at).getByRole('checkbox').check()
  await page.getByRole('button', { name: '批量操作' }).click()
  await page.getByRole('menuitem', { name: '批量修改' }).click()
  await fillDay(page, '启用日期', monthsAgo(3))
  await dialog(page).getByLabel('折旧月数', { exact: true }).fill('60')
  await dialog(page).getByLabel('残值率', { exact: true }).fill('0')
  await pick(page, '存放位置', roomName)
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(rows(page).filter({ hasText: roomName })).toHaveCount(2)

  // Their labels as PDF.
  await page.getByRole('button', { name: '打印标签' }).click()
  const preview = page.getByRole('region', { name: '预览' })
  await expect(preview.locator('svg.eam-label-page')).toHaveCount(2)
  const [file] = await Promise.all([page.waitForEvent('download'), preview.getByRole('button', { name: '下载 PDF' }).click()])
  const printed = readPdf(await readFile(await file.path()))
    .pages.map((one) => one.text.replaceAll('\n', ''))
    .join(' ')
  for (const { deviceCode } of cards) expect(printed).toContain(deviceCode)
})

test('it is counted by its label, and the books follow', async ({ page, server }) => {
  const { admin, manager } = await desksOf(server.url)
  // A check of the room: one stands there, the other next door; both are known by their labels.
  const me = (await manager.get<Rows<{ id: string; account: string }>>('/blade/user/list', { size: '200' })).records
  const members = [{ userId: me.find(({ account }) => account === 'manager')!.id }]
  const checkId = (
    await manager.post<{ id: string }>('/eam/check/submit', {
      checkTitle: `全程盘点${mark}`,
      mode: 'open',
      beginDate: monthsAgo(0),
      scopeLocations: [places.room],
      members,
    })
  ).id
  await manager.post('/eam/check/start', { id: checkId })
  for (const [at, { id }] of cards.entries()) {
    const { qrToken } = await admin.get<Card>('/eam/device/detail', { id })
    await manager.post('/eam/check/scan', {
      checkId,
      code: codeOf(server.url, qrToken),
      locationId: at === 0 ? places.room : places.other,
    })
  }
  const { records: parts } = await manager.get<Rows<{ id: string }>>('/eam/check-dept/list', { checkId })
  await manager.post('/eam/check-dept/finish', { id: parts[0]!.id })
  await holdSession(page, 'manager')
  await page.goto(`/eam/check/${checkId}`)
  const part = page.getByRole('tabpanel').filter({ visible: true }).locator('.ant-table-row').filter({ hasText: deptName })
  await part.getByRole('button', { name: /^入.?账$/ }).click()
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await expect(part).toContainText('已入账')
  await page.goto(`/eam/device/${cards[1]!.id}`)
  await expect(record(page)).toContainText(otherRoom)
})

test('a month of a book is closed, and the card shows the charge', async ({ page, server }) => {
  const { admin } = await desksOf(server.url)
  await holdSession(page, 'manager')
  // A month of a book of its own is closed; the card shows what it was charged.
  const ruleName = `全程账${mark}`
  await admin.post('/eam/depreciation-rule/submit', { ruleName, ruleSet: 'enterprise', beginsOn: monthsAgo(2), defaultLife: 60 })
  await page.goto('/eam/depreciation-records')
  await page.getByRole('button', { name: '计提折旧并结账' }).click()
  await pick(page, '账簿', ruleName)
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await expect(rows(page).filter({ hasText: ruleName }).first()).toBeVisible()
  await page.goto(`/eam/device/${cards[0]!.id}?tab=depreciation`)
  const charged = record(page)
    .getByRole('region', { name: '折旧明细' })
    .getByRole('row')
    .filter({ hasText: monthsAgo(2).slice(0, 7) })
  await expect(charged.filter({ hasText: '1,000.00' }).filter({ hasText: '59,000.00' })).toHaveCount(1)
})

test('a table with a faulty row comes back marked, and goes in once corrected', async ({ page }) => {
  await holdSession(page, 'manager')
  // A table with a faulty row comes back with its error marked; corrected in that file it goes in.
  const send = async (fileName: string, text: string): Promise<void> => {
    await page.goto('/eam/imports')
    const input = page.getByRole('region', { name: '新建导入' }).locator('input[type=file]')
    await input.setInputFiles({ name: fileName, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await expect(page).toHaveURL(/\/eam\/imports\/[0-9a-f-]{36}$/)
  }
  await send('全程.csv', `设备名称,使用科室,出厂编号\n${name}甲,${deptName},QC-${mark}-1\n,${deptName},QC-${mark}-2\n`)
  await expect(figure(page, '有错误的行')).toHaveText('1')
  const [back] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载错误明细' }).click()])
  const marked = await readFile(await back.path(), 'utf8')
  expect(marked).toContain('设备名称不能为空')
  await send(back.suggestedFilename(), marked.replace(`"","${deptName}"`, `"${name}乙","${deptName}"`))
  await expect(figure(page, '有错误的行')).toHaveText('0')
  await page.getByRole('button', { name: '导入 2 行' }).click()
  await expect(record(page)).toContainText('已导入')
  await openList(page, `/eam/device?keyword=${name}`)
  await expect(rows(page)).toHaveCount(4)
  await expect(rows(page).filter({ hasText: `${name}乙` })).toContainText(deptName)
})
