import { expect, type Locator, type Page } from '@playwright/test'
import { startCheck } from './harness/check.ts'
import { freeCards } from './harness/free-card.ts'
import { type Desk, openDesk, type Page as Rows } from './harness/office.ts'
import { onlinePhone, phoneScreen, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'

const keeper = { tenant: '100001', user: 'keeper', password: 'ward2026' }
const manager = { ...keeper, user: 'manager' }

test.use(onlinePhone)

let ward: Desk
const freeCard = freeCards(() => ward)

test.beforeAll(async ({ server }) => {
  ward = await openDesk(server.url, keeper)
})

const screens = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
] as const
const textSizes = ['100%', '200%'] as const

/** What a finger in the middle of the element meets, where it is not the element: nothing may lie over it. */
const covers = (element: Locator): Promise<string> =>
  element.evaluate((own) => {
    const { left, top, width, height } = own.getBoundingClientRect()
    const met = document.elementFromPoint(left + width / 2, top + height / 2)
    const isOwn = met !== null && (own.closest('label, .ph-field, .ph-area') ?? own).contains(met)
    return isOwn ? '' : `${met?.tagName ?? 'outside'} ${met?.className ?? ''} at ${Math.round(top)}`
  })

const barOf = (page: Page): Locator => page.locator('.ph-bar').last()

/** The last thing of the page that a person touches, above the bar. */
const lastOf = (page: Page): Locator => page.locator('main :is(input, textarea, select, button, a):not(.ph-bar *)').last()

const toTop = (page: Page): Promise<void> => page.evaluate(() => scrollTo(0, 0))

const reach = (element: Locator): Promise<void> => element.evaluate((own) => own.scrollIntoView({ block: 'nearest' }))

/** Bars are measured a moment after letters or the screen change. */
const coversReached = async (element: Locator): Promise<string> => {
  await reach(element)
  return covers(element)
}

/** On both screens, with usual and with large letters, nothing of the page covers another. */
async function expectClear(page: Page, name: string): Promise<void> {
  await expect(barOf(page)).toBeVisible({ timeout: SETTLE_MS })
  for (const screen of screens) {
    for (const size of textSizes) {
      const where = `${name} at ${screen.width} x ${screen.height}, ${size}`
      await page.setViewportSize(screen)
      await page.evaluate((percent) => {
        document.documentElement.style.fontSize = percent
      }, size)
      await toTop(page)
      if (size === '100%') {
        const { bottom, dock } = await page.evaluate(() => ({
          bottom: Math.round(document.querySelector('.ph-bar')!.getBoundingClientRect().bottom),
          dock: Math.round(document.querySelector('.ph-dock')!.getBoundingClientRect().top),
        }))
        expect(bottom, `${where}: the bar stands on the tabs`).toBe(dock)
      }
      if ((await lastOf(page).count()) > 0) {
        await expect.poll(() => coversReached(lastOf(page)), { message: `${where}: the last field` }).toBe('')
      }
      for (const act of await barOf(page).locator('button, a').all()) {
        await toTop(page)
        await expect.poll(() => coversReached(act), { message: `${where}: ${await act.textContent()}` }).toBe('')
        const { height } = (await act.boundingBox())!
        expect(height, where).toBeGreaterThanOrEqual(48)
      }
      for (const tab of await page.getByRole('navigation', { name: '主导航' }).getByRole('link').all()) {
        await expect.poll(() => coversReached(tab), { message: `${where}: a tab` }).toBe('')
      }
    }
  }
  await page.setViewportSize(phoneScreen.viewport)
  await page.evaluate(() => document.documentElement.removeAttribute('style'))
}

const firstId = async (path: string, query: Record<string, string> = {}): Promise<string> => {
  const id = (await ward.get<Rows<{ id: string }>>(path, { ...query, size: '1' })).records[0]?.id
  if (!id) throw new Error(`${path} has no row`)
  return id
}

