import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '#server/db/pool.ts'
import { tellExpiring } from '#server/features/check/ambulance-notices.ts'
import { type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'

let app: TestApp
let [admin, keeper] = [] as unknown as [Client, Client]
let deviceId: string
const url = '/eam/ambulance-check'

beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  keeper = await app.as('keeper')
  const device = { deviceName: '除颤仪', useDeptId: home.depts.bones, importantClassification: 'life_support' }
  deviceId = (await admin.post('/eam/device/submit', device)).data.id
  await admin.post('/eam/device/submit', { deviceName: '轮椅', useDeptId: home.depts.bones })
})
afterAll(() => app.stop())

const draft = (checkDate: string, shift: string, results: string[]) => ({
  ...{ deptId: home.depts.bones, checkDate, shift, vehicle: '1 号车' },
  lines: results.map((lineResult, at) => ({ ...(at === 0 ? { deviceId } : {}), itemName: `物品${at + 1}`, lineResult })),
})
const save = (body: object, client = admin) => client.post(`${url}/submit`, body)
const page = async (name: string, query: object = {}): Promise<Row[]> =>
  (await admin.get<Page>(`${url}/${name}`, query as Record<string, string>)).data.records
const counts = async (name: string): Promise<Row[]> => (await admin.get<Row[]>(`${url}/${name}`)).data

test('a shift checks its life-saving devices; what is missing is listed and counted', async () => {
  expect((await page('dept-device-list', { deptId: home.depts.bones })).map((row) => row.deviceName)).toEqual(['除颤仪'])
  const whole = await save(draft('2026-03-01', 'day', ['complete', 'complete']))
  expect(whole.msg).toBe('操作成功')
  const torn = (await save(draft('2026-03-01', 'night', ['complete', 'loss']))).data.id
  expect((await admin.get(`${url}/detail`, { id: torn })).data).toMatchObject({
    ...{ checkResult: 'loss', lossCount: 1, lineCount: 2, checkerId: admin.userId, checkTitle: '骨科 2026-03-01' },
    lines: [{ itemName: '物品1', lineResult: 'complete' }, { itemName: '物品2' }],
  })
  expect((await page('web-ambulance-list')).map((row) => row.shift).sort()).toEqual(['day', 'night'])
  expect(await page('web-loss-list')).toMatchObject([{ itemName: '物品2', shift: 'night', checkDate: '2026-03-01' }])
  expect(await page('web-shift-inventory')).toHaveLength(4)
  expect(await counts('web-ambulance-count')).toEqual(
    expect.arrayContaining([expect.objectContaining({ key: 'complete', count: 1 }), expect.objectContaining({ key: 'loss', count: 1 })]),
  )
  expect(await counts('status-count')).toEqual(expect.arrayContaining([expect.objectContaining({ key: 'loss', count: 1 })]))
  expect((await counts('check-date')).map((row) => [row.checkDate, row.shift]).sort()).toEqual([
    ['2026-03-01', 'day'],
    ['2026-03-01', 'night'],
  ])
  const { lines } = (await admin.get<Row & { lines: Row[] }>(`${url}/detail`, { id: torn })).data
  await save({ id: torn, lines: lines.map(({ id }) => ({ id, lineResult: 'complete' })) })
  expect((await admin.get(`${url}/detail`, { id: torn })).data).toMatchObject({ checkResult: 'complete', lossCount: 0 })
  expect(await page('web-loss-list')).toEqual([])
})

test('a shift is checked once, also when two people save it at the same time', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => save(draft('2026-03-02', 'day', ['complete']))))
  expect(answers.filter((one) => one.success)).toHaveLength(1)
  expect(answers.filter((one) => one.error === 'taken')).toHaveLength(2)
  expect((await save(draft('2026-03-02', 'evening', ['complete']))).success).toBe(true)
})

test('is written by keepers of the department and stays in its hospital', async () => {
  const { id } = (await save(draft('2026-03-03', 'day', ['complete']))).data
  expect((await save({ id, remark: '补查' }, await app.as('warehouse_keeper'))).status).toBe(403)
  expect((await (await app.as('administrator', other)).get(`${url}/detail`, { id })).status).toBe(404)
  expect((await keeper.post(`${url}/remove?ids=${id}`)).status).toBe(403)
})

test('losses are told to the department once, and what expires once a week', async () => {
  const notices = (kind: string, id: string) => app.sql('select user_id, detail from notice where kind = $1 and target_id = $2', [kind, id])
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const body = {
    ...{ deptId: home.depts.bones, checkDate: '2026-05-01', shift: 'day', vehicle: '2 号车' },
    lines: [
      { itemName: '肾上腺素', lineResult: 'complete', expiresOn: soon },
      { itemName: '喉镜', lineResult: 'loss' },
      { itemName: '氧气袋', lineResult: 'complete', expiresOn: '2099-01-01' },
    ],
  }
  const { id } = (await save(body)).data
  const told = await notices('ambulance_loss', id)
  expect(told.length).toBeGreaterThan(0)
  expect(new Set(told.map((row) => row.detail))).toEqual(new Set(['喉镜']))
  expect(told.map((row) => row.user_id)).not.toContain(admin.userId)
  await save({ id, remark: '已补' })
  expect(await notices('ambulance_loss', id)).toHaveLength(told.length)
  const worker = openPool(app.database.jobsUrl, 1)
  for (let n = 0; n < 2; n++) await tellExpiring.run({ pool: worker, contents: undefined as never })
  await worker.end()
  const expiring = await notices('ambulance_expiring', id)
  expect(expiring.length).toBe(new Set(expiring.map((row) => row.user_id)).size)
  expect(new Set(expiring.map((row) => row.detail))).toEqual(new Set([`肾上腺素 ${soon}`]))
})
