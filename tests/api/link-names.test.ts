import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'

/** Two processes on one database. */
let app: TestApp
let second: TestApp
let admin: Client
let beside: Client
beforeAll(async () => {
  app = await startApp()
  second = await startApp({ database: { ...app.database, drop: () => Promise.resolve() } })
  admin = await app.as('administrator')
  beside = await second.as('administrator')
})
afterAll(async () => {
  await second.stop()
  await app.stop()
})

const add = async (path: string, draft: object, client = admin): Promise<string> => {
  const answer = await client.post(`${path}/submit`, draft)
  expect(answer.status, answer.msg).toBe(200)
  return answer.data.id
}
const change = async (path: string, id: string, draft: object, client = admin): Promise<void> => {
  expect((await client.post(`${path}/submit`, { id, ...draft })).status).toBe(200)
}
const device = '/eam/device'
const supplier = '/eam/supplierinfo'
const card = (more: object, client = admin) => add(device, { deviceName: '呼吸机', ...more }, client)

/** What detail and list of a process call the link of a card. */
const shown = async (id: string, name: string, client: Client): Promise<unknown[]> => {
  const detail = (await client.get(`${device}/detail`, { id })).data
  const page = (await client.get<Page>(`${device}/list`, { current: 1, size: 200, columns: name.replace(/Name$/, 'Id') })).data.records
  return [detail[name], page.find((row: Row) => row.id === id)?.[name]]
}
const inBoth = async (id: string, name: string): Promise<unknown[]> => [
  ...(await shown(id, name, admin)),
  ...(await shown(id, name, beside)),
]
const four = (name: unknown): unknown[] => [name, name, name, name]

