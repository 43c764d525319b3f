import { expect, test } from 'vitest'
import { calls } from '#contract/registry.ts'
import { writeApiScopes } from '#server/db/first/new-api-scopes.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Row } from '#tests/harness/app-for-test.ts'
import { peopleLab } from '#tests/harness/people.ts'

interface Scope {
  readonly id: string
  readonly name: string
  readonly patterns: readonly string[]
  readonly disabled: boolean
}

const app = await appForFile()
await writeApiScopes(app.pool)
const admin = await app.as('administrator')
const lab = await peopleLab(app, () => admin)

const list = async (client: Client): Promise<Scope[]> => (await client.get<Scope[]>('/blade-system/api-scope/list')).data
const scopeWith = (scopes: readonly Scope[], pattern: string): Scope => scopes.find(({ patterns }) => patterns.includes(pattern))!

test('there is a scope of all calls and one for each module, and together the modules open every call with a right', async () => {
  const scopes = await list(admin)
  expect(scopes[0]).toMatchObject({ name: '全部接口', patterns: ['*'], disabled: false })
  const open = new Set(scopes.flatMap(({ patterns }) => patterns))
  const closed = calls.filter(({ name, may }) => may !== 'session' && !open.has(`${name.split('.')[0]}.*`))
  expect(closed.map(({ name }) => name)).toEqual([])
  expect((await admin.get<Scope>('/blade-system/api-scope/detail', { id: scopes[1]!.id })).data).toEqual(scopes[1])
  expect((await admin.get('/blade-system/api-scope/detail', { id: lab.roles.keeper! })).status).toBe(404)
  expect((await admin.get('/blade-system/api-scope/list', {}, { 'accept-language': 'en' })).data).toMatchObject([
    { name: 'All calls' },
    ...scopes.slice(1).map(() => ({})),
  ])
})

test('a role uses its rights through its scopes alone, and who is limited gives no wider one', async () => {
  const { client, alias } = await lab.clerk(['device.list', 'location.list', 'role.list', 'role.submit', 'role.grant'])
  const [all, device, platform] = [
    (await list(admin))[0]!,
    scopeWith(await list(admin), 'device.*'),
    scopeWith(await list(admin), 'role.*'),
  ]
  const roleIds = [lab.roles[alias]!]
  expect((await client.get('/eam/plc/location/list')).status).toBe(200)
  expect((await admin.post('/blade-system/role/grant', { roleIds, apiScopeIds: [device.id, platform.id] })).status).toBe(200)
  expect((await client.get('/eam/device/list')).status).toBe(200)
  expect((await client.get('/eam/plc/location/list')).status).toBe(403)
  const seen = await list(client)
  expect(seen.filter(({ disabled }) => !disabled).map(({ id }) => id)).toEqual(
    expect.arrayContaining([device.id, platform.id]) as unknown as string[],
  )
  expect(seen.find(({ id }) => id === all.id)!.disabled).toBe(true)
  const made = await client.post<Row>('/blade-system/role/submit', { roleName: '下级', roleAlias: 'below_clerk', reach: 'own' })
  expect(made.status).toBe(200)
  const give = (apiScopeIds: string[]) => client.post('/blade-system/role/grant', { roleIds: [made.data.id], apiScopeIds })
  expect((await give([all.id])).status).toBe(400)
  expect((await give([device.id])).status).toBe(200)
  expect((await admin.post('/blade-system/role/grant', { roleIds, apiScopeIds: [] })).status).toBe(200)
  expect((await client.get('/eam/device/list')).status).toBe(403)
})
