import { expect, type Page } from '@playwright/test'
import { holdSession, rows } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

const main = (page: Page) => page.getByRole('main')

test('a plan is typed line by line with the keyboard: a wrong cell says so, the sum follows, the history tells each line', async ({
  page,
}) => {
  await holdSession(page, 'manager')
  await page.goto('/eam/purchase-plan')
  await main(page).getByRole('button', { name: '新增' }).first().click()
  const form = page.getByRole('dialog').filter({ has: page.locator('.eam-form') })
  await form.getByLabel('计划年度').fill('2027')
  await form.getByLabel('申报科室').click()
  await page.locator('.ant-select-item-option:visible, .ant-select-tree-node-content-wrapper:visible').first().click()
  await form.getByRole('button', { name: '手工添加' }).click()
  await form.getByLabel('设备名称 1').fill('输液泵')
  await form.getByLabel('数量 1').fill('0')
  await form.getByLabel('预计单价 1').fill('4800')
  await form.getByRole('button', { name: '保存' }).click()
  // The wrong cell says what is wrong, and what was typed stays.
  await expect(form.getByRole('alert').filter({ hasText: '数量' })).toBeVisible()
  await expect(form.getByLabel('设备名称 1')).toHaveValue('输液泵')
  await form.getByLabel('数量 1').fill('3')
  await expect(form.getByText('¥14,400.00').first()).toBeVisible()
  await expect(form.getByRole('alert')).toHaveCount(0)
  // Enter leads from cell to cell, and from the last one to a new line.
  await form.getByLabel('数量 1').press('Enter')
  await expect(form.getByLabel('单位 1')).toBeFocused()
  await form.getByLabel('用途 1').press('Enter')
  await expect(form.getByLabel('设备名称 2')).toBeFocused()
  await form.getByLabel('设备名称 2').fill('监护仪')
  await form.getByLabel('数量 2').fill('2')
  await form.getByLabel('预计单价 2').fill('15000')
  await form.getByRole('button', { name: '保存' }).click()
  await rows(page).filter({ hasText: '¥44,400.00' }).click()
  const record = page.getByRole('dialog').filter({ has: page.getByRole('region', { name: '计划明细' }) })
  const lines = record.getByRole('region', { name: '计划明细' })
  await expect(lines.locator('tbody .ant-table-row')).toHaveCount(2)
  await expect(lines.getByText('¥44,400.00')).toBeVisible()

  await record.getByRole('button', { name: '修改' }).click()
  await form.getByRole('button', { name: '删除第 1 行' }).click()
  await expect(form.getByText('¥14,400.00')).toHaveCount(0)
  await form.getByRole('button', { name: '保存' }).click()
  await expect(lines.locator('tbody .ant-table-row')).toHaveCount(1)
  await expect(lines.getByText('¥30,000.00').first()).toBeVisible()
  await expect(record.getByText(/输液泵，数量 3/).first()).toBeVisible()

  // Deleting is under 更多 in a record beside its list, too.
  await expect(record.getByRole('button', { name: '删除', exact: true })).toHaveCount(0)
  await record.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '删除', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(rows(page).filter({ hasText: '¥30,000.00' })).toHaveCount(0)
})
