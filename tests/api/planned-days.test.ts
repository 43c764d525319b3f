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
