import { describe, expect, test } from 'vitest'
import type { Measured } from '#contract/kit/figures/measure.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { repairs } from '#tests/harness/repairs.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const engineer = await app.as('engineer')
const keeper = await app.as('keeper')
const warehouse = await app.as('warehouse_keeper')
const neighbour = await app.as('administrator', other)
const work = repairs(app, admin)
const { bones, medicine } = home.depts

const must = async <T = Row>(client: Client, path: string, body: object): Promise<T> => {
  const answer = await client.post<T>(path, body)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return answer.data
}
const page = async (path: string, query: object = {}, who = admin): Promise<Page> =>
  (await who.get<Page>(path, query as Record<string, string>)).data
const rowsOf = async (path: string, query: object = {}, who = admin): Promise<readonly Row[]> =>
  (await who.get<Row[]>(path, query as Record<string, string>)).data

let serial = 0
/** A published checklist template for inspections with one question. */
const template = async (useKind = 'inspection'): Promise<string> => {
  const items = [{ itemText: '开机自检通过', itemKind: 'yesNo', isRequired: 1 }]
  const { id } = await must(admin, '/eam/eamdeviceinspection/submit', { templateName: `巡检模板${++serial}`, useKind, items })
  await must(admin, '/eam/eamdeviceinspection/publish', { id })
  return id
}
/** A checklist of a device, finished with an answer or left as it is. */
const checklist = async (templateId: string, deviceId: string, dueDate: string, said?: 'yes' | 'no'): Promise<string> => {
  const path = '/eam/eamdeviceinspectionlist'
  const { id } = await must(admin, `${path}/submit`, { templateId, deviceId, dueDate })
  if (!said) return id
  const { version } = (await admin.get<Row>(`${path}/detail`, { id })).data
  await must(engineer, `${path}/submit`, { id, version, answers: { 1: said } })
  await must(engineer, `${path}/finish`, { id })
  return id
}

describe('inspections', () => {
  const base = '/sps/hospital/work-order-inspection'
  test('are reported by month and department with the figures of their list [SERVICE-CAP-3] [SERVICE-CAP-6] [SERVICE-ENT-KIND]', async () => {
    const templateId = await template()
    const inBones = await work.card()
    const inMedicine = await work.card([], { useDeptId: medicine })
    const done = await checklist(templateId, inBones, '2031-03-05', 'yes')
    const bad = await checklist(templateId, inBones, '2031-03-06', 'no')
    await checklist(templateId, inMedicine, '2031-03-07', 'yes')
    await checklist(templateId, inMedicine, '2031-04-01')
    const cancelled = await checklist(templateId, inBones, '2031-04-02')
    await must(admin, '/eam/eamdeviceinspectionlist/cancel', { ids: [cancelled], reason: '不做' })
    // A checklist for quality control is no inspection.
    await checklist(await template('quality'), inBones, '2031-03-08', 'no')
    const figures = (rows: readonly Row[]) =>
      rows.map(({ key, count, done, completion, abnormal, passed }) => [key, count, done, completion, abnormal, passed])
    const asked = { templateId }
    expect(figures(await rowsOf(`${base}/all-report`, asked))).toEqual([
      ['2031-03', 3, 3, 100, 1, 66.7],
      ['2031-04', 1, 0, 0, 0, null],
    ])
    expect(figures(await rowsOf(`${base}/dept-report`, asked)).sort()).toEqual(
      [
        [bones, 2, 2, 100, 1, 50],
        [medicine, 2, 1, 50, 0, 100],
      ].sort(),
    )
    expect(figures(await rowsOf(`${base}/all-report`, { ...asked, dueDate_ge: '2031-04-01', dueDate_le: '2031-04-30' }))).toHaveLength(1)
    const list = await page(`${base}/inspection-record`, asked)
    expect([list.total, list.records.some(({ id }) => id === bad)]).toEqual([3, true])
    expect((await page(`${base}/inspection-record`, { ...asked, deviceId: inBones })).total).toBe(2)
    expect((await page(`${base}/inspection-record`, { ...asked, deptId: medicine })).total).toBe(1)
    const counts = await rowsOf(`${base}/inspection-record-count`, asked)
    expect(Object.fromEntries(counts.map(({ key, count }) => [key, count]))).toEqual({ normal: 2, abnormal: 1 })
    expect((await admin.get<Row>(`${base}/details`, { id: bad })).data).toMatchObject({ id: bad, result: 'abnormal', abnormalCount: 1 })
    const [record] = (await page('/eam/eamdeviceinspectionlisthistory/list', { taskId: bad })).records
    expect((await admin.get<Row>(`${base}/details-record`, { id: record!.id })).data).toMatchObject({
      ...{ taskId: bad, result: 'abnormal' },
      entries: [{ text: '开机自检通过', answer: 'no', verdict: 'abnormal' }],
    })
    // The keeper sees the surgery alone, the neighbour nothing.
    expect(figures(await rowsOf(`${base}/dept-report`, asked, keeper))).toEqual([[bones, 2, 2, 100, 1, 50]])
    expect((await page(`${base}/inspection-record`, asked, keeper)).total).toBe(2)
    expect((await rowsOf(`${base}/inspection-record-count`, asked, keeper)).map(({ count }) => count)).toEqual([1, 1])
    for (const path of ['all-report', 'dept-report', 'inspection-record-count'])
      expect([path, (await rowsOf(`${base}/${path}`, {}, neighbour)).filter(({ count }) => Number(count) > 0)]).toEqual([path, []])
    expect((await page(`${base}/inspection-record`, {}, neighbour)).total).toBe(0)
    for (const [path, id] of [
      ['details', done],
      ['details-record', record!.id],
    ])
      expect((await neighbour.get(`${base}/${path}`, { id: id! })).status).toBe(404)
    expect((await warehouse.get(`${base}/all-report`)).status).toBe(403)
  })
})

