import { afterAll, expect, test } from 'vitest'
import { dayStart, daysAfter, homeDay, mondayOf } from '#contract/kit/time/day.ts'
import { openPool } from '#server/db/pool.ts'
import { maintainOrders } from '#server/features/maintenance/maintain-jobs.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

const app = await appForFile()
const worker = openPool(app.database.jobsUrl, 2)
afterAll(() => worker.end())
const admin = await app.as('administrator')
const people = await peopleLab(app, () => admin)
const cards = '/eam/devicecardmaintain'
const today = homeDay(new Date())
const monday = mondayOf(today)
const { engineer } = home.users

interface Share {
  readonly id: string | null
  readonly count: number
  readonly hours: number
  readonly capacity: number
}
interface Week {
  readonly week: string
  readonly until: string
  readonly count: number
  readonly hours: number
  readonly people: Share[]
}
const year = async (query: Record<string, string> = {}, who = admin): Promise<Week[]> =>
  (await who.get<Week[]>(`${cards}/year-ahead`, query)).data as unknown as Week[]
const weekOf = async (week: string, query: Record<string, string> = {}): Promise<Row[]> =>
  (await admin.get<{ rows: Row[] }>(`${cards}/week-ahead`, { week, ...query })).data.rows as unknown as Row[]
const saved = async (path: string, draft: object): Promise<string> => {
  const answer = await admin.post<Row>(path, draft)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return String(answer.data.id)
}
let serial = 0
const planned = async (more: object, useDeptId: string = home.depts.medicine): Promise<{ deviceId: string; planId: string }> => {
  const deviceId = await saved('/eam/device/submit', { deviceName: `预览机${++serial}`, useDeptId })
  await app.sql("update device set eam_status = 'in_use' where id = $1", [deviceId])
  const draft = { planName: `预览计划${serial}`, deviceId, planCycle: 1, planCycleUnit: 'month', ...more }
  return { deviceId, planId: await saved('/eam/deviceplan/submits', draft) }
}
const daysOf = async (deviceId: string): Promise<string[]> => {
  const weeks = (await year()).filter(({ count }) => count > 0)
  const rows = await Promise.all(weeks.map(({ week }) => weekOf(week)))
  return rows.flatMap((those) => those.filter((row) => row.deviceId === deviceId).map((row) => String(row.day)))
}

test('the next 52 weeks begin with this Monday, and nothing is written', async () => {
  const { deviceId } = await planned({ firstDue: daysAfter(today, 30), hoursExpected: '1.5', assigneeId: engineer })
  const before = await app.sql('select count(*)::int as n from maintain_order where tenant_id = $1', [home.tenant])
  const weeks = await year()
  expect(weeks.length).toBe(52)
  expect([weeks[0]!.week, weeks[51]!.until]).toEqual([monday, daysAfter(monday, 363)])
  const first = weeks.find(({ week }) => week === mondayOf(daysAfter(today, 30)))!
  expect(first).toMatchObject({ count: 1, hours: 1.5, people: [{ id: engineer, count: 1, hours: 1.5 }] })
  expect((await daysOf(deviceId)).length).toBeGreaterThanOrEqual(11)
  expect(await app.sql('select count(*)::int as n from maintain_order where tenant_id = $1', [home.tenant])).toEqual(before)
})

test('the days are those on which the nights make orders', async () => {
  const { deviceId, planId } = await planned({ firstDue: daysAfter(today, 1), movesRest: 1, planCycle: 10, planCycleUnit: 'day' })
  const preview = (await daysOf(deviceId)).slice(0, 4)
  const made: string[] = []
  for (const day of preview) {
    await runTimedJob(maintainOrders, worker, new Date(Date.parse(dayStart(day)) + 3_600_000))
    const open = (await admin.get<Page>('/eam/eventtypemaintain/list', { planId, orderState: 'due' })).data.records
    expect(open.length).toBe(1)
    made.push(String(open[0]!.dueDate))
    expect((await admin.post('/eam/eventtypemaintain/finish', { id: open[0]!.id, result: 'good' })).msg).toBe('操作成功')
  }
  expect(made).toEqual(preview)
})

test('an engineer has the hours of the working days of a week', async () => {
  const week = mondayOf(daysAfter(today, 70))
  await saved('/eam/work-day/submit', { dayName: '节', day: daysAfter(week, 2), dayKind: 'rest' })
  const share = async (query: Record<string, string>) =>
    (await year(query)).find((one) => one.week === week)!.people.find((one) => one.id === home.users.engineer)!
  await planned({ firstDue: daysAfter(week, 1), hoursExpected: '9', assigneeId: engineer })
  expect((await share({})).capacity).toBe(24)
  expect((await share({ dayHours: '2' })).capacity).toBe(8)
  expect((await admin.get(`${cards}/year-ahead`, { dayHours: '0' })).success).toBe(false)
})

