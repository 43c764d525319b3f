import { afterAll, beforeAll, expect, test } from 'vitest'
import { questions, workPlan } from '#server/features/flow/people/work-answers.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { numbers } from '#tests/harness/numbers.ts'

let app: TestApp
const names = ['administrator', 'equipment_manager', 'head', 'engineer'] as const
let clients: Client[]
let keeper: Client
beforeAll(async () => {
  app = await startApp()
  clients = await Promise.all(names.map((name) => app.as(name)))
  keeper = await app.as('keeper')
  const who = (...of: (keyof typeof home.users)[]) => [{ by: 'user', ids: of.map((name) => home.users[name]) }]
  const nodes = [
    { kind: 'approve', id: 'any', who: who('equipment_manager', 'head', 'engineer'), mode: 'one' },
    {
      kind: 'parallel',
      id: 'both',
      branches: [
        { id: 'left', nodes: [{ kind: 'approve', id: 'all', who: who('head', 'engineer'), mode: 'all' }] },
        { id: 'right', nodes: [{ kind: 'approve', id: 'order', who: who('engineer', 'equipment_manager'), mode: 'order' }] },
      ],
    },
    { kind: 'approve', id: 'share', who: who('administrator', 'head', 'engineer'), mode: 'share', share: 60 },
  ]
  const admin = clients[0]!
  const made = await admin.post('/flow/definition/submit', { definitionName: '随机', approvalKind: 'leave', draft: { nodes } })
  expect((await admin.post('/flow/definition/publish', { id: made.data.id })).msg).toBe('操作成功')
  const rule = await admin.post('/eam/flow/submit', { flowName: '随机', approvalKind: 'leave', definitionId: made.data.id })
  await admin.post('/eam/flow/flow-start-and-stop', { id: rule.data.id })
})
afterAll(() => app.stop())

test('random acts of five people at once leave no approval with two outcomes and none that waits for no person', async () => {
  const next = numbers(16)
  const pick = (): number => next(1000) / 1000
  const one = <T>(of: readonly T[]): T => of[Math.floor(pick() * of.length)]!
  for (let turn = 0; turn < 6; turn++) {
    const made = await keeper.post('/blade-desk/process/leave/start-process', {
      reason: `第 ${turn} 次`,
      startDate: '2026-12-01',
      endDate: '2026-12-02',
    })
    const [row] = await app.sql('select id from flow_instance where tenant_id = $1 and document_id = $2', [home.tenant, made.data.id])
    const id = String(row!.id)
    for (let round = 0; round < 8; round++) {
      const acts = clients.flatMap((client) => {
        const toUserId = home.users[one(names)]
        const choice = pick()
        if (choice < 0.5) return [client.post('/flow/process-new/audit', { id, type: 'agree' })]
        if (choice < 0.58)
          return [client.post('/flow/process-new/audit', { id, type: 'reject', opinion: '否', toNode: one(['any', 'all', 'share', null]) })]
        if (choice < 0.7) return [client.post('/flow/process-new/pass-on', { id, toUserId })]
        if (choice < 0.82) return [client.post('/flow/process-new/add-sign', { id, toUserId, place: one(['before', 'after']) })]
        return [client.post('/flow/process-new/take-back', { id })]
      })
      if (pick() < 0.05) acts.push(keeper.post('/flow/process-new/cancel', { id }))
      const answers = await Promise.all(acts)
      for (const { status, msg } of answers) expect([200, 400, 403, 404, 409], msg).toContain(status)
    }
    const [after] = await app.sql(
      `select i.instance_status as status, l.leave_status as leave,
        (select count(*)::int from flow_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.task_state = 'open') as open,
        (select count(*)::int from flow_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.task_state = 'waiting') as waiting,
        (select count(*)::int from flow_node n where n.tenant_id = i.tenant_id and n.instance_id = i.id and n.node_state = 'open') as nodes,
        (select count(*)::int from flow_node n where n.tenant_id = i.tenant_id and n.instance_id = i.id and n.node_state = 'open'
          and not exists (select 1 from flow_task t where t.tenant_id = n.tenant_id and t.node_id = n.id and t.task_state = 'open')) as forgotten,
        (select count(*)::int from audit_event e where e.tenant_id = i.tenant_id and e.entity = 'flowInstance' and e.entity_id = i.id and e.to_state <> 'running') as outcomes,
        (select (count(*) - count(distinct e.version))::int from audit_event e where e.tenant_id = i.tenant_id and e.entity = 'flowInstance' and e.entity_id = i.id) as twice
      from flow_instance i join flow_leave l on l.tenant_id = i.tenant_id and l.id = i.document_id::uuid where i.tenant_id = $1 and i.id = $2`,
      [home.tenant, id],
    )
    const ends = { running: 'submitted', agreed: 'approved', refused: 'rejected', cancelled: 'withdrawn' }
    expect(after).toMatchObject({ leave: ends[after!.status as 'running'], forgotten: 0, twice: 0 })
    if (after!.status === 'running') expect(after).toMatchObject({ outcomes: 0, open: expect.any(Number) })
    else expect(after).toMatchObject({ outcomes: 1, open: 0, waiting: 0, nodes: 0 })
    if (after!.status === 'running') expect(Number(after!.open)).toBeGreaterThan(0)
  }
})

test('what waits for a person is read from its index among 20,000 approvals', async () => {
  const [version] = await app.sql('select id from flow_version where tenant_id = $1 limit 1', [home.tenant])
  const people = names.map((name) => home.users[name])
  await app.sql(
    `with made as (insert into flow_instance (tenant_id, id, instance_title, approval_kind, instance_status, applicant_id, document_id, flow_version_id)
        select $1, gen_random_uuid(), '审批 ' || n, 'leave', case when n % 20 = 0 then 'running' else 'agreed' end, $2, gen_random_uuid()::text, $3 from generate_series(1, 20000) n returning id, instance_status),
      nodes as (insert into flow_node (tenant_id, id, instance_id, node_key, node_name, node_kind, node_state) select $1, gen_random_uuid(), id, 'any', '审批', 'approve', case when instance_status = 'running' then 'open' else 'done' end from made returning id, instance_id, node_state)
      insert into flow_task (tenant_id, id, instance_id, node_id, node_name, user_id, task_state, opened_at)
        select $1, gen_random_uuid(), instance_id, id, '审批', ($4::uuid[])[1 + (row_number() over ())::int % 4], case when node_state = 'open' then 'open' else 'agreed' end, now() from nodes`,
    [home.tenant, home.users.keeper, version!.id, people],
  )
  await app.sql('analyze flow_task')
  await app.sql('analyze flow_instance')
  const actor = { userId: people[1]!, tenantId: home.tenant }
  const [page] = workPlan(questions.todo, { actor, input: {} } as never, {}).queries
  const plan = (await app.sql(`explain ${page!.text}`, [...page!.values!])).map((row) => String(row['QUERY PLAN'])).join('\n')
  expect(plan).toContain('flow_task_waiting')
  expect(plan).not.toContain('Seq Scan on flow_task')
  expect(plan).not.toContain('Seq Scan on flow_instance')
})