test('the bar of a page covers neither its last field nor the tabs, on small screens and with large letters', async ({ page, server }) => {
  const desk = await openDesk(server.url, manager)
  const check = await startCheck(desk, [keeper.user])
  const card = await freeCard()
  const { id: order } = await ward.post<{ id: string }>('/eam/eventtyperepair/save', {
    deviceId: card.id,
    faultDescription: '按键失灵',
    urgency: 'urgent',
  })
  const use = await firstId('/eam/deviceusemanage/list', { status: 'reserved' })
  const trolley = await firstId('/eam/ambulance-vehicle/list')
  const other = await freeCard()
  await page.goto('/m/')
  await signInPhone(page, keeper)
  for (const path of [
    '/repair',
    `/repair/new/${other.id}`,
    `/repair/${order}`,
    `/check/${check.id}`,
    '/use',
    '/use/borrow',
    `/use/${use}`,
    `/ambulance/${trolley}`,
  ]) {
    await page.goto(`/m${path}`)
    await expectClear(page, path)
  }
  await page.goto(`/m/check/${check.id}`)
  await page.getByRole('list', { name: '盘点科室' }).getByRole('link').first().click()
  // The page before has a bar, too.
  await expect(page.getByRole('list', { name: '盘点科室' })).toHaveCount(0)
  await expectClear(page, 'the department of a check')
})

test('the bar of an approval covers nothing', async ({ page }) => {
  await page.goto('/m/')
  await signInPhone(page, manager)
  await page.goto('/m/approval')
  await page.getByRole('main').getByRole('link').first().click({ timeout: SETTLE_MS })
  await expect(page.getByRole('button', { name: '同意', exact: true })).toBeVisible()
  await expectClear(page, 'an approval')
})

/** The edges of the bar and of a message in pixels. */
const edge = async (element: Locator, side: 'top' | 'bottom'): Promise<number> =>
  Math.round(await element.evaluate((own, at) => own.getBoundingClientRect()[at], side))

test('keyboard, notices and toasts leave the bar and the field alone', async ({ page }) => {
  const card = await freeCard()
  await page.goto('/m/')
  await signInPhone(page, keeper)
  await page.goto(`/m/repair/new/${card.id}`)
  const field = page.getByRole('textbox', { name: '故障描述' })
  const submit = page.getByRole('button', { name: '提交报修' })
  await field.fill('屏幕花屏')

  // A notice above the tabs lifts the bar.
  await page.evaluate(() =>
    document.querySelector('.ph-dock')!.insertAdjacentHTML('afterbegin', '<div class="ph-update"><p>有新版本</p></div>'),
  )
  await expect.poll(() => covers(submit)).toBe('')
  await expect.poll(async () => (await edge(barOf(page), 'bottom')) - (await edge(page.locator('.ph-update'), 'top'))).toBe(0)
  await page.locator('.ph-update').evaluate((notice) => notice.remove())

  // A keyboard that makes the page smaller: the bar stands on it, the tabs are gone.
  await field.focus()
  await page.setViewportSize({ width: 390, height: 544 })
  await expect.poll(() => edge(barOf(page), 'bottom')).toBe(544)
  expect(await covers(field)).toBe('')
  expect(await covers(submit)).toBe('')
  await page.setViewportSize(phoneScreen.viewport)
  await expect.poll(async () => (await edge(barOf(page), 'bottom')) - (await edge(page.locator('.ph-dock'), 'top'))).toBe(0)

  // One that covers the page: the bar stands above it.
  await page.evaluate(() => {
    const view = window.visualViewport!
    Object.defineProperty(view, 'height', { configurable: true, get: () => innerHeight - 300 })
    view.dispatchEvent(new Event('resize'))
  })
  await expect.poll(() => edge(barOf(page), 'bottom')).toBe(544)
  const last = page.getByLabel('相册')
  await reach(last.locator('xpath=..'))
  expect(await edge(last.locator('xpath=..'), 'bottom')).toBeLessThanOrEqual(await edge(barOf(page), 'top'))
  await page.evaluate(() => {
    Reflect.deleteProperty(window.visualViewport!, 'height')
    window.visualViewport!.dispatchEvent(new Event('resize'))
  })
  await expect.poll(async () => (await edge(barOf(page), 'bottom')) - (await edge(page.locator('.ph-dock'), 'top'))).toBe(0)

  // A toast leaves the acts of a sheet free, and the sheet its last field.
  await submit.click()
  await page.getByRole('button', { name: '补充说明' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox').first().fill('已断电')
  await page.locator('.adm-mask:not(.adm-toast-mask)').click({ position: { x: 20, y: 20 } })
  const toast = page.locator('.adm-toast-main').last()
  await expect(toast).toBeVisible()
  expect(await edge(toast, 'bottom')).toBeLessThan(await edge(barOf(page), 'top'))
  const lastInSheet = sheet.locator(':is(input, textarea, select, button):not(.ph-bar *)').last()
  await expect.poll(() => coversReached(lastInSheet)).toBe('')
  for (const act of await barOf(page).getByRole('button').all()) expect(await covers(act)).toBe('')
})
