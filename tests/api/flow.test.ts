import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answerLate } from '#server/features/flow/course/late.ts'
import { type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { send, upload } from '#tests/harness/pictures.ts'

let app: TestApp
let admin: Client
let manager: Client
let keeper: Client
let head: Client
let engineer: Client
let stranger: Client
beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  manager = await app.as('equipment_manager')
  keeper = await app.as('keeper')
  head = await app.as('head')
  engineer = await app.as('engineer')
  stranger = await app.as('administrator', other)
})
afterAll(() => app.stop())

const users = home.users as Record<string, string>
const person = (...names: string[]) => [{ by: 'user', ids: names.map((name) => users[name]) }]
const node = (id: string, names: string[], more: Record<string, unknown> = {}) => ({
  kind: 'approve',
  id,
  name: id,
  who: person(...names),
  mode: 'all',
  ...more,
})

let serial = 0
/** Publishes a flow for leaves and lets it decide about all of them. */
async function decideBy(nodes: unknown[], more: Record<string, unknown> = {}): Promise<string> {
  await app.sql(`update flow_binding set flow_status = 'stopped' where tenant_id = $1`, [home.tenant])
  serial++
  const made = await admin.post('/flow/definition/submit', {
    definitionName: `流程${serial}`,
    approvalKind: 'leave',
    draft: { nodes, ...more },
  })
  expect(made.status, made.msg).toBe(200)
  const published = await admin.post('/flow/definition/publish', { id: made.data.id })
  expect(published.status, published.msg).toBe(200)
  const rule = await admin.post('/eam/flow/submit', { flowName: `规则${serial}`, approvalKind: 'leave', definitionId: made.data.id })
  expect(rule.status, rule.msg).toBe(200)
  const started = await admin.post('/eam/flow/flow-start-and-stop', { id: rule.data.id })
  expect(started.status, started.msg).toBe(200)
  return made.data.id
}
const ask = async (client = keeper, more: Record<string, unknown> = {}) => {
  const made = await client.post('/blade-desk/process/leave/start-process', {
    reason: `事由${++serial}`,
    startDate: '2026-12-01',
    endDate: '2026-12-03',
    ...more,
  })
  expect(made.status, made.msg).toBe(200)
  const [row] = await app.sql('select id from flow_instance where tenant_id = $1 and document_id = $2', [home.tenant, made.data.id])
  return { leave: String(made.data.id), id: String(row!.id) }
}
type Shown = Row & { acts: string[]; nodes: (Row & { tasks: Row[] })[]; records: Row[]; earlier: Row[] }
const seen = async (id: string, client = admin) => (await client.get<Shown>('/flow/process-new/detail', { id })).data
const leave = async (id: string, client = keeper) => (await client.get('/blade-desk/process/leave/detail', { businessId: id })).data
const audit = (client: Client, id: string, type = 'agree', more: Record<string, unknown> = {}) =>
  client.post('/flow/process-new/audit', { id, type, ...(type === 'reject' ? { opinion: '不同意' } : {}), ...more })
const list = async (client: Client, name: string) =>
  (await client.get<Page>(`/blade-flow/work/${name}`, { size: 200 })).data.records.map(({ id }) => id)

beforeEach(async () => {
  await app.sql('delete from flow_absence where tenant_id = $1', [home.tenant])
})

