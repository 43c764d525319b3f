import { type BrowserContext, expect, type Page, type Route } from '@playwright/test'
import { type StartedCheck, startCheck } from './harness/check.ts'
import { killablePhone } from './harness/killable-phone.ts'
import { type Desk, openDesk } from './harness/office.ts'
import { phoneScreen, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { queuedOps, queueOps, rawOp, rawReport, rawScans, wakePage } from './harness/raw-queue.ts'
import { test } from './harness/server.ts'
import { phoneWorker } from './harness/worker.ts'

const keeper = { tenant: '100001', user: 'keeper', password: 'ward2026' }
const engineer = { tenant: '100001', user: 'engineer', password: 'ward2026' }
const manager = { tenant: '100001', user: 'manager', password: 'ward2026' }
const PUSH = '**/api/sync/push'

test.use(phoneScreen)

let desk: Desk
let check: StartedCheck

test.beforeAll(async ({ server }) => {
  desk = await openDesk(server.url, manager)
  check = await startCheck(desk, [keeper.user, engineer.user])
})

/** Opens the phone and signs in; ends on a page under the service worker. */
const openPhone = async (page: Page, who = keeper, url = ''): Promise<void> => {
  await page.goto(`${url}/m/`)
  await signInPhone(page, who)
  await page.goto(`${url}/m/queue`)
  await expect(page.getByText('没有等待发送的记录')).toBeVisible()
}

let made = 0
/** Codes that nothing else in this file uses. */
const codes = (n: number): string[] => {
  made += n
  return Array.from({ length: n }, (_, at) => `F-${made - at}`)
}

/** Every code that the server has taken in this check, as often as it was. */
const takenCodes = async (): Promise<string[]> => {
  const taken: string[] = []
  for (let current = 1; ; current += 1) {
    const query = { checkId: check.id, size: '200', current: String(current) }
    const { records } = await desk.get<{ records: { code: string }[] }>('/eam/check-scan/list', query)
    taken.push(...records.map((scan) => scan.code))
    if (records.length < 200) return taken
  }
}

/** Each code was taken once, once everything has settled. */
const expectOnce = async (wanted: readonly string[]): Promise<void> => {
  const ours = async () => (await takenCodes()).filter((code) => wanted.includes(code))
  await expect.poll(async () => new Set(await ours()).size, { timeout: SETTLE_MS }).toBe(wanted.length)
  expect((await ours()).sort()).toEqual([...wanted].sort())
}

const expectDrained = async (page: Page): Promise<void> => {
  await expect.poll(async () => (await queuedOps(page)).length, { timeout: SETTLE_MS }).toBe(0)
}

/** What the network does to the next pushes, one after another; then nothing. */
const faults = async (context: BrowserContext, ...wanted: (string | ((route: Route) => Promise<void>))[]): Promise<() => number> => {
  let pushes = 0
  await context.unroute(PUSH)
  await context.route(PUSH, (route) => {
    pushes += 1
    const fault = wanted.shift()
    if (typeof fault === 'function') return fault(route)
    const headers = route.request().headers()
    return route.continue({ headers: fault ? { ...headers, 'x-test-fault': fault } : headers })
  })
  return () => pushes
}

const cut = async (route: Route): Promise<void> => {
  const response = await route.fetch()
  await route.fulfill({ response, body: (await response.text()).slice(0, 40) })
}

test('[F3] [F4] [F13] [F34] answers that are cut, strange or double, and a database that dies under the page: one effect each', async ({
  page,
  context,
}) => {
  await openPhone(page)
  const elsewhere = (route: Route) => route.fulfill({ status: 302, headers: { location: 'http://portal.invalid/' } })
  for (const fault of [cut, 'html', elsewhere, 'dup', 'drop_after']) {
    const pushes = await faults(context, fault)
    const wanted = codes(2)
    await queueOps(page, await rawScans(check, wanted))
    await wakePage(page)
    await expectOnce(wanted)
    await expectDrained(page)
    expect(pushes()).toBeGreaterThanOrEqual(fault === 'dup' ? 1 : 2)
  }

  await page.evaluate(() => {
    const { transaction } = IDBDatabase.prototype
    let left = 3
    IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...given: Parameters<typeof transaction>) {
      // The program's own, not those of this test.
      if ([...given[0]].includes('done')) left -= 1
      if (left >= 0 && [...given[0]].includes('done'))
        throw new DOMException('Connection to Indexed Database server lost. Refresh the page to try again', 'UnknownError')
      return transaction.apply(this, given)
    }
  })
  const wanted = codes(1)
  await queueOps(page, await rawScans(check, wanted))
  await wakePage(page)
  await expectOnce(wanted)
  await expectDrained(page)
})

