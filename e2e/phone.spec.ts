import { expect, type Page } from '@playwright/test'
import { anotherRoom, draftCheck, resultsOf, type StartedCheck, scansOf, startCheck } from './harness/check.ts'
import { killablePhone } from './harness/killable-phone.ts'
import { type Desk, openDesk } from './harness/office.ts'
import {
  expectQueueEmpty,
  faultyPushes,
  online,
  openCount,
  openTab,
  phoneScreen,
  recordCode,
  SETTLE_MS,
  signInPhone,
} from './harness/phone.ts'
import { queuedOps, queueOps, rawScans, wakePage } from './harness/raw-queue.ts'
import { reads } from './harness/reader.ts'
import { test } from './harness/server.ts'
import { type UpdatableProgram, updatableProgram } from './harness/updatable-program.ts'
import { phoneWorker, wakingTags } from './harness/worker.ts'

const keeper = { tenant: '100001', user: 'keeper', password: 'ward2026' }
const engineer = { tenant: '100001', user: 'engineer', password: 'ward2026' }
const manager = { tenant: '100001', user: 'manager', password: 'ward2026' }

test.use(phoneScreen)

let desk: Desk
let check: StartedCheck

test.beforeEach(async ({ server }) => {
  desk = await openDesk(server.url, manager)
  check = await startCheck(desk, [keeper.user, engineer.user])
})

/** Exactly one observation of a code, once everything has settled. */
const expectOnce = async (code: string): Promise<void> => {
  await expect.poll(async () => (await scansOf(desk, check, code)).length, { timeout: SETTLE_MS }).toBe(1)
}

test('a card is found, opened and kept without a network, and what is counted arrives once', async ({ page, context }) => {
  const [card, second] = check.cards
  if (!card || !second) throw new Error('the check has no cards')
  await page.goto('/m/')
  await signInPhone(page, keeper)

  await page.getByRole('link', { name: '查找设备' }).click()
  await page.getByRole('searchbox', { name: '查找设备' }).fill(card.deviceCode)
  // By its number: the list from before the search may still show for a moment.
  await page.getByRole('list', { name: '查找结果' }).getByRole('link').filter({ hasText: card.deviceCode }).click()
  await expect(page.getByRole('heading', { level: 1, name: '设备卡' })).toBeVisible()
  await expect(page.getByRole('heading', { name: card.deviceName })).toBeVisible()
  await expect(page.getByText(card.deviceCode)).toBeVisible()

  await context.setOffline(true)
  expect(await page.evaluate(async () => (await fetch('/favicon.svg')).ok)).toBe(true)
  await page.goto(`/m/c/${card.qrToken}`)
  await expect(page.getByRole('heading', { name: card.deviceName })).toBeVisible()
  await expect(page.getByText('联网后显示历史')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: card.deviceName })).toBeVisible()
  await expect(page.getByRole('link', { name: /^离线/ })).toBeVisible()

  await openCount(page, check)
  await recordCode(page, card.deviceCode)
  await expect(page.getByRole('link', { name: /^离线 · 1 条待发送/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: /^离线 · 1 条待发送/ })).toBeVisible()
  expect(await scansOf(desk, check)).toEqual([])

  await page.goto(`/m/device/${second.id}`)
  await page.getByRole('button', { name: /^盘点/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: check.title }).click()
  await expect(page.getByText('已保存在本机')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
  await expect(page.getByRole('link', { name: /^离线 · 2 条待发送/ })).toBeVisible()

  await context.setOffline(false)
  await expectOnce(card.deviceCode)
  await expectQueueEmpty(page)
  expect(await resultsOf(desk, check)).toMatchObject({ [card.deviceCode]: 'match', [second.deviceCode]: 'match' })
  expect((await scansOf(desk, check)).map(({ result, userName }) => [result, userName])).toEqual([
    ['match', '王护士'],
    ['match', '王护士'],
  ])
})

test('[F1] a connection that drops before the server: sent again, one effect', async ({ page, context }) => {
  const code = check.cards[0]?.deviceCode ?? ''
  const pushes = await faultyPushes(context, 'drop_before', 1)
  await page.goto('/m/')
  await signInPhone(page, keeper)
  await openCount(page, check)
  await recordCode(page, code)
  await expectOnce(code)
  await expectQueueEmpty(page)
  expect(pushes()).toBeGreaterThan(1)
  expect(await scansOf(desk, check)).toHaveLength(1)
})

