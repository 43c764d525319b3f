import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const stranger = await app.as('administrator', other)

const url = '/eam/assetscard'
const put = async (path: string, body: object, client = admin): Promise<string> => {
  const answer = await client.post(path, body)
  expect(answer.status, answer.msg).toBe(200)
  return answer.data.id
}
const book = (assetsCode: string, more: object = {}, client = admin) =>
  put(`${url}/submit`, { assetsCode, assetsName: '监护仪', ...more }, client)
const device = (more: object = {}, client = admin) => put('/eam/device/submit', { deviceName: '监护仪', ...more }, client)
const detail = async (id: string) => (await admin.get(`${url}/detail`, { id })).data
const match = (id: string, deviceId: string, client = admin) => client.post(`${url}/matching`, { id, deviceId })

describe('a card of the book', () => {
  test('is matched to one device by hand, and freed again', async () => {
    const [card, second] = [await book('H-1'), await book('H-2')]
    const id = await device({ deviceModel: 'M8' })
    expect((await match(card, id)).status).toBe(200)
    expect(await detail(card)).toMatchObject({ matchStatus: 'matched', matchedBy: 'hand', deviceId: id, deviceName: '监护仪' })
    const taken = await match(second, id)
    expect([taken.status, taken.msg]).toEqual([409, '设备“监护仪”已与资产卡“H-1 监护仪”匹配'])
    expect((await match(card, await device())).error).toBe('wrong_state')
    const matched = (await admin.get<Page>(`${url}/map-list`, { assetsCode: 'H-1' })).data.records
    expect(matched).toMatchObject([{ id: card, deviceModel: 'M8', deviceCode: expect.stringMatching(/^ZC-/) }])
    expect((await admin.get<Page>(`${url}/batch-list`, { keyword: 'h-' })).data.records.map((row) => row.id)).toEqual([second])
    // A device that the book names is not removed, nor is a matched card.
    expect((await admin.post(`/eam/device/remove?ids=${id}`)).status).toBe(409)
    expect((await admin.post(`${url}/remove?ids=${card}`)).status).toBe(409)
    expect((await admin.post(`${url}/unmatch`, { id: card })).status).toBe(200)
    expect((await match(second, id)).status).toBe(200)
    expect((await admin.post(`${url}/remove?ids=${card}`)).status).toBe(200)
  })

  test('two cards that want one device: one gets it', async () => {
    const id = await device()
    const cards = await Promise.all(['P-1', 'P-2', 'P-3'].map((code) => book(code)))
    const answers = await Promise.all(cards.map((card) => match(card, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('of another hospital is not matched, nor to its device', async () => {
    const [mine, theirs] = [await book('S-1'), await device({}, stranger)]
    expect([(await match(mine, theirs)).status, (await match(mine, await device(), stranger)).status]).toEqual([404, 404])
    expect((await stranger.get<Page>(`${url}/list`)).data.total).toBe(0)
    expect((await (await app.as('engineer')).get(`${url}/list`)).status).toBe(403)
  })
})

describe('proposed matches', () => {
  test('go by code, then serial number, then name, model and value, and only where one fits one', async () => {
    const byCode = await book('A-1', { sn: 'WRONG' })
    const bySerial = await book('A-2', { sn: 'SN-77' })
    const facts = { assetsName: '呼吸机', assetsModel: 'V60', bookValue: '98000.00' }
    const byFacts = await book('A-3', facts)
    const doubtful = await book('A-4', { assetsName: '输液泵', assetsModel: 'P1', bookValue: '5000.00' })
    const devices = {
      code: await device({ assetsCode: 'Ａ－1', sn: 'SN-1' }),
      serial: await device({ sn: 'sn-77\u200b' }),
      facts: await device({ deviceName: '呼吸机', deviceModel: 'V60', originalValue: '98000.00' }),
    }
    for (let made = 0; made < 2; made++) await device({ deviceName: '输液泵', deviceModel: 'P1', originalValue: '5000.00' })
    const proposed = async () => (await admin.get<Page>('/eam/device/automatic-matching', { size: 200 })).data
    const ours = (await proposed()).records.map(({ id, deviceId, by }) => [id, deviceId, by])
    expect(ours).toEqual([
      [byCode, devices.code, 'code'],
      [bySerial, devices.serial, 'serial'],
      [byFacts, devices.facts, 'facts'],
    ])
    const refused = await admin.post(`${url}/automatic-matching`, { ids: [byCode, doubtful] })
    expect([refused.status, (await detail(byCode)).matchStatus]).toEqual([409, 'unmatched'])
    const taken = await admin.post(`${url}/automatic-matching`, { ids: [byCode, bySerial, byFacts] })
    expect(taken.status, taken.msg).toBe(200)
    expect((await Promise.all([byCode, bySerial, byFacts].map(detail))).map((row) => row.matchedBy)).toEqual(['code', 'serial', 'facts'])
    expect((await proposed()).total).toBe(0)
    expect((await stranger.get<Page>('/eam/device/automatic-matching')).data.total).toBe(0)
  })
})

describe('a field that the hospital hides', () => {
  test('neither proposes a match nor stands in an answer', async () => {
    const id = await book('X-1', { sn: 'SECRET-1', bookValue: '77.00' })
    await device({ sn: 'SECRET-1', originalValue: '88.00' })
    const proposed = async () => (await admin.get<Page>('/eam/device/automatic-matching', { size: 200 })).data.records
    expect((await proposed()).find((row) => row.id === id)).toMatchObject({ by: 'serial', originalValue: '88.00' })
    const hide = async (isShow: 0 | 1): Promise<void> => {
      const fields = ['sn', 'originalValue'].map((fieldCode) => ({ fieldCode, isShow }))
      const answer = await admin.post('/osm/industry-config/tenant-update', { entity: 'device', fields })
      expect(answer.status, answer.msg).toBe(200)
    }
    await hide(0)
    expect((await proposed()).find((row) => row.id === id)).toBeUndefined()
    const beside = (await admin.get<Page>('/eam/device/reality-check', { size: 200 })).data.records
    expect(beside.length).toBeGreaterThan(0)
    expect(beside.every((row) => row.originalValue === null)).toBe(true)
    await hide(1)
  })
})

describe('book against reality', () => {
  test('tells what is in both, only in the book and only in reality; cards are found by being in the book', async () => {
    const count = async (kind?: string) => (await admin.get<Page>('/eam/device/reality-check', { kind, size: 1 })).data.total
    const before = await Promise.all([count('matched'), count('book'), count('reality'), count()])
    const [card] = [await book('R-1'), await book('R-2')]
    const id = await device()
    expect(await Promise.all([count('matched'), count('book'), count('reality')])).toEqual([before[0], before[1]! + 2, before[2]! + 1])
    await match(card, id)
    expect(await Promise.all([count('matched'), count('book'), count('reality'), count()])).toEqual([
      before[0]! + 1,
      before[1]! + 1,
      before[2],
      before[3]! + 2,
    ])
    const listed = async (isEntryAssets?: number) =>
      (await admin.get<Page>('/eam/device/queryPageByIsEntryAssets', { isEntryAssets, size: 200 })).data
    const [inside, outside, all] = [await listed(1), await listed(0), await listed()]
    expect(inside.records.map((row) => row.id)).toContain(id)
    expect(outside.records.map((row) => row.id)).not.toContain(id)
    expect([inside.total, inside.total + outside.total]).toEqual([await count('matched'), all.total])
    expect((await admin.get('/eam/device/reality-check', { kind: 'x' })).status).toBe(400)
    expect((await stranger.get<Page>('/eam/device/reality-check', { kind: 'book' })).data.total).toBe(0)
  })
})

describe('departments of the book', () => {
  test('are mapped once for all of their cards and for those that come', async () => {
    const cards = [await book('D-1', { bookDept: '骨一科' }), await book('D-2', { bookDept: '骨一科' })]
    const mapped = await admin.post(`${url}/mapping-dept`, { bookDept: '骨一科', deptId: home.depts.bones })
    expect([mapped.msg, mapped.data]).toEqual(['操作成功', { changed: 2 }])
    const later = await book('D-3', { bookDept: '骨一科' })
    for (const id of [...cards, later]) expect((await detail(id)).deptName).toBe('骨科')
    const depts = (await admin.get<Row[]>(`${url}/selectDept`)).data
    expect(depts).toEqual([{ name: '骨一科', deptId: home.depts.bones, deptName: '骨科', count: 3 }])
    expect((await admin.post(`${url}/mapping-dept`, { bookDept: '没有', deptId: home.depts.bones })).status).toBe(404)
    expect((await admin.post(`${url}/mapping-dept`, { bookDept: '骨一科', deptId: other.depts.bones })).status).toBe(400)
    expect((await stranger.get<Row[]>(`${url}/selectDept`)).data).toEqual([])
    const [told] = (await admin.get<Page>(`${url}/history`, { id: cards[0]! })).data.records
    expect(told!.showContent).toBe('对应科室设为 骨科')
  })
})
