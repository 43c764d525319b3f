import { expect, test } from 'vitest'
import { daysAfter, homeDay, mondayOf } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { byRole, bySelector, openDesk, press, shownText, until } from '#tests/harness/desk.tsx'

const app = await appForFile()
const as = (account: string) => app.signIn('100001', account, 'ward2026')
const orders = '/eam/eventtypemaintain'
const today = homeDay(new Date())
/** A Monday far from the days of the demo hospital. */
const monday = daysAfter(mondayOf(today), 140)

const detail = async (client: Client, id: unknown): Promise<Row> => (await client.get<Row>(`${orders}/detail`, { id: String(id) })).data
const order = async (manager: Client, scheduledOn: string): Promise<string> => {
  const { records } = (await manager.get<Page>('/eam/device/list', { eamStatus: 'in_use', filingStatus: 'filed', size: 1 })).data
  return (await manager.post<Row>(`${orders}/submit`, { deviceId: records[0]!.id, dueDate: scheduledOn, scheduledOn })).data.id as string
}
const cellOf = (day: string, lane?: string) => `[data-state="${day}"]${lane === undefined ? '' : `[data-lane="${lane}"]`}`
const card = (day: string, lane: string | undefined, id: unknown) =>
  until(() => bySelector(`${cellOf(day, lane)} [data-card="${id}"]`), `the card on ${day}`)
const said = () => document.querySelector('.eam-kanban [role="status"]')?.textContent

/** Drags a card to a cell, as a browser tells the page. */
async function drag(from: HTMLElement, to: string): Promise<void> {
  const data = { effectAllowed: '', dropEffect: '', setData: () => {} }
  const fire = (name: string, at: Element): void => {
    const event = new Event(name, { bubbles: true, cancelable: true })
    Object.defineProperty(event, 'dataTransfer', { value: data })
    at.dispatchEvent(event)
  }
  fire('dragstart', from.closest('li')!)
  await until(() => document.querySelector('.eam-kanban-held'), 'the card held')
  const place = await until(() => document.querySelector(to), 'the cell')
  fire('dragover', place)
  fire('drop', place)
  fire('dragend', from.closest('li')!)
}

test('a card dropped on another day and engineer of the week is planned and assigned, and keeps the day it is due', async () => {
  const [manager, engineer] = [await as('manager'), await as('engineer')]
  const id = await order(manager, monday)
  await openDesk(app, manager, `/eam/dispatch?view=week&day=${monday}&kinds=maintainOrder`)
  await drag(await card(monday, '_none', id), cellOf(daysAfter(monday, 2), '_none'))
  await card(daysAfter(monday, 2), '_none', id)
  expect(await detail(manager, id)).toMatchObject({ scheduledOn: daysAfter(monday, 2), dueDate: monday, assigneeId: null })
  const mine = `p:${engineer.userId}`
  await drag(await card(daysAfter(monday, 2), '_none', id), cellOf(daysAfter(monday, 3), mine))
  await card(daysAfter(monday, 3), mine, id)
  expect(await detail(manager, id)).toMatchObject({
    scheduledOn: daysAfter(monday, 3),
    dueDate: monday,
    assigneeId: engineer.userId,
    orderState: 'assigned',
  })
  // No order is unassigned by dragging: the card stays and the page says why.
  await drag(await card(daysAfter(monday, 3), mine, id), cellOf(daysAfter(monday, 3), '_none'))
  await until(() => said()?.includes('仍在'), 'the card is back')
  await card(daysAfter(monday, 3), mine, id)
})

