import { afterAll, describe, expect, test } from 'vitest'
import { dayStart, daysAfter, homeDay, monthsAfter } from '#contract/kit/time/day.ts'
import { openPool } from '#server/db/pool.ts'
import { maintainOrders } from '#server/features/maintenance/maintain-jobs.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

const app = await appForFile()
const worker = openPool(app.database.jobsUrl, 2)
afterAll(() => worker.end())
const [admin, engineer] = await Promise.all([app.as('administrator'), app.as('engineer')])
const neighbour = await app.as('administrator', other)
const [readings, meters] = ['/eam/meter-reading', '/eam/device-meter']
const [plans, cards, orders] = ['/eam/deviceplan', '/eam/devicecardmaintain', '/eam/eventtypemaintain']
const today = homeDay(new Date())
const ago = (days: number): string => daysAfter(today, -days)

const saved = async (path: string, draft: object, who = admin): Promise<string> => {
  const answer = await who.post<Row>(path, draft)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return String(answer.data.id)
}
const rowsOf = async (path: string, filter: Record<string, string>, who = admin): Promise<Row[]> =>
  (await who.get<Page>(path, { size: 200, ...filter })).data.records
let serial = 0
const device = async (): Promise<string> => {
  const id = await saved('/eam/device/submit', { deviceName: `离心机${++serial}`, useDeptId: home.depts.medicine })
  await app.sql("update device set eam_status = 'in_use' where id = $1", [id])
  return id
}
const enter = (deviceId: string, reading: number | string, readOn = today, more: object = {}, who = admin) =>
  who.post<Row>(`${readings}/submit`, { deviceId, readOn, reading, ...more })
const entered = async (deviceId: string, reading: number, readOn = today, more: object = {}): Promise<void> =>
  expect((await enter(deviceId, reading, readOn, more)).msg).toBe('操作成功')
const meterOf = async (deviceId: string, meterKind = 'hours'): Promise<Row | undefined> =>
  (await rowsOf(`${meters}/list`, { deviceId, meterKind }))[0]
const planFor = (deviceId: string, more: object = {}) =>
  saved(`${plans}/submits`, {
    ...{ planName: `计数计划${++serial}`, deviceId, planBasis: 'meter', meterKind: 'hours', meterEvery: 500, meterLead: 20 },
    ...more,
  })
const cardOf = async (planId: string): Promise<Row> => {
  const [card] = await rowsOf(`${cards}/list`, { planId })
  return (await admin.get<Row>(`${cards}/detail`, { id: card!.id })).data
}
const ordersOf = (planId: string) => rowsOf(`${orders}/list`, { planId })
const night = (days: number) => runTimedJob(maintainOrders, worker, new Date(Date.parse(dayStart(daysAfter(today, days))) + 3_600_000))

describe('readings', () => {
  test('never fall without a replaced counter, and what the device did in all goes on', async () => {
    const id = await device()
    const say = async (reading: number, readOn: string, more: object = {}) => (await enter(id, reading, readOn, more)).msg
    expect(await say(10, ago(30), { isReplaced: 1, reason: '表坏' })).toBe('没有上次读数，不能登记更换')
    await entered(id, 100.5, ago(30))
    expect(await say(100, ago(20))).toBe('读数不能小于上次读数 100.5；已更换计数器时请选择“计数器已更换”并填写原因')
    expect(await say(120, ago(31))).toBe(`读数日期不能早于上次读数 ${ago(30)}`)
    expect(await say(120, daysAfter(today, 1))).toBe('读数日期不能晚于今天')
    expect(await say(-1, ago(20))).toContain('读数')
    await entered(id, 160.5, ago(20))
    expect(await say(3, ago(10), { isReplaced: 1 })).toBe('更换原因不能为空')
    await entered(id, 3, ago(10), { isReplaced: 1, reason: '计时器损坏' })
    await entered(id, 43, today)
    expect(await meterOf(id)).toMatchObject({ reading: 43, total: 200.5, readOn: today, source: 'hand', perDay: 3.33 })
    await entered(id, 7, today, { meterKind: 'uses' })
    expect(await meterOf(id, 'uses')).toMatchObject({ total: 7, perDay: null })
  })

  test('do not change; the newest one may be removed', async () => {
    const id = await device()
    await entered(id, 100, ago(10))
    await entered(id, 900, today)
    const [newest, first] = await rowsOf(`${readings}/list`, { deviceId: id })
    expect((await admin.post(`${readings}/submit`, { id: newest!.id, reading: 190 })).msg).toContain('不能修改')
    expect((await admin.post(`${readings}/remove`, { ids: [first!.id] })).msg).toContain('只能删除最新的读数')
    expect((await admin.post(`${readings}/remove`, { ids: [newest!.id] })).msg).toBe('操作成功')
    expect(await meterOf(id)).toMatchObject({ total: 100, readOn: ago(10) })
    expect((await admin.post(`${readings}/remove`, { ids: [first!.id] })).msg).toBe('操作成功')
    expect(await meterOf(id)).toBeUndefined()
  })

  test('at the same moment are taken one after the other', async () => {
    const id = await device()
    await entered(id, 100, ago(1))
    const answers = await Promise.all([enter(id, 150, today), enter(id, 120, today, {}, engineer)])
    const taken = answers.filter(({ success }) => success).length
    const list = await rowsOf(`${readings}/list`, { deviceId: id })
    expect(list.length).toBe(1 + taken)
    expect((await meterOf(id))!.total).toBe(150)
  })

  test('are of devices of the own hospital', async () => {
    const id = await device()
    expect((await enter(id, 1, today, {}, neighbour)).success).toBe(false)
    expect(await meterOf(id)).toBeUndefined()
  })
})

