import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { sensorLab } from '#tests/harness/sensors.ts'

const app = await appForFile()
const [admin, engineer, keeper] = await Promise.all(['administrator', 'engineer', 'keeper'].map((role) => app.as(role as 'engineer')))
const stranger = await app.as('administrator', other)
const people = await peopleLab(app, () => admin!)
const lab = sensorLab(app, admin!)
const path = '/iot/sensor-config'
const scan = (code: string, who: Client = engineer!) => who.get<Row>(`${path}/by-code`, { code })
const put = (body: object, who: Client = engineer!) => who.post<Row>(`${path}/provision`, body)
const detail = async (id: string): Promise<Row> => (await admin!.get<Row>(`${path}/detail`, { id })).data
const bindings = async (sensorId: string): Promise<Row[]> =>
  (await admin!.get<Page>('/iot/sensor-binding/list', { sensorId, size: 50 })).data.records
const nameOf = async (id: string): Promise<string> => String((await admin!.get<Row>('/eam/device/detail', { id })).data.deviceName)

describe('a scanned code', () => {
  test('is found in every writing, with the device of the sensor and where it is', async () => {
    const { id, code, deviceId } = await lab.metered()
    for (const writing of [code, code.toLowerCase(), ` ${code} `, code.replaceAll('-', '－')])
      expect((await scan(writing)).data, writing).toMatchObject({
        isHidden: 0,
        sensor: {
          id,
          sensorCode: code,
          sensorKind: 'power',
          deviceId,
          deviceName: await nameOf(deviceId),
          place: expect.stringContaining('骨'),
        },
      })
  })

  test('that no sensor carries, or one of another hospital, is answered as it would be stored', async () => {
    expect((await scan(' new‐7 ')).data).toEqual({ code: 'new-7', isHidden: 0, sensor: null })
    const { code } = await sensorLab(app, stranger, '外院').sensor()
    expect((await scan(code)).data).toEqual({ code, isHidden: 0, sensor: null })
  })

  test('of a sensor on a device that the person does not see shows neither', async () => {
    const { id } = await lab.sensor({ sensorCode: 'FAR-0001' })
    await lab.bind(id, await lab.device({ useDeptId: home.depts.medicine }))
    expect((await scan('far-0001', keeper!)).data).toEqual({ code: 'far-0001', isHidden: 1, sensor: null })
    expect((await scan('far-0001')).data.sensor).toMatchObject({ id })
  })

  test('is once in all its writings', async () => {
    const { code } = await lab.sensor()
    const again = await engineer!.post(`${path}/submit`, { sensorCode: code.toLowerCase(), sensorKind: 'power' })
    expect(again.success).toBe(false)
    expect(again.msg).toContain('传感器编号')
  })
})

