import { afterAll, describe, expect, test } from 'vitest'
import { meterDifference } from '#contract/entities/iot/meter-difference.ts'
import { dayStart, daysAfter, homeDay, monthAfter } from '#contract/kit/time/day.ts'
import { everyTenant } from '#server/db/each-tenant.ts'
import { openPool } from '#server/db/pool.ts'
import { foldJob, keepJob } from '#server/features/iot/iot-jobs.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { numbers } from '#tests/harness/numbers.ts'
import { sensorLab } from '#tests/harness/sensors.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

const app = await appForFile()
const worker = openPool(app.database.jobsUrl, 4)
afterAll(() => worker.end())
const admin = await app.as('administrator')
const lab = sensorLab(app, admin)
await lab.must('/blade-system/param/submit', { paramName: '读数保存天数', paramKey: 'iot.readingDays', paramValue: '90' })
const gateway = await lab.credential()
const fold = (now?: Date) => runTimedJob(foldJob, worker, now)
const today = homeDay(new Date())
/** The last day of a month, so that a month ends between it and the next day; the two days after it are over. */
const last = daysAfter(monthAfter(daysAfter(today, -2), 0), -1)
const longAgo = daysAfter(today, -80)
const at = (day: string, seconds: number): string => new Date(Date.parse(dayStart(day)) + seconds * 1000).toISOString()

interface Message {
  readonly ts: string
  readonly power?: number
  readonly energy?: number
}
const sendTo = async (code: string, messages: readonly Message[]): Promise<void> => {
  for (let from = 0; from < messages.length; from += 1000)
    expect(
      (
        await lab.send(
          gateway.secret,
          messages.slice(from, from + 1000).map((one) => ({ sensorCode: code, ...one })),
        )
      ).data.rejected,
    ).toBe(0)
}
const metered = (more: object = {}) => lab.metered(at(longAgo, 0), { reportSeconds: 600, ...more })
const tens = (deviceId: string) =>
  app.sql(
    `select at, running_seconds, standby_seconds, off_seconds, kwh::text, peak_watts::text, starts, first_on, last_off from device_sec_ten where device_id = $1 order by at`,
    [deviceId],
  )
const days = async (deviceId: string): Promise<Row[]> =>
  (await admin.get<Page>('/eam/device-sec-day/list', { deviceId, size: 100, ascs: 'dayTitle' })).data.records
const dayOf = async (deviceId: string, day: string): Promise<Row | undefined> => (await days(deviceId)).find((row) => row.dayTitle === day)
const months = async (deviceId: string): Promise<Row[]> =>
  (await admin.get<Page>('/eam/device-sec-month/page', { deviceId, size: 100 })).data.records
/** Millionths of a kWh, exact. */
const micro = (kwh: unknown): bigint => BigInt(Math.round(Number(kwh) * 1e6))
const sum = (rows: readonly Row[], name: string): number => rows.reduce((all, row) => all + Number(row[name]), 0)

/** Three days around the end of a month: power by chance, a meter that resets, gaps, values that only one of both tells. */
function course(seed: number): Message[] {
  const random = numbers(seed)
  const messages: Message[] = []
  let meter = random(1000)
  for (let second = -86_400 + random(3000); second < 2 * 86_400; second += 60 + random(900)) {
    if (random(40) === 0) second += random(30_000)
    if (random(60) === 0) meter = 0
    const power = [0, 0.5, 5, 15, 80, 1500.25][random(6)]!
    meter += random(1000) / 1000
    const energy = Math.round(meter * 1e6) / 1e6
    const kind = seed % 2 === 0 ? 0 : random(5)
    messages.push({ ts: at(last, second), ...(kind === 1 ? { energy } : kind === 2 || seed % 2 === 0 ? { power } : { power, energy }) })
  }
  return messages
}