describe('the sample leave', () => {
  test('is started with a POST, read by businessId and decided on its first day [ASSET-API-10]', async () => {
    const { leave: businessId, id } = await ask()
    expect(await leave(businessId)).toMatchObject({ leaveStatus: 'submitted', leaveDays: 3, approvalNode: '审批' })
    expect(await list(manager, 'todo-list')).toContain(id)
    expect(await list(keeper, 'send-list')).toContain(id)
    expect((await audit(manager, id, 'agree', { opinion: '好' })).status).toBe(200)
    expect(await leave(businessId)).toMatchObject({ leaveStatus: 'approved', approvalNode: null })
    expect(await list(manager, 'todo-list')).not.toContain(id)
    expect(await list(manager, 'done-list')).toContain(id)
    expect(await list(admin, 'todo-list')).not.toContain(id)
    const history = await keeper.get<Row[]>('/blade-flow/process/history-flow-list', { processInstanceId: id })
    expect(history.data.map(({ act, opinion }) => [act, opinion])).toEqual([
      ['start', null],
      ['agree', '好'],
    ])
    const record = await keeper.get<Row[]>('/eam/flow-process/approval-record', { documentId: businessId })
    expect(record.data).toEqual(history.data)
  })

  test('may be rejected with an opinion, or cancelled by who applied [ASSET-ST-FLOW-4]', async () => {
    const rejected = await ask()
    expect((await audit(manager, rejected.id, 'reject', { opinion: null })).status).toBe(400)
    expect((await audit(manager, rejected.id, 'reject')).status).toBe(200)
    expect(await leave(rejected.leave)).toMatchObject({ leaveStatus: 'rejected' })
    const { id, leave: businessId } = await ask()
    expect((await manager.post('/flow/process-new/cancel', { id })).status).toBe(403)
    expect((await keeper.post('/flow/process-new/cancel', { id, opinion: '不去了' })).status).toBe(200)
    expect(await leave(businessId)).toMatchObject({ leaveStatus: 'withdrawn' })
    const late = await audit(manager, id)
    expect([late.status, late.error]).toEqual([409, 'conflict'])
    expect(late.msg).toMatch(/已由.+在 .+ 撤销申请/)
  })
})

describe('a definition', () => {
  test('is a draft until it is published, and each version stays as it is', async () => {
    const definition = await decideBy([node('甲', ['equipment_manager'])])
    const { id } = await ask()
    await admin.post('/flow/definition/submit', { id: definition, draft: { nodes: [node('乙', ['head'])] } })
    expect((await admin.post('/flow/definition/publish-more', { id: definition })).status).toBe(200)
    const versions = await admin.get<Row[]>('/flow/definition/versions', { id: definition })
    expect(versions.data.map(({ versionNumber, running }) => [versionNumber, running])).toEqual([
      [2, 0],
      [1, 1],
    ])
    expect((await seen(id)).nodes.map(({ nodeKey }) => nodeKey)).toEqual(['甲'])
    expect((await audit(manager, id)).status).toBe(200)
    expect((await seen(id)).instanceStatus).toBe('agreed')
    const next = await ask()
    expect((await seen(next.id)).nodes.map(({ nodeKey }) => nodeKey)).toEqual(['乙'])
  })

  test('with faults is kept and not published; one that is no tree or too large is refused with a sentence', async () => {
    const made = await admin.post('/flow/definition/submit', {
      definitionName: `有错${++serial}`,
      approvalKind: 'leave',
      draft: { nodes: [{ kind: 'approve', id: 'a', who: [], mode: 'one' }] },
    })
    expect(made.status, made.msg).toBe(200)
    expect((await admin.get<Row[]>('/flow/definition/check', { id: made.data.id })).data).toEqual([
      { nodeId: 'a', fault: 'assignee', sentence: '没有设置处理人' },
    ])
    const refused = await admin.post('/flow/definition/publish', { id: made.data.id })
    expect([refused.status, refused.msg]).toEqual([400, '流程不能发布：没有设置处理人'])
    const large = Array.from({ length: 501 }, (_, at) => node(`n${at}`, ['head']))
    const draft = (nodes: unknown) =>
      admin.post('/flow/definition/submit', { definitionName: `大${++serial}`, approvalKind: 'leave', draft: { nodes } })
    expect((await draft(large)).msg).toBe('流程不能超过 500 个节点')
    expect((await draft(large.slice(1))).status).toBe(200)
    expect((await draft('x')).status).toBe(400)
    expect((await draft([{ kind: 'script', id: 'a' }])).msg).toBe('流程内容无法读取（nodes.0）')
    expect((await keeper.post('/flow/definition/submit', { definitionName: 'x', approvalKind: 'leave' })).status).toBe(403)
  })

  test('is bound by rules that are started and stopped; the default decides without one [ASSET-ST-FLOW-1]', async () => {
    const definition = await decideBy([node('特批', ['engineer'])])
    expect((await seen((await ask()).id)).nodes[0]!.nodeKey).toBe('特批')
    const rule = (await admin.get<Page>('/eam/flow/list', { flowStatus: 'started' })).data.records[0]!
    expect((await admin.post('/eam/flow/submit', { id: rule.id, flowName: '改名' })).status).toBe(409)
    expect((await admin.post('/eam/flow/flow-start-and-stop', { id: rule.id })).status).toBe(200)
    expect((await seen((await ask()).id)).nodes[0]!.nodeKey).toBe('approve')
    expect((await admin.post('/flow/definition/remove', { ids: definition })).status).toBe(409)
    expect((await admin.post('/eam/flow/remove', { ids: rule.id })).status).toBe(200)
    expect((await admin.post('/flow/definition/remove', { ids: definition })).status).toBe(200)
  })
})