test('[F6] [F7] [F12] a page that crashes and a worker that is ended while they send: the other goes on, one effect', async ({
  page,
  context,
}) => {
  await openPhone(page)
  const worker = await phoneWorker(page)

  await test.step('[F12] page and worker at once', async () => {
    const pushes = await faults(context, 'delay:300')
    const wanted = codes(120)
    await queueOps(page, await rawScans(check, wanted))
    await Promise.all([wakePage(page), worker.sync()])
    await expectOnce(wanted)
    await expectDrained(page)
    // Three batches, and a look at each other's lock, but never the same batch from both.
    expect(pushes()).toBe(3)
  })

  await test.step('[F7] the worker is ended while it sends', async () => {
    await faults(context, 'delay:1500')
    const wanted = codes(3)
    await queueOps(page, await rawScans(check, wanted))
    const sending = context.waitForEvent('request', (request) => request.url().includes('/api/sync/push'))
    await worker.sync()
    await sending
    await worker.stop()
    await wakePage(page)
    await expectOnce(wanted)
    await expectDrained(page)
  })

  await test.step('[F6] the renderer crashes while it sends', async () => {
    await faults(context, 'delay:1500')
    const wanted = codes(3)
    await queueOps(page, await rawScans(check, wanted))
    const sending = context.waitForEvent('request', (request) => request.url().includes('/api/sync/push'))
    await wakePage(page)
    await sending
    const session = await context.newCDPSession(page)
    const crashed = page.waitForEvent('crash')
    session.send('Page.crash').catch(() => {})
    await crashed
    const next = await context.newPage()
    await next.goto('/m/queue')
    await expectOnce(wanted)
    await expectDrained(next)
  })
})