/** Seconds by state of a day, by the plainest model: every second has the newest power of at most half an hour ago. */
function modelOf(messages: readonly Message[], day: string): { running: number; standby: number; off: number } {
  const known = messages.filter(({ power }) => power !== undefined)
  const counts = { running: 0, standby: 0, off: 0 }
  const from = Date.parse(dayStart(day)) / 1000
  let next = 0
  for (let second = from; second < from + 86_400; second++) {
    while (next < known.length && Date.parse(known[next]!.ts) / 1000 <= second) next++
    const held = known[next - 1]
    if (!held || second >= Date.parse(held.ts) / 1000 + 1800) continue
    counts[held.power! >= 20 ? 'running' : held.power! >= 2 ? 'standby' : 'off']++
  }
  return counts
}

describe('roll-ups', () => {
  test.each([1, 2, 3, 4])('are the same for late, repeated and shuffled readings, and add up to the digit (%i)', async (seed) => {
    const [plain, wild] = [await metered(), await metered()]
    const messages = course(seed)
    await sendTo(plain.code, messages)
    await fold()
    const random = numbers(seed + 100)
    const parts: Message[][] = [[], [], [], []]
    for (const message of messages) for (let times = random(5) === 0 ? 2 : 1; times > 0; times--) parts[random(4)]!.push(message)
    for (const part of parts) {
      await Promise.all([
        sendTo(
          wild.code,
          part.map((_, index) => part[(index * 7919) % part.length]!),
        ),
        sendTo(wild.code, part),
      ])
      // Two processes at once.
      await Promise.all([fold(), fold()])
    }
    expect(await tens(wild.deviceId)).toEqual(await tens(plain.deviceId))
    const [rows, sums] = [await days(wild.deviceId), await months(wild.deviceId)]
    for (const row of rows) {
      const { running, standby, off } = modelOf(messages, String(row.dayTitle))
      expect(row).toMatchObject({ runningSeconds: running, standbySeconds: standby, offSeconds: off })
    }
    const year = (await admin.get<Row[]>('/eam/device-sec-month/sec-device-year', { deviceId: wild.deviceId })).data
    for (const name of ['runningSeconds', 'standbySeconds', 'offSeconds', 'starts']) {
      expect(sum(sums, name)).toBe(sum(rows, name))
    }
    for (const name of ['runningSeconds', 'kwh']) {
      const total = year.reduce((all, row) => all + micro(row[name === 'kwh' ? 'kwh' : 'running']), 0n)
      expect(total).toBe(rows.reduce((all, row) => all + micro(row[name]), 0n))
    }
    const total = (all: readonly Row[]) => all.reduce((whole, row) => whole + micro(row.kwh), 0n)
    expect(total(sums)).toBe(total(rows))
    const tenTotal = (await tens(wild.deviceId)).reduce((whole, row) => whole + micro(row.kwh), 0n)
    expect(total(rows)).toBe(tenTotal)
    if (seed % 2 === 1) {
      // What the meter says between its first and last reading, resets counted from zero.
      const meter = messages.flatMap(({ energy }) => (energy === undefined ? [] : [energy]))
      const used = meter.slice(1).reduce((all, value, index) => all + micro(value >= meter[index]! ? value - meter[index]! : value), 0n)
      expect(tenTotal).toBe(used)
    }
    expect(sums.length).toBe(2)
  })

  test.each([1, 2, 3])('add up when a meter rolls over, is reset, tells late, twice or not at all (%i)', async (seed) => {
    const random = numbers(seed + 50)
    // In thousandths: a meter that goes to 99.999 kWh, known by the sensor or by its model.
    const maximum = 99_999
    const metrics = [{ quantity: 'energy', jsonPath: 'energy' }]
    const model = { modelName: `电表 ${seed}`, sensorKind: 'power', meterMaximum: seed === 1 ? 500 : 99.999, metrics }
    const { id: modelId } = await lab.must('/iot/sensor-model/submit', model)
    const { code, deviceId } = await metered(seed === 1 ? { modelId, meterMaximum: 99.999 } : { modelId })
    const readings: { at: number; value: number }[] = []
    let meter = 60_000
    for (let second = 0; second < 4 * 86_400; second += 300 + random(6000)) {
      if (random(25) === 0) second += 90_000
      meter = random(30) === 0 ? random(maximum) : meter + random(8000)
      if (meter > maximum) meter -= maximum
      if (random(8) > 0) readings.push({ at: second, value: meter })
    }
    const used = readings.slice(1).reduce((sum, one, index) => sum + meterDifference(readings[index]!, one, maximum), 0)
    const plain = readings.slice(1).reduce((sum, one, index) => sum + meterDifference(readings[index]!, one, null), 0)
    expect(used).toBeGreaterThan(plain)
    const messages = readings.map(({ at: second, value }) => ({ ts: at(daysAfter(last, -2), second), energy: value / 1000 }))
    const parts: Message[][] = [[], [], []]
    for (const message of messages) for (let times = random(4) === 0 ? 2 : 1; times > 0; times--) parts[random(3)]!.push(message)
    for (const part of parts) {
      await sendTo(code, [...part].reverse())
      await fold()
    }
    const [rows, sums] = [await days(deviceId), await months(deviceId)]
    const total = (all: readonly Record<string, unknown>[]) => all.reduce((whole, row) => whole + micro(row.kwh), 0n)
    expect(total(await tens(deviceId))).toBe(BigInt(used) * 1000n)
    expect(total(rows)).toBe(BigInt(used) * 1000n)
    expect(total(sums)).toBe(BigInt(used) * 1000n)
  })

  test('know starts, first on, last off and the peak of a day, also across midnight', async () => {
    const { code, deviceId } = await metered()
    const power: [number, number][] = [
      [-600, 0],
      [-300, 50],
      [0, 50],
      [600, 1],
      [1200, 3000.5],
      [1800, 5],
      [2400, 0],
    ]
    await sendTo(
      code,
      power.map(([second, watts]) => ({ ts: at(last, second + 43_200), power: watts })),
    )
    await sendTo(code, [
      { ts: at(last, 86_100), power: 100 },
      { ts: at(last, 86_700), power: 0 },
    ])
    await fold()
    const [first, second] = [await dayOf(deviceId, last), await dayOf(deviceId, daysAfter(last, 1))]
    expect(first).toMatchObject({ starts: 3, peakWatts: 3000.5 })
    const [row] = await app.sql('select first_on, last_off from device_sec_day where device_id = $1 and day = $2', [deviceId, last])
    expect(row).toEqual({ first_on: new Date(at(last, 42_900)), last_off: new Date(at(last, 45_600)) })
    expect(second).toMatchObject({ starts: 0, runningSeconds: 300, offSeconds: 1800 })
  })

  test('go to the device that a sensor hung on, and to each its part', async () => {
    const { id, code, deviceId } = await metered()
    const other = await lab.device()
    await lab.must('/iot/sensor-config/unbinding', { id })
    await lab.bind(id, other)
    await app.sql('update sensor_binding set ended_at = $2 where sensor_id = $1 and device_id = $3', [id, at(last, 3000), deviceId])
    await app.sql('update sensor_binding set bound_at = $2 where sensor_id = $1 and device_id = $3', [id, at(last, 3300), other])
    await sendTo(code, [
      { ts: at(last, 2400), power: 100 },
      { ts: at(last, 3600), power: 100 },
    ])
    await fold()
    expect(await dayOf(deviceId, last)).toMatchObject({ runningSeconds: 600 })
    expect(await dayOf(other, last)).toMatchObject({ runningSeconds: 300 + 1800 })
  })

  test('follow the thresholds of the device', async () => {
    const { code, deviceId } = await metered()
    await sendTo(code, [
      { ts: at(last, 0), power: 100 },
      { ts: at(last, 600), power: 5 },
    ])
    await fold()
    expect(await dayOf(deviceId, last)).toMatchObject({ runningSeconds: 600, standbySeconds: 1800 })
    const range = { deviceIds: [deviceId], standbyFrom: 10, runningFrom: 200, validFrom: last }
    expect((await admin.post('/eam/device-sec-day/set-range', { ...range, standbyFrom: 300 })).status).toBe(400)
    await lab.must('/eam/device-sec-day/set-range', range)
    await fold()
    expect(await dayOf(deviceId, last)).toMatchObject({ runningSeconds: 0, standbySeconds: 600, offSeconds: 1800 })
    const [event] = await app.sql(`select verb, changes from audit_event where entity = 'deviceRange' order by id desc limit 1`)
    expect(event!.verb).toBe('add')
  })

  test('keep the thresholds of their time, unless someone asks for an earlier day', async () => {
    const { code, deviceId } = await metered()
    const [before, next] = [daysAfter(last, -1), daysAfter(last, 1)]
    for (const day of [before, last, next]) await sendTo(code, [{ ts: at(day, 3600), power: 100 }])
    await fold()
    const running = async () => {
      const rows = await days(deviceId)
      return [before, last, next].map((day) => rows.find(({ dayTitle }) => dayTitle === day)!.runningSeconds)
    }
    const set = (more: object) =>
      admin.post('/eam/device-sec-day/set-range', { deviceIds: [deviceId], standbyFrom: 10, runningFrom: 200, ...more })
    expect((await set({ validFrom: daysAfter(today, 1) })).msg).toContain('生效日期不能晚于今天')
    expect((await set({})).data).toEqual({ changed: 1 })
    await fold()
    expect(await running()).toEqual([1800, 1800, 1800])
    await set({ validFrom: last })
    await fold()
    expect(await running()).toEqual([1800, 0, 0])
    await set({ validFrom: before, runningFrom: 50 })
    await fold()
    expect(await running()).toEqual([1800, 0, 0])
    await set({ validFrom: last, runningFrom: 90 })
    expect((await set({ validFrom: last, runningFrom: 90 })).data).toEqual({ changed: 0 })
    await fold()
    expect(await running()).toEqual([1800, 1800, 1800])
  })

  test('of a day whose readings are gone gain what comes late, and lose nothing', async () => {
    const { code, deviceId } = await metered()
    const old = daysAfter(today, -40)
    await sendTo(code, [{ ts: at(old, 0), power: 100 }])
    await fold()
    expect(await dayOf(deviceId, old)).toMatchObject({ runningSeconds: 1800 })
    const later = new Date(Date.now() + 60 * 86_400_000)
    await runTimedJob(keepJob, worker, later)
    await sendTo(code, [
      { ts: at(old, 1200), power: 0 },
      { ts: at(old, 36_000), power: 1000 },
    ])
    await fold(later)
    // Half an hour each; what was known of the first half hour stays.
    expect(await dayOf(deviceId, old)).toMatchObject({ runningSeconds: 3600, offSeconds: 1200 })
    expect(sum(await months(deviceId), 'runningSeconds')).toBe(3600)
  })
})

describe('sensors', () => {
  test('are online while they report, and offline after three intervals without a reading', async () => {
    const { id, code } = await metered({ reportSeconds: 60 })
    const state = async () => (await admin.get<Row>('/iot/sensor-config/detail', { id })).data
    await sendTo(code, [{ ts: new Date(Date.now() - 30_000).toISOString(), power: 1 }])
    await fold()
    expect(await state()).toMatchObject({ liveState: 'online' })
    await fold(new Date(Date.now() + 170_000))
    expect(await state()).toMatchObject({ liveState: 'offline' })
  })
})

test('what fails for one hospital keeps no other from its work, and is told', async () => {
  const done: string[] = []
  const work = everyTenant(worker, async (id) => {
    if (id === home.tenant) throw new Error('its rows are damaged')
    done.push(id)
  })
  await expect(work).rejects.toThrow('its rows are damaged')
  const { rows } = await worker.query('select id from tenant order by id')
  expect(done).toEqual(rows.map(({ id }) => id).filter((id) => id !== home.tenant))
  expect(done.length).toBeGreaterThan(1)
})
