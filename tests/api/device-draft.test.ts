import { beforeAll, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { op, push } from '#tests/harness/ops.ts'
import { factsOf, picture, send, upload } from '#tests/harness/pictures.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const keeper = await app.as('keeper')
const stranger = await app.as('administrator', other)
const path = '/eam/device-draft'

let room: string
beforeAll(async () => {
  room = (await admin.post('/eam/plc/location/submit', { locationName: '骨科楼', level: 'courtyard', deptId: home.depts.bones })).data.id
})

const photo = async (client: Client): Promise<string> => {
  const bytes = picture()
  const file = upload(bytes, { facts: factsOf(bytes, '铭牌.jpg') })
  expect((await send(app, client, file)).status).toBe(200)
  return file.id
}
const captured = async (client: Client, body: object): Promise<string> => {
  const [result] = await push(client, await op({ kind: 'deviceDraft.capture', body: { locationId: room, ...body } }))
  expect(result).toMatchObject({ outcome: 'done' })
  return String(result?.result?.id)
}
const draftOf = async (id: string, client = admin): Promise<Row> => (await client.get<Row>(`${path}/detail`, { id })).data
const registered = async (id: string, client = admin) => client.post<Row>(`${path}/register`, { id, version: (await draftOf(id)).version })
const twinsOf = async (...ids: string[]): Promise<Row[]> => (await admin.get<Row[]>(`${path}/twins`, { ids: ids.join() })).data

test('a captured device waits as a draft of the room and its department, and becomes a card with its nameplate', async () => {
  const file = await photo(keeper)
  const id = await captured(keeper, {
    photos: [file],
    labelCode: 'BQ-0001',
    deviceName: '病人监护仪',
    deviceModel: 'iMEC 10',
    sn: 'DE8B012345',
    assetTagNo: 'BQ-0001',
    madeDate: '2024-05-06',
    toCheck: ['deviceModel'],
    isRead: 1,
    pieces: '0;sn 100 200 300 40',
  })
  expect(await draftOf(id)).toMatchObject({
    ...{ draftState: 'waiting', useDeptId: home.depts.bones, capturedById: keeper.userId, photos: [file], toCheck: ['deviceModel'] },
  })
  // Who may register sees the photo.
  expect((await admin.file(`/file/${file}`)).status).toBe(200)
  // A person's word needs no second look.
  await admin.post(`${path}/submit`, { id, version: 1, deviceModel: 'iMEC 12' })
  expect(await draftOf(id)).toMatchObject({ deviceModel: 'iMEC 12', toCheck: null })
  expect((await registered(id)).success).toBe(true)
  const done = await draftOf(id)
  expect(done).toMatchObject({ draftState: 'registered', photos: null })
  const { data: card } = await admin.get<Row>('/eam/device/detail', { id: String(done.cardId) })
  expect(card).toMatchObject({
    ...{ deviceName: '病人监护仪', deviceModel: 'iMEC 12', sn: 'DE8B012345', assetTagNo: 'BQ-0001', madeDate: '2024-05-06' },
    ...{ locationId: room, useDeptId: home.depts.bones, filingStatus: 'draft', eamStatus: 'in_stock' },
  })
  const { data: papers } = await admin.get<Page<Row>>('/eam/device/attach/list', { deviceId: String(done.cardId) })
  expect(papers.records).toMatchObject([{ attachType: 'nameplate', attachName: '铭牌.jpg', files: [file] }])
  // Once only.
  expect((await registered(id)).success).toBe(false)
  expect((await admin.post(`${path}/submit`, { id, sn: 'X1' })).success).toBe(false)
})

test('a room of a department that the person does not see refuses no capture: the draft is in their own', async () => {
  const away = { locationName: '内科楼', level: 'courtyard', deptId: home.depts.medicine }
  const { id: locationId } = (await admin.post('/eam/plc/location/submit', away)).data
  const id = await captured(keeper, { locationId, deviceName: '别处的泵' })
  expect(await draftOf(id)).toMatchObject({ locationId, useDeptId: home.depts.surgery })
})

test('a draft that its card would refuse stays as it is, and says why', async () => {
  const id = await captured(keeper, { sn: 'NN-1' })
  const { success, msg } = await registered(id)
  expect(success).toBe(false)
  expect(msg).toContain('设备名称不能为空')
  expect(await draftOf(id)).toMatchObject({ draftState: 'waiting', cardId: null, version: 1 })
  // The same serial number of the same maker is there once.
  const facts = { deviceName: '输液泵', sn: 'ZX-77001', manufacturer: '康达' }
  await admin.post('/eam/device/submit', { ...facts, useDeptId: home.depts.bones })
  const twice = await captured(keeper, facts)
  expect((await registered(twice)).success).toBe(false)
  expect(await draftOf(twice)).toMatchObject({ draftState: 'waiting', cardId: null })
})

test('cards and drafts with the same serial number, UDI or number are pointed out', async () => {
  const card = (
    await admin.post('/eam/device/submit', { deviceName: '旧卡', sn: 'TW-1001', assetTagNo: 'TAG-9', useDeptId: home.depts.bones })
  ).data.id
  const [bySerial, byNumber, alone] = [
    await captured(keeper, { deviceName: '甲', sn: 'tw-1001' }),
    await captured(keeper, { deviceName: '乙', labelCode: 'tag-9' }),
    await captured(keeper, { deviceName: '丙', sn: 'TW-2002' }),
  ]
  const drafted = await captured(keeper, { deviceName: '丁', sn: 'TW-2002' })
  const found = await twinsOf(bySerial, byNumber, alone)
  expect(found.find((one) => one.draftId === bySerial)).toMatchObject({ by: 'sn', deviceId: card, name: '旧卡' })
  expect(found.find((one) => one.draftId === byNumber)).toMatchObject({ by: 'number', deviceId: card })
  expect(found.filter((one) => one.draftId === alone)).toMatchObject([{ by: 'sn', deviceId: null, twinId: drafted, name: '丁' }])
  // An identifier alone is that of the product, the whole UDI that of the device.
  const udi = { udiDi: '06901234567892', udiPi: '(11)250607(21)IP00991' }
  const twin = (await admin.post('/eam/device/submit', { deviceName: '泵', ...udi, useDeptId: home.depts.bones })).data.id
  const same = await captured(keeper, { deviceName: '泵', ...udi })
  const product = await captured(keeper, { deviceName: '泵', udiDi: udi.udiDi, udiPi: '(11)250607' })
  expect(await twinsOf(same, product)).toMatchObject([{ draftId: same, by: 'udi', deviceId: twin }])
})

test('an operation that comes twice makes one draft; an empty one and one without a right make none', async () => {
  const once = await op({ kind: 'deviceDraft.capture', body: { locationId: room, deviceName: '重发' } })
  await push(keeper, once)
  await push(keeper, once)
  const { data } = await admin.get<Page<Row>>(`${path}/list`, { keyword: '重发' })
  expect(data.total).toBe(1)
  const refused = async (client: Client, body: object): Promise<string> =>
    (await client.post(`${path}/capture`, body).then(({ success, msg }) => (success ? '' : msg))) as string
  expect(await refused(keeper, { locationId: room })).toBe('请拍铭牌、扫编码或填写设备名称')
  expect(await refused(keeper, { deviceName: '无处' })).toContain('存放位置不能为空')
  expect(await refused(keeper, { locationId: room, deviceName: '错', madeDate: '2024-13-01' })).toContain('生产日期')
  expect(await refused(await app.as('head'), { locationId: room, deviceName: '无权' })).not.toBe('')
  // Who captures does not register.
  const id = await captured(keeper, { deviceName: '他人登记' })
  expect((await registered(id, keeper)).success).toBe(false)
})

test('another hospital sees none of it', async () => {
  const id = await captured(keeper, { deviceName: '本院', sn: 'OWN-1' })
  expect((await stranger.get(`${path}/detail`, { id })).success).toBe(false)
  expect((await stranger.get<Row[]>(`${path}/twins`, { ids: id })).data).toEqual([])
  expect((await stranger.post(`${path}/register`, { id, version: 1 })).success).toBe(false)
})
