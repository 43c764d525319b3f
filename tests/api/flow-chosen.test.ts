import { beforeAll, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Row } from '#tests/harness/app-for-test.ts'
import { applyUrl, custody } from '#tests/harness/custody.ts'
import { home, other } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const users = home.users as Record<string, string>
const admin = await app.as('administrator')
const clerk = await app.as('warehouse_keeper')
const head = await app.as('head')
const lab = custody(app, admin)

const chosen = (id: string, name?: string) => ({ kind: 'approve', id, ...(name ? { name } : {}), who: [{ by: 'chosen' }], mode: 'all' })
beforeAll(async () => {
  const nodes = [
    {
      kind: 'condition',
      id: 'c',
      branches: [{ id: 'loan', when: [[{ fact: 'type', is: 'in', value: ['borrow'] }]], nodes: [chosen('first', '科室意见')] }],
      otherwise: { id: 'rest', nodes: [] },
    },
    chosen('second', '主管意见'),
  ]
  const made = await lab.must(
    admin.post<Row>('/flow/definition/submit', { definitionName: '自选', approvalKind: 'deviceApply', draft: { nodes } }),
  )
  await lab.must(admin.post('/flow/definition/publish', { id: made.id }))
  const rule = await lab.must(admin.post<Row>('/eam/flow/submit', { flowName: '自选', approvalKind: 'deviceApply', definitionId: made.id }))
  await lab.must(admin.post('/eam/flow/flow-start-and-stop', { id: rule.id }))
})
const drafted = async (kind: 'borrow' | 'allot') => String((await lab.must(lab.apply(clerk, kind, [await lab.card()]))).id)
const submit = (id: string, people?: unknown, client: Client = clerk) => client.post<Row>(`${applyUrl}/eventSubmit`, { id, chosen: people })
const tasksOf = async (documentId: string) =>
  app.sql(
    `select t.node_name, t.user_id from flow_task t join flow_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
      where i.tenant_id = $1 and i.document_id = $2 and t.task_state = 'open'`,
    [home.tenant, documentId],
  )

test('a submission without the people it needs is refused, names the nodes on its way, and changes nothing', async () => {
  const loan = await drafted('borrow')
  const refused = await submit(loan)
  expect([refused.status, refused.msg]).toEqual([400, '请选择“科室意见、主管意见”的处理人（在职，且不是申请人本人）'])
  const both = [
    { id: 'first', name: '科室意见' },
    { id: 'second', name: '主管意见' },
  ]
  expect(refused.data).toEqual({ choose: both })
  expect((await lab.detailOf(loan)).status).toBe('draft')
  // The condition leads past the first node.
  expect((await submit(await drafted('allot'))).data).toEqual({ choose: both.slice(1) })
})

test('the people that the applicant names are asked, node by node', async () => {
  const loan = await drafted('borrow')
  expect((await submit(loan, { first: [users.head], second: [users.equipment_manager] })).msg).toBe('操作成功')
  expect(await tasksOf(loan)).toEqual([{ node_name: '科室意见', user_id: users.head }])
  const [running] = await app.sql('select id from flow_instance where tenant_id = $1 and document_id = $2', [home.tenant, loan])
  await lab.must(head.post<Row>('/flow/process-new/audit', { id: running!.id, type: 'agree' }))
  expect(await tasksOf(loan)).toEqual([{ node_name: '主管意见', user_id: users.equipment_manager }])
})

test('nodes without anyone who may decide are refused: the applicant, people of another hospital, what is no id', async () => {
  const loan = await drafted('allot')
  const strangers = other.users as Record<string, string>
  for (const people of [{ second: [clerk.userId] }, { second: [strangers.head] }, { second: ['x'] }, { second: [] }, 'x', ['x'], null]) {
    const refused = await submit(loan, people)
    expect([refused.status, refused.msg]).toEqual([400, '请选择“主管意见”的处理人（在职，且不是申请人本人）'])
  }
  expect((await submit(loan, { second: [strangers.head, users.head] })).status).toBe(200)
  expect(await tasksOf(loan)).toEqual([{ node_name: '主管意见', user_id: users.head }])
})

test('a kind whose documents start their approval by being added cannot be published with such a node', async () => {
  const made = await lab.must(
    admin.post<Row>('/flow/definition/submit', { definitionName: '请假自选', approvalKind: 'leave', draft: { nodes: [chosen('a')] } }),
  )
  const refused = await admin.post('/flow/definition/publish', { id: made.id })
  expect([refused.status, refused.msg]).toEqual([400, '流程不能发布：提交“请假”时不能选择审批人'])
})
