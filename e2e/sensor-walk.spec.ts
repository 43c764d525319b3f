import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page as Screen } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { dayStart, daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { shortNumber } from '#src/kit/chart/figure-text.ts'
import { momentText, numberText } from '#src/kit/value-text.ts'
import { messageAt } from '../scripts/simulate/profiles.ts'
import { asOwner } from './harness/as-owner.ts'
import { holdSession } from './harness/desk-page.ts'
import { type Account, type Desk, openDesk, type Page } from './harness/office.ts'
import { expectQueueEmpty, openTab, phoneScreen, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'

const account = (user: string): Account => ({ tenant: '100001', user, password: 'ward2026' })
const stepMs = 600_000
/** The newest moment that sensors send. */
const newest = Math.floor(Date.now() / stepMs) * stepMs
const today = homeDay(new Date(newest))
const yesterday = daysAfter(today, -1)
const begin = Date.parse(dayStart(yesterday))
/** Profiles of the simulation: a pump, which runs and stands by, and a fridge. */
const [pump, fridge] = [0, 2]
const reason = '门封老化，药品已移至备用冰箱'

interface Alarm {
  readonly id: string
  readonly alarmState: string
}
interface Day {
  readonly id: string
  readonly dayTitle: string
  readonly kwh: number | string
}
interface Reading {
  readonly at: number
  readonly temperature: number
}

let [office, platform] = [] as unknown as [Desk, Desk]
test.beforeAll(async ({ server }) => {
  office = await openDesk(server.url, account('manager'))
  platform = await openDesk(server.url, { tenant: '000000', user: 'admin', password: 'admin' })
})

const made = async (path: string, body: object): Promise<string> => (await office.post<{ id: string }>(path, body)).id

/** Reads a label where the camera would. */
async function scans(page: Screen, code: string): Promise<void> {
  const field = page.getByLabel('输入编码')
  await field.fill(code)
  await field.press('Enter')
}

/** What a button of a page downloads, as rows. */
async function sheetOf(page: Screen, button: Locator): Promise<readonly (readonly unknown[])[]> {
  await button.click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /xlsx/ }).click()
  return (await readXlsx(new Uint8Array(await readFile(await (await waiting).path())))).sheets[0]!.rows
}

/** The exact sum of a column with at most six decimals. */
function sumOf(sheet: readonly (readonly unknown[])[], heading: string): number {
  const at = sheet[0]!.map(String).indexOf(heading)
  expect(at, heading).toBeGreaterThanOrEqual(0)
  return sheet.slice(1).reduce((sum, row) => sum + Math.round(Number(row[at] ?? 0) * 1e6), 0) / 1e6
}

const hero = (page: Screen, name: string) =>
  page
    .locator('.eam-board-hero')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
    .locator('strong')

