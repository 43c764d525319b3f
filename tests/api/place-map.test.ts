import { expect, test } from 'vitest'
import { placeMap } from '#contract/calls/insight/place-map.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { alarmLab } from '#tests/harness/alarms.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const keeper = await app.as('keeper')
const stranger = await app.as('administrator', other)
const lab = alarmLab(app, admin)

const mapOf = (client: Client, query = {}) => client.get<AnswerOf<typeof placeMap>>(pathsOf(placeMap)[0]!, query)
const place = async (level: string, locationName: string, parentId?: string): Promise<string> =>
  String((await lab.must('/eam/plc/location/submit', { locationName, level, parentId })).id)

const campus = await place('courtyard', '东院')
const building = await place('building', '门诊楼', campus)
const floors = [await place('floor', '1层', building), await place('floor', '2层', building)] as const
const room = await place('room', '101', floors[0])
const card = async (deviceName: string, useDeptId: string, locationId: string): Promise<string> =>
  String((await lab.must('/eam/device/submit', { deviceName, useDeptId, locationId })).id)

const pump = await card('输液泵', home.depts.bones, room)
await card('监护仪', home.depts.medicine, room)
await card('病床', home.depts.bones, building)
const gone = await card('旧泵', home.depts.bones, floors[1])
await app.sql(`update device set eam_status = 'disposed' where id = $1`, [gone])
await app.sql(`update device set eam_status = 'repairing', stop_kinds = array['metrology'] where id = $1`, [pump])

test('devices count at their floor, those of a building at the building, disposed ones nowhere', async () => {
  const { data } = await mapOf(admin)
  expect(data.places).toEqual(
    [
      { id: campus, name: '东院', parentId: null, level: 'courtyard', isInactive: false, hasPlan: false },
      { id: floors[0], name: '1层', parentId: building, level: 'floor', isInactive: false, hasPlan: false },
      { id: floors[1], name: '2层', parentId: building, level: 'floor', isInactive: false, hasPlan: false },
      { id: building, name: '门诊楼', parentId: campus, level: 'building', isInactive: false, hasPlan: false },
    ].toSorted((one, next) => data.places.findIndex(({ id }) => id === one.id) - data.places.findIndex(({ id }) => id === next.id)),
  )
  expect(data.devices!.filter(({ placeId }) => placeId === floors[0])).toEqual(
    expect.arrayContaining([expect.objectContaining({ state: 'repairing', count: 1, stopped: 1 })]),
  )
  const counts = (id: string): number => data.devices!.filter(({ placeId }) => placeId === id).reduce((sum, { count }) => sum + count, 0)
  expect([campus, building, ...floors].map(counts)).toEqual([0, 1, 2, 0])
})

test('who sees one department counts its devices alone; another hospital sees nothing of it', async () => {
  const mine = (await mapOf(keeper)).data.devices!
  expect(mine.filter(({ placeId }) => placeId === floors[0])).toEqual([{ placeId: floors[0], state: 'repairing', count: 1, stopped: 1 }])
  expect((await mapOf(stranger)).data).toEqual({ places: [], devices: [], alarms: [] })
  expect((await mapOf(stranger, { tenantId: home.tenant })).status).not.toBe(200)
  expect((await mapOf(await app.as('virtual'))).status).toBe(403)
})

test('alarms that go on stand at the room of their device until they end', async () => {
  const { id, code, deviceId } = await lab.fridge()
  const { version } = (await admin.get('/eam/device/detail', { id: deviceId })).data as { version: number }
  await lab.must('/eam/device/submit', { id: deviceId, version, locationId: room })
  await lab.rule({ sensorId: id })
  await lab.sendValues(code, [
    [60, 9.4],
    [50, 9],
  ])
  expect((await mapOf(admin)).data.alarms).toEqual([{ placeId: floors[0], roomId: room, count: 1 }])
  expect((await mapOf(await app.as('warehouse_keeper'))).data.alarms).toBeNull()
  await lab.sendValues(code, [[10, 5]])
  expect((await mapOf(admin)).data.alarms).toEqual([])
})

test('a hospital that hides the place shows no figures', async () => {
  const hide = (isShow: number) =>
    admin.post('/osm/industry-config/tenant-update', { entity: 'device', fields: [{ fieldCode: 'location', isShow }] })
  const hidden = await hide(0)
  expect(hidden.status, hidden.msg).toBe(200)
  const { data } = await mapOf(admin)
  expect([data.places.length, data.devices, data.alarms]).toEqual([4, null, null])
  expect((await hide(1)).status).toBe(200)
})
