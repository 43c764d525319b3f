import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { applyUrl, custody } from '#tests/harness/custody.ts'
import { home, other } from '#tests/harness/hospitals.ts'

const configUrl = '/eam/eventtypeconfig'
const processUrl = '/eam/eventprocess'
const flowUrl = '/eam/deviceeventflow'

let app: TestApp
let admin: Client
let manager: Client
let clerk: Client
let keeper: Client
let stranger: Client
let lab: ReturnType<typeof custody>
beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  manager = await app.as('equipment_manager')
  clerk = await app.as('warehouse_keeper')
  keeper = await app.as('keeper')
  stranger = await app.as('administrator', other)
  lab = custody(app, admin)
})
afterAll(() => app.stop())

/** Runs with a configuration that is removed afterwards. */
async function configured(config: object, run: (id: string) => Promise<void>): Promise<void> {
  const { id } = await lab.must(manager.post<Row>(`${configUrl}/submit`, { configName: '配置', ...config }))
  try {
    await run(String(id))
  } finally {
    await lab.must(manager.post<Row>(`${configUrl}/remove?ids=${id}`))
  }
}

describe('the configuration of a kind', () => {
  test('is written, read with its columns, changed and removed', async () => {
    await configured({ eventType: 'borrow', listColumns: ['applyTitle', 'reason'], requiredFields: ['reason'] }, async (id) => {
      const read = await clerk.get<Row>(`${configUrl}/detail`, { id })
      expect(read.data).toMatchObject({ eventType: 'borrow', listColumns: ['applyTitle', 'reason'], requiredFields: ['reason'] })
      expect((await manager.post(`${configUrl}/submit`, { id, remark: '全院' })).status).toBe(200)
      const list = await clerk.get<Page>(`${configUrl}/list`, { eventType: 'borrow' })
      expect(list.data.records).toEqual([expect.objectContaining({ id, listColumns: ['applyTitle', 'reason'] })])
      const second = await manager.post(`${configUrl}/submit`, { configName: '又一', eventType: 'borrow' })
      expect([second.status, second.msg]).toEqual([409, '该申请类型、科室和分类已有配置“配置”'])
    })
    expect((await clerk.get<Page>(`${configUrl}/list`)).data.total).toBe(0)
  })

  test('refuses unknown fields, people without the right and another hospital', async () => {
    const bad = await manager.post(`${configUrl}/submit`, { configName: '错', eventType: 'borrow', requiredFields: ['status'] })
    expect(bad.status).toBe(400)
    const unasked = await manager.post(`${configUrl}/submit`, {
      configName: '错',
      eventType: 'check',
      requiredFields: ['reason', 'returnTime'],
    })
    expect(unasked).toMatchObject({ status: 400, msg: '归还时间不适用于“盘点申请”' })
    expect((await clerk.post(`${configUrl}/submit`, { configName: '无权', eventType: 'borrow' })).status).toBe(403)
    await configured({ eventType: 'borrow', isStopped: 1 }, async (id) => {
      expect((await clerk.post(`${configUrl}/remove?ids=${id}`)).status).toBe(403)
      expect((await stranger.get(`${configUrl}/detail`, { id })).status).toBe(404)
      expect((await stranger.post(`${configUrl}/remove?ids=${id}`)).status).toBe(404)
    })
  })

  test('a kind that is switched off for the department is refused there, others go on', async () => {
    await configured({ eventType: 'borrow', deptId: home.depts.medicine, isStopped: 1 }, async () => {
      const refused = await lab.apply(clerk, 'borrow', [await lab.card()])
      expect([refused.status, refused.msg]).toEqual([400, '借用申请已停用（配置）'])
      expect((await lab.apply(clerk, 'allot', [await lab.card()])).status).toBe(200)
      expect((await lab.apply(admin, 'borrow', [await lab.card()], { deptId: home.depts.bones })).status).toBe(200)
    })
  })

  test('a draft from before is refused when it is submitted', async () => {
    const { id } = await lab.must(lab.apply(clerk, 'borrow', [await lab.card()]))
    await configured({ eventType: 'borrow', isStopped: 1 }, async () => {
      expect((await lab.submitApply(clerk, String(id))).msg).toBe('借用申请已停用（配置）')
      expect((await lab.detailOf(String(id))).status).toBe('draft')
    })
    expect((await lab.submitApply(clerk, String(id))).status).toBe(200)
  })

  test('required fields are asked for one by one, of the application and of its lines', async () => {
    const card = await lab.card()
    const { id } = await lab.must(lab.apply(clerk, 'borrow', [card]))
    const required = { requiredFields: ['reason', 'keeper'], requiredLineFields: ['remark'] }
    await configured({ eventType: 'borrow', ...required }, async () => {
      const refused = await lab.submitApply(clerk, String(id))
      expect([refused.status, refused.msg]).toEqual([400, '新保管人不能为空；申请原因不能为空；备注不能为空'])
      const [line] = (await lab.detailOf(String(id))).lines
      const lines = [{ id: line!.id, deviceId: card, remark: '加急' }]
      await lab.must(clerk.post(`${applyUrl}/submit`, { id, reason: '夜班', keeperId: clerk.userId, lines }))
      expect((await lab.submitApply(clerk, String(id))).status).toBe(200)
    })
  })

  test('the configuration of a department and of a class overrules that of the hospital', async () => {
    const category = await lab.must(admin.post<Row>('/eam/assets-category/submit', { categoryName: '生命支持' }))
    const card = await lab.card(['receive'], { assetsCategoryId: category.id })
    await configured({ eventType: 'allot', isStopped: 1 }, () =>
      configured({ configName: '生命支持', eventType: 'allot', categoryId: category.id, requiredFields: ['remark'] }, async () => {
        expect((await lab.apply(clerk, 'allot', [await lab.card()])).status).toBe(400)
        const { id } = await lab.must(lab.apply(clerk, 'allot', [card]))
        expect((await lab.submitApply(clerk, String(id))).msg).toBe('备注不能为空')
      }),
    )
  })

  test('only the roles that it names may apply', async () => {
    const [role] = await app.sql(`select id from role where tenant_id = $1 and role_alias = 'equipment_manager'`, [home.tenant])
    await configured({ eventType: 'purchase', roles: [role!.id] }, async () => {
      const lines = [{ itemName: '监护仪', quantity: 1 }]
      expect((await lab.apply(clerk, 'purchase', [], { lines })).status).toBe(403)
      expect((await lab.apply(manager, 'purchase', [], { lines })).status).toBe(200)
    })
  })
})

