import { expect, type Page } from '@playwright/test'
import { signIn, signOut } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

const box = (page: Page) => page.getByRole('combobox', { name: /全局搜索/ })

test('the next person on the computer sees nothing of what was opened', async ({ page }) => {
  await signIn(page, 'admin')
  await page.keyboard.press('Control+k')
  await box(page).fill('keeper')
  await page.getByRole('group', { name: '用户', exact: true }).getByRole('option').first().click()
  await expect(page).toHaveURL(/\/system\/user\?open=/)
  await expect(page.locator('.ant-drawer-open, .eam-record').first()).toContainText('王护士')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: '最近打开' })).toBeVisible()
  await page.keyboard.press('Escape')
  await signOut(page)
  await signIn(page, 'provider')
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await expect(page.getByRole('group', { name: '最近打开' })).toHaveCount(0)
})
