import { expect, type Page } from '@playwright/test'
import { holdSession, openList } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

const main = (page: Page) => page.getByRole('main')
const form = (page: Page) => page.getByRole('dialog')

test('Tab leaves a choice of several as it is: the marked role is neither taken nor dropped', async ({ page }) => {
  await holdSession(page, 'admin')
  await openList(page, '/system/user')
  await main(page).getByRole('button', { name: '新增' }).first().click()
  const roles = form(page).getByLabel('其他角色', { exact: true })
  const taken = form(page).locator('.ant-form-item').filter({ hasText: '其他角色' }).locator('.ant-select-selection-item')
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  await roles.click()
  await expect(options.first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(roles).not.toBeFocused()
  await expect(options).toHaveCount(0)
  await expect(taken).toHaveCount(0)
  // Enter takes the marked one; Tab over the taken one keeps it.
  await roles.click()
  await page.keyboard.press('Enter')
  await expect(taken).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(roles).not.toBeFocused()
  await expect(taken).toHaveCount(1)
})
