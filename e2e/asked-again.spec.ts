import { expect, type Page } from '@playwright/test'
import { holdSession, openList, rows } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

/** Opens another page of the desk without loading the program again, as a link does. */
const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

test('after a change of orders the cards are asked again, and the checks are not', async ({ page }) => {
  // No changes of others, and no answer that grows old: what is asked again is asked because of the change.
  await page.route('**/sse/realtime-data*', (route) => route.abort())
  await page.clock.setFixedTime(new Date())
  await holdSession(page, 'manager')
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))

  await openList(page, '/eam/check')
  const check = (await rows(page).first().getByRole('cell').nth(1).textContent())!
  await follow(page, '/eam/device')
  await expect.poll(() => asked).toContain('/api/eam/device/list')
  await expect(rows(page).first()).toBeVisible()
  await follow(page, '/eam/repair?repairStatus=reported')
  await expect(rows(page).first()).toContainText(/WX-/)
  await rows(page).first().getByRole('checkbox').check()
  await page.getByRole('button', { name: '批量修改工单' }).click()
  const form = page.getByRole('dialog', { name: '批量修改工单' })
  await form.getByLabel('紧急程度').click()
  await page.locator('.ant-select-item-option:visible', { hasText: '特急' }).click()
  await form.getByRole('button', { name: /^(确 ?定|OK)$/ }).click()
  await expect(form).toHaveCount(0)

  asked.length = 0
  await follow(page, '/eam/check')
  await expect(rows(page).first()).toContainText(check)
  await follow(page, '/eam/device')
  await expect.poll(() => asked).toContain('/api/eam/device/list')
  expect(asked).not.toContain('/api/eam/check/list')
})
