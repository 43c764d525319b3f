import { beforeEach, expect, test } from 'vitest'
import { answerLate } from '#server/features/flow/course/late.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { flowLab, node, people } from '#tests/harness/flow.ts'
import { failing } from '#tests/harness/hold-writes.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { send, upload } from '#tests/harness/pictures.ts'

const app = await appForFile()
const users = home.users as Record<string, string>
const admin = await app.as('administrator')
const manager = await app.as('equipment_manager')
const head = await app.as('head')
const keeper = await app.as('keeper')
const lab = await peopleLab(app, () => admin)

const { must, drafted, decideBy, ask, seen, askedNow, act, agree, todo } = flowLab(app, admin, keeper)
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

test('what waits for a person who is disabled comes to the only administrator also where that one applied, and is passed on', async () => {
  const { id: leaver } = await lab.add('engineer')
  await decideBy(node('批', people(leaver)))
  const id = await ask(admin)
  await must(admin.post<Row>('/osm/user/update-user-status', { userIds: [leaver], status: 'stopped' }))
  await runJob()
  expect(await askedNow(id)).toEqual([users.administrator])
  expect((await agree(admin, id)).msg).toBe('不能审批自己提交的申请')
  await must(act(admin, 'pass-on', id, { toUserId: users.head }))
  await must(agree(head, id))
  expect((await seen(id)).instanceStatus).toBe('agreed')
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
    'The request is nested deeper than 64 levels. Reduce the nesting and try again',
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

beforeEach(async () => void (await app.sql('delete from flow_absence where tenant_id = $1', [home.tenant])))

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const away = (userId: string, deputyId: string, by: Client = admin) =>
  by.post<Row>('/flow/absence/submit', { userId, deputyId, beginDate: today(), endDate: today(), reason: '出差' })

test('deputies stand in along a row of absences; where they name each other, or the applicant, an administrator is asked', async () => {
  await decideBy(node('批', people(users.equipment_manager!)))
  await must(away(users.equipment_manager!, users.engineer!))
  await must(away(users.engineer!, users.head!))
  expect(await askedNow(await ask())).toEqual([users.head])
  await must(away(users.head!, users.equipment_manager!))
  expect(await askedNow(await ask())).toEqual([users.administrator])
  await app.sql('delete from flow_absence where tenant_id = $1', [home.tenant])
  await must(away(users.equipment_manager!, users.keeper!))
  expect(await askedNow(await ask())).toEqual([users.administrator])
})

test('the head of a department asks the head above about an application of their own', async () => {
  const add = async (deptName: string, parentId?: string) =>
    String((await must(admin.post<Row>('/blade-system/dept/submit', { deptName, category: 'clinical', parentId }))).id)
  const upper = await add('大外科')
  const below = await add('手外科', upper)
  const own = await lab.settled('head', { deptId: below })
  const above = await lab.settled('head', { deptId: upper })
  await decideBy(node('主任', { by: 'head', of: 'applicant' }))
  expect(await askedNow(await ask(own.client))).toEqual([above.id])
  // Above the topmost there is none.
  expect(await askedNow(await ask(above.client))).toEqual([users.administrator])
})

test('an answer that the time limit gives is refused by the document: the task is handed up; another one that fails keeps none waiting', async () => {
  const limit = { limit: { hours: 1, late: 'agree' } }
  await decideBy(node('批', people(users.equipment_manager!), limit))
  const [broken, refused, fine] = [await ask(), await ask(), await ask()]
  // The document takes no more decision.
  await app.sql(
    `update flow_leave l set leave_status = 'withdrawn' from flow_instance i where i.tenant_id = $1 and i.id = $2 and l.tenant_id = $1 and l.id = i.document_id::uuid`,
    [home.tenant, refused],
  )
  for (const [at, id] of [broken, refused, fine].entries())
    await app.sql(`update flow_task set due_at = now() - make_interval(mins => $3) where tenant_id = $1 and instance_id = $2`, [
      home.tenant,
      id,
      3 - at,
    ])
  const restore = await failing(app, 'flow_record', `new.instance_id = '${broken}'`)
  try {
    await expect(runJob()).rejects.toThrow(/made to fail/)
  } finally {
    await restore()
  }
  expect((await seen(fine)).instanceStatus).toBe('agreed')
  expect((await seen(refused)).records.at(-1)).toMatchObject({ act: 'handUp' })
  expect(await askedNow(broken)).toEqual([users.equipment_manager])
  await runJob()
  expect((await seen(broken)).instanceStatus).toBe('agreed')
})

test('a reminder comes before the time limit, and an automatic rejection gives its reason', async () => {
  await decideBy(node('批', people(users.equipment_manager!), { limit: { hours: 48, remindAfter: 24, late: 'reject' } }))
  const id = await ask()
  const pass = (column: 'remind_at' | 'due_at') =>
    app.sql(`update flow_task set ${column} = now() - interval '1 minute' where tenant_id = $1 and instance_id = $2`, [home.tenant, id])
  await pass('remind_at')
  await runJob()
  await runJob()
  expect((await seen(id)).records.map(({ act: name }) => name)).toEqual(['start', 'remind'])
  const told = await app.sql(`select user_id from notice where target_id = $1 and kind = 'flow_late'`, [id])
  expect(told).toEqual([{ user_id: users.equipment_manager }])
  await pass('due_at')
  await runJob()
  expect(await seen(id)).toMatchObject({ instanceStatus: 'refused' })
  expect((await seen(id)).records.at(-1)).toMatchObject({ act: 'reject', opinion: '超时自动驳回' })
})

test('an opinion is taken back although the applicant urges or a colleague gets a copy; not once the next task has moved', async () => {
  await decideBy(node('一', people(users.equipment_manager!)), node('二', people(users.engineer!)))
  const id = await ask()
  await must(agree(manager, id))
  await must(act(keeper, 'urge', id))
  await must(act(keeper, 'copy', id, { users: [users.head] }))
  expect((await seen(id, manager)).acts).toContain('takeBack')
  await must(act(manager, 'take-back', id))
  expect(await askedNow(id)).toEqual([users.equipment_manager])
  await must(agree(manager, id))
  await must(admin.post<Row>('/flow/definition/transfer-flow', { userId: users.engineer, toUserId: users.head }))
  expect((await seen(id, manager)).acts).not.toContain('takeBack')
  expect((await act(manager, 'take-back', id)).status).toBe(409)
  expect(await askedNow(id)).toEqual([users.head])
})

test('work that was handed over comes back but for what was decided meanwhile, once; another hospital’s people are unknown', async () => {
  await decideBy(node('批', people(users.engineer!)))
  const [kept, decided] = [await ask(), await ask()]
  const stranger = await app.as('administrator', other)
  const transfer = (client: Client, more: object) => client.post<Row>('/flow/definition/transfer-flow', more)
  expect((await transfer(stranger, { userId: users.engineer, toUserId: stranger.userId })).status).toBe(400)
  expect((await transfer(admin, { userId: users.engineer, toUserId: stranger.userId })).status).toBe(400)
  expect((await stranger.get<Page>('/flow/definition/transfer-flow-list', { userId: users.engineer! })).data.total).toBe(0)
  const { id, moved } = await must(transfer(admin, { userId: users.engineer, toUserId: users.head }))
  await must(agree(head, decided))
  expect((await transfer(stranger, { undo: id })).status).toBe(404)
  const backs = await Promise.all([transfer(admin, { undo: id }), transfer(admin, { undo: id })])
  expect(backs.map(({ data }) => Number(data?.moved ?? 0)).sort((a, b) => a - b)).toEqual([0, Number(moved) - 1])
  expect(await askedNow(kept)).toEqual([users.engineer])
  expect((await seen(decided)).instanceStatus).toBe('agreed')
})

test('a scan on paper and the files of a comment must be files of the hospital', async () => {
  await decideBy(node('批', people(users.equipment_manager!)))
  const id = await ask()
  const missing = crypto.randomUUID()
  expect((await act(manager, 'switch-offline', id, { images: [missing] })).status).toBe(400)
  expect((await act(manager, 'audit', id, { type: 'agree', images: [missing] })).status).toBe(400)
  expect((await keeper.post('/flow/comment/save', { instanceId: id, content: '见附件', images: [missing] })).status).toBe(400)
  expect(await seen(id)).toMatchObject({ instanceStatus: 'running', records: [{ act: 'start' }] })
  const file = upload()
  await send(app, keeper, file)
  await must(keeper.post<Row>('/flow/comment/save', { instanceId: id, content: '见附件', images: [file.id] }))
  const of = async (client: Client) => (await fetch(`${app.url}/api/file/${file.id}`, { headers: client.headers })).status
  expect([await of(manager), await of(head)]).toEqual([200, 404])
})
