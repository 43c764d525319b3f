import { afterAll, describe, expect, test } from 'vitest'
import { dayStart, daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { openPool } from '#server/db/pool.ts'
import { foldJob } from '#server/features/iot/iot-jobs.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { sensorLab } from '#tests/harness/sensors.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

const app = await appForFile()
const worker = openPool(app.database.jobsUrl, 2)
afterAll(() => worker.end())
const [admin, keeper, auditor] = await Promise.all(['administrator', 'keeper', 'auditor'].map((role) => app.as(role as 'keeper')))
const stranger = await app.as('administrator', other)
const lab = sensorLab(app, admin!)
const gateway = await lab.credential()
const fold = () => runTimedJob(foldJob, worker)
const today = homeDay(new Date())
const yesterday = daysAfter(today, -1)
const at = (day: string, seconds: number): string => new Date(Date.parse(dayStart(day)) + seconds * 1000).toISOString()
const [dayPath, monthPath] = ['/eam/device-sec-day', '/eam/device-sec-month']
const records = async (url: string, query = {}, who = admin!): Promise<Row[]> =>
  (await who.get<Page>(url, { size: 100, ...query })).data.records

/** A metered device that ran for half an hour yesterday at 1,000 W. */
async function ran(deptId = home.depts.bones, day = yesterday) {
  const { id, code } = await lab.sensor({ reportSeconds: 600 })
  const deviceId = await lab.device({ useDeptId: deptId })
  await lab.bind(id, deviceId)
  await app.sql('update sensor_binding set bound_at = $2 where sensor_id = $1', [id, at(daysAfter(today, -20), 0)])
  await lab.send(gateway.secret, [{ sensorCode: code, ts: at(day, 36_000), power: 1000 }])
  await fold()
  return { id, code, deviceId }
}

describe('energy', () => {
  test('is told by day, month and year, and the parts add up [SERVICE-ENT-ENERGY-1] [SERVICE-CAP-4]', async () => {
    const { deviceId } = await ran()
    const [day] = await records(`${dayPath}/sec-device-page`, { deviceId })
    expect(day).toMatchObject({ dayTitle: yesterday, kwh: 0.5, runningSeconds: 1800, useDeptId: home.depts.bones })
    for (const url of [`${dayPath}/sec-device-detail`, `${dayPath}/details`, '/device-info-view/sec-day-detail'])
      expect((await admin!.get<Row>(url, { id: day!.id })).data).toMatchObject({ deviceId, kwh: 0.5 })
    const ten = await records(`${dayPath}/device-ten-record`, { id: day!.id })
    expect(ten.map((row) => row.runningSeconds)).toEqual([600, 600, 600])
    expect(await records(`${dayPath}/device-ten-record`, { deviceId, day: yesterday })).toEqual(ten)
    const [month] = await records(`${monthPath}/sec-device-page`, { deviceId })
    expect(month).toMatchObject({ monthTitle: yesterday.slice(0, 7), kwh: 0.5, dayCount: 1 })
    for (const url of [`${monthPath}/sec-device-detail`, `${dayPath}/month-detail`])
      expect((await admin!.get<Row>(url, { id: month!.id })).data).toMatchObject({ deviceId, kwh: 0.5 })
    expect(await records(`${dayPath}/sec-month-page`, { deviceId })).toHaveLength(1)
    for (const url of [
      `${dayPath}/sec-device-month`,
      `${dayPath}/sec-device-year`,
      `${monthPath}/sec-device-year`,
      '/device-info-view/device-energy',
    ])
      expect((await admin!.get<Row[]>(url, { deviceId })).data, url).toMatchObject([{ kwh: '0.500000', running: '1800' }])
    expect((await records(`${dayPath}/device-page`)).map((row) => row.deviceId)).toContain(deviceId)
    expect((await stranger.get(`${dayPath}/details`, { id: day!.id })).status).toBe(404)
  })

  test('is told per department and hospital, by the devices that a person sees [SERVICE-ENT-ENERGY-2]', async () => {
    const far = await ran(home.depts.medicine)
    const month = yesterday.slice(0, 7)
    const depts = await records(`${monthPath}/dept-sec-page`, { month })
    const [whole] = await records(`${monthPath}/tenant-sec-page`, { month })
    const days = await records(`${dayPath}/list`, { size: 200 })
    const kwh = days.filter((row) => String(row.dayTitle).startsWith(month)).reduce((all, row) => all + Number(row.kwh), 0)
    expect(Number(whole!.kwh)).toBeCloseTo(kwh, 6)
    expect(depts.reduce((all, row) => all + Number(row.kwh), 0)).toBeCloseTo(kwh, 6)
    const medicine = await records(`${monthPath}/dept-sec-page`, { month, useDeptId: home.depts.medicine })
    expect(medicine).toMatchObject([{ useDeptName: '内科', deviceCount: 1, kwh: 0.5 }])
    const seen = await records(`${monthPath}/dept-sec-page`, { month }, keeper)
    expect(seen.map((row) => row.useDeptId)).not.toContain(home.depts.medicine)
    expect((await keeper!.get('/device-info-view/device-detail', { id: far.deviceId })).status).toBe(404)
  })

  test('is told by hour of seven days, as far as sensors measured them, to who sees the device', async () => {
    const [near, far] = [await ran(), await ran(home.depts.medicine)]
    const week = async (deviceId: string, day: string, who = admin!) =>
      (await who.get<Row[]>(`${dayPath}/week-hours`, { deviceId, day })).data
    const hour = { day: yesterday, hour: 10, runningSeconds: 1800, measuredSeconds: 1800 }
    expect(await week(near.deviceId, today)).toEqual([hour])
    expect(await week(near.deviceId, daysAfter(yesterday, 6))).toEqual([hour])
    expect(await week(near.deviceId, daysAfter(yesterday, 7))).toEqual([])
    expect(await week(near.deviceId, daysAfter(yesterday, -1))).toEqual([])
    expect([await week(near.deviceId, today, keeper), await week(far.deviceId, today, keeper)]).toEqual([[hour], []])
    expect(await week(near.deviceId, today, stranger)).toEqual([])
    const entry = { deviceId: near.deviceId, day: yesterday, kwh: 1, runningSeconds: 60, standbySeconds: 0, offSeconds: 0 }
    await lab.must(`${dayPath}/submit-record`, { ...entry, remark: '抄表' })
    expect(await week(near.deviceId, today)).toEqual([])
  })

  test('is entered by hand with its reason, stays when readings come, and is taken back [SERVICE-API-8]', async () => {
    const { code, deviceId } = await ran()
    const entry = { deviceId, day: yesterday, kwh: 7.25, runningSeconds: 3600, standbySeconds: 0, offSeconds: 0, remark: '抄表' }
    expect((await auditor!.post(`${dayPath}/submit-record`, entry)).status).toBe(403)
    expect((await admin!.post(`${dayPath}/submit-record`, { ...entry, remark: '' })).status).toBe(400)
    expect((await admin!.post(`${dayPath}/submit-record`, { ...entry, day: daysAfter(today, 1) })).msg).toContain('不能晚于今天')
    expect((await admin!.post(`${dayPath}/submit-record`, { ...entry, offSeconds: 86_000 })).msg).toContain('不能超过一天')
    const { id } = await lab.must(`${dayPath}/submit-record`, entry)
    const history = await records(`${dayPath}/history`, { id })
    expect(JSON.stringify(history[0])).toContain('抄表')
    await lab.send(gateway.secret, [{ sensorCode: code, ts: at(yesterday, 50_000), power: 1000 }])
    await fold()
    const [month] = await records(`${monthPath}/page`, { deviceId })
    expect(month).toMatchObject({ kwh: 7.25, runningSeconds: 3600 })
    expect((await admin!.post(`${monthPath}/remove?ids=${month!.id}`)).status).toBe(200)
    await fold()
    expect(await records(`${monthPath}/page`, { deviceId })).toMatchObject([{ kwh: 1, runningSeconds: 3600 }])
    expect((await admin!.post(`${monthPath}/remove?ids=${month!.id}`)).msg).toContain('没有手工录入')
  })

  test('of a month is entered for a device without a sensor, as one of its days', async () => {
    const deviceId = await lab.device()
    const { id } = await lab.must(`${monthPath}/submit`, { deviceId, month: '2026-02', kwh: 33.5, remark: '总表分摊' })
    expect((await admin!.get<Row>(`${dayPath}/details`, { id })).data).toMatchObject({ day: '2026-02-28', kwh: 33.5, isManual: 1 })
    expect(await records(`${monthPath}/page`, { deviceId })).toMatchObject([{ monthTitle: '2026-02', kwh: 33.5 }])
    const metered = await ran()
    const refused = await admin!.post(`${monthPath}/submit`, {
      deviceId: metered.deviceId,
      month: yesterday.slice(0, 7),
      kwh: 1,
      remark: 'x',
    })
    expect(refused.msg).toContain('已有传感器记录')
  })

  test('is told in parts when sensor or department changes in the month', async () => {
    // Two days of one month.
    const [one, two] =
      today.slice(8) === '01' || today.slice(8) === '02' ? [daysAfter(today, -4), daysAfter(today, -3)] : [daysAfter(today, -2), yesterday]
    const { id, deviceId } = await ran(home.depts.bones, one)
    await app.sql('update device set use_dept_id = $2 where id = $1', [deviceId, home.depts.medicine])
    await lab.must('/iot/sensor-config/unbinding', { id })
    await app.sql('update sensor_binding set ended_at = $2 where sensor_id = $1', [id, at(two, 0)])
    const second = await lab.sensor({ reportSeconds: 600 })
    await lab.bind(second.id, deviceId)
    await app.sql('update sensor_binding set bound_at = $2 where sensor_id = $1', [second.id, at(two, 0)])
    await lab.send(gateway.secret, [{ sensorCode: second.code, ts: at(two, 36_000), power: 500 }])
    await fold()
    const parts = (await admin!.get<Row[]>(`${monthPath}/transfer`, { deviceId, month: one.slice(0, 7) })).data
    expect(parts).toMatchObject([
      { useDeptName: '骨科', from: one, until: one, kwh: 0.5 },
      { useDeptName: '内科', sensorCode: second.code, from: two, kwh: 0.25 },
    ])
    const months = await records(`${monthPath}/page`, { deviceId, monthTitle: one.slice(0, 7) })
    expect(Number(months[0]!.kwh)).toBe(0.75)
    expect((await admin!.get<Row[]>(`${monthPath}/transfer`, { deviceId: (await ran()).deviceId })).data).toEqual([])
  })
})

describe('views of sensors', () => {
  test('name devices that were never on, grade classes, and count by building', async () => {
    const { deviceId } = await ran()
    const quiet = await lab.metered()
    const never = (await admin!.get<Row[]>('/eam/sec-view/no-open', { from: yesterday, until: today })).data.map((row) => row.deviceId)
    expect(never).toContain(quiet.deviceId)
    expect(never).not.toContain(deviceId)
    const grades = (await admin!.get<Row[]>('/eam/sec-view/use-evaluations')).data
    expect(grades.find((row) => row.classifyId === null)).toMatchObject({ target: 30, grade: 'good' })
    const buildings = (await admin!.get<Row[]>('/eam/sec-view/building-distribution')).data
    expect(buildings.reduce((all, row) => all + Number(row.count), 0)).toBe(
      (await admin!.get<Page>('/iot/sensor-config/page', { bindState: 'bound' })).data.total,
    )
    const total = (await admin!.get<Row[]>('/eam/sec-view/sensor-total')).data
    expect(total.find((row) => row.key === 'power')!.count).toBe(
      (await admin!.get<Page>('/iot/sensor-config/page', { sensorKind: 'power' })).data.total,
    )
  })

  test('tell what a device does now', async () => {
    const { code, deviceId } = await lab.metered()
    await lab.send(gateway.secret, [{ sensorCode: code, ts: new Date(Date.now() - 5000).toISOString(), power: 15 }])
    await fold()
    const { data } = await admin!.get<Row>('/device-info-view/device-detail', { id: deviceId })
    expect(data).toMatchObject({ id: deviceId, watts: 15, state: 'standby', sensors: [{ sensorCode: code, liveState: 'online' }] })
  })

  test('tell where devices are, and which have left their fence', async () => {
    const { id, code } = await lab.sensor({ sensorKind: 'position' })
    const [deviceId, secret] = [await lab.device(), gateway.secret]
    await lab.bind(id, deviceId)
    await app.sql(`update sensor_binding set bound_at = now() - interval '1 hour' where sensor_id = $1`, [id])
    const fence = { fenceName: '门诊楼', deviceId, lat: 31.2304, lng: 121.4737, radiusMeters: 200 }
    const { id: fenceId } = await lab.must('/iot/fence-device/submit', fence)
    const state = async () => (await records('/iot/fence-device/list', { deviceId })).find((row) => row.id === fenceId)!.fenceState
    const minutes = (count: number) => new Date(Date.now() - count * 60_000).toISOString()
    await lab.send(secret, [{ sensorCode: code, ts: minutes(9), lat: 31.2305, lng: 121.4738, battery: 80 }])
    await fold()
    expect(await state()).toBe('inside')
    await lab.send(secret, [{ sensorCode: code, ts: minutes(5), lat: 31.2304, lng: 121.4767, battery: 79 }])
    await fold()
    expect(await state()).toBe('outside')
    const found = await records('/iot/location-record/page', { deviceId })
    expect(found).toMatchObject([
      { deviceId, lat: 31.2304, lng: 121.4767 },
      { deviceId, lng: 121.4738 },
    ])
    const counts = (await admin!.get<Row[]>('/iot/location-record/count-gps-device')).data
    expect(counts.reduce((all, row) => all + Number(row.count), 0)).toBe(1)
    expect((await records('/locators/page')).map((row) => row.id)).toContain(id)
    expect((await admin!.get<Row>('/mqtt/device-info', { id })).data).toMatchObject({
      ...{ topic: `eam/${home.tenant}/${code}/telemetry`, deviceId, values: { lat: 31.2304, battery: 79 } },
    })
    expect((await stranger.get('/mqtt/device-info', { id })).status).toBe(404)
  })
})
