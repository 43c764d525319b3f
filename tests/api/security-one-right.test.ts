import { beforeAll, expect, test } from 'vitest'
import { pathsOf } from '#contract/kit/call.ts'
import { urlsOf, verbsOf } from '#contract/kit/entity.ts'
import { dataScopes } from '#contract/kit/scope-kind.ts'
import { calls, entities } from '#contract/registry.ts'
import { writeAs } from '#server/db/pool.ts'
import { familyRoutes, stepRoutes } from '#server/kit/family.ts'
import { tableName } from '#server/kit/table.ts'
import { openapi } from '#server/openapi.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Row } from '#tests/harness/app-for-test.ts'
import { type Draft, draftOf } from '#tests/harness/factories.ts'
import { home } from '#tests/harness/hospitals.ts'
import { own, peopleLab } from '#tests/harness/people.ts'
import { asksOf } from './fuzz-asks.ts'
import { operationsOf } from './fuzz-operations.ts'

let clerk: Client
let roleId: string
/** A row of the hospital by entity. */
const rows: Record<string, string> = {}

const app = await appForFile()
const admin = await app.as('administrator')
beforeAll(async () => {
  const lab = await peopleLab(app, () => admin)
  const { alias, account } = await lab.clerk([])
  roleId = lab.roles[alias]!
  clerk = await app.signIn(home.tenant, account, own)
  Object.assign(rows, { dept: home.depts.bones, user: home.users.engineer, role: roleId })
  const give: Record<string, Draft> = { location: { level: 'courtyard' }, customField: { entity: 'device', fieldKind: 'text' } }
  for (const of of entities) {
    if (rows[of.name] || !verbsOf(of).includes('submit')) continue
    const answer = await admin.post<Row | null>(urlsOf(of, 'submit')[0]!, draftOf(of, 3, { links: rows, give: give[of.name] }))
    if (answer.data?.id) rows[of.name] = answer.data.id
  }
  for (const of of entities) {
    if (of.table !== 'tenant' || rows[of.name]) continue
    const [row] = await app.sql(`select id from ${tableName(of)} where tenant_id = $1 order by id desc limit 1`, [home.tenant])
    if (row) rows[of.name] = String(row.id)
  }
})

/** Which right opens a call, by method and address. */
const rightOf: ReadonlyMap<string, string> = new Map(
  [...familyRoutes(), ...stepRoutes(), ...calls.map((of) => ({ ...of, urls: pathsOf(of) }))].flatMap(({ urls, method, may }) =>
    urls.map((url): [string, string] => [`${method} /api${url.replace(/:(\w+)/g, '{$1}')}`, may]),
  ),
)

/** Makes these the only rights of the role, and this its reach. */
const grant = (reach: string, ...rights: string[]) =>
  writeAs(app.pool, home.tenant, async (tx) => {
    const values = [home.tenant, roleId]
    tx.later({ text: 'delete from role_grant where tenant_id = $1 and role_id = $2', values })
    tx.later({ text: 'update role set reach = $3 where tenant_id = $1 and id = $2', values: [...values, reach] })
    tx.later({
      text: 'insert into role_grant (tenant_id, role_id, right_code) select $1, $2, unnest($3::text[])',
      values: [...values, rights],
    })
  })

test.each(Object.keys(dataScopes))('each call that reads answers a role of reach %s that holds its right and no other', async (reach) => {
  const reading = operationsOf(openapi('test') as never).filter(({ method }) => method === 'GET')
  expect(reading.length).toBeGreaterThan(80)
  const wrong: string[] = []
  for (const of of reading) {
    const right = rightOf.get(`GET ${of.path}`)
    if (!right || right === 'public' || of.id.startsWith('session.logout')) continue
    await grant(reach, ...(right === 'session' ? [] : [right]))
    const asks = asksOf(of, { seed: of.id, width: 0, share: 0, most: 0, ours: rows, theirs: {} })
    expect(asks.length, of.id).toBeGreaterThan(0)
    for (const { url } of asks) {
      const response = await fetch(`${app.url}${url}`, { headers: { ...clerk.headers } })
      const text = await response.text()
      if (response.status >= 500 || response.status === 401) wrong.push(`${url} -> ${response.status} ${text.slice(0, 200)}`)
    }
  }
  expect(wrong).toEqual([])
})

test('people and cards of departments are counted as far as their lists are open, one without the other', async () => {
  const figures = async (...rights: string[]) => {
    await grant('below', 'dept.list', ...rights)
    const answer = await clerk.get<Row[]>('/blade-system/dept/figures', { ids: home.depts.bones })
    expect(answer.status).toBe(200)
    return answer.data[0]
  }
  expect(await figures()).toMatchObject({ people: null, cards: null, heads: null })
  expect(await figures('device.list')).toMatchObject({ people: null, cards: expect.any(Number), heads: null })
  expect(await figures('user.list')).toMatchObject({ people: expect.any(Number), cards: null })
  expect(await figures('user.list', 'device.list')).toMatchObject({ people: expect.any(Number), cards: expect.any(Number) })
})
