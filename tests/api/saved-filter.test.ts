import { beforeAll, describe, expect, test } from 'vitest'
import { mostFilters } from '#contract/calls/settings/saved-filter.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { type PeopleLab, peopleLab } from '#tests/harness/people.ts'

interface Kept {
  readonly id: string
  readonly name: string
  readonly search: string
  readonly isOwn: boolean
  readonly isDefault: boolean
  readonly canRemove: boolean
  readonly roleName: string | null
}

let people: PeopleLab
let manager: Client
let engineer: Client
let neighbour: Client

const mine = async (client: Client, entity = 'device'): Promise<Kept[]> => {
  const answer = await client.get<Kept[]>('/eam/saved-filter/mine', { entity })
  expect(answer.msg).toBe('操作成功')
  return answer.data
}
const submit = (client: Client, draft: object) => client.post<{ id: string }>('/eam/saved-filter/submit', { entity: 'device', ...draft })
const names = (kept: readonly Kept[]) => kept.map(({ name }) => name)

const app = await appForFile()
beforeAll(async () => {
  const admin = await app.as('administrator')
  people = await peopleLab(app, () => admin)
  manager = await app.as('equipment_manager')
  engineer = await app.as('engineer')
  neighbour = await app.as('equipment_manager', other)
})

describe('saved filters', () => {
  test('belong to the person: others of the hospital and of another one neither see, change, choose nor remove them', async () => {
    const { data } = await submit(manager, {
      name: '闲置监护仪',
      search: 'eamStatus=idle&keyword=监护&current=3&size=200&descs=originalValue',
    })
    expect(await mine(manager)).toMatchObject([
      { id: data.id, name: '闲置监护仪', isOwn: true, isDefault: false, canRemove: true, roleName: null },
    ])
    // The page is no part of a search.
    expect(new URLSearchParams((await mine(manager))[0]!.search).toString()).toBe(
      new URLSearchParams({ eamStatus: 'idle', keyword: '监护', descs: 'originalValue' }).toString(),
    )
    for (const stranger of [engineer, neighbour]) {
      expect(await mine(stranger)).toEqual([])
      for (const [path, body] of [
        ['submit', { id: data.id, entity: 'device', name: '我的', search: '' }],
        ['default', { entity: 'device', id: data.id }],
        ['remove', { id: data.id }],
      ] as const)
        expect(await stranger.post(`/eam/saved-filter/${path}`, body)).toMatchObject({ status: 404, error: 'not_found' })
    }
    expect(names(await mine(manager))).toEqual(['闲置监护仪'])
    expect(await mine(manager, 'devicePart')).toEqual([])
  })

  test('a filter shared with a role is seen by who holds it, and by no one else', async () => {
    const roleId = people.roles.engineer!
    const refused = await submit(engineer, { name: '给大家', search: 'eamStatus=idle', roleId })
    expect(refused).toMatchObject({ status: 403, error: 'forbidden' })
    const elsewhere = await app.sql('select id from role where tenant_id = $1 limit 1', [other.tenant])
    expect(await submit(manager, { name: '隔壁', search: '', roleId: elsewhere[0]!.id })).toMatchObject({ status: 404, error: 'not_found' })
    const { data } = await submit(manager, { name: '待修', search: 'eamStatus=repairing', roleId })
    expect(await mine(engineer)).toMatchObject([
      { id: data.id, name: '待修', isOwn: false, canRemove: false, search: 'eamStatus=repairing' },
    ])
    expect(await mine(await app.as('keeper'))).toEqual([])
    expect(await mine(neighbour)).toEqual([])
    // Whom it is shared with uses it, and changes nothing of it.
    expect((await submit(engineer, { id: data.id, name: '改名', search: '' })).status).toBe(404)
    expect((await engineer.post('/eam/saved-filter/remove', { id: data.id })).status).toBe(404)
    expect((await engineer.post('/eam/saved-filter/default', { entity: 'device', id: data.id })).data).toEqual({ id: data.id })
    expect((await mine(engineer))[0]).toMatchObject({ isDefault: true })
    expect((await mine(manager)).map(({ isDefault }) => isDefault)).toEqual([false, false])
    // No longer shared: it is gone for them, with their choice.
    await submit(manager, { id: data.id, name: '待修', search: 'eamStatus=repairing' })
    expect(await mine(engineer)).toEqual([])
    await manager.post('/eam/saved-filter/remove', { id: data.id })
    expect(names(await mine(manager))).toEqual(['闲置监护仪'])
  })

  test('the roles to share with are told to who may share', async () => {
    const roles = await manager.get<{ id: string }[]>('/eam/saved-filter/roles')
    expect(roles.data.map(({ id }) => id)).toContain(people.roles.engineer)
    const foreign = await app.sql('select count(*)::int as n from role where tenant_id <> $1 and id = any($2)', [
      home.tenant,
      roles.data.map(({ id }) => id),
    ])
    expect(foreign[0]!.n).toBe(0)
    expect(await engineer.get('/eam/saved-filter/roles')).toMatchObject({ status: 403, error: 'forbidden' })
  })

  test('one of them is the default of a list until another one or none is', async () => {
    const one = (await submit(manager, { name: '在库', search: 'eamStatus=in_stock', isDefault: 1 })).data.id
    const two = (await submit(manager, { name: '在用', search: 'eamStatus=in_use', isDefault: 1 })).data.id
    const chosen = async () => (await mine(manager)).flatMap(({ id, isDefault }) => (isDefault ? [id] : []))
    expect(await chosen()).toEqual([two])
    await manager.post('/eam/saved-filter/default', { entity: 'device', id: one })
    expect(await chosen()).toEqual([one])
    await manager.post('/eam/saved-filter/default', { entity: 'device' })
    expect(await chosen()).toEqual([])
  })

  test('what the list would refuse is refused, and a list that the person may not see has none', async () => {
    const before = names(await mine(manager))
    for (const search of ['noSuchField=1', 'eamStatus=nowhere', 'useDeptId=x', 'ascs=secret'])
      expect(await submit(manager, { name: '坏的', search })).toMatchObject({ status: 400, error: 'bad_input' })
    expect(await submit(manager, { name: '在用', search: '' })).toMatchObject({ status: 409, error: 'taken' })
    expect(await submit(manager, { name: '', search: '' })).toMatchObject({ status: 400 })
    expect(await submit(manager, { id: '------------------------------------', name: '坏的' })).toMatchObject({ status: 400 })
    expect(await submit(manager, { entity: 'nothing', name: '坏的' })).toMatchObject({ status: 404 })
    expect(names(await mine(manager))).toEqual(before)
    const clerk = (await people.clerk(['supplier.list'])).client
    expect(await clerk.get('/eam/saved-filter/mine', { entity: 'device' })).toMatchObject({ status: 403, error: 'forbidden' })
    expect(await submit(clerk, { name: '偷看', search: '' })).toMatchObject({ status: 403, error: 'forbidden' })
  })

  test('a person keeps a limited number for a list', async () => {
    const clerk = (await people.clerk(['supplier.list'])).client
    const add = (name: string) => submit(clerk, { entity: 'supplier', name, search: '' })
    for (let n = 0; n < mostFilters; n++) expect((await add(`筛选${n}`)).status).toBe(200)
    expect(await add('再一个')).toMatchObject({ status: 400, error: 'rule' })
  })
})

