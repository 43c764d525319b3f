import { expect, test } from 'vitest'
import { homeDay } from '#contract/kit/time/day.ts'
import { deskQueries } from '#src/app/desk/queries.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { byRole, bySelector, click, field, followLive, openDesk, press, shownText, type, until } from '#tests/harness/desk.tsx'

const app = await appForFile()
const as = (account: string) => app.signIn('100001', account, 'ward2026')

const detail = async (client: Client, path: string, id: unknown): Promise<Row> =>
  (await client.get<Row>(`${path}/detail`, { id: String(id) })).data
const repair = '/eam/eventtyperepair'
/** A fresh report about a card in use that is not in repair. */
const report = async (client: Client, faultDescription: string): Promise<string> => {
  const { records } = (await client.get<Page>('/eam/device/list', { eamStatus: 'in_use', filingStatus: 'filed', size: 200 })).data
  for (const { id: deviceId } of records.reverse()) {
    if ((await client.get<unknown[]>(`${repair}/open-of`, { deviceId })).data.length > 0) continue
    return (await client.post<Row>(`${repair}/save`, { deviceId, faultDescription, urgency: 'critical' })).data.id as string
  }
  throw new Error('every card is in repair')
}
const cellOf = (column: string, lane: string) => `[data-state="${column}"][data-lane="${lane}"]`
const cardIn = (column: string, lane: string, id: unknown) => bySelector(`${cellOf(column, lane)} [data-card="${id}"]`)
/** A card in its cell, once a move before is over: the board may show it there earlier. */
const card = (column: string, lane: string, id: unknown) =>
  until(() => {
    const face = cardIn(column, lane, id)
    return face?.getAttribute('aria-busy') === 'true' ? undefined : face
  }, `the card in ${column} of ${lane}`)
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

test('a drop on the lane of a person or team gives the order to them, and the card stays there', async () => {
  const [nurse, manager, engineer] = [await as('keeper'), await as('manager'), await as('engineer')]
  const id = await report(nurse, '测试：派工')
  const teamId = (await manager.post<Row>('/eam/service-team/submit', { teamName: '测试班组', members: [engineer.userId] })).data.id
  await openDesk(app, manager, '/eam/dispatch?kinds=repairOrder&urgency=critical')
  const face = await card('waiting', '_none', id)
  for (const text of ['测试：派工', '特急']) expect(shownText(face)).toContain(text)
  await drag(face, cellOf('assigned', `t:${teamId}`))
  await card('assigned', `t:${teamId}`, id)
  expect(await detail(manager, repair, id)).toMatchObject({ repairStatus: 'assigned', teamId, engineerId: null })
  await drag(await card('assigned', `t:${teamId}`, id), cellOf('assigned', `p:${engineer.userId}`))
  await card('assigned', `p:${engineer.userId}`, id)
  expect(await detail(manager, repair, id)).toMatchObject({ engineerId: engineer.userId, teamId: null })
})

test('of two people who give one order away the second is told, and the first stands', async () => {
  const [nurse, manager, engineer] = [await as('keeper'), await as('manager'), await as('engineer')]
  const id = await report(nurse, '测试：两人派工')
  const teamId = (await manager.post<Row>('/eam/service-team/submit', { teamName: '两人派工班组', members: [engineer.userId] })).data.id
  const desk = await openDesk(app, manager, '/eam/dispatch?kinds=repairOrder&urgency=critical')
  const face = await card('waiting', '_none', id)
  await until(() => document.querySelector(cellOf('assigned', `p:${engineer.userId}`)), 'the lane of the engineer')
  // Another desk was faster; this one still shows the card in its old place.
  expect((await manager.post(`${repair}/assign-team`, { id, teamId })).msg).toBe('操作成功')
  await drag(face, cellOf('assigned', `p:${engineer.userId}`))
  await desk.see('刚刚已被他人改动')
  expect(await detail(manager, repair, id)).toMatchObject({ teamId, engineerId: null })
})