describe('acts', () => {
  test('conditions, parallel branches, copies and modes lead along the tree', async () => {
    await decideBy([
      {
        kind: 'condition',
        id: 'c',
        branches: [{ id: 'long', when: [[{ fact: 'days', is: 'ge', value: 3 }]], nodes: [node('院长', ['administrator'])] }],
        otherwise: { id: 'short', nodes: [] },
      },
      { kind: 'copy', id: 'k', who: person('engineer') },
      {
        kind: 'parallel',
        id: 'p',
        branches: [
          { id: 'l', nodes: [node('左', ['head'])] },
          { id: 'r', nodes: [node('右', ['equipment_manager', 'engineer'], { mode: 'order' })] },
        ],
      },
      node('末', ['administrator', 'head', 'engineer'], { mode: 'share', share: 60 }),
    ])
    const { id, leave: businessId } = await ask()
    expect(await list(engineer, 'copy-list')).not.toContain(id)
    expect((await audit(admin, id)).status).toBe(200)
    expect(await list(engineer, 'copy-list')).toContain(id)
    expect(await leave(businessId)).toMatchObject({ approvalNode: '左、右' })
    const early = await audit(engineer, id)
    expect([early.status, early.error]).toEqual([409, 'conflict'])
    expect((await audit(manager, id)).status).toBe(200)
    expect((await audit(engineer, id)).status).toBe(200)
    expect((await seen(id)).currentNodes).toBe('左')
    expect((await audit(head, id)).status).toBe(200)
    expect((await seen(id)).currentNodes).toBe('末')
    expect((await audit(head, id)).status).toBe(200)
    expect((await audit(engineer, id, 'reject')).status).toBe(200)
    expect((await seen(id)).instanceStatus).toBe('running')
    expect((await audit(admin, id)).status).toBe(200)
    expect(await leave(businessId)).toMatchObject({ leaveStatus: 'approved' })
    const short = await ask(keeper, { endDate: '2026-12-01' })
    expect((await seen(short.id)).currentNodes).toBe('左、右')
  })

  test('pass on, sign before and after, claim, comment, urge and copy [ASSET-ST-FLOW-5] [ASSET-ST-FLOW-7] [ASSET-API-8]', async () => {
    await decideBy([node('批', ['equipment_manager', 'engineer'], { mode: 'one' })])
    const { id, leave: businessId } = await ask()
    expect(await list(engineer, 'claim-list')).toContain(id)
    const task = (await seen(id)).nodes[0]!.tasks.find(({ userId }) => userId === users.engineer)!
    expect((await seen(id, engineer)).acts).toContain('claim')
    expect((await engineer.post(`/blade-flow/work/claim-task?taskId=${String(task.id)}`)).status).toBe(200)
    expect((await seen(id, engineer)).acts).not.toContain('claim')
    expect(await list(manager, 'todo-list')).not.toContain(id)
    expect((await engineer.post('/flow/process-new/pass-on', { id, toUserId: users.keeper })).msg).toBe('不能交给申请人审批')
    expect((await engineer.post('/flow/process-new/pass-on', { id, toUserId: users.head, opinion: '请主任定' })).status).toBe(200)
    expect((await audit(engineer, id)).status).toBe(409)
    expect((await head.post('/flow/process-new/add-sign', { id, toUserId: users.equipment_manager, place: 'before' })).status).toBe(200)
    expect((await audit(head, id)).status).toBe(409)
    expect((await audit(manager, id)).status).toBe(200)
    expect((await head.post('/flow/process-new/add-sign', { id, toUserId: users.administrator, place: 'after' })).status).toBe(200)
    expect((await audit(head, id)).status).toBe(200)
    expect((await seen(id)).instanceStatus).toBe('running')
    expect((await keeper.post('/flow/process-new/urge', { id, opinion: '急' })).status).toBe(200)
    expect((await keeper.post('/flow/process-new/urge', { id })).error).toBe('conflict')
    expect((await keeper.post('/flow/process-new/copy', { id, users: [users.engineer] })).status).toBe(200)
    expect((await keeper.post('/flow/comment/save', { instanceId: id, content: '补充' })).status).toBe(200)
    expect((await engineer.get<Page>('/flow/comment/list', { instanceId: id })).data.total).toBe(1)
    expect((await audit(admin, id)).status).toBe(200)
    expect(await leave(businessId)).toMatchObject({ leaveStatus: 'approved' })
  })

  test('an opinion is taken back until the next one acts', async () => {
    await decideBy([node('一', ['equipment_manager']), node('二', ['head']), node('三', ['administrator'])])
    const { id } = await ask()
    expect((await audit(manager, id)).status).toBe(200)
    expect((await manager.post('/flow/process-new/take-back', { id })).status).toBe(200)
    expect((await seen(id)).currentNodes).toBe('一')
    expect((await audit(head, id)).status).toBe(409)
    expect((await audit(manager, id)).status).toBe(200)
    expect((await audit(head, id)).status).toBe(200)
    const late = await manager.post('/flow/process-new/take-back', { id })
    expect([late.status, late.error]).toEqual([409, 'conflict'])
  })

  test('a rejection goes back to an earlier node', async () => {
    await decideBy([node('一', ['equipment_manager']), node('二', ['head']), node('三', ['administrator'])])
    const { id } = await ask()
    await audit(manager, id)
    await audit(head, id)
    expect((await seen(id)).earlier.map(({ nodeKey }) => nodeKey)).toEqual(['一', '二'])
    expect((await audit(admin, id, 'reject', { toNode: '三' })).status).toBe(400)
    expect((await audit(admin, id, 'reject', { toNode: '一' })).status).toBe(200)
    expect((await seen(id)).currentNodes).toBe('一')
    for (const client of [manager, head, admin]) expect((await audit(client, id)).status).toBe(200)
    expect((await seen(id)).instanceStatus).toBe('agreed')
  })

  test('approval on paper needs the scan [ASSET-ST-FLOW-2]', async () => {
    await decideBy([node('批', ['equipment_manager'])])
    const { id, leave: businessId } = await ask()
    expect((await manager.post('/flow/process-new/switch-offline', { id })).status).toBe(400)
    const file = upload()
    await send(app, manager, file)
    const scan = file.id
    expect((await engineer.post('/flow/process-new/switch-offline', { id, images: [scan] })).status).toBe(404)
    const done = await manager.post('/flow/process-new/switch-offline', { id, images: [scan] })
    expect(done.status, done.msg).toBe(200)
    expect(await leave(businessId)).toMatchObject({ leaveStatus: 'approved' })
    expect((await keeper.get('/flow/process-new/row', { id })).data).toMatchObject({ isOffline: 1 })
  })

  test.each(['/flow/process-new/audit', '/eam/flow-process/confirm', '/blade-flow/work/complete-task'])(
    'is taken through %s [ASSET-ST-FLOW-3] [ASSET-ST-FLOW-6]',
    async (path) => {
      await decideBy([node('批', ['equipment_manager'])])
      const { id } = await ask()
      expect((await manager.post(path, { id, type: 'agree' })).status).toBe(200)
      expect((await seen(id)).instanceStatus).toBe('agreed')
    },
  )
})

