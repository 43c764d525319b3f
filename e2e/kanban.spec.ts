import { expect, type Page } from '@playwright/test'
import { axeFor, tags } from './harness/axe-page.ts'
import { holdSession } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

interface Answer<T> {
  readonly data: T
}
const ask = async <T>(page: Page, path: string, data?: object): Promise<T> => {
  const options = { headers: { 'x-eam-client': 'web' }, ...(data ? { data } : {}) }
  const answer = await (data ? page.request.post(`/api${path}`, options) : page.request.get(`/api${path}`, options))
  return ((await answer.json()) as Answer<T>).data
}
/** A fresh report about a card that is not in repair. */
const report = async (page: Page, faultDescription: string): Promise<string> => {
  const { records } = await ask<{ records: { id: string }[] }>(page, '/eam/device/list?eamStatus=in_use&filingStatus=filed&size=200')
  for (const { id: deviceId } of records.reverse())
    if ((await ask<unknown[]>(page, `/eam/eventtyperepair/open-of?deviceId=${deviceId}`)).length === 0)
      return (await ask<{ id: string }>(page, '/eam/eventtyperepair/save', { deviceId, faultDescription, urgency: 'urgent' })).id
  throw new Error('every card is in repair')
}
const column = (page: Page, state: string) => page.locator(`.eam-kanban [data-state="${state}"]`)
const card = (page: Page, state: string, id: string) => column(page, state).locator(`[data-card="${id}"]`)
/** The corners of a part of the page. */
const edges = async (page: Page, selector: string) => {
  const box = (await page.locator(selector).boundingBox())!
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height }
}

for (const [width, height] of [
  [1440, 900],
  [1366, 768],
] as const)
  for (const address of [
    '/eam/repair?view=board',
    '/eam/apply?view=board',
    '/eam/device?view=board',
    '/eam/repair?view=board&lane=engineer',
  ])
    test(`the board ${address} lies below the tabs and beside the menu, and scrolls inside, at ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height })
      await holdSession(page, 'manager')
      await page.goto(address)
      await expect(page.locator('.eam-kanban .eam-card').first()).toBeVisible()
      const [box, toolbar] = [await edges(page, '.eam-kanban-scroll'), await edges(page, '.eam-toolbar-frame')]
      const side = await edges(page, '.ant-layout-sider')
      expect(box.top).toBeGreaterThanOrEqual(toolbar.bottom)
      expect(box.left).toBeGreaterThanOrEqual(side.right)
      expect(box.right).toBeLessThanOrEqual(width)
      expect(box.bottom).toBeLessThanOrEqual(height)
      // The page itself does not scroll sideways, and the last column is reached inside the board.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      const last = page.locator('.eam-kanban-columns').first().locator('> section').last()
      await last.scrollIntoViewIfNeeded()
      const shown = (await last.boundingBox())!
      expect(shown.x + shown.width).toBeLessThanOrEqual(box.right + 1)
      // A name is not painted over by another part.
      const covered = await page.locator('.eam-kanban h3').evaluateAll((heads) => {
        const inside = document.querySelector('.eam-kanban-scroll')!.getBoundingClientRect()
        return heads
          .map((head) => ({ head, box: head.getBoundingClientRect() }))
          .filter(({ box: { left, right } }) => left >= inside.left && right <= inside.right)
          .map(({ head, box: { left, top } }) => head.contains(document.elementFromPoint(left + 20, top + 12)))
      })
      expect(covered.length).toBeGreaterThan(0)
      expect(covered).not.toContain(false)
      // Names and roles are the same at each size, and lanes change nothing but the rows: one look at each kind of board.
      if (width !== 1440 || address.includes('lane')) return
      expect((await (await axeFor(page)).include('.eam-kanban').withTags(tags).analyze()).violations).toEqual([])
    })

test('a card is dragged to a column that its steps lead to, and not to another one', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await holdSession(page, 'engineer')
  const id = await report(page, '测试：拖动看板')
  await page.goto('/eam/repair?view=board')
  await card(page, 'reported', id).dragTo(column(page, 'working'))
  await expect(card(page, 'reported', id)).toBeVisible()
  await card(page, 'reported', id).dragTo(column(page, 'accepted'))
  await expect(card(page, 'accepted', id)).toBeVisible()
  await expect(card(page, 'reported', id)).toHaveCount(0)
  await page.reload()
  await expect(card(page, 'accepted', id)).toBeVisible()
})

test('a card is moved with the keys alone, and changes of others move cards', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await holdSession(page, 'engineer')
  const id = await report(page, '测试：键盘看板')
  await page.goto('/eam/repair?view=board')
  await card(page, 'reported', id).focus()
  await page.keyboard.press('Space')
  await expect(page.locator('.eam-kanban-target').first()).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('.eam-kanban-chosen')).toHaveAttribute('data-state', 'accepted')
  await page.keyboard.press('Space')
  await expect(card(page, 'accepted', id)).toBeFocused()
  await ask(page, '/eam/eventtyperepair/arrive', { id })
  await expect(card(page, 'working', id)).toBeVisible({ timeout: 20_000 })
})
