import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { byRole, bySelector, click, field, formDialog, openDesk, rows, shownText, type, until } from '#tests/harness/desk.tsx'
import { dialog, found } from '#tests/harness/desk-acts.ts'

// Common tasks at the desk, with the clicks that each takes from the page where it begins. Typing is no click.

const app = await appForFile()
const as = (account: string) => app.signIn('100001', account, 'ward2026')
const [manager, engineer, nurse] = [await as('manager'), await as('engineer'), await as('keeper')]

let clicks = 0
const press = (element: Element): void => {
  clicks++
  click(element)
}
/** Opens a page as a person; the clicks count from here. */
const from = async (client: Client, address: string) => {
  const desk = await openDesk(app, client, address)
  clicks = 0
  return desk
}
const inState = (state: RegExp) => until(() => bySelector('.eam-record h1', state), `a record ${state}`)
const act = async (name: string) => {
  const isReady = (button: HTMLElement | undefined) => button && !(button as HTMLButtonElement).disabled && button
  press(await until(() => isReady(byRole('button', name, bySelector('.eam-record'))), `the act ${name}`))
}
const confirm = async (name: RegExp = /^(确\s?定|提\s?交|保\s?存)$/) => press(await found('button', name, dialog))
const free = async (client: Client): Promise<Row> => {
  const { records } = (await client.get<Page>('/eam/device/list', { eamStatus: 'in_use', filingStatus: 'filed', size: 200 })).data
  for (const card of records.reverse())
    if ((await client.get<unknown[]>('/eam/eventtyperepair/open-of', { deviceId: card.id })).data.length === 0) return card
  throw new Error('every card is in repair')
}
const reported = async (fault: string): Promise<string> => {
  const { id: deviceId } = await free(nurse)
  return (await nurse.post('/eam/eventtyperepair/save', { deviceId, faultDescription: fault, urgency: 'urgent' })).data.id
}

test('a nurse reports a fault from the page of a device: two clicks', async () => {
  const { id } = await free(nurse)
  await from(nurse, `/eam/device/${id}`)
  await act('报修')
  type(await until(() => field('故障描述', formDialog()), 'the fault'), '点击数：开机无反应')
  await confirm()
  await inState(/待受理/)
  expect(clicks).toBe(2)
})

test('a manager asks for a device from its page, in a form that is filled: three clicks', async () => {
  const { data } = await manager.get<Page>('/blade-system/dept/list', { keyword: '骨科', size: 1 })
  const { id } = (await manager.post('/eam/device/submit', { deviceName: '点击数输液泵', useDeptId: data.records[0]!.id })).data
  await from(manager, `/eam/device/${id}`)
  await act('发起申请')
  press(await found('menuitem', '借用', () => document))
  await until(() => shownText(formDialog()).includes('点击数输液泵'), 'the device in the form')
  await confirm()
  await until(() => bySelector('h1, h2', /^借用 点击数输液泵 .*至 /), 'the application')
  expect(clicks).toBe(3)
})

test('an engineer takes an order from the list, arrives and finishes it: five clicks', async () => {
  const id = await reported('点击数：维修')
  const { data } = await engineer.get<Row>('/eam/eventtyperepair/detail', { id })
  await from(engineer, `/eam/repair?keyword=${String(data.orderNo)}`)
  press(await until(() => rows().find((row) => row.textContent?.includes(String(data.orderNo))), 'the order'))
  await inState(/待受理/)
  await act('受理')
  await inState(/已受理/)
  await act('到场维修')
  await inState(/维修中/)
  await act('完工')
  type(await until(() => field('故障诊断', dialog()), 'the diagnosis'), '电源线松动')
  type(field('维修措施', dialog())!, '插紧电源线')
  await confirm()
  await inState(/待验收/)
  expect(clicks).toBe(5)
})
