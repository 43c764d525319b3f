import { expect, test } from 'vitest'
import { declaredApprovals } from '#contract/registry.ts'
import { addDefaultFlows, addNewFlows } from '#server/db/default-flows.ts'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
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