describe('the flow of an event kind', () => {
  test('is the approval rule, and decides about applications of its kind alone', async () => {
    const approvalKind = 'deviceApply'
    const definition = await lab.must(admin.post<Row>('/flow/definition/submit', { definitionName: '借用专用', approvalKind }))
    await lab.must(admin.post('/flow/definition/publish', { id: definition.id }))
    const rule = { flowName: '借用规则', approvalKind, eventType: 'borrow', definitionId: definition.id }
    const { id } = await lab.must(manager.post<Row>(`${flowUrl}/submit`, rule))
    expect((await manager.get<Row>(`${flowUrl}/detail`, { id })).data).toMatchObject({ eventType: 'borrow', flowStatus: 'stopped' })
    expect((await manager.get<Row>('/eam/flow/detail', { id })).data).toMatchObject({ id, eventType: 'borrow' })
    expect((await manager.get<Page>(`${flowUrl}/list`, { eventType: 'borrow' })).data.records).toMatchObject([{ id }])
    expect((await clerk.post(`${flowUrl}/submit`, rule)).status).toBe(403)
    expect((await stranger.get(`${flowUrl}/detail`, { id })).status).toBe(404)
    await lab.must(manager.post('/eam/flow/flow-start-and-stop', { id }))
    const flowOf = async (documentId: string): Promise<unknown> =>
      (
        await app.sql(
          `select d.definition_name from flow_instance i join flow_version v on v.tenant_id = i.tenant_id and v.id = i.flow_version_id
            join flow_definition d on d.tenant_id = v.tenant_id and d.id = v.definition_id where i.tenant_id = $1 and i.document_id = $2`,
          [home.tenant, documentId],
        )
      )[0]?.definition_name
    expect(await flowOf(await lab.submitted(clerk, 'borrow', [await lab.card()]))).toBe('借用专用')
    expect(await flowOf(await lab.submitted(clerk, 'allot', [await lab.card()]))).not.toBe('借用专用')
    await lab.must(manager.post('/eam/flow/flow-start-and-stop', { id }))
    expect((await manager.post(`${flowUrl}/remove?ids=${id}`)).data).toEqual({ removed: 1 })
  })

  test('only applications have kinds', async () => {
    const definition = await lab.must(admin.post<Row>('/flow/definition/submit', { definitionName: '假', approvalKind: 'leave' }))
    await lab.must(admin.post('/flow/definition/publish', { id: definition.id }))
    const rule = { flowName: '错', approvalKind: 'leave', eventType: 'borrow', definitionId: definition.id }
    const refused = await manager.post(`${flowUrl}/submit`, rule)
    expect([refused.status, refused.msg]).toEqual([400, '只有使用申请分申请类型'])
  })
})

