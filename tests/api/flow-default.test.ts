import { expect, test } from 'vitest'
import { declaredApprovals } from '#contract/registry.ts'
import { addDefaultFlows, addNewFlows } from '#server/db/first/default-flows.ts'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const kinds = declaredApprovals.map(({ kind }) => kind).sort()
const defaultsOf = async (tenant: string) =>
  app.sql(
    `select d.id, d.approval_kind as kind, d.definition_name as name, d.version_number, count(v.id)::int as versions from flow_definition d
      left join flow_version v on v.tenant_id = d.tenant_id and v.definition_id = d.id where d.tenant_id = $1 and d.is_default = 1 and not d.is_deleted
      group by d.tenant_id, d.id order by d.approval_kind`,
    [tenant],
  )

test('a new hospital has a published flow for every kind, and approves on its first day', async () => {
  const platform = await app.signIn('000000', 'admin', 'admin')
  const made = await platform.post('/blade-system/tenant/submit', {
    newTenant: '200077',
    tenantName: '新医院',
    account: 'first',
    realName: '首位',
  })
  expect(made.status, made.msg).toBe(200)
  const found = await defaultsOf('200077')
  expect(found.map(({ kind }) => kind)).toEqual(kinds)
  expect(found.every((row) => row.version_number === 1 && row.versions === 1)).toBe(true)

  const admin = await app.signIn('200077', 'first', String(made.data.password))
  const changed = await admin.post('/osm/user/update-password', {
    oldPassword: String(made.data.password),
    newPassword: 'Mine2026',
    newPassword1: 'Mine2026',
  })
  expect(changed.status, changed.msg).toBe(200)
  const list = await admin.get<Page>('/flow/definition/list', { size: 50 })
  expect(list.data.records).toEqual(
    expect.arrayContaining([expect.objectContaining({ approvalKind: 'disposal', isDefault: 1, definitionStatus: 'published' })]),
  )
  const startable = await admin.get<Page<Row>>('/blade-flow/work/start-list', { size: 50 })
  expect(startable.data.records).toContainEqual(expect.objectContaining({ key: 'leave', definitionName: '请假（默认）', versionNumber: 1 }))
})

test('the demo’s and other hospitals get what they lack once, beside a flow that has the name already', async () => {
  const admin = await app.as('administrator', other)
  const named = await admin.post('/flow/definition/submit', { definitionName: '请假（默认）', approvalKind: 'leave' })
  expect(named.status, named.msg).toBe(200)
  await app.sql(`delete from program_state where key = 'flows'`)
  await addNewFlows(app.pool)
  const before = await defaultsOf(other.tenant)
  expect(before.map(({ kind }) => kind)).toEqual(kinds)
  expect(before.find(({ kind }) => kind === 'leave')!.name).toMatch(/^请假（默认 .{6}）$/)
  expect(await defaultsOf('000000')).toEqual([])

  await app.sql(`delete from program_state where key = 'flows'`)
  await addNewFlows(app.pool)
  await writeAs(app.pool, other.tenant, async (tx) => addDefaultFlows(tx))
  expect(await defaultsOf(other.tenant)).toEqual(before)
})

test('a kind of a newer program gets its flow at the next start; a first application that comes earlier makes it', async () => {
  const drop = async (): Promise<void> => {
    await app.sql(`update flow_definition set is_deleted = true where tenant_id = $1 and approval_kind = 'leave'`, [home.tenant])
    await app.sql(`update program_state set value = replace(value, ',leave', '') where key = 'flows'`)
  }
  const leaveFlows = async () => (await defaultsOf(home.tenant)).filter(({ kind }) => kind === 'leave')
  await drop()
  await addNewFlows(app.pool)
  expect(await leaveFlows()).toHaveLength(1)

  await drop()
  const keepers = [await app.as('keeper'), await app.as('engineer'), await app.as('head')]
  const asked = await Promise.all(
    keepers.map((client) =>
      client.post('/blade-desk/process/leave/start-process', { reason: '事由', startDate: '2026-12-01', endDate: '2026-12-01' }),
    ),
  )
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await leaveFlows()).toMatchObject([{ versions: 1 }])
})

