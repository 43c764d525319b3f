import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { bandYear, slotsOfDay, type TariffHour } from '#contract/entities/iot/tariff-hours.ts'
import { dayStart, daysAfter, homeDay, monthAfter } from '#contract/kit/time/day.ts'
import { openPool } from '#server/db/pool.ts'
import { foldJob } from '#server/features/iot/iot-jobs.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { numbers } from '#tests/harness/numbers.ts'
import { sensorLab } from '#tests/harness/sensors.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

const app = await appForFile()
const worker = openPool(app.database.jobsUrl, 2)
afterAll(() => worker.end())
const [admin, keeper, auditor] = await Promise.all(['administrator', 'keeper', 'auditor'].map((role) => app.as(role as 'keeper')))
const stranger = await app.as('administrator', other)
const lab = sensorLab(app, admin!)
// Days around a month's end are up to 35 days ago; of a day whose readings count as gone a meter says nothing.
await lab.must('/blade-system/param/submit', { paramName: '读数保存天数', paramKey: 'iot.readingDays', paramValue: '90' })
const gateway = await lab.credential()
const fold = () => runTimedJob(foldJob, worker)
const today = homeDay(new Date())
/** The last day of a month, with the two days after it over: days around it lie in two months. */
const last = daysAfter(monthAfter(daysAfter(today, -2), 0), -1)
const at = (day: string, seconds: number): string => new Date(Date.parse(dayStart(day)) + seconds * 1000).toISOString()
const path = '/eam/energy-tariff'

const hours = [
  { band: 'valley', startsAt: '23:00', endsAt: '07:00' },
  { band: 'peak', startsAt: '07:00', endsAt: '12:00' },
  { band: 'flat', startsAt: '12:00', endsAt: '18:00' },
  { band: 'sharp', startsAt: '18:00', endsAt: '23:00' },
]
const prices = { sharpPrice: '1.5013', peakPrice: '1.2', flatPrice: '0.7777', valleyPrice: '0.3001' }
let serial = 0
const tariff = (validFrom: string, more: object = {}) => ({
  ...{ tariffName: `电价${++serial}`, validFrom, ...prices, co2Factor: '0.5703', hours },
  ...more,
})
const add = async (draft: object): Promise<string> => String((await lab.must(`${path}/submit`, draft)).id)
const removeAll = async (): Promise<void> => {
  const { records } = (await admin!.get<Page>(`${path}/list`, { size: 100 })).data
  for (const { id } of records) expect((await admin!.post(`${path}/remove?ids=${id}`)).msg).toBe('操作成功')
  await fold()
}
const dayOf = async (deviceId: string, day: string): Promise<Row> =>
  (await admin!.get<Page>('/eam/device-sec-day/list', { deviceId, dayTitle: day })).data.records[0]!
const monthsOf = async (deviceId: string): Promise<Row[]> =>
  (await admin!.get<Page>('/eam/device-sec-month/page', { deviceId, size: 100 })).data.records
/** What the measure says of a device. */
const measured = async (deviceId: string, query = {}): Promise<{ values: Record<string, unknown> }> =>
  (await admin!.get<{ values: Record<string, unknown> }>('/eam/measure/energy', { deviceId, group: 'month', ...query })).data
/** A metered device with 1,000 W for half an hour from each of these seconds of a day. */
async function ran(day: string, ...seconds: number[]): Promise<string> {
  const { code, deviceId } = await lab.metered(at(daysAfter(last, -60), 0), { reportSeconds: 600 })
  await lab.send(
    gateway.secret,
    seconds.map((second) => ({ sensorCode: code, ts: at(day, second), power: 1000 })),
  )
  await fold()
  return deviceId
}
const bandsOf = ({ sharpKwh, peakKwh, flatKwh, valleyKwh, energyCost, co2Kg }: Row) => ({
  sharpKwh,
  peakKwh,
  flatKwh,
  valleyKwh,
  energyCost,
  co2Kg,
})
const nothing = { sharpKwh: null, peakKwh: null, flatKwh: null, valleyKwh: null, energyCost: null, co2Kg: null }

