import { expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { own, peopleLab } from '#tests/harness/people.ts'
import { askToken, byPassword } from './token-request.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const lab = await peopleLab(app, () => admin)

const { surgery, bones, medicine } = home.depts

test('the tree of departments cannot be used to widen one’s own scope', async () => {
  const { client } = await lab.clerk(['dept.list', 'dept.submit', 'dept.remove', 'device.list'], 'below')
  const put = (body: object) => client.post<Row>('/blade-system/dept/submit', body)
  const card = await admin.post<Row>('/eam/device/submit', { deviceName: '内科的', useDeptId: medicine })
  const absent = { status: 400, data: [{ field: 'parentId', rule: 'absent' }] }
  // Another department under one's own, one's own under another, and what is not one's own at all.
  expect((await put({ id: medicine, parentId: bones })).status).toBe(404)
  expect(await put({ id: bones, parentId: medicine })).toMatchObject(absent)
  expect((await put({ id: bones, parentId: null })).status).toBe(400)
  expect((await put({ id: medicine, deptName: '外科的' })).status).toBe(404)
  expect(await put({ deptName: '新科', category: 'clinical', parentId: medicine })).toMatchObject(absent)
  const empty = await admin.post<Row>('/blade-system/dept/submit', { deptName: '别科', category: 'clinical' })
  expect((await client.post(`/blade-system/dept/remove?ids=${empty.data.id}`)).status).toBe(404)
  expect((await client.get('/eam/device/detail', { id: card.data.id })).status).toBe(404)
  const below = await put({ deptName: '骨一科', category: 'clinical', parentId: bones })
  expect(below.status).toBe(200)
  expect((await put({ id: below.data.id, deptName: '骨二科' })).status).toBe(200)
  expect((await put({ id: bones, remark: '自己的' })).status).toBe(200)
  expect((await client.post(`/blade-system/dept/remove?ids=${below.data.id}`)).status).toBe(200)
  expect((await admin.get<Row>('/blade-system/dept/detail', { id: bones })).data.parentId).toBe(surgery)
})

test('the sign-in log shows who is limited to departments the people of those', async () => {
  const { client, id } = await lab.clerk(['accessLog.list', 'accessLog.export', 'user.list'], 'below')
  await askToken(app, byPassword('nobody-at-all'))
  await app.signIn(home.tenant, 'auditor')
  const list = (await client.get<Page>('/blade-log/usual/list', { size: 200 })).data
  expect(list.records.map((row) => row.userId)).toContain(id)
  const people = new Set((await client.get<Page>('/blade/user/list', { size: 200 })).data.records.map((row) => row.id))
  expect(list.records.filter((row) => !people.has(String(row.userId)))).toEqual([])
  expect(list.total).toBe(list.records.length)
  expect((await client.get<Page>('/blade-log/usual/list', { userId: home.users.auditor })).data.total).toBe(0)
  const lines = async (query: Record<string, string>) => {
    const { bytes } = await client.file('/blade-log/usual/export', { format: 'csv', ...query })
    return new TextDecoder().decode(bytes).trim().split('\n').length
  }
  // Headings, and the export itself.
  expect(await lines({})).toBe(list.total + 2)
  // A keyword finds no more.
  const { account } = list.records.find((row) => row.userId === id)!
  for (const [keyword, records] of [
    ['auditor', []],
    [String(account), list.records.filter((row) => row.account === account)],
  ] as const) {
    const found = (await client.get<Page>('/blade-log/usual/list', { keyword, event: 'signIn' })).data
    expect(found.records.map((row) => row.id)).toEqual(records.filter((row) => row.event === 'signIn').map((row) => row.id))
    expect(found.total).toBe(found.records.length)
    expect(await lines({ keyword, event: 'signIn' })).toBe(found.total + 1)
  }
})

test('departments that a role was once given do not come back wider than who changes it', async () => {
  const { alias, id } = await lab.clerk(['user.list'], 'chosen')
  const roleId = lab.roles[alias]!
  await admin.post('/blade-system/role/grant', { roleIds: [roleId], dataScopeIds: [medicine] })
  await admin.post('/blade-system/role/submit', { id: roleId, reach: 'own' })
  const { client } = await lab.clerk(['user.list', 'role.list', 'role.submit', 'role.grant'], 'below')
  expect(await client.post('/blade-system/role/submit', { id: roleId, reach: 'chosen' })).toMatchObject({ status: 400, error: 'rule' })
  expect((await client.post('/blade-system/role/grant', { roleIds: [roleId], dataScopeIds: [bones] })).status).toBe(200)
  expect((await client.post('/blade-system/role/submit', { id: roleId, reach: 'chosen' })).status).toBe(200)
  const person = await app.signIn(home.tenant, String((await lab.detail(id)).account), own)
  const seen = (await person.get<Page>('/blade/user/list', { size: 200 })).data.records
  expect(seen.every((row) => row.deptId === bones)).toBe(true)
})

test('what waits for a person is named as far as one may see it, and counted whole', async () => {
  const { id } = await lab.settled('engineer')
  const mine = await admin.post<Row>('/eam/device/submit', { deviceName: '骨科的机器', useDeptId: bones, keeperId: id })
  const theirs = await admin.post<Row>('/eam/device/submit', { deviceName: '内科的机器', useDeptId: medicine, keeperId: id })
  const waiting = async (client: Client) => (await client.get<Page>('/osm/user/transfer-list', { userId: id })).data
  const all = await waiting(admin)
  expect(all.records.map((row) => row.id).sort()).toEqual([mine.data.id, theirs.data.id].sort())
  expect(all.records.every((row) => String(row.title).includes('的机器'))).toBe(true)
  const limited = await waiting((await lab.clerk(['user.list', 'user.transfer', 'device.list'], 'below')).client)
  expect(limited.total).toBe(2)
  expect(limited.records.map((row) => row.title).filter(Boolean)).toEqual([expect.stringContaining('骨科的机器')])
  const blind = await waiting((await lab.clerk(['user.list', 'user.transfer'])).client)
  expect([blind.total, blind.records.map((row) => row.title)]).toEqual([2, [null, null]])
})

test('people and cards of departments are counted for whom their lists are open', async () => {
  const { alias, client } = await lab.clerk(['dept.list', 'user.list', 'device.list'])
  const figures = async () => (await client.get<Row[]>('/blade-system/dept/figures', { ids: bones })).data[0]
  expect(await figures()).toMatchObject({ people: expect.any(Number), cards: expect.any(Number) })
  const scope = '01900000-0000-7000-8000-0000000000ab'
  await writeAs(app.pool, '000000', (tx) =>
    tx.run({ text: `insert into api_scope (id, scope_name, patterns) values ($1, '科室', '{dept.*}')`, values: [scope] }),
  )
  expect((await admin.post('/blade-system/role/grant', { roleIds: [lab.roles[alias]], apiScopeIds: [scope] })).status).toBe(200)
  expect(await figures()).toMatchObject({ people: null, cards: null, heads: null })
})
