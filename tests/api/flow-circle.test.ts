import { beforeAll, describe, expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { applyUrl, custody } from '#tests/harness/custody.ts'
import { flowLab, node, people } from '#tests/harness/flow.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { picture, send, upload } from '#tests/harness/pictures.ts'

// Who sees an approval: those who take part, the applicant, deputies, and holders of `flow.seeAll`; a data scope opens nothing.
const app = await appForFile()
const admin = await app.as('administrator')
const users = home.users as Record<string, string>
const hospital = await peopleLab(app, () => admin)
const lab = custody(app, admin)
const today = homeDay(new Date())
const takesPart = ['flowInstance.list', 'flowInstance.act', 'flowComment.list', 'flowComment.submit', 'flowLeave.list', 'flowLeave.submit']
const reads = ['deviceApply.list', 'deviceApply.export', 'deviceApply.submit', 'deviceApply.approve', 'eventProcess.list', 'device.list']

const who: Record<string, Client> = { administrator: admin }
const seers = ['administrator', 'auditor', 'applicant', 'first', 'second', 'third', 'copied', 'absent', 'deputy']
const others = ['engineer', 'manager', 'clerk', 'keeper', 'provider', 'stranger']
const secret = '机密的意见'
let shared: { leave: string; leaveFlow: string; apply: string; applyFlow: string; comment: string; files: string[] }

const approvalOf = async (documentId: string): Promise<string> =>
  String((await app.sql('select id from flow_instance where tenant_id = $1 and document_id = $2', [home.tenant, documentId]))[0]!.id)
const photo = async (client: Client): Promise<string> => {
  const file = upload(picture())
  await send(app, client, file)
  return file.id
}

beforeAll(async () => {
  for (const name of ['applicant', 'first', 'second', 'third', 'copied', 'absent', 'deputy', 'clerk'])
    who[name] = (await hospital.clerk([...takesPart, ...reads])).client
  for (const [name, role] of [
    ['auditor', 'auditor'],
    ['engineer', 'engineer'],
    ['manager', 'equipment_manager'],
    ['keeper', 'keeper'],
    ['provider', 'provider_engineer'],
  ] as const)
    who[name] = await app.as(role)
  who.stranger = await app.as('administrator', other)
  const of = (name: string): Client => who[name]!
  await lab.must(
    admin.post('/flow/absence/submit', {
      userId: of('absent').userId,
      deputyId: of('deputy').userId,
      beginDate: today,
      endDate: daysAfter(today, 3),
      reason: '学习',
    }),
  )
  const flow = (kind: string) => flowLab(app, admin, of('applicant'), kind)
  const nodes = [
    { ...node('一', people(of('first').userId)) },
    { kind: 'copy', id: 'k', who: [people(of('copied').userId)] },
    node('二', people(of('absent').userId)),
    node('三', people(users.administrator!)),
  ]
  const decide = async (id: string): Promise<string[]> => {
    const images = [await photo(of('second'))]
    await lab.must(of('first').post('/flow/process-new/pass-on', { id, toUserId: of('second').userId }))
    await lab.must(of('second').post('/flow/process-new/audit', { id, type: 'agree', opinion: secret, images }))
    await lab.must(of('deputy').post('/flow/process-new/pass-on', { id, toUserId: of('third').userId }))
    await lab.must(of('third').post('/flow/process-new/audit', { id, type: 'agree' }))
    await lab.must(admin.post('/flow/process-new/audit', { id, type: 'agree', opinion: `${secret}二` }))
    return images
  }
  await flow('leave').decideBy(...nodes)
  const leave = { reason: '私事', startDate: '2026-12-01', endDate: '2026-12-01' }
  const leaveId = String((await lab.must(of('applicant').post('/blade-desk/process/leave/start-process', leave))).id)
  const leaveFlow = await approvalOf(leaveId)
  const images = await decide(leaveFlow)
  const picked = await photo(of('first'))
  const comment = await lab.must(of('first').post('/flow/comment/save', { instanceId: leaveFlow, content: '机密的评论', images: [picked] }))
  const binding = await flow('deviceApply').decideBy(...nodes)
  const apply = await lab.submitted(of('applicant'), 'borrow', [await lab.card()])
  const applyFlow = await approvalOf(apply)
  await decide(applyFlow)
  await lab.must(admin.post('/eam/flow/flow-start-and-stop', { id: binding.rule }))
  shared = { leave: leaveId, leaveFlow, apply, applyFlow, comment: String(comment.id), files: [...images, picked] }
})

const status = async (client: Client, path: string, query: Record<string, string>) => (await client.get(path, query)).status
const rows = async (client: Client, path: string, query: Record<string, string> = {}): Promise<string[]> =>
  ((await client.get<Page>(path, { size: '200', ...query })).data?.records ?? []).map(({ id }) => String(id))
const says = async (client: Client, path: string, query: Record<string, string>): Promise<boolean> =>
  JSON.stringify((await client.get(path, query)).body).includes('机密')

/** Every way to an approval, its opinions, comments, files and leave; answers whether it shows them. */
const ways: Record<string, (client: Client) => Promise<boolean>> = {
  'the list of approvals': async (client) => (await rows(client, '/flow/process-new/list')).includes(shared.leaveFlow),
  'the search of approvals': async (client) =>
    (await rows(client, '/flow/process-new/list', { keyword: '私事' })).includes(shared.leaveFlow),
  'an approval': async (client) => (await status(client, '/flow/process-new/detail', { id: shared.leaveFlow })) === 200,
  'the row of an approval': async (client) => (await status(client, '/flow/process-new/row', { id: shared.leaveFlow })) === 200,
  'its nodes': async (client) => (await status(client, '/flow/process-new/all-node', { id: shared.applyFlow })) === 200,
  'its history': async (client) => says(client, '/blade-flow/process/history-flow-list', { processInstanceId: shared.applyFlow }),
  'records by document': async (client) => says(client, '/eam/flow-process/approval-record', { documentId: shared.apply }),
  'the log of the approval': async (client) => says(client, '/flow/process-new/history', { id: shared.applyFlow }),
  comments: async (client) => (await rows(client, '/flow/comment/list')).includes(shared.comment),
  'a comment': async (client) => (await status(client, '/flow/comment/detail', { id: shared.comment })) === 200,
  'files of opinions': async (client) => (await client.file(`/file/${shared.files[0]}`)).status === 200,
  'files of comments': async (client) => (await client.file(`/file/${shared.files[1]}`)).status === 200,
  'the list of leaves': async (client) => (await rows(client, '/blade-desk/process/leave/list')).includes(shared.leave),
  'a leave': async (client) => (await status(client, '/blade-desk/process/leave/detail', { businessId: shared.leave })) === 200,
}
/** Ways to the opinion for who sees the application by its data scope. */
const onDocument: Record<string, (client: Client) => Promise<boolean>> = {
  'the application': (client) => says(client, `${applyUrl}/detail`, { id: shared.apply }),
  'the list of applications': (client) => says(client, `${applyUrl}/list`, { size: '200', columns: 'opinion' }),
  'its course': (client) => says(client, '/eam/eventprocess/getListByEventId', { eventId: shared.apply }),
  'its history': (client) => says(client, `${applyUrl}/history`, { id: shared.apply }),
  'the exported applications': async (client) =>
    Buffer.from((await client.file(`${applyUrl}/export`, { format: 'csv', columns: 'applyTitle,opinion' })).bytes).includes('机密'),
}

describe('opinions, comments and leave', () => {
  test.each(Object.keys(ways))('%s: seen by who takes part and by no other', async (way) => {
    const seen: string[] = []
    for (const name of [...seers, ...others]) if (await ways[way]!(who[name]!)) seen.push(name)
    expect(seen).toEqual(seers)
  })

  test.each(Object.keys(onDocument))('%s: the opinion is left out for who sees it by data scope alone', async (way) => {
    const seen: string[] = []
    for (const name of [...seers, ...others]) if (await onDocument[way]!(who[name]!)) seen.push(name)
    expect(seen).toEqual(seers)
  })

  test('an application stays visible by data scope, with state and lines', async () => {
    for (const name of ['engineer', 'manager'])
      expect([name, (await who[name]!.get(`${applyUrl}/detail`, { id: shared.apply })).data]).toEqual([
        name,
        expect.objectContaining({ status: 'approved', lines: [expect.anything()], opinion: null }),
      ])
    const course = (await who.engineer!.get<Row[]>('/eam/eventprocess/getListByEventId', { eventId: shared.apply })).data
    expect(course).toContainEqual(expect.objectContaining({ source: 'approval', act: 'agree', content: null }))
  })

  test('an opinion is neither filtered nor sorted by', async () => {
    const queries: Record<string, string>[] = [{ opinion: '机密' }, { opinion: '_some' }, { descs: 'opinion' }]
    for (const query of queries) expect([query, await status(who.engineer!, `${applyUrl}/list`, query)]).toEqual([query, 400])
  })

  test('who hands approvals over without taking part is told the kind of a document alone', async () => {
    await flowLab(app, admin, who.applicant!).decideBy(node('批', people(who.first!.userId)))
    const leave = { reason: '看病', startDate: '2026-12-05', endDate: '2026-12-05' }
    await lab.must(who.applicant!.post('/blade-desk/process/leave/start-process', leave))
    const waiting = async (client: Client) =>
      (await client.get<Page>('/flow/definition/transfer-flow-list', { userId: who.first!.userId })).data.records
    expect(await waiting(who.manager!)).toEqual([expect.objectContaining({ instanceTitle: '请假', applicantName: null })])
    expect((await waiting(admin))[0]!.instanceTitle).toContain('看病')
  })

  test('the equipment manager ends an approved application whose approval is closed to them', async () => {
    expect((await who.manager!.post(`${applyUrl}/applyEnd`, { id: shared.apply, reason: '不再需要' })).status).toBe(200)
  })

  test('no data scope opens approvals', async () => {
    const rule = { roleId: hospital.roles.engineer, entity: 'flowInstance', reach: 'all' }
    expect((await admin.post('/blade-system/data-scope/submit', rule)).success).toBe(false)
  })
})

test('the opinion on a disposal is closed to who appraised it, in record, signatures and history', async () => {
  await app.sql(`update flow_binding set flow_status = 'stopped' where tenant_id = $1`, [home.tenant])
  const [url, keeper, manager, engineer] = ['/eam/devicedisposal', who.keeper!, who.manager!, who.engineer!]
  const deviceId = await lab.card(['receive'])
  const draft = { disposalType: 'scrap', declareReasons: 'aged', reasonDetail: '老化', useDeptId: home.depts.bones, lines: [{ deviceId }] }
  const id = String((await lab.must(keeper.post(`${url}/submit`, draft))).id)
  await lab.must(keeper.post(`${url}/declare`, { id }))
  await lab.must(engineer.post(`${url}/appraise`, { id, appraisal: '主板损坏' }))
  await lab.must(manager.post(`${url}/yesOrNo`, { id, type: 'yes' }))
  await lab.must(manager.post(`${url}/audit`, { id, type: 'approve', content: '机密：同意' }))
  const shows = async (client: Client) => [
    await says(client, `${url}/detail`, { id }),
    await says(client, `${url}/signatures`, { id }),
    await says(client, `${url}/history`, { id }),
  ]
  expect(await shows(engineer)).toEqual([false, false, false])
  expect((await engineer.get<Row[]>(`${url}/signatures`, { id })).data).toEqual([expect.objectContaining({ opinion: null })])
  for (const client of [keeper, manager, who.auditor!]) expect(await shows(client)).toEqual([true, true, true])
})

test('the opinion on a change request or a warehouse entry is left out of lists and exports for who takes no part', async () => {
  const { manager, keeper, engineer, stranger, auditor } = who as Record<string, Client>
  const store = await app.as('warehouse_keeper')
  const said = '机密：数量不符'
  const deviceId = await lab.card()
  const lines = [{ fieldCode: 'brand', newText: '迈瑞' }]
  const request = String((await lab.must(keeper!.post('/eam/cardfieldupdate/submit', { deviceId, reason: '铭牌', lines }))).id)
  await lab.must(manager!.post('/eam/cardfieldupdate/approval', { id: request, type: 'reject', content: said }))
  const warehouseId = (await lab.must(admin.post('/eam/plc/warehouse/submit', { warehouseName: '总库' }))).id
  const parts = [{ lineKind: 'part', itemName: '探头', quantity: 2, unitPrice: '5' }]
  const draft = { warehouseId, deptId: home.depts.medicine, entryDate: '2026-07-01', lines: parts }
  const entry = String((await lab.must(store.post('/eam/warehouse/enter/save', draft))).id)
  await lab.must(store.post('/eam/warehouse/enter/hand-in', { id: entry }))
  await lab.must(manager!.post('/eam/warehouse/enter/reject', { id: entry, opinion: said }))
  const outsider = (
    await hospital.clerk(['cardFieldUpdate.list', 'cardFieldUpdate.export', 'warehouseEntry.list', 'warehouseEntry.export'])
  ).client
  for (const [path, id, asks] of [
    ['/eam/cardfieldupdate', request, keeper!],
    ['/eam/warehouse/enter', entry, store],
  ] as const) {
    const shown = async (client: Client) => {
      const { bytes } = await client.file(`${path}/export`, { format: 'csv', columns: 'createUser,opinion' })
      const listed = (await rows(client, `${path}/list`)).includes(id)
      return [listed, await says(client, `${path}/list`, { size: '200', columns: 'opinion' }), Buffer.from(bytes).includes('机密')]
    }
    for (const client of [manager!, admin, auditor!]) expect([path, await shown(client)]).toEqual([path, [true, true, true]])
    expect((await shown(asks)).slice(0, 2)).toEqual([true, true])
    expect([path, await shown(outsider)]).toEqual([path, [true, false, false]])
    for (const client of [engineer!, stranger!]) expect((await shown(client)).slice(1)).toEqual([false, false])
  }
})

describe('copying', () => {
  const copy = (client: Client, id: string, ...ids: string[]) => client.post('/flow/process-new/copy', { id, users: ids })
  let running: string
  beforeAll(async () => {
    const flow = flowLab(app, admin, who.applicant!)
    await flow.decideBy(node('批', people(who.first!.userId)))
    running = await flow.ask(who.applicant!)
  })

  test.each(['engineer', 'manager', 'clerk', 'keeper', 'provider', 'stranger'])('is not for who takes no part: %s', async (name) => {
    expect((await copy(who[name]!, running, users.engineer!)).status).toBe(404)
    expect(await status(who.engineer!, '/flow/process-new/detail', { id: running })).toBe(404)
  })

  test('is to the staff alone, and refused as a whole', async () => {
    const { id: stopped } = await hospital.add()
    await lab.must(admin.post<Row>('/osm/user/update-user-status', { userIds: [stopped], status: 'stopped' }))
    for (const id of [users.provider_engineer!, users.virtual!, stopped, other.users.engineer]) {
      const refused = await copy(who.first!, running, users.engineer!, id)
      expect([refused.status, refused.success]).toEqual([400, false])
    }
    expect((await copy(who.first!, running, users.virtual!)).msg).toBe('“大屏用户”不是本单位在职人员（已停用、服务商账号或大屏账号）')
    for (const name of ['engineer', 'provider']) expect(await status(who[name]!, '/flow/process-new/detail', { id: running })).toBe(404)
    for (const name of ['first', 'applicant', 'administrator']) expect((await copy(who[name]!, running, users.engineer!)).status).toBe(200)
    expect(await status(who.engineer!, '/flow/process-new/detail', { id: running })).toBe(200)
  })

  test('and no other act reaches outsiders: passing on, adding a signer, handing over', async () => {
    for (const toUserId of [users.provider_engineer!, users.virtual!]) {
      const answers = [
        await who.first!.post('/flow/process-new/pass-on', { id: running, toUserId }),
        await who.first!.post('/flow/process-new/add-sign', { id: running, toUserId, place: 'after' }),
        await admin.post('/flow/definition/transfer-flow', { userId: who.first!.userId, toUserId }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
    }
  })

  test('acts on an approval are refused as if there were none', async () => {
    for (const name of ['manager', 'clerk', 'keeper'])
      for (const [act, more] of [
        ['urge', {}],
        ['cancel', {}],
        ['take-back', {}],
        ['move', {}],
        ['audit', { type: 'agree' }],
        ['pass-on', { toUserId: users.engineer }],
      ] as const) {
        const { status } = await who[name]!.post(`/flow/process-new/${act}`, { id: running, ...more })
        expect([name, act, [403, 404].includes(status)]).toEqual([name, act, true])
      }
    const comment = { instanceId: running, content: '插话' }
    for (const name of ['manager', 'clerk', 'keeper']) expect((await who[name]!.post('/flow/comment/save', comment)).success).toBe(false)
    expect((await who.engineer!.post('/flow/comment/save', comment)).success).toBe(true)
  })
})