beforeEach(removeAll)

describe('a tariff', () => {
  test('covers 24 hours once, with a price for each band; what does not is refused and changes nothing', async () => {
    const refused = async (more: object): Promise<string> => {
      const answer = await admin!.post(`${path}/submit`, tariff('2026-01-01', more))
      expect(answer.status).toBe(400)
      return String(answer.msg)
    }
    expect(await refused({ hours: hours.slice(1) })).toContain('1 月 00:00–07:00 没有时段')
    expect(await refused({ hours: [...hours, { band: 'peak', startsAt: '13:00', endsAt: '14:00' }] })).toContain('13:00–14:00 的时段重叠')
    expect(await refused({ valleyPrice: null })).toContain('谷时段没有电价')
    expect(await refused({ hours: [{ ...hours[0], startsAt: '23:05' }, ...hours.slice(1)] })).toContain('时段开始')
    expect(await refused({ hours: [] })).toContain('电价时段')
    expect(await refused({ flatPrice: '-0.1' })).toContain('平时电价')
    expect((await admin!.get<Page>(`${path}/list`)).data.total).toBe(0)
    expect((await auditor!.post(`${path}/submit`, tariff('2026-01-01'))).status).toBe(403)
  })

  test('begins on a day that no other has, and is of its hospital alone', async () => {
    const id = await add(tariff('2040-01-01'))
    expect((await admin!.post(`${path}/submit`, tariff('2040-01-01'))).msg).toContain('生效日期')
    expect((await stranger.get(`${path}/detail`, { id })).status).toBe(404)
    expect((await admin!.post(`${path}/submit`, { id, version: 1, peakPrice: null })).msg).toContain('峰时段没有电价')
    expect((await admin!.get<Row>(`${path}/detail`, { id })).data).toMatchObject({ peakPrice: 1.2, version: 1 })
  })
})

test('a device class that energy days name is retired, not removed, and its figures stay', async () => {
  const { id: classId } = await lab.must('/eam/device-class/submit', { className: '已停用分类', classCode: '97-01' })
  const deviceId = await lab.device({ classifyId: classId })
  const entry = { deviceId, day: last, kwh: 3, runningSeconds: 60, standbySeconds: 0, offSeconds: 0, remark: '抄表' }
  await lab.must('/eam/device-sec-day/submit-record', entry)
  await app.sql('update device set classify_id = null where id = $1', [deviceId])
  const refused = await admin!.post(`/eam/device-class/remove?ids=${classId}`)
  expect(refused).toMatchObject({ status: 409, msg: '“医疗器械分类”正被其他记录使用，不能删除；可改为“停用”，不再选用，历史记录保留' })
  await lab.must('/eam/device-class/submit', { id: classId, isInactive: 1 })
  const { rows } = (await admin!.get<{ rows: Row[] }>('/eam/measure/energy', { deviceId, group: 'classify' })).data
  expect(rows).toMatchObject([{ key: classId, name: '已停用分类', values: { kwh: '3.000000' } }])
})

