import { type BrowserContext, expect, type Page as Screen } from '@playwright/test'
import type { StartedCheck } from './harness/check.ts'
import { type ManyCard, manyCards } from './harness/many-cards.ts'
import { openDesk, type Page } from './harness/office.ts'
import { expectQueueEmpty, openCount, phoneScreen, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { reads, readsAll } from './harness/reader.ts'
import { test } from './harness/server.ts'

/** More than a pull brings row by row, so that the lines come in packs. */
const TASK = 2_500
/** RFID labels that each phone reads in one go, besides the codes that are looked at one by one. */
const TAGS = 60
/** Engineer: all departments. Keeper: the own one and below. Warehouse keeper: the own one. None of them has the counted department for their own but by reach. */
const accounts = ['engineer', 'keeper', 'warehouse'] as const

test.use({ ...phoneScreen, hospital: 'of three scopes' })

interface Phone {
  readonly user: string
  readonly context: BrowserContext
  readonly page: Screen
  readonly mine: readonly ManyCard[]
  readonly unknown: string
}

const lastResult = (page: Screen) => page.locator('.ph-last').getByRole('status')
const soon = (page: Screen): Promise<void> => page.evaluate(() => void dispatchEvent(new Event('online')))

test('three phones of three roles and scopes count a task of another department offline: each resolves every code as the server does later', async ({
  browser,
  server,
}) => {
  test.setTimeout(240_000)
  const desk = await openDesk(server.url, { tenant: '100001', user: 'manager', password: 'ward2026' })
  const { deptId, cards } = await manyCards(server, TASK)
  const phones: Phone[] = []
  for (const [index, user] of accounts.entries()) {
    const context = await browser.newContext({ ...phoneScreen, baseURL: server.url, locale: 'zh-CN' })
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await page.goto('/m/')
    await signInPhone(page, { tenant: '100001', user, password: 'ward2026' }, 60_000)
    const mine = cards.slice(index * (TAGS + 10), (index + 1) * (TAGS + 10))
    phones.push({ user, context, page, mine, unknown: `UNKNOWN-${user}` })
  }
  const [, , slow] = phones as [Phone, Phone, Phone]
  await slow.context.route('**/api/sync/pack?**', (route) => route.abort())

  const { records: users } = await desk.get<Page<{ id: string; account: string }>>('/blade/user/list', { size: '200' })
  const { id } = await desk.post<{ id: string }>('/eam/check/submit', {
    checkTitle: '三种范围',
    mode: 'open',
    beginDate: '2026-11-01',
    scopeDepts: [deptId],
    members: users.filter((user) => (accounts as readonly string[]).includes(user.account)).map((user) => ({ userId: user.id })),
  })
  await desk.post('/eam/check/start', { id })
  const check: StartedCheck = { id, title: '三种范围', cards: [] }

  // A code that has not reached the phone is not a surplus, and is settled once it has.
  const first = slow.mine[0] as ManyCard
  await soon(slow.page)
  await openCount(slow.page, check)
  await expect(slow.page.getByText(`数据未下载完，还差 ${TASK} / ${TASK} 条`)).toBeVisible({ timeout: 30_000 })
  for (const code of [first.rfidCode, slow.unknown]) {
    await reads(slow.page, code)
    await expect(lastResult(slow.page)).toContainText(`数据未下载完${code}`)
    await expect(lastResult(slow.page)).toContainText('已记录，数据到齐后自动核对')
  }
  await expect(slow.page.getByText('不在账面')).toHaveCount(0)
  await slow.page.getByRole('radio', { name: /^已盘记录/ }).check()
  await expect(slow.page.getByText('待核对')).toHaveCount(2)
  await expect(slow.page.getByText('盘盈', { exact: true })).toHaveCount(0)
  await slow.context.unrouteAll({ behavior: 'wait' })
  await soon(slow.page)
  await expect(slow.page.getByText('可离线盘点')).toBeVisible({ timeout: 60_000 })
  await expect(slow.page.getByText(first.deviceName, { exact: true })).toBeVisible()

  for (const { context, page, mine, unknown, user } of phones) {
    if (page !== slow.page) await soon(page)
    if (page !== slow.page) await openCount(page, check)
    await expect(page.getByText('可离线盘点')).toBeVisible({ timeout: 60_000 })
    await context.setOffline(true)
    const [, rfid, label, national, serial, number] = mine as [ManyCard, ManyCard, ManyCard, ManyCard, ManyCard, ManyCard]
    for (const [card, code] of [
      [rfid, rfid.rfidCode],
      [label, `https://ward.example/m/c/${label.qrToken}`],
      [national, national.assetsCode],
      [serial, serial.sn],
      [number, number.deviceCode],
    ] as const) {
      await reads(page, code)
      await expect(lastResult(page), `${user}: ${code}`).toContainText(`相符${card.deviceName}`)
    }
    // The slow phone has read its first unknown code already.
    const strange = page === slow.page ? `${unknown}-OFFLINE` : unknown
    await reads(page, strange)
    await expect(lastResult(page)).toContainText(`不在账面${strange}`)
    const tags = mine.slice(6, 6 + TAGS)
    await readsAll(
      page,
      tags.map((card) => card.rfidCode),
    )
    await expect(lastResult(page)).toContainText(`相符${tags.at(-1)?.deviceName}`, { timeout: 20_000 })
    // The slow phone has sent its first card by now: the others know of it once they have pulled it.
    const done = 5 + TAGS
    const shown = page === slow.page ? `${done + 1}` : `(?:${done}|${done + 1})`
    await expect(page.getByText(new RegExp(`^${shown} / ${TASK}$`))).toBeVisible()
  }

  for (const { context, page } of phones) {
    await context.setOffline(false)
    await soon(page)
  }
  for (const { page } of phones) {
    await page.goto('/m/')
    await expectQueueEmpty(page)
  }
  const totalOf = async (query: Record<string, string>): Promise<number> =>
    (await desk.get<Page<object>>('/eam/deviceapplylist/list', { size: '1', checkId: id, ...query })).total
  await expect.poll(() => totalOf({ result: 'match' }), { timeout: SETTLE_MS }).toBe(3 * (5 + TAGS) + 1)
  const { records: surplus } = await desk.get<Page<{ deviceCode: string }>>('/eam/deviceapplylist/list', {
    size: '50',
    checkId: id,
    result: 'surplus',
  })
  expect(surplus.map((line) => line.deviceCode).sort()).toEqual([...phones.map(({ unknown }) => unknown), `${slow.unknown}-OFFLINE`].sort())
  for (const { context } of phones) await context.close()
})