describe('the course of an application', () => {
  const courseOf = (client: Client, eventId: string) => client.get<Row[]>(`${processUrl}/getListByEventId`, { eventId })

  test('tells what happened, by whom, and whom it waits for', async () => {
    const id = await lab.submitted(clerk, 'borrow', [await lab.card()])
    const waiting = (await courseOf(clerk, id)).data
    expect(waiting.slice(0, 2)).toMatchObject([{ act: 'add' }, { act: 'eventSubmit', stepName: '提交申请' }])
    expect(waiting.at(-1)).toMatchObject({ source: 'approval', progress: 'current', happenedAt: null })
    await lab.must(lab.approve(manager, id))
    const decided = (await courseOf(clerk, id)).data
    expect(decided.every(({ progress }) => progress === 'done')).toBe(true)
    expect(decided.map(({ source, act }) => `${source}.${act}`)).toEqual(expect.arrayContaining(['approval.agree', 'apply.approve']))
  })

  test('has remarks, which their author alone changes and removes', async () => {
    const { id: eventId } = await lab.must(lab.apply(clerk, 'borrow', [await lab.card()]))
    const { id } = await lab.must(clerk.post<Row>(`${processUrl}/submit`, { eventId, content: '已电话确认' }))
    expect((await clerk.get<Row>(`${processUrl}/detail`, { id })).data).toMatchObject({ eventId, content: '已电话确认' })
    expect((await manager.get<Page>(`${processUrl}/list`, { eventId })).data.records).toMatchObject([{ id }])
    expect((await courseOf(manager, String(eventId))).data).toContainEqual(
      expect.objectContaining({ id, source: 'remark', stepName: '备注', content: '已电话确认' }),
    )
    expect((await manager.post(`${processUrl}/submit`, { id, content: '改' })).status).toBe(403)
    expect((await manager.post(`${processUrl}/remove?ids=${id}`)).status).toBe(403)
    expect((await clerk.post(`${processUrl}/submit`, { id, content: '已确认' })).status).toBe(200)
    expect((await clerk.post(`${processUrl}/remove?ids=${id}`)).data).toEqual({ removed: 1 })
  })

  test('is not there for another hospital, or for who does not see the application', async () => {
    const { id: eventId } = await lab.must(lab.apply(clerk, 'borrow', [await lab.card()]))
    const { id } = await lab.must(clerk.post<Row>(`${processUrl}/submit`, { eventId, content: '内部' }))
    for (const client of [stranger, keeper]) {
      expect((await courseOf(client, String(eventId))).status).toBe(404)
      expect((await client.get(`${processUrl}/detail`, { id })).status).toBe(404)
      expect((await client.post(`${processUrl}/submit`, { eventId, content: '外人' })).status).not.toBe(200)
    }
    expect((await courseOf(clerk, 'x')).status).toBe(400)
  })
})

