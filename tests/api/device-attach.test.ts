import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { problemsOf, verified } from '#tests/harness/imports.ts'
import { op, push } from '#tests/harness/ops.ts'
import { factsOf, picture, send, upload } from '#tests/harness/pictures.ts'

let mine: string
let theirs: string
const app = await appForFile()
const admin = await app.as('administrator')
const keeper = await app.as('keeper')
const head = await app.as('head')
const stranger = await app.as('administrator', other)
beforeAll(async () => {
  mine = await card(home.depts.bones)
  theirs = await card(home.depts.medicine)
})

const card = async (useDeptId: string): Promise<string> =>
  (await admin.post('/eam/device/submit', { deviceName: '输液泵', useDeptId })).data.id
/** A file that the person has sent and no record holds yet. */
const sent = async (client: Client, name = '现场.jpg'): Promise<string> => {
  const bytes = picture()
  const file = upload(bytes, { facts: factsOf(bytes, name) })
  expect((await send(app, client, file)).status).toBe(200)
  return file.id
}
const listed = async (client: Client, deviceId: string): Promise<Row[]> =>
  (await client.get<Page<Row>>('/eam/device/attach/list', { deviceId, size: '50' })).data.records

describe('documents of a device', () => {
  test('are added with a file, read back, opened and removed', async () => {
    const file = await sent(keeper)
    const draft = { deviceId: mine, attachType: 'manual', attachName: '使用手册', files: [file], validUntil: '2030-01-31' }
    const { data } = await keeper.post('/eam/device/attach/submit', draft)
    expect((await keeper.get('/eam/device/attach/detail', { id: data.id })).data).toMatchObject({
      ...draft,
      attachTypeValue: '使用说明书',
      fileType: 'image/jpeg',
      fileSize: expect.any(Number),
      deviceName: '输液泵',
      createUserName: expect.any(String),
    })
    expect(await listed(keeper, mine)).toMatchObject([{ id: data.id, files: [file] }])
    // The same documents under the addresses of the file module.
    expect((await keeper.get('/blade-resource/attach/detail', { id: data.id })).data.attachName).toBe('使用手册')
    expect((await head.file(`/file/${file}`)).status).toBe(200)
    expect((await admin.post('/eam/device/remove-attach', { ids: [data.id] })).data).toEqual({ removed: 1 })
    expect(await listed(keeper, mine)).toEqual([])
    expect((await head.file(`/file/${file}`)).status).toBe(404)
  })

  test('come several at once, one row for each file, named as the files are', async () => {
    const files = [await sent(keeper, '正面.jpg'), await sent(keeper, '背面.jpg')]
    const { data } = await keeper.post<{ ids: string[] }>('/eam/device/attach/add', { deviceId: mine, attachType: 'photo', files })
    expect(data.ids).toHaveLength(2)
    expect((await listed(keeper, mine)).map((row) => [row.attachName, row.attachType]).sort()).toEqual([
      ['正面.jpg', 'photo'],
      ['背面.jpg', 'photo'],
    ])
    const counts = (await keeper.get<Row[]>('/eam/device/attach/device-by-attach-type', { deviceId: mine })).data
    expect(counts.find((row) => row.key === 'photo')?.count).toBe(2)
    const byType = { attachType: 'photo', deviceId: mine }
    expect((await keeper.get<Page<Row>>('/eam/device/attach/page-by-type', byType)).data.total).toBe(2)
    expect((await keeper.get('/blade-resource/attach/listGroup', { ids: data.ids.join(',') })).data).toHaveLength(2)
    await admin.post('/eam/device/attach/remove', { ids: data.ids })
  })

  test('are all refused when one file is not the person’s own', async () => {
    const files = [await sent(keeper), await sent(admin)]
    expect(await keeper.post('/eam/device/attach/add', { deviceId: mine, attachType: 'photo', files })).toMatchObject({ success: false })
    expect(await keeper.post('/eam/device/attach/add', { deviceId: mine, attachType: 'photo', files: [] })).toMatchObject({
      success: false,
    })
    expect(await listed(keeper, mine)).toEqual([])
  })

  test('of a kind for pictures are pictures', async () => {
    const file = await sent(keeper)
    await app.sql(`update file set file_type = 'application/pdf' where id = $1`, [file])
    const draft = { deviceId: mine, attachType: 'photo', attachName: '照片', files: [file] }
    expect(await keeper.post('/eam/device/attach/submit', draft)).toMatchObject({ success: false, msg: '设备照片只能是图片文件' })
    const { data } = await keeper.post('/eam/device/attach/submit', { ...draft, attachType: 'manual' })
    expect(await keeper.post('/eam/device/attach/submit', { id: data.id, version: 1, attachType: 'nameplate' })).toMatchObject({
      success: false,
      msg: '铭牌照片只能是图片文件',
    })
    await admin.post('/eam/device/attach/remove', { ids: [data.id] })
  })
})

