import { beforeAll, describe, expect, test } from 'vitest'
import { dayStart, daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { qualityLab } from '#tests/harness/quality.ts'
import { repairs } from '#tests/harness/repairs.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const engineer = await app.as('engineer')
const keeper = await app.as('keeper')
const warehouse = await app.as('warehouse_keeper')
const neighbour = await app.as('administrator', other)
const work = repairs(app, admin)
const lab = qualityLab(app, admin)
const { bones, medicine } = home.depts
const today = homeDay(new Date())
const [monday, tuesday, wednesday] = ['2025-03-10', '2025-03-11', '2025-03-12'] as const
const week = { day_ge: monday, day_le: wednesday }

const must = async <T = Row>(client: Client, path: string, body: object): Promise<T> => {
  const answer = await client.post<T>(path, body)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return answer.data
}
const page = async <R = Row>(path: string, query: object = {}, who = admin) => {
  const answer = await who.get<Page>(path, query as Record<string, string>)
  expect([path, answer.status, answer.msg]).toEqual([path, 200, '操作成功'])
  return answer.data as unknown as Omit<Page, 'records'> & { readonly records: readonly R[] }
}
/** The last minute of a day at home, so that a day in another zone is another one. */
const lateOn = (day: string): string => new Date(Date.parse(dayStart(daysAfter(day, 1))) - 60_000).toISOString()

let [inBones, inMedicine] = ['', '']
beforeAll(async () => {
  inBones = await work.card(['receive'])
  inMedicine = await work.card(['receive'], { useDeptId: medicine })
})

describe('the daily quality report', () => {
  const path = '/eam/quality-daily/list'
  const devices = '/eam/quality-daily/device-page'
  interface Counts {
    readonly done: number
    readonly passed: number
    readonly failed: number
    readonly overdue: number
  }
  interface Day {
    readonly day: string
    readonly inspection: Counts
    readonly quality: Counts
    readonly measure: Counts | null
    readonly devices: number
  }
  const none = { done: 0, passed: 0, failed: 0, overdue: 0 }

  beforeAll(async () => {
    const [inspection, quality] = await Promise.all(
      ['inspection', 'quality'].map(async (useKind) => {
        const items = [{ itemText: '自检', itemKind: 'yesNo', isRequired: 1 }]
        const { id } = await must(admin, '/eam/eamdeviceinspection/submit', { templateName: useKind, useKind, items })
        await must(admin, '/eam/eamdeviceinspection/publish', { id })
        return id
      }),
    )
    const checklist = async (templateId: string, deviceId: string, dueDate: string, done?: { day: string; said: 'yes' | 'no' }) => {
      const base = '/eam/eamdeviceinspectionlist'
      const { id } = await must(admin, `${base}/submit`, { templateId, deviceId, dueDate })
      if (!done) return
      const { version } = (await admin.get<Row>(`${base}/detail`, { id })).data
      await must(engineer, `${base}/submit`, { id, version, answers: { 1: done.said } })
      await must(engineer, `${base}/finish`, { id })
      await app.sql('update checklist_task set finished_at = $2 where id = $1', [id, lateOn(done.day)])
    }
    await checklist(inspection!, inBones, monday, { day: monday, said: 'yes' })
    await checklist(inspection!, inBones, monday, { day: tuesday, said: 'no' })
    await checklist(inspection!, inMedicine, tuesday)
    await checklist(inspection!, inMedicine, today)
    await checklist(quality!, inMedicine, wednesday, { day: tuesday, said: 'yes' })
    for (const [result, measuredOn] of [
      ['passed', monday],
      ['limited', tuesday],
      ['failed', tuesday],
    ])
      await must(admin, '/eam/eventtypemeasure/supplement', {
        ...{ deviceId: inMedicine, measureKind: 'calibration', result, measuredOn, certificateNo: `${result}-1`, validUntil: '2026-03-01' },
      })
  })

  test('has one row per day, and the devices behind each count', async () => {
    const { records, total } = await page<Day>(path, week)
    expect(total).toBe(3)
    expect(records).toEqual([
      { id: wednesday, day: wednesday, inspection: none, quality: none, measure: none, devices: 0 },
      {
        ...{ id: tuesday, day: tuesday },
        inspection: { done: 1, passed: 0, failed: 1, overdue: 1 },
        quality: { done: 1, passed: 1, failed: 0, overdue: 0 },
        measure: { done: 2, passed: 0, failed: 1, overdue: 0 },
        devices: 2,
      },
      {
        ...{ id: monday, day: monday },
        // The second checklist was due on Monday and was done on Tuesday.
        inspection: { done: 1, passed: 1, failed: 0, overdue: 1 },
        quality: none,
        measure: { done: 1, passed: 1, failed: 0, overdue: 0 },
        devices: 2,
      },
    ])
    expect((await page<Day>(path, { ...week, size: 1, current: 2 })).records.map(({ day }) => day)).toEqual([tuesday])
    const behind = async (query: object, who = admin) => (await page(devices, query, who)).records.map(({ id }) => id).sort()
    for (const { day, devices: count } of records) expect(await behind({ day_ge: day, day_le: day })).toHaveLength(count)
    const on = { day_ge: tuesday, day_le: tuesday }
    expect(await behind({ ...on, source: 'inspection', outcome: 'failed' })).toEqual([inBones])
    expect(await behind({ ...on, source: 'inspection', outcome: 'overdue' })).toEqual([inMedicine])
    expect(await behind({ ...on, outcome: 'passed' })).toEqual([inMedicine])
    // Nothing is overdue on its own day.
    expect((await page<Day>(path, { day_ge: today, day_le: today })).records[0]!.inspection.overdue).toBe(0)
    const finished = await page('/eam/eamdeviceinspectionlist/list', {
      ...{ useKind: 'inspection', finishedAt_ge: tuesday, finishedAt_le: `${tuesday} 23:59:59.999` },
    })
    expect(finished.total).toBe(records[1]!.inspection.done)
  })

  test('counts quality controls on the day of control, and a day on which one was due until it is done', async () => {
    const [friday, saturday] = ['2025-05-09', '2025-05-10']
    const device = await lab.device()
    const template = await lab.template({ templateName: '日报质控', controlCycle: 12, controlCycleUnit: 'month' })
    const control = await lab.draft(device, template)
    await lab.measure(control, lab.bad)
    await lab.must('/eam/quality-control/finish', { id: control })
    await app.sql('update quality_control set controlled_on = $2, next_due = $3 where id = $1', [control, friday, saturday])
    const span = { day_ge: friday, day_le: saturday }
    const counts = async () => (await page<Day>(path, span)).records.map(({ day, quality }) => ({ day, ...quality }))
    expect(await counts()).toEqual([
      { day: saturday, ...none, overdue: 1 },
      { day: friday, done: 1, passed: 0, failed: 1, overdue: 0 },
    ])
    expect((await page(devices, { ...span, source: 'quality', outcome: 'overdue' })).records.map(({ id }) => id)).toEqual([device])
    const next = await lab.finished(device, template)
    await app.sql('update quality_control set controlled_on = $2, next_due = null where id = $1', [next, saturday])
    expect((await counts())[0]).toEqual({ day: saturday, done: 1, passed: 1, failed: 0, overdue: 0 })
    await app.sql("update device set eam_status = 'disposed' where id = $1", [device])
    await app.sql('update quality_control set controlled_on = $2 where id = $1', [next, today])
    expect((await counts())[0]!.overdue).toBe(0)
  })

  test('shows what the person may list, in the departments of the person', async () => {
    const [, day, before] = (await page<Day>(path, week, keeper)).records
    expect(day).toMatchObject({ inspection: { ...none, done: 1, failed: 1 }, quality: none, measure: null, devices: 1 })
    expect(before).toMatchObject({ inspection: { ...none, done: 1, passed: 1, overdue: 1 }, devices: 1 })
    expect((await page(devices, week, keeper)).records.map(({ id }) => id)).toEqual([inBones])
    expect((await page<Day>(path, week, neighbour)).records.every((row) => row.devices === 0 && row.inspection.done === 0)).toBe(true)
    expect((await page(devices, week, neighbour)).total).toBe(0)
    expect((await warehouse.get(path)).status).toBe(403)
    expect((await admin.get(path, { day_ge: wednesday, day_le: monday })).msg).toBe('结束日期早于开始日期')
    expect((await admin.get(path, { day_ge: '2020-01-01', day_le: monday })).msg).toBe('一次最多查询 366 天')
  })
})

describe('the daily device report', () => {
  const path = '/eam/device-daily/list'
  interface Day {
    readonly id: string
    readonly day: string
    readonly useDeptId: string | null
    readonly cards: number
  }
  let order = ''
  beforeAll(async () => {
    order = await work.at('done', inBones)
    await app.sql('update repair_order set reported_at = $2, finished_at = $3 where id = $1', [order, lateOn(monday), lateOn(tuesday)])
    await app.sql('update device set created_at = $2 where id = $1', [inBones, lateOn(daysAfter(monday, -9))])
    await app.sql('update device set created_at = $2 where id = $1', [inMedicine, lateOn(tuesday)])
    await app.sql(
      `insert into device_use (tenant_id, id, use_no, event_type, status, card_id, from_dept_id, to_dept_id, received_at) values
        ($1, gen_random_uuid(), 'JJ-1', 'allot', 'received', $2, $3, $4, $5), ($1, gen_random_uuid(), 'JJ-2', 'borrow', 'received', $2, $3, $4, $5)`,
      [home.tenant, inBones, medicine, bones, lateOn(tuesday)],
    )
    await app.sql(
      `insert into device_stop (tenant_id, id, stop_no, device_id, stop_kind, since, lifted_at) values ($1, gen_random_uuid(), 'T1', $2, 'recall', $3, $3)`,
      [home.tenant, inMedicine, lateOn(wednesday)],
    )
  })
  const none = { added: 0, moved: 0, reported: 0, repaired: 0, stopped: 0, lent: 0 }

  test('has one row per day and department with the counts of the lists behind them', async () => {
    const { records, total } = await page<Day>(path, week)
    const row = (day: string, useDeptId: string, more: object) => ({
      ...{ id: `${day}_${useDeptId}`, day, useDeptId, useDeptName: useDeptId === bones ? '骨科' : '内科' },
      ...none,
      ...more,
    })
    expect(total).toBe(6)
    expect(records).toEqual([
      row(wednesday, bones, { cards: 1 }),
      row(wednesday, medicine, { cards: 1, stopped: 1 }),
      row(tuesday, bones, { cards: 1, repaired: 1, moved: 1 }),
      row(tuesday, medicine, { cards: 1, added: 1, lent: 1 }),
      row(monday, bones, { cards: 1, reported: 1 }),
      row(monday, medicine, { cards: 0 }),
    ])
    const ofOne = await page<Day>(path, { ...week, useDeptId: medicine })
    expect(ofOne.records).toEqual(records.filter(({ useDeptId }) => useDeptId === medicine))
    const day = { _ge: tuesday, _le: `${tuesday} 23:59:59.999` }
    expect((await page('/eam/eventtyperepair/list', { finishedAt_ge: day._ge, finishedAt_le: day._le, useDeptId: bones })).total).toBe(1)
    expect((await page('/eam/deviceusemanage/list', { receivedAt_ge: day._ge, receivedAt_le: day._le })).total).toBe(2)
    expect((await page('/eam/device-stop/list', { since_ge: wednesday, since_le: `${wednesday} 23:59:59.999` })).total).toBe(1)
  })

  test('together, and a row with its orders', async () => {
    const { records, total } = await page<Day>('/eam/device-daily/eam-list', week)
    expect(total).toBe(3)
    const all = { useDeptId: null, useDeptName: null, ...none }
    expect(records).toEqual([
      { ...all, id: wednesday, day: wednesday, cards: 2, stopped: 1 },
      { ...all, id: tuesday, day: tuesday, cards: 2, repaired: 1, moved: 1, lent: 1, added: 1 },
      { ...all, id: monday, day: monday, cards: 1, reported: 1 },
    ])
    const detail = async (id: string, who = admin) => (await who.get<Row>('/eam/device-daily/sps-detail', { id })).data
    expect(await detail(tuesday)).toMatchObject({ ...records[1], orders: [{ id: order }] })
    expect(await detail(`${monday}_${bones}`)).toMatchObject({ useDeptName: '骨科', reported: 1, repaired: 0, orders: [{ id: order }] })
    expect(await detail(`${monday}_${medicine}`)).toMatchObject({ useDeptName: '内科', orders: [] })
    for (const id of ['2025-02-30', 'x', `${monday}_x`, `${monday}_018f0000-0000-7000-8000-00000000dead`])
      expect([id, (await admin.get('/eam/device-daily/sps-detail', { id })).status]).toEqual([id, 404])
    expect((await keeper.get('/eam/device-daily/sps-detail', { id: `${monday}_${medicine}` })).status).toBe(404)
  })

  test('tells nothing of other departments or hospitals', async () => {
    const own = (await page<Day>(path, week, keeper)).records
    expect(new Set(own.map(({ useDeptId }) => useDeptId))).toEqual(new Set([bones]))
    expect(own[1]).toMatchObject({ moved: 1, lent: 0, added: 0, repaired: 1 })
    expect((await page<Day>('/eam/device-daily/eam-list', week, keeper)).records[0]).toMatchObject({ cards: 1, stopped: 0 })
    expect((await page<Day>(path, week, neighbour)).total).toBe(0)
    expect((await page<Day>('/eam/device-daily/eam-list', week, neighbour)).records[1]).toMatchObject({ cards: 0, ...none })
    expect((await warehouse.get('/eam/device-daily/sps-detail', { id: `${tuesday}_${bones}` })).status).toBe(404)
  })

  test('today: filed devices with when they were seen, lent and used', async () => {
    const filed = await work.card(['receive'])
    await app.sql(`update device set filing_status = 'filed' where id = any($1)`, [[filed, inMedicine]])
    await app.sql(
      `insert into device_use (tenant_id, id, use_no, event_type, status, card_id, from_dept_id, to_dept_id, received_at) values ($1, gen_random_uuid(), 'JJ-3', 'borrow', 'received', $2, $3, $4, $5)`,
      [home.tenant, filed, bones, medicine, dayStart(today)],
    )
    const { records } = await page('/cy/device-page')
    const at = new Date(dayStart(today)).toISOString()
    expect(
      Object.fromEntries(
        records.map((row) => [
          row.id,
          [row.lastSeenAt && new Date(String(row.lastSeenAt)).toISOString(), row.scannedToday, row.lentToday, row.usedToday],
        ]),
      ),
    ).toEqual({
      [filed]: [at, 0, 1, 1],
      [inMedicine]: [null, 0, 0, 0],
    })
    expect((await page('/cy/device-page', {}, keeper)).records.map(({ id }) => id)).toEqual([filed])
    expect((await page('/cy/device-page', {}, neighbour)).total).toBe(0)
  })
})
