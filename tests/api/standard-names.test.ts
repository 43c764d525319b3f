import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { readCatalogue } from '#server/features/asset/names/catalogue-file.ts'
import { loadClasses } from '#server/features/asset/names/load-classes.ts'
import { type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'

let app: TestApp
let [admin, manager, keeper] = [] as unknown as [Client, Client, Client]
const classes: Record<string, string> = {}
type Proposal = Row & { alternatives: { classifyId: string | null }[] }

const catalogue = {
  '07': '医用诊察和监护器械',
  '07-04': '监护设备',
  '07-04-01': '病人监护设备',
  '07-03-03': '无创血压测量设备',
  '08-01-01': '治疗呼吸机（生命支持）',
  '08-03-01': '体外除颤设备',
} as const

beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  manager = await app.as('equipment_manager')
  keeper = await app.as('keeper')
  for (const [classCode, className] of Object.entries(catalogue)) {
    const parentId = classes[classCode.split('-').slice(0, -1).join('-')]
    const riskLevel = classCode === '08-01-01' ? 'III' : 'II'
    classes[classCode] = (await admin.post('/eam/device-class/submit', { classCode, className, riskLevel, parentId })).data.id
  }
})
afterAll(() => app.stop())

const propose = async (given: object, client = manager): Promise<Proposal[]> => {
  const answer = await client.post<Proposal[]>('/eam/ai/device-standardization', given)
  expect(answer.msg).toBe('操作成功')
  return answer.data as unknown as Proposal[]
}
const names = (...given: string[]) => ({ names: given.map((name) => ({ name })) })
const card = async (deviceName: string): Promise<string> =>
  (await admin.post('/eam/device/submit', { deviceName, useDeptId: home.depts.medicine })).data.id
const detail = async (id: string): Promise<Row> => (await admin.get('/eam/device/detail', { id })).data

describe('a free-text name', () => {
  test('gets a standard name, class, risk class, life and verification with a score and alternatives', async () => {
    const [monitor, ventilator, pressure, nothing] = await propose(
      names('迈瑞多参数监护仪iMEC10', 'VENTILATOR PB840', '台式血压计', '办公桌'),
    )
    expect(monitor).toMatchObject({
      standardName: '病人监护仪',
      classifyId: classes['07-04-01'],
      classifyName: '病人监护设备',
      riskLevel: 'II',
    })
    expect(monitor).toMatchObject({ usefulLifeMonths: 60, measureType: 'mandatory', version: 1 })
    expect(Number(monitor!.score)).toBeGreaterThan(0.5)
    expect(monitor!.alternatives.length).toBeGreaterThan(0)
    expect(ventilator).toMatchObject({ standardName: '治疗呼吸机', classifyId: classes['08-01-01'], riskLevel: 'III', measureType: null })
    expect(pressure).toMatchObject({ classifyId: classes['07-03-03'], measureType: 'mandatory' })
    expect(nothing).toMatchObject({ classifyId: null, alternatives: [] })
    const [english] = await propose({ ...names('bedside monitor'), nameLanguage: 'en' })
    expect(english).toMatchObject({ standardName: 'Patient monitor', classifyId: classes['07-04-01'] })
  })

  test('is found though it is misspelt: by its sound and by its letters', async () => {
    const [sound, letters] = await propose(names('病人监互仪', 'defibrilator'))
    expect(sound).toMatchObject({ classifyId: classes['07-04-01'] })
    expect(letters).toMatchObject({ classifyId: classes['08-03-01'] })
  })

  test('is kept as a record; a new proposal replaces the open one', async () => {
    const [first] = await propose(names('床旁监护'))
    const [second] = await propose(names('床旁监护'))
    const list = (await manager.get<Page>('/osm/ai/record/list', { keyword: '床旁监护', current: 1, size: 10 })).data
    expect(list).toMatchObject({ total: 1, records: [{ id: second!.id, proposalStatus: 'pending' }] })
    expect((await manager.get('/osm/ai/record/detail', { id: first!.id })).status).toBe(404)
  })

  test('is refused where there is none, too many, or no right', async () => {
    for (const given of [
      {},
      { names: [] },
      { names: 'x' },
      { names: [{ name: '' }] },
      names(...Array.from({ length: 1001 }, (_, at) => `甲${at}`)),
    ])
      expect((await manager.post('/eam/ai/device-standardization', given)).status).toBe(400)
    expect((await keeper.post('/eam/ai/device-standardization', names('监护仪'))).status).toBe(403)
  })
})

