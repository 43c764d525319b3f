import { expect, type Page } from '@playwright/test'
import { siteKey } from '#src/data/stored.ts'
import { holdSession, openList, rows } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const heads = (page: Page) => page.locator('.eam-list:visible').getByRole('columnheader')
const height = async (page: Page): Promise<number> => Math.round((await rows(page).first().boundingBox())!.height)

test('rows stay below the heading while the page scrolls; their height is chosen and remembered; columns move by dragging', async ({
  page,
}) => {
  await holdSession(page, 'manager')
  await openList(page, '/eam/device?size=30')
  expect(await height(page)).toBeGreaterThan(36)
  expect(await height(page)).toBeLessThan(42)
  await page.locator('.eam-page').evaluate((part) => part.scrollTo(0, 400))
  // Every point between the edge of the page and the heading belongs to the heading.
  const above = () =>
    page.locator('.eam-page').evaluate((part) => {
      const { top, left, width } = part.getBoundingClientRect()
      return [1, 6, 12, 18].map((down) => document.elementFromPoint(left + width / 2, top + down)?.closest('thead') !== null)
    })
  await expect.poll(above).toEqual([true, true, true, true])
  await page.locator('.eam-page').evaluate((part) => part.scrollTo(0, 0))
  await page.getByRole('button', { name: '行高' }).click()
  await page.getByRole('menuitem', { name: '紧凑' }).click()
  await expect.poll(() => height(page)).toBeLessThan(34)
  await openList(page, '/eam/device')
  await expect.poll(() => height(page)).toBeLessThan(34)
  // What identifies a device lies beside its acts, not below them.
  const value = (await heads(page).filter({ hasText: '原值' }).boundingBox())!
  const acts = (await heads(page).filter({ hasText: '操作' }).boundingBox())!
  expect(value.x + value.width).toBeLessThanOrEqual(acts.x)
  // Columns move by dragging.
  await page.getByRole('button', { name: '显隐' }).click()
  const columns = page.locator('.eam-chooser').getByRole('listitem')
  await columns.filter({ hasText: '存放位置' }).dragTo(columns.filter({ hasText: '规格型号' }))
  await expect(heads(page).filter({ hasText: /存放位置|规格型号/ })).toHaveText(['存放位置', '规格型号'])
})

test('on a small screen in English no heading of an empty list is cut', async ({ browser, baseURL }) => {
  const page = await (await browser.newContext({ baseURL, locale: 'zh-CN', viewport: { width: 1024, height: 768 } })).newPage()
  await holdSession(page, 'admin')
  const english = JSON.stringify({ dataType: 'string', content: 'en', datetime: 1 })
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [`${siteKey}language`, english] as const)
  /** Texts that end to the right of their frame. */
  const cut = (frame: string): Promise<string[]> =>
    page.locator(frame).evaluateAll((found) =>
      found.flatMap((part) => {
        const text = document.createRange()
        text.selectNodeContents(part)
        const edge = part.getBoundingClientRect().right
        return Math.floor(text.getBoundingClientRect().right) > edge ? [part.textContent ?? ''] : []
      }),
    )
  await page.goto('/eam/deviceparts?partName=none%20such')
  await expect(heads(page).filter({ hasText: 'Purchase' })).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
  expect(await heads(page).count()).toBeGreaterThan(10)
  expect(await cut('.eam-list th:not(:has(input, .eam-line-label), :empty)')).toEqual([])
})