describe('a kind that a hospital adds by configuration alone', () => {
  const dictUrl = '/blade-system/dict-biz'
  beforeAll(async () => {
    const top = await lab.must(
      admin.post<Row>(`${dictUrl}/submit`, { code: 'apply_kind', dictValue: '本院申请类型', sort: 1, isSealed: 0 }),
    )
    const row = { parentId: top.id, dictKey: 'training', dictValue: '培训', dictValueEn: 'Training', sort: 1, isSealed: 0 }
    await lab.must(admin.post<Row>(`${dictUrl}/submit`, row))
  })
  const form = { lines: [{ itemName: '呼吸机操作培训', quantity: 1 }] }

  test('is asked for with its word, found in the list beside the declared kinds, and unknown in another hospital', async () => {
    const { id } = await lab.must(lab.apply(clerk, 'training', [], form))
    const list = await clerk.get<Page>(`${applyUrl}/list`, { type: 'training' })
    expect(list.data.records).toMatchObject([{ id, type: 'training', typeValue: '培训' }])
    expect((await lab.detailOf(String(id))).lines).toMatchObject([{ itemName: '呼吸机操作培训', type: 'training', typeValue: '培训' }])
    expect((await lab.apply(clerk, 'borrow', [await lab.card()])).status).toBe(200)
    expect((await lab.apply(clerk, 'travel', [], form)).status).toBe(400)
    expect((await stranger.post(`${applyUrl}/submit`, lab.draft('training', [], form))).status).toBe(400)
    const settings = await clerk.get<Row[]>('/osm/industry-config/field-config', { entity: 'deviceApply' })
    const type = settings.data.find(({ fieldCode }) => fieldCode === 'type') as { choices: { key: string }[] } | undefined
    expect(type?.choices.map(({ key }) => key)).toEqual(expect.arrayContaining(['borrow', 'training']))
    const [used] = (await admin.get<Row[]>(`${dictUrl}/dictionary`, { code: 'apply_kind' })).data
    expect((await admin.post(`${dictUrl}/remove`, { ids: [used!.id] })).msg).toMatch(/使用|占用/)
  })

  test('has a configuration, a rule and a flow with a condition of its own, and runs to its end', async () => {
    await configured({ eventType: 'training', requiredFields: ['reason'] }, async () => {
      const nodes = [
        {
          kind: 'condition',
          id: 'c',
          branches: [
            {
              id: 'own',
              when: [[{ fact: 'type', is: 'in', value: ['training'] }]],
              nodes: [{ kind: 'approve', id: 'teach', name: '培训负责人', who: [{ by: 'user', ids: [manager.userId] }], mode: 'one' }],
            },
          ],
          otherwise: { id: 'rest', nodes: [{ kind: 'approve', id: 'any', who: [{ by: 'holders' }], mode: 'one' }] },
        },
      ]
      const draft = { definitionName: '培训流程', approvalKind: 'deviceApply', draft: { nodes } }
      const definition = await lab.must(admin.post<Row>('/flow/definition/submit', draft))
      await lab.must(admin.post('/flow/definition/publish', { id: definition.id }))
      const rule = { flowName: '培训规则', approvalKind: 'deviceApply', eventType: 'training', definitionId: definition.id }
      const { id: ruleId } = await lab.must(manager.post<Row>(`${flowUrl}/submit`, rule))
      await lab.must(manager.post('/eam/flow/flow-start-and-stop', { id: ruleId }))
      const id = String((await lab.must(lab.apply(clerk, 'training', [], form))).id)
      expect((await lab.submitApply(clerk, id)).msg).toBe('申请原因不能为空')
      await lab.must(clerk.post<Row>(`${applyUrl}/submit`, { id, reason: '新设备到货' }))
      await lab.must(lab.submitApply(clerk, id))
      expect((await lab.detailOf(id)).approvalNode).toBe('培训负责人')
      await lab.must(lab.approve(manager, id))
      await lab.must(admin.post<Row>(`${applyUrl}/execute`, { id }))
      await lab.must(admin.post<Row>(`${applyUrl}/complete`, { id, result: '已培训 12 人' }))
      expect((await lab.detailOf(id)).status).toBe('finished')
      const counted = await admin.get<{ rows: Row[] }>('/eam/measure/applications', { group: 'type', figures: 'count' })
      expect(counted.data.rows).toContainEqual(expect.objectContaining({ key: 'training', name: '培训', values: { count: 1 } }))
    })
    await configured({ eventType: 'training', isStopped: 1 }, async () => {
      expect((await lab.apply(clerk, 'training', [], form)).msg).toBe('培训申请已停用（配置）')
    })
  })
})