describe('a decision', () => {
  test('writes the card, and the next same name is certain', async () => {
    const [id, other] = [await card('科教用监护小车'), await card('科教用监护小车')]
    const [made] = await propose({ ids: [id] })
    expect(made).toMatchObject({ deviceId: id, inputName: '科教用监护小车' })
    const accepted = await manager.post('/osm/ai/record/accept', {
      ...{ id: made!.id, version: 1, classifyId: classes['08-03-01'], standardName: '除颤监护车' },
    })
    expect(accepted.msg).toBe('操作成功')
    expect(await detail(id)).toMatchObject({
      commonName: '除颤监护车',
      classifyId: classes['08-03-01'],
      riskLevel: 'II',
      usefulLifeMonths: 60,
    })
    const [next] = await propose({ ids: [other] })
    expect(next).toMatchObject({ standardName: '除颤监护车', classifyId: classes['08-03-01'], score: 1 })
    const [alike] = await propose(names('监护小车（科教用）二号'))
    expect(alike).toMatchObject({ standardName: '除颤监护车' })
  })

  test('that refuses takes the meaning out for this name', async () => {
    const [first] = await propose(names('高级监护仪'))
    expect(first).toMatchObject({ classifyId: classes['07-04-01'] })
    expect((await manager.post('/osm/ai/record/refuse', { ids: [first!.id] })).msg).toBe('操作成功')
    const [next] = await propose(names('高级监护仪'))
    expect(next!.classifyId).not.toBe(classes['07-04-01'])
    expect((await manager.post('/osm/ai/record/accept', { id: first!.id })).error).toBe('wrong_state')
    const [event] = (await manager.get<Page>('/osm/ai/record/history', { id: first!.id })).data.records
    expect(event).toMatchObject({ operationType: 'refuse' })
  })

  test('keeps a life that the card has, and takes the right to decide', async () => {
    const id = await card('有创呼吸机')
    await admin.post('/eam/device/submit', { id, version: 1, usefulLifeMonths: 96 })
    const [made] = await propose({ ids: [id] })
    expect((await manager.post('/osm/ai/record/accept', { ids: [made!.id] })).msg).toBe('操作成功')
    expect(await detail(id)).toMatchObject({ commonName: '治疗呼吸机', usefulLifeMonths: 96, riskLevel: 'III' })
    expect((await keeper.post('/osm/ai/record/accept', { id: made!.id })).status).toBe(403)
  })
})

test('the built-in dictionary becomes the hospital’s own once, and its changes count', async () => {
  const loaded = await manager.post('/eam/device-term/load-built-in', {})
  expect(loaded.msg).toBe('操作成功')
  expect(Number(loaded.data.names)).toBeGreaterThan(350)
  expect((await manager.post('/eam/device-term/load-built-in', {})).data).toEqual({ names: 0, classes: 0 })
  expect((await manager.get('/eam/device-class/detail', { id: classes['07']! })).data).toMatchObject({
    usefulLifeMonths: 60,
    lifeSource: expect.stringContaining('财会〔2018〕24号'),
  })
  // The items were written without the text of the announcement.
  expect((await manager.get('/eam/device-class/detail', { id: classes['07-04-01']! })).data).toMatchObject({
    measureType: 'mandatory',
    measureSource: expect.stringMatching(/公告2020年第42号.*请对照公告原文/),
  })
  const [row] = (await manager.get<Page>('/eam/device-term/list', { standardName: '病人监护仪' })).data.records
  expect(row).toMatchObject({ classifyId: classes['07-04-01'] })
  const otherNames = `${row!.otherNames}\n小蜜蜂`
  expect((await manager.post('/eam/device-term/submit', { id: row!.id, version: row!.version, otherNames })).msg).toBe('操作成功')
  expect((await propose(names('小蜜蜂')))[0]).toMatchObject({ standardName: '病人监护仪', score: 1 })
  await manager.post('/eam/device-class/submit', { id: classes['07-04-01'], usefulLifeMonths: 84, measureType: 'voluntary' })
  expect((await propose(names('小蜜蜂')))[0]).toMatchObject({ usefulLifeMonths: 84, measureType: 'voluntary' })
})

test('a catalogue is loaded from a file: each class once, below the nearest one above it', async () => {
  const file = JSON.stringify({
    l1_categories: [{ code: '08', name: '呼吸、麻醉和急救器械' }],
    items: [
      { code: '08-01-01', name: '治疗呼吸机（生命支持）', device_class: 'III' },
      { code: '08-01-01', name: '治疗呼吸机' },
      { code: '08-04-02', name: '医用分子筛制氧机', device_class: 'II' },
    ],
  })
  const load = () => writeAs(app.pool, other.tenant, (tx) => loadClasses(tx, readCatalogue(file)))
  expect([await load(), await load()]).toEqual([3, 0])
  const theirs = await app.as('administrator', other)
  const tree = (await theirs.get<Row[]>('/eam/device-class/tree')).data as unknown as { children: unknown[] }[]
  expect([tree.length, tree[0]!.children.length]).toEqual([1, 2])
  const [row] = (await theirs.get<Page>('/eam/device-class/list', { classCode: '08-01-01' })).data.records
  expect(row).toMatchObject({ className: '治疗呼吸机（生命支持）', riskLevel: 'III' })
  for (const wrong of ['{}', '{"items":[{"code":"8","name":"x"}]}', '{"items":[{"code":"08-01-01"}]}'])
    expect(() => readCatalogue(wrong)).toThrow('The file holds')
})
