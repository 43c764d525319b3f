import { expect } from '@playwright/test'
import { openList, rows, signIn } from './harness/desk-page.ts'
import { openDesk, type Page as Rows } from './harness/office.ts'
import { test } from './harness/server.ts'

const hospital = { tenant: '100001', password: 'ward2026' }
interface Line {
  readonly deviceId: string
  readonly amount: string
}

test('a month is closed at the desk, and the card shows what it was charged [ASSET-CAP-4] [ASSET-SCR-DEP] [ASSET-API-7]', async ({
  page,
  server,
}) => {
  const desk = await openDesk(server.url, { ...hospital, user: 'manager' })
  await signIn(page, 'manager', '/eam/depreciation-rules')
  // The book of the demo hospital is closed until the month before this one.
  const book = await desk.get<{ id: string; closedOn: string }>('/eam/depreciation-rule/detail')
  const last = new Date(Date.parse(book.closedOn) + 86_400_000).toISOString().slice(0, 7)
  await expect(rows(page).filter({ hasText: '政府会计折旧账簿' })).toContainText('政府会计制度')

  await page.goto('/eam/depreciation-records')
  await page.getByRole('button', { name: '计提折旧并结账' }).click()
  const asked = page.waitForRequest((request) => request.url().endsWith('/create-depreciation-record'))
  await page.getByRole('dialog').getByLabel('账簿').fill('会计')
  await page.locator('.ant-select-item-option').filter({ hasText: '政府会计折旧账簿' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  expect((await asked).postDataJSON()).toMatchObject({ tenantId: '100001', ruleId: book.id })
  await expect(page.getByText(`${last} 已开始计提`)).toBeVisible()
  // The list hears of the end by itself.
  await rows(page).filter({ hasText: last }).first().click()
  const record = page.getByRole('dialog')
  await expect(record.getByRole('figure', { name: '各科室折旧额' })).toBeVisible()
  await expect(record.getByRole('region', { name: '折旧明细' }).locator('.ant-table-row').first()).toBeVisible()

  const [line] = (await desk.get<Rows<Line>>('/eam/devicedepreciationlist/list', { lineKind: 'charge', size: '1' })).records
  await page.goto(`/eam/device/${line!.deviceId}?tab=depreciation`)
  const tab = page.locator('.eam-record:visible').getByRole('tabpanel')
  // The page loads the whole program again, and the chart with it.
  await tab.getByRole('figure', { name: '已计提与未来 36 个月' }).waitFor()
  await expect(tab.getByText('计提中').first()).toBeVisible()
  await expect(tab.getByRole('region', { name: '折旧明细' }).getByRole('row').filter({ hasText: '计提' }).first()).toBeVisible()

  await openList(page, '/eam/depreciation-lines')
  await page.goto('/eam/depreciation-offsets')
  await expect(page.getByRole('button', { name: '新增' }).locator('visible=true').first()).toBeVisible()
})
