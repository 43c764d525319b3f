import { expect, test } from 'vitest'
import { cardsOfCell } from '#contract/calls/service/dispatch.ts'
import { daysAfter, homeDay, mondayOf } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const [manager, neighbour] = (await Promise.all([app.as('equipment_manager'), app.as('administrator', other)])) as [Client, Client]
const people = await peopleLab(app, () => admin)
const orders = '/eam/eventtypemaintain'
const today = homeDay(new Date())
/** The Monday after next week: far from what other tests plan for today. */
const monday = daysAfter(mondayOf(today), 14)
const mine = `p:${home.users.engineer}`

const saved = async (path: string, draft: object, who = admin): Promise<string> => {
  const answer = await who.post<Row>(path, draft)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return String(answer.data.id)
}
const detail = async (id: string): Promise<Row> => (await admin.get<Row>(`${orders}/detail`, { id })).data
let serial = 0
const device = (useDeptId: string): Promise<string> => saved('/eam/device/submit', { deviceName: `排程机${++serial}`, useDeptId })
const order = async (scheduledOn: string, more: object = {}): Promise<string> => {
  const id = await saved(`${orders}/submit`, { deviceId: await device(home.depts.medicine), dueDate: scheduledOn, scheduledOn, ...more })
  await app.sql('update maintain_order set hours_expected = 2.5 where id = $1', [id])
  return id
}
const give = async (id: string, more: object = {}): Promise<void> => {
  const answer = await manager.post(`${orders}/assign`, { ids: [id], assigneeId: home.users.engineer, ...more })
  expect(answer.msg).toBe('操作成功')
}

interface Load {
  readonly day: string
  readonly count: number
  readonly hours: number
  readonly capacity: number | null
}
interface Plan {
  readonly days: { day: string; isRest: boolean; name: string | null; count: number; hours: number; over: number }[]
  readonly lanes: { key: string; name: string | null; loads: Load[] }[]
  readonly cards: (Row & { day: string })[]
  readonly tray: { count: number; cards: Row[] }
}
const planOf = async (who: Client, from: string, days: number, query: Record<string, string> = {}): Promise<Plan> =>
  (await who.get<Plan>('/eam/dispatch/plan', { from, days: String(days), kinds: 'maintainOrder', ...query })).data as unknown as Plan
const loadOf = (plan: Plan, lane: string, day: string): Load | undefined =>
  plan.lanes.find(({ key }) => key === lane)?.loads.find((load) => load.day === day)

