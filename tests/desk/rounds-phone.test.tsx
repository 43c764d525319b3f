import { afterEach, expect, test } from 'vitest'
import { homeDay } from '#contract/kit/time/day.ts'
import { checklistPhone } from '#src/features/checklist/phone.tsx'
import { toolingPhone } from '#src/features/tooling/phone.tsx'
import { offerParts } from '#src/kit/parts.tsx'
import { loadQueueFacts } from '#src/kit/phone/queue-facts.ts'
import { usePhoneStore } from '#src/kit/phone/store/phone-store.ts'
import { giveRecordPaths } from '#src/kit/record/record-paths.ts'
import '#src/app/queue-loaders.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, click, openDesk, shownText, type, until } from '#tests/harness/desk.tsx'
import { home } from '#tests/harness/hospitals.ts'
import { openPhonePages, type PhonePages } from '#tests/harness/phone-pages.tsx'

const app = await appForFile()
const admin = await app.as('administrator')
const manager = await app.as('equipment_manager')
const engineer = await app.as('engineer')
const today = homeDay(new Date())
await loadQueueFacts()
offerParts(checklistPhone.parts!)
giveRecordPaths({ ...checklistPhone.records, device: '/device' })

let phone: PhonePages | undefined
afterEach(() => {
  phone?.close()
  phone = undefined
})

const must = async (path: string, body: object, who = admin): Promise<Row> => {
  const answer = await who.post<Row>(path, body)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return answer.data
}
const detail = async (path: string, id: unknown): Promise<Row> => (await admin.get<Row>(`${path}/detail`, { id: String(id) })).data
const shows = (of: PhonePages, ...texts: string[]) =>
  until(() => texts.every((text) => shownText(of.box).includes(text)), `${texts} in ${shownText(of.box)}`)
const press = async (of: PhonePages, name: string): Promise<void> => click(await until(() => byRole('button', name, of.box), name))
const sheetOf = (of: PhonePages) =>
  until(() => byRoleAll('dialog', undefined, of.box).find((one) => one.querySelector('form')), 'the sheet')
/** Types a code where a camera would read it. */
const scans = async (of: PhonePages, code: string): Promise<void> => {
  const form = await until(() => of.box.querySelector('form.ph-scan-entry'), 'the code field')
  type(form.querySelector('input')!, code)
  click(await until(() => form.querySelector('button:not([disabled])'), 'the code is typed'))
}

test('a round without a network: the label of the room opens the visit, a stop is skipped with a reason, a fault is reported', async () => {
  let floor: string | undefined
  for (const level of ['courtyard', 'building', 'floor'])
    floor = (await must('/eam/plc/location/submit', { locationName: level, level, ...(floor && { parentId: floor }) })).id
  const rooms: Row[] = []
  for (const name of ['巡检甲室', '巡检乙室']) {
    const { id } = await must('/eam/plc/location/submit', { locationName: name, level: 'room', parentId: floor })
    rooms.push(await detail('/eam/plc/location', id))
  }
  const { id: deviceId } = await must('/eam/device/submit', {
    deviceName: '巡检监护仪',
    useDeptId: home.depts.bones,
    locationId: rooms[0]!.id,
  })
  const stops = rooms.map((room) => ({ locationId: room.id, note: '看报警' }))
  const { id: routeId } = await must('/eam/round-route/submit', { routeName: '甲乙巡检', deptId: home.depts.bones, stops })
  const people = { assigneeId: engineer.userId, partnerId: manager.userId }
  const { id } = await must('/eam/round-task/submit', { routeId, startsOn: today, ...people })
  const { records } = (await admin.get<Page>('/eam/round-stop/list', { taskId: String(id), ascs: 'place' })).data
  const [first, second] = records as [Row, Row]

  await openDesk(app, engineer, '/nothing', 'zh')
  phone = await openPhonePages([checklistPhone, toolingPhone])
  const of = phone
  await of.sync()
  of.setOnline(false)
  of.show('/rounds')
  await shows(of, '甲乙巡检', '今天')
  of.show(`/rounds/${id}`)
  await shows(of, '还有 2 站', '1. ', '巡检甲室', '2. ', '巡检乙室', '未巡检')

  of.show(`/round-stops/${first.id}`)
  await shows(of, '巡检甲室', '看报警', '巡检监护仪')
  expect(byRole('button', '到站巡检', of.box)).toBeUndefined()
  await scans(of, String(rooms[1]!.qrToken))
  expect(byRole('button', '到站巡检', of.box)).toBeUndefined()
  await scans(of, String(rooms[0]!.qrToken))
  await shows(of, '已确认到站')
  await press(of, '到站巡检')
  click(byRole('button', '到站巡检', await sheetOf(of))!)
  await until(() => of.queue().length === 1, 'the visit waits')
  await press(of, '报修 巡检监护仪')
  const report = await sheetOf(of)
  type(report.querySelector('textarea')!, '屏幕不亮')
  click(byRole('button', '设备报修', report)!)
  await until(() => of.queue().length === 2, 'the report waits')

  of.show(`/round-stops/${second.id}`)
  await press(of, '跳过此站')
  const sheet = await sheetOf(of)
  type(sheet.querySelector('textarea')!, '手术中')
  click(byRole('button', '跳过此站', sheet)!)
  await until(() => of.queue().length === 3, 'the reason waits')
  of.show(`/rounds/${id}`)
  await shows(of, '已巡检', '已跳过', '手术中')

  of.setOnline(true)
  await of.sync()
  expect(await detail('/eam/round-stop', first.id)).toMatchObject({
    ...{ stopStatus: 'done', labelCode: rooms[0]!.qrToken, checkedCount: 1, brokenCount: 1, doneById: engineer.userId },
  })
  expect(await detail('/eam/round-stop', second.id)).toMatchObject({ stopStatus: 'skipped', skipReason: '手术中' })
  expect(await detail('/eam/round-task', id)).toMatchObject({
    roundStatus: 'finished',
    doneCount: 1,
    skippedCount: 1,
    isInTime: 1,
    brokenCount: 1,
  })
  const [repairId] = (await detail('/eam/round-stop', first.id)).repairs as string[]
  expect(await detail('/eam/eventtyperepair', repairId)).toMatchObject({ deviceId, faultDescription: '屏幕不亮', source: first.id })
})

