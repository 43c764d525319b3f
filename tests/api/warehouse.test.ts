import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const admin = await app.as('administrator')

const path = '/eam/plc/warehouse'
const add = async (client: Client, draft: object): Promise<string> => {
  const answer = await client.post(`${path}/submit`, draft)
  expect(answer.msg).toBe('操作成功')
  return answer.data.id
}

test('a warehouse holds rooms, each with keeper and department; the tree nests them by parentId [ASSET-ENT-WH]', async () => {
  const top = await add(admin, {
    warehouseName: '中心库',
    warehouseCode: 'W1',
    keeperId: home.users.keeper,
    deptId: home.depts.medicine,
    sort: 1,
  })
  const cold = await add(admin, { warehouseName: '冷藏室', parentId: top, sort: 2 })
  const dry = await add(admin, { warehouseName: '耗材间', parentId: top, sort: 1 })
  expect((await admin.get(`${path}/detail`, { id: top })).data).toMatchObject({
    warehouseName: '中心库',
    keeperId: home.users.keeper,
    deptId: home.depts.medicine,
  })
  const tree = (await admin.get<Row[]>(`${path}/tree`)).data
  expect(tree.map((node) => [node.id, (node.children as Row[]).map((one) => one.id)])).toEqual([[top, [dry, cold]]])
  expect((await admin.get<Row[]>(`${path}/lazy-tree`, { parentId: top })).data.map((row) => row.id)).toEqual([dry, cold])
  expect((await admin.get<Row[]>(`${path}/lazy-list`, { parentId: top })).data.map((row) => row.id)).toEqual([dry, cold])
  expect(await admin.post(`${path}/remove?ids=${top}`)).toMatchObject({ success: false })
  expect(await admin.post(`${path}/submit`, { id: top, parentId: cold })).toMatchObject({ status: 409, error: 'cycle' })
  expect(await admin.post(`${path}/submit`, { warehouseName: '又一', warehouseCode: 'W1' })).toMatchObject({ status: 409, error: 'taken' })
})

test('the warehouse keeper keeps them, a nurse does not see them, another hospital has its own', async () => {
  const keeper = await app.as('warehouse_keeper')
  const id = await add(keeper, { warehouseName: '备件库' })
  expect((await (await app.as('keeper')).get(`${path}/list`)).status).toBe(403)
  const stranger = await app.as('administrator', other)
  expect((await stranger.get<Row[]>(`${path}/tree`)).data).toEqual([])
  expect(await stranger.post(`${path}/submit`, { warehouseName: '别处', parentId: id })).toMatchObject({ success: false })
})
