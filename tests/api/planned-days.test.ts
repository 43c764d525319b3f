import { expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Answer, Client, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { qualityLab } from '#tests/harness/quality.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const [manager, neighbour] = (await Promise.all([app.as('equipment_manager'), app.as('administrator', other)])) as [Client, Client]
const people = await peopleLab(app, () => admin)
const lab = qualityLab(app, admin, '排程')
const today = homeDay(new Date())

const saved = async (path: string, draft: object, who = admin): Promise<string> => {
  const answer = await who.post<Row>(path, draft)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return String(answer.data.id)
}
let serial = 0
const device = (useDeptId: string): Promise<string> => saved('/eam/device/submit', { deviceName: `排程机${++serial}`, useDeptId })
interface Plan {
  readonly cards: (Row & { day: string })[]
  readonly tray: { count: number; cards: Row[] }
}
const planOf = async (who: Client, from: string, days: number, query: Record<string, string>): Promise<Plan> =>
  (await who.get<Plan>('/eam/dispatch/plan', { from, days: String(days), ...query })).data as unknown as Plan

interface Kind {
  readonly name: string
  readonly path: string
  /** A row that is due on a day. */
  readonly add: (due: string) => Promise<string>
  /** Plans the work for a day as the calendar does; `version`: the one that the person saw. */
  readonly plan: (who: Client, id: string, version: unknown, plannedOn: string) => Promise<Answer>
  readonly due: string
  /** Rights with which the day is seen and not moved. */
  readonly seen: string
}
const bySubmit =
  (path: string) =>
  (who: Client, id: string, version: unknown, plannedOn: string): Promise<Answer> =>
    who.post(`${path}/submit`, { id, version, plannedOn })
const [controls, checklists, records] = ['/eam/quality-card', '/eam/eamdeviceinspectionlist', '/eam/eventtypemeasure']
const template = async (): Promise<string> => {
  const items = [{ itemText: '外观完好', itemKind: 'yesNo', isRequired: 1 }]
  const id = await saved('/eam/eamdeviceinspection/submit', { templateName: `排程表${++serial}`, useKind: 'inspection', items })
  await saved('/eam/eamdeviceinspection/publish', { id })
  return id
}
const kinds: readonly Kind[] = [
  {
    ...{ name: 'qualityCard', path: controls, due: 'nextDue', seen: 'qualityCard.list', plan: bySubmit(controls) },
    add: async (nextDue) =>
      saved(`${controls}/submit`, { deviceId: await device(home.depts.medicine), templateId: await lab.template(), nextDue }),
  },
  {
    ...{ name: 'checklistTask', path: checklists, due: 'dueDate', seen: 'checklistTask.list', plan: bySubmit(checklists) },
    add: async (dueDate) =>
      saved(`${checklists}/submit`, { deviceId: await device(home.depts.medicine), templateId: await template(), dueDate }),
  },
  {
    ...{ name: 'measureRecord', path: records, due: 'dueDate', seen: 'measureRecord.list', plan: bySubmit(records) },
    add: async (dueDate) =>
      saved(`${records}/submit`, { deviceId: await device(home.depts.medicine), measureKind: 'verification', dueDate }),
  },
]

test.each(kinds)('$name: a planned day moves the work in the calendar and never the day it is due', async (kind) => {
  const { name, path, due: field, seen } = kind
  const [due, day] = [daysAfter(today, 10), daysAfter(today, 14)]
  const id = await kind.add(due)
  const rowOf = async (): Promise<Row> => (await admin.get<Row>(`${path}/detail`, { id })).data
  const standsOn = async (who = admin) => {
    const { cards, tray } = await planOf(who, today, 42, { kinds: name, deptId: home.depts.medicine })
    const card = cards.find((one) => one.id === id)
    return card ? [card.day, card.due, card.planned] : tray.cards.some((one) => one.id === id) ? 'tray' : undefined
  }
  expect(await standsOn()).toEqual([due, due, due])
  const { version } = await rowOf()
  // Who only sees it and who is of another hospital plan nothing.
  const nurse = await people.clerk([seen, 'device.list'], 'all')
  for (const who of [nurse.client, neighbour]) expect((await kind.plan(who, id, version, day)).success).toBe(false)
  expect((await kind.plan(manager, id, version, day)).msg).toBe('操作成功')
  expect(await rowOf()).toMatchObject({ [field]: due, plannedOn: day })
  expect(await standsOn()).toEqual([day, due, day])
  expect(await standsOn(neighbour)).toBeUndefined()
  // The second of two people is told.
  const late = await kind.plan(admin, id, version, daysAfter(day, 1))
  expect([late.status, late.success]).toEqual([409, false])
  expect((await kind.plan(manager, id, (await rowOf()).version, '2026-02-30')).status).toBe(400)
  // What is not done on its day waits in the tray.
  expect((await kind.plan(manager, id, (await rowOf()).version, daysAfter(today, -1))).msg).toBe('操作成功')
  expect(await standsOn()).toBe('tray')
  expect(await rowOf()).toMatchObject({ [field]: due })
})

test('a checklist gets its day and its person in one act', async () => {
  const [due, day] = [daysAfter(today, 10), daysAfter(today, 12)]
  const id = await kinds[1]!.add(due)
  const given = await manager.post(`${checklists}/assign`, { ids: [id], assigneeId: home.users.engineer, plannedOn: day })
  expect(given.msg).toBe('操作成功')
  const task = async (): Promise<Row> => (await admin.get<Row>(`${checklists}/detail`, { id })).data
  expect(await task()).toMatchObject({ plannedOn: day, dueDate: due, assigneeId: home.users.engineer })
  await manager.post(`${checklists}/assign`, { ids: [id], assigneeId: home.users.equipment_manager })
  expect(await task()).toMatchObject({ plannedOn: day, dueDate: due })
})

test('a control that is due later stands on the sooner day that is planned for it, on the board as well', async () => {
  const [due, day] = [daysAfter(today, 75), daysAfter(today, 20)]
  const id = await kinds[0]!.add(due)
  const query = { kinds: 'qualityCard', deptId: home.depts.medicine }
  const standsOn = async () => (await planOf(admin, today, 42, query)).cards.find((card) => card.id === id)?.day
  const isOnBoard = async () => {
    const { data } = await admin.get<{ cards: Row[] }>('/eam/dispatch/cards', { ...query, column: 'waiting' })
    return (data as unknown as { cards: Row[] }).cards.some((card) => card.id === id)
  }
  expect([await standsOn(), await isOnBoard()]).toEqual([undefined, false])
  const { version } = (await admin.get<Row>(`${controls}/detail`, { id })).data
  expect((await kinds[0]!.plan(manager, id, version, day)).msg).toBe('操作成功')
  expect([await standsOn(), await isOnBoard()]).toEqual([day, true])
})

test('a verification that was sent out does not wait for a new day; it is named with the day on which it left', async () => {
  const due = daysAfter(today, -6)
  const id = await kinds[2]!.add(due)
  const query = { kinds: 'measureRecord', deptId: home.depts.medicine }
  const asides = async () => {
    const { tray, underWay } = (await planOf(admin, today, 7, query)) as Plan & { underWay: Plan['tray'] }
    const of = (side: Plan['tray']) => side.cards.find((card) => card.id === id)
    return { waits: of(tray), goes: of(underWay), counts: [tray.count, underWay.count] }
  }
  const before = await asides()
  expect([before.waits?.isFixed, before.goes]).toEqual([false, undefined])
  const sent = await manager.post(`${records}/send`, { ids: [id], sentOn: daysAfter(today, -2), body: '市计量院' })
  expect(sent.msg).toBe('操作成功')
  const after = await asides()
  expect(after.waits).toBeUndefined()
  expect(after.goes).toMatchObject({ state: 'sent', isFixed: true, outSince: daysAfter(today, -2), due })
  expect(after.counts).toEqual([before.counts[0]! - 1, before.counts[1]! + 1])
})