describe('sums of a list', () => {
  const sums = (client: Client, search: string, entity = 'device') =>
    client.get<{ sums: Record<string, string> }>('/eam/list-sums', { entity, search })
  const counted = async (client: Client, query: Record<string, string>): Promise<string> => {
    const { data } = await client.get<{ records: { originalValue: string | null }[]; total: number }>('/eam/device/list', {
      ...query,
      size: 200,
    })
    expect(data.records).toHaveLength(data.total)
    const cents = data.records.reduce((sum, row) => sum + BigInt((row.originalValue ?? '0.00').replace('.', '')), 0n)
    return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
  }

  test('are those of every row that the person sees and the search finds, for each data scope', async () => {
    for (const [n, value] of ['1000.10', '250000.00', '0.05'].entries()) {
      const dept = n === 1 ? home.depts.bones : undefined
      await manager.post('/eam/device/submit', { deviceName: `合计${n}`, originalValue: value, ...(dept ? { useDeptId: dept } : {}) })
    }
    await neighbour.post('/eam/device/submit', { deviceName: '合计隔壁', originalValue: '99.00' })
    const queries: Record<string, string>[] = [
      {},
      { keyword: '合计' },
      { eamStatus: 'in_stock' },
      { deviceName: '合计', originalValue_ge: '1' },
    ]
    for (const client of [manager, await app.as('keeper'), neighbour])
      for (const query of queries) {
        const found = await sums(client, String(new URLSearchParams(query)))
        expect(found.data).toEqual({ sums: { originalValue: await counted(client, query) } })
      }
  })

  test('prices of single pieces are not added up, and a list that the person may not see tells nothing', async () => {
    expect((await sums(manager, '', 'devicePart')).data).toEqual({ sums: { stockValue: '0.00' } })
    const clerk = (await people.clerk(['supplier.list'])).client
    expect(await sums(clerk, '')).toMatchObject({ status: 403, error: 'forbidden' })
    expect(await sums(manager, 'noSuchField=1')).toMatchObject({ status: 400, error: 'bad_input' })
  })
})

