import { expect, test } from 'vitest'
import { daysAfter, homeDay, mondayOf, monthAfter } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, bySelector, click, openDesk, press, shownText, until } from '#tests/harness/desk.tsx'

const app = await appForFile()
const as = (account: string) => app.signIn('100001', account, 'ward2026')
const [orders, today] = ['/eam/eventtypemaintain', homeDay(new Date())]
const month = monthAfter(today, 2)

/** An order of a card in use, entered by hand, for a day two months ahead that no other test uses. */
const ordered = async (client: Client, day: string): Promise<Row> => {
  const { records } = (await client.get<Page>('/eam/device/list', { eamStatus: 'in_use', filingStatus: 'filed', size: 1 })).data
  const answer = await client.post(`${orders}/save`, { deviceId: records[0]!.id, dueDate: day })
  expect(answer.msg).toBe('操作成功')
  return detail(client, answer.data.id)
}
const detail = async (client: Client, id: string): Promise<Row> => (await client.get<Row>(`${orders}/detail`, { id })).data
const place = (day: string) => until(() => bySelector(`[data-day="${day}"]`), `the day ${day}`)
const entryOn = (day: string, id: unknown) => bySelector(`[data-day="${day}"] [data-entry="${id}"]`)
const entry = (day: string, id: unknown) => until(() => entryOn(day, id), `the entry on ${day}`)
const said = () => document.querySelector('.eam-calendar [role="status"]')?.textContent

test('a month shows rows on their days and counts that are those of the list; a week and a month lead to each other', async () => {
  const manager = await as('manager')
  const day = daysAfter(month, 9)
  const made = await Promise.all([1, 2, 3, 4, 5].map(() => ordered(manager, day)))
  await openDesk(app, manager, `/eam/maintain-order?view=calendar&day=${month}`)
  const shown = await place(day)
  await until(() => shown.querySelectorAll('[data-entry]').length === 3, 'three entries')
  const total = async (query: Record<string, string>) => (await manager.get<{ total: number }>(`${orders}/list`, query)).data.total
  expect(await total({ scheduledOn_ge: day, scheduledOn_le: day })).toBe(5)
  await until(() => shown.querySelector('h4 small')?.textContent === '5', 'the count')
  // The days of the other months around complete the weeks.
  expect(bySelector(`[data-day="${mondayOf(month)}"]`)).toBeTruthy()

  click(await until(() => byRole('radio', '周'), 'the week'))
  await until(() => document.querySelectorAll('[data-day]').length === 7, 'one week')
  for (let week = mondayOf(month); week < mondayOf(day); week = daysAfter(week, 7)) {
    click(byRole('button', '下一页')!)
    await place(daysAfter(week, 7))
  }
  for (const { id } of made) await entry(day, id)

  click(byRole('radio', '月')!)
  click(await until(() => byRole('button', '还有 2 条'), 'the others'))
  await until(() => byRoleAll('row').length >= 6, 'the list of the day')
  expect(new URLSearchParams(location.search).get('scheduledOn_ge')).toBe(day)
})

test('an entry is dragged to another day and moved by keys; the due day stays', async () => {
  const manager = await as('manager')
  const [from, to] = [daysAfter(month, 14), daysAfter(month, 16)]
  const order = await ordered(manager, from)
  await openDesk(app, manager, `/eam/maintain-order?view=calendar&day=${month}`)
  const face = await entry(from, order.id)
  const data = { effectAllowed: '', dropEffect: '', setData: () => {} }
  const fire = (name: string, at: Element): void => {
    const event = new Event(name, { bubbles: true, cancelable: true })
    Object.defineProperty(event, 'dataTransfer', { value: data })
    at.dispatchEvent(event)
  }
  fire('dragstart', face.closest('li')!)
  await until(() => bySelector('.eam-calendar-held'), 'a picked up entry')
  fire('dragover', await place(to))
  fire('drop', await place(to))
  await entry(to, order.id)
  expect(await detail(manager, order.id)).toMatchObject({ scheduledOn: to, dueDate: from })

  const moved = await until(() => {
    const shown = entryOn(to, order.id)
    return shown?.getAttribute('aria-busy') ? undefined : shown
  }, 'the entry at rest')
  moved.focus()
  press(' ', moved)
  await until(() => said()?.startsWith('已拿起'), 'the announcement')
  press('ArrowDown', moved)
  await until(() => bySelector(`[data-day="${daysAfter(to, 7)}"].eam-calendar-chosen`), 'the week below')
  press('ArrowLeft', moved)
  await until(() => bySelector(`[data-day="${daysAfter(to, 6)}"].eam-calendar-chosen`), 'the chosen day')
  press(' ', moved)
  await entry(daysAfter(to, 6), order.id)
  expect(await detail(manager, order.id)).toMatchObject({ scheduledOn: daysAfter(to, 6) })
})

