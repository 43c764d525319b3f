import { expect } from '@playwright/test'
import { daysAfter, homeDay } from '#contract/kit/day.ts'
import { holdSession, openList, rows } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

test('a device is ordered for metrology from its card, and its certificate shows on the card and on the device', async ({ page }) => {
  const today = homeDay(new Date())
  await holdSession(page, 'manager')
  await openList(page, '/eam/measure-card?keyword=心电图机')
  const card = rows(page).last()
  await card.getByRole('checkbox').check()
  const answered = page.waitForResponse((response) => response.url().endsWith('/devicecardmeasure/order'))
  await page.getByRole('main').getByRole('button', { name: '下达计量' }).click()
  expect(((await (await answered).json()) as { data: unknown }).data).toEqual({ made: 1 })
  await card.getByRole('checkbox').uncheck()
  await card.locator('td').nth(1).click()
  const records = page.getByRole('region', { name: '计量记录' })
  await records.locator('.ant-table-row').filter({ hasText: '待送检' }).locator('td').nth(1).click()
  const record = page.getByRole('dialog').last()
  await record.getByRole('button', { name: '登记结果' }).click()
  const step = page
    .getByRole('dialog')
    .filter({ has: page.getByLabel('证书编号') })
    .last()
  await step.getByLabel('计量结果').click()
  await page.locator('.ant-select-item-option:visible').filter({ hasText: '限用' }).click()
  await step.getByLabel('计量日期').fill(today)
  await step.getByLabel('计量日期').press('Enter')
  await step.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('证书编号不能为空')).toBeVisible()
  await step.getByLabel('证书编号').fill('JD-77')
  await step.getByRole('button', { name: '确定' }).click()
  await expect(record.getByText('JD-77').first()).toBeVisible()
  await expect(record.getByText(daysAfter(today, 365)).first()).toBeVisible()
  await page.keyboard.press('Escape')
  const facts = page.getByRole('dialog').filter({ has: records }).locator('.ant-descriptions')
  await expect(facts.getByText('JD-77')).toBeVisible()
  await expect(facts.getByText('限用').first()).toBeVisible()
  const found = await page.request.get('/api/eam/eventtypemeasure/list?keyword=JD-77', { headers: { 'x-eam-client': 'web' } })
  const [{ deviceId }] = ((await found.json()) as { data: { records: [{ deviceId: string }] } }).data.records
  await page.goto(`/eam/device/${deviceId}`)
  await page.locator('.eam-record:visible').getByRole('tab', { name: '计量' }).click()
  await expect(rows(page).filter({ hasText: 'JD-77' })).toContainText('限用')
})
