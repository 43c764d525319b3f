import { describe, expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Answer, Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { other } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const stranger = await app.as('administrator', other)
const keeper = await app.as('keeper')
const platform = await app.signIn('000000', 'admin', 'admin')

type Node = Row & { children?: Node[] }
const own = '/blade-system/dict-biz'
const system = '/blade-system/dict'
let serial = 0
const head = async (client = admin, base = own, more: Record<string, unknown> = {}) => {
  const code = `area_${++serial}`
  const body = { code, dictValue: `分区${serial}`, sort: 1, isSealed: 0, ...more }
  const answer = await client.post<Row>(`${base}/submit`, body)
  expect(answer.status, answer.msg).toBe(200)
  return { id: answer.data.id, code }
}
const value = (parentId: string, dictKey: string, dictValue: string, more: Record<string, unknown> = {}, client = admin, base = own) =>
  client.post<Row>(`${base}/submit`, { parentId, dictKey, dictValue, sort: 1, isSealed: 0, ...more })
const made = async (asked: Promise<Answer<Row>>): Promise<string> => {
  const answer = await asked
  expect(answer.status, answer.msg).toBe(200)
  return answer.data.id
}
const keys = async (client: Client, base: string, code: string) =>
  (await client.get<Row[]>(`${base}/dictionary`, { code })).data.map((row) => row.dictKey)

describe('a dictionary', () => {
  test('has a table of dictionaries and, below each, one of its values [SHELL-ENT-DICT-1]', async () => {
    const { id, code } = await head()
    const north = await made(value(id, 'north', '北区', { sort: 2, remark: '住院楼' }))
    await made(value(id, 'south', '南区', { sort: 1 }))
    await made(value(north, 'north_1', '一楼'))
    const parents = (await admin.get<Page>(`${own}/parent-list`, { current: 1, size: 10, code })).data
    expect(parents).toMatchObject({ total: 1, records: [{ id, code, parentId: null, dictKey: null, hasChildren: true }] })
    const below = (await admin.get<Node[]>(`${own}/child-list`, { current: 1, size: 10, parentId: id })).data
    expect(below).toMatchObject([
      { code, dictKey: 'south', dictValue: '南区', hasChildren: false, parentId: id, sort: 1, isSealed: 0 },
      { dictKey: 'north', remark: '住院楼', children: [{ dictKey: 'north_1', parentName: '北区' }] },
    ])
    expect((await admin.get<Node[]>(`${own}/child-list`, {})).data).toEqual([])
    expect((await admin.get(`${own}/detail`, { id: north })).data).toMatchObject({ dictKey: 'north', code, version: 1 })
    expect((await admin.get<Node[]>(`${own}/list`, { code })).data).toMatchObject([{ id, children: [{}, { children: [{}] }] }])
  })

  test('offers its values in their order, as a list, a tree and nodes for a picker', async () => {
    const { id, code } = await head()
    const a = await made(value(id, 'a', '甲', { sort: 2 }))
    await made(value(id, 'b', '乙', { sort: 1 }))
    await made(value(a, 'a1', '甲一'))
    expect(await keys(keeper, own, code)).toEqual(['b', 'a', 'a1'])
    expect((await keeper.get<Node[]>(`${own}/dictionary-tree`, { code })).data).toMatchObject([
      { dictKey: 'b' },
      { dictKey: 'a', children: [{ dictKey: 'a1' }] },
    ])
    const all = (await admin.get<Node[]>(`${own}/tree`, { code: 'DICT' })).data
    expect(all.find((node) => node.id === id)).toMatchObject({
      key: id,
      value: id,
      parentId: null,
      children: [{ title: '乙' }, { title: '甲' }],
    })
    expect((await admin.get<Node[]>(`${own}/tree`, { code })).data).toHaveLength(1)
  })

  test('a sealed value, and what is below it, is no longer offered [SHELL-DICT-2]', async () => {
    const { id, code } = await head()
    const a = await made(value(id, 'a', '甲'))
    await made(value(a, 'a1', '甲一'))
    await made(value(id, 'b', '乙'))
    expect((await admin.post(`${own}/submit`, { id: a, parentId: id, isSealed: 1 })).status).toBe(200)
    expect(await keys(admin, own, code)).toEqual(['b'])
    expect((await admin.post(`${own}/submit`, { id: a, isSealed: 2 })).status).toBe(400)
    expect((await admin.post(`${own}/submit`, { id: a, isSealed: 0 })).status).toBe(200)
    expect(await keys(admin, own, code)).toEqual(['a', 'a1', 'b'])
  })

  test('needs a code, a name, an order and the word on sealing, a value also its key [SHELL-VAL-DICT-1] [SHELL-VAL-DICT-2] [SHELL-VAL-DICT-3] [SHELL-VAL-DICT-4] [SHELL-VAL-DICT-5]', async () => {
    const empty = await admin.post(`${own}/submit`, {})
    expect(empty).toMatchObject({ status: 400, msg: '请输入字典编号；请输入字典名称；请输入字典排序；请选择封存' })
    const { id } = await head()
    expect(await admin.post(`${own}/submit`, { parentId: id, dictValue: '无键', sort: 1, isSealed: 0 })).toMatchObject({
      msg: '请输入字典键值',
    })
    expect((await value(id, 'a|b', '竖线')).status).toBe(400)
    expect((await admin.post(`${own}/submit`, { code: '1 bad', dictValue: 'x', sort: 1, isSealed: 0 })).status).toBe(400)
  })

  test('holds a code, a key and a name once in their level', async () => {
    const { id, code } = await head()
    expect(await admin.post(`${own}/submit`, { code, dictValue: '又', sort: 1, isSealed: 0 })).toMatchObject({
      status: 409,
      error: 'taken',
    })
    const a = await made(value(id, 'a', '甲'))
    expect(await value(id, 'a', '别名')).toMatchObject({ status: 409, msg: '字典键值“a”已存在' })
    expect(await value(id, 'b', '甲')).toMatchObject({ status: 409, msg: '字典名称“甲”已存在' })
    // A key names one value of the whole dictionary, a name only one of its siblings.
    expect(await value(a, 'a', '下')).toMatchObject({ status: 409 })
    await made(value(a, 'a1', '甲'))
    const other = await head()
    await made(value(other.id, 'a', '甲'))
    const both = await Promise.all([value(id, 'race', '赛一'), value(id, 'race', '赛二')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('stays whole: no circle, no place elsewhere, no removal of what has rows below it', async () => {
    const { id, code } = await head()
    const a = await made(value(id, 'a', '甲'))
    const below = await made(value(a, 'a1', '甲一'))
    const second = await head()
    expect(await admin.post(`${own}/submit`, { id: a, parentId: below })).toMatchObject({ status: 409, error: 'cycle' })
    expect(await admin.post(`${own}/submit`, { id: a, parentId: second.id })).toMatchObject({ status: 400, error: 'rule' })
    expect(await value(id, 'x', '丙', { code: 'another' })).toMatchObject({ status: 400, error: 'rule' })
    expect(await value(keeper.userId, 'x', '丙')).toMatchObject({ status: 400 })
    expect(await value('x', 'x', '丙')).toMatchObject({ status: 400 })
    expect(await admin.post(`${own}/remove?ids=${a}`)).toMatchObject({ status: 400, msg: '请先删除下级字典' })
    expect((await admin.post(`${own}/submit`, { id: below, parentId: id })).status).toBe(200)
    expect((await admin.get<Node[]>(`${own}/child-list`, { parentId: id })).data).toHaveLength(2)
    expect((await admin.post(`${own}/remove?ids=${[id, a, below].join()}`)).data).toEqual({ removed: 3 })
    expect(await keys(admin, own, code)).toEqual([])
    expect((await admin.get(`${own}/detail`, { id })).status).toBe(404)
  })

  test('takes the row back as the client family sends it, and refuses an old version', async () => {
    const { id, code } = await head(admin, own, { dictKey: -1, parentId: '0' })
    const row = (await admin.get<Row>(`${own}/detail`, { id })).data
    const back = await admin.post(`${own}/submit`, { ...row, dictValue: '改名', isDeleted: 0 })
    expect(back.data).toEqual({ id, version: 2 })
    expect(await admin.post(`${own}/submit`, { ...row, dictValue: '旧' })).toMatchObject({ status: 409, error: 'stale' })
    expect((await admin.get<Page>(`${own}/parent-list`, { dictValue: '改名', code })).data.total).toBe(1)
  })
})

test.each([
  ['of the system', system],
  ['of a hospital', own],
])('the dictionaries %s have the same calls [SHELL-DICT-4]', async (_of, base) => {
  const client = base === system ? platform : admin
  const { id, code } = await head(client, base)
  const a = await made(value(id, 'a', '甲', {}, client, base))
  expect((await client.get<Page>(`${base}/parent-list`, { code })).data.records.map((row) => row.id)).toEqual([id])
  expect((await client.get<Row>(`${base}/detail`, { id: a })).data).toMatchObject({ dictKey: 'a', code })
  for (const [path, query] of [
    ['child-list', { parentId: id }],
    ['dictionary', { code }],
    ['dictionary-tree', { code }],
  ] as const)
    expect((await client.get<Row[]>(`${base}/${path}`, query)).data, path).toMatchObject([{ id: a, dictValue: '甲' }])
  for (const path of ['list', 'tree']) expect((await client.get<Node[]>(`${base}/${path}`, { code })).data, path).toMatchObject([{ id }])
  expect((await client.get(`${base}/supplier-parent-list`)).status).toBe(200)
  expect((await client.post(`${base}/submit`, { id: a, isSealed: 1 })).status).toBe(200)
  expect(await keys(client, base, code)).toEqual([])
  expect((await client.post(`${base}/remove?ids=${id},${a}`)).data).toEqual({ removed: 2 })
})

describe('who has which', () => {
  test('a hospital’s own are its own', async () => {
    const { id, code } = await head()
    const a = await made(value(id, 'a', '甲'))
    expect((await stranger.get(`${own}/detail`, { id })).status).toBe(404)
    expect((await stranger.get<Page>(`${own}/parent-list`, { code })).data.total).toBe(0)
    expect((await stranger.get<Node[]>(`${own}/child-list`, { parentId: id })).data).toEqual([])
    expect(await keys(stranger, own, code)).toEqual([])
    expect((await stranger.post(`${own}/submit`, { id: a, dictValue: '偷' })).status).toBe(404)
    expect((await stranger.post(`${own}/remove?ids=${a}`)).status).toBe(404)
    expect((await value(id, 'b', '乙', {}, stranger)).status).toBe(400)
    await made(stranger.post(`${own}/submit`, { code, dictValue: '同号', sort: 1, isSealed: 0 }))
  })

  test('writing needs the right; offering values needs none', async () => {
    const { id, code } = await head()
    expect((await value(id, 'a', '甲', {}, keeper)).status).toBe(403)
    expect((await keeper.post(`${own}/remove?ids=${id}`)).status).toBe(403)
    expect((await keeper.get(`${own}/list`)).status).toBe(403)
    expect((await keeper.get(`${own}/dictionary`, { code })).status).toBe(200)
    expect((await keeper.get(`${own}/dictionary`)).status).toBe(400)
  })

  test('the system’s are read by all and written by the platform alone', async () => {
    const { id, code } = await head(platform, system)
    await made(value(id, 'a', '甲', {}, platform, system))
    expect(await keys(admin, system, code)).toEqual(['a'])
    expect(await keys(stranger, own, code)).toEqual(['a'])
    expect((await admin.get(`${system}/detail`, { id })).data).toMatchObject({ code })
    expect((await admin.post(`${system}/submit`, { id, dictValue: '改' })).status).toBe(403)
    // Not even with the right in a role.
    await writeAs(app.pool, admin.tenant, async (tx) =>
      tx.later({
        text: `insert into role_grant (tenant_id, role_id, right_code) select tenant_id, id, 'dict.submit' from role where tenant_id = $1 and role_alias = 'administrator'`,
        values: [admin.tenant],
      }),
    )
    expect((await admin.post(`${system}/submit`, { id, dictValue: '改' })).status).toBe(404)
    expect((await platform.get(`${system}/detail`, { id })).data).toMatchObject({ dictValue: expect.stringMatching(/^分区/) })
  })

  test('a hospital’s own comes before the system’s of the same code, until it is sealed', async () => {
    const { id, code } = await head(platform, system)
    await made(value(id, 'sys', '系统', {}, platform, system))
    const mine = await made(admin.post(`${own}/submit`, { code, dictValue: '本院', sort: 1, isSealed: 0 }))
    await made(value(mine, 'mine', '本院值'))
    expect(await keys(admin, own, code)).toEqual(['mine'])
    expect(await keys(stranger, own, code)).toEqual(['sys'])
    expect(await keys(admin, system, code)).toEqual(['sys'])
    await admin.post(`${own}/submit`, { id: mine, isSealed: 1 })
    expect(await keys(admin, own, code)).toEqual(['sys'])
  })

  test('those of suppliers are listed for their pages', async () => {
    const code = 'supplier_level'
    await made(admin.post(`${own}/submit`, { code, dictValue: '供应商等级', sort: 1, isSealed: 0 }))
    expect((await keeper.get<Row[]>(`${own}/supplier-parent-list`)).data).toMatchObject([{ code }])
    expect((await keeper.get<Row[]>(`${system}/supplier-parent-list`)).data).toEqual([])
  })

  test('every change is in the audit', async () => {
    const { id } = await head()
    await admin.post(`${own}/submit`, { id, dictValue: '新名' })
    await admin.post(`${own}/remove?ids=${id}`)
    const events = await app.sql(`select verb, actor_id from audit_event where tenant_id = $1 and entity_id = $2 order by id`, [
      admin.tenant,
      id,
    ])
    expect(events).toMatchObject(['add', 'change', 'remove'].map((verb) => ({ verb, actor_id: admin.userId })))
  })
})