describe('repairs', () => {
  test('that have ended are listed as many as the measure counts [SERVICE-CAP-3]', async () => {
    const deviceId = await work.card()
    const path = '/sps/hospital/work-order-repair/repair-record'
    const done = await work.at('done', deviceId)
    await work.at('working', deviceId)
    await work.at('cancelled', deviceId)
    const scrapped = await work.at('scrapped', await work.card([], { useDeptId: bones }))
    expect((await page(path, { deviceId })).records.map(({ id }) => id)).toEqual([done])
    const all = await page(path, { deptId: bones })
    expect(all.records.map(({ id }) => id).sort()).toEqual([done, scrapped].sort())
    const { data } = await admin.get<Measured>('/eam/measure/repairs', { useDeptId: bones, repairStatus: 'done,scrapped' })
    expect(data.values.count).toBe(all.total)
    expect((await page(path, {}, keeper)).total).toBe(2)
    const foreign = await work.report(admin, await work.card([], { useDeptId: medicine }))
    await app.sql(`update repair_order set repair_status = 'done' where id = $1`, [foreign])
    expect((await page(path, {}, admin)).records.map(({ id }) => id)).toContain(foreign)
    expect((await page(path, {}, keeper)).total).toBe(2)
    expect((await page(path, {}, neighbour)).total).toBe(0)
    expect((await page(path, {}, warehouse)).records.map(({ id }) => id)).toEqual([foreign])
  })
})