describe('who is asked', () => {
  test('people do not decide about their own application unless the definition allows it', async () => {
    await decideBy([node('批', ['equipment_manager'])])
    const own = await ask(manager)
    expect((await seen(own.id)).nodes[0]!.tasks.map(({ userId }) => userId)).toEqual([users.administrator])
    expect((await audit(manager, own.id)).msg).toBe('不能审批自己提交的申请')
    await decideBy([node('批', ['equipment_manager'])], { allowSelf: true })
    expect((await audit(manager, (await ask(manager)).id)).status).toBe(200)
  })

  test('a deputy stands for who is absent, the administrator for who is gone', async () => {
    await decideBy([node('批', ['equipment_manager'])])
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    const absence = { userId: users.equipment_manager, beginDate: today, endDate: today, deputyId: users.engineer, reason: '出差' }
    expect((await engineer.post('/flow/absence/submit', absence)).status).toBe(403)
    expect((await manager.post('/flow/absence/submit', absence)).status).toBe(200)
    const { id } = await ask()
    expect((await seen(id)).nodes[0]!.tasks).toMatchObject([{ userId: users.engineer, insteadOfName: expect.any(String) }])
    await admin.post('/osm/user/update-user-status', { userIds: [users.engineer], status: 'stopped' })
    try {
      expect((await seen((await ask()).id)).nodes[0]!.tasks.map(({ userId }) => userId)).toEqual([users.administrator])
    } finally {
      await admin.post('/osm/user/update-user-status', { userIds: [users.engineer], status: 'active' })
      engineer = await app.signIn(home.tenant, 'engineer')
    }
  })

  test('the head of the applicant’s department, and the head above', async () => {
    await decideBy([{ kind: 'approve', id: '主任', who: [{ by: 'head', of: 'applicant' }], mode: 'one' }])
    const found = (await seen((await ask()).id)).nodes[0]!.tasks.map(({ userId }) => userId)
    expect(found).toEqual([users.head])
  })

  test('open work is listed, handed over, and the hand-over undone', async () => {
    await decideBy([node('批', ['engineer'])])
    const { id } = await ask()
    const preview = await admin.get<Page>('/flow/definition/transfer-flow-list', { userId: users.engineer, size: 200 })
    expect(preview.data.records.map(({ instanceId }) => instanceId)).toContain(id)
    expect((await keeper.post('/flow/definition/transfer-flow', { userId: users.engineer, toUserId: users.head })).status).toBe(403)
    const moved = await admin.post('/flow/definition/transfer-flow', { userId: users.engineer, toUserId: users.head })
    expect(moved.data.moved).toBe(preview.data.total)
    expect(await list(head, 'todo-list')).toContain(id)
    const back = await admin.post('/flow/definition/transfer-flow', { undo: moved.data.id })
    expect(back.data.moved).toBe(moved.data.moved)
    expect(await list(engineer, 'todo-list')).toContain(id)
  })
})

