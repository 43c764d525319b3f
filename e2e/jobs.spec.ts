import { expect } from '@playwright/test'
import { holdSession } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

const table = { name: '后台台账.csv', mimeType: 'text/csv', buffer: Buffer.from('设备名称,出厂编号\n后台泵,BG-1\n') }

test('a person follows work in the background; administrators see that of everybody and timed jobs', async ({ page }) => {
  await holdSession(page, 'admin')
  await page.goto('/eam/imports')
  await page.getByRole('region', { name: '新建导入' }).locator('input[type=file]').setInputFiles(table)
  await expect(page).toHaveURL(/\/eam\/imports\/[0-9a-f-]{36}$/)
  await page.locator('.eam-top').getByRole('button', { name: '后台任务' }).click()
  await expect(page).toHaveURL(/\/jobs$/)
  const region = page.getByRole('region', { name: '后台任务' })
  const row = region.getByRole('row').filter({ hasText: '后台台账.csv' })
  // The page follows it to its end.
  await expect(row).toContainText('数据导入')
  await expect(row).toContainText('已完成', { timeout: 30_000 })
  await expect(row.getByRole('button', { name: '取消' })).toHaveCount(0)
  await region.getByRole('tab', { name: '全院任务' }).click()
  await expect(region.getByRole('row').filter({ hasText: '后台台账.csv' })).toBeVisible()
  await region.getByRole('tab', { name: '定时任务' }).click()
  const timed = region.getByRole('row').filter({ hasText: '清理过期数据' })
  await expect(timed).toContainText('17 3 * * *')
  // They work on all organisations, so only the platform's administrator runs them.
  await expect(region.getByRole('button', { name: '立即运行' })).toHaveCount(0)
})