test('[F2] an answer lost after the commit: replayed, one effect', async ({ page, context }) => {
  const code = check.cards[0]?.deviceCode ?? ''
  const pushes = await faultyPushes(context, 'drop_after', 1)
  await page.goto('/m/')
  await signInPhone(page, keeper)
  await openCount(page, check)
  await recordCode(page, code)
  await expectQueueEmpty(page)
  expect(pushes()).toBeGreaterThan(1)
  expect(await scansOf(desk, check)).toHaveLength(1)
})

test('[F5] a page closed while it sends: one effect, and the next visit knows', async ({ page, context }) => {
  const code = check.cards[0]?.deviceCode ?? ''
  await faultyPushes(context, 'delay:1500', 1)
  await page.goto('/m/')
  await signInPhone(page, keeper)
  await openCount(page, check)
  const sending = page.waitForRequest('**/api/sync/push')
  await recordCode(page, code)
  await sending
  await page.close()
  const next = await context.newPage()
  await next.goto('/m/queue')
  await expectOnce(code)
  await expectQueueEmpty(next)
  expect(await scansOf(desk, check)).toHaveLength(1)
})

test('[F9] a phone that dies between keeping and sending: the next start sends', async ({ server }) => {
  const code = check.cards[0]?.deviceCode ?? ''
  const phone = await killablePhone()
  try {
    const page = await phone.start()
    await page.goto(`${server.url}/m/`)
    await signInPhone(page, keeper)
    await page.context().setOffline(true)
    await openCount(page, check)
    await recordCode(page, code)
    await phone.kill()
    expect(await scansOf(desk, check)).toEqual([])

    const again = await phone.start()
    // Chromium writes cookies and settings half a minute late, so that a sign-in as young as this one may be gone with the power. The record is not.
    // A page without the program in it, which would go on as the person whom it still finds here.
    await again.goto(`${server.url}/favicon.svg`)
    await again.evaluate(() => localStorage.clear())
    await again.goto(`${server.url}/m/`)
    await signInPhone(again, keeper)
    await expectQueueEmpty(again)
    await expectOnce(code)
  } finally {
    await phone.stop()
  }
})

test('with every page closed the service worker sends once there is a network', async ({ page, context }) => {
  const code = check.cards[0]?.deviceCode ?? ''
  await page.goto('/m/')
  await signInPhone(page, keeper)
  await page.reload()
  // A page of the same address without the program in it.
  const outside = await context.newPage()
  await outside.goto('/favicon.svg')
  const worker = await phoneWorker(outside)
  await context.setOffline(true)
  await openCount(page, check)
  await recordCode(page, code)
  await expect.poll(() => wakingTags(page)).toEqual(['outbox'])
  await page.close()
  await context.setOffline(false)
  // The browser itself sees no network event, because only the pages are offline here. Its own retry in between would be repeated minutes later.
  await worker.sync()
  await expectOnce(code)
})

test('[F41] another person on the same phone never sends what is not theirs', async ({ page, context }) => {
  const [mine, theirs] = check.cards.map((card) => card.deviceCode)
  await page.goto('/m/')
  await signInPhone(page, keeper)
  await openCount(page, check)
  await context.setOffline(true)
  await recordCode(page, mine ?? '')
  await openTab(page, '我的')
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('button', { name: '保留在本机并退出' }).click()
  await expect(page.getByText('本机存有 1 条 王护士 的记录')).toBeVisible()

  await context.setOffline(false)
  await signInPhone(page, engineer)
  await openCount(page, check)
  await recordCode(page, theirs ?? '')
  await expectOnce(theirs ?? '')
  await openTab(page, '待发送')
  await expect(page.getByText('本机存有 1 条 王护士 的记录')).toBeVisible()
  expect((await scansOf(desk, check)).map(({ code, userName }) => [code, userName])).toEqual([[theirs, '李工']])

  await openTab(page, '我的')
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click()
  await signInPhone(page, keeper)
  await expectOnce(mine ?? '')
  expect((await scansOf(desk, check, mine))[0]?.userName).toBe('王护士')
})

