import { beforeAll, describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab, type Settled } from '#tests/harness/people.ts'
import { callWith } from './token-request.ts'

/** A role that sees its department, and a person of 骨科 who holds it. */
let clerk: Settled & { alias: string }
let roleId: string

const rights = [
  'device.list',
  'device.submit',
  'device.export',
  'devicePart.list',
  'repairOrder.list',
  'user.list',
  'checkTask.list',
  'labelPrint.list',
  'importJob.list',
  'location.list',
  'dept.list',
]

const app = await appForFile()
const admin = await app.as('administrator')
const lab = await peopleLab(app, () => admin)
beforeAll(async () => {
  for (const [index, useDeptId] of [home.depts.bones, home.depts.surgery, home.depts.medicine, home.depts.bones].entries()) {
    const card = { deviceName: `设备${index}`, useDeptId, riskLevel: ['I', 'II', 'III', 'III'][index] }
    expect((await admin.post('/eam/device/submit', card)).status).toBe(200)
  }
  clerk = await lab.clerk(rights, 'dept')
  roleId = lab.roles[clerk.alias]!
})

const rule = (entity: string, more: object, by = admin, id = roleId) =>
  by.post<Row>('/blade-system/data-scope/submit', { roleId: id, entity, ...more })
const rules = async (): Promise<Row[]> => (await admin.get<Page>('/blade-system/data-scope/list', { roleId })).data.records
const forget = async (): Promise<void> => {
  const found = await rules()
  if (found.length > 0)
    expect((await admin.post(`/blade-system/data-scope/remove?ids=${found.map((row) => row.id).join()}`)).status).toBe(200)
}
const seen = async (client: Client, path: string): Promise<string[]> =>
  (await client.get<Page>(path, { size: 200 })).data.records.map((row) => row.id).sort()

interface Card {
  readonly id: string
  readonly dept: string | null
  readonly by: string | null
  readonly risk: string | null
  readonly keeper: string | null
}
const cards = async (): Promise<Card[]> =>
  (await app.sql(
    `select id, use_dept_id as dept, created_by as by, risk_level as risk, keeper_id as keeper from device where tenant_id = $1 and not is_deleted`,
    [home.tenant],
  )) as unknown as Card[]
const below = async (): Promise<Set<unknown>> =>
  new Set(
    (
      await app.sql(
        `select d.id from dept own join dept d on d.tenant_id = own.tenant_id and d.path like own.path || '%' where own.tenant_id = $1 and own.id = $2`,
        [home.tenant, home.depts.bones],
      )
    ).map((row) => row.id),
  )