test('an open order counts for who has it, later days for the engineer of the plan', async () => {
  const plan = { firstDue: daysAfter(today, 2), planCycle: 3, planCycleUnit: 'month', hoursExpected: '2', assigneeId: engineer }
  const { deviceId } = await planned(plan, home.depts.bones)
  await runTimedJob(maintainOrders, worker, new Date(Date.parse(dayStart(daysAfter(today, 2))) + 3_600_000))
  const taken = await app.sql('update maintain_order set assignee_id = $2, hours_expected = 5 where device_id = $1 returning id', [
    deviceId,
    home.users.head,
  ])
  expect(taken).toHaveLength(1)
  const weeks = (await year()).filter(({ count }) => count > 0)
  const rows = (await Promise.all(weeks.map(({ week }) => weekOf(week)))).flat().filter((row) => row.deviceId === deviceId)
  expect(rows.slice(0, 2).map(({ hours }) => hours)).toEqual([5, 2])
  expect(new Set(rows.map(({ assigneeName }) => assigneeName)).size).toBe(2)
  const sums = async (assigneeId: string) =>
    (await weekOf(mondayOf(String(rows[0]!.day)), { assigneeId })).some((row) => row.deviceId === deviceId)
  expect([await sums(home.users.head), await sums(engineer)]).toEqual([true, false])
})

test('is narrowed by department and engineer, and to what a person sees', async () => {
  const { deviceId } = await planned({ firstDue: daysAfter(today, 200), planCycle: 5, planCycleUnit: 'year' }, home.depts.bones)
  const week = mondayOf(daysAfter(today, 200))
  const named = async (query: Record<string, string>) => (await weekOf(week, query)).some((row) => row.deviceId === deviceId)
  expect([await named({}), await named({ deptId: home.depts.bones })]).toEqual([true, true])
  expect([await named({ deptId: home.depts.medicine }), await named({ assigneeId: engineer })]).toEqual([false, false])
  const { client } = await people.clerk(['maintainCard.list'], 'own')
  expect((await year({}, client)).every(({ count }) => count === 0)).toBe(true)
  const stranger = await app.as('administrator', other)
  expect((await year({}, stranger)).every(({ count }) => count === 0)).toBe(true)
})

test('paused schedules and plans out of use ask for nothing; a counter stands on its expected day', async () => {
  const { deviceId, planId } = await planned({ firstDue: daysAfter(today, 150), planCycle: 5, planCycleUnit: 'year' })
  expect(await daysOf(deviceId)).toEqual([daysAfter(today, 150)])
  await saved('/eam/deviceplan/submits', { id: planId, isInactive: 1 })
  expect(await daysOf(deviceId)).toEqual([])
  const counted = await planned({ planBasis: 'meter', planCycle: undefined, planCycleUnit: undefined, meterKind: 'uses', meterEvery: 1000 })
  const enter = (reading: number, readOn: string) =>
    saved('/eam/meter-reading/submit', { deviceId: counted.deviceId, meterKind: 'uses', reading, readOn })
  await enter(0, daysAfter(today, -50))
  await enter(500, today)
  // 10 a day: 500 more take 50 days, and each 1,000 after them 100.
  expect(await daysOf(counted.deviceId)).toEqual([50, 150, 250, 350].map((days) => daysAfter(today, days)))
})

test('metrology stands beside maintenance: on the planned day of an open record, else when it is due, then by the cycle', async () => {
  const due = daysAfter(today, 20)
  const deviceId = await saved('/eam/device/submit', { deviceName: `预览计量机${++serial}`, useDeptId: home.depts.bones })
  await saved('/eam/devicecardmeasure/submit', { deviceId, measureKind: 'calibration', measureCycle: 3, measureCycleUnit: 'month' })
  await app.sql('update measure_card set valid_until = $2 where device_id = $1', [deviceId, due])
  const of = async (who = admin, query: Record<string, string> = {}) => {
    const weeks = (await year({ deptId: home.depts.bones, ...query }, who)) as (Week & { metrology: number })[]
    return weeks.flatMap(({ week, metrology }) => Array(metrology).fill(week) as string[])
  }
  const rowsOf = async (day: string) =>
    (await weekOf(mondayOf(day), { deptId: home.depts.bones }))
      .filter((row) => row.deviceId === deviceId)
      .map(({ day: at, planName, isMetrology }) => [at, planName, isMetrology])
  const before = await of()
  expect(before).toContain(mondayOf(due))
  expect(before.length).toBeGreaterThanOrEqual(4)
  expect(await rowsOf(due)).toEqual([[due, '校准', true]])
  // A planned record moves its day, and not the one on which it is due.
  const plannedOn = daysAfter(today, 41)
  await saved('/eam/eventtypemeasure/submit', { deviceId, measureKind: 'calibration', dueDate: due, plannedOn })
  expect(await rowsOf(due)).toEqual([])
  expect(await rowsOf(plannedOn)).toEqual([[plannedOn, '校准', true]])
  // It is the work of no one, and seen with the right to see metrology cards.
  expect(await of(admin, { assigneeId: engineer })).toEqual([])
  const blind = await people.clerk(['maintainCard.list', 'device.list'], 'all')
  expect(await of(blind.client)).toEqual([])
  expect(await of(await app.as('administrator', other))).toEqual([])
})
