import { expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { partText, zipParts } from '#server/kit/import/archive/zip-parts.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const platform = await app.signIn('000000', 'admin', 'admin')

const path = '/blade-develop/code'
const field = (fieldName: string, more = {}) => ({ fieldName, wordZh: '名称', wordEn: 'Name', kind: 'text', isRequired: 1, ...more })
const form = (entityName: string, more = {}) => ({
  entityName,
  wordZh: '气瓶',
  wordEn: 'Gas cylinder',
  module: 'asset',
  readers: ['keeper'],
  scopeField: 'useDept',
  fields: [field('cylinderName', { isListed: 1, isSearched: 1 }), field('useDept', { kind: 'link', detail: 'dept' })],
  ...more,
})
const add = (entityName: string, more = {}) => platform.post<Row>(`${path}/submit`, form(entityName, more))

const archiveOf = async (ids: string, system: string, headers = platform.headers) => {
  const response = await fetch(`${app.url}/api${path}/gen-code?ids=${ids}&system=${system}`, { method: 'POST', headers })
  return { status: response.status, type: response.headers.get('content-type'), bytes: new Uint8Array(await response.arrayBuffer()) }
}

test('forms become a ZIP with declaration, migration, manifest and test; the migration runs on this database', async () => {
  const [first, second] = [(await add('gasCylinder')).data.id, (await add('gasValve')).data.id]
  const { status, type, bytes } = await archiveOf(`${first},${second}`, 'desk')
  expect([status, type]).toEqual([200, 'application/zip'])
  const parts = zipParts(bytes)
  const names = [...parts.keys()].sort()
  expect(names.map((name) => name.replace(/\d{3}-/, 'NNN-'))).toEqual([
    'contract/entities/asset/gas-cylinder.ts',
    'contract/entities/asset/gas-valve.ts',
    'contract/modules/asset.ts',
    'server/db/migrations/NNN-gas-cylinder.sql',
    'server/db/migrations/NNN-gas-valve.sql',
    'tests/api/gas-cylinder.test.ts',
    'tests/api/gas-valve.test.ts',
  ])
  const preview = await platform.get<{ path: string; text: string }[]>(`${path}/preview`, { ids: `${first},${second}`, system: 'desk' })
  for (const file of preview.data) expect(partText(parts.get(file.path)!, 1e6)).toBe(file.text)
  for (const name of names.filter((one) => one.endsWith('.sql'))) await app.sql(`begin; ${partText(parts.get(name)!, 1e6)}; rollback`)
  expect(await app.sql(`select to_regclass('gas_cylinder') as found`)).toEqual([{ found: null }])
})

test('a copy has the fields under a free name, also when it is made twice', async () => {
  const { id } = (await platform.get<Page>(`${path}/list`, { entityName: 'gasCylinder' })).data.records[0]!
  for (const name of ['gasCylinderCopy', 'gasCylinderCopy2']) {
    const copied = await platform.post<Row>(`${path}/copy?id=${id}`)
    const { data } = await platform.get<Row & { fields: Row[] }>(`${path}/detail`, { id: copied.data.id })
    expect(data).toMatchObject({ entityName: name, module: 'asset', scopeField: 'useDept', readers: ['keeper'] })
    expect(data.fields.map((line) => line.fieldName)).toEqual(['cylinderName', 'useDept'])
  }
})

test.each([
  ['an entity of the program', 'device', {}, 'entityName'],
  ['a table that is no entity', 'userRole', {}, 'entityName'],
  ['a name of the manifest of its module', 'deviceState', {}, 'entityName'],
  ['a file that the manifest imports', 'deviceMachines', {}, 'entityName'],
  ['a property of every object', 'constructor', {}, 'entityName'],
  ['a field that every object has', 'gasTube', { fields: [field('cylinderName'), field('toString')] }, 'fields.1.fieldName'],
  ['a path in place of a name', '../../etc/passwd', {}, 'entityName'],
  ['a field that ends its literal', 'gasTube', { fields: [field(`a'}); (`)] }, 'fields.0.fieldName'],
  ['a field of the system', 'gasTube', { fields: [field('createTime')] }, 'fields.0.fieldName'],
  ['no fields', 'gasTube', { fields: [] }, 'fields'],
  ['a scope by a text', 'gasTube', { scopeField: 'cylinderName' }, 'scopeField'],
])('refused, and nothing is kept: %s', async (_, entityName, more, at) => {
  const before = await app.sql('select count(*)::int as n from code_form')
  const answer = await add(entityName, more)
  expect(answer.status).toBe(400)
  expect(answer.data).toEqual(expect.arrayContaining([expect.objectContaining({ field: at })]))
  expect(await app.sql('select count(*)::int as n from code_form')).toEqual(before)
})

test('only the platform’s administrators generate code', async () => {
  const { id } = (await platform.get<Page>(`${path}/list`, { entityName: 'gasCylinder' })).data.records[0]!
  const admin = await app.as('administrator')
  const before = await app.sql('select count(*)::int as n from code_form')
  for (const call of [
    admin.get(`${path}/list`),
    admin.get(`${path}/detail`, { id }),
    admin.get(`${path}/preview`, { ids: id }),
    admin.post(`${path}/submit`, form('gasTank')),
    admin.post(`${path}/copy?id=${id}`),
    admin.post(`${path}/remove?ids=${id}`),
  ])
    expect((await call).status).toBe(403)
  expect((await archiveOf(id, 'desk', admin.headers)).status).toBe(403)
  // A right that was written into a hospital's role by hand opens nothing there.
  const [role] = await app.sql(`select id from role where tenant_id = $1 and role_alias = 'administrator'`, [home.tenant])
  await writeAs(app.pool, home.tenant, (tx) =>
    tx.run({
      text: `insert into role_grant (tenant_id, role_id, right_code) select $1, $2, unnest(array['codeForm.list', 'codeForm.submit'])`,
      values: [home.tenant, role!.id],
    }),
  )
  expect((await admin.post(`${path}/submit`, form('gasTank'))).status).toBe(403)
  expect((await archiveOf(id, 'desk', admin.headers)).status).toBe(403)
  expect(await app.sql('select count(*)::int as n from code_form')).toEqual(before)
})
