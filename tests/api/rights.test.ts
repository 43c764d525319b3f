import { beforeAll, describe, expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'

const { surgery, bones, medicine } = home.depts
const places = { surgery, bones, medicine, none: undefined } as const
type Place = keyof typeof places

/** Ids of one card and its part for each department; the one in 内科 was made by the provider. */
const cards = {} as Record<Place, string>
const parts = {} as Record<Place, string>
let check: string
let line: string

/** The cards that each person may see, by their department or by having made them. */
const reach: readonly (readonly ['keeper' | 'warehouse_keeper' | 'provider_engineer' | 'head', readonly Place[]])[] = [
  ['keeper', ['surgery', 'bones']],
  ['warehouse_keeper', ['medicine']],
  ['provider_engineer', ['medicine']],
  ['head', ['medicine']],
]
const names = (seen: readonly Place[]): string[] => seen.map((place) => `范围${place}`).sort()
const asTenant = (text: string, values: unknown[] = []) =>
  writeAs(app.pool, home.tenant, (tx) => tx.run({ text, values: [home.tenant, ...values] }))
const roleOf = (alias: string) => `(select id from role where tenant_id = $1 and role_alias = '${alias}')`

const app = await appForFile()
const manager = await app.as('equipment_manager')
beforeAll(async () => {
  for (const [place, useDeptId] of Object.entries(places) as [Place, string | undefined][]) {
    const made = await manager.post('/eam/device/submit', {
      deviceName: `范围${place}`,
      useDeptId,
      rfidCode: `RF${place}`,
      brand: '同一品牌',
    })
    cards[place] = made.data.id
    parts[place] = (
      await manager.post('/eam/deviceparts/submit', { partName: `范围${place}`, deviceId: made.data.id, quantity: 1 })
    ).data.id
  }
  await asTenant('update device set created_by = $2 where tenant_id = $1 and id = $3', [home.users.provider_engineer, cards.medicine])
  for (const step of ['submit-filing', 'sureEam'])
    for (const id of Object.values(cards)) expect((await manager.post(`/eam/device/${step}`, { id })).status).toBe(200)
  const task = await manager.post('/eam/check/submit', {
    checkTitle: '全院盘点',
    beginDate: '2026-11-01',
    mode: 'open',
    members: [home.users.keeper, home.users.warehouse_keeper].map((userId) => ({ userId })),
  })
  check = task.data.id
  expect((await manager.post('/eam/check/start', { id: check })).status).toBe(200)
  for (const place of Object.keys(cards))
    expect((await manager.post('/eam/check/scan', { checkId: check, code: `RF${place}` })).status).toBe(200)
  line = String((await app.sql('select id from check_line where tenant_id = $1 and check_id = $2 limit 1', [home.tenant, check]))[0]!.id)
  // The head is limited to chosen departments; those who only read are given the writing rights, so that their scope is what refuses.
  await asTenant(`update role set reach = 'chosen' where tenant_id = $1 and role_alias = 'head'`)
  await asTenant(`insert into role_dept (tenant_id, role_id, dept_id) values ($1, ${roleOf('head')}, $2)`, [medicine])
  for (const [role] of reach)
    for (const right of [
      'device.list',
      'device.export',
      'device.submit',
      'device.remove',
      'device.seal',
      'device.file',
      'devicePart.list',
      'devicePart.submit',
      'devicePart.remove',
      'devicePart.export',
      'checkLine.list',
      'checkLine.export',
      'checkScan.list',
    ])
      await asTenant(`insert into role_grant (tenant_id, role_id, right_code) values ($1, ${roleOf(role)}, $2) on conflict do nothing`, [
        right,
      ])
})

const listed = async (client: Client, path: string, field: string, query = {}) => {
  const { data } = await client.get<Page>(path, { size: 200, ...query })
  return { names: data.records.map((row) => String(row[field])).sort(), total: data.total }
}

describe.each(reach)('%s sees the rows of %s and no others', (role, seen) => {
  const foreign = (Object.keys(places) as Place[]).filter((place) => !seen.includes(place))
  let client: Client
  beforeAll(async () => {
    client = await app.as(role)
  })

  test('in lists, pages, filters and totals', async () => {
    const expected = { names: names(seen), total: seen.length }
    for (const path of ['/eam/device/list', '/eam/device/page-query']) expect(await listed(client, path, 'deviceName')).toEqual(expected)
    expect(await listed(client, '/eam/device/list', 'deviceName', { brand: '同一' })).toEqual(expected)
    expect(await listed(client, '/eam/deviceparts/list', 'partName')).toEqual(expected)
    for (const place of foreign)
      expect(await listed(client, '/eam/device/list', 'deviceName', { useDeptId: places[place] ?? '_none' })).toMatchObject(
        role === 'provider_engineer' && places[place] === medicine ? {} : { total: 0 },
      )
  })

  test('by keyword, of any length', async () => {
    for (const keyword of ['范', '范围', '范围me', 'rf', 'RFsurgery', 'ZC-'])
      for (const path of ['/eam/device/list', '/eam/device/select-list']) {
        const answer = await client.get(path, { keyword, size: 200 })
        const rows = (Array.isArray(answer.data) ? answer.data : (answer.data.records as Row[])) as Row[]
        for (const place of foreign) expect(rows.map((row) => row.id)).not.toContain(cards[place])
        if (keyword === '范围') expect(rows).toHaveLength(seen.length)
      }
  })

  test('one by one, by id and by label', async () => {
    for (const place of seen) {
      expect((await client.get('/eam/device/detail', { id: cards[place] })).status).toBe(200)
      expect((await client.get('/eam/device/queryRfidCode', { rfidCode: `RF${place}` })).data.id).toBe(cards[place])
    }
    for (const place of foreign) {
      expect(await client.get('/eam/device/detail', { id: cards[place] })).toMatchObject({ status: 404, error: 'not_found' })
      expect((await client.get('/eam/device/queryRfidCode', { rfidCode: `RF${place}` })).status).toBe(404)
      expect((await client.get('/eam/deviceparts/detail', { id: parts[place] })).status).toBe(404)
    }
  })

  test('in exports', async () => {
    for (const [path, count] of [
      ['/eam/device/export', seen.length],
      ['/eam/deviceparts/export', seen.length],
    ] as const) {
      const { status, bytes } = await client.file(path, { format: 'csv' })
      const text = new TextDecoder().decode(bytes)
      expect(status).toBe(200)
      expect(text.trim().split('\n')).toHaveLength(count + 1)
      for (const place of foreign) expect(text).not.toContain(`范围${place}`)
    }
  })

  test('in the life cycle', async () => {
    const all = await client.get<Page>('/eam/device-life-cycle/list', { size: 200 })
    expect([...new Set(all.data.records.map((row) => row.eamDeviceId))].sort()).toEqual(seen.map((place) => cards[place]).sort())
    expect(all.data.total).toBe(all.data.records.length)
    for (const place of foreign)
      expect((await client.get<Page>('/eam/device-life-cycle/list', { eamDeviceId: cards[place] })).data).toMatchObject({
        total: 0,
        records: [],
      })
  })

  test('in a check: all of its lines and observations as a member, none otherwise', async () => {
    const isMember = role === 'keeper' || role === 'warehouse_keeper'
    const expected = isMember ? Object.values(cards).sort() : []
    for (const path of ['/eam/deviceapplylist/list', '/eam/check-scan/list']) {
      const found = await listed(client, path, 'deviceId', { checkId: check, columns: 'deviceId' })
      expect([path, found]).toEqual([path, { names: expected, total: expected.length }])
    }
    expect((await client.get('/eam/deviceapplylist/detail', { id: line })).status).toBe(isMember ? 200 : 404)
    const task = await client.get('/eam/check/details', { id: check })
    expect(isMember ? [200] : [403, 404]).toContain(task.status)
  })

  test('when they write: change, step, remove, link', async () => {
    const before = await app.sql(`select id, version, is_deleted, eam_status from device where tenant_id = $1 order by id`, [home.tenant])
    for (const place of foreign) {
      const id = cards[place]
      expect(await client.post('/eam/device/submit', { id, brand: '改了' })).toMatchObject({ status: 404, error: 'not_found' })
      expect(await client.post('/eam/device/seal', { id, reason: '封' })).toMatchObject({ status: 404 })
      expect(await client.post('/eam/device/submit-filing', { id })).toMatchObject({ status: 404 })
      expect(await client.post('/eam/device/sureEam', { ids: [id] })).toMatchObject({ status: 404 })
      expect(await client.post('/eam/device/remove', { ids: id })).toMatchObject({ status: 404 })
      expect(await client.post('/eam/device/remove', { ids: [...seen.map((one) => cards[one]), id] })).toMatchObject({ status: 404 })
      expect(await client.post('/eam/deviceparts/remove', { ids: parts[place] })).toMatchObject({ status: 404 })
      expect(await client.post('/eam/deviceparts/submit', { id: parts[place], quantity: 9 })).toMatchObject({ status: 404 })
      expect(await client.post('/eam/deviceparts/submit', { partName: '挂上', deviceId: id, quantity: 1 })).toMatchObject({
        status: 400,
        error: 'bad_input',
      })
      expect(await client.post('/eam/device/submit', { deviceName: '附属', parentId: id })).toMatchObject({
        status: 400,
        error: 'bad_input',
      })
    }
    expect(await app.sql(`select id, version, is_deleted, eam_status from device where tenant_id = $1 order by id`, [home.tenant])).toEqual(
      before,
    )
  })
})

describe('across people', () => {
  test('a remembered total of one is never answered to another, in any order of requests', async () => {
    const expected = new Map<string, number>([
      ['equipment_manager', 4],
      ...reach.map(([role, seen]): [string, number] => [role, seen.length]),
    ])
    const roles = [...expected.keys()] as (typeof reach)[number][0][]
    for (const query of [{}, { brand: '同一品牌' }, { keyword: '范围' }, { eamStatus: 'in_stock' }])
      for (const order of [roles, [...roles].reverse(), [...roles, ...roles]])
        for (const role of order) {
          const { data } = await (await app.as(role)).get<Page>('/eam/device/list', query)
          expect([role, query, data.total]).toEqual([role, query, expected.get(role)])
        }
    for (const role of roles) expect((await (await app.as(role)).get<Page>('/eam/deviceparts/list')).data.total).toBe(expected.get(role))
  })

  test('people are seen by department', async () => {
    const accounts = async (role: 'keeper' | 'warehouse_keeper') => (await listed(await app.as(role), '/blade/user/list', 'account')).names
    expect(await accounts('keeper')).toEqual(['head', 'keeper'])
    expect(await accounts('warehouse_keeper')).toEqual(['warehouse_keeper'])
    expect((await (await app.as('keeper')).get('/blade/user/detail', { id: home.users.auditor })).status).toBe(404)
  })

  test('a check is seen by its members and its maker', async () => {
    for (const [role, status] of [
      ['equipment_manager', 200],
      ['keeper', 200],
      ['warehouse_keeper', 200],
      ['head', 404],
    ] as const) {
      const client = await app.as(role)
      expect([role, (await client.get('/eam/check/details', { id: check })).status]).toEqual([role, status])
      expect([role, (await client.get<Page>('/eam/check/list')).data.total]).toEqual([role, status === 200 ? 1 : 0])
    }
    expect((await (await app.as('head')).post('/eam/check/scan', { checkId: check, code: 'RFmedicine' })).status).toBe(403)
  })

  test('a phone is sent the cards of its person’s departments', async () => {
    const pulled = async (role: 'keeper' | 'warehouse_keeper' | 'provider_engineer') => {
      const { data } = await (await app.as(role)).get<{ changes: { entity: string; id: string }[] }>('/sync/pull')
      return data.changes
        .filter((one) => one.entity === 'device')
        .map((one) => one.id)
        .sort()
    }
    expect([...new Set(await pulled('keeper'))]).toEqual([cards.surgery, cards.bones].sort())
    expect([...new Set(await pulled('warehouse_keeper'))]).toEqual([cards.medicine])
    // Who sees what they made holds it too.
    expect([...new Set(await pulled('provider_engineer'))]).toEqual([cards.medicine])
  })

  test('a card that moves out of scope is gone at once, and no person can move one out of their own scope', async () => {
    const keeper = await app.as('keeper')
    expect(await keeper.post('/eam/device/submit', { id: cards.bones, useDeptId: medicine })).toMatchObject({
      status: 400,
      error: 'bad_input',
    })
    expect((await manager.post('/eam/device/submit', { id: cards.bones, useDeptId: medicine })).status).toBe(200)
    expect((await keeper.get('/eam/device/detail', { id: cards.bones })).status).toBe(404)
    expect((await listed(keeper, '/eam/device/list', 'deviceName')).total).toBe(1)
    expect((await manager.post('/eam/device/submit', { id: cards.bones, useDeptId: bones })).status).toBe(200)
    expect((await listed(keeper, '/eam/device/list', 'deviceName')).total).toBe(2)
  })
})
