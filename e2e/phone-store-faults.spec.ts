import { expect, type Page } from '@playwright/test'
import { type StartedCheck, startCheck } from './harness/check.ts'
import { codes, expectDrained, expectTakenOnce, faults, openPhone } from './harness/fault-lab.ts'
import { killablePhone } from './harness/killable-phone.ts'
import { type Desk, openDesk } from './harness/office.ts'
import { phoneScreen, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { queuedOps, queueOps, rawReport, rawScans, wakePage } from './harness/raw-queue.ts'
import { test } from './harness/server.ts'

const keeper = { tenant: '100001', user: 'keeper', password: 'ward2026' }
const engineer = { tenant: '100001', user: 'engineer', password: 'ward2026' }
const manager = { tenant: '100001', user: 'manager', password: 'ward2026' }

test.use(phoneScreen)

let desk: Desk
let check: StartedCheck

test.beforeAll(async ({ server }) => {
  desk = await openDesk(server.url, manager)
  check = await startCheck(desk, [keeper.user, engineer.user])
})

const expectOnce = (wanted: readonly string[]): Promise<void> => expectTakenOnce(desk, check, wanted)

test('[F29] [F30] photos: only missing parts go again, and a photo that has arrived goes with a record that was lost', async ({
  page,
  context,
}) => {
  await openPhone(page, keeper)
  const [card] = check.cards
  const parts: string[] = []
  let lost = 0
  await context.route('**/api/sync/blobs/**', (route) => {
    const part = new URL(route.request().url()).searchParams.get('part')
    if (part) parts.push(part)
    if (part !== '3' || lost > 0) return route.continue()
    lost += 1
    return route.continue({ headers: { ...route.request().headers(), 'x-test-fault': 'drop_before' } })
  })
  const pushes = await faults(context, 'drop_before')
  const { ops, contents, orderId } = await rawReport(card?.id ?? '', 5 * 256 * 1024 - 100)
  await queueOps(page, ops, contents)
  await wakePage(page)
  const order = async () => desk.get<{ images: string[] }>('/eam/eventtyperepair/detail', { id: orderId }).catch(() => undefined)
  await expect.poll(async () => (await order())?.images?.length, { timeout: 2 * SETTLE_MS }).toBe(1)
  await expectDrained(page)
  expect(parts).toEqual(['1', '2', '3', '3', '4', '5'])
  expect(pushes()).toBe(2)
})

/** A picture of noise, which no camera makes so large. */
const noisyPicture = async (page: Page): Promise<Buffer> => {
  const picture = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 1200 })
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D
    const noise = pen.createImageData(1600, 1200)
    // The browser gives 64 KiB of noise at a time.
    for (let at = 0; at < noise.data.length; at += 65_536) crypto.getRandomValues(noise.data.subarray(at, at + 65_536))
    for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255
    pen.putImageData(noise, 0, 0)
    return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? ''
  })
  return Buffer.from(picture, 'base64')
}

