import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Answer, Client, Row } from '#tests/harness/app-for-test.ts'
import { flowLab, node, people } from '#tests/harness/flow.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { send, upload } from '#tests/harness/pictures.ts'

const app = await appForFile()
const users = home.users
const names = ['administrator', 'equipment_manager', 'head', 'engineer', 'keeper'] as const
const [admin, manager, head, engineer, keeper] = (await Promise.all(names.map((name) => app.as(name)))) as [
  Client,
  Client,
  Client,
  Client,
  Client,
]
const { must, decideBy, ask, seen, act, agree } = flowLab(app, admin, keeper)

/** A file that the person has sent. */
async function scanOf(client: Client): Promise<string> {
  const file = upload()
  await send(app, client, file)
  return file.id
}

/** An approval that one of two candidates ends; the head has agreed before. */
async function waiting(): Promise<string> {
  const id = await ask()
  await must(agree(head, id))
  return id
}
const taskOf = async (id: string, userId: string): Promise<string> =>
  String((await seen(id)).nodes.flatMap(({ tasks }) => tasks).find((task) => task.userId === userId && task.taskState === 'open')!.id)

const audit = (client: Client, id: string, type: string, more: object = {}) => act(client, 'audit', id, { type, opinion: '意见', ...more })
interface Given {
  readonly task: string
  readonly scan: string
}
const acts = {
  agree: (id) => audit(manager, id, 'agree'),
  agreeOther: (id) => audit(engineer, id, 'agree'),
  reject: (id) => audit(engineer, id, 'reject'),
  back: (id) => audit(manager, id, 'reject', { toNode: '一' }),
  passOn: (id) => act(manager, 'pass-on', id, { toUserId: users.administrator }),
  addSigner: (id) => act(manager, 'add-sign', id, { toUserId: users.administrator, place: 'before' }),
  claim: (_id, { task }) => engineer.post<Row>(`/blade-flow/work/claim-task?taskId=${task}`),
  takeBack: (id) => act(head, 'take-back', id),
  cancel: (id) => act(keeper, 'cancel', id),
  paper: (id, { scan }) => act(admin, 'switch-offline', id, { images: [scan] }),
  urge: (id) => act(keeper, 'urge', id),
  copy: (id) => act(keeper, 'copy', id, { users: [users.warehouse_keeper] }),
} satisfies Record<string, (id: string, given: Given) => Promise<Answer<Row>>>
type Act = keyof typeof acts

/** Of these two one wins: both need the same task, or both end the approval. */
function isEither(...pair: [Act, Act]): boolean {
  const within = (...all: Act[]): boolean => pair.every((one) => all.includes(one))
  // Who claims a task may answer it, and claim it again.
  if (within('claim', 'agreeOther', 'reject')) return pair[0] !== 'claim' && pair[1] !== 'claim'
  return (
    within('agree', 'agreeOther', 'reject', 'back', 'passOn', 'addSigner', 'claim', 'takeBack') ||
    within('agree', 'agreeOther', 'reject', 'cancel', 'paper') ||
    within('urge')
  )
}

const all = Object.keys(acts) as Act[]
test.each(all)('%s at once with itself and with each other act has one outcome and forgets no one', async (first) => {
  await decideBy(node('一', people(users.head)), node('二', people(users.equipment_manager, users.engineer), { mode: 'one' }))
  for (const second of all.slice(all.indexOf(first))) {
    const id = await waiting()
    const given = { task: await taskOf(id, users.engineer), scan: await scanOf(admin) }
    const answers = await Promise.all([acts[first](id, given), acts[second](id, given)])
    const pair = `${first} ${second} ${answers.map(({ status, msg }) => `${status} ${msg}`).join(', ')}`
    const won = answers.filter(({ status }) => status === 200)
    for (const { status } of answers) expect([200, 400, 403, 409], pair).toContain(status)
    for (const { status, msg } of answers) if (status === 409) expect(msg, pair).toMatch(/已由.+在 .*\d{1,2}:\d{2}|\d{1,2}:\d{2} 已催办过/)
    if (isEither(first, second)) expect(won, pair).toHaveLength(1)
    else expect(won.length, pair).toBeGreaterThan(0)
    const [after] = await app.sql(
      `select i.instance_status as status, l.leave_status as leave,
        (select count(*)::int from flow_node n where n.tenant_id = i.tenant_id and n.instance_id = i.id and n.node_state = 'open'
          and not exists (select 1 from flow_task t where t.tenant_id = n.tenant_id and t.node_id = n.id and t.task_state = 'open')) as forgotten,
        (select count(*)::int from flow_node n where n.tenant_id = i.tenant_id and n.instance_id = i.id and n.node_state = 'open') as nodes,
        (select count(*)::int from flow_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.task_state in ('open', 'waiting')) as tasks,
        (select count(*)::int from audit_event e where e.tenant_id = i.tenant_id and e.entity = 'flowInstance' and e.entity_id = i.id and e.to_state <> 'running') as ends
      from flow_instance i join flow_leave l on l.tenant_id = i.tenant_id and l.id = i.document_id::uuid where i.tenant_id = $1 and i.id = $2`,
      [home.tenant, id],
    )
    const leaves = { running: 'submitted', agreed: 'approved', refused: 'rejected', cancelled: 'withdrawn' }
    const isRunning = after!.status === 'running'
    expect(after, pair).toMatchObject({ leave: leaves[after!.status as 'running'], forgotten: 0, ends: isRunning ? 0 : 1 })
    if (isRunning) expect(after!.nodes, pair).toBe(1)
    else expect(after, pair).toMatchObject({ nodes: 0, tasks: 0 })
  }
})

test('a paper, a claim, a move to another version and a comment are refused to who takes no part, and to another hospital', async () => {
  const stranger = await app.as('administrator', other)
  const { definition } = await decideBy(node('批', people(users.equipment_manager, users.engineer), { mode: 'one' }))
  const id = await ask()
  const task = await taskOf(id, users.engineer)
  await must(admin.post<Row>('/flow/definition/publish-more', { id: definition }))
  const rows = () =>
    app.sql(
      `select i.version, i.flow_version_id, (select count(*)::int from flow_record r where r.tenant_id = i.tenant_id and r.instance_id = i.id) as records
        from flow_instance i where i.tenant_id = $1 and i.id = $2`,
      [home.tenant, id],
    )
  const before = await rows()
  const refused = async (client: Client) => {
    const images = [await scanOf(client)]
    const answers = [
      await act(client, 'switch-offline', id, { images }),
      await client.post<Row>(`/blade-flow/work/claim-task?taskId=${task}`),
      await act(client, 'move', id),
      await client.post<Row>('/flow/comment/save', { instanceId: id, content: 'x' }),
    ]
    return answers.map(({ status }) => status)
  }
  expect(await refused(head)).toEqual([404, 404, 403, 400])
  expect(await refused(stranger)).toEqual([404, 404, 404, 400])
  expect(await rows()).toEqual(before)
})
