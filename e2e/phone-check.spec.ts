import { expect, type Page as Screen } from '@playwright/test'
import { anotherRoom, resultsOf, type Scan, scansOf, startCheck } from './harness/check.ts'
import { type Desk, openDesk, type Page } from './harness/office.ts'
import { expectQueueEmpty, online, openCount, openTab, phoneScreen, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { queuedOps } from './harness/raw-queue.ts'
import { reads } from './harness/reader.ts'
import { test } from './harness/server.ts'

const keeper = { tenant: '100001', user: 'keeper', password: 'ward2026' }
const manager = { tenant: '100001', user: 'manager', password: 'ward2026' }
const photo = 'public/icons/app-512.png'

test.use(phoneScreen)

let desk: Desk

test.beforeAll(async ({ server }) => {
  desk = await openDesk(server.url, manager)
})

const statusOf = (page: Screen, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

test('counting without a network: a room, code after code, one withdrawn, one by hand, one not on the book; then the department', async ({
  page,
  context,
}) => {
  const check = await startCheck(desk, [keeper.user], 6)
  const [first, second, third] = check.cards
  if (!first || !second || !third) throw new Error('the check is too small')
  const room = await anotherRoom(desk, first.locationId)
  await page.goto('/m/')
  await signInPhone(page, keeper)
  await page.reload()
  await expect(page.getByLabel('输入编码')).toBeVisible()
  await openCount(page, check)
  await context.setOffline(true)
  await page.getByRole('heading', { name: check.title }).click()

  await reads(page, `https://old.example/m/c/${room.qrToken}`)
  await expect(statusOf(page, `当前位置${room.locationName}`)).toBeVisible()
  // A room of which the book knows no device is not one where all were found.
  await expect(page.getByText('本房间没有账面设备')).toBeVisible()
  await expect(page.getByText(/其他位置还有 [1-9]\d* 台未盘到/)).toBeVisible()
  await expect(page.getByText('全部盘到了')).toHaveCount(0)
  await reads(page, first.deviceCode)
  await expect(statusOf(page, /位置不符.*账面位置/)).toBeVisible()
  await reads(page, second.qrToken)
  await expect(statusOf(page, second.deviceName)).toBeVisible()
  await reads(page, third.deviceCode)
  await expect(page.getByText('本次 3 台')).toBeVisible()
  await page.getByRole('button', { name: '撤回' }).click()
  await expect(statusOf(page, '已撤回')).toBeVisible()
  await reads(page, 'FOUND-ON-A-SHELF')
  await expect(statusOf(page, /不在账面.*FOUND-ON-A-SHELF/)).toBeVisible()

  await page.getByRole('button', { name: '选择房间' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '不限房间' }).click()
  // Of a long list the first rows alone are drawn.
  const missing = page.getByRole('list', { name: /^未盘到/ }).getByRole('button')
  await expect(missing.first()).toBeVisible()
  const codes = (await missing.allTextContents()).flatMap((text) => /ZC-\d{4}-\d{6}/.exec(text)?.[0] ?? [])
  const byHand = codes.find((code) => code !== third.deviceCode)!
  await page.getByRole('button', { name: new RegExp(byHand) }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: '规格型号' }).click()
  await sheet.getByRole('button', { name: '盘到了' }).click()
  await expect(sheet.getByText('实际的值不能为空')).toBeVisible()
  await sheet.getByRole('textbox', { name: '实际的值' }).fill('iMEC 12')
  await sheet.getByLabel('相册').setInputFiles(photo)
  await expect(sheet.getByRole('img', { name: '照片 1' })).toBeVisible()
  await sheet.getByRole('button', { name: '盘到了' }).click()
  await expect(sheet).toBeHidden()
  await page.reload()
  await expect(page.getByText(/^已盘 3 \/ /)).toBeAttached()

  await page.goto(`/m/check/${check.id}`)
  await page.getByRole('list', { name: '盘点科室' }).getByRole('link').first().click()
  await page.getByRole('button', { name: '提交科室结果' }).click()
  await expect(sheet.getByText(third.deviceCode)).toBeVisible()
  await expect(sheet.getByText(first.deviceCode)).toBeHidden()
  await sheet.getByRole('button', { name: '提交科室结果' }).click()
  await expect(page.getByText('已提交', { exact: true })).toBeVisible()
  expect(await scansOf(desk, check)).toEqual([])

  await context.setOffline(false)
  const status = async (): Promise<string | undefined> => {
    const { records } = await desk.get<Page<{ deptStatus: string; bookCount: number }>>('/eam/check-dept/list', { checkId: check.id })
    // The department of the room is responsible for what was found in it.
    return records.find((dept) => dept.bookCount > 0)?.deptStatus
  }
  await expect.poll(status, { timeout: SETTLE_MS }).toBe('submitted')
  await expectQueueEmpty(page)
  expect(await resultsOf(desk, check)).toMatchObject({
    [first.deviceCode]: 'misplaced',
    [third.deviceCode]: 'deficient',
    [byHand]: 'mismatch',
    'FOUND-ON-A-SHELF': 'surplus',
  })
  const scans = (await scansOf(desk, check)) as (Scan & { isLate: number; isWithdrawn: number })[]
  expect(scans.filter((scan) => scan.isLate === 1)).toEqual([])
  expect(scans.filter((scan) => scan.isWithdrawn === 1).map((scan) => scan.code)).toEqual([third.deviceCode])
  const noted = scans.find((scan) => scan.code === byHand)
  expect(await desk.get('/eam/check-scan/detail', { id: noted?.id ?? '' })).toMatchObject({
    wrongField: 'deviceModel',
    seenValue: 'iMEC 12',
    photos: [expect.any(String)],
  })
})

test('thirty codes of a reader in a few seconds are thirty observations', async ({ page, context }) => {
  const check = await startCheck(desk, [keeper.user], 1)
  await page.goto('/m/')
  await signInPhone(page, keeper)
  await page.reload()
  await openCount(page, check)
  await context.setOffline(true)
  await page.getByRole('heading', { name: check.title }).click()
  const codes = Array.from({ length: 30 }, (_, n) => `SHELF-${n + 10}`)
  for (const code of codes) await reads(page, code)
  await expect(page.getByText('本次 30 台')).toBeVisible()
  await context.setOffline(false)
  await expectQueueEmpty(page)
  expect((await scansOf(desk, check)).map((scan) => scan.code).sort()).toEqual(codes)
})

test('on a slow phone each answer is right when it is given, and devices are counted, not codes', async ({ page, context }) => {
  const check = await startCheck(desk, [keeper.user], 12)
  await page.goto('/m/')
  await signInPhone(page, keeper)
  await page.reload()
  await openCount(page, check)
  await context.setOffline(true)
  await page.getByRole('heading', { name: check.title }).click()
  await expect(page.getByRole('button', { name: '选择房间' })).toBeVisible()
  const devices = check.cards.map(({ deviceCode }) => deviceCode)
  const strangers = Array.from({ length: 24 - devices.length }, (_, n) => `SHELF-${n + 10}`)
  const fresh = [...devices.slice(0, 4), ...strangers.slice(0, 1), ...devices.slice(4), ...strangers.slice(1)]
  // A reader says the same code once in two seconds, so repeats come after all others.
  const codes = [...fresh, ...fresh.slice(0, 6)]
  const sum = await page.locator('.ph-count-sum .ph-hidden').textContent()
  const [, before, all] = (/(\d+) \/ (\d+)/.exec(sum ?? '') ?? []).map(Number)
  /** What may be said after each code: known before or not, devices of this session, counted lines. */
  const expected = codes.map((code, at) => {
    const so = new Set(codes.slice(0, at + 1))
    const done = devices.filter((device) => so.has(device)).length
    const kind = codes.indexOf(code) < at ? 'again' : strangers.includes(code) ? 'strange' : 'new'
    return `${kind} ${so.size} ${Number(before) + done}/${all}`
  })

  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const said = await page.evaluate(async (all) => {
    const texts: string[] = []
    const read = (): void => {
      const status = document.querySelector('.ph-last [role=status]')?.textContent ?? ''
      const [, n] = /本次 (\d+) 台/.exec(document.querySelector('.ph-count-sum small')?.textContent ?? '') ?? []
      const [, done, of] = /(\d+) \/ (\d+)/.exec(document.querySelector('.ph-count-sum .ph-hidden')?.textContent ?? '') ?? []
      const kind = /已盘过/.test(status) ? 'again' : /SHELF/.test(status) ? 'strange' : 'new'
      const text = `${kind} ${n} ${done}/${of}`
      if (n !== '0' && texts.at(-1) !== text) texts.push(text)
    }
    const watching = new MutationObserver(read)
    watching.observe(document.querySelector('.ph-count-strip') as Element, { subtree: true, childList: true, characterData: true })
    for (const code of all) {
      const at = performance.now()
      for (const [n, key] of [...code, 'Enter'].entries()) {
        const pressed = new KeyboardEvent('keydown', { key, bubbles: true })
        Object.defineProperty(pressed, 'timeStamp', { value: at + n })
        document.body.dispatchEvent(pressed)
      }
      // Ten codes a second.
      await new Promise((next) => setTimeout(next, 100))
    }
    return texts
  }, codes)
  await expect(page.getByText('本次 24 台')).toBeVisible()
  await expect(page.locator('.ph-last')).toContainText('已盘过')
  expect(said.length).toBeGreaterThan(10)
  expect(said.filter((text) => !expected.includes(text))).toEqual([])
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await context.setOffline(false)
  await expectQueueEmpty(page)
  expect((await scansOf(desk, check)).map((scan) => scan.code).sort()).toEqual([...codes].sort())
})

test('a code is stored, and withdrawn once, when a chunk of the program cannot be fetched', async ({ browser, server }) => {
  const check = await startCheck(desk, [keeper.user], 30)
  const cards = await Promise.all(
    check.cards.map(({ id }) => desk.get<{ sn: string | null; deviceCode: string }>('/eam/device/detail', { id })),
  )
  const card = cards.find(({ sn }) => sn && cards.filter((one) => one.sn === sn).length === 1)
  if (!card?.sn) throw new Error('no card has a serial number')
  const context = await browser.newContext({ ...phoneScreen, baseURL: server.url, locale: 'zh-CN', serviceWorkers: 'block' })
  await context.route('**/plate-*.js', (route) => route.abort())
  const page = await context.newPage()
  await page.goto('/m/')
  await page.getByLabel('医院名称或编号').fill(keeper.tenant)
  await page.getByLabel('账号').fill(keeper.user)
  await page.getByLabel('密码').fill(keeper.password)
  await page.getByRole('button', { name: '登录' }).click()
  await openCount(page, check)
  await page.getByRole('heading', { name: check.title }).click()
  await reads(page, card.sn)
  await expect(page.getByText('本次 1 台')).toBeVisible()
  await expect.poll(async () => (await scansOf(desk, check)).map(({ code }) => code), { timeout: SETTLE_MS }).toEqual([card.deviceCode])
  await page.getByRole('button', { name: '撤回' }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(page.getByText('本次 0 台')).toBeVisible()
  expect((await queuedOps(page)).filter(({ kind, state }) => kind === 'check.withdraw' && state !== 'pending')).toEqual([])
  await context.close()
})

test.describe('with a network', () => {
  test.use(online)

  test('a blind count shows only own scans and nothing of the book', async ({ page }) => {
    const open = await startCheck(desk, [keeper.user], 1)
    const [card] = open.cards
    const { records: users } = await desk.get<Page<{ id: string; account: string; deptId: string }>>('/blade/user/list', { size: '200' })
    const counter = users.find((user) => user.account === keeper.user)
    const title = `盲盘 ${Date.now()}`
    const { id } = await desk.post<{ id: string }>('/eam/check/submit', {
      checkTitle: title,
      beginDate: '2026-11-01',
      mode: 'blind',
      scopeDepts: [counter?.deptId],
      members: [{ userId: counter?.id }],
    })
    await desk.post('/eam/check/start', { id })
    await page.goto('/m/')
    await signInPhone(page, keeper)
    await openTab(page, '盘点')
    await page.getByRole('link', { name: title }).click()
    await expect(page.getByText('盲盘：只显示您扫到的')).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await page.getByRole('link', { name: '扫码盘点' }).click()
    await expect(page.getByText('暂无记录').last()).toBeVisible()
    await expect(page.getByText(/未盘到/)).toHaveCount(0)
    await page.getByRole('heading', { name: title }).click()
    await reads(page, card?.deviceCode ?? '')
    await expect(page.getByRole('list', { name: /^已盘记录/ }).getByText(card?.deviceName ?? '')).toBeVisible()
    await expect(page.getByRole('list', { name: /^已盘记录/ }).getByRole('listitem')).toHaveCount(1)
  })

  test('a code that no card carries is recorded in an open check from the start page', async ({ page }) => {
    const check = await startCheck(desk, [keeper.user], 1)
    await page.goto('/m/')
    await signInPhone(page, keeper)
    await reads(page, 'LOOSE-END-7')
    await page.getByRole('button', { name: `记入盘点“${check.title}”` }).click()
    await expect(page.getByText(`已作为盘盈记入“${check.title}”`)).toBeVisible()
    await expect.poll(async () => (await scansOf(desk, check, 'LOOSE-END-7')).length, { timeout: SETTLE_MS }).toBe(1)
  })

  test('a touch beside a sheet and a step back close it, but not while something typed would be lost', async ({ page }) => {
    const check = await startCheck(desk, [keeper.user])
    await page.goto('/m/')
    await signInPhone(page, keeper)
    await openCount(page, check)
    const open = () => page.getByRole('button', { name: new RegExp(check.cards[0]?.deviceCode ?? '') }).click()
    const sheet = page.getByRole('dialog')
    await open()
    await sheet.getByRole('textbox', { name: '备注' }).fill('贴在背面')
    await page.touchscreen.tap(195, 30)
    await page.touchscreen.tap(195, 30)
    await page.goBack()
    await expect(page.getByText('有内容尚未保存')).toBeVisible()
    await page.goBack()
    await page.keyboard.press('Escape')
    await expect(sheet.getByRole('textbox', { name: '备注' })).toHaveValue('贴在背面')
    await sheet.getByRole('button', { name: '取消' }).click()
    await expect(sheet).toBeHidden()
    await open()
    await expect(sheet).toBeVisible()
    await page.touchscreen.tap(195, 30)
    await expect(sheet).toBeHidden()
  })
})