describe('a rule per role and entity', () => {
  test('gives for every kind what a plain model gives: list, count, detail, history, change and phone', async () => {
    const made = await clerk.client.post<Row>('/eam/device/submit', { deviceName: '本人登记', riskLevel: 'III' })
    expect(made.status).toBe(200)
    const everything = await cards()
    const depts = [...new Set(everything.map((card) => card.dept).filter((id) => id !== null))]
    const elsewhere = depts.find((id) => id !== home.depts.bones)!
    const [under, me] = [await below(), clerk.id]
    const kinds: readonly [object, (card: Card) => boolean][] = [
      [{ reach: 'all' }, () => true],
      [{ reach: 'below' }, (card) => under.has(card.dept)],
      [{ reach: 'dept' }, (card) => card.dept === home.depts.bones],
      [{ reach: 'own' }, (card) => card.by === me],
      [{ reach: 'chosen', depts: [elsewhere] }, (card) => card.dept === elsewhere],
      [{ reach: 'custom', conditions: [{ field: 'riskLevel', is: 'in', values: ['III'] }] }, (card) => card.risk === 'III'],
      [{ reach: 'custom', conditions: [{ field: 'riskLevel', is: 'notIn', values: ['III'] }] }, (card) => card.risk !== 'III'],
      [
        {
          reach: 'custom',
          conditions: [
            { field: 'useDept', is: 'mine' },
            { field: 'riskLevel', is: 'in', values: ['III', 'II'] },
          ],
        },
        (card) => card.dept === home.depts.bones && (card.risk === 'III' || card.risk === 'II'),
      ],
      [{ reach: 'custom', conditions: [{ field: 'keeper', is: 'mine' }] }, (card) => card.keeper === me],
    ]
    const held = new Set<string>()
    let cursors = '{}'
    for (const [said, model] of kinds) {
      await forget()
      expect([said, (await rule('device', said)).status]).toEqual([said, 200])
      const wanted = everything
        .filter(model)
        .map((card) => card.id)
        .sort()
      expect([said, await seen(clerk.client, '/eam/device/list')]).toEqual([said, wanted])
      expect((await clerk.client.get<Page>('/eam/device/list', { size: 1 })).data.total).toBe(wanted.length)
      const outside = everything.find((card) => !model(card))
      if (outside) {
        expect((await clerk.client.get('/eam/device/detail', { id: outside.id })).status).toBe(404)
        expect((await clerk.client.get<Page>('/eam/device/history', { id: outside.id })).data.records).toEqual([])
        expect((await clerk.client.post('/eam/device/submit', { id: outside.id, deviceName: '越权' })).status).toBe(404)
      }
      // The phone goes on from its cursors: scopes that are no longer named are dropped with their rows.
      const scopes = new Map<string, Set<string>>()
      for (let more = true; more; ) {
        const { data } = await callWith(app.url, clerk.client.token, `/sync/pull?cursors=${encodeURIComponent(cursors)}`)
        const answer = data as unknown as {
          scopes: string[]
          changes: { scope: string; entity: string; id: string; deleted: boolean }[]
          cursors: object
          more: boolean
        }
        for (const one of answer.changes) {
          if (one.entity !== 'device') continue
          const rows = scopes.get(one.scope) ?? new Set()
          if (one.deleted) rows.delete(one.id)
          else rows.add(one.id)
          scopes.set(one.scope, rows)
        }
        cursors = JSON.stringify({ ...JSON.parse(cursors), ...answer.cursors })
        more = answer.more
      }
      held.clear()
      for (const rows of scopes.values()) for (const id of rows) held.add(id)
      expect([said, [...held].sort()]).toEqual([said, wanted])
      cursors = '{}'
    }
    await forget()
  })

  test('a rule of one entity leaves the others as the role says, and lines follow the record they belong to', async () => {
    await forget()
    const [people, devices] = [await seen(clerk.client, '/blade/user/list'), await seen(clerk.client, '/eam/device/list')]
    expect((await rule('device', { reach: 'all' })).status).toBe(200)
    expect(await seen(clerk.client, '/blade/user/list')).toEqual(people)
    expect((await seen(clerk.client, '/eam/device/list')).length).toBeGreaterThan(devices.length)
    expect(await seen(clerk.client, '/eam/deviceparts/list')).toEqual(await seen(admin, '/eam/deviceparts/list'))
    for (const entity of ['devicePart', 'notice', 'location', 'nothing', 'constructor'])
      expect([entity, (await rule(entity, { reach: 'all' })).status]).toEqual([entity, 400])
    await forget()
  })

  test('a row that leaves a rule by a change leaves the phone, and one is not saved to where its author would not see it', async () => {
    await forget()
    const { id } = (
      await admin.post<Row>('/eam/device/submit', { deviceName: '会变的设备', riskLevel: 'III', useDeptId: home.depts.bones })
    ).data
    expect((await rule('device', { reach: 'custom', conditions: [{ field: 'riskLevel', is: 'in', values: ['III'] }] })).status).toBe(200)
    type Pulled = { changes: { id: string; deleted: boolean; row?: unknown }[]; cursors: Record<string, string> }
    const pull = async (cursors: object) =>
      (await callWith(app.url, clerk.client.token, `/sync/pull?cursors=${encodeURIComponent(JSON.stringify(cursors))}`))
        .data as unknown as Pulled
    const first = await pull({})
    expect(first.changes.find((one) => one.id === id)).toMatchObject({ deleted: false })
    const refused = await clerk.client.post('/eam/device/submit', { id, riskLevel: 'II' })
    expect(refused).toMatchObject({ status: 400, error: 'rule' })
    expect((await admin.post('/eam/device/submit', { id, riskLevel: 'II' })).status).toBe(200)
    const then = await pull(first.cursors)
    expect(then.changes.find((one) => one.id === id)).toEqual(expect.objectContaining({ deleted: true }))
    expect(then.changes.find((one) => one.id === id)?.row).toBeUndefined()
    await forget()
  })
})