describe('who may', () => {
  test('reading follows the data scope of the card, and so do its files', async () => {
    const file = await sent(admin)
    const { data } = await admin.post('/eam/device/attach/add', { deviceId: theirs, attachType: 'manual', files: [file] })
    expect(await listed(keeper, theirs)).toEqual([])
    expect((await keeper.get('/eam/device/attach/detail', { id: data.id })).status).toBe(404)
    expect((await keeper.file(`/file/${file}`)).status).toBe(404)
    const own = await sent(keeper)
    expect(await keeper.post('/eam/device/attach/add', { deviceId: theirs, attachType: 'manual', files: [own] })).toMatchObject({
      success: false,
    })
    expect(await listed(admin, theirs)).toHaveLength(1)
  })

  test('adding and removing take their own rights', async () => {
    const file = await sent(head)
    expect((await head.post('/eam/device/attach/add', { deviceId: mine, attachType: 'photo', files: [file] })).status).toBe(403)
    const kept = (await admin.post('/eam/device/attach/add', { deviceId: mine, attachType: 'photo', files: [await sent(admin)] })).data
    expect((await keeper.post('/eam/device/remove-attach', { ids: [kept.id] })).status).toBe(403)
    expect((await keeper.post('/eam/device/attach/remove', { ids: [kept.id] })).status).toBe(403)
    expect(await listed(keeper, mine)).toHaveLength(1)
  })

  test('another hospital sees none and adds none', async () => {
    const [row] = await listed(keeper, mine)
    expect(await listed(stranger, mine)).toEqual([])
    expect((await stranger.get('/eam/device/attach/detail', { id: String(row!.id) })).status).toBe(404)
    const files = [await sent(stranger)]
    expect(await stranger.post('/eam/device/attach/add', { deviceId: mine, attachType: 'photo', files })).toMatchObject({ success: false })
    expect(await stranger.post('/eam/device/remove-attach', { ids: [row!.id] })).toMatchObject({ success: false })
    expect(await listed(keeper, mine)).toHaveLength(1)
  })
})

test('a phone queues photos of a card and sends them once', async () => {
  const before = (await listed(keeper, mine)).length
  const file = await sent(keeper)
  const queued = await op({
    kind: 'deviceAttach.add',
    target: { type: 'device', id: mine },
    lane: `files:${v7()}`,
    body: { deviceId: mine, attachType: 'photo', files: [file] },
  })
  expect(await push(keeper, queued)).toMatchObject([{ outcome: 'done' }])
  expect(await push(keeper, queued)).toMatchObject([{ outcome: 'replayed' }])
  expect(await listed(keeper, mine)).toHaveLength(before + 1)
})

test('an imported metrology certificate from before the purchase of its device has a warning, other documents have none', async () => {
  const add = async (purchaseDate?: string) =>
    (await admin.post('/eam/device/submit', { deviceName: '监护仪', useDeptId: home.depts.bones, purchaseDate })).data.id
  const [bought, unknown] = [await add('2024-05-01'), await add()]
  const codeOf = async (id: string) => String((await admin.get('/eam/device/detail', { id })).data.deviceCode)
  const lines = [
    ['早证', '计量证书', bought, '2023-04-30'],
    ['当日证', '计量证书', bought, '2024-05-01'],
    ['无购置日', '计量证书', unknown, '2000-01-01'],
    ['注册证', '注册证', bought, '2020-01-01'],
  ] as const
  const rows: string[] = []
  for (const [name, kind, device, day] of lines) rows.push([name, kind, await codeOf(device), day].join())
  const job = await verified(app, admin, 'deviceAttach', ['资料名称,资料类型,设备,签发日期', ...rows].join('\n'))
  expect(job).toMatchObject({ faultyCount: 0, newCount: 4 })
  const problems = await problemsOf(admin, job.id)
  expect(problems.map(({ row, grade, message }) => [row, grade, message])).toEqual([
    [2, 'warning', '签发日期早于设备的购置日期 2024-05-01'],
  ])
})
