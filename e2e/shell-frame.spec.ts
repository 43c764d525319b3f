import { expect } from '@playwright/test'
import { signIn } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

test('[SHELL-ROUTE-LOCK-1] the lock page lies where the site says', async ({ page }) => {
  await signIn(page, 'manager')
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('content="/lock"', 'content="/guarded"') })
  })
  await page.goto('/guarded')
  // Nothing is locked, so the page leads on; the former path is no page any more.
  await expect(page).toHaveURL(/\/wel\/dashboard$/)
  await page.goto('/lock')
  await expect(page).toHaveURL(/\/404$/)
  await page.getByRole('button', { name: '锁屏' }).click()
  await page.getByRole('dialog').getByLabel('锁屏密码').fill('desk-1')
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(/\/guarded$/)
})