test('[F43] signing out may throw away what waits, by typing how many', async ({ page, context }) => {
  const code = check.cards[0]?.deviceCode ?? ''
  await page.goto('/m/')
  await signInPhone(page, keeper)
  await openCount(page, check)
  await context.setOffline(true)
  await recordCode(page, code)
  await openTab(page, '我的')
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('button', { name: '不再发送这些记录并退出' }).click()
  const discard = page.getByRole('button', { name: '不再发送这些记录并退出' })
  await expect(discard).toBeDisabled()
  for (const wrong of ['2', '11', '0', '-1', '1.5', '一']) {
    await page.getByLabel('输入 1 确认').fill(wrong)
    await expect(discard, wrong).toBeDisabled()
  }
  await page.getByLabel('输入 1 确认').fill('1')
  await discard.click()
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible()
  await context.setOffline(false)
  await signInPhone(page, keeper)
  await expectQueueEmpty(page)
  expect(await scansOf(desk, check)).toEqual([])
})

test('discarding a waiting record asks for a reason and then for confirmation', async ({ page, context }) => {
  const code = check.cards[0]?.deviceCode ?? ''
  await page.goto('/m/')
  await signInPhone(page, keeper)
  await openCount(page, check)
  await context.setOffline(true)
  await recordCode(page, code)
  await openTab(page, '待发送')
  const record = page.getByRole('list', { name: '待发送的记录' }).getByText(`盘点扫描 · ${check.cards[0]?.deviceName}`)
  await expect(record).toContainText(code)
  await page.getByRole('button', { name: '不再发送' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: '不再发送' }).click()
  await expect(sheet.getByRole('alert')).toHaveText('请写明原因')
  await sheet.getByLabel('不再发送的原因').fill('扫错了')
  await sheet.getByRole('button', { name: '不再发送' }).click()
  await expect(record).toBeVisible()
  await sheet.getByRole('button', { name: '确定不再发送' }).click()
  await expect(page.getByText('暂无待发送的记录')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('link', { name: /^在线/ })).toBeVisible()
  await expect.poll(() => queuedOps(page)).toEqual([])
  expect(await scansOf(desk, check)).toEqual([])
})

test('the records of one check are one entry of the queue, which names each device and leaves with them', async ({ page, context }) => {
  await page.goto('/m/')
  await signInPhone(page, keeper)
  await openCount(page, check)
  await context.setOffline(true)
  const cards = check.cards.slice(0, 3)
  for (const { deviceCode } of cards) await recordCode(page, deviceCode)
  await openTab(page, '待发送')
  const queue = page.getByRole('list', { name: '待发送的记录' })
  await expect(queue.getByRole('listitem')).toHaveCount(1)
  const group = queue.getByRole('button', { name: /盘点扫描 3 条/ })
  await group.click()
  for (const { deviceName, deviceCode } of cards)
    await expect(queue.getByText(`盘点扫描 · ${deviceName}`).filter({ hasText: deviceCode })).toBeVisible()
  await context.setOffline(false)
  await expectQueueEmpty(page)
  await expect(page.getByRole('link', { name: /^在线/ })).not.toHaveText(/待发送|需要处理/)
})