describe('availability', () => {
  const at = (moment: string) => `${moment}+08`
  /** A repair of a device as it happened at given times of June 2025. */
  const repaired = async (
    deviceId: string,
    times: { reported: string; finished: string; closed: string; waited?: number; stopped?: 0 | 1 },
  ) => {
    const id = await work.at('done', deviceId)
    await app.sql(
      `update repair_order set reported_at = $2, accepted_at = $2, arrived_at = $2, finished_at = $3, closed_at = $4, waited_minutes = $5, is_stopped = $6 where id = $1`,
      [id, at(times.reported), at(times.finished), at(times.closed), times.waited ?? null, times.stopped ?? 1],
    )
  }
  const june = { during_ge: '2025-06-01', during_le: '2025-06-30' }
  const measured = async (query: object, who = admin): Promise<Measured> =>
    (await who.get<Measured>('/eam/measure/availability', query as Record<string, string>)).data

  test('of a month of 720 h with 2 failures, down 6 h and 12 h, is 97.5 %, MTTR 9 h, MTBF 351 h [SERVICE-CAP-3] [SERVICE-CAP-6] [SERVICE-CAP-8]', async () => {
    const classifyId = (await must(admin, '/eam/device-class/submit', { className: '输液泵', classCode: '14-02' })).id
    const deviceId = await work.card(['receive'], { classifyId, enableDate: '2020-01-01' })
    await repaired(deviceId, { reported: '2025-06-03 08:00', finished: '2025-06-03 14:00', closed: '2025-06-03 14:00' })
    await repaired(deviceId, { reported: '2025-06-20 20:00', finished: '2025-06-21 08:00', closed: '2025-06-21 08:00' })
    // One of another month changes nothing.
    await repaired(deviceId, { reported: '2025-07-01 00:00', finished: '2025-07-01 09:00', closed: '2025-07-01 09:00' })
    const worked = { count: 1, availability: 97.5, down: 18 * 60, failures: 2, mttr: 9 * 60, mtbf: 351 * 60, firstTimeFix: 100 }
    const { values, rows, filter } = await measured({ ...june, classifyId })
    expect(values).toEqual(worked)
    expect(rows.map((row) => [row.key, row.values])).toEqual([[bones, worked]])
    expect((await page('/eam/device/list', filter)).records.map(({ id }) => id)).toEqual([deviceId])
    expect((await rowsOf('/eam/availability/class-report', { ...june, classifyId }))[0]).toMatchObject({ key: classifyId, ...worked })
    const { count: _, ...each } = worked
    const devices = await page('/eam/availability/device-page', { ...june, classifyId })
    expect(devices.records).toMatchObject([{ id: deviceId, ...each }])
    expect((await page('/eam/availability/device-page', june, warehouse)).total).toBe(0)
    expect((await page('/eam/availability/device-page', june, neighbour)).total).toBe(0)
    // Repair time has one definition: the measure of repairs has the same mean for the same orders.
    const orders = await admin.get<Measured>('/eam/measure/repairs', { deviceId, reportedAt_ge: '2025-06-01', reportedAt_le: '2025-06-30' })
    expect(orders.data.values).toMatchObject({ count: 2, mttr: 9 * 60 })
    expect((await measured({ ...june, classifyId }, neighbour)).values).toMatchObject({
      count: 0,
      availability: null,
      down: 0,
      failures: 0,
    })
    expect((await measured({ ...june, classifyId }, warehouse)).values.count).toBe(0)
    expect((await measured({ ...june, classifyId }, keeper)).values).toEqual(worked)
    expect((await admin.get('/eam/measure/availability', { during_ge: 'June' })).status).toBe(400)
  })

  test('counts overlapping times once, only within the period, from the first use, and repair time less waiting', async () => {
    const classifyId = (await must(admin, '/eam/device-class/submit', { className: '呼吸机', classCode: '08-03' })).id
    const deviceId = await work.card(['receive'], { classifyId, enableDate: '2025-06-21' })
    // 240 h are left of the month. Down 10 h, and 5 h of a stop that begins 2 h before its end: 13 h.
    await repaired(deviceId, { reported: '2025-06-22 00:00', finished: '2025-06-22 08:00', closed: '2025-06-22 10:00', waited: 120 })
    await app.sql(
      `insert into device_stop (tenant_id, id, stop_no, device_id, stop_kind, since, lifted_at) values ($1, gen_random_uuid(), 'T1', $2, 'recall', $3, $4)`,
      [home.tenant, deviceId, at('2025-06-22 08:00'), at('2025-06-22 13:00')],
    )
    // A repair of a device that stays in use is a failure without downtime; one that goes on into July counts until the end of June: 11 h.
    await repaired(deviceId, { reported: '2025-06-25 00:00', finished: '2025-06-25 02:00', closed: '2025-06-25 02:00', stopped: 0 })
    await repaired(deviceId, { reported: '2025-06-30 13:00', finished: '2025-07-01 09:00', closed: '2025-07-02 09:00' })
    const { values } = await measured({ ...june, classifyId })
    // (240 - 24) / 240; (6 + 2 + 20) / 3; (240 - 24) / 3.
    expect(values).toEqual({ count: 1, availability: 90, down: 24 * 60, failures: 3, mttr: 560, mtbf: 72 * 60, firstTimeFix: 100 })
    // Nothing is known of days that have not been.
    expect((await measured({ during_ge: '2150-01-01', during_le: '2150-01-31', classifyId })).values).toEqual({
      ...{ count: 1, availability: null, down: 0, failures: 0, mttr: null, mtbf: null, firstTimeFix: null },
    })
  })

  test('the first-time fix rate leaves out repairs that were sent back', async () => {
    const classifyId = (await must(admin, '/eam/device-class/submit', { className: '心电图机', classCode: '07-03' })).id
    const deviceId = await work.card(['receive'], { classifyId })
    const returned = await work.at('returned', deviceId)
    await work.go(engineer, 'arrive', returned)
    await work.go(engineer, 'finish', returned, work.result)
    await work.go(keeper, 'check', returned, { rating: 3 })
    const atOnce = [await work.at('done', deviceId), await work.at('done', deviceId)]
    await work.at('finished', deviceId)
    await app.sql('update repair_order set reported_at = $2 where device_id = $1', [deviceId, at('2025-06-15 08:00')])
    expect(atOnce).toHaveLength(2)
    // Two of three that are signed off; the one that awaits it does not count.
    expect((await measured({ ...june, classifyId })).values).toMatchObject({ failures: 4, firstTimeFix: 66.7 })
  })
})

