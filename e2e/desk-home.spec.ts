import { expect } from '@playwright/test'
import { signIn } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

test('the charts of the home page are drawn', async ({ page }) => {
  await signIn(page, 'manager')
  for (const chart of ['设备状态', '各科室设备', '每周报修', '每周响应时间（中位数）'])
    await expect(page.getByRole('figure', { name: chart }).locator('canvas')).toBeVisible()
})
