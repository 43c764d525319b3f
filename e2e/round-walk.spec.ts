import { type Browser, type BrowserContext, expect, type Page as Screen } from '@playwright/test'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { holdSession } from './harness/desk-page.ts'
import { type Account, type Desk, openDesk, type Page } from './harness/office.ts'
import { expectQueueEmpty, openTab, phoneScreen, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'

const account = (user: string): Account => ({ tenant: '100001', user, password: 'ward2026' })
const today = homeDay(new Date())

interface Person {
  readonly id: string
  readonly deptId: string
  readonly realName: string
}
interface Stop {
  readonly id: string
  readonly version: number
  readonly place: number
  readonly stopName: string
  readonly stopStatus: string
  readonly doneById: string | null
  readonly doneAt: string | null
  readonly labelCode: string | null
  readonly skipReason: string | null
  readonly repairs: readonly string[] | null
}

let office: Desk
test.beforeAll(async ({ server }) => {
  office = await openDesk(server.url, account('manager'))
})

const made = async (path: string, body: object): Promise<string> => (await office.post<{ id: string }>(path, body)).id
const personOf = async (keyword: string): Promise<Person> =>
  (await office.get<Page<Person>>('/blade/user/list', { account: keyword, size: '1' })).records[0]!

/** Ten rooms of a floor with their labels. */
async function rooms(mark: string): Promise<{ id: string; token: string }[]> {
  let above: string | undefined
  for (const level of ['courtyard', 'building', 'floor'])
    above = await made('/eam/plc/location/submit', { locationName: `${level}${mark}`, level, ...(above && { parentId: above }) })
  const found: { id: string; token: string }[] = []
  for (let at = 1; at <= 10; at++) {
    const id = await made('/eam/plc/location/submit', { locationName: `巡检${at}室`, level: 'room', parentId: above })
    const { qrToken } = await office.get<{ qrToken: string }>('/eam/plc/location/detail', { id })
    found.push({ id, token: qrToken })
  }
  return found
}

const stopsOf = async (taskId: string): Promise<Stop[]> =>
  (await office.get<Page<Stop>>('/eam/round-stop/list', { taskId, ascs: 'place', size: '50' })).records
const stopOf = (id: string): Promise<Stop> => office.get('/eam/round-stop/detail', { id })

interface Phone {
  readonly context: BrowserContext
  readonly page: Screen
}

/** A phone on which the round is open, and which has no network from then on. */
async function walking(browser: Browser, url: string, who: Account, routeName: string): Promise<Phone> {
  const context = await browser.newContext({ ...phoneScreen, baseURL: url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const page = await context.newPage()
  await page.goto('/m/')
  await signInPhone(page, who)
  await page.goto('/m/rounds')
  await page.getByRole('link', { name: new RegExp(routeName) }).click({ timeout: SETTLE_MS })
  await expect(page.getByText('还有 10 站')).toBeVisible({ timeout: SETTLE_MS })
  await context.setOffline(true)
  return { context, page }
}

const open = (page: Screen, place: number): Promise<void> => page.getByRole('link', { name: new RegExp(`^${place}\\. `) }).click()
const back = (page: Screen): Promise<void> => page.getByRole('link', { name: '返回巡检任务' }).click()

/** Reads a label where the camera would. */
async function scans(page: Screen, code: string): Promise<void> {
  const field = page.getByLabel('输入编码')
  await field.fill(code)
  await field.press('Enter')
}

/** Reads the label of a room, checks the room, and returns to the round. */
async function checks(page: Screen, place: number, code: string): Promise<void> {
  await open(page, place)
  await scans(page, code)
  await expect(page.getByText('已确认到站')).toBeVisible()
  await page.getByRole('button', { name: '到站巡检' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: '到站巡检' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page.getByText('已巡检', { exact: true }).first()).toBeVisible()
  await back(page)
}

/** Takes a step that asks for a reason. */
async function says(page: Screen, step: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: step }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox').fill(reason)
  await sheet.getByRole('button', { name: step }).click()
  await expect(sheet).toHaveCount(0)
}

test('two people walk ten rooms without a signal: each room is proven once, what is skipped, late and broken is explained, nothing is lost', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(300_000)
  const mark = String(Date.now())
  const [engineer, manager] = [await personOf('engineer'), await personOf('manager')]
  const labels = await rooms(mark)
  const deviceName = `巡检监护仪 ${mark}`
  const deviceId = await made('/eam/device/submit', { deviceName, useDeptId: engineer.deptId, locationId: labels[2]!.id })
  const routeName = `夜间巡检 ${mark}`
  const routeId = await made('/eam/round-route/submit', {
    ...{ routeName, deptId: engineer.deptId },
    stops: labels.map(({ id }) => ({ locationId: id, note: '查看报警' })),
  })
  const id = await made('/eam/round-task/submit', {
    ...{ routeId, startsOn: daysAfter(today, -3), dueDate: daysAfter(today, -1) },
    ...{ assigneeId: engineer.id, partnerId: manager.id },
  })
  const token = (place: number): string => labels[place - 1]!.token

  const first = await walking(browser, server.url, account('engineer'), routeName)
  const second = await walking(browser, server.url, account('manager'), routeName)

  // The first person: why the round is late, five rooms, and a broken device in the third.
  await says(first.page, '说明超期原因', '电梯停用两天')
  for (const place of [1, 2]) await checks(first.page, place, token(place))
  await open(first.page, 3)
  await scans(first.page, token(4))
  await expect(first.page.getByText('扫描的不是这个房间的标签').first()).toBeVisible()
  await expect(first.page.getByRole('button', { name: '到站巡检' })).toHaveCount(0)
  await first.page.getByRole('button', { name: `报修 ${deviceName}` }).click()
  await first.page
    .getByRole('dialog')
    .getByRole('textbox', { name: /故障描述/ })
    .fill('屏幕不亮')
  await first.page.getByRole('dialog').getByRole('button', { name: '设备报修' }).click()
  await expect(first.page.getByRole('dialog')).toHaveCount(0)
  await back(first.page)
  for (const place of [3, 4, 5]) await checks(first.page, place, token(place))
  await expect(first.page.getByText('还有 5 站')).toBeVisible()

  // The second person: the fifth room as well, four others, and one that is skipped.
  for (const place of [5, 6, 7, 8, 9]) await checks(second.page, place, token(place))
  await open(second.page, 10)
  await says(second.page, '跳过此站', '手术进行中')
  await back(second.page)
  // What was done lives on the phone, not on the page.
  await second.page.reload()
  await expect(second.page.getByText('还有 4 站')).toBeVisible({ timeout: SETTLE_MS })
  expect((await stopsOf(id)).map(({ stopStatus }) => stopStatus)).toEqual(Array(10).fill('open'))

  await first.context.setOffline(false)
  await expectQueueEmpty(first.page)
  await second.context.setOffline(false)
  await openTab(second.page, '待发送')
  await expect(second.page.getByText(new RegExp(`巡检5室”已由${engineer.realName}于 .+ 巡检`)).first()).toBeVisible({ timeout: SETTLE_MS })

  // Each stop once: who, when and with which label, and one with a reason.
  await expect
    .poll(async () => (await office.get<{ roundStatus: string }>('/eam/round-task/detail', { id })).roundStatus, { timeout: SETTLE_MS })
    .toBe('finished')
  const stops = await Promise.all((await stopsOf(id)).map((stop) => stopOf(stop.id)))
  expect(stops.map(({ place, stopStatus, doneById, labelCode }) => [place, stopStatus, doneById, labelCode])).toEqual([
    ...[1, 2, 3, 4, 5].map((place) => [place, 'done', engineer.id, token(place)]),
    ...[6, 7, 8, 9].map((place) => [place, 'done', manager.id, token(place)]),
    [10, 'skipped', manager.id, null],
  ])
  expect(stops.every(({ doneAt }) => doneAt !== null)).toBe(true)
  // Added and visited, the third also reported: no visit was written twice.
  expect(stops.map(({ version }) => version)).toEqual([2, 2, 3, 2, 2, 2, 2, 2, 2, 2])
  expect(stops[9]!.skipReason).toBe('手术进行中')
  expect(await office.get('/eam/round-task/detail', { id })).toMatchObject({
    ...{ stopCount: 10, doneCount: 9, skippedCount: 1, brokenCount: 1, isInTime: 0, lateReason: '电梯停用两天' },
  })
  const repairs = await office.get<Page<{ id: string }>>('/eam/eventtyperepair/list', { deviceId })
  expect(repairs.records.map((repair) => repair.id)).toEqual(stops[2]!.repairs)
  const repairId = repairs.records[0]!.id
  expect(await office.get('/eam/eventtyperepair/detail', { id: repairId })).toMatchObject({
    ...{ faultDescription: '屏幕不亮', source: stops[2]!.id },
  })

  // The desk: the round with its ten stops, and the same figures in the report.
  await page.setViewportSize({ width: 1440, height: 900 })
  await holdSession(page, 'manager')
  await page.goto(`/eam/round-task?open=${id}`)
  const record = page.getByRole('dialog', { name: new RegExp(routeName) })
  await expect(record.getByText('电梯停用两天').first()).toBeVisible()
  const listed = record.getByRole('region', { name: '站点' })
  for (const { stopName, doneById } of stops) {
    const row = listed.getByRole('row').filter({ hasText: stopName })
    await expect(row).toHaveCount(1)
    await expect(row).toContainText(doneById === engineer.id ? engineer.realName : manager.realName)
  }
  await expect(listed.getByRole('row').filter({ hasText: '手术进行中' })).toHaveCount(1)
  const figures = 'count,done,inTime,late,stops,doneStops,skippedStops,faults'
  const report = await office.get<{ values: object }>('/eam/measure/rounds', { routeId, group: 'route', figures })
  expect(report.values).toMatchObject({ count: 1, done: 1, late: 1, stops: '10', doneStops: '9', skippedStops: '1', faults: '1' })
  for (const { context } of [first, second]) await context.close()
})
