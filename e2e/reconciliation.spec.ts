import { expect } from '@playwright/test'
import { rows, signIn } from './harness/desk-page.ts'
import { openDesk } from './harness/office.ts'
import { test } from './harness/server.ts'

const hospital = { tenant: '100001', password: 'ward2026' }

test('a book is compared with the finance ledger, and its differences are filtered and exported', async ({ page, server }) => {
  const desk = await openDesk(server.url, { ...hospital, user: 'manager' })
  // The book of the demo hospital has closed months; the latest one is compared.
  const month = (await desk.get<{ closedOn: string }>('/eam/depreciation-rule/detail')).closedOn.slice(0, 7)
  await desk.post('/eam/ledger-balance/submit', { assetNo: 'CW-1', assetName: '财务独有', originalValue: '10', accumulated: '1' })
  await signIn(page, 'manager', '/eam/ledger-reconciliations')
  await page.getByRole('button', { name: '开始对账' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await rows(page).filter({ hasText: month }).first().click()
  const found = page.getByRole('dialog').getByRole('region', { name: '对账差异' })
  await expect(found.locator('.ant-table-row').filter({ hasText: '财务账缺少' }).first()).toBeVisible()
  await expect(page.getByRole('dialog').getByText('设备账缺少的原值')).toBeVisible()
  await found.getByRole('button', { name: /导出/ }).first().click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByText('Excel (.xlsx)').locator('visible=true').first().click()])
  expect(file.suggestedFilename()).toContain('.xlsx')
})