test('what a hospital begins with is shown in the language of the reader, until the hospital gives it a name', async () => {
  const [admin, manager, keeper] = await Promise.all([app.as('administrator'), app.as('equipment_manager'), app.as('keeper')])
  await app.sql(`update flow_binding set flow_status = 'stopped' where tenant_id = $1`, [home.tenant])
  const leave = (await admin.get<Page>('/flow/definition/list', { approvalKind: 'leave' })).data.records[0]!
  const english = { 'accept-language': 'en' }
  const read = async (client: Client, id: string, headers: Record<string, string>) => {
    const get = async (path: string, query: Record<string, string>) => (await client.get<Row & Row[]>(path, query, headers)).data
    const listed = (await get('/blade-flow/work/todo-list', { size: '50' })) as unknown as Page
    const mine = listed.records.find((row) => row.id === id)!
    const detail = (await get('/flow/process-new/detail', { id })) as unknown as Row & { nodes: Row[]; definitionName: string }
    const rows = (await get('/flow/process-new/all-node', { id })) as unknown as Row[]
    const transfer = (await admin.get<Page>('/flow/definition/transfer-flow-list', { userId: client.userId, size: 200 }, headers)).data
    return {
      definition: detail.definitionName,
      detail: [detail.nodeName, detail.currentNodes, detail.nodes[0]!.nodeName],
      todo: [mine.nodeName, mine.currentNodes],
      nodes: rows.map(({ nodeName }) => nodeName),
      transfer: transfer.records.find(({ instanceId }) => instanceId === id)!.nodeName,
    }
  }
  const choices = async (headers: Record<string, string>) =>
    (await admin.get<Row[]>('/flow/definition/select', { ids: String(leave.id) }, headers)).data.map(({ name }) => name)
  const start = async (headers: Record<string, string>) =>
    (await keeper.get<Page>('/blade-flow/work/start-list', { size: 50 }, headers)).data.records.find(({ key }) => key === 'leave')!
  const ask = async () => {
    const body = { reason: '事由', startDate: '2026-12-01', endDate: '2026-12-01' }
    const made = await keeper.post('/blade-desk/process/leave/start-process', body)
    expect(made.status, made.msg).toBe(200)
    const [row] = await app.sql('select id from flow_instance where tenant_id = $1 and document_id = $2', [home.tenant, made.data.id])
    return [String(row!.id), String(made.data.id)] as const
  }
  const said = (definition: string, node: string) => ({
    definition,
    detail: [node, node, node],
    todo: [node, node],
    nodes: [node],
    transfer: node,
  })

  const [id, document] = await ask()
  expect(await read(manager, id, {})).toEqual(said('请假（默认）', '审批'))
  expect(await read(manager, id, english)).toEqual(said('Leave (default)', 'Approve'))
  expect([await choices({}), await choices(english)]).toEqual([['请假（默认）'], ['Leave (default)']])
  expect([(await start({})).definitionName, (await start(english)).definitionName]).toEqual(['请假（默认）', 'Leave (default)'])
  expect((await manager.post('/flow/process-new/audit', { id, type: 'agree' })).status).toBe(200)
  const course = async (headers: Record<string, string>) =>
    (await keeper.get<Row[]>('/eam/flow-process/approval-record', { documentId: document }, headers)).data.map(({ nodeName }) => nodeName)
  expect([await course({}), await course(english)]).toEqual([
    [null, '审批'],
    [null, 'Approve'],
  ])

  const nodes = [{ kind: 'approve', id: 'approve', name: '科长批', who: [{ by: 'holders' }], mode: 'one' }]
  const renamed = await admin.post('/flow/definition/submit', { id: leave.id, definitionName: '我院请假', draft: { nodes } })
  expect(renamed.status, renamed.msg).toBe(200)
  expect((await admin.post('/flow/definition/publish-more', { id: leave.id })).status).toBe(200)
  const [next] = await ask()
  expect(await read(manager, next, english)).toEqual(said('我院请假', '科长批'))
  expect([await choices(english), (await start(english)).definitionName]).toEqual([['我院请假'], '我院请假'])
})