describe('time', () => {
  const late = async (id: string) => {
    await app.sql(
      `update flow_task set due_at = now() - interval '1 minute' where tenant_id = $1 and instance_id = $2 and task_state = 'open'`,
      [home.tenant, id],
    )
    await answerLate({ pool: app.pool, contents: undefined as never })
  }
  const limit = (act: string) => ({ limit: { hours: 1, late: act } })

  test('an answer that is late is given, handed up, or asked for again', async () => {
    await decideBy([node('批', ['engineer'], limit('agree'))])
    const agreed = await ask()
    await late(agreed.id)
    expect(await leave(agreed.leave)).toMatchObject({ leaveStatus: 'approved' })
    expect((await seen(agreed.id)).records.at(-1)).toMatchObject({ act: 'agree', opinion: '超时自动同意' })
    await decideBy([node('批', ['engineer'], limit('handUp'))])
    const handed = await ask()
    await late(handed.id)
    expect((await seen(handed.id)).nodes[0]!.tasks.map(({ taskState }) => taskState)).toEqual(['ended', 'open'])
    await decideBy([node('批', ['engineer'], limit('none'))])
    const waiting = await ask()
    await late(waiting.id)
    await late(agreed.id)
    expect((await seen(waiting.id)).records.filter(({ act }) => act === 'remind')).toHaveLength(1)
  })

  test('a running approval moves to another version only when it is told to, which lists what changes', async () => {
    const definition = await decideBy([node('一', ['equipment_manager']), node('二', ['head'])])
    const { id } = await ask()
    await admin.post('/flow/definition/submit', {
      id: definition,
      draft: { nodes: [node('一', ['equipment_manager']), node('三', ['engineer'])] },
    })
    await admin.post('/flow/definition/publish-more', { id: definition })
    const changes = [
      { nodeId: '二', nodeName: '二', change: 'removed' },
      { nodeId: '三', nodeName: '三', change: 'added' },
    ]
    const preview = await admin.post('/flow/process-new/move', { id, preview: 1 })
    expect(preview.data).toMatchObject({ versionNumber: 2, changes, lost: null })
    expect(await seen(id)).toMatchObject({ versionNumber: 1, acts: expect.arrayContaining(['move']) })
    expect((await seen(id, manager)).acts).toEqual(expect.arrayContaining(['agree', 'move']))
    expect((await seen(id, keeper)).acts).not.toContain('move')
    expect((await keeper.post('/flow/process-new/move', { id })).status).toBe(403)
    expect((await admin.post('/flow/process-new/move', { id })).status).toBe(200)
    await audit(manager, id)
    expect((await seen(id)).currentNodes).toBe('三')
    expect((await seen(id)).acts).not.toContain('move')
    await admin.post('/flow/definition/submit', { id: definition, draft: { nodes: [node('四', ['engineer'])] } })
    await admin.post('/flow/definition/publish-more', { id: definition })
    expect((await admin.post('/flow/process-new/move', { id, preview: 1 })).data).toMatchObject({ versionNumber: 3, lost: '三' })
    const refused = await admin.post('/flow/process-new/move', { id })
    expect([refused.status, refused.msg]).toEqual([400, '新版本没有正在审批的节点“三”'])
  })
})