describe('counts of a list by state', () => {
  interface Counts {
    readonly lanes: readonly { readonly key: string | null; readonly name: string | null; readonly counts: Record<string, number> }[]
    readonly left: number
  }
  const counts = (client: Client, query: Record<string, string>) =>
    client.get<Counts>('/eam/list-counts', { entity: 'device', state: 'eamStatus', ...query })
  const listed = async (client: Client, query: Record<string, string>): Promise<number> =>
    (await client.get<{ total: number }>('/eam/device/list', { ...query, size: 1 })).data.total

  test('by day are those of the list itself, with states or all together', async () => {
    for (const acceptanceDate of ['2031-03-04', '2031-03-04', '2031-03-09'])
      await manager.post('/eam/device/submit', { deviceName: '日历', acceptanceDate })
    const search = String(new URLSearchParams({ acceptanceDate_ge: '2031-03-01', acceptanceDate_le: '2031-03-31' }))
    const { lanes } = (await counts(manager, { search, lane: 'acceptanceDate' })).data
    expect(lanes.map(({ key, counts: of }) => [key, Object.values(of).reduce((sum, count) => sum + count, 0)]).sort()).toEqual([
      ['2031-03-04', 2],
      ['2031-03-09', 1],
    ])
    const plain = await manager.get<Counts>('/eam/list-counts', { entity: 'device', lane: 'acceptanceDate', search })
    expect(plain.data.lanes.map(({ key, counts: of }) => [key, of.all]).sort()).toEqual([
      ['2031-03-04', 2],
      ['2031-03-09', 1],
    ])
    expect((await manager.get('/eam/list-counts', { entity: 'device' })).msg).toBe('状态字段不能为空')
  })

  test('are those of the list itself, by state and by lane, for each data scope', async () => {
    for (const useDeptId of [home.depts.bones, home.depts.bones, undefined])
      await manager.post('/eam/device/submit', { deviceName: '看板', ...(useDeptId ? { useDeptId } : {}) })
    await neighbour.post('/eam/device/submit', { deviceName: '看板隔壁' })
    const queries: Record<string, string>[] = [
      {},
      { keyword: '看板' },
      { deviceName: '看板' },
      { eamStatus: 'in_stock' },
      { useDeptId: home.depts.bones },
    ]
    for (const client of [manager, await app.as('keeper'), neighbour])
      for (const query of queries) {
        const search = String(new URLSearchParams(query))
        const plain = (await counts(client, { search })).data
        const lanes = (await counts(client, { search, lane: 'useDept' })).data
        expect(plain.lanes).toHaveLength(1)
        for (const [eamStatus, count] of Object.entries(plain.lanes[0]!.counts)) {
          const asked = query.eamStatus && query.eamStatus !== eamStatus ? 0 : await listed(client, { ...query, eamStatus })
          expect([query, eamStatus, count]).toEqual([query, eamStatus, asked])
          expect(lanes.lanes.reduce((sum, lane) => sum + lane.counts[eamStatus]!, 0)).toBe(count)
        }
        for (const { key, counts: inLane } of lanes.lanes)
          for (const [eamStatus, count] of Object.entries(inLane))
            if (count > 0) expect(await listed(client, { ...query, eamStatus, useDeptId: key ?? '_none' })).toBe(count)
      }
    const { lanes, left } = (await counts(manager, { search: 'deviceName=看板', lane: 'useDept' })).data
    expect(left).toBe(0)
    expect(lanes.map(({ name, counts: of }) => [name, of.in_stock])).toEqual([
      ['骨科', 2],
      [null, 1],
    ])
  })

  test('what is no state or lane of the list is refused, and a list that the person may not see tells nothing', async () => {
    const wrong: Record<string, string>[] = [
      { state: 'origin' },
      { state: 'nothing' },
      { lane: 'eamStatus' },
      { lane: 'nothing' },
      { entity: 'nothing' },
    ]
    for (const query of wrong) expect([query, (await counts(manager, query)).status]).toEqual([query, 404])
    expect(await counts(manager, { search: 'noSuchField=1' })).toMatchObject({ status: 400, error: 'bad_input' })
    expect(await counts((await people.clerk(['supplier.list'])).client, {})).toMatchObject({ status: 403, error: 'forbidden' })
  })
})