test('[F8] [F28] [F33] a report with a photo: no room keeps the form, a killed browser keeps the record, too large goes smaller', async ({
  server,
}) => {
  // Two browsers are started, and megabytes of photos handed to them piece by piece.
  test.setTimeout(180_000)
  const card = check.cards[1]
  // Only a browser with a profile on the disk has a quota that can be made smaller.
  const phone = await killablePhone()
  try {
    const page = await phone.start()
    await page.goto(`${server.url}/favicon.svg`)
    // The program and its data need two thirds of it. The browser looks at the free space every half a minute only, so the photos are larger than the whole.
    const session = await page.context().newCDPSession(page)
    const origin = server.url
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 6_500_000 })
    await openPhone(page, keeper, server.url)
    await page.goto(`${server.url}/m/repair/new/${card?.id}`)
    await page.getByRole('textbox', { name: '故障描述' }).fill('屏幕碎裂')
    const photo = { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await noisyPicture(page) }
    await page
      .locator('input[type=file]')
      .last()
      .setInputFiles(Array.from({ length: 7 }, () => photo))
    await expect(page.getByAltText('照片 7')).toBeVisible({ timeout: SETTLE_MS })

    await test.step('[F33] no room', async () => {
      await page.getByRole('button', { name: '提交报修' }).click()
      await expect(page.getByRole('alert').filter({ hasText: '存储空间不足' })).toBeVisible({ timeout: SETTLE_MS })
      await expect(page.getByRole('textbox', { name: '故障描述' })).toHaveValue('屏幕碎裂')
      await expect(page.getByAltText('照片 7')).toBeVisible()
      expect(await queuedOps(page)).toEqual([])
      await session.send('Storage.overrideQuotaForOrigin', { origin })
    })

    await test.step('[F8] killed right after it was saved', async () => {
      await page.context().setOffline(true)
      await page.getByRole('button', { name: '提交报修' }).click()
      await expect(page.getByText('已保存在本机').first()).toBeVisible({ timeout: SETTLE_MS })
      await phone.kill()
    })

    const again = await phone.start()
    const sizes: number[] = []
    await again.context().route('**/api/sync/blobs/**', (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      sizes.push(Number(new URL(route.request().url()).searchParams.get('size')))
      if (sizes.length > 1) return route.continue()
      const body = JSON.stringify({ code: 413, success: false, msg: '提交的内容过大', error: 'too_large', data: null })
      return route.fulfill({ status: 413, contentType: 'application/json', headers: { 'x-eam-epoch': 'any' }, body })
    })
    // Chromium writes cookies half a minute late, so the sign-in is lost with the power.
    // A page without the program in it, which would go on as the person whom it still finds here.
    await again.goto(`${server.url}/favicon.svg`)
    await again.evaluate(() => localStorage.clear())
    await again.goto(`${server.url}/m/`)
    await signInPhone(again, keeper)
    await expectDrained(again)
    expect(Math.min(...sizes)).toBeLessThan(sizes[0] ?? 0)
    const query = { deviceId: card?.id ?? '', size: '50' }
    const { records } = await desk.get<{ records: { id: string; faultDescription: string }[] }>('/eam/eventtyperepair/list', query)
    const found = records.filter((one) => one.faultDescription === '屏幕碎裂')
    expect(found).toHaveLength(1)
    const order = await desk.get<{ images: string[] }>('/eam/eventtyperepair/detail', { id: found[0]?.id ?? '' })
    expect(order.images).toHaveLength(7)
  } finally {
    await phone.stop()
  }
})

test('[F56] a thousand records go in order while the page answers', async ({ page }) => {
  // A thousand records, each read, sent, answered and noted.
  test.setTimeout(120_000)
  await openPhone(page, keeper)
  const wanted = codes(1000)
  await page.context().setOffline(true)
  await queueOps(page, await rawScans(check, wanted))
  await page.reload()
  await expect(page.getByText('待发送（1000）')).toBeVisible()
  const longest = page.evaluate(
    () =>
      new Promise<number>((done) => {
        let [before, most] = [performance.now(), 0]
        const beat = (): void => {
          const now = performance.now()
          most = Math.max(most, now - before)
          before = now
          if (document.body.textContent.includes('暂无待发送的记录')) done(most)
          else requestAnimationFrame(beat)
        }
        beat()
      }),
  )
  await page.context().setOffline(false)
  expect(await longest).toBeLessThan(1000)
  await expectOnce(wanted)
})

test('[F35] [F54] a store that a newer program takes over, and one that the browser removes, are reported', async ({ page, context }) => {
  await openPhone(page, keeper)
  const other = await context.newPage()
  await other.goto('/favicon.svg')

  await test.step('[F54] the browser removes the databases', async () => {
    await context.setOffline(true)
    await queueOps(page, await rawScans(check, codes(2)))
    await page.reload()
    await expect(page.getByText('待发送（2）')).toBeVisible()
    await page.close()
    await other.evaluate(async () => {
      const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
      await Promise.all(
        names.map((name) => new Promise((done) => indexedDB.deleteDatabase(name).addEventListener('success', done, { once: true }))),
      )
    })
    await context.setOffline(false)
    const again = await context.newPage()
    await again.goto('/m/queue')
    await expect(again.getByRole('alert').filter({ hasText: '2 条尚未送达的记录丢失' })).toBeVisible()
    await again.getByRole('button', { name: '知道了' }).click()
    await expect(again.getByText('暂无待发送的记录')).toBeVisible()
    const wanted = codes(1)
    await queueOps(again, await rawScans(check, wanted))
    await wakePage(again)
    await expectOnce(wanted)

    await test.step('[F35] a newer program changes the store', async () => {
      await other.evaluate(
        () =>
          new Promise<void>((done) => {
            const asked = indexedDB.open('eam-outbox', 900)
            asked.onsuccess = () => {
              asked.result.close()
              done()
            }
          }),
      )
      await expect(again.getByRole('alert').filter({ hasText: '应用已更新' })).toBeVisible()
    })
  })
})