test('refused records of one check are sent again together, and discarded together with one reason', async ({ page }) => {
  const planned = await draftCheck(desk, [keeper.user])
  const wanted = planned.cards.slice(0, 2).map(({ deviceCode }) => deviceCode)
  await page.goto('/m/')
  await signInPhone(page, keeper)
  await openTab(page, '待发送')
  const refuse = async (): Promise<void> => {
    await queueOps(page, await rawScans(planned, wanted))
    await wakePage(page)
    await page.getByRole('list', { name: '需要处理的记录' }).getByRole('button', { name: /2 条/ }).click({ timeout: SETTLE_MS })
  }

  await refuse()
  await page.getByRole('button', { name: '全部不再发送' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('（2')
  await sheet.getByRole('button', { name: '不再发送' }).click()
  await expect(sheet.getByRole('alert')).toHaveText('请写明原因')
  expect(await queuedOps(page)).toHaveLength(2)
  await sheet.getByLabel('不再发送的原因').fill('盘点还没开始')
  await sheet.getByRole('button', { name: '不再发送' }).click()
  await sheet.getByRole('button', { name: '确定不再发送' }).click()
  await expect(page.getByText('暂无待发送的记录')).toBeVisible()
  await expect.poll(() => queuedOps(page), { timeout: SETTLE_MS }).toEqual([])

  await refuse()
  await desk.post('/eam/check/start', { id: planned.id })
  expect(await scansOf(desk, planned)).toEqual([])
  await page.getByRole('button', { name: '全部重试' }).click()
  await expectQueueEmpty(page)
  expect((await scansOf(desk, planned)).map(({ code }) => code).sort()).toEqual([...wanted].sort())
})

test('a label opens its card after signing in', async ({ page }) => {
  const [card] = check.cards
  await page.goto(`/m/c/${card?.qrToken}`)
  await signInPhone(page, keeper)
  await expect(page.getByRole('heading', { name: card?.deviceName })).toBeVisible()
})

test('the front door leads a phone to the phone, and the desk stays one tap away', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/m\/sign-in$/)
  await page.getByRole('link', { name: '电脑版' }).click()
  await expect(page).not.toHaveURL(/\/m\//)
})

/** Releases a newer program and has it fetched; it then waits. */
async function fetchRelease(page: Page, program: UpdatableProgram): Promise<void> {
  program.release()
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
  })
  await expect.poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))).toBe(true)
}

/**
 * Ends the older worker of the page each time it runs beside a newer one. A worker that is debugged, as all are here, never rests, and one at work puts off
 * giving way: ten seconds, until the page gives up waiting. Without a debugger it gives way within 25 ms.
 */
async function endOlderWorker(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const ids = new Set<number>()
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId } of versions) ids.add(Number(versionId))
    for (const { versionId, status, runningStatus } of versions)
      if (status === 'activated' && runningStatus === 'running' && Number(versionId) < Math.max(...ids))
        void session.send('ServiceWorker.stopWorker', { versionId }).catch(() => {})
  })
  await session.send('ServiceWorker.enable')
}

test('[F37] a newer program waits until nothing typed can be lost, then starts with what was queued', async ({ page, context, server }) => {
  const code = check.cards[0]?.deviceCode ?? ''
  await using program = await updatableProgram(server.url)
  await page.goto(`${program.url}/m/`)
  await signInPhone(page, keeper)
  await page.reload()
  await openCount(page, check)
  await fetchRelease(page, program)
  // The page knows of it: what hides the offer from now on is what is typed.
  await expect(page.getByText('有新版本')).toBeVisible()
  await page.getByLabel('输入编码').fill('half a co')
  await expect(page.getByText('有新版本')).toBeHidden()
  await expect(page.getByLabel('输入编码')).toHaveValue('half a co')

  await context.setOffline(true)
  await recordCode(page, code)
  await expect(page.getByText('有新版本')).toBeVisible()
  await context.setOffline(false)
  await endOlderWorker(page)
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: '现在更新' }).click()
  await reloaded
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null)).toBeNull()
  await expectOnce(code)
  await expectQueueEmpty(page)
})

test('[F37] a newer program that one window has started is offered to the other one, too', async ({ page, context, server }) => {
  await using program = await updatableProgram(server.url)
  await page.goto(`${program.url}/m/`)
  await signInPhone(page, keeper)
  await page.reload()
  const other = await context.newPage()
  await other.goto(`${program.url}/m/me`)
  await fetchRelease(page, program)
  await expect(other.getByText('有新版本')).toBeVisible()
  // The browser draws a window behind another one once a second at most.
  await page.bringToFront()
  await endOlderWorker(page)
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: '现在更新' }).click()
  await reloaded
  await other.bringToFront()
  const followed = other.waitForEvent('load')
  await other.getByRole('button', { name: '现在更新' }).click()
  await followed
  await expect(other.getByRole('button', { name: '退出登录' })).toBeVisible()
  // Opened by the newer program, the window is offered nothing: no program waits, and the one that serves it stays.
  expect(await other.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null)).toBeNull()
  await openTab(other, '待发送')
  await expect(other.getByText('暂无待发送的记录')).toBeVisible()
  await expect(other.getByText('有新版本')).toBeHidden()
})