test('[F11] [F23] [F60] two windows: one sends, one renews the session, and what one resolves the other sees', async ({
  page,
  context,
}) => {
  await openPhone(page)
  const second = await context.newPage()
  await second.goto('/m/queue')
  await expect(second.getByText('没有等待发送的记录')).toBeVisible()

  await test.step('[F11] both are woken with work for three requests', async () => {
    const pushes = await faults(context, 'delay:200')
    const wanted = codes(120)
    await queueOps(page, await rawScans(check, wanted))
    await Promise.all([wakePage(page), wakePage(second)])
    await expectOnce(wanted)
    await expectDrained(page)
    expect(pushes()).toBe(3)
  })

  await test.step('[F21] [F23] the session runs out for both at once', async () => {
    await context.unroute(PUSH)
    let renewals = 0
    await context.route('**/oauth/token/refresh*', (route) => {
      renewals += 1
      return route.continue()
    })
    const wanted = codes(2)
    await queueOps(page, await rawScans(check, wanted))
    await context.clearCookies({ name: 'eam-access' })
    await Promise.all([wakePage(page), wakePage(second)])
    await expectOnce(wanted)
    await expectDrained(page)
    expect(renewals).toBe(1)
    for (const one of [page, second]) await expect(one.getByRole('link', { name: /^在线/ })).toBeVisible()
  })

  await test.step('[F60] a refused record, open in both', async () => {
    const refused = await rawOp({
      kind: 'check.scan',
      target: { type: 'checkTask', id: check.id },
      body: { checkId: check.id, code: 'x'.repeat(300) },
    })
    await queueOps(page, [refused])
    await wakePage(page)
    await expect(page.getByText('需要处理（1）')).toBeVisible({ timeout: SETTLE_MS })
    await expect(second.getByText('需要处理（1）')).toBeVisible({ timeout: SETTLE_MS })
    await page.getByRole('button', { name: '放弃' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('放弃原因').fill('扫错了')
    await sheet.getByRole('button', { name: '放弃' }).click()
    await sheet.getByRole('button', { name: '确定放弃' }).click()
    await expect(second.getByText('没有等待发送的记录')).toBeVisible({ timeout: SETTLE_MS })
    await expectDrained(page)
  })
})

test('[F22] [F42] [F43] a session that is over keeps everything; another tenant sends nothing of it; signing out may send first', async ({
  page,
  context,
}) => {
  await openPhone(page)
  const wanted = codes(2)
  await queueOps(page, await rawScans(check, wanted))
  await context.clearCookies()
  await wakePage(page)
  await expect(page.getByText('登录已过期，重新登录后会继续发送')).toBeVisible({ timeout: SETTLE_MS })
  expect(await queuedOps(page)).toMatchObject([
    { state: 'pending', attempts: 0 },
    { state: 'pending', attempts: 0 },
  ])
  await page.getByRole('button', { name: '需要重新登录' }).click()

  await test.step('[F42] another tenant on the same phone', async () => {
    const pushes = await faults(context)
    await signInPhone(page, { tenant: '000000', user: 'admin', password: 'admin' })
    await page.goto('/m/queue')
    await expect(page.getByText('本机存有 2 条 王护士 的记录')).toBeVisible()
    await wakePage(page)
    await expect(page.getByRole('link', { name: /^在线/ })).toBeVisible()
    expect(pushes()).toBe(0)
    expect(await queuedOps(page)).toHaveLength(2)
    const caches = await page.evaluate(async () => (await indexedDB.databases()).map((db) => db.name))
    expect(caches.filter((name) => name?.startsWith('eam-cache-000000-'))).toHaveLength(1)
    await page.goto('/m/me')
    await page.getByRole('button', { name: '退出登录' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click()
  })

  await test.step('[F43] back as the first person: sign out and send first', async () => {
    await context.route(PUSH, (route) => route.abort())
    await signInPhone(page, keeper)
    await page.goto('/m/me')
    await page.getByRole('button', { name: '退出登录' }).click()
    await page.getByRole('button', { name: '先发送，再退出' }).click()
    await expect(page.getByText('没有全部送达，仍有 2 条')).toBeVisible()
    await context.unroute(PUSH)
    await page.getByRole('button', { name: '先发送，再退出' }).click()
    await expect(page.getByRole('button', { name: '登录' })).toBeVisible()
    await expectOnce(wanted)
  })
})

test('[F19] a server that only fails gets few requests from several phones, and everything when it recovers', async ({
  browser,
  server,
}) => {
  const phones = await Promise.all([1, 2, 3].map(() => browser.newContext({ ...phoneScreen, baseURL: server.url, locale: 'zh-CN' })))
  try {
    const pages = await Promise.all(phones.map((phone) => phone.newPage()))
    for (const page of pages) await openPhone(page)
    const wanted = pages.map(() => codes(60))
    const counts: (() => number)[] = []
    for (const [n, page] of pages.entries()) {
      counts.push(await faults(page.context(), ...Array.from({ length: 500 }, () => 'status:500')))
      await queueOps(page, await rawScans(check, wanted[n] ?? []))
    }
    await Promise.all(pages.map(wakePage))
    // The third failure in a row opens the breaker; until then the waits are at most 4 and 8 s.
    await expect.poll(() => counts.every((count) => count() >= 2), { timeout: SETTLE_MS }).toBe(true)
    expect(counts.map((count) => count()).every((n) => n < 8)).toBe(true)
    for (const page of pages) {
      await page.context().unroute(PUSH)
      await page.getByRole('button', { name: '立即发送' }).click()
    }
    await expectOnce(wanted.flat())
  } finally {
    for (const phone of phones) await phone.close()
  }
})

test('[F55] [F57] [F58] a network that comes and goes, a background sync that fails for the last time, and a browser without one', async ({
  browser,
  page,
  context,
  server,
}) => {
  await openPhone(page)

  await test.step('[F55] on and off', async () => {
    const pushes = await faults(context)
    const wanted = codes(20)
    await queueOps(page, await rawScans(check, wanted))
    for (let n = 0; n < 12; n += 1) {
      await context.setOffline(n % 2 === 0)
      // The fault itself, not a wait for something.
      await page.waitForTimeout(150)
    }
    await context.setOffline(false)
    await expectOnce(wanted)
    await expectDrained(page)
    expect(pushes()).toBeLessThan(12)
  })

  await test.step('[F57] asked for again after its last chance', async () => {
    await context.route(PUSH, (route) => route.abort())
    const wanted = codes(1)
    await queueOps(page, await rawScans(check, wanted))
    const tags = () =>
      page.evaluate(async () => {
        const { sync } = (await navigator.serviceWorker.ready) as unknown as { sync: { getTags(): Promise<string[]> } }
        return sync.getTags()
      })
    expect(await tags()).toEqual([])
    const failed = context.waitForEvent('requestfailed', (request) => request.url().includes('/api/sync/push'))
    await (await phoneWorker(page)).sync(true)
    await failed
    await expect.poll(tags, { timeout: SETTLE_MS }).toEqual(['outbox'])
    await context.unroute(PUSH)
    await wakePage(page)
    await expectOnce(wanted)
    await expectDrained(page)
  })

  await test.step('[F58] without background sync the page does it', async () => {
    const plain = await browser.newContext({ ...phoneScreen, baseURL: server.url, locale: 'zh-CN' })
    await plain.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'SyncManager')
      Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
    })
    const bare = await plain.newPage()
    await openPhone(bare)
    const wanted = codes(2)
    await plain.setOffline(true)
    await queueOps(bare, await rawScans(check, wanted))
    await plain.setOffline(false)
    await expectOnce(wanted)
    await expectDrained(bare)
    await plain.close()
  })
})

test('[F29] [F30] photos: only missing parts go again, and a photo that has arrived goes with a record that was lost', async ({
  page,
  context,
}) => {
  await openPhone(page)
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
    for (let at = 0; at < noise.data.length; at += 1) noise.data[at] = at % 4 === 3 ? 255 : Math.random() * 256
    pen.putImageData(noise, 0, 0)
    return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? ''
  })
  return Buffer.from(picture, 'base64')
}

