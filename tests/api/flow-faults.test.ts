import { expect, test } from 'vitest'
import { answerLate } from '#server/features/flow/late.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'

const app = await appForFile()
const users = home.users as Record<string, string>
const admin = await app.as('administrator')
const manager = await app.as('equipment_manager')
const head = await app.as('head')
const keeper = await app.as('keeper')
const lab = await peopleLab(app, () => admin)

let serial = 0
const must = async (answer: Promise<{ status: number; msg: string; data: Row }>): Promise<Row> => {
  const given = await answer
  expect(given.status, given.msg).toBe(200)
  return given.data
}
const node = (id: string, who: unknown, more: object = {}) => ({ kind: 'approve', id, name: id, who: [who], mode: 'all', ...more })
const people = (...ids: string[]) => ({ by: 'user', ids })
const drafted = (nodes: unknown, headers: Record<string, string> = {}) =>
  admin.post<Row>('/flow/definition/submit', { definitionName: `流程${++serial}`, approvalKind: 'leave', draft: { nodes } }, headers)

/** Lets a flow of these nodes decide about leaves; answers the definition and its rule. */
async function decideBy(...nodes: unknown[]): Promise<{ definition: string; rule: string }> {
  await app.sql(`update flow_binding set flow_status = 'stopped' where tenant_id = $1`, [home.tenant])
  const { id } = await must(drafted(nodes))
  await must(admin.post<Row>('/flow/definition/publish', { id }))
  const rule = await must(admin.post<Row>('/eam/flow/submit', { flowName: `规则${serial}`, approvalKind: 'leave', definitionId: id }))
  await must(admin.post<Row>('/eam/flow/flow-start-and-stop', { id: rule.id }))
  return { definition: String(id), rule: String(rule.id) }
}
async function ask(client: Client = keeper): Promise<string> {
  const leave = { reason: `事由${++serial}`, startDate: '2026-12-01', endDate: '2026-12-01' }
  const { id } = await must(client.post<Row>('/blade-desk/process/leave/start-process', leave))
  return String((await app.sql('select id from flow_instance where tenant_id = $1 and document_id = $2', [home.tenant, id]))[0]!.id)
}
const seen = async (id: string) => must(admin.get<Row>('/flow/process-new/detail', { id }))
const agree = (client: Client, id: string) => client.post<Row>('/flow/process-new/audit', { id, type: 'agree' })
const todo = async (client: Client) =>
  (await client.get<Page>('/blade-flow/work/todo-list', { size: 200 })).data.records.map(({ id }) => id)
const runJob = () => answerLate({ pool: app.pool, contents: undefined as never })

test('a flow that is deleted while approvals run lets them go on to their end', async () => {
  const { definition, rule } = await decideBy(node('一', people(users.equipment_manager!)), node('二', people(users.head!)))
  const id = await ask()
  await must(agree(manager, id))
  expect((await admin.post(`/flow/definition/remove?ids=${definition}`)).status).toBe(409)
  await must(admin.post<Row>('/eam/flow/flow-start-and-stop', { id: rule }))
  await must(admin.post<Row>(`/eam/flow/remove?ids=${rule}`))
  await must(admin.post<Row>(`/flow/definition/remove?ids=${definition}`))
  expect(await seen(id)).toMatchObject({ instanceStatus: 'running', currentNodes: '二' })
  expect(await todo(head)).toContain(id)
  await must(agree(head, id))
  expect((await seen(id)).instanceStatus).toBe('agreed')
  // What comes next is decided by the default again.
  expect((await seen(await ask())).currentNodes).toBe('审批')
})

