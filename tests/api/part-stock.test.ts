import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/day.ts'
import { openPool } from '#server/db/pool.ts'
import { tellStock } from '#server/features/place/tell-stock.ts'
import { type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

let app: TestApp
let [admin, store, keeper] = [] as unknown as [Client, Client, Client]
const url = '/eam/part-reservation'

beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  store = await app.as('warehouse_keeper')
  keeper = await app.as('keeper')
})
afterAll(() => app.stop())

const part = async (more: object): Promise<string> => {
  const answer = await admin.post('/eam/deviceparts/submit', { partName: '血氧探头', quantity: 10, ...more })
  expect(answer.msg).toBe('操作成功')
  return answer.data.id
}
const of = async (id: string): Promise<Row> => (await admin.get('/eam/deviceparts/detail', { id })).data
const reserve = (partId: string, quantity: number) => admin.post(`${url}/submit`, { purpose: '三病区换件', partId, quantity })

describe('reserved pieces', () => {
  test('stay in stock for their purpose until they are issued or released', async () => {
    const id = await part({ minimum: 5 })
    const made = await reserve(id, 6)
    expect(made.msg).toBe('操作成功')
    expect(await of(id)).toMatchObject({ quantity: 10, reserved: 6, stockStatus: 'low' })
    const refused = await reserve(id, 5)
    expect([refused.status, refused.msg]).toEqual([400, '配件“血氧探头”可用库存只有 4，不够预留 5'])
    expect((await admin.post('/eam/deviceparts/submit', { id, quantity: 5 })).msg).toBe('已预留 6，数量不能低于预留数')
    expect((await admin.post('/eam/deviceparts/remove', { ids: id })).msg).toContain('有预留')
    expect((await admin.post(`${url}/submit`, { id: made.data.id, version: 1, quantity: 4 })).msg).toBe('操作成功')
    expect(await of(id)).toMatchObject({ reserved: 4, stockStatus: 'enough' })
    expect((await admin.post(`${url}/issue`, { ids: [made.data.id] })).msg).toBe('操作成功')
    expect(await of(id)).toMatchObject({ quantity: 6, reserved: 0 })
    const [movement] = (await admin.get<Page>('/eam/part-movement/list', { partId: id })).data.records
    expect(movement).toMatchObject({ movementKind: 'issue', quantity: -4, balance: 6 })
    const second = await reserve(id, 6)
    expect((await admin.post(`${url}/release`, { ids: [second.data.id] })).msg).toBe('操作成功')
    expect(await of(id)).toMatchObject({ quantity: 6, reserved: 0 })
    expect((await admin.post(`${url}/release`, { ids: [second.data.id] })).error).toBe('wrong_state')
  })

  test('never exceed the stock, however many reserve at once', async () => {
    const id = await part({})
    const answers = await Promise.all(Array.from({ length: 50 }, () => reserve(id, 1)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(await of(id)).toMatchObject({ quantity: 10, reserved: 10 })
    expect((await keeper.post(`${url}/submit`, { purpose: '甲', partId: id, quantity: 1 })).status).toBe(403)
  })
})

test('what is below its minimum is listed, counted and told of once a week; so is what expires', async () => {
  const low = await part({ partName: '电极片', quantity: 2, minimum: 20 })
  const old = await part({ partName: '除颤膏', expiresOn: daysAfter(homeDay(new Date()), 5) })
  await part({ partName: '袖带', quantity: 20, minimum: 20 })
  const list = (await admin.get<Page>('/eam/deviceparts/list', { stockStatus: 'low', partName: '电极片' })).data.records
  expect(list.map(({ id }) => id)).toEqual([low])
  const worker = openPool(app.database.jobsUrl, 1)
  for (let n = 0; n < 2; n++) await runTimedJob(tellStock, worker)
  await worker.end()
  const told = (kind: string) => app.sql('select target_id, detail from notice where kind = $1 and target_id = any($2)', [kind, [low, old]])
  const [first, ...more] = await told('part_low')
  expect(first).toEqual({ target_id: low, detail: '2 / 20' })
  expect(new Set(more.map((row) => row.target_id)).has(old)).toBe(false)
  const holders = new Set(
    (await app.sql("select user_id from notice where kind = 'part_low' and target_id = $1", [low])).map((row) => row.user_id),
  )
  expect([first, ...more]).toHaveLength(holders.size)
  expect([holders.has(admin.userId), holders.has(store.userId)]).toEqual([true, false])
  expect((await told('part_expiring')).every((row) => row.target_id === old)).toBe(true)
})