test('[F8] [F28] [F33] a report with a photo: no room keeps the form, a killed browser keeps the record, too large goes smaller', async ({
  server,
}) => {
  const card = check.cards[1]
  // Only a browser with a profile on the disk has a quota that can be made smaller.
  const phone = await killablePhone()
  try {
    const page = await phone.start()
    await page.goto(`${server.url}/favicon.svg`)
    // Before anything is stored: the browser remembers for half a minute how much room there was. The program and its data need half of it.
    const session = await page.context().newCDPSession(page)
    const origin = server.url
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 6_500_000 })
    await openPhone(page, keeper, server.url)
    await page.goto(`${server.url}/m/repair/new/${card?.id}`)
    await page.getByRole('textbox', { name: '故障描述' }).fill('屏幕碎裂')
    const photo = { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await noisyPicture(page) }
    await page.locator('input[type=file]').last().setInputFiles([photo, photo, photo])
    await expect(page.getByAltText('照片 3')).toBeVisible({ timeout: SETTLE_MS })

    await test.step('[F33] no room', async () => {
      await page.getByRole('button', { name: '提交报修' }).click()
      await expect(page.getByRole('alert').filter({ hasText: '存储空间不足' })).toBeVisible({ timeout: SETTLE_MS })
      await expect(page.getByRole('textbox', { name: '故障描述' })).toHaveValue('屏幕碎裂')
      await expect(page.getByAltText('照片 3')).toBeVisible()
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
    // Chromium writes cookies half a minute late, so that the sign-in is gone with the power.
    await again.goto(`${server.url}/m/`)
    await again.evaluate(() => localStorage.clear())
    await again.goto(`${server.url}/m/`)
    await signInPhone(again, keeper)
    await expectDrained(again)
    expect(sizes[1]).toBeLessThan(sizes[0] ?? 0)
    const query = { deviceId: card?.id ?? '', size: '50' }
    const { records } = await desk.get<{ records: { id: string; faultDescription: string }[] }>('/eam/eventtyperepair/list', query)
    const found = records.filter((one) => one.faultDescription === '屏幕碎裂')
    expect(found).toHaveLength(1)
    const order = await desk.get<{ images: string[] }>('/eam/eventtyperepair/detail', { id: found[0]?.id ?? '' })
    expect(order.images).toHaveLength(3)
  } finally {
    await phone.stop()
  }
})

test('[F56] a thousand records go in order while the page answers', async ({ page }) => {
  await openPhone(page)
  const wanted = codes(1000)
  await page.context().setOffline(true)
  await queueOps(page, await rawScans(check, wanted))
  await page.reload()
  await expect(page.getByText('等待发送（1000）')).toBeVisible()
  const longest = page.evaluate(
    () =>
      new Promise<number>((done) => {
        let [before, most] = [performance.now(), 0]
        const beat = (): void => {
          const now = performance.now()
          most = Math.max(most, now - before)
          before = now
          if (document.body.textContent.includes('没有等待发送的记录')) done(most)
          else requestAnimationFrame(beat)
        }
        beat()
      }),
  )
  await page.context().setOffline(false)
  expect(await longest).toBeLessThan(1000)
  await expectOnce(wanted)
})

test('[F35] [F54] a store that a newer program takes over, and one that the browser removes, are told', async ({ page, context }) => {
  await openPhone(page)
  const other = await context.newPage()
  await other.goto('/favicon.svg')

  await test.step('[F54] the browser removes the databases', async () => {
    await context.setOffline(true)
    await queueOps(page, await rawScans(check, codes(2)))
    await page.reload()
    await expect(page.getByText('等待发送（2）')).toBeVisible()
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
    await expect(again.getByText('没有等待发送的记录')).toBeVisible()
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