test('what was changed meanwhile is not overwritten, and who may not edit moves nothing', async () => {
  const [manager, nurse] = [await as('manager'), await as('keeper')]
  const from = daysAfter(month, 20)
  const order = await ordered(manager, from)
  await openDesk(app, manager, `/eam/maintain-order?view=calendar&day=${month}`)
  const face = await entry(from, order.id)
  await manager.post(`${orders}/update`, { id: order.id, version: order.version, remark: '另一人' })
  face.focus()
  press(' ', face)
  await until(() => said()?.startsWith('已拿起'), 'the announcement')
  press('ArrowRight', face)
  await until(() => bySelector(`[data-day="${daysAfter(from, 1)}"].eam-calendar-chosen`), 'the chosen day')
  press(' ', face)
  await until(() => said()?.includes('仍在'), 'the refusal')
  expect(await detail(manager, order.id)).toMatchObject({ scheduledOn: from })
  await openDesk(app, nurse, `/eam/maintain-order?view=calendar&day=${month}`, 'en')
  await until(() => byRole('button', 'Today'), 'the calendar')
  expect(shownText(document.body)).not.toContain('Drag to another day')
  expect(document.querySelectorAll('.eam-calendar li[draggable="true"]')).toHaveLength(0)
})

test('a list without states has a calendar, too: a schedule is moved to another day while it has no open order', async () => {
  const manager = await as('manager')
  const [from, to] = [daysAfter(month, 4), daysAfter(month, 5)]
  const { records } = (await manager.get<Page>('/eam/device/list', { eamStatus: 'in_use', filingStatus: 'filed', size: 1 })).data
  const plan = { planName: '日历计划', deviceId: records[0]!.id, planCycle: 1, planCycleUnit: 'year', firstDue: from }
  const planId = (await manager.post('/eam/deviceplan/submits', plan)).data.id
  const card = (await manager.get<Page>('/eam/devicecardmaintain/list', { planId })).data.records[0]!
  await openDesk(app, manager, `/eam/maintain-card?view=calendar&day=${month}`)
  const face = await entry(from, card.id)
  await until(async () => (await place(from)).querySelector('h4 small')?.textContent === '1', 'the count')
  expect(document.querySelector('.eam-calendar [role="alert"]')).toBeNull()
  face.focus()
  press(' ', face)
  await until(() => said()?.startsWith('已拿起'), 'the announcement')
  press('ArrowRight', face)
  await until(() => bySelector(`[data-day="${to}"].eam-calendar-chosen`), 'the chosen day')
  press(' ', face)
  await entry(to, card.id)
  expect((await manager.get<Row>('/eam/devicecardmaintain/detail', { id: card.id })).data).toMatchObject({ nextDue: to })
})

test('the calendar of due things shows every kind on its day, leaves out one, and leads to the rows and to the list', async () => {
  const manager = await as('manager')
  const day = daysAfter(month, 11)
  const order = await ordered(manager, day)
  await openDesk(app, manager, `/eam/due-calendar?day=${day}`)
  const shown = () => bySelector(`[data-day="${day}"]`)
  await until(() => shown()?.textContent?.includes('保养 1'), 'the order on its day')
  const row = await until(() => bySelector(`.eam-due-list a[href="/eam/maintain-order?open=${order.id}"]`), 'the link to the order')
  expect(row.textContent).toBe(order.deviceName)

  click(byRole('checkbox', '保养')!)
  await until(() => !shown()!.textContent!.includes('保养'), 'the day without orders')
  expect(bySelector(`.eam-due-list a[href*="${order.id}"]`)).toBeUndefined()
  click(byRole('checkbox', '保养')!)

  click(await until(() => byRole('link', '在列表中查看（1）'), 'the way to the list'))
  await until(() => shownText().includes(`${order.orderNo}`) && shownText().includes('共 1 条'), 'the list with this row alone')
  expect(new URLSearchParams(location.search).get('dueDate_ge')).toBe(day)
})

test('the calendar of due things shows this month where the address names no day', async () => {
  for (const day of ['2026-99-99', '0000-00-00']) {
    await openDesk(app, await as('manager'), `/eam/due-calendar?day=${day}`)
    await until(() => bySelector(`[data-day="${today}"][aria-pressed="true"]`), 'today')
  }
})

test('arrow keys choose days of the calendar of due things, and the focus follows', async () => {
  const day = daysAfter(monthAfter(today, 3), -1)
  await openDesk(app, await as('manager'), `/eam/due-calendar?day=${day}`)
  const shown = await until(() => bySelector(`[data-day="${day}"][tabindex="0"]`), 'the chosen day')
  press('ArrowRight', shown)
  const next = daysAfter(day, 1)
  await until(() => document.activeElement === bySelector(`[data-day="${next}"][aria-pressed="true"]`), 'the focus on the next month')
})

test('the calendar of due things has no kinds that the person may not list', async () => {
  await openDesk(app, await as('keeper'), '/eam/due-calendar')
  await until(() => byRole('checkbox', '保修到期'), 'the kinds')
  expect(byRole('checkbox', '资质到期')).toBeUndefined()
})
