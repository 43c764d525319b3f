import { expect, test } from 'vitest'
import { daysAfter, homeDay, monthAfter } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const neighbour = await app.as('administrator', other)
const people = await peopleLab(app, () => admin)
const cards = '/eam/devicecardmeasure'
const today = homeDay(new Date())
const next = Number(today.slice(0, 4)) + 1

const saved = async (path: string, draft: object): Promise<string> => {
  const answer = await admin.post<Row>(path, draft)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return String(answer.data.id)
}
let serial = 0
/** An instrument that is due on a day. */
async function instrument(due: string, more: object = {}, useDeptId: string = home.depts.medicine): Promise<string> {
  const deviceId = await saved('/eam/device/submit', { deviceName: `计划器${++serial}`, useDeptId, deviceModel: `M${serial}` })
  const id = await saved(`${cards}/submit`, { deviceId, measureCycle: 1, measureCycleUnit: 'year', ...more })
  await app.sql(
    `update measure_card set verification_label = 'qualified', verification_on = $2::date - 365, verification_until = $2, label_state = 'qualified',
      valid_until = $2, measured_on = $2::date - 365, certificate_no = 'P-1', unverified_since = null where id = $1`,
    [id, due],
  )
  return id
}
interface Plan {
  readonly count: number
  readonly mandatory: number
  readonly overdue: number
  readonly months: { month: string; count: number; mandatory: number }[]
  readonly rows: Row[]
}
const planOf = async (year: number, query: Record<string, string> = {}, who: Client = admin): Promise<Plan> =>
  (await who.get<Plan>(`${cards}/plan`, { year: String(year), ...query })).data as unknown as Plan

test('the plan of a year has each instrument in the months in which it falls due, with sums', async () => {
  const [before, ofDept] = [await planOf(next), await planOf(next, { deptId: home.depts.medicine })]
  const yearly = await instrument(`${next}-03-20`, { measureType: 'mandatory' })
  const half = await instrument(`${next}-05-31`, { measureCycle: 6, measureCycleUnit: 'month' })
  await instrument(`${next}-05-10`, {}, home.depts.surgery)
  const after = await planOf(next)
  expect([after.count - before.count, after.mandatory - before.mandatory]).toEqual([4, 1])
  const of = (plan: Plan, month: string) => plan.months.find((one) => one.month === `${next}-${month}`)!
  for (const [month, count] of [
    ['03', 1],
    ['05', 2],
    ['11', 1],
  ] as const)
    expect([month, of(after, month).count - of(before, month).count]).toEqual([month, count])
  expect(after.rows.filter(({ id }) => id === half).map(({ day, isExpected }) => [day, isExpected])).toEqual([
    [`${next}-05-31`, false],
    [`${next}-11-30`, true],
  ])
  expect(after.rows.find(({ id }) => id === yearly)).toMatchObject({ certificateNo: 'P-1', measureType: 'mandatory', isOverdue: false })
  expect((await planOf(next, { deptId: home.depts.medicine })).count - ofDept.count).toBe(3)
  expect((await planOf(next, { measureType: 'mandatory' })).rows.every(({ measureType }) => measureType === 'mandatory')).toBe(true)
})

test('what is overdue stands on today', async () => {
  const id = await instrument(daysAfter(today, -40))
  const plan = await planOf(Number(today.slice(0, 4)))
  expect(plan.rows.find((row) => row.id === id)).toMatchObject({ day: today, isOverdue: true })
  expect(plan.overdue).toBeGreaterThan(0)
})

test('the ledger lists instruments by department, and both go into a sheet', async () => {
  const id = await instrument(monthAfter(today, 3))
  const ledger = (await admin.get<{ rows: Row[]; depts: Row[]; count: number }>(`${cards}/ledger`, { deptId: home.depts.medicine })).data
  expect(ledger.rows.find((row) => row.id === id)).toMatchObject({ cycle: '1 年', certificateNo: 'P-1', dueDate: monthAfter(today, 3) })
  expect(ledger.depts.reduce((sum, dept) => sum + Number(dept.count), 0)).toBe(ledger.count)
  for (const [path, query] of [
    ['ledger-export', { format: 'csv' }],
    ['plan-export', { format: 'csv', year: String(next) }],
  ] as const) {
    const file = await admin.file(`${cards}/${path}`, query)
    expect(Buffer.from(file.bytes).toString('utf8')).toContain('P-1')
  }
})

test('people see the instruments of their scope, and bad input is refused', async () => {
  const id = await instrument(`${next}-07-07`)
  const near = await people.clerk(['measureCard.list', 'device.list'], 'dept')
  expect((await planOf(next, {}, near.client)).rows.map((row) => row.id)).not.toContain(id)
  expect((await planOf(next, {}, neighbour)).rows.map((row) => row.id)).not.toContain(id)
  const none = await people.clerk(['dept.list'], 'all')
  expect((await none.client.get(`${cards}/plan`, { year: String(next) })).status).toBe(403)
  expect((await near.client.get(`${cards}/ledger-export`, { format: 'csv' })).status).toBe(403)
  for (const year of ['', '1999', 'abc']) expect([year, (await admin.get(`${cards}/plan`, { year })).status]).toEqual([year, 400])
})