test('what waits for a person who is disabled goes to the other candidates, else to an administrator', async () => {
  const { id: leaver } = await lab.add('engineer')
  await decideBy(node('一', people(leaver)), node('二', people(leaver, users.head!), { mode: 'order' }))
  const alone = await ask()
  await decideBy(node('批', people(leaver, users.head!), { mode: 'one' }))
  const among = await ask()
  await must(admin.post<Row>('/osm/user/update-user-status', { userIds: [leaver], status: 'stopped' }))
  await runJob()
  await runJob()
  expect(await todo(admin)).toContain(alone)
  expect(await todo(admin)).not.toContain(among)
  expect((await seen(alone)).records).toMatchObject([{ act: 'start' }, { act: 'handOver' }])
  await must(agree(head, among))
  await must(agree(admin, alone))
  // The next node passes the person by.
  expect(await todo(head)).toContain(alone)
  await must(agree(head, alone))
  expect((await seen(alone)).instanceStatus).toBe('agreed')
})

test('a department that is merged while an approval runs hands its next node to the head of the other one', async () => {
  const add = async (deptName: string) =>
    String((await must(admin.post<Row>('/blade-system/dept/submit', { deptName, category: 'clinical' }))).id)
  const [from, to] = [await add('旧科'), await add('新科')]
  const applicant = await lab.settled('keeper', { deptId: from })
  const other = await lab.settled('head', { deptId: to })
  await decideBy(node('一', people(users.equipment_manager!)), node('主任', { by: 'head', of: 'applicant' }))
  const id = await ask(applicant.client)
  await must(admin.post<Row>('/blade-system/dept/reorganize', { deptId: from, kind: 'merge', toId: to }))
  await must(agree(manager, id))
  expect(await todo(other.client)).toContain(id)
  await must(agree(other.client, id))
  expect((await seen(id)).instanceStatus).toBe('agreed')
})

const nested = (levels: number): unknown[] =>
  levels === 1
    ? [node('inner', people(users.head!))]
    : [
        {
          kind: 'parallel',
          id: `p${levels}`,
          branches: [
            { id: `a${levels}`, nodes: nested(levels - 1) },
            { id: `b${levels}`, nodes: [] },
          ],
        },
      ]

/** Empty branches of this many levels. */
const outer = (levels: number): unknown[] =>
  levels === 0 ? [] : [{ kind: 'parallel', id: `x${levels}`, branches: [{ id: `y${levels}`, nodes: outer(levels - 1) }] }]

test('15 levels work from the draft to the last approval; 60 levels and 10,000 lines are refused with a sentence', async () => {
  await decideBy(...nested(15))
  const id = await ask()
  expect((await seen(id)).currentNodes).toBe('inner')
  await must(agree(head, id))
  expect((await seen(id)).instanceStatus).toBe('agreed')
  const more = await drafted([...nested(15), { kind: 'parallel', id: 'q', branches: [{ id: 'r', nodes: outer(14) }] }])
  expect([more.status, more.msg]).toEqual([400, '分支嵌套不能超过 15 层'])
  for (const levels of [60, 200]) {
    const refused = await drafted(nested(levels))
    expect([refused.status, refused.msg]).toEqual([400, '内容嵌套超过 64 层，请减少嵌套层数后重试'])
  }
  expect((await drafted(nested(60), { 'accept-language': 'en' })).msg).toBe(
    'What was sent is nested deeper than 64 levels. Nest it less deeply and try again',
  )
  const long = await drafted(Array.from({ length: 10_000 }, (_, at) => node(`n${at}`, people(users.head!))))
  expect([long.status, long.msg]).toEqual([400, '流程不能超过 500 个节点'])
})

test('a flow of 500 nodes one after another is published and walked', async () => {
  await decideBy(
    node('first', people(users.head!)),
    ...Array.from({ length: 498 }, (_, at) => ({ kind: 'copy', id: `c${at}`, who: [people(users.head!)] })),
    node('last', people(users.equipment_manager!)),
  )
  const id = await ask()
  await must(agree(head, id))
  expect((await seen(id)).currentNodes).toBe('last')
  await must(agree(manager, id))
  expect((await seen(id)).instanceStatus).toBe('agreed')
})
