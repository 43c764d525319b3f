import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, bySelector, click, field, openDesk, pick, press, shownText, until } from '#tests/harness/desk.tsx'

const app = await appForFile()
const as = (account: string) => app.signIn('100001', account, 'ward2026')

/** A fresh report about a card in use that is not in repair. */
const report = async (client: Client, faultDescription: string): Promise<Row> => {
  const { records } = (await client.get<Page>('/eam/device/list', { eamStatus: 'in_use', filingStatus: 'filed', size: 200 })).data
  for (const { id: deviceId } of records.reverse()) {
    if ((await client.get<unknown[]>('/eam/eventtyperepair/open-of', { deviceId })).data.length > 0) continue
    const { data } = await client.post('/eam/eventtyperepair/save', { deviceId, faultDescription, urgency: 'urgent' })
    return detail(client, data.id)
  }
  throw new Error('every card is in repair')
}
const detail = async (client: Client, id: string): Promise<Row> => (await client.get('/eam/eventtyperepair/detail', { id })).data
const total = async (client: Client, query: Record<string, string>): Promise<number> =>
  (await client.get<{ total: number }>('/eam/eventtyperepair/list', { ...query, size: 1 })).data.total

const column = (name: string) => until(() => byRole('region', name), `the column ${name}`)
const cardIn = (state: string, id: unknown) => bySelector(`[data-state="${state}"] [data-card="${id}"]`)
const card = (state: string, id: unknown) => until(() => cardIn(state, id), `the card in ${state}`)
const countOf = async (name: string): Promise<number> => Number(byRole('button', /^\d+$/, await column(name))?.textContent)
const lit = (): string[] =>
  [...document.querySelectorAll('.eam-kanban-target')].map((one) => one.getAttribute('aria-label')!.split(' · ').at(-1)!)
const said = () => document.querySelector('.eam-kanban [role="status"]')?.textContent

/** Drags a card to a column, as a browser tells the page. */
async function drag(from: HTMLElement, to: string): Promise<void> {
  const data = { effectAllowed: '', dropEffect: '', setData: () => {} }
  const fire = (name: string, at: Element): void => {
    const event = new Event(name, { bubbles: true, cancelable: true })
    Object.defineProperty(event, 'dataTransfer', { value: data })
    at.dispatchEvent(event)
  }
  fire('dragstart', from.closest('li')!)
  const place = document.querySelector(`[data-state="${to}"]`)!
  await until(() => document.querySelector('.eam-kanban-target'), 'a column that takes the card')
  fire('dragover', place)
  fire('drop', place)
  fire('dragend', from.closest('li')!)
}

test('cards say what, who and since when, and counts are those of all rows', async () => {
  const [nurse, manager] = [await as('keeper'), await as('manager')]
  const order = await report(nurse, '测试：看板')
  await openDesk(app, manager, '/eam/repair?view=board')
  const shown = await card('reported', order.id)
  expect(shownText(shown)).toContain(`${order.deviceName} · 测试：看板`)
  for (const text of ['紧急', String(order.useDeptName), String(order.orderNo), '刚刚']) expect(shownText(shown)).toContain(text)
  for (const [name, repairStatus] of [
    ['待受理', 'reported'],
    ['已完成', 'done'],
  ] as const)
    await until(async () => (await countOf(name)) === (await total(manager, { repairStatus })), `the count of ${name}`)
})

test('a column loads more cards on request', async () => {
  const manager = await as('manager')
  await openDesk(app, manager, '/eam/device?view=board')
  const { total: all } = (await manager.get<{ total: number }>('/eam/device/list', { eamStatus: 'in_use', size: 1 })).data
  expect(all).toBeGreaterThan(40)
  const inUse = await column('在用')
  await until(() => inUse.querySelectorAll('.eam-card').length === 20, 'the first cards')
  click(await until(() => byRole('button', `加载更多（还有 ${all - 20} 条）`, inUse), 'more'))
  await until(() => inUse.querySelectorAll('.eam-card').length === 40, 'more cards')
  expect(await countOf('在用')).toBe(all)
})