describe('a plan by counter', () => {
  test('needs what it counts, and keeps it', async () => {
    const id = await device()
    const say = async (more: object) =>
      (await admin.post(`${plans}/submits`, { planName: '计数', deviceId: id, planBasis: 'meter', ...more })).msg
    expect(await say({})).toBe('计数内容不能为空')
    expect(await say({ meterKind: 'hours' })).toBe('每隔（计数）不能为空')
    expect(await say({ meterKind: 'hours', meterEvery: 20, meterLead: 20 })).toContain('须小于')
    const plan = await planFor(id)
    expect((await admin.post(`${plans}/submits`, { id: plan, meterKind: 'uses' })).msg).toContain('不能更改')
    expect((await admin.post(`${plans}/submits`, { id: plan, planBasis: 'date', planCycle: 1 })).msg).toContain('不能更改')
    const card = await cardOf(plan)
    expect((await admin.post(`${cards}/submit`, { id: card.id, nextDue: daysAfter(today, 9) })).msg).toContain('按计数到期')
  })

  test('says when it is expected, and makes its order once when the counter comes near', async () => {
    const id = await device()
    await entered(id, 1000, ago(50))
    const plan = await planFor(id)
    expect(await cardOf(plan)).toMatchObject({ meterDue: 1500, nextDue: null, expectedOn: null })
    await entered(id, 1400, ago(10))
    // 400 hours in 40 days: 100 more take 10 days from the reading.
    expect(await cardOf(plan)).toMatchObject({ meterDue: 1500, expectedOn: today, nextDue: today })
    expect(await ordersOf(plan)).toEqual([])
    await night(0)
    expect(await ordersOf(plan)).toEqual([])
    await Promise.all([enter(id, 1480, today), enter(id, 1480, today, {}, engineer)])
    const [order, ...others] = await ordersOf(plan)
    expect(others).toEqual([])
    expect(order!.orderState).toBe('due')
    expect(String(order!.dueDate) >= today).toBe(true)
    await night(1)
    expect((await ordersOf(plan)).length).toBe(1)
    await entered(id, 1510, today)
    expect((await admin.post(`${orders}/finish`, { id: order!.id, result: 'good' })).msg).toBe('操作成功')
    expect(await cardOf(plan)).toMatchObject({ meterDue: 2000, openOrderId: null, lastDone: today })
    await night(2)
    expect((await ordersOf(plan)).length).toBe(1)
    await entered(id, 3200, today)
    const open = (await ordersOf(plan)).find((one) => one.orderState === 'due')!
    expect((await admin.post(`${orders}/skip`, { ids: [open.id], reason: '停机' })).msg).toBe('操作成功')
    // 2000 was due, 2500 and 3000 passed meanwhile.
    expect(await cardOf(plan)).toMatchObject({ meterDue: 3500, missedCount: 2 })
  })

  test('counted from the completion begins again with what the counter shows', async () => {
    const id = await device()
    await entered(id, 0, ago(20))
    const plan = await planFor(id, { countedFrom: 'completed' })
    await entered(id, 530, today)
    const [order] = await ordersOf(plan)
    expect((await admin.post(`${orders}/finish`, { id: order!.id, result: 'good' })).msg).toBe('操作成功')
    expect(await cardOf(plan)).toMatchObject({ meterDue: 1030 })
  })

  test('follows another number of hours', async () => {
    const id = await device()
    await entered(id, 100, ago(5))
    const plan = await planFor(id)
    expect((await cardOf(plan)).meterDue).toBe(600)
    await saved(`${plans}/submits`, { id: plan, meterEvery: 250 })
    expect((await cardOf(plan)).meterDue).toBe(350)
  })

  test('by date as well is due by what comes first', async () => {
    const [early, late] = [await device(), await device()]
    const both = { planBasis: 'either', planCycle: 6, planCycleUnit: 'month' }
    await entered(early, 0, ago(1))
    await entered(late, 0, ago(1))
    const first = await planFor(early, { ...both, firstDue: daysAfter(today, 90) })
    await entered(early, 600, today)
    const [order] = await ordersOf(first)
    expect(order!.dueDate).toBe(today)
    expect((await admin.post(`${orders}/finish`, { id: order!.id, result: 'good' })).msg).toBe('操作成功')
    const card = await cardOf(first)
    expect(card.meterDue).toBe(1100)
    expect(String(card.nextDue) > daysAfter(today, 170)).toBe(true)
    const second = await planFor(late, { ...both, firstDue: daysAfter(today, 3) })
    await night(3)
    expect((await ordersOf(second)).map((one) => one.dueDate)).toEqual([daysAfter(today, 3)])
  })

  test('by date as well moves the one that made the order when that is skipped, and the other one stays', async () => {
    const both = { planBasis: 'either', planCycle: 6, planCycleUnit: 'month' }
    const skipped = async (plan: string): Promise<void> => {
      const [order] = await ordersOf(plan)
      expect((await admin.post(`${orders}/skip`, { ids: [order!.id], reason: '停机' })).msg).toBe('操作成功')
    }
    const [counted, dated, reached] = [await device(), await device(), await device()]
    for (const id of [counted, dated, reached]) await entered(id, 0, ago(1))
    // Made by the counter: the day of the calendar stays.
    const far = daysAfter(today, 90)
    const first = await planFor(counted, { ...both, firstDue: far })
    await entered(counted, 600, today)
    await skipped(first)
    expect(await cardOf(first)).toMatchObject({ nextDue: far, meterDue: 1000, openOrderId: null })
    // Made by its day: the counter stays, so that its order still comes.
    const second = await planFor(dated, { ...both, firstDue: today })
    await night(0)
    expect(await cardOf(second)).toMatchObject({ meterDue: 500 })
    await skipped(second)
    expect(await cardOf(second)).toMatchObject({ nextDue: monthsAfter(today, 6), meterDue: 500 })
    await entered(dated, 500, today)
    expect((await ordersOf(second)).filter((one) => one.orderState !== 'skipped')).toHaveLength(1)
    // Made by its day, and the counter reached its value meanwhile: both are skipped.
    const third = await planFor(reached, { ...both, firstDue: today })
    await night(0)
    await entered(reached, 700, today)
    await skipped(third)
    expect(await cardOf(third)).toMatchObject({ nextDue: monthsAfter(today, 6), meterDue: 1000 })
    expect((await ordersOf(third)).filter((one) => one.orderState !== 'skipped')).toHaveLength(0)
  })

  test('begins again when its only reading was wrong and is removed', async () => {
    const id = await device()
    await entered(id, 100_000)
    const plan = await planFor(id)
    expect((await cardOf(plan)).meterDue).toBe(100_500)
    const [wrong] = await rowsOf(`${readings}/list`, { deviceId: id })
    expect((await admin.post(`${readings}/remove`, { ids: [wrong!.id] })).msg).toBe('操作成功')
    expect(await cardOf(plan)).toMatchObject({ meterFrom: null, meterDue: null, expectedOn: null, nextDue: null })
    await entered(id, 1000)
    expect((await cardOf(plan)).meterDue).toBe(1500)
  })

  test('beside one by both leaves that one its own day', async () => {
    const id = await device()
    await entered(id, 0, ago(10))
    const counted = await planFor(id)
    const firstDue = daysAfter(today, 90)
    const both = await planFor(id, { planBasis: 'either', planCycle: 6, planCycleUnit: 'month', firstDue })
    await entered(id, 100, today)
    // 10 hours a day: 400 more take 40 days.
    const expectedOn = daysAfter(today, 40)
    expect(await cardOf(counted)).toMatchObject({ meterDue: 500, expectedOn, nextDue: expectedOn })
    expect(await cardOf(both)).toMatchObject({ meterDue: 500, expectedOn, nextDue: firstDue })
  })

  test('takes running hours of sensors, each day once', async () => {
    const id = await device()
    await entered(id, 100, ago(4))
    const plan = await planFor(id, { meterEvery: 10, meterLead: null })
    const ran = (days: number, seconds: number) =>
      app.sql(
        `insert into device_sec_day (tenant_id, id, device_id, day, day_title, is_manual, running_seconds, standby_seconds, off_seconds, kwh, starts)
         values ($1, gen_random_uuid(), $2, $3::date, $3::text, 0, $4, 0, 0, 1, 1)`,
        [home.tenant, id, ago(days), seconds],
      )
    await ran(5, 99_999)
    await ran(3, 18_000)
    await ran(1, 9_000)
    await ran(0, 3_600)
    await night(0)
    expect(await meterOf(id)).toMatchObject({ total: 107.5, readOn: ago(1), source: 'sensor' })
    await night(0)
    expect(await meterOf(id)).toMatchObject({ total: 107.5 })
    expect(await ordersOf(plan)).toEqual([])
    await app.sql('update device_sec_day set running_seconds = 10800 where device_id = $1 and day = $2', [id, today])
    await night(1)
    expect(await meterOf(id)).toMatchObject({ total: 110.5, readOn: today })
    expect((await ordersOf(plan)).length).toBe(1)
  })
})
