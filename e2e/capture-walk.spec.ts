import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { plates } from '../bench/plates.ts'
import { signIn } from './harness/desk-page.ts'
import { openDesk, type Page as Rows } from './harness/office.ts'
import { openTab, phoneScreen, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { reads } from './harness/reader.ts'
import { test } from './harness/server.ts'

// A walk through a room without a network: a photo and a scan for each device. The camera app of the phone takes two taps of its own, outside of the browser.

const account = (user: string) => ({ tenant: '100001', user, password: 'ward2026' })
const CAMERA_TAPS = 2

const countTaps = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const counted = window as Window & { taps?: number }
    if (counted.taps === undefined) addEventListener('pointerdown', () => (counted.taps! += 1), true)
    counted.taps = 0
  })
const taps = (page: Page): Promise<number> => page.evaluate(() => (window as Window & { taps?: number }).taps ?? -1)

/** Takes this picture with the camera app. */
async function photograph(page: Page, name: string, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByText('拍铭牌', { exact: true }).click()
  await (await chooser).setFiles({ name, mimeType: 'image/jpeg', buffer })
  await expect(page.getByRole('img', { name: '铭牌照片' })).toBeVisible()
}

const next = (page: Page) => page.getByRole('button', { name: '保存，下一台' })
const facts = (page: Page) => page.getByRole('region', { name: '识别结果' })

test('devices of a room are photographed and scanned without a network, five taps at most, and registered from one list', async ({
  browser,
  server,
}) => {
  test.setTimeout(300_000)
  const plate = await readFile(new URL('../tests/fixtures/nameplate.jpg', import.meta.url))
  const made = await Promise.all(plates.slice(0, 2).map(({ picture }) => picture()))
  const stamp = Date.now()
  const codes = [0, 1, 2].map((n) => `XB${stamp}${n}`)

  const context = await browser.newContext({ ...phoneScreen, baseURL: server.url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const page = await context.newPage()
  await page.goto('/m/')
  await signInPhone(page, account('keeper'))
  await openTab(page, '我的')
  await page.getByRole('link', { name: '拍照登记' }).click()
  await page.getByRole('list', { name: '选择房间' }).getByRole('button').first().click({ timeout: SETTLE_MS })
  // The recognition is fetched once, with the consent of the person.
  await photograph(page, '铭牌.jpg', plate)
  await page.getByRole('button', { name: '下载文字识别包' }).click()
  await expect(facts(page).getByRole('button', { name: /出厂编号.*DE8B012345/ })).toBeVisible({ timeout: 120_000 })
  await expect
    .poll(() =>
      facts(page)
        .locator('img')
        .evaluateAll((all) => all.length > 0 && all.every((one) => (one as HTMLImageElement).naturalWidth > 40)),
    )
    .toBe(true)

  await context.setOffline(true)
  // The program is ended before the device is saved: what was begun is still in hand, and is read again.
  await page.reload()
  await expect(page.getByRole('img', { name: '铭牌照片' })).toBeVisible({ timeout: SETTLE_MS })
  await expect(facts(page).getByRole('button', { name: /出厂编号.*DE8B012345/ })).toBeVisible({ timeout: 120_000 })
  await countTaps(page)
  await reads(page, codes[0]!)
  await expect(page.getByText(codes[0]!).first()).toBeVisible()
  await next(page).click()
  await expect(page.getByText('本次 1 台')).toBeVisible()
  expect(await taps(page)).toBe(1)

  for (const [at, picture] of made.entries()) {
    await countTaps(page)
    await photograph(page, `铭牌${at}.jpg`, picture)
    await reads(page, codes[at + 1]!)
    await expect(page.getByText(codes[at + 1]!).first()).toBeVisible()
    await next(page).click()
    await expect(page.getByText(`本次 ${at + 2} 台`)).toBeVisible()
    expect((await taps(page)) + CAMERA_TAPS).toBeLessThanOrEqual(5)
  }
  // Killed: another page of the same phone has the queue.
  await page.close()
  const again = await context.newPage()
  await again.goto('/m/capture')
  await expect(again.getByRole('link', { name: /打开队列/ })).toContainText('3', { timeout: SETTLE_MS })
  await context.setOffline(false)
  const desk = await openDesk(server.url, account('manager'))
  const waiting = async (): Promise<number> =>
    (await desk.get<Rows<object>>('/eam/device-draft/list', { keyword: `XB${stamp}`, draftState: 'waiting' })).total
  await expect.poll(waiting, { timeout: 60_000 }).toBe(3)
  await context.close()

  const office = await browser.newPage({ baseURL: server.url, locale: 'zh-CN' })
  await signIn(office, 'manager')
  await office.goto('/form/eam/device-drafts')
  const row = (code: string) => office.getByRole('row').filter({ has: office.locator(`input[value="${code}"]`) })
  await expect(row(codes[0]!)).toBeVisible({ timeout: SETTLE_MS })
  // A quick phone has read all photos before they were saved.
  const unread = office.getByRole('button', { name: /^识别未读的照片/ })
  if (await unread.isVisible()) await unread.click()
  await expect(office.getByRole('button', { name: /识别/ })).toHaveCount(0, { timeout: 180_000 })
  // Its picture pieces are drawn from the photo.
  await expect
    .poll(() =>
      row(codes[0]!)
        .locator('canvas')
        .evaluateAll((all) => all.length > 0 && all.every((one) => (one as HTMLCanvasElement).width > 20)),
    )
    .toBe(true)
  for (const code of codes) {
    const name = row(code).getByRole('textbox', { name: /^设备名称/ })
    if ((await name.inputValue()) === '') {
      await name.fill('监护仪')
      await name.press('Enter')
      await expect(row(code).getByRole('textbox', { name: /^设备名称/ })).toHaveValue('监护仪')
    }
    await row(code).getByRole('checkbox').check()
  }
  await office.getByRole('button', { name: '登记所选（3）' }).click()
  await expect(office.getByRole('region', { name: '建卡结果' }).getByText('已登记')).toHaveCount(3, { timeout: SETTLE_MS })
  expect(await waiting()).toBe(0)
  const cards = await desk.get<Rows<{ assetTagNo: string }>>('/eam/device/list', { keyword: `XB${stamp}` })
  expect(cards.total).toBe(3)
  await office.close()
})
