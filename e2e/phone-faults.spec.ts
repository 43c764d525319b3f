import { expect, type Route } from '@playwright/test'
import { type StartedCheck, startCheck } from './harness/check.ts'
import { codes, expectDrained, expectTakenOnce, faults, openPhone, PUSH } from './harness/fault-lab.ts'
import { type Desk, openDesk } from './harness/office.ts'
import { phoneScreen, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { queuedOps, queueOps, rawOp, rawScans, wakePage } from './harness/raw-queue.ts'
import { test } from './harness/server.ts'
import { phoneWorker, wakingTags } from './harness/worker.ts'

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

const cut = async (route: Route): Promise<void> => {
  const response = await route.fetch()
  await route.fulfill({ response, body: (await response.text()).slice(0, 40) })
}

test('[F3] [F4] [F13] [F34] answers that are cut, strange or double, and a lost database connection: one effect each', async ({
  page,
  context,
}) => {
  await openPhone(page, keeper)
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
  await openPhone(page, keeper)
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
    // Before there is anything to send: a sync of the step before may still come.
    const sending = context.waitForEvent('request', (request) => request.url().includes('/api/sync/push'))
    await queueOps(page, await rawScans(check, wanted))
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
    // Before there is anything to send: a sync of the step before may still come.
    const sending = context.waitForEvent('request', (request) => request.url().includes('/api/sync/push'))
    await queueOps(page, await rawScans(check, wanted))
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
  await openPhone(page, keeper)
  const second = await context.newPage()
  await second.goto('/m/queue')
  await expect(second.getByText('暂无待发送的记录')).toBeVisible()

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
    await page.getByRole('button', { name: '不再发送' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('不再发送的原因').fill('扫错了')
    await sheet.getByRole('button', { name: '不再发送' }).click()
    await sheet.getByRole('button', { name: '确定不再发送' }).click()
    await expect(second.getByText('暂无待发送的记录')).toBeVisible({ timeout: SETTLE_MS })
    await expectDrained(page)
  })
})

test('[F22] [F42] [F43] a session that is over keeps everything; another tenant sends nothing of it; signing out may send first', async ({
  page,
  context,
}) => {
  await openPhone(page, keeper)
  const wanted = codes(2)
  // What a start asks for is answered first: refused, the page would show the sign-in in place of the queue.
  const started = Promise.all(['**/api/sse/realtime-data', '**/api/sync/pull*'].map((asked) => page.waitForResponse(asked)))
  await page.reload()
  await started
  // Before anything is queued, so that a round that is under way since the start sends nothing of it.
  await context.clearCookies()
  await queueOps(page, await rawScans(check, wanted))
  await wakePage(page)
  await expect(page.getByText('登录已过期，重新登录后会继续发送')).toBeVisible({ timeout: SETTLE_MS })
  await expect
    .poll(() => queuedOps(page))
    .toMatchObject([
      { state: 'pending', attempts: 0 },
      { state: 'pending', attempts: 0 },
    ])
  await page.getByRole('button', { name: '需要重新登录' }).click()

  await test.step('[F42] another tenant on the same phone', async () => {
    const pushes = await faults(context)
    await signInPhone(page, { tenant: '000000', user: 'admin', password: 'admin' })
    await page.goto('/m/queue')
    await expect(page.getByText('本机存有 2 条 王护士 的记录')).toBeVisible()
    // A round sends first, then pulls: once it pulls, what it would send has been sent.
    const pulled = page.waitForResponse('**/api/sync/pull*')
    await wakePage(page)
    await pulled
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
    for (const page of pages) await openPhone(page, keeper)
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
      await wakePage(page)
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
  await openPhone(page, keeper)

  await test.step('[F57] asked for again after its last chance', async () => {
    await context.route(PUSH, (route) => route.abort())
    const wanted = codes(1)
    await queueOps(page, await rawScans(check, wanted))
    // The first of the three: the browser retries minutes later after an unstable network, and keeps its tag until then.
    expect(await wakingTags(page)).toEqual([])
    const failed = context.waitForEvent('requestfailed', (request) => request.url().includes('/api/sync/push'))
    await (await phoneWorker(page)).sync(true)
    await failed
    await expect.poll(() => wakingTags(page), { timeout: SETTLE_MS }).toEqual(['outbox'])
    await context.unroute(PUSH)
    await wakePage(page)
    await expectOnce(wanted)
    await expectDrained(page)
  })

  await test.step('[F55] on and off', async () => {
    const pushes = await faults(context)
    const wanted = codes(20)
    await queueOps(page, await rawScans(check, wanted))
    let sent = 0
    for (let n = 0; n < 12; n += 1) {
      const isOnline = n % 2 === 1
      await context.setOffline(!isOnline)
      await page.waitForFunction((online) => navigator.onLine === online, isOnline)
      // Some requests begin before the network goes again.
      if (isOnline) await expect.poll(async () => pushes() > sent || (await queuedOps(page)).length === 0).toBe(true)
      sent = pushes()
    }
    await context.setOffline(false)
    await expectOnce(wanted)
    await expectDrained(page)
    // Two lines for each time the network came or went, and some requests cut half way; a storm would be hundreds.
    expect(pushes()).toBeLessThan(40)
  })

  await test.step('[F58] without background sync the page does it', async () => {
    const plain = await browser.newContext({ ...phoneScreen, baseURL: server.url, locale: 'zh-CN' })
    await plain.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'SyncManager')
      Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
    })
    const bare = await plain.newPage()
    await openPhone(bare, keeper)
    const wanted = codes(2)
    await plain.setOffline(true)
    await queueOps(bare, await rawScans(check, wanted))
    await plain.setOffline(false)
    await expectOnce(wanted)
    await expectDrained(bare)
    await plain.close()
  })
})