describe('names of linked rows', () => {
  test('are the new ones in both processes as soon as a name has changed', async () => {
    const id = await add(supplier, { supplierName: '迈瑞', supplierKind: 'maker' })
    const one = await card({ supplierId: id, useDeptId: home.depts.bones })
    expect(await inBoth(one, 'supplierName')).toEqual(four('迈瑞'))
    for (const [name, by] of [
      ['迈瑞医疗', admin],
      ['深圳迈瑞', beside],
      ['迈瑞', admin],
    ] as const) {
      await change(supplier, id, { supplierName: name }, by)
      expect(await inBoth(one, 'supplierName')).toEqual(four(name))
    }
    const csv = new TextDecoder().decode((await beside.file(`${device}/export`, { format: 'csv', columns: 'deviceName,supplierId' })).bytes)
    expect(csv).toContain('"呼吸机","迈瑞"')
  })

  test('of departments, places with what lies below them, people, makers of rows and large entities alike', async () => {
    const house = await add('/eam/plc/location', { locationName: '东院', level: 'courtyard' })
    const building = await add('/eam/plc/location', { locationName: '一号楼', level: 'building', parentId: house })
    const floor = await add('/eam/plc/location', { locationName: '二层', level: 'floor', parentId: building })
    const whole = await card({})
    const keeper = home.users.keeper
    const id = await card({ useDeptId: home.depts.bones, locationId: floor, keeperId: keeper, parentId: whole })
    const before = (await shown(id, 'locationName', admin))[0]
    expect(before).toContain('一号楼')
    expect(await inBoth(id, 'useDeptName')).toEqual(four('骨科'))
    expect(await inBoth(id, 'parentName')).toEqual(four('呼吸机'))
    const [keeperName] = await shown(id, 'keeperName', beside)
    await change('/eam/plc/location', building, { locationName: '三号楼' }, beside)
    expect(await inBoth(id, 'locationName')).toEqual(four(String(before).replace('一号楼', '三号楼')))
    await change('/blade-system/dept', home.depts.bones, { deptName: '骨科一' })
    expect(await inBoth(id, 'useDeptName')).toEqual(four('骨科一'))
    await change(device, whole, { deviceName: '麻醉机' }, beside)
    expect(await inBoth(id, 'parentName')).toEqual(four('麻醉机'))
    await change('/blade-user', keeper, { realName: '老王' }, beside)
    expect(await inBoth(id, 'keeperName')).toEqual(four('老王'))
    await change('/blade-user', admin.userId, { realName: '管理员甲' }, beside)
    expect(await inBoth(id, 'createUserName')).toEqual(four('管理员甲'))
    await change('/blade-user', keeper, { realName: String(keeperName) })
    await change('/blade-system/dept', home.depts.bones, { deptName: '骨科' })
  })

  test('that are being changed are shown when the change is committed, and never when it is undone', async () => {
    const id = await add(supplier, { supplierName: '联影', supplierKind: 'maker' })
    const one = await card({ supplierId: id })
    expect(await inBoth(one, 'supplierName')).toEqual(four('联影'))
    const rename = (name: string, outcome: 'commit' | 'undo') =>
      writeAs(app.pool, home.tenant, async (tx) => {
        await tx.run({ text: 'update supplier set supplier_name = $3 where tenant_id = $1 and id = $2', values: [tx.tenantId, id, name] })
        await tx.run({ text: 'set constraints all immediate' })
        expect(await inBoth(one, 'supplierName')).toEqual(four('联影'))
        if (outcome === 'undo') throw new Error('undone')
      })
    await expect(rename('不存在', 'undo')).rejects.toThrow('undone')
    expect(await inBoth(one, 'supplierName')).toEqual(four('联影'))
    await rename('上海联影', 'commit')
    expect(await inBoth(one, 'supplierName')).toEqual(four('上海联影'))
  })

  test('are gone with a row that is deleted for good, and stay with one that is removed', async () => {
    const id = await add(supplier, { supplierName: '旧厂', supplierKind: 'maker' })
    const one = await card({ supplierId: id })
    const user = '01900000-0000-7000-9000-00000000abcd'
    await app.sql('update device set created_by = $2 where id = $1', [one, user])
    const copy = `insert into app_user (tenant_id, id, person_id, account, real_name, role_id, status)
      select tenant_id, $1::uuid, person_id, 'leaver', '离职者', role_id, status from app_user where tenant_id = $2 and account = 'keeper'`
    const write = (text: string, values: unknown[]) => writeAs(app.pool, home.tenant, (tx) => tx.run({ text, values }))
    await write(copy, [user, home.tenant])
    expect(await inBoth(one, 'createUserName')).toEqual(four('离职者'))
    await write('delete from app_user where id = $1', [user])
    expect(await inBoth(one, 'createUserName')).toEqual(four(null))
    expect(await inBoth(one, 'supplierName')).toEqual(four('旧厂'))
    await app.sql('update supplier set is_deleted = true where id = $1', [id])
    expect(await inBoth(one, 'supplierName')).toEqual(four('旧厂'))
  })

  test('of two hospitals are never mixed, though their rows have one id', async () => {
    const stranger = await app.as('administrator', other)
    const id = await add(supplier, { supplierName: '本院供应商', supplierKind: 'maker' })
    await app.sql(`insert into supplier (tenant_id, id, supplier_name, supplier_kind) values ($2, $1, '外院供应商', 'maker')`, [
      id,
      other.tenant,
    ])
    const [mine, theirs] = [await card({ supplierId: id }), await card({ supplierId: id }, stranger)]
    expect(await shown(mine, 'supplierName', admin)).toEqual(['本院供应商', '本院供应商'])
    expect(await shown(theirs, 'supplierName', stranger)).toEqual(['外院供应商', '外院供应商'])
    await change(supplier, id, { supplierName: '外院' }, stranger)
    expect(await shown(mine, 'supplierName', admin)).toEqual(['本院供应商', '本院供应商'])
    expect(await shown(theirs, 'supplierName', stranger)).toEqual(['外院', '外院'])
  })

  test('change the tenant’s mark once and late: two who rename at once do not wait for each other', async () => {
    const ids = await Promise.all(['甲', '乙'].map((supplierName) => add(supplier, { supplierName, supplierKind: 'maker' })))
    const cards = await Promise.all(ids.map((supplierId) => card({ supplierId })))
    await Promise.all(cards.map((one) => inBoth(one, 'supplierName')))
    const rename = { text: `update supplier set supplier_name = supplier_name || '二' where tenant_id = $1 and id = $2` }
    await writeAs(app.pool, home.tenant, async (tx) => {
      await tx.run({ ...rename, values: [tx.tenantId, ids[0]] })
      await writeAs(app.pool, home.tenant, async (inner) => void (await inner.run({ ...rename, values: [inner.tenantId, ids[1]] })))
    })
    expect(await inBoth(cards[0]!, 'supplierName')).toEqual(four('甲二'))
    expect(await inBoth(cards[1]!, 'supplierName')).toEqual(four('乙二'))
  })
})