describe('what a rule may say', () => {
  test('departments of another hospital, fields that are not declared and text that is no value are refused and change nothing', async () => {
    await forget()
    const wrong: readonly object[] = [
      { reach: 'chosen', depts: [other.depts.bones] },
      { reach: 'chosen', depts: [] },
      { reach: 'chosen' },
      { reach: 'custom' },
      { reach: 'custom', conditions: [] },
      { reach: 'custom', conditions: { field: 'riskLevel', is: 'in', values: ['III'] } },
      { reach: 'custom', conditions: [{ field: 'tenant_id', is: 'in', values: ['100001'] }] },
      { reach: 'custom', conditions: [{ field: 'riskLevel', is: 'in', values: [`high') or true --`] }] },
      { reach: 'custom', conditions: [{ field: 'riskLevel', is: '= any(array[1]) or true', values: ['III'] }] },
      { reach: 'custom', conditions: [{ field: 'deviceName', is: 'in', values: ['x'] }] },
      { reach: 'custom', conditions: [{ field: '__proto__', is: 'in', values: ['x'] }] },
      { reach: 'custom', conditions: [{ field: 'useDept', is: 'in', values: [other.depts.bones] }] },
      { reach: 'custom', conditions: [{ field: 'riskLevel', is: 'in', values: ['III'], sql: 'true' }] },
      { reach: 'everything' },
    ]
    for (const said of wrong) expect([said, (await rule('device', said)).status]).toEqual([said, 400])
    expect((await rule('checkTask', { reach: 'dept' })).status).toBe(400)
    const [foreign] = await app.sql(`select id from role where tenant_id = $1 and role_alias = 'keeper'`, [other.tenant])
    expect((await rule('device', { reach: 'all' }, admin, String(foreign!.id))).status).toBeGreaterThanOrEqual(400)
    expect(await rules()).toEqual([])
  })

  test('a scope is not given wider than one’s own, to one’s own role, or by taking a narrow rule away', async () => {
    await forget()
    const manager = await lab.clerk(
      [...rights, 'role.list', 'role.submit', 'role.grant', 'dataScope.list', 'dataScope.submit', 'dataScope.remove'],
      'dept',
    )
    const target = (await lab.clerk(['device.list'], 'dept')).alias
    const put = (said: object, id = lab.roles[target]!) => rule('device', said, manager.client, id)
    expect(await put({ reach: 'all' })).toMatchObject({ status: 400, error: 'rule' })
    expect(await put({ reach: 'below' })).toMatchObject({ status: 400, error: 'rule' })
    expect(await put({ reach: 'custom', conditions: [{ field: 'riskLevel', is: 'in', values: ['III'] }] })).toMatchObject({ status: 400 })
    const elsewhere = (await app.sql('select id from dept where tenant_id = $1 and id <> $2 limit 1', [home.tenant, home.depts.bones]))[0]!
      .id
    expect(await put({ reach: 'chosen', depts: [elsewhere] })).toMatchObject({ status: 400, error: 'rule' })
    expect(await put({ reach: 'dept' }, lab.roles[manager.alias]!)).toMatchObject({ status: 400, error: 'rule' })
    expect((await put({ reach: 'own' })).status).toBe(200)
    const [kept] = (await manager.client.get<Page>('/blade-system/data-scope/list', { roleId: lab.roles[target] })).data.records
    // The role sees everything meanwhile: without its narrow rule it would see more than the manager.
    await admin.post('/blade-system/role/submit', { id: lab.roles[target], reach: 'all' })
    expect((await manager.client.post(`/blade-system/data-scope/remove?ids=${kept!.id}`)).status).toBe(400)
    expect((await manager.client.post('/blade-system/data-scope/submit', { id: kept!.id, reach: 'all' })).status).toBe(400)
    expect((await manager.client.get('/blade-system/data-scope/detail', { id: kept!.id })).data).toMatchObject({ reach: 'own' })
  })

  test('a scope that follows the department is not given to people of departments beyond one’s own', async () => {
    // Sees all people, and devices of 骨科 only.
    const manager = await lab.clerk(['user.list', 'user.submit', 'user.grant', 'user.reset', 'device.list'], 'dept')
    expect((await rule('user', { reach: 'all' }, admin, lab.roles[manager.alias]!)).status).toBe(200)
    const local = (await lab.clerk(['device.list'], 'dept')).alias
    const dept = (await app.sql('select id from dept where tenant_id = $1 and id <> $2 limit 1', [home.tenant, home.depts.bones]))[0]!.id
    const far = await lab.settled('virtual', { deptId: dept })
    const near = await lab.settled(local)
    const given = await manager.client.post('/blade-user/grant', { userIds: [far.id], roleIds: [lab.roles[local]] })
    expect(given).toMatchObject({ status: 400, error: 'rule' })
    expect(await manager.client.post('/blade/user/update', { id: near.id, deptId: dept })).toMatchObject({ status: 400, error: 'rule' })
    expect((await admin.post('/blade/user/update', { id: near.id, deptId: dept })).status).toBe(200)
    expect(await lab.reset(near.id, manager.client)).toMatchObject({ status: 400, error: 'rule' })
  })

  test('the last administrator of all people stays one', async () => {
    await forget()
    const [administrator] = await app.sql(`select id from role where tenant_id = $1 and role_alias = 'administrator'`, [home.tenant])
    const second = await lab.clerk(['role.list', 'dataScope.list', 'dataScope.submit'])
    const answer = await rule('user', { reach: 'own' }, second.client, String(administrator!.id))
    expect(answer.status).toBe(400)
    expect(await app.sql('select 1 from data_scope where role_id = $1', [administrator!.id])).toEqual([])
  })
})