test('a phone that lacks a room takes any label for it, and the server says which one is not that of the room', async () => {
  const rooms: Row[] = []
  let above: unknown
  for (const level of ['courtyard', 'building', 'floor'])
    above = (await must('/eam/plc/location/submit', { locationName: `远${level}`, level, ...(above ? { parentId: above } : {}) })).id
  for (const name of ['巡检丙室', '巡检丁室']) {
    const { id } = await must('/eam/plc/location/submit', { locationName: name, level: 'room', parentId: above })
    rooms.push(await detail('/eam/plc/location', id))
  }
  const stops = rooms.map((room) => ({ locationId: room.id }))
  const { id: routeId } = await must('/eam/round-route/submit', { routeName: '丙丁巡检', deptId: home.depts.bones, stops })
  const { id } = await must('/eam/round-task/submit', { routeId, startsOn: today, assigneeId: engineer.userId })
  const { records } = (await admin.get<Page>('/eam/round-stop/list', { taskId: String(id), ascs: 'place' })).data
  const [first, second] = records as [Row, Row]

  await openDesk(app, engineer, '/nothing', 'zh')
  phone = await openPhonePages([checklistPhone, toolingPhone])
  const of = phone
  await of.sync()
  // As a phone whose first load has not reached the places yet.
  await usePhoneStore
    .getState()
    .phoneStore!.cache.rows.filter(({ entity }) => entity === 'location')
    .delete()
  of.setOnline(false)
  const visits = async (stop: Row, code: unknown, waiting: number): Promise<void> => {
    of.show(`/round-stops/${stop.id}`)
    await shows(of, String(stop.stopName))
    await scans(of, String(code))
    await shows(of, '已确认到站')
    await press(of, '到站巡检')
    click(byRole('button', '到站巡检', await sheetOf(of))!)
    await until(() => of.queue().length === waiting, 'the visit waits')
  }
  await visits(first, rooms[0]!.qrToken, 1)
  await visits(second, rooms[0]!.qrToken, 2)
  of.setOnline(true)
  await of.sync()
  expect(await detail('/eam/round-stop', first.id)).toMatchObject({ stopStatus: 'done', labelCode: rooms[0]!.qrToken })
  expect(await detail('/eam/round-stop', second.id)).toMatchObject({ stopStatus: 'open', doneAt: null })
  expect(of.queue().map(({ op, attention }) => [op.target.id, op.lastError?.msg ?? '', attention])).toEqual([
    [second.id, expect.stringContaining('扫描的不是这个房间的标签'), true],
  ])
})