test('sensors are bound by two scans each, send a day, and a fridge that grows warm is one alarm: told, answered on the phone, ended by itself, and reported', async ({
  page,
  browser,
  server,
}) => {
  const mark = String(Date.now())
  const [climate, power] = [`WD-${mark}`, `DB-${mark}`]
  const { records: people } = await office.get<Page<{ id: string; deptId: string; realName: string }>>('/blade/user/list', {
    ...{ keyword: 'engineer', size: '1' },
  })
  const engineer = people[0]!
  const deviceName = `疫苗冰箱 ${mark}`
  const deviceId = await made('/eam/device/submit', { deviceName, useDeptId: engineer.deptId })
  const { qrToken } = await office.get<{ qrToken: string }>('/eam/device/detail', { id: deviceId })
  const sensor = (sensorCode: string, sensorKind: string) =>
    made('/iot/sensor-config/submit', { sensorCode, sensorKind, reportSeconds: stepMs / 1000 })
  const [climateId, powerId] = [await sensor(climate, 'climate'), await sensor(power, 'power')]
  const ruleId = await made('/iot/alarm-rule/submit', {
    ...{ ruleName: `疫苗 2～8 °C ${mark}`, ruleState: 'active', severity: 'critical', sensorId: climateId, people: [engineer.id] },
    ...{ comparison: 'outside', quantity: 'temperature', lowerLimit: 2, upperLimit: 8, hysteresis: 0.5, holdMinutes: 10 },
  })
  const { secret } = await office.post<{ secret: string }>('/iot/sensor-credential/issue', { credentialName: `网关 ${mark}` })
  const send = async (messages: readonly object[]): Promise<object> => {
    const answer = await fetch(`${server.url}/api/iot/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify({ messages }),
    })
    return ((await answer.json()) as { data: object }).data
  }
  const alarms = async (): Promise<Alarm[]> =>
    (await office.get<Page<Alarm>>('/iot/alarm/list', { sensorId: climateId, size: '50' })).records
  const states = async (): Promise<string[]> => (await alarms()).map(({ alarmState }) => alarmState)

  // Two scans for each sensor.
  const context = await browser.newContext({ ...phoneScreen, baseURL: server.url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const phone = await context.newPage()
  await phone.goto('/m/')
  await signInPhone(phone, account('engineer'))
  await openTab(phone, '我的')
  await phone.getByRole('link', { name: '扫码绑定传感器' }).click()
  for (const [code, kind] of [
    [climate, '温湿度'],
    [power, '用电'],
  ] as const) {
    await scans(phone, code.toLowerCase())
    await expect(phone.getByRole('heading', { name: `传感器 ${code}（${kind}）` })).toBeVisible()
    await scans(phone, `c/${qrToken}`)
    await expect(phone.getByRole('heading', { name: `传感器 ${code} 已绑定到“${deviceName}”` })).toBeVisible()
  }
  // They hang there since yesterday's midnight, so that the day that follows is theirs.
  await asOwner(server, async (client) => {
    const since = dayStart(yesterday)
    await client.query('update sensor_binding set bound_at = $1 where sensor_id = any($2)', [since, [climateId, powerId]])
    await client.query('update alarm_rule set judges_from = $1 where id = $2', [since, ruleId])
  })

  // Yesterday and today until two hours ago, the newest first.
  const moments = (from: number, to: number): number[] =>
    Array.from({ length: Math.round((to - from) / stepMs) + 1 }, (_, at) => from + at * stepMs)
  const climateAt = (at: number) => ({ sensorCode: climate, ...messageAt(new Date(at), fridge) })
  const powerAt = (at: number) => ({ sensorCode: power, ...messageAt(new Date(at), pump) })
  const watts = moments(begin, newest).map(powerAt)
  const calm = moments(begin, newest - 12 * stepMs).map(climateAt)
  expect(await send([...calm, ...watts].reverse())).toEqual({ stored: calm.length + watts.length, repeated: 0, rejected: 0 })
  expect(await alarms()).toEqual([])

  // Too warm for an hour, shuffled and repeated: one alarm, and one notice on the phone.
  const warm: Reading[] = [8.6, 9.1, 9.8, 10.4, 9.7, 8.8].map((temperature, at) => ({ at: newest - (11 - at) * stepMs, temperature }))
  const sent = (all: readonly Reading[]) => all.map(({ at, temperature }) => ({ sensorCode: climate, ts: at, temperature }))
  expect(await send(sent(warm.slice(2, 5)))).toMatchObject({ stored: 3 })
  expect(await send(sent(warm.toReversed()))).toEqual({ stored: 3, repeated: 3, rejected: 0 })
  await expect.poll(states).toEqual(['open'])
  const [{ id: alarmId }] = (await alarms()) as [Alarm]
  await openTab(phone, '消息')
  const told = (kind: string) => phone.getByRole('button', { name: new RegExp(`${kind}.*${deviceName}`) })
  await expect(told('传感器告警')).toHaveCount(1, { timeout: SETTLE_MS })
  await told('传感器告警').click()
  await expect(phone).toHaveURL(new RegExp(`/m/alarms/${alarmId}$`))
  await expect(phone.getByText('10.4 °C')).toBeVisible({ timeout: SETTLE_MS })
  await phone.getByRole('button', { name: '确认告警' }).click()
  const sheet = phone.getByRole('dialog')
  await sheet.getByRole('textbox', { name: '原因与处置' }).fill(reason)
  await sheet.getByRole('button', { name: '确认告警' }).click()
  await expect(sheet).toHaveCount(0)
  await expectQueueEmpty(phone)
  await expect.poll(states).toEqual(['acknowledged'])
  expect(await office.get('/iot/alarm/detail', { id: alarmId })).toMatchObject({ peak: 10.4, acknowledgedById: engineer.id, reason })

  // Back in the range: it ends by itself, and nothing is left to do.
  await send(sent(moments(newest - 5 * stepMs, newest).map((at) => ({ at, temperature: 5 }))))
  await expect.poll(states).toEqual(['closed'])
  expect(await office.get('/iot/alarm/detail', { id: alarmId })).toMatchObject({ closedBecause: 'recovered', responseState: 'given' })
  await openTab(phone, '消息')
  await expect(told('告警已恢复')).toHaveCount(1, { timeout: SETTLE_MS })
  await expect(told('传感器告警')).toHaveCount(1)
  await phone.goto('/m/alarms')
  await expect(phone.getByRole('heading', { name: '传感器告警' })).toBeVisible()
  await expect(phone.locator(`a[href$="/alarms/${alarmId}"]`)).toHaveCount(0, { timeout: SETTLE_MS })
  await context.close()

  // The job of the minute, at once: energy is what the meter counted, and each ten minutes of yesterday are in one state.
  const meter = (at: number): number => Number(messageAt(new Date(at), pump).energy)
  const counted = Math.round((meter(newest) - meter(begin)) * 1e6)
  const days = async (): Promise<Day[]> => (await office.get<Page<Day>>('/eam/device-sec-day/list', { deviceId, size: '50' })).records
  await expect
    .poll(
      async () => {
        // Refused while it runs.
        await platform.post('/blade-system/timed-job/run', { name: 'foldReadings' }).catch(() => undefined)
        return (await days()).reduce((sum, { kwh }) => sum + Math.round(Number(kwh) * 1e6), 0)
      },
      { timeout: SETTLE_MS },
    )
    .toBe(counted)
  const dayId = (await days()).find(({ dayTitle }) => dayTitle === yesterday)!.id
  const isOn = ({ power: drawn }: { power?: unknown }): boolean => Number(drawn) >= 20
  const ofYesterday: { sensorCode: string; power?: unknown }[] = moments(begin, begin + 143 * stepMs).map(powerAt)
  const runningSeconds = (ofYesterday.filter(isOn).length * stepMs) / 1000
  expect(await office.get('/eam/device-sec-day/detail', { id: dayId })).toMatchObject({
    ...{ runningSeconds, standbySeconds: 86_400 - runningSeconds, offSeconds: 0 },
  })

  // The desk: curves and states of the device.
  await page.setViewportSize({ width: 1440, height: 900 })
  await holdSession(page, 'manager')
  await page.goto(`/eam/device/${deviceId}?tab=operation`)
  await expect(page.getByRole('figure', { name: '各时段电费' })).toBeVisible({ timeout: SETTLE_MS })
  const week = page.getByRole('figure', { name: '一周运行热力图' })
  await expect(week.getByRole('row').filter({ hasText: '100%' }).first()).toBeAttached()
  for (const code of [climate, power])
    await expect(page.getByRole('row').filter({ hasText: code }).filter({ hasText: '在线' })).toHaveCount(1)
  const dayRow = page
    .getByRole('row')
    .filter({ hasText: yesterday })
    .filter({ hasText: numberText(runningSeconds, 'zh') })
  await expect(dayRow).toHaveCount(1)
  await expect(page.getByRole('row').filter({ hasText: '已结束' })).toHaveCount(1)

  // The report: each reading outside, and who confirmed why; its file says the same.
  await page.getByRole('button', { name: '冷链温度报告' }).click()
  const report = page.locator('.eam-print-sheet')
  await expect(report.getByRole('heading', { name: new RegExp(climate) })).toBeVisible()
  const outside = report.getByRole('table').last().locator('tbody tr')
  const lines = warm.map(({ at, temperature }, place) => [
    String(place + 1),
    momentText(new Date(at).toISOString(), 'zh'),
    String(temperature),
  ])
  await expect.poll(async () => Promise.all((await outside.all()).map((row) => row.locator('td').allInnerTexts()))).toEqual(lines)
  const answered = report.getByRole('row').filter({ hasText: reason })
  await expect(answered).toHaveCount(1)
  await expect(answered).toContainText(engineer.realName)
  const cold = await sheetOf(page, page.getByRole('button', { name: '导出' }))
  const kinds = (kind: string) => cold.filter((row) => row[1] === kind)
  expect(kinds('超限读数').map((row) => row[4])).toEqual(warm.map(({ temperature }) => temperature))
  expect(kinds('传感器告警').map((row) => String(row[5]))).toEqual([expect.stringContaining(`${engineer.realName} · ${reason}`)])

  // Board, page and file have the same totals.
  const from = daysAfter(today, -29)
  await page.goto(`/eam/device-sec-day?day_ge=${from}&day_le=${today}`)
  await expect(page.getByRole('row').filter({ hasText: deviceName }).first()).toBeVisible()
  const energy = await sheetOf(page, page.getByRole('button', { name: '导出' }))
  await expect(page.getByText(`共 ${energy.length - 1} 条`)).toBeVisible()
  const [kwh, cost] = [sumOf(energy, '用电量（kWh）'), sumOf(energy, '电费（元）')]
  await page.goto('/eam/energy-bands')
  const first = page.locator('#band-from')
  await first.fill(from)
  await first.press('Enter')
  const totals = page.locator('.ant-table-summary td')
  await expect(totals.nth(-3)).toHaveText(numberText(kwh, 'zh'))
  await expect(totals.nth(-2)).toHaveText(numberText(cost, 'zh'))
  await page.goto('/datav/energy')
  await expect(hero(page, '近 30 天用电量')).toHaveText(shortNumber(kwh, 'zh'))
  await expect(hero(page, '近 30 天电费')).toHaveText(shortNumber(cost, 'zh'))
  await page.goto('/iot/sensor-config?bindState=bound')
  await expect(page.getByRole('row').filter({ hasText: climate })).toBeVisible()
  const bound = (await sheetOf(page, page.getByRole('button', { name: '导出' }))).length - 1
  await expect(page.getByText(`共 ${bound} 条`)).toBeVisible()
  await page.goto('/datav/monitor')
  await expect(hero(page, '已绑定传感器')).toHaveText(String(bound))
})
