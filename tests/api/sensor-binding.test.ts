import { describe, expect, test } from 'vitest'
import { homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { sensorLab } from '#tests/harness/sensors.ts'

const app = await appForFile()
const [admin, manager, engineer, keeper] = await Promise.all(
  ['administrator', 'equipment_manager', 'engineer', 'keeper'].map((role) => app.as(role as 'engineer')),
)
const stranger = await app.as('administrator', other)
const lab = sensorLab(app, admin!)
const path = '/iot/sensor-config'
const detail = async (id: string): Promise<Row> => (await admin!.get<Row>(`${path}/detail`, { id })).data
const bindings = async (sensorId: string): Promise<Row[]> =>
  (await admin!.get<Page>('/iot/sensor-binding/list', { sensorId, size: 50 })).data.records
const idsOf = async (url: string, query = {}): Promise<string[]> =>
  (await admin!.get<Page>(url, { size: 200, ...query })).data.records.map((row) => row.id)

describe('a sensor', () => {
  test('is listed in pages with counts, by status and type [SERVICE-ENT-SENSOR-1] [SERVICE-CAP-5]', async () => {
    const { id, code } = await lab.sensor({ sensorKind: 'climate' })
    const page = (await admin!.get<Page>(`${path}/page`, { current: 1, size: 10, keyword: code })).data
    expect(page).toMatchObject({ total: 1, current: 1, records: [{ id, sensorCode: code, liveState: 'never', bindState: 'free' }] })
    const counts = (await admin!.get<Row[]>(`${path}/page-count`)).data
    const never = counts.find((row) => row.key === 'never')!
    expect(never.count).toBe((await admin!.get<Page>(`${path}/page`, { liveState: 'never' })).data.total)
    expect(never.climate).toBe((await admin!.get<Page>(`${path}/page`, { liveState: 'never', sensorKind: 'climate' })).data.total)
  })

  test('has a code that fits into a topic and is there once', async () => {
    const { code } = await lab.sensor()
    expect((await admin!.post(`${path}/submit`, { sensorCode: code, sensorKind: 'power' })).success).toBe(false)
    for (const sensorCode of ['a/b', 'a+', '#', '空'])
      expect((await admin!.post(`${path}/submit`, { sensorCode, sensorKind: 'power' })).status, sensorCode).toBe(400)
    expect((await stranger.post(`${path}/submit`, { sensorCode: code, sensorKind: 'power' })).status).toBe(200)
  })

  test('takes the values of its model by declared paths', async () => {
    const metrics = [{ quantity: 'power', jsonPath: 'data.p', unit: 'kW', factor: 1000 }]
    const { id } = await lab.must('/iot/sensor-model/submit', { modelName: '三相电表', sensorKind: 'power', metrics })
    const saved = (await admin!.get<Row>('/iot/sensor-model/detail', { id })).data
    expect(saved.metrics).toMatchObject([{ quantity: 'power', jsonPath: 'data.p', factor: 1000 }])
    expect((await admin!.post('/iot/sensor-model/submit', { id, metrics: [...metrics, metrics[0]] })).status).toBe(400)
  })
})

describe('a binding', () => {
  test('puts a sensor on a device and takes it off, with its history [SERVICE-ENT-SENSOR-2]', async () => {
    const [{ id, code }, deviceId, second] = [await lab.sensor(), await lab.device(), await lab.device()]
    expect((await keeper!.post(`${path}/binding`, { id, deviceId })).status).toBe(403)
    expect((await engineer!.post(`${path}/binding`, { id, deviceId })).status).toBe(200)
    expect(await detail(id)).toMatchObject({ bindState: 'bound', deviceId })
    expect((await admin!.post(`${path}/binding`, { id, deviceId: second })).status).toBe(409)
    expect((await admin!.post(`${path}/submit`, { id, sensorCode: `${code}X` })).msg).toContain('已绑定设备，编号和类型不能修改')
    expect((await admin!.post(`${path}/remove?ids=${id}`)).success).toBe(false)
    expect(await idsOf(`${path}/check-device-page`)).toContain(id)
    expect(await idsOf(`${path}/unbinding-sensor-page`)).not.toContain(id)
    expect(await idsOf(`${path}/unbinding-device-page`)).not.toContain(deviceId)
    expect((await manager!.post(`${path}/unbinding`, { id })).status).toBe(200)
    expect(await idsOf(`${path}/unbinding-sensor-page`)).toContain(id)
    expect(await idsOf(`${path}/unbinding-device-page`)).toContain(deviceId)
    await app.sql("update device set eam_status = 'missing' where id = $1", [deviceId])
    expect(await idsOf(`${path}/unbinding-device-page`)).not.toContain(deviceId)
    await lab.bind(id, second)
    const history = await bindings(id)
    expect(history).toMatchObject([
      { deviceId: second, endedAt: null },
      { deviceId, endReason: 'byHand' },
    ])
    expect(String(history[1]!.endedAt) <= String(history[0]!.boundAt)).toBe(true)
  })

  test('is one at a time, also for two people at once', async () => {
    const [{ id }, one, two] = [await lab.sensor(), await lab.device(), await lab.device()]
    const answers = await Promise.all([one, two].map((deviceId) => admin!.post(`${path}/binding`, { id, deviceId })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await bindings(id)).toHaveLength(1)
    const again = app.sql(
      `insert into sensor_binding (tenant_id, id, sensor_code, sensor_id, sensor_kind, device_id, bound_at)
        values ($1, gen_random_uuid(), 'x', $2, 'power', $3, now())`,
      [home.tenant, id, two],
    )
    await expect(again).rejects.toThrow('sensor_binding_open_once')
  })

  test('of a second power sensor on one device is refused by name; another type is not', async () => {
    const { code, deviceId } = await lab.metered()
    const [meter, thermometer] = [await lab.sensor(), await lab.sensor({ sensorKind: 'climate' })]
    expect((await admin!.post(`${path}/binding`, { id: meter.id, deviceId })).msg).toContain(`“${code}”`)
    expect((await admin!.post(`${path}/binding`, { id: thermometer.id, deviceId })).status).toBe(200)
  })

  test('of a disposed or foreign device is refused', async () => {
    const [{ id }, gone] = [await lab.sensor(), await lab.device()]
    await app.sql("update device set eam_status = 'disposed' where id = $1", [gone])
    expect((await admin!.post(`${path}/binding`, { id, deviceId: gone })).msg).toContain('已报废，不能绑定传感器')
    const theirs = (await stranger.post<Row>('/eam/device/submit', { deviceName: '别家设备' })).data.id
    expect(await admin!.post(`${path}/binding`, { id, deviceId: theirs })).toMatchObject({
      ...{ status: 400, data: [{ field: 'deviceId', rule: 'absent' }] },
    })
    expect((await stranger.post(`${path}/binding`, { id, deviceId: theirs })).status).toBe(404)
  })

  test('keeps the card of its device from being removed', async () => {
    const { id, deviceId } = await lab.metered()
    expect((await admin!.post(`/eam/device/remove?ids=${deviceId}`)).msg).toBe('“设备卡”正被其他记录使用，不能删除')
    expect(await detail(id)).toMatchObject({ bindState: 'bound', deviceId })
  })

  test('ends when its device is disposed of', async () => {
    const { id, deviceId } = await lab.metered()
    const gone = '/eam/devicedisposal'
    const lines = [{ deviceId, approvePrice: '50.00' }]
    const draft = { disposalType: 'scrap', declareReasons: 'aged', reasonDetail: '老化', useDeptId: home.depts.bones, lines }
    const { id: disposal } = await lab.must(`${gone}/submit`, draft, keeper)
    await lab.must(`${gone}/declare`, { id: disposal }, keeper)
    await lab.must(`${gone}/appraise`, { id: disposal, appraisal: '主板损坏' }, engineer)
    await lab.must(`${gone}/yesOrNo`, { id: disposal, type: 'yes' }, manager)
    await lab.must(`${gone}/audit`, { id: disposal, type: 'approve', content: '同意' }, manager)
    await lab.must(`${gone}/execute`, { id: disposal, executedAt: homeDay(new Date()) }, manager)
    expect(await detail(id)).toMatchObject({ bindState: 'free', deviceId: null })
    expect(await bindings(id)).toMatchObject([{ deviceId, endReason: 'disposed' }])
    const [event] = await app.sql(
      `select verb, by_rule from audit_event where entity = 'sensorConfig' and entity_id = $1 order by version desc limit 1`,
      [id],
    )
    expect(event).toMatchObject({ verb: 'release', by_rule: 'sensorRelease' })
  })

  test('is seen with its device alone', async () => {
    const own = await lab.metered()
    const far = await lab.sensor()
    await lab.bind(far.id, await lab.device({ useDeptId: home.depts.medicine }))
    const seen = (await keeper!.get<Page>(`${path}/page`, { size: 200 })).data.records.map((row) => row.id)
    expect(seen).toContain(own.id)
    expect(seen).not.toContain(far.id)
    expect((await keeper!.get(`${path}/detail`, { id: far.id })).status).toBe(404)
    expect((await stranger.get(`${path}/detail`, { id: own.id })).status).toBe(404)
  })
})

describe('a credential', () => {
  test('shows its secret once, and is revoked for good', async () => {
    const { id, secret } = await lab.credential(undefined, manager)
    expect(secret.startsWith(`${home.tenant}.${id}.`)).toBe(true)
    const row = (await admin!.get<Row>('/iot/sensor-credential/detail', { id })).data
    expect(JSON.stringify(row)).not.toContain(secret.split('.')[2])
    const [stored] = await app.sql('select encode(secret_hash, $2) as hash from sensor_credential where id = $1', [id, 'hex'])
    expect(stored!.hash).not.toContain(secret.split('.')[2])
    expect((await keeper!.post('/iot/sensor-credential/issue', { credentialName: '门卫' })).status).toBe(403)
    expect((await admin!.post('/iot/sensor-credential/revoke', { id })).status).toBe(200)
    expect((await admin!.post('/iot/sensor-credential/revoke', { id })).status).toBe(409)
  })
})