test.describe('with a network', () => {
  test.use(online)

  test('a reader counts without a touch: a room label sets the place, the next code is recorded there', async ({ page }) => {
    const [card] = check.cards
    if (!card) throw new Error('the check has no cards')
    const room = await anotherRoom(desk, card.locationId)
    await page.goto('/m/')
    await signInPhone(page, keeper)
    await openCount(page, check)
    await page.getByRole('heading', { name: check.title }).click()
    await reads(page, `https://old.example/m/c/${room.qrToken}`)
    await expect(page.getByRole('status').filter({ hasText: `当前位置${room.locationName}` })).toBeVisible()
    await reads(page, card.deviceCode)
    await expect(page.getByRole('status').filter({ hasText: '位置不符' })).toBeVisible()
    await expectOnce(card.deviceCode)
    expect((await resultsOf(desk, check))[card.deviceCode]).toBe('misplaced')
  })

  test('everything that can be tapped is named and at least 44 px high, on every page, light and dark', async ({ page }) => {
    await page.goto('/m/')
    const faults = async (): Promise<string[]> =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('button, a[href], input, textarea')].flatMap((target) => {
          // A hidden radio is tapped through the label around it.
          const { height } = (target.closest('label') ?? target.closest('.ph-field') ?? target).getBoundingClientRect()
          const label = (target as HTMLInputElement).labels?.[0]?.textContent
          const name = target.ariaLabel || target.textContent || label || ''
          return height < 44 || name.trim() === '' ? [`${location.pathname}: ${target.outerHTML.slice(0, 80)} ${height} px`] : []
        }),
      )
    await expect(page.getByRole('button', { name: '登录' })).toBeVisible()
    expect(await faults()).toEqual([])
    await signInPhone(page, keeper)
    await expect(page.getByLabel('输入编码')).toBeVisible()
    expect(await faults()).toEqual([])
    await page.getByRole('link', { name: '查找设备' }).click()
    await expect(page.getByRole('list', { name: '查找结果' })).toBeVisible()
    expect(await faults()).toEqual([])
    await page.goto(`/m/device/${check.cards[0]?.id}`)
    await page.getByRole('button', { name: /^盘点/ }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: check.title })).toBeVisible()
    expect(await faults()).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: '更多' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await faults()).toEqual([])
    await page.keyboard.press('Escape')
    await page.goto(`/m/repair/new/${check.cards[0]?.id}`)
    await expect(page.getByRole('button', { name: /^(提交报修|仍要新建报修)$/ })).toBeVisible()
    expect(await faults()).toEqual([])
    await page.goto('/m/repair')
    await page.getByRole('list', { name: '我报的' }).getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: '维修工单' })).toBeVisible()
    expect(await faults()).toEqual([])
    await openCount(page, check)
    expect(await faults()).toEqual([])
    await page
      .getByRole('list', { name: /^未盘到/ })
      .getByRole('button')
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await faults()).toEqual([])
    await page.keyboard.press('Escape')
    await page.emulateMedia({ colorScheme: 'dark' })
    for (const tab of ['盘点', '报修', '消息', '待发送', '我的'] as const) {
      await openTab(page, tab)
      await expect(page.getByRole('heading', { level: 1, name: tab })).toBeVisible()
      expect(await faults()).toEqual([])
    }
  })
})

test('[F44] a session that ended while offline keeps the queue; signing in again as the same person sends it', async ({
  page,
  context,
}) => {
  const code = check.cards[0]?.deviceCode ?? ''
  await page.goto('/m/')
  await signInPhone(page, keeper)
  await openCount(page, check)
  await context.setOffline(true)
  await recordCode(page, code)
  await context.clearCookies()
  await context.setOffline(false)
  await openTab(page, '待发送')
  await page.getByRole('button', { name: '需要重新登录' }).click()
  await expect(page.getByText('本机存有 1 条 王护士 的记录')).toBeVisible()
  expect(await scansOf(desk, check)).toEqual([])
  await signInPhone(page, keeper)
  await expectOnce(code)
  await expectQueueEmpty(page)
})