describe('rivals', () => {
  const outcomes = async (...asked: Promise<{ status: number }>[]) => (await Promise.all(asked)).map(({ status }) => status).sort()

  test('of two decisions, a decision and a cancellation, a hand-on and a decision one wins', async () => {
    await decideBy([node('批', ['equipment_manager', 'head'], { mode: 'one' })])
    for (let turn = 0; turn < 5; turn++) {
      const both = await ask()
      expect(await outcomes(audit(manager, both.id), audit(head, both.id, 'reject'))).toEqual([200, 409])
      const same = await ask()
      expect(await outcomes(audit(manager, same.id), audit(manager, same.id))).toEqual([200, 409])
      const cancelled = await ask()
      expect(await outcomes(audit(manager, cancelled.id), keeper.post('/flow/process-new/cancel', { id: cancelled.id }))).toEqual([
        200, 409,
      ])
      const handed = await ask()
      expect(
        await outcomes(audit(manager, handed.id), manager.post('/flow/process-new/pass-on', { id: handed.id, toUserId: users.engineer })),
      ).toEqual([200, 409])
    }
  })

  test('strangers, another hospital and who is not asked change nothing', async () => {
    await decideBy([node('批', ['equipment_manager'])])
    const { id } = await ask()
    const before = await app.sql('select version from flow_instance where tenant_id = $1 and id = $2', [home.tenant, id])
    const acts: [string, Record<string, unknown>][] = [
      ['audit', { type: 'agree' }],
      ['cancel', {}],
      ['pass-on', { toUserId: users.head }],
      ['add-sign', { toUserId: users.head, place: 'before' }],
      ['take-back', {}],
      ['urge', {}],
      ['copy', { users: [users.head] }],
    ]
    for (const [path, more] of acts) {
      expect([path, (await head.post(`/flow/process-new/${path}`, { id, ...more })).status]).toEqual([path, 404])
      expect([path, (await stranger.post(`/flow/process-new/${path}`, { id, ...more })).status]).toEqual([path, 404])
    }
    for (const name of ['detail', 'all-node', 'row']) {
      expect((await head.get(`/flow/process-new/${name}`, { id })).status).toBe(404)
      expect((await stranger.get(`/flow/process-new/${name}`, { id })).status).toBe(404)
    }
    expect((await head.post('/flow/comment/save', { instanceId: id, content: 'x' })).status).toBe(400)
    expect(await app.sql('select version from flow_instance where tenant_id = $1 and id = $2', [home.tenant, id])).toEqual(before)
  })

  test('a refused effect leaves everything as it was', async () => {
    const add = async () =>
      (await admin.post('/eam/device/submit', { deviceName: '监护仪', useDeptId: home.depts.bones, sn: 'S1' })).data.id
    const device = await add()
    const made = await keeper.post('/eam/cardfieldupdate/submit', {
      deviceId: device,
      reason: 'x',
      lines: [{ fieldCode: 'sn', newText: 'S2' }],
    })
    await admin.post('/eam/device/submit', { id: device, sn: 'S3' })
    const rows = () =>
      app.sql(
        `select i.version, i.instance_status, (select jsonb_agg(t.task_state order by t.id) from flow_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id) as tasks,
          (select count(*)::int from flow_record r where r.tenant_id = i.tenant_id and r.instance_id = i.id) as records, (select count(*)::int from notice n where n.tenant_id = i.tenant_id) as notices,
          (select count(*)::int from audit_event e where e.tenant_id = i.tenant_id) as events from flow_instance i where i.tenant_id = $1 and i.document_id = $2`,
        [home.tenant, made.data.id],
      )
    const before = await rows()
    const [found] = await app.sql('select id from flow_instance where tenant_id = $1 and document_id = $2', [home.tenant, made.data.id])
    const refused = await audit(manager, String(found!.id))
    expect([refused.status, refused.error]).toEqual([409, 'conflict'])
    expect(await rows()).toEqual(before)
  })
})
