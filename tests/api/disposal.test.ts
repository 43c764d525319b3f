import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyColumns } from '#contract/entities/custody/apply-columns.ts'
import { type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { picture, send, upload } from '#tests/harness/pictures.ts'

let app: TestApp
let admin: Client
let manager: Client
let keeper: Client
let head: Client
let engineer: Client
let stranger: Client
let seed = 0
const { bones, medicine } = home.depts
const path = '/eam/devicedisposal'

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

const made = async (client: Client, at: string, draft: object): Promise<string> => {
  const answer = await client.post(at, draft)
  expect([at, answer.msg]).toEqual([at, '操作成功'])
  return answer.data.id
}
const card = async (draft: object = {}): Promise<string> => {
  const id = await made(admin, '/eam/device/submit', {
    deviceName: `呼吸机${++seed}`,
    useDeptId: bones,
    originalValue: '1000.00',
    assetsCode: `GZ${seed}`,
    ...draft,
  })
  await app.sql(`update device set filing_status = 'filed', eam_status = 'in_use' where id = $1`, [id])
  return id
}
const draftOf = (ids: readonly string[], more: object = {}) => ({
  disposalType: 'scrap',
  declareReasons: 'aged',
  reasonDetail: '已过使用年限',
  useDeptId: bones,
  lines: ids.map((deviceId) => ({ deviceId, approvePrice: '50.00' })),
  ...more,
})
const drafted = (client: Client, ids: readonly string[], more: object = {}) => made(client, `${path}/submit`, draftOf(ids, more))
const act = (client: Client, name: string, id: string, input: object = {}) => client.post<Row>(`${path}/${name}`, { id, ...input })
const ok = async (client: Client, name: string, id: string, input: object = {}): Promise<void> => {
  expect([name, (await act(client, name, id, input)).msg]).toEqual([name, '操作成功'])
}
const stateOf = async (id: string) => (await admin.get('/eam/device/detail', { id })).data.eamStatus
const rowOf = async (id: string) => (await admin.get<Row & { lines: Row[] }>(`${path}/detail`, { id })).data
const declared = async (ids: readonly string[], more: object = {}): Promise<string> => {
  const id = await drafted(keeper, ids, more)
  await ok(keeper, 'declare', id)
  return id
}
const approved = async (ids: readonly string[], more: object = {}): Promise<string> => {
  const id = await declared(ids, more)
  await ok(engineer, 'appraise', id, { appraisal: '主板损坏' })
  await ok(manager, 'yesOrNo', id, { type: 'yes' })
  await ok(manager, 'audit', id, { type: 'approve', content: '同意报废' })
  return id
}
const executing = { executedAt: '2026-11-20' }

describe('the course of a disposal', () => {
  test('from the declaration to the remittance; cards wait, and are closed with the execution [ASSET-ST-DISP-1] [ASSET-ST-DISP-2]', async () => {
    const ids = [await card(), await card({ originalValue: '2500.50' })]
    const id = await drafted(keeper, ids)
    expect(await rowOf(id)).toMatchObject({
      disposalStatus: 'draft',
      deviceCount: 2,
      originalTotal: '3500.50',
      approvePrice: '100.00',
      applicantId: home.users.keeper,
      disposalTypeValue: '报废',
      declareReasonsValue: '达到使用年限',
    })
    expect((await rowOf(id)).applyTitle).toContain('等 2 台')
    expect(await stateOf(ids[0]!)).toBe('in_use')
    await ok(keeper, 'declare', id)
    expect(await Promise.all(ids.map(stateOf))).toEqual(['pending_disposal', 'pending_disposal'])
    expect(await act(manager, 'yesOrNo', id, { type: 'yes' })).toMatchObject({ status: 400, error: 'rule' })
    await ok(engineer, 'appraise', id, { appraisal: '无维修价值', prices: [{ deviceId: ids[1], approvePrice: '200.25' }] })
    expect(await rowOf(id)).toMatchObject({ approvePrice: '250.25', appraisal: '无维修价值', appraisedById: home.users.engineer })
    await ok(manager, 'yesOrNo', id, { type: 'yes', content: '可以处置' })
    await ok(manager, 'audit', id, { type: 'approve', content: '同意' })
    expect(await rowOf(id)).toMatchObject({ disposalStatus: 'approved', decision: 'yes', auditedById: home.users.equipment_manager })
    await ok(manager, 'execute', id, { ...executing, receiver: '回收公司', proceeds: '300.00', costs: '20.00' })
    expect(await Promise.all(ids.map(stateOf))).toEqual(['disposed', 'disposed'])
    expect(await act(manager, 'remit', id, { remitted: '280.00', remittedOn: '2026-11-21' })).toMatchObject({ status: 400 })
    await ok(manager, 'write-off', id, { writeOffMonth: '2026-11-15' })
    expect(await act(manager, 'remit', id, { remitted: '280.01', remittedOn: '2026-11-21' })).toMatchObject({ status: 400 })
    await ok(manager, 'remit', id, { remitted: '280.00', remittedOn: '2026-11-21' })
    expect(await rowOf(id)).toMatchObject({ disposalStatus: 'finished', writeOffMonth: '2026-11-01', remitted: '280.00' })
    expect((await admin.get(`${path}/recordDetail`, { id })).data).toMatchObject({ id, disposalStatus: 'finished' })
    expect((await admin.get<Page>(`${path}/list`, { keyword: `GZ${seed}` })).data.records.map((row) => row.id)).toEqual([id])
  })

  test('a declaration notifies who appraises, a decision to keep the applicant, each once', async () => {
    const id = await declared([await card()])
    const { disposalNo, applyTitle } = await rowOf(id)
    const told = (kind: string) =>
      app.sql(`select user_id, subject, detail from notice where target = 'deviceDisposal' and target_id = $1 and kind = $2`, [id, kind])
    const subject = `${disposalNo} · ${applyTitle}`
    const ofDeclaration = await told('disposal_declared')
    const people = ofDeclaration.map(({ user_id }) => user_id)
    expect(people).toContain(home.users.engineer)
    expect(people).not.toContain(home.users.keeper)
    expect(new Set(people).size).toBe(people.length)
    expect(ofDeclaration).toEqual(people.map((user_id) => ({ user_id, subject, detail: null })))
    await ok(manager, 'yesOrNo', id, { type: 'no', content: '继续使用' })
    expect(await told('disposal_rejected')).toEqual([{ user_id: home.users.keeper, subject, detail: '继续使用' }])
  })

  test('withdrawn before the execution devices are as before, one in repair too; afterwards it is refused [ASSET-ST-DISP-3]', async () => {
    const [one, two] = [await card(), await card()]
    await app.sql(`update device set eam_status = 'idle' where id = $1`, [two])
    const id = await approved([one, two])
    expect((await keeper.post(`${path}/undo?ids=${id}`)).status).toBe(200)
    expect([await stateOf(one), await stateOf(two)]).toEqual(['in_use', 'idle'])
    expect((await rowOf(id)).disposalStatus).toBe('undone')
    // Corrected and declared again it starts from the beginning.
    await ok(keeper, 'declare', id)
    expect(await rowOf(id)).toMatchObject({ disposalStatus: 'submitted', appraisal: null, auditedById: null })
    await ok(engineer, 'appraise', id, { appraisal: '再次鉴定' })
    await ok(manager, 'yesOrNo', id, { type: 'yes' })
    // Withdrawn while its approval runs, the approval ends with it.
    await ok(keeper, 'undo', id)
    const ended = await app.sql('select instance_status from flow_instance where document_id = $1 order by created_at desc limit 1', [id])
    expect([ended, await stateOf(one)]).toEqual([[{ instance_status: 'cancelled' }], 'in_use'])
    // Its subject says once what is asked for, whether the title was made or typed.
    const subject = async (of: string) =>
      (await app.sql('select instance_title from flow_instance where document_id = $1', [of]))[0]!.instance_title
    expect(await subject(id)).toMatch(/^\S+ 报废呼吸机\d+等 2 台 \S+$/)
    expect(await subject(await approved([two], { applyTitle: '老旧设备清退' }))).toMatch(/^\S+ 报废 1 台设备 老旧设备清退 \S+$/)
    const gone = await approved([one])
    await ok(manager, 'execute', gone, executing)
    expect(await keeper.post(`${path}/undo?ids=${gone}`)).toMatchObject({ status: 409, error: 'wrong_state' })
  })

  test('rejected by decision or audit devices are free again; both need an opinion', async () => {
    const one = await card()
    const id = await declared([one])
    await ok(engineer, 'appraise', id, { appraisal: '可修' })
    expect(await act(manager, 'yesOrNo', id, { type: 'no' })).toMatchObject({ status: 400, error: 'bad_input' })
    await ok(manager, 'yesOrNo', id, { type: 'no', content: '先维修' })
    expect([await stateOf(one), (await rowOf(id)).disposalStatus]).toEqual(['in_use', 'rejected'])
    await ok(keeper, 'declare', id)
    await ok(engineer, 'appraise', id, { appraisal: '不可修' })
    await ok(manager, 'yesOrNo', id, { type: 'yes' })
    expect(await act(manager, 'audit', id, { type: 'reject' })).toMatchObject({ status: 400, error: 'bad_input' })
    await ok(manager, 'audit', id, { type: 'reject', content: '资料不全' })
    expect([await stateOf(one), (await rowOf(id)).disposalStatus]).toEqual(['in_use', 'rejected'])
  })

  test('a device whose repair ended in the suggestion to dispose is taken over, and leaves repair when it is withdrawn', async () => {
    const one = await card()
    const repair = await made(keeper, '/eam/eventtyperepair/save', {
      deviceId: one,
      faultDescription: '坏了',
      isStopped: 1,
      urgency: 'normal',
    })
    await engineer.post('/eam/eventtyperepair/accept', { id: repair })
    await engineer.post('/eam/eventtyperepair/arrive', { id: repair })
    expect((await engineer.post('/eam/eventtyperepair/scrap', { id: repair, reason: '不值得修' })).status).toBe(200)
    expect(await stateOf(one)).toBe('pending_disposal')
    const id = await declared([one])
    await ok(keeper, 'undo', id)
    expect(await stateOf(one)).toBe('in_use')
  })
})

test('its rows say what no other kind of application says [ASSET-APPLY-DISP-1] [ASSET-APPLY-DISP-2] [ASSET-APPLY-DISP-3] [ASSET-APPLY-DISP-4] [ASSET-APPLY-DISP-5] [ASSET-APPLY-DISP-6]', async () => {
  const row = await rowOf(await drafted(keeper, [await card()]))
  for (const name of ['assetsCode', 'approvePrice', 'disposalTypeValue', 'declareReasonsValue', 'deviceImages', 'disImages']) {
    expect(row).toHaveProperty(name)
    for (const columns of Object.values(applyColumns)) expect(columns).not.toContain(name)
  }
})

describe('devices of a disposal', () => {
  test('are on one open application: the second is refused and names the first, also of two at once', async () => {
    const one = await card()
    const [first, second] = [await drafted(keeper, [one]), await drafted(head, [one])]
    const answers = await Promise.all([act(keeper, 'declare', first), act(head, 'declare', second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [winner, loser] = answers[0]!.status === 200 ? [first, answers[1]!] : [second, answers[0]!]
    expect(loser.msg).toContain((await rowOf(winner)).disposalNo)
    await ok(winner === first ? keeper : head, 'undo', winner)
    await ok(winner === first ? head : keeper, 'declare', winner === first ? second : first)
  })

  test('that are lent, reserved or missing are refused by name, and all others stay as they are', async () => {
    const [one, lent, reserved] = [await card(), await card(), await card()]
    await app.sql(`update device set eam_status = 'lent' where id = $1`, [lent])
    const id = await drafted(keeper, [one, lent])
    const refused = await act(keeper, 'declare', id)
    expect(refused).toMatchObject({ status: 409, error: 'conflict' })
    expect(refused.msg).toContain('借出')
    expect(await stateOf(one)).toBe('in_use')
    await admin.post('/eam/share/device/tag-submit', { ids: [reserved], priceKind: 'day', unitPrice: '10' })
    const [fromTime, toTime] = [new Date(Date.now() + 3_600_000), new Date(Date.now() + 7_200_000)].map((at) => at.toISOString())
    await made(admin, '/eam/deviceusemanage/shared-borrowing-save', { deviceId: reserved, borrowDeptId: medicine, fromTime, toTime })
    expect(await act(keeper, 'declare', await drafted(keeper, [reserved]))).toMatchObject({ status: 409 })
  })

  test('found missing meanwhile stop the execution with their name; the application stays approved', async () => {
    const [one, two] = [await card(), await card()]
    const id = await approved([one, two])
    await app.sql(`update device set eam_status = 'missing' where id = $1`, [two])
    const refused = await act(manager, 'execute', id, executing)
    expect(refused).toMatchObject({ status: 409, error: 'conflict' })
    expect(refused.msg).toContain('盘亏')
    expect([(await rowOf(id)).disposalStatus, await stateOf(one)]).toEqual(['approved', 'pending_disposal'])
  })

  test('may be 500 in one application, not more; undone and executed at once have one winner', async () => {
    const model = await card()
    await app.sql(
      `insert into device (tenant_id, id, device_name, device_code, use_dept_id, original_value, eam_status, filing_status)
        select tenant_id, gen_random_uuid(), device_name, 'MASS-' || n, use_dept_id, original_value, 'in_use', 'filed' from device, generate_series(1, 500) n where id = $1`,
      [model],
    )
    const mass = (await app.sql(`select id from device where device_code like 'MASS-%' order by id`)).map((row) => String(row.id))
    expect(await keeper.post(`${path}/submit`, draftOf([...mass, model]))).toMatchObject({ status: 400 })
    const id = await approved(mass)
    expect(await rowOf(id)).toMatchObject({ deviceCount: 500, originalTotal: '500000.00' })
    const answers = await Promise.all([act(manager, 'execute', id, executing), keeper.post(`${path}/undo?ids=${id}`)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const states = await app.sql(`select distinct eam_status from device where id = any($1::uuid[])`, [mass])
    expect(states).toEqual([{ eam_status: answers[0]!.status === 200 ? 'disposed' : 'in_use' }])
    expect(await app.sql('select 1 from device_hold where apply_id = $1', [id])).toEqual([])
  }, 60_000)

  test('leave the shared pool with the execution', async () => {
    const one = await card()
    await admin.post('/eam/share/device/tag-submit', { ids: [one], priceKind: 'day', unitPrice: '10' })
    await ok(manager, 'execute', await approved([one]), executing)
    expect((await admin.get<Page>('/eam/share/pool/list', { deviceId: one })).data.total).toBe(0)
  })
})

describe('the event type scrap', () => {
  test('is the disposal: its lines are added, read, changed and removed under that address', async () => {
    const at = '/eam/eventtypescrap'
    const [one, two] = [await card(), await card()]
    const applyId = await drafted(keeper, [one])
    const { id } = (await keeper.post<Row>(`${at}/save`, { applyId, deviceId: two, approvePrice: '30.00' })).data
    expect(await rowOf(applyId)).toMatchObject({ deviceCount: 2, approvePrice: '80.00' })
    expect((await keeper.get<Row>(`${at}/detail`, { id })).data).toMatchObject({ disposalId: applyId, deviceId: two })
    expect((await keeper.get<Row[]>(`${at}/getScrapListByApplyId`, { applyId })).data).toHaveLength(2)
    expect((await keeper.get<Page>(`${at}/list`, { size: 100 })).data.records.map((row) => row.id)).toContain(id)
    expect((await keeper.post(`${at}/submit`, { id, remark: '无配件' })).status).toBe(200)
    expect((await rowOf(applyId)).lines[1]).toMatchObject({ id, remark: '无配件' })
    expect((await stranger.post(`${at}/save`, { applyId, deviceId: two })).status).toBe(400)
    expect((await stranger.get(`${at}/detail`, { id })).status).toBe(404)
    expect((await keeper.post(`${at}/remove?ids=${id}`)).data).toEqual({ removed: 1 })
    await ok(keeper, 'declare', applyId)
    expect((await keeper.post(`${at}/save`, { applyId, deviceId: two })).status).toBe(409)
  })

  test('that the hospital switched off for a department is refused there, and open to the named roles only', async () => {
    const config = { configName: '骨科停用', eventType: 'disposal', deptId: bones, isStopped: 1 }
    const id = await made(admin, '/eam/eventtypeconfig/submit', config)
    const one = await card()
    expect((await keeper.post(`${path}/submit`, draftOf([one]))).msg).toContain('处置申请已停用（骨科停用）')
    const far = await card({ useDeptId: medicine })
    expect((await admin.post(`${path}/submit`, draftOf([far], { useDeptId: medicine }))).status).toBe(200)
    await made(admin, '/eam/eventtypeconfig/submit', { id, isStopped: 0 })
    const earlier = await drafted(keeper, [one])
    const [role] = await app.sql(`select id from role where tenant_id = $1 and role_alias = 'equipment_manager'`, [home.tenant])
    await made(admin, '/eam/eventtypeconfig/submit', { id, roles: [role!.id] })
    expect((await act(keeper, 'declare', earlier)).status).toBe(403)
    expect(await stateOf(one)).toBe('in_use')
    await admin.post(`/eam/eventtypeconfig/remove?ids=${id}`)
    await ok(keeper, 'declare', earlier)
  })
})

describe('above the limit of the hospital', () => {
  test('on original value the superior authority has to approve before write-off and execution', async () => {
    const limit = await made(admin, '/blade-system/param/submit', {
      paramName: '上级批复限额',
      paramKey: 'disposal.superiorLimit',
      paramValue: '1000.00',
    })
    const one = await card()
    const id = await approved([one])
    expect((await rowOf(id)).superiorNeeded).toBe(1)
    for (const [name, input] of [
      ['execute', executing],
      ['write-off', { writeOffMonth: '2026-11-01' }],
    ] as const)
      expect(await act(manager, name, id, input)).toMatchObject({ status: 400, error: 'rule' })
    const said = { superiorNo: '卫财〔2026〕5 号', superiorDate: '2026-11-19' }
    expect(await act(manager, 'superior', id, said)).toMatchObject({ status: 400 })
    const scan = upload(picture())
    await send(app, manager, scan)
    await ok(manager, 'superior', id, { ...said, superiorScan: [scan.id] })
    await ok(manager, 'execute', id, executing)
    const below = await approved([await card({ originalValue: '999.99' })])
    expect((await rowOf(below)).superiorNeeded).toBe(0)
    await admin.post(`/blade-system/param/remove?ids=${limit}`)
  })
})

describe('the write-off month', () => {
  test('ends depreciation in every book from that month on, and a withdrawn disposal takes it back', async () => {
    const book = { ruleName: '政府会计', ruleSet: 'public', beginsOn: '2026-01-01', defaultLife: 60, isMain: 1 }
    const rule = await made(admin, '/eam/depreciation-rule/submit', book)
    const one = await card({ acceptanceDate: '2026-01-05', enableDate: '2026-01-05', usefulLifeMonths: 60 })
    const id = await approved([one])
    await ok(manager, 'write-off', id, { writeOffMonth: '2026-04-30', writeOffVoucher: 'PZ-4' })
    const forecast = async () =>
      (await admin.get<{ months: { month: string }[] }>('/eam/devicedepreciation/forecast', { deviceId: one, ruleId: rule })).data.months
    expect((await forecast()).map(({ month }) => month)).toEqual(['2026-01', '2026-02', '2026-03'])
    // Execution is separate: the card is still there.
    expect(await stateOf(one)).toBe('pending_disposal')
    // Who only applies does not take back what finance has entered.
    expect(await keeper.post(`${path}/undo?ids=${id}`)).toMatchObject({ status: 403, error: 'forbidden' })
    expect(await rowOf(id)).toMatchObject({ disposalStatus: 'approved', writeOffMonth: '2026-04-01' })
    await ok(manager, 'undo', id)
    expect((await forecast()).length).toBeGreaterThan(30)
    const events = await app.sql(
      `select e.verb, e.by_rule from audit_event e join device_depreciation d on d.id = e.entity_id where d.device_id = $1 order by e.version`,
      [one],
    )
    expect(events).toEqual([
      { verb: 'change', by_rule: 'disposalPosting' },
      { verb: 'change', by_rule: 'disposalPosting' },
    ])
    // Months that are closed are not rewritten.
    await app.sql(`update depreciation_rule set closed_on = '2026-06-30' where id = $1`, [rule])
    const late = await approved([await card()])
    expect(await act(manager, 'write-off', late, { writeOffMonth: '2026-05-01' })).toMatchObject({ status: 400, error: 'rule' })
    await ok(manager, 'write-off', late, { writeOffMonth: '2026-07-01' })
    await app.sql(`update depreciation_rule set closed_on = '2026-08-31' where id = $1`, [rule])
    await app.sql(`update device_depreciation set card_state = 'ended' where rule_id = $1 and write_off_date = '2026-07-01'`, [rule])
    expect(await manager.post(`${path}/undo?ids=${late}`)).toMatchObject({ status: 400, error: 'rule' })
    expect((await rowOf(late)).disposalStatus).toBe('approved')
  })
})

describe('who may', () => {
  test('every act is refused without its right, from another department and another hospital', async () => {
    expect(await keeper.post(`${path}/submit`, draftOf([await card({ useDeptId: medicine })]))).toMatchObject({
      status: 400,
      error: 'bad_input',
    })
    const mine = await declared([await card()])
    const acts: [string, object][] = [
      ['appraise', { appraisal: 'x' }],
      ['yesOrNo', { type: 'yes' }],
      ['audit', { type: 'approve' }],
      ['agree', {}],
      ['refuse', { opinion: 'x' }],
      ['superior', { superiorNo: 'x', superiorDate: '2026-01-01', superiorScan: [] }],
      ['write-off', { writeOffMonth: '2026-01-01' }],
      ['execute', executing],
      ['remit', { remitted: '0', remittedOn: '2026-01-01' }],
    ]
    for (const [name, input] of acts) {
      expect([name, (await act(keeper, name, mine, input)).status]).toEqual([name, 403])
      const far = (await act(stranger, name, mine, input)).status
      expect([name, [400, 404].includes(far)]).toEqual([name, true])
    }
    expect((await stranger.post(`${path}/undo?ids=${mine}`)).status).toBe(404)
    // 内科 has nothing to do with a disposal of 骨科.
    const warehouse = await app.as('warehouse_keeper')
    for (const name of ['declare', 'undo', 'execute'])
      expect((await act(warehouse, name, mine, name === 'execute' ? executing : {})).status).toBe(404)
    expect((await warehouse.get<Page>(`${path}/list`, {})).data.records.map((row) => row.id)).not.toContain(mine)
    expect((await rowOf(mine)).disposalStatus).toBe('submitted')
  })

  test('who applied does not approve it', async () => {
    const id = await drafted(manager, [await card()])
    await ok(manager, 'declare', id)
    await ok(engineer, 'appraise', id, { appraisal: 'x' })
    await ok(manager, 'yesOrNo', id, { type: 'yes' })
    expect(await act(manager, 'audit', id, { type: 'approve' })).toMatchObject({ status: 400, error: 'rule' })
    await ok(admin, 'audit', id, { type: 'approve' })
  })

  test('approved and rejected at once it has one outcome', async () => {
    const one = await card()
    const id = await declared([one])
    await ok(engineer, 'appraise', id, { appraisal: 'x' })
    await ok(manager, 'yesOrNo', id, { type: 'yes' })
    const answers = await Promise.all([
      act(manager, 'audit', id, { type: 'approve' }),
      act(admin, 'audit', id, { type: 'reject', content: '否' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await stateOf(one)).toBe(answers[0]!.status === 200 ? 'pending_disposal' : 'in_use')
  })
})
