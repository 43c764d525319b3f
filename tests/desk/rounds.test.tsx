import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { openDesk, shownText, until } from '#tests/harness/desk.tsx'
import { home } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const manager = await app.as('equipment_manager')

const must = async (path: string, body: object, who = admin): Promise<Row> => {
  const answer = await who.post<Row>(path, body)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return answer.data
}
const shows = (...texts: string[]) => until(() => texts.every((text) => shownText().includes(text)), String(texts))

test('a round shows its stops and how far it is; a repair leads to the stop at which it was reported', async () => {
  let room: string | undefined
  for (const level of ['courtyard', 'building', 'floor', 'room'])
    room = (await must('/eam/plc/location/submit', { locationName: `台面${level}`, level, ...(room && { parentId: room }) })).id
  const { id: deviceId } = await must('/eam/device/submit', { deviceName: '台面巡检机', useDeptId: home.depts.bones, locationId: room })
  const route = { routeName: '台面路线', deptId: home.depts.bones, stops: [{ locationId: room, note: '看插头' }] }
  const { id: routeId } = await must('/eam/round-route/submit', route)
  const { id } = await must('/eam/round-task/submit', { routeId })
  const [stop] = (await admin.get<Page>('/eam/round-stop/list', { taskId: String(id) })).data.records
  await must('/eam/round-stop/report', { id: stop!.id, deviceId, faultDescription: '插头松动' }, manager)
  await must('/eam/round-stop/skip', { id: stop!.id, skipReason: '病人休息' }, manager)
  const [repairId] = (await admin.get<Row>('/eam/round-stop/detail', { id: String(stop!.id) })).data.repairs as string[]

  const desk = await openDesk(app, manager, '/eam/round-task')
  await shows('台面路线', '已完成')
  await desk.go(`/eam/round-task?open=${id}`)
  await shows('台面路线', '看插头', '病人休息', '已跳过')
  // A stop has the name of its room: one column says it.
  const headings = [...document.querySelectorAll('.ant-drawer th')].map((one) => one.textContent)
  expect(headings).toContain('站点')
  expect(headings).not.toContain('房间')
  await desk.go(`/eam/repair/${repairId}`)
  const link = await until(
    () => [...document.querySelectorAll('a')].find((one) => one.getAttribute('href')?.startsWith('/eam/round-stop?open=')),
    'the way to the stop',
  )
  expect(link.getAttribute('href')).toBe(`/eam/round-stop?open=${stop!.id}`)
  await desk.go('/eam/round-route')
  await shows('台面路线')
})
