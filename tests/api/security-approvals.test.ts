import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { requestable } from '#contract/entities/asset/device/requestable-fields.ts'
import { type Brief, briefLines } from '#contract/entities/flow/brief.ts'
import { writeApiScopes } from '#server/db/first/new-api-scopes.ts'
import { type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { applyUrl, custody, useUrl } from '#tests/harness/custody.ts'
import { home } from '#tests/harness/hospitals.ts'
import { op, push } from '#tests/harness/ops.ts'
import { type PeopleLab, peopleLab } from '#tests/harness/people.ts'
import { picture, send, upload } from '#tests/harness/pictures.ts'

let app: TestApp
let [admin, keeper] = [] as unknown as [Client, Client]
let lab: PeopleLab
let things: ReturnType<typeof custody>
const { bones, medicine } = home.depts
const { users } = home
const takesPart = ['flowInstance.list', 'flowInstance.act']

beforeAll(async () => {
  app = await startApp()
  await writeApiScopes(app.pool)
  admin = await app.as('administrator')
  keeper = await app.as('keeper')
  lab = await peopleLab(app, () => admin)
  things = custody(app, admin)
})
afterAll(() => app.stop())

const put = async (path: string, body: object, client = admin): Promise<string> => {
  const answer = await client.post<Row>(path, body)
  expect([path, answer.status, answer.msg]).toEqual([path, 200, '操作成功'])
  return answer.data.id
}
const approve = (who: string, id: string, more: object = {}) => ({
  kind: 'approve',
  id,
  name: id,
  who: [{ by: 'user', ids: [who] }],
  mode: 'all',
  ...more,
})
let serial = 0
/** Lets a flow of these nodes decide about leaves from now on. */
async function leavesBy(nodes: object[]): Promise<void> {
  await app.sql(`update flow_binding set flow_status = 'stopped' where tenant_id = $1`, [home.tenant])
  const flow = { definitionName: `攻击${++serial}`, approvalKind: 'leave', draft: { nodes } }
  const definitionId = await put('/flow/definition/submit', flow)
  await put('/flow/definition/publish', { id: definitionId })
  const id = await put('/eam/flow/submit', { flowName: flow.definitionName, approvalKind: 'leave', definitionId })
  await put('/eam/flow/flow-start-and-stop', { id })
}
/** The approval of a document. */
const approvalOf = async (documentId: string): Promise<string> =>
  String((await app.sql('select id from flow_instance where tenant_id = $1 and document_id = $2', [home.tenant, documentId]))[0]!.id)
const leave = async (reason: string): Promise<string> =>
  approvalOf(await put('/blade-desk/process/leave/start-process', { reason, startDate: '2026-12-01', endDate: '2026-12-03' }, keeper))
const work = '/flow/process-new'
const audit = (client: Client, id: string, more: object = {}) => client.post<Row>(`${work}/audit`, { id, type: 'agree', ...more })
const detail = async (id: string, client = admin) => (await client.get<Row & { taskVersion: number }>(`${work}/detail`, { id })).data

describe('an approval', () => {
  test('that has ended is not told to people who took no part', async () => {
    await leavesBy([approve(users.administrator, 'a')])
    const { client } = await lab.clerk(takesPart, 'own')
    const id = await leave('保密的事由')
    const { taskId } = await detail(id)
    expect((await audit(admin, id)).status).toBe(200)
    for (const answer of [
      await audit(client, id),
      await client.post(`${work}/pass-on`, { id, toUserId: users.engineer }),
      await client.post(`${work}/add-sign`, { id, toUserId: users.engineer, place: 'after' }),
      await client.post('/blade-flow/work/claim-task', { taskId }),
    ]) {
      expect(answer.status).toBe(404)
      expect(JSON.stringify(answer.body)).not.toContain('保密的事由')
    }
  })

  test('is neither ended on paper nor handed on by people who do not see it', async () => {
    await leavesBy([approve(users.administrator, 'a')])
    const { client, id: me } = await lab.clerk([...takesPart, 'flowDefinition.list', 'flowDefinition.submit'], 'own')
    const id = await leave('看不见的申请')
    const scan = upload(picture())
    await send(app, client, scan)
    expect((await client.post(`${work}/switch-offline`, { id, images: [scan.id] })).status).toBe(404)
    const waiting = await client.get<Page>('/flow/definition/transfer-flow-list', { userId: users.administrator })
    expect(JSON.stringify(waiting.body)).not.toContain('看不见的申请')
    const moved = await client.post('/flow/definition/transfer-flow', { userId: users.administrator, toUserId: me })
    expect([moved.status, JSON.stringify(moved.body)]).toEqual([400, expect.stringContaining('userId')])
    expect((await audit(admin, id)).status).toBe(200)
  })

  test('takes node names of letters outside the basic plane, as many as there is room for', async () => {
    const branches = ['甲', '乙', '丙', '丁'].map((id) => ({
      id,
      nodes: [approve(users.administrator, `n${id}`, { name: '😀'.repeat(30) })],
    }))
    await leavesBy([{ kind: 'parallel', id: 'p', branches }])
    const id = await leave('四个分支')
    expect(String((await detail(id)).currentNodes).isWellFormed()).toBe(true)
  })

  test('is decided once by two candidates at the same time', async () => {
    await leavesBy([
      { ...approve(users.administrator, 'a'), who: [{ by: 'user', ids: [users.administrator, users.engineer] }], mode: 'one' },
    ])
    const engineer = await app.as('engineer')
    const id = await leave('同时审批')
    const answers = await Promise.all([audit(admin, id), audit(engineer, id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('a change request', () => {
  const url = '/eam/cardfieldupdate'
  const rights = ['device.list', 'device.submit', 'cardFieldUpdate.list', 'cardFieldUpdate.submit', 'cardFieldUpdate.approve']
  const asked = (newText: string) => [{ fieldCode: 'sn', newText }]

  test('that was edited after it was read is decided neither on its page nor in the list of approvals', async () => {
    const { client } = await lab.clerk(rights)
    const deviceId = await put('/eam/device/submit', { deviceName: '改号', useDeptId: bones, sn: 'S1' })
    const id = await put(`${url}/submit`, { deviceId, reason: '铭牌不符', lines: asked('S2') }, client)
    const instance = await approvalOf(id)
    const [seen, { version }] = [await detail(instance), (await admin.get<Row>(`${url}/detail`, { id })).data]
    await put(`${url}/submit`, { id, lines: asked('S9') }, client)
    expect(await admin.post(`${url}/approval`, { id, type: 'approve', version })).toMatchObject({ status: 409, error: 'stale' })
    expect(await audit(admin, instance, { version: seen.taskVersion })).toMatchObject({ status: 409, error: 'stale' })
    expect((await admin.get('/eam/device/detail', { id: deviceId })).data.sn).toBe('S1')
    expect((await audit(admin, instance, { version: (await detail(instance)).taskVersion })).status).toBe(200)
    expect((await admin.get('/eam/device/detail', { id: deviceId })).data.sn).toBe('S9')
  })

  test('that was edited is read as it is now, with each of its changes, before it is decided', async () => {
    const { client } = await lab.clerk(rights)
    const deviceId = await put('/eam/device/submit', { deviceName: '改多项', useDeptId: bones, sn: 'S1' })
    const id = await put(`${url}/submit`, { deviceId, reason: '铭牌不符', lines: asked('S2') }, client)
    const instance = await approvalOf(id)
    const read = async () => (await detail(instance)) as unknown as { instanceTitle: string; brief: Brief }
    expect((await read()).brief.facts).toContainEqual({
      ...{ zh: '出厂编号', en: 'Serial number' },
      value: { zh: '从 S1 改为 S2', en: 'From S1 to S2' },
    })
    const texts = { text: '10', money: '10', date: '2026-01-02' }
    const lines = Object.entries(device.fields).flatMap(([name, { kind }]) =>
      name in requestable && kind in texts && name !== 'sn' && name !== 'deviceName'
        ? [{ fieldCode: name, newText: texts[kind as keyof typeof texts] }]
        : [],
    )
    expect(lines.length).toBeGreaterThanOrEqual(briefLines)
    await put(`${url}/submit`, { id, lines: [...lines, ...asked('S9')] }, client)
    const { brief, instanceTitle } = await read()
    expect(instanceTitle).toContain(`的 ${lines.length + 1} 项信息`)
    expect(brief.facts).toContainEqual(expect.objectContaining({ zh: '出厂编号', value: expect.objectContaining({ zh: '从 S1 改为 S9' }) }))
    expect(brief.facts.filter(({ value }) => typeof value === 'object' && value.en.startsWith('Set to'))).toHaveLength(lines.length)
  })

  test('that was edited after a phone read it is not decided by what the phone queued, but after it was read again', async () => {
    const { client } = await lab.clerk(rights)
    const deviceId = await put('/eam/device/submit', { deviceName: '离线审批', useDeptId: bones, sn: 'S1' })
    const id = await put(`${url}/submit`, { deviceId, reason: '铭牌不符', lines: asked('S2') }, client)
    const instance = await approvalOf(id)
    const read = async () => (await detail(instance)) as unknown as { taskId: string; brief: Brief }
    const queued = ({ taskId, brief }: Awaited<ReturnType<typeof read>>) =>
      op({
        kind: 'flow.audit',
        target: { type: 'flowInstance', id: instance },
        lane: `flow:${instance}`,
        body: { id: instance, taskId, type: 'agree', revision: brief.revision ?? 0 },
      })
    const early = await queued(await read())
    await put(`${url}/submit`, { id, lines: asked('S9') }, client)
    expect((await push(admin, early))[0]).toMatchObject({ outcome: 'refused', msg: '这张单据在您查看后被修改过，请重新查看后再审批' })
    expect((await admin.get('/eam/device/detail', { id: deviceId })).data.sn).toBe('S1')
    expect((await read()).brief.revision).toBe(1)
    expect((await push(admin, await queued(await read())))[0]).toMatchObject({ outcome: 'done' })
    expect((await admin.get('/eam/device/detail', { id: deviceId })).data.sn).toBe('S9')
  })

  test('is decided by a holder of the right only as far as an API scope opens it', async () => {
    const first = await lab.clerk(rights)
    const deviceId = await put('/eam/device/submit', { deviceName: '范围', useDeptId: bones, sn: 'S1' })
    const id = await approvalOf(await put(`${url}/submit`, { deviceId, reason: '铭牌不符', lines: asked('S2') }, first.client))
    // Their right is younger than the request, so that it is not asked of them.
    const { client, alias } = await lab.clerk([...rights, ...takesPart])
    const scopes = (await admin.get<{ id: string; patterns: string[] }[]>('/blade-system/api-scope/list')).data
    const narrow = scopes.find(({ patterns }) => patterns.includes('flow.*'))!
    expect(narrow.patterns).not.toContain('cardFieldUpdate.*')
    const roleIds = [lab.roles[alias]]
    expect((await admin.post('/blade-system/role/grant', { roleIds, apiScopeIds: [narrow.id] })).status).toBe(200)
    expect((await client.post(`${url}/approve`, { id })).status).toBe(403)
    expect((await audit(client, id)).status).toBe(404)
    expect((await admin.get('/eam/device/detail', { id: deviceId })).data.sn).toBe('S1')
  })
})

describe('who wrote a document of a colleague', () => {
  const apply = ['deviceApply.list', 'deviceApply.submit', 'deviceApply.approve', 'deviceApply.end', 'device.list', ...takesPart]

  test('does not approve it: an application', async () => {
    const [first, second] = [await lab.clerk(apply), await lab.clerk(apply)]
    const id = await put(`${applyUrl}/submit`, things.draft('borrow', [await things.card()]), first.client)
    await put(`${applyUrl}/submit`, { id, reason: '改成我的' }, second.client)
    await put(`${applyUrl}/eventSubmit`, { id }, second.client)
    const instance = await approvalOf(id)
    expect((await detail(instance, second.client)).acts).not.toContain('agree')
    // What their phones are told, so that they offer no decision either.
    const [kept] = await app.sql(`select brief -> 'writers' as writers from flow_instance where id = $1`, [instance])
    expect([...(kept!.writers as string[])].sort()).toEqual([first.client.userId, second.client.userId].sort())
    for (const answer of [await second.client.post(`${applyUrl}/approve`, { id }), await audit(second.client, instance)])
      expect([answer.status, answer.msg]).toEqual([400, '不能审批自己提交的申请'])
    expect((await audit(admin, instance)).status).toBe(200)
  })

  test('does not approve it: a warehouse entry', async () => {
    const rights = ['warehouseEntry.list', 'warehouseEntry.submit', 'warehouseEntry.approve', 'device.submit', ...takesPart]
    const [first, second] = [await lab.clerk(rights), await lab.clerk(rights)]
    const warehouseId = await put('/eam/plc/warehouse/submit', { warehouseName: '攻击库', deptId: bones })
    const lines = [{ lineKind: 'device', itemName: '监护仪', quantity: 1, unitPrice: '10' }]
    const url = '/eam/warehouse/enter'
    const id = await put(`${url}/save`, { warehouseId, deptId: bones, entryDate: '2026-07-01', lines }, first.client)
    await put(`${url}/hand-in`, { id }, second.client)
    expect(await second.client.post(`${url}/approve`, { id })).toMatchObject({ status: 400, msg: '不能审批自己提交的申请' })
    expect((await first.client.post(`${url}/approve`, { id })).status).toBe(400)
  })
})

describe('an application of another department', () => {
  test('does not tell its kind by the lines of another one', async () => {
    const { client } = await lab.clerk(['deviceApply.list', 'deviceApply.submit', 'deviceApplyItem.list'], 'dept')
    const far = await things.must(things.apply(await app.as('warehouse_keeper'), 'allot', [await things.card()]))
    const line = { applyId: String(far.id), deviceId: await things.card() }
    const save = (kind: string) => client.post(`/eam/eventtype${kind}/save`, line)
    const [other, same] = [await save('borrow'), await save('transfer')]
    expect([other.status, other.msg]).toEqual([same.status, same.msg])
    expect(other.success).toBe(false)
  })
})

describe('a disposal', () => {
  const url = '/eam/devicedisposal'

  test('is measured by what its cards say when it is declared, not when it was drafted', async () => {
    const limit = await put('/blade-system/param/submit', { paramName: '上级限额', paramKey: 'disposal.superiorLimit', paramValue: '5000' })
    const deviceId = await things.card(['receive'], { originalValue: '1000' })
    const id = await put(
      `${url}/submit`,
      { declareReasons: 'aged', reasonDetail: '老化', disposalType: 'scrap', useDeptId: bones, lines: [{ deviceId }] },
      keeper,
    )
    await put('/eam/device/submit', { id: deviceId, originalValue: '9000' })
    await put(`${url}/declare`, { id }, keeper)
    const row = (await admin.get<Row & { lines: Row[] }>(`${url}/detail`, { id })).data
    expect(row).toMatchObject({ originalTotal: '9000.00', superiorNeeded: 1, lines: [{ originalValue: '9000.00' }] })
    const stale = await admin.post(`${url}/yesOrNo`, { id, type: 'no', content: '不处置', version: Number(row.version) - 1 })
    expect(stale).toMatchObject({ status: 409, error: 'stale' })
    expect((await admin.post(`${url}/yesOrNo`, { id, type: 'no', content: '不处置', version: row.version })).status).toBe(200)
    await admin.post(`/blade-system/param/remove?ids=${limit}`)
  })
})

describe('a shared device', () => {
  test('is not priced or taken out of the pool by another department', async () => {
    const { client } = await lab.clerk(['device.list', 'poolDevice.list', 'poolDevice.submit', 'poolDevice.remove'], 'dept')
    const deviceId = await put('/eam/device/submit', { deviceName: '内科的泵', useDeptId: medicine })
    expect((await admin.post('/eam/share/device/tag-submit', { ids: [deviceId], priceKind: 'hour', unitPrice: '12.50' })).status).toBe(200)
    const find = async () =>
      (await admin.get<Page>('/eam/share/pool/list', { size: 200 })).data.records.find((row) => row.poolTitle === '内科的泵')!
    const { id } = await find()
    for (const answer of [
      await client.post('/eam/share/pool/submit', { id, unitPrice: '0' }),
      await client.post(`/eam/share/pool/remove?ids=${id}`),
    ])
      expect([answer.status, answer.msg]).toEqual([400, '共享设备由所在科室或设备科维护'])
    expect(await find()).toMatchObject({ unitPrice: '12.50' })
  })
})

describe('a use between two departments', () => {
  const rights = [
    'deviceUse.list',
    'deviceUse.give',
    'deviceUse.take',
    'deviceUse.audit',
    'deviceUseRecord.list',
    'deviceUseRecord.submit',
    'deviceUseRecord.remove',
  ]

  test('is seen by both and by no third, in rows, counts and steps', async () => {
    const clerk = await app.as('warehouse_keeper')
    const useId = String((await things.firstUse(await things.approved(clerk, 'allot', [await things.card()]))).id)
    const near = (await lab.clerk(rights, 'dept')).client
    const far = await lab.clerk(rights, 'dept')
    const third = await lab.clerk(rights, 'dept')
    const { id: eyes } = (await admin.post<Row>('/blade-system/dept/submit', { deptName: '眼科', category: 'clinical' })).data
    for (const [userId, deptId] of [
      [far.id, medicine],
      [third.id, eyes],
    ])
      await put('/blade/user/update', { id: userId, deptId })
    const see = async (client: Client) => {
      const { total, records } = (await client.get<Page>(`${useUrl}/list`, { size: 200 })).data
      return [
        records.some((row) => row.id === useId),
        total === records.length,
        (await client.get(`${useUrl}/detail`, { id: useId })).status,
      ]
    }
    expect(await see(near)).toEqual([true, true, 200])
    expect(await see(far.client)).toEqual([true, true, 200])
    expect(await see(third.client)).toEqual([false, true, 404])
    expect((await third.client.post(`${useUrl}/hand-out`, { id: useId })).status).toBe(404)
    const refused = await far.client.post(`${useUrl}/submit`, { id: useId })
    expect([refused.status, refused.msg]).toEqual([400, '只有交出科室可以办理'])
    const note = await put('/eam/deviceusemanagelist/submit', { useManageId: useId, content: '外壳有裂纹' }, near)
    for (const answer of [
      await far.client.post('/eam/deviceusemanagelist/submit', { id: note, content: '完好' }),
      await far.client.post(`/eam/deviceusemanagelist/remove?ids=${note}`),
    ])
      expect(answer.status).toBe(403)
    expect((await admin.get('/eam/deviceusemanagelist/detail', { id: note })).data.content).toBe('外壳有裂纹')
  })

  test('is not extended to another day than the lender read', async () => {
    const clerk = await app.as('warehouse_keeper')
    const useId = String((await things.firstUse(await things.approved(clerk, 'borrow', [await things.card()]))).id)
    await put(`${useUrl}/submit`, { id: useId })
    await put(`${useUrl}/confirm`, { id: useId }, clerk)
    const until = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    await put(`${useUrl}/extend`, { id: useId, extendTo: until(2), reason: '两天' }, clerk)
    const { version } = await things.use(useId)
    await put(`${useUrl}/extend`, { id: useId, extendTo: until(300), reason: '三百天' }, clerk)
    expect(await admin.post(`${useUrl}/audit`, { id: useId, type: 'agree', version })).toMatchObject({ status: 409, error: 'stale' })
  })
})

describe('at the same time', () => {
  test('a kind is configured once for a department, and a list keeps 50 filters', async () => {
    const config = (at: number) =>
      admin.post('/eam/eventtypeconfig/submit', { configName: `配置${at}`, eventType: 'measure', deptId: medicine })
    expect((await Promise.all([1, 2, 3].map(config))).map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const keep = (at: number) => keeper.post('/eam/saved-filter/submit', { entity: 'device', name: `筛选${at}`, search: '' })
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => keep(at)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
  })
})