describe('the cost of a day', () => {
  test('is the energy of each band at its price, in figures, months and years alike', async () => {
    await add(tariff(daysAfter(last, -30)))
    // Half an hour each: 06:45 lies in valley and peak, then flat, sharp, and valley before midnight.
    const deviceId = await ran(last, 24_300, 43_200, 64_800, 84_600)
    const day = await dayOf(deviceId, last)
    expect(day).toMatchObject({ kwh: 2, sharpKwh: 0.5, peakKwh: 0.25, flatKwh: 0.5, valleyKwh: 0.75 })
    // 0.5 × 1.5013 + 0.25 × 1.2 + 0.5 × 0.7777 + 0.75 × 0.3001 = 1.664575, 2 × 0.5703 kg.
    expect(day).toMatchObject({ energyCost: 1.6646, co2Kg: 1.1406 })
    expect(await monthsOf(deviceId)).toMatchObject([{ energyCost: 1.6646, co2Kg: 1.1406, valleyKwh: 0.75 }])
    const { values } = await measured(deviceId)
    expect(values).toMatchObject({ cost: '1.6646', sharp: '0.500000', valley: '0.750000', valleyShare: 37.5, co2: '1.1406', unpriced: 0 })
    const [year] = (await admin!.get<Row[]>('/eam/device-sec-day/sec-device-year', { deviceId })).data
    expect(year).toMatchObject({ cost: '1.6646', valleyShare: 37.5 })
    const depts = (await admin!.get<Page>('/eam/device-sec-month/dept-sec-page', { month: last.slice(0, 7), size: 100 })).data.records
    const days = (await admin!.get<Page>('/eam/device-sec-day/list', { size: 200, useDeptId: home.depts.bones })).data.records
    const inMonth = days.filter(({ dayTitle }) => String(dayTitle).startsWith(last.slice(0, 7)))
    const bones = depts.find(({ useDeptId }) => useDeptId === home.depts.bones)!
    expect(bones.energyCost).toBeCloseTo(
      inMonth.reduce((sum, row) => sum + Number(row.energyCost ?? 0), 0),
      4,
    )
  })

  test('is that of its bands, to the last digit, in days, months, departments and the measure', async () => {
    await add(tariff(daysAfter(last, -30), { sharpPrice: '0.3333', peakPrice: '0.3333', flatPrice: '0.3333', valleyPrice: '0.3333' }))
    // Each band has 0.05 kWh: by itself each costs 0.016665, rounded 0.0167; together 0.06666, rounded 0.0667.
    const { code, deviceId } = await lab.metered(at(daysAfter(last, -60), 0), { reportSeconds: 600 })
    await lab.send(
      gateway.secret,
      [3600, 30_000, 50_000, 70_000].map((second) => ({ sensorCode: code, ts: at(last, second), power: 100 })),
    )
    await fold()
    const costs = ({ sharpCost, peakCost, flatCost, valleyCost }: Row) => ({ sharpCost, peakCost, flatCost, valleyCost })
    const day = await dayOf(deviceId, last)
    expect(day).toMatchObject({ sharpKwh: 0.05, peakKwh: 0.05, flatKwh: 0.05, valleyKwh: 0.05, energyCost: 0.0667 })
    expect(costs(day)).toEqual({ sharpCost: 0.0167, peakCost: 0.0166, flatCost: 0.0167, valleyCost: 0.0167 })
    expect(costs((await monthsOf(deviceId))[0]!)).toEqual(costs(day))
    for (const group of ['month', 'useDept', 'device'])
      expect((await measured(deviceId, { group })).values, group).toMatchObject({
        ...{ cost: '0.0667', sharpCost: '0.0167', peakCost: '0.0166', flatCost: '0.0167', valleyCost: '0.0167' },
      })
    const broken = app.sql('update device_sec_day set flat_cost = flat_cost + 0.0001 where device_id = $1', [deviceId])
    await expect(broken).rejects.toThrow('device_sec_day_band_costs')
  })

  test('is unknown before the first tariff, and no nought', async () => {
    await add(tariff(daysAfter(last, 1)))
    const deviceId = await ran(last, 36_000)
    expect(bandsOf(await dayOf(deviceId, last))).toEqual(nothing)
    expect((await measured(deviceId)).values).toMatchObject({ unpriced: 1, valleyShare: null, kwh: '0.500000' })
    expect((await monthsOf(deviceId))[0]).toMatchObject(nothing)
    const { total } = (await admin!.get<Page>('/eam/device-sec-day/list', { deviceId, energyCost: '_none' })).data
    expect(total).toBe(1)
  })

  test('is the flat price of a day entered by hand, whose hours are unknown', async () => {
    await add(tariff(daysAfter(last, -30)))
    const deviceId = await lab.device()
    const entry = { deviceId, day: last, kwh: 10.5, runningSeconds: 3600, standbySeconds: 0, offSeconds: 0, remark: '抄表' }
    await lab.must('/eam/device-sec-day/submit-record', entry)
    // 10.5 × 0.7777 = 8.16585
    expect(bandsOf(await dayOf(deviceId, last))).toEqual({
      ...{ sharpKwh: 0, peakKwh: 0, flatKwh: 10.5, valleyKwh: 0, energyCost: 8.1659, co2Kg: 5.9882 },
    })
    expect(await monthsOf(deviceId)).toMatchObject([{ energyCost: 8.1659, flatKwh: 10.5 }])
    await removeAll()
    expect(bandsOf(await dayOf(deviceId, last))).toEqual(nothing)
  })

  test('follows a back-dated, changed, moved or removed tariff with the next run, until the next tariff begins', async () => {
    const [first, second] = [await ran(daysAfter(last, -1), 36_000), await ran(daysAfter(last, 1), 36_000)]
    const costs = async () => [
      (await dayOf(first, daysAfter(last, -1))).energyCost,
      (await dayOf(second, daysAfter(last, 1))).energyCost,
      (await monthsOf(first))[0]!.energyCost,
    ]
    expect(await costs()).toEqual([null, null, null])
    const id = await add(tariff(daysAfter(last, -40)))
    expect(await costs()).toEqual([null, null, null])
    await fold()
    expect(await costs()).toEqual([0.6, 0.6, 0.6])
    const later = await add(tariff(last, { peakPrice: '2' }))
    await fold()
    expect(await costs()).toEqual([0.6, 1, 0.6])
    await lab.must(`${path}/submit`, { id, version: 1, peakPrice: '3' })
    await fold()
    expect(await costs()).toEqual([1.5, 1, 1.5])
    await lab.must(`${path}/submit`, { id: later, version: 1, validFrom: daysAfter(last, -20) })
    await fold()
    expect(await costs()).toEqual([1, 1, 1])
    await lab.must(`${path}/submit`, { id: later, version: 2, remark: '核对' })
    expect((await app.sql('select count(*)::int as n from energy_mark where tenant_id = $1', [home.tenant]))[0]!.n).toBe(0)
    expect((await admin!.post(`${path}/remove?ids=${later}`)).msg).toBe('操作成功')
    await fold()
    expect(await costs()).toEqual([1.5, 1.5, 1.5])
    await removeAll()
    expect(await costs()).toEqual([null, null, null])
  })

  test('of which ten-minute records are gone stays', async () => {
    const id = await add(tariff(daysAfter(last, -30)))
    const deviceId = await ran(last, 36_000)
    await app.sql('delete from device_sec_ten where device_id = $1', [deviceId])
    await lab.must(`${path}/submit`, { id, version: 1, peakPrice: '9' })
    await fold()
    expect(await dayOf(deviceId, last)).toMatchObject({ kwh: 0.5, energyCost: 0.6 })
  })

  test('is shown to who sees the device', async () => {
    await add(tariff(daysAfter(last, -30)))
    const { code, deviceId } = await lab.metered(at(daysAfter(last, -60), 0), { reportSeconds: 600 })
    await app.sql('update device set use_dept_id = $2 where id = $1', [deviceId, home.depts.medicine])
    await lab.send(gateway.secret, [{ sensorCode: code, ts: at(last, 36_000), power: 1000 }])
    await fold()
    expect(await dayOf(deviceId, last)).toMatchObject({ energyCost: 0.6, useDeptId: home.depts.medicine })
    const { rows } = (await keeper!.get<{ rows: Row[] }>('/eam/measure/energy', { group: 'useDept', figures: 'cost' })).data
    expect(rows.map(({ key }) => key)).not.toContain(home.depts.medicine)
    expect((await keeper!.get<Page>('/eam/device-sec-day/list', { deviceId })).data.total).toBe(0)
  })

  test.each([1, 2, 3])('adds up to the digit for any hours, prices and readings (%i)', async (seed) => {
    const random = numbers(seed)
    const price = (): string => (random(20_000) / 10_000).toFixed(4)
    const cuts = [...new Set(Array.from({ length: 3 + random(5) }, () => random(slotsOfDay)))].sort((one, next) => one - next)
    const clock = (slot: number): string => `${String(Math.floor(slot / 6)).padStart(2, '0')}:${slot % 6}0`
    const bands = ['sharp', 'peak', 'flat', 'valley'] as const
    const shape = (months: string | null): TariffHour[] =>
      cuts.map((cut, index) => ({
        ...{ band: bands[random(4)]!, startsAt: clock(cut), endsAt: clock(cuts[(index + 1) % cuts.length]!), months },
      }))
    const month = Number(last.slice(5, 7))
    const lines = [...shape(null), ...shape(String(month))]
    const given = { sharpPrice: price(), peakPrice: price(), flatPrice: price(), valleyPrice: price() }
    const { code, deviceId } = await lab.metered(at(daysAfter(last, -60), 0), { reportSeconds: 600 })
    const messages: object[] = []
    let meter = random(1000)
    for (let second = -86_400; second < 2 * 86_400; second += 200 + random(3000)) {
      meter += random(5000) / 1000
      messages.push({ sensorCode: code, ts: at(last, second), power: random(3000), energy: Math.round(meter * 1e6) / 1e6 })
    }
    const half = messages.filter((_, index) => index % 2 === 0)
    await lab.send(gateway.secret, half)
    await fold()
    // The tariff comes after the readings, the other half of them later and twice.
    await add(tariff(daysAfter(last, -1), { ...given, hours: lines }))
    await fold()
    await lab.send(gateway.secret, [...messages].reverse())
    await fold()
    const year = bandYear(lines)
    const tens = await app.sql(`select at, (kwh * 1000000)::bigint::text as micro from device_sec_ten where device_id = $1`, [deviceId])
    const ofDay = new Map<string, { cost: bigint; micro: bigint }>()
    for (const row of tens) {
      const moment = new Date(String(row.at))
      const day = homeDay(moment)
      const slot = Math.floor((moment.getTime() - Date.parse(dayStart(day))) / 600_000)
      const letter = year[(Number(day.slice(5, 7)) - 1) * slotsOfDay + slot]!
      const band = bands.find((one) => one.startsWith(letter))!
      const known = ofDay.get(day) ?? { cost: 0n, micro: 0n }
      const units = BigInt(Math.round(Number(given[`${band}Price`]) * 10_000))
      ofDay.set(day, { cost: known.cost + BigInt(String(row.micro)) * units, micro: known.micro + BigInt(String(row.micro)) })
    }
    /** Ten-thousandths of a yuan, rounded half up. */
    const model = new Map([...ofDay].map(([day, { cost }]) => [day, (cost + 500_000n) / 1_000_000n]))
    const units = (value: unknown): bigint => BigInt(Math.round(Number(value) * 10_000))
    const { records } = (await admin!.get<Page>('/eam/device-sec-day/list', { deviceId, size: 100 })).data
    expect(records.length).toBe(model.size)
    for (const row of records) {
      expect(units(row.energyCost), String(row.dayTitle)).toBe(model.get(String(row.dayTitle)))
      const parts = ['sharpKwh', 'peakKwh', 'flatKwh', 'valleyKwh'].reduce((sum, name) => sum + Math.round(Number(row[name]) * 1e6), 0)
      expect(parts).toBe(Math.round(Number(row.kwh) * 1e6))
    }
    const total = [...model.values()].reduce((sum, one) => sum + one, 0n)
    expect(total).toBeGreaterThan(0n)
    expect((await monthsOf(deviceId)).reduce((sum, row) => sum + units(row.energyCost), 0n)).toBe(total)
    expect(units((await measured(deviceId)).values.cost)).toBe(total)
  })
})