test('a week shows who has which work on which day, with hours against the working hours', async () => {
  const tuesday = daysAfter(monday, 1)
  const ids = [await order(tuesday), await order(tuesday), await order(tuesday)]
  for (const id of ids) await give(id)
  const free = await order(daysAfter(monday, 2))
  const week = await planOf(admin, monday, 7, { lanes: '1' })
  expect(loadOf(week, mine, tuesday)).toEqual({ day: tuesday, count: 3, hours: 7.5, capacity: 6 })
  expect(loadOf(week, '_none', daysAfter(monday, 2))).toMatchObject({ count: 1, capacity: null })
  expect(week.days[1]).toMatchObject({ day: tuesday, isRest: false, count: 3, hours: 7.5, over: 1 })
  expect(week.days.map(({ isRest }) => isRest)).toEqual([false, false, false, false, false, true, true])
  expect(
    week.cards
      .filter((card) => card.day === tuesday && card.lane === mine)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(ids.toSorted())
  expect(week.cards.find(({ id }) => id === free)).toMatchObject({ lane: '_none', planned: daysAfter(monday, 2), isOverdue: false })
  // The person says how long a working day is.
  expect(loadOf(await planOf(admin, monday, 7, { lanes: '1', dayHours: '8' }), mine, tuesday)).toMatchObject({ capacity: 8 })
  // The hospital's calendar: a holiday, and a Saturday that is worked.
  const [wednesday, saturday] = [daysAfter(monday, 2), daysAfter(monday, 5)]
  await saved('/eam/work-day/submit', { dayName: '院庆', day: wednesday, dayKind: 'rest' })
  await saved('/eam/work-day/submit', { dayName: '补班日', day: saturday, dayKind: 'work' })
  const marked = await planOf(admin, monday, 7, { lanes: '1' })
  expect(marked.days[2]).toMatchObject({ isRest: true, name: '院庆' })
  expect(marked.days[5]).toMatchObject({ isRest: false, name: '补班日' })
  await give(free)
  expect(loadOf(await planOf(admin, monday, 7, { lanes: '1' }), mine, wednesday)).toMatchObject({ capacity: 0, hours: 2.5 })
})

test('an order moved to another day keeps the day it is due, and the second of two people is told', async () => {
  const from = daysAfter(monday, 7)
  const id = await order(from)
  const { version } = await detail(id)
  const moved = await manager.post(`${orders}/submit`, { id, version, scheduledOn: daysAfter(from, 3) })
  expect(moved.msg).toBe('操作成功')
  expect(await detail(id)).toMatchObject({ dueDate: from, scheduledOn: daysAfter(from, 3) })
  const late = await admin.post(`${orders}/submit`, { id, version, scheduledOn: daysAfter(from, 4) })
  expect([late.status, late.success]).toEqual([409, false])
  const lateStep = await admin.post(`${orders}/assign`, { id, version, assigneeId: home.users.engineer, scheduledOn: daysAfter(from, 4) })
  expect([lateStep.status, lateStep.success]).toEqual([409, false])
  expect(await detail(id)).toMatchObject({ scheduledOn: daysAfter(from, 3), assigneeId: null })
  expect((await planOf(admin, from, 7)).cards.find((card) => card.id === id)).toMatchObject({ day: daysAfter(from, 3), due: from })
})

test('another person on another day is one act, and work that has begun keeps its day', async () => {
  const from = daysAfter(monday, 14)
  const id = await order(from)
  await give(id, { scheduledOn: daysAfter(from, 1) })
  expect(await detail(id)).toMatchObject({ scheduledOn: daysAfter(from, 1), dueDate: from, assigneeId: home.users.engineer })
  // Without a day it stays where it is.
  const again = await manager.post(`${orders}/reassign`, { ids: [id], assigneeId: home.users.equipment_manager })
  expect(again.msg).toBe('操作成功')
  expect(await detail(id)).toMatchObject({ scheduledOn: daysAfter(from, 1) })
  await manager.post(`${orders}/start`, { id })
  const refused = await manager.post(`${orders}/reassign`, { ids: [id], assigneeId: home.users.engineer, scheduledOn: from })
  expect([refused.success, refused.msg]).toEqual([false, expect.stringContaining('不能再改安排日期')])
  expect(await detail(id)).toMatchObject({ scheduledOn: daysAfter(from, 1), assigneeId: home.users.equipment_manager })
})

test('a day names its first orders and counts all; the others come page by page', async () => {
  const day = daysAfter(monday, 21)
  const ids: string[] = []
  for (let at = 0; at < cardsOfCell + 2; at++) ids.push(await order(day))
  const month = await planOf(admin, daysAfter(day, -7), 42)
  expect(month.cards.filter((card) => card.day === day).length).toBe(cardsOfCell)
  expect(month.days.find((one) => one.day === day)).toMatchObject({ count: cardsOfCell + 2, hours: 2.5 * (cardsOfCell + 2) })
  expect(month.lanes).toEqual([])
  const all = (await admin.get<{ cards: Row[]; hasMore: boolean }>('/eam/dispatch/day', { kinds: 'maintainOrder', day, lane: '_none' }))
    .data as unknown as { cards: Row[]; hasMore: boolean }
  expect([all.cards.map((card) => String(card.id)).toSorted(), all.hasMore]).toEqual([ids.toSorted(), false])
})

test('open orders whose planned day has passed wait in the tray until they are planned', async () => {
  const before = (await planOf(admin, today, 7)).tray.count
  const id = await order(daysAfter(today, -4))
  const { tray, cards } = await planOf(admin, daysAfter(today, -7), 14)
  expect(tray.count).toBe(before + 1)
  expect(tray.cards.find((card) => card.id === id)).toMatchObject({ isOverdue: true, due: daysAfter(today, -4) })
  expect(cards.map((card) => card.id)).not.toContain(id)
  const { version } = await detail(id)
  await manager.post(`${orders}/submit`, { id, version, scheduledOn: daysAfter(today, 1) })
  const planned = await planOf(admin, today, 7)
  expect(planned.tray.count).toBe(before)
  expect(planned.cards.find((card) => card.id === id)).toMatchObject({ day: daysAfter(today, 1), isOverdue: true })
})

test('people see the orders of their scope and kinds; bad input is refused', async () => {
  const day = daysAfter(monday, 35)
  const id = await order(day)
  const nurse = await people.clerk(['maintainOrder.list'], 'dept')
  const nothing = await people.clerk(['dept.list'], 'all')
  for (const who of [nurse.client, nothing.client, neighbour]) {
    const plan = await planOf(who, day, 1, { lanes: '1' })
    expect([plan.days[0]!.count, plan.cards]).toEqual([0, []])
    const { data } = await who.get<{ cards: Row[] }>('/eam/dispatch/day', { kinds: 'maintainOrder', day })
    expect(data).toMatchObject({ cards: [] })
  }
  expect((await planOf(admin, day, 1)).cards.map((card) => card.id)).toEqual([id])
  for (const bad of [{ from: day, days: '43' }, { from: day }, { from: '2026-02-30', days: '7' }, { from: day, days: '7', dayHours: '0' }])
    expect([bad, (await admin.get('/eam/dispatch/plan', bad as Record<string, string>)).status]).toEqual([bad, 400])
  const odd = await admin.get('/eam/dispatch/day', { day, lane: "x' or '1'='1" })
  expect(odd.data).toMatchObject({ cards: [] })
})