test('a planned verification is dragged to another day, and the day it is due stays; it goes to no person', async () => {
  const manager = await as('manager')
  const { records } = (await manager.get<Page>('/eam/device/list', { eamStatus: 'in_use', filingStatus: 'filed', size: 1 })).data
  const draft = { deviceId: records[0]!.id, measureKind: 'calibration', dueDate: monday }
  const made = await manager.post<Row>('/eam/eventtypemeasure/submit', draft)
  expect(made.msg).toBe('操作成功')
  const { id } = made.data
  const desk = await openDesk(app, manager, `/eam/dispatch?view=week&day=${monday}&kinds=measureRecord,maintainOrder`)
  await drag(await card(monday, '_none', id), cellOf(daysAfter(monday, 2), '_none'))
  const face = await card(daysAfter(monday, 2), '_none', id)
  const record = async (): Promise<Row> => (await manager.get<Row>('/eam/eventtypemeasure/detail', { id: String(id) })).data
  expect(await record()).toMatchObject({ plannedOn: daysAfter(monday, 2), dueDate: monday })
  await drag(face, `[data-state="${daysAfter(monday, 3)}"][data-lane^="p:"]`)
  await desk.see('不能改派')
  expect(await record()).toMatchObject({ plannedOn: daysAfter(monday, 2) })
})

test('by keyboard the same, over the days of a month', async () => {
  const manager = await as('manager')
  const first = `${monday.slice(0, 8)}10`
  const id = await order(manager, first)
  await openDesk(app, manager, `/eam/dispatch?view=month&day=${first}&kinds=maintainOrder`)
  const face = await card(first, undefined, id)
  face.focus()
  press(' ', face)
  await until(() => said()?.startsWith('已拿起'), 'the card picked up')
  press('ArrowRight', face)
  press('Escape', face)
  await until(() => said()?.includes('仍在'), 'the card put back')
  press(' ', face)
  await until(() => said()?.startsWith('已拿起'), 'the card picked up again')
  press('ArrowDown', face)
  await until(() => bySelector(`${cellOf(daysAfter(first, 7))}.eam-calendar-chosen`), 'the day a week later')
  press('Enter', face)
  await card(daysAfter(first, 7), undefined, id)
  expect(await detail(manager, id)).toMatchObject({ scheduledOn: daysAfter(first, 7), dueDate: first })
})

test('the second of two people is told and the card stands where the first has put it', async () => {
  const [manager, other] = [await as('manager'), await as('manager')]
  const from = daysAfter(monday, 7)
  const id = await order(manager, from)
  const desk = await openDesk(app, manager, `/eam/dispatch?view=week&day=${from}&kinds=maintainOrder`)
  const face = await card(from, '_none', id)
  const { version } = await detail(other, id)
  await other.post(`${orders}/submit`, { id, version, scheduledOn: daysAfter(from, 4) })
  await drag(face, cellOf(daysAfter(from, 1), '_none'))
  await desk.see(/已被.*修改|已经.*修改|刷新/)
  await card(daysAfter(from, 4), '_none', id)
  expect((await detail(manager, id)).scheduledOn).toBe(daysAfter(from, 4))
})

test('what is overdue is dragged in from the tray, but not to a day that has passed', async () => {
  const manager = await as('manager')
  const id = await order(manager, daysAfter(today, -400))
  const desk = await openDesk(app, manager, `/eam/dispatch?view=month&kinds=maintainOrder`)
  const tray = await until(() => byRole('complementary', '逾期待安排'), 'the tray')
  await until(() => bySelector(`[data-state="tray"] [data-card="${id}"]`), 'the card in the tray')
  expect(shownText(tray)).toContain('逾期')
  const before = [...document.querySelectorAll<HTMLElement>('[data-state]')].map((cell) => cell.dataset.state!).find((day) => day < today)
  if (before) {
    await drag(bySelector(`[data-card="${id}"]`)!, cellOf(before))
    await desk.see('不能安排到过去的日期')
  }
  await drag(await until(() => bySelector(`[data-state="tray"] [data-card="${id}"]`), 'the card in the tray'), cellOf(today))
  await until(() => !bySelector(`[data-state="tray"] [data-card="${id}"]`), 'the card out of the tray')
  expect((await detail(manager, id)).scheduledOn).toBe(today)
})

test('who may only look moves nothing, in English, too', async () => {
  const [manager, nurse] = [await as('manager'), await as('keeper')]
  await order(manager, monday)
  await openDesk(app, nurse, `/eam/dispatch?view=week&day=${monday}`, 'en')
  await until(() => byRole('complementary', 'Overdue, to plan'), 'the tray')
  expect(document.querySelector('.eam-kanban li[draggable="true"]')).toBeNull()
})