describe('a sensor is put on a device', () => {
  test('at once, with its history; the same device again is refused and nothing changes', async () => {
    const [{ id, code }, deviceId] = [await lab.sensor(), await lab.device()]
    expect((await put({ id, deviceId })).data).toMatchObject({ id, sensorCode: code, deviceName: await nameOf(deviceId), fromName: null })
    const before = await detail(id)
    expect(before).toMatchObject({ bindState: 'bound', deviceId })
    const again = await put({ id, deviceId })
    expect(again).toMatchObject({ success: false, msg: `传感器“${code}”已绑定在设备“${await nameOf(deviceId)}”上，没有改动` })
    expect((await detail(id)).version).toBe(before.version)
    expect(await bindings(id)).toHaveLength(1)
  })

  test('of another one only after a person has agreed to that device, as two steps with one end and one beginning', async () => {
    const { id, deviceId: first } = await lab.metered()
    const [second, third] = [await lab.device(), await lab.device()]
    const asked = await put({ id, deviceId: second })
    expect(asked.msg).toContain(`现绑定在设备“${await nameOf(first)}”上，请确认是否移到新设备`)
    expect((await put({ id, deviceId: second, fromId: third })).success).toBe(false)
    expect(await bindings(id)).toMatchObject([{ deviceId: first, endedAt: null }])
    expect((await put({ id, deviceId: second, fromId: first })).data).toMatchObject({ fromName: await nameOf(first) })
    const [now, ended] = await bindings(id)
    expect([now, ended]).toMatchObject([
      { deviceId: second, endedAt: null },
      { deviceId: first, endReason: 'byHand' },
    ])
    expect(ended!.endedAt).toBe(now!.boundAt)
    const events = await app.sql("select verb from audit_event where entity = 'sensorConfig' and entity_id = $1 order by version", [id])
    expect(events.map(({ verb }) => verb).slice(-2)).toEqual(['unbinding', 'binding'])
    expect((await put({ id, deviceId: third, fromId: first })).msg).toContain(`现绑定在设备“${await nameOf(second)}”上`)
  })

  test('not of a disposed or missing device, one of another hospital, or a second meter: the former device keeps it', async () => {
    const { id, deviceId } = await lab.metered()
    const [gone, lost, metered] = [await lab.device(), await lab.device(), await lab.metered()]
    await app.sql("update device set eam_status = 'disposed' where id = $1", [gone])
    await app.sql("update device set eam_status = 'missing' where id = $1", [lost])
    const theirs = (await stranger.post<Row>('/eam/device/submit', { deviceName: '别家设备' })).data.id
    const said = [
      [gone, '已报废，不能绑定传感器'],
      [lost, '已盘亏，不能绑定传感器'],
      [theirs, '设备'],
      [metered.deviceId, `“${metered.code}”`],
    ] as const
    for (const [to, words] of said) {
      const refused = await put({ id, deviceId: to, fromId: deviceId })
      expect(refused.success, words).toBe(false)
      expect(refused.msg).toContain(words)
    }
    expect(await detail(id)).toMatchObject({ bindState: 'bound', deviceId, version: 2 })
    expect(await bindings(id)).toMatchObject([{ deviceId, endedAt: null }])
    expect((await put({ id, deviceId: theirs }, stranger)).status).toBe(404)
  })

  test('by one of two people at once', async () => {
    const [{ id }, one, two] = [await lab.sensor(), await lab.device(), await lab.device()]
    const answers = await Promise.all([one, two].map((deviceId) => put({ id, deviceId })))
    expect(answers.map(({ success }) => success).sort()).toEqual([false, true])
    expect(await bindings(id)).toHaveLength(1)
  })

  test('that a colleague bound between the two scans only after its device was named; of two who agreed to it, by one', async () => {
    const [{ id, code }, mine, theirs, third] = [await lab.sensor(), await lab.device(), await lab.device(), await lab.device()]
    expect((await scan(code)).data.sensor).toMatchObject({ id, deviceId: null })
    expect((await put({ id, deviceId: theirs }, admin!)).success).toBe(true)
    const asked = await put({ id, deviceId: mine })
    expect([asked.success, asked.msg]).toEqual([
      false,
      expect.stringContaining(`现绑定在设备“${await nameOf(theirs)}”上，请确认是否移到新设备`),
    ])
    expect(await bindings(id)).toMatchObject([{ deviceId: theirs, endedAt: null }])
    expect((await scan(code)).data.sensor).toMatchObject({ id, deviceId: theirs })
    const to = [mine, third]
    const answers = await Promise.all(to.map((deviceId) => put({ id, deviceId, fromId: theirs })))
    const won = answers.findIndex(({ success }) => success)
    expect(answers[won]?.data).toMatchObject({ fromName: await nameOf(theirs) })
    expect(answers[1 - won]).toMatchObject({ success: false, msg: expect.stringContaining(`现绑定在设备“${await nameOf(to[won]!)}”上`) })
    expect(await bindings(id)).toMatchObject([
      { deviceId: to[won], endedAt: null },
      { deviceId: theirs, endReason: 'byHand' },
    ])
  })

  test('by who may bind at the desk, within their devices', async () => {
    const [{ id }, near, far] = [await lab.metered(), await lab.device(), await lab.device({ useDeptId: home.depts.medicine })]
    const { deviceId } = await detail(id)
    expect((await put({ id, deviceId: near, fromId: deviceId }, keeper!)).status).toBe(403)
    const { client } = await people.clerk(['device.list', 'sensorConfig.list', 'sensorConfig.bind'], 'dept')
    expect(await put({ id, deviceId: far, fromId: deviceId }, client)).toMatchObject({
      status: 400,
      data: [{ field: 'deviceId', rule: 'absent' }],
    })
    expect((await put({ id, deviceId: near, fromId: deviceId }, client)).success).toBe(true)
    const elsewhere = await lab.sensor()
    await lab.bind(elsewhere.id, far)
    expect((await put({ id: elsewhere.id, deviceId: near, fromId: far }, client)).status).toBe(404)
  })
})

describe('the sensors of a device', () => {
  test('are listed with what they said since they were bound, and where the device is', async () => {
    const [thermometer, beacon] = [await lab.sensor({ sensorKind: 'climate' }), await lab.sensor({ sensorKind: 'position' })]
    const [deviceId, { secret }] = [await lab.device(), await lab.credential()]
    const now = Date.now()
    const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString()
    await lab.send(secret, [
      { sensorCode: thermometer.code, ts: ago(50), temperature: 21 },
      { sensorCode: beacon.code, ts: ago(50), lat: 30, lng: 120 },
    ])
    for (const { id } of [thermometer, beacon]) {
      await lab.bind(id, deviceId)
      await app.sql('update sensor_binding set bound_at = $2 where sensor_id = $1', [id, ago(40)])
    }
    const listed = async (who: Client = keeper!) => (await who.get<Row[]>(`${path}/on-device`, { deviceId })).data
    expect((await listed()).map(({ values, lastSeen, position }) => ({ values, lastSeen, position }))).toEqual([
      { values: {}, lastSeen: null, position: null },
      { values: {}, lastSeen: null, position: null },
    ])
    await lab.send(secret, [
      { sensorCode: thermometer.code, ts: ago(10), temperature: 4.5, humidity: 60 },
      { sensorCode: beacon.code, ts: ago(12), lat: 31.2, lng: 121.4 },
      { sensorCode: beacon.code, ts: ago(5), battery: 80 },
    ])
    const byKind = Object.fromEntries((await listed()).map((row) => [row.sensorKind, row]))
    expect(byKind.climate).toMatchObject({ lastSeen: ago(10), values: { temperature: 4.5, humidity: 60 }, position: null })
    expect(byKind.position).toMatchObject({ lastSeen: ago(5), values: { battery: 80 }, position: { at: ago(12), lat: 31.2, lng: 121.4 } })
    expect(await listed(stranger)).toEqual([])
  })
})