test('a move that no step allows says why, and the card is back', async () => {
  const [nurse, manager, engineer] = [await as('keeper'), await as('manager'), await as('engineer')]
  const id = await report(nurse, '测试：不能移')
  const desk = await openDesk(app, manager, '/eam/dispatch?kinds=repairOrder&urgency=critical')
  await drag(await card('waiting', '_none', id), cellOf('done', '_none'))
  await desk.see('现在不能移到“近 7 天完成”')
  expect(said()).toContain('待分派')
  await drag(await card('waiting', '_none', id), cellOf('working', `p:${engineer.userId}`))
  await desk.see('改派和换列请分两次进行')
  expect((await detail(manager, repair, id)).repairStatus).toBe('reported')
  expect(cardIn('waiting', '_none', id)).toBeDefined()
})

test('a column asks for what its step needs, and by keyboard the same', async () => {
  const [nurse, engineer] = [await as('keeper'), await as('engineer')]
  const id = await report(nurse, '测试：键盘派工')
  for (const step of ['accept', 'arrive']) await engineer.post(`${repair}/${step}`, { id })
  const desk = await openDesk(app, engineer, '/eam/dispatch?kinds=repairOrder&urgency=critical')
  const lane = `p:${engineer.userId}`
  const face = await card('working', lane, id)
  face.focus()
  press(' ', face)
  await until(() => said()?.includes('处理中'), 'the card picked up')
  press('ArrowRight', face)
  await until(() => said()?.includes('待件或送外'), 'the next column')
  press('Escape', face)
  await until(() => said()?.includes('仍在'), 'the card put back')
  press(' ', face)
  await until(() => said()?.startsWith('已拿起'), 'the card picked up again')
  press('ArrowRight', face)
  await until(() => said()?.endsWith('待件或送外'), 'the next column again')
  press(' ', face)
  const which = await desk.find('dialog', /请选择操作/)
  click(byRole('button', '待件', which)!)
  const form = await desk.find('dialog', '待件')
  expect(field('原因', form)).toBeDefined()
  click(byRole('button', '取消', form)!)
  await until(() => said()?.includes('仍在'), 'the card is back')
  expect((await detail(engineer, repair, id)).repairStatus).toBe('working')
})

test('an open form keeps its text while others change the order', async () => {
  const [nurse, engineer] = [await as('keeper'), await as('engineer')]
  const id = await report(nurse, '测试：保留输入')
  for (const step of ['accept', 'arrive']) await engineer.post(`${repair}/${step}`, { id })
  const desk = await openDesk(app, engineer, '/eam/dispatch?kinds=repairOrder&urgency=critical')
  const lane = `p:${engineer.userId}`
  await drag(await card('working', lane, id), cellOf('held', lane))
  click(byRole('button', '待件', await desk.find('dialog', /请选择操作/))!)
  type(field('原因', await desk.find('dialog', '待件'))!, '等电源板')
  await nurse.post(`${repair}/supplement`, { id, details: '又冒烟了' })
  await deskQueries.invalidateQueries()
  const form = await desk.find('dialog', '待件')
  expect((field('原因', form) as HTMLTextAreaElement).value).toBe('等电源板')
})

test('the board follows what others do, without lanes and in English, too', async () => {
  const [manager, engineer] = [await as('manager'), await as('engineer')]
  const { records } = (await manager.get<Page>('/eam/device/list', { eamStatus: 'in_use', filingStatus: 'filed', size: 1 })).data
  const id = (await manager.post<Row>('/eam/eventtypemaintain/submit', { deviceId: records[0]!.id, dueDate: homeDay(new Date()) })).data.id
  followLive()
  await openDesk(app, manager, '/eam/dispatch?kinds=maintainOrder&lanes=0', 'en')
  await until(() => bySelector(`[data-state="waiting"] [data-card="${id}"]`), 'the card')
  await until(() => shownText(byRole('region', 'Awaiting sign-off')).includes('Awaiting sign-off'), 'the columns in English')
  await manager.post('/eam/eventtypemaintain/assign', { ids: [id], assigneeId: engineer.userId })
  await until(() => bySelector(`[data-state="assigned"] [data-card="${id}"]`), 'the card in its new column')
})
