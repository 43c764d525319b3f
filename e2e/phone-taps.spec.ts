import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { type StartedCheck, startCheck } from './harness/check.ts'
import { freeCards } from './harness/free-card.ts'
import { type Desk, openDesk, type Page as Rows } from './harness/office.ts'
import { expectQueueEmpty, fieldsStored, onlinePhone, openTab, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { reads } from './harness/reader.ts'
import { test } from './harness/server.ts'

// How many times a thumb comes down for the commonest tasks. A scan is no tap, and a sentence costs the tap into its field.

const account = (user: string) => ({ tenant: '100001', user, password: 'ward2026' })

let ward: Desk
const freeCard = freeCards(() => ward)

test.beforeAll(async ({ server }) => {
  ward = await openDesk(server.url, account('keeper'))
})

/** A phone of this person at its first page, which counts taps in the browser. */
async function phoneOf(browser: Browser, url: string, user: string): Promise<{ page: Page; taps: () => Promise<number> }> {
  const context = await browser.newContext({ ...onlinePhone, baseURL: url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const page = await context.newPage()
  await page.goto('/m/')
  await signInPhone(page, account(user))
  await fieldsStored(page)
  await page.evaluate(() => {
    const counted = window as Window & { taps?: number }
    counted.taps = 0
    addEventListener('pointerdown', () => (counted.taps! += 1), true)
  })
  return { page, taps: () => page.evaluate(() => (window as Window & { taps?: number }).taps ?? -1) }
}

const type = async (field: Locator, text: string): Promise<void> => {
  await field.click()
  await field.pressSequentially(text)
}

test('scanned and reported: 3 taps', async ({ browser, server }) => {
  const card = await freeCard()
  const { page, taps } = await phoneOf(browser, server.url, 'keeper')
  await reads(page, card.deviceCode)
  await page.getByRole('main').getByRole('link', { name: '报修' }).click()
  await type(page.getByRole('textbox', { name: '故障描述' }), '不开机')
  await page.getByRole('button', { name: '提交报修' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '维修工单' })).toBeVisible()
  expect(await taps()).toBe(3)
})

test('scanned, and where it is and who has it is read: no tap', async ({ browser, server }) => {
  const card = await freeCard()
  const { page, taps } = await phoneOf(browser, server.url, 'keeper')
  await reads(page, card.deviceCode)
  for (const fact of ['使用科室', '存放位置', '保管人']) await expect(page.getByText(fact, { exact: true })).toBeInViewport()
  expect(await taps()).toBe(0)
})

test('a room counted: 3 taps to the first code, none for the others', async ({ browser, server }) => {
  const check: StartedCheck = await startCheck(await openDesk(server.url, account('manager')), ['keeper'])
  const { page, taps } = await phoneOf(browser, server.url, 'keeper')
  await openTab(page, '盘点')
  await page.getByRole('link', { name: check.title }).click()
  await page.getByRole('link', { name: '扫码盘点' }).click()
  const [room] = await Promise.all(
    check.cards
      .slice(0, 1)
      .map(({ locationId }) => ward.get<{ qrToken: string; locationName: string }>('/eam/plc/location/detail', { id: locationId ?? '' })),
  )
  await reads(page, room!.qrToken)
  await expect(page.getByRole('button', { name: new RegExp(room!.locationName) }).first()).toBeVisible()
  for (const { deviceCode } of check.cards) await reads(page, deviceCode)
  await expect(page.getByText(`本次 ${check.cards.length} 台`)).toBeVisible()
  expect(await taps()).toBe(3)
})

test('an order accepted and finished: 9 taps', async ({ browser, server }) => {
  const card = await freeCard()
  const text = `按键失灵 ${Date.now()}`
  await ward.post('/eam/eventtyperepair/save', { deviceId: card.id, faultDescription: text, urgency: 'urgent' })
  const { page, taps } = await phoneOf(browser, server.url, 'engineer')
  await openTab(page, '报修')
  await page.getByRole('radio', { name: /^待受理/ }).click()
  await page.getByRole('link', { name: new RegExp(text) }).click({ timeout: SETTLE_MS })
  await page.getByRole('button', { name: '受理', exact: true }).click()
  await page.getByRole('button', { name: '到场维修', exact: true }).click()
  await page.getByRole('button', { name: '完工', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await type(sheet.getByRole('textbox', { name: '故障诊断' }), '按键板老化')
  await type(sheet.getByRole('textbox', { name: '维修措施' }), '更换按键板')
  await sheet.getByRole('button', { name: '完工', exact: true }).click()
  await expect(sheet).toBeHidden()
  expect(await taps()).toBe(9)
  await expectQueueEmpty(page)
})

test('the receipt of a device confirmed: 4 taps', async ({ browser, server }) => {
  const head = await openDesk(server.url, account('head'))
  const { records } = await head.get<Rows<{ id: string }>>('/eam/deviceusemanage/list', { status: 'handed', size: '1' })
  const { page, taps } = await phoneOf(browser, server.url, 'head')
  await page.locator('main a[href="/m/use"]').click({ timeout: SETTLE_MS })
  await page.locator(`main a[href="/m/use/${records[0]!.id}"]`).click()
  await page.getByRole('button', { name: '确认接收' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确认接收' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await taps()).toBe(4)
})