describe('what was done before', () => {
  const collection = (name: string) => `/eam/device-life-cycle/${name}-collection`
  const past = {
    ...{ faultDescription: '屏幕不亮', reportedAt: '2024-05-06 08:00:00', finishedAt: '2024-05-06 18:00:00' },
    ...{ diagnosis: '背光损坏', measures: '更换背光', labourCost: '80.00', outsideCost: '100.00' },
    parts: [{ partName: '背光', quantity: 2, unitPrice: '10.00' }],
  }
  const state = async (id: string) => (await admin.get<Row>('/eam/device/detail', { id })).data.eamStatus

  test('a repair is a closed order without a notice or a clock, and leaves the card as it is [ASSET-ST-EVT-1]', async () => {
    const deviceId = await work.card(['receive'])
    const { id } = await must(engineer, collection('repair'), { deviceId, isStopped: 1, ...past })
    expect(await work.detail(id)).toMatchObject({
      ...{ repairStatus: 'done', isStopped: 1, acceptedAt: null, arrivedAt: null, rating: null, useDeptId: bones },
      ...{ partsCost: '20.00', labourCost: '80.00', outsideCost: '100.00', totalCost: '200.00' },
    })
    const { reportedAt, finishedAt, closedAt } = await work.detail(id)
    expect([reportedAt, finishedAt, closedAt].map((time) => Date.parse(String(time)))).toEqual(
      ['08', '18', '18'].map((hour) => Date.parse(`2024-05-06T${hour}:00:00+08:00`)),
    )
    expect(await state(deviceId)).toBe('in_use')
    expect(await work.notices(id)).toEqual([])
    const year = await admin.get<Measured>('/eam/measure/repairs', { deviceId })
    // 10 h to repair, and no response that was measured.
    expect(year.data.values).toMatchObject({ count: 1, mttr: 600, response: null, inTime: null, cost: '200.00' })
    const events = (await page('/eam/device-life-cycle/list', { eamDeviceId: deviceId })).records
    expect(events[0]).toMatchObject({
      operationTypeValue: '已补录维修',
      showContent: expect.stringMatching(/^2024-05-06 更换背光 WX-\d+-\d+$/),
    })
  })

  test('is refused from the future, the wrong way round, out of stock, and of another department or hospital', async () => {
    const deviceId = await work.card(['receive'])
    const told = async (more: object, who = engineer) => (await who.post(collection('repair'), { deviceId, ...past, ...more })).msg
    expect(await told({ finishedAt: '2024-05-05 08:00:00' })).toBe('完工时间早于报修时间')
    expect(await told({ finishedAt: '2150-05-05 08:00:00' })).toBe('只能补录已完工的维修')
    const stockPartId = await work.stock(deviceId, 3, '5.00')
    expect((await engineer.post(collection('repair'), { deviceId, ...past, parts: [{ stockPartId, quantity: 1 }] })).status).toBe(400)
    expect((await keeper.post(collection('repair'), { deviceId, ...past })).status).toBe(403)
    expect((await neighbour.post(collection('repair'), { deviceId, ...past })).success).toBe(false)
    expect((await page('/eam/eventtyperepair/list', { deviceId })).total).toBe(0)
  })

  test('a certificate is entered as a past record', async () => {
    const deviceId = await work.card(['receive'])
    const { id } = await must(engineer, collection('measure'), {
      ...{
        deviceId,
        measureKind: 'calibration',
        result: 'passed',
        measuredOn: '2024-03-01',
        certificateNo: 'J-1',
        validUntil: '2150-02-28',
      },
    })
    expect((await admin.get<Row>('/eam/eventtypemeasure/detail', { id })).data).toMatchObject({ recordStatus: 'done', isSupplement: 1 })
    expect(await state(deviceId)).toBe('in_use')
    expect((await keeper.post(collection('measure'), { deviceId })).status).toBe(403)
  })
})
