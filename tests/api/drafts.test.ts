import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { op, push } from '#tests/harness/ops.ts'

const app = await appForFile()
const admin = await app.as('administrator')

const url = '/eam/device'
const save = (draft: object) => admin.post(`${url}/submit`, draft)
const add = async () => (await save({ deviceName: '监护仪' })).data.id
const detail = async (id: string) => (await admin.get(`${url}/detail`, { id })).data
const refused = (field: string, rule: string, msg?: string) => ({
  status: 400,
  error: 'bad_input',
  data: [{ field, rule }],
  ...(msg ? { msg } : {}),
})

describe('a draft', () => {
  test('with an empty id, none or 0 is a new row', async () => {
    const ids = new Set<string>()
    for (const id of [undefined, null, '', '0']) {
      const answer = await save({ id, deviceName: '新卡' })
      expect(answer.status, `${id}: ${answer.msg}`).toBe(200)
      expect(await detail(answer.data.id)).toMatchObject({ deviceName: '新卡', version: 1 })
      ids.add(answer.data.id)
    }
    expect(ids.size).toBe(4)
  })

  test('with what is no id or no version is refused by name, and nothing is changed', async () => {
    const id = await add()
    for (const none of ['null', "1' or '1'='1", 7, [id]])
      expect(await save({ id: none, brand: 'x' })).toMatchObject(refused('id', 'not_id'))
    for (const version of ['x', '', '1.5', -1, 1.5, '1234567890', true, [1], {}])
      expect(await save({ id, version, brand: 'x' }), JSON.stringify(version)).toMatchObject(refused('version', 'not_integer'))
    expect((await save({ id: 'null' })).msg).toMatch(/^编号/)
    expect((await save({ id, version: 'x' })).msg).toMatch(/^版本/)
    expect(await detail(id)).toMatchObject({ version: 1, brand: null })
  })

  test('says the version that its person saw as a number or as text, or not at all', async () => {
    const id = await add()
    for (const version of [1, '2', null, undefined]) expect(await save({ id, version, brand: `${version}` })).toMatchObject({ status: 200 })
    expect(await detail(id)).toMatchObject({ version: 5, brand: 'undefined' })
    expect(await save({ id, version: 4, brand: 'x' })).toMatchObject({ status: 409, error: 'stale' })
  })

  test('that changes nothing of a row is refused; lines alone are a change', async () => {
    expect(await save({ id: await add() })).toMatchObject(refused('', 'required'))
    const warehouse = { warehouseName: '小库', deptId: home.depts.medicine }
    const { id: warehouseId } = (await admin.post('/eam/plc/warehouse/submit', warehouse)).data
    const entry = { warehouseId, deptId: home.depts.medicine, entryDate: '2026-07-01', contractNo: 'HT-1', invoiceNo: 'FP-1' }
    const lines = [{ lineKind: 'device', itemName: '输液泵', model: 'M1', quantity: 1, unitPrice: '5.00' }]
    const { id } = (await admin.post('/eam/warehouse/enter/save', { ...entry, lines })).data
    expect(await admin.post('/eam/warehouse/enter/save', { id, lines: [...lines, ...lines] })).toMatchObject({ status: 200 })
    expect((await admin.get<Row>('/eam/warehouse/enter/detail', { id })).data).toMatchObject({ lineCount: 2 })
  })

  test('of a new row names the lines that it has to have, a change leaves them', async () => {
    const deviceId = (await save({ deviceName: '呼吸机', useDeptId: home.depts.bones })).data.id
    await app.sql(`update device set filing_status = 'filed', eam_status = 'in_use' where id = $1`, [deviceId])
    const path = '/eam/devicedisposal'
    const header = { disposalType: 'scrap', declareReasons: 'aged', reasonDetail: '已过使用年限', useDeptId: home.depts.bones }
    expect(await admin.post(`${path}/submit`, header)).toMatchObject(refused('lines', 'required'))
    const { id } = (await admin.post(`${path}/submit`, { ...header, lines: [{ deviceId }] })).data
    expect(await admin.post(`${path}/submit`, { id, reasonDetail: '主板损坏' })).toMatchObject({ status: 200 })
    expect((await admin.get<Row>(`${path}/detail`, { id })).data).toMatchObject({ reasonDetail: '主板损坏', deviceCount: 1 })
  })

  test('of a new row is followed by what only a new row needs, once', async () => {
    const path = '/blade-system/role/submit'
    const { id } = (await admin.post(path, { roleName: '护理组', roleAlias: 'ward_team', reach: 'own' })).data
    const opened = () => app.sql('select api_scope_id from role_api_scope where role_id = $1', [id])
    const scopes = await opened()
    expect(scopes.length).toBeGreaterThan(0)
    expect(await admin.post(path, { id, roleName: '护理二组' })).toMatchObject({ status: 200 })
    expect(await opened()).toHaveLength(scopes.length)
  })

  test('chooses the id of a new row on a phone alone', async () => {
    const newId = v7()
    expect(await save({ newId, deviceName: '桌面' })).toMatchObject(refused('newId', 'unknown'))
    const queued = (id: string, body: object, baseVersion: number | null = null) =>
      op({ kind: 'device.submit', target: { type: 'device', id }, body, baseVersion })
    expect(await push(admin, await queued(newId, { deviceName: '手机' }))).toMatchObject([{ outcome: 'done', result: { id: newId } }])
    expect(await push(admin, await queued(newId, { newId: v7(), brand: '又' }, 1))).toMatchObject([
      { outcome: 'done', result: { id: newId } },
    ])
    expect(await detail(newId)).toMatchObject({ deviceName: '手机', brand: '又', version: 2 })
  })

  test('of a phone needs what the program requires, as one of the desk does', async () => {
    const nameless = await op({ kind: 'device.submit', body: { brand: '无名' } })
    expect(await push(admin, nameless)).toMatchObject([{ outcome: 'refused', http: 400 }])
    expect(await save({ brand: '无名' })).toMatchObject(refused('deviceName', 'required'))
  })
})