test('the columns have names in the language of the reader, and an empty one says so', async () => {
  await openDesk(app, await as('manager'), '/eam/repair?view=board&keyword=no-such-order', 'en')
  for (const name of ['Reported', 'Acknowledged', 'Waiting for parts', 'Done'])
    await until(() => shownText(byRole('region', name)).includes('No data'), `the empty column ${name}`)
})

test('a card is moved by keyboard to a column where a step is legal, and keeps the focus', async () => {
  const [nurse, engineer] = [await as('keeper'), await as('engineer')]
  const order = await report(nurse, '测试：键盘')
  await openDesk(app, engineer, '/eam/repair?view=board')
  const face = await card('reported', order.id)
  face.focus()
  press(' ', face)
  await until(() => lit().length > 0, 'columns that take it')
  const able = ((await detail(engineer, order.id)).can ?? []) as string[]
  expect(able).toContain('accept')
  expect(lit()).toContain('已受理')
  expect(lit()).not.toContain('已完成')
  expect(said()).toContain('已受理')
  press('Escape', face)
  await until(() => lit().length === 0, 'the card put back')
  expect(said()).toContain('待受理')
  press(' ', face)
  await until(() => lit().length > 0, 'the card picked up again')
  press('ArrowRight', face)
  await until(() => said()?.startsWith('已受理：'), 'the column announced')
  press(' ', face)
  const moved = await card('accepted', order.id)
  await until(() => document.activeElement === moved, 'the focus on the moved card')
  expect(said()).toContain('受理')
  expect((await detail(engineer, order.id)).repairStatus).toBe('accepted')
  expect(cardIn('reported', order.id)).toBeUndefined()
})

test('a drop asks for the input of its step, and a step that is left or refused puts the card back', async () => {
  const [nurse, manager] = [await as('keeper'), await as('manager')]
  const order = await report(nurse, '测试：拖动')
  const desk = await openDesk(app, manager, '/eam/repair?view=board')
  await drag(await card('reported', order.id), 'assigned')
  // To a person or to a team.
  click(byRole('button', '派工', await desk.find('dialog', /请选择操作/))!)
  const form = await desk.find('dialog', '派工')
  expect(field('工程师', form)).toBeDefined()
  click(byRole('button', '取消', form)!)
  await until(() => said()?.includes('待受理'), 'the card is back')
  expect((await detail(manager, order.id)).repairStatus).toBe('reported')

  // Where no step leads, nothing happens.
  await drag(await card('reported', order.id), 'done')
  expect((await detail(manager, order.id)).repairStatus).toBe('reported')
})

test('a refused drop says why, puts the card back and shows where it is now', async () => {
  const [nurse, manager, engineer] = [await as('keeper'), await as('manager'), await as('engineer')]
  const order = await report(nurse, '测试：抢先')
  const desk = await openDesk(app, engineer, '/eam/repair?view=board')
  const face = await card('reported', order.id)
  // Another person is quicker by a moment.
  desk.answer(({ path }, ask) =>
    path.startsWith('/eam/eventtyperepair/accept') ? manager.post('/eam/eventtyperepair/accept', { id: order.id }).then(ask) : undefined,
  )
  await drag(face, 'accepted')
  await until(() => bySelector('.ant-message-error'), 'the refusal')
  await card('accepted', order.id)
  expect(said()).toContain('“待受理”')
})

test('lanes by department or person are kept in the address, with counts of their own', async () => {
  const manager = await as('manager')
  const desk = await openDesk(app, manager, '/eam/repair?view=board')
  await column('待受理')
  await pick('泳道', '维修工程师')
  await until(() => location.search.includes('lane=engineer'), 'the lane in the address')
  desk.reload()
  const lanes = await until(() => {
    const found = [...document.querySelectorAll<HTMLElement>('.eam-kanban-lane h4 button')]
    return found.length > 1 && found
  }, 'lanes')
  const inLanes = lanes.map((lane) => Number(lane.querySelector('small')?.textContent))
  expect(inLanes.reduce((sum, count) => sum + count, 0)).toBe(await total(manager, {}))
  const name = lanes[0]!.textContent!.replace(/\s*\d+$/, '')
  expect(byRoleAll('region', new RegExp(`^${name} · `)).length).toBeGreaterThan(3)
  click(lanes[0]!)
  await until(() => byRoleAll('region', new RegExp(`^${name} · `)).length === 0, 'the lane folded')
})
