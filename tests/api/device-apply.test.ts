import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { homeDay } from '#contract/kit/time/day.ts'
import { type Client, type Page, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { applyUrl, custody, useUrl } from '#tests/harness/custody.ts'
import { holdWrites, waitedFor } from '#tests/harness/hold-writes.ts'
import { home, other } from '#tests/harness/hospitals.ts'

let app: TestApp
let admin: Client
let manager: Client
let clerk: Client
let keeper: Client
let lab: ReturnType<typeof custody>
const english = { 'accept-language': 'en' }
beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  manager = await app.as('equipment_manager')
  clerk = await app.as('warehouse_keeper')
  keeper = await app.as('keeper')
  lab = custody(app, admin)
})
afterAll(() => app.stop())

describe('an application', () => {
  test('goes from the draft over approval to one use for each device', async () => {
    const [a, b] = [await lab.card(), await lab.card()]
    const { id } = await lab.must(lab.apply(clerk, 'borrow', [a, b]))
    expect(await lab.detailOf(id)).toMatchObject({
      status: 'draft',
      lineCount: 2,
      applicantId: home.users.warehouse_keeper,
      oldUseDeptId: home.depts.bones,
      lines: [{ deviceId: a, oldUseDeptId: home.depts.bones, type: 'borrow' }, { deviceId: b }],
    })
    expect((await lab.submitApply(clerk, id)).status).toBe(200)
    const waiting = await lab.detailOf(id)
    expect(waiting).toMatchObject({ status: 'in_approval', approvalNode: expect.any(String) })
    // Its subject says who wants what, also where the typed title does not.
    const { records } = (await manager.get<Page>('/blade-flow/work/todo-list')).data
    expect(records[0]!.instanceTitle).toMatch(/^\S+ 借用 申请\d+$/)
    expect((await lab.approve(manager, id)).status).toBe(200)
    // The decision is one change of the document, which no longer waits at a node.
    const decided = {
      status: 'approved',
      decidedById: home.users.equipment_manager,
      approvalNode: null,
      version: Number(waiting.version) + 1,
    }
    expect(await lab.detailOf(id)).toMatchObject(decided)
    expect(await lab.usesOf(id)).toEqual([
      expect.objectContaining({ status: 'reserved', fromDeptId: home.depts.bones, toDeptId: home.depts.medicine }),
      expect.objectContaining({ status: 'reserved' }),
    ])
    expect((await lab.device(a)).eamStatus).toBe('in_use')
    // Its end is told once, by the approval.
    const ended = await app.sql(
      `select kind from notice where user_id = $1 and (target_id = $2 or target_id = (select i.id::text from flow_instance i where i.document_id = $2))`,
      [home.users.warehouse_keeper, id],
    )
    expect(ended).toEqual([{ kind: 'flow_agreed' }])
    // Who hands out is told once of all devices, not once for each.
    const told = await app.sql(
      `select n.subject, n.detail, n.user_id, n.target_id from notice n join device_use u on u.id::text = n.target_id where n.kind = 'use_reserved' and u.apply_id = $1`,
      [id],
    )
    const names = await Promise.all([a, b].map(async (one) => String((await lab.device(one)).deviceName)))
    expect(told.length).toBeGreaterThan(0)
    expect(new Set(told.map((one) => one.user_id)).size).toBe(told.length)
    for (const { subject, detail } of told) {
      for (const name of names) expect(subject).toContain(name)
      expect(detail).toBe(`${waiting.applyNo} · × 2`)
    }
  })

  test('keeps its devices from every other one, which hears its number', async () => {
    const a = await lab.card()
    const first = await lab.detailOf(await lab.submitted(clerk, 'borrow', [a]))
    for (const type of ['borrow', 'allot']) {
      const { id } = await lab.must(lab.apply(clerk, type, [a]))
      const answer = await lab.submitApply(clerk, id)
      expect(answer.status).toBe(409)
      expect(answer.msg).toContain(String(first.applyNo))
      expect((await lab.detailOf(id)).status).toBe('draft')
    }
    expect((await clerk.post(`${applyUrl}/cancel-check`, { id: first.id })).status).toBe(200)
    await lab.submitted(clerk, 'allot', [a])
  })

  test('approved by a server that dies before the effect is written is as before, and is approved again', async () => {
    const devices = [await lab.card(), await lab.card()]
    const id = await lab.submitted(clerk, 'borrow', devices)
    const rows = () =>
      app.sql(
        `select a.status, a.version, i.instance_status, i.version as instance_version, (select count(*)::int from device_hold h where h.tenant_id = a.tenant_id and h.apply_id = a.id) as holds,
          (select jsonb_agg(t.task_state order by t.id) from flow_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id) as tasks,
          (select count(*)::int from flow_record r where r.tenant_id = i.tenant_id and r.instance_id = i.id) as records,
          (select count(*)::int from device_use u where u.tenant_id = a.tenant_id and u.apply_id = a.id) as uses,
          (select count(*)::int from notice n where n.tenant_id = a.tenant_id) as notices, (select count(*)::int from audit_event e where e.tenant_id = a.tenant_id) as events
        from device_apply a join flow_instance i on i.tenant_id = a.tenant_id and i.document_id = a.id::text where a.tenant_id = $1 and a.id = $2`,
        [home.tenant, id],
      )
    const before = await rows()
    const held = await holdWrites(app, 'device_use', `new.apply_id = '${id}'`)
    const answer = lab.approve(manager, id)
    await held.reached()
    // What the database sees of a program that is killed: its sessions are gone.
    const [lock] = await waitedFor(app)
    await app.sql(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted and objid = $1
        and database = (select oid from pg_database where datname = current_database())`,
      [lock!.objid],
    )
    expect((await answer).status).toBeGreaterThanOrEqual(500)
    await held.release()
    expect(await rows()).toEqual(before)
    expect((await lab.approve(manager, id)).status).toBe(200)
    expect(await rows()).toEqual([expect.objectContaining({ status: 'approved', instance_status: 'agreed', holds: 2, uses: 2 })])
  })

  test('of two at once that name the same device one wins', async () => {
    const a = await lab.card()
    const ids = await Promise.all(Array.from({ length: 6 }, async () => (await lab.must(lab.apply(clerk, 'borrow', [a]))).id))
    const answers = await Promise.all(ids.map((id) => lab.submitApply(clerk, id)))
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })

  test('is not approved by who made it, nor by who has no right to', async () => {
    const id = await lab.submitted(manager, 'borrow', [await lab.card()])
    expect(await lab.approve(manager, id)).toMatchObject({ status: 400, msg: '不能审批自己提交的申请' })
    expect((await lab.approve(clerk, id)).status).toBe(403)
    expect((await lab.approve(admin, id)).status).toBe(200)
  })

  test('that is rejected frees its devices and may be changed and submitted again', async () => {
    const a = await lab.card()
    const id = await lab.submitted(clerk, 'borrow', [a])
    expect((await manager.post(`${applyUrl}/reject`, { id })).status).toBe(400)
    expect((await manager.post(`${applyUrl}/reject`, { id, opinion: '请换一台' })).status).toBe(200)
    expect(await lab.detailOf(id)).toMatchObject({ status: 'rejected', opinion: '请换一台' })
    const second = await lab.submitted(clerk, 'borrow', [a])
    expect((await clerk.post(`${applyUrl}/submit`, { id, lines: [{ deviceId: await lab.card() }] })).status).toBe(200)
    expect((await lab.submitApply(clerk, id)).status).toBe(200)
    expect((await lab.detailOf(second)).status).toBe('in_approval')
  })

  test('says what is missing before it is submitted', async () => {
    const a = await lab.card()
    const asks = async (type: string, devices: string[], more: object) => {
      const { id } = await lab.must(lab.apply(clerk, type, devices, more))
      const answer = await lab.submitApply(clerk, id)
      return [answer.status, answer.msg]
    }
    expect(await asks('borrow', [a], { useDeptId: null, returnTime: null })).toEqual([400, expect.stringContaining('使用科室')])
    expect(await asks('borrow', [a], { returnTime: '2020-01-01T00:00:00Z' })).toEqual([400, '归还时间须晚于借用时间和当前时间'])
    expect(await asks('borrow', [], {})).toEqual([400, '请至少填写一行申请明细'])
    expect((await lab.apply(clerk, 'borrow', [], { lines: [{ itemName: '呼吸机' }] })).status).toBe(400)
    expect((await lab.apply(clerk, 'purchase', [], { lines: [{ quantity: 2 }] })).status).toBe(400)
  })

  test('has a title by itself, which follows what it says until a person types one', async () => {
    const due = new Date(Date.now() + 3 * 86_400_000)
    const day = homeDay(due)
    const until = day.slice(0, 4) === homeDay(new Date()).slice(0, 4) ? day.slice(5) : day
    const [a, b, c] = [
      await lab.card(['receive'], { deviceName: '输液泵' }),
      await lab.card(['receive'], { deviceName: '输液泵' }),
      await lab.card(['receive'], { deviceName: '呼吸机' }),
    ]
    const { deviceCode } = await lab.device(a)
    const titled = async (id: unknown) => (await lab.detailOf(String(id))).applyTitle
    const save = async (draft: object) => (await lab.must(clerk.post(`${applyUrl}/submit`, draft))).id
    // Department, receiving department and begin are those of the person and of the moment.
    const loan = await save({ type: 'borrow', returnTime: due.toISOString(), lines: [{ deviceId: a }] })
    expect(await lab.detailOf(loan)).toMatchObject({
      applyTitle: `借用 输液泵 ${deviceCode} 至 ${until}`,
      deptId: home.depts.medicine,
      useDeptId: home.depts.medicine,
      borrowTime: expect.any(String),
    })
    await save({ id: loan, lines: [{ deviceId: a }, { deviceId: b }] })
    expect(await titled(loan)).toBe(`借用 2 台输液泵 至 ${until}`)
    await save({ id: loan, lines: [{ deviceId: a }, { deviceId: b }, { deviceId: c }] })
    expect(await titled(loan)).toBe(`借用 输液泵等 3 台 至 ${until}`)
    await save({ id: loan, applyTitle: '夜班备用' })
    await save({ id: loan, lines: [{ deviceId: c }] })
    expect(await titled(loan)).toBe('夜班备用')
    await save({ id: loan, applyTitle: '', lines: [{ deviceId: a }] })
    expect(await titled(loan)).toBe(`借用 输液泵 ${deviceCode} 至 ${until}`)
    expect((await lab.submitApply(clerk, loan)).status).toBe(200)

    const draft = { type: 'borrow', returnTime: '2031-01-03 08:00:00', lines: [{ deviceId: b }, { deviceId: c }] }
    expect(await titled((await lab.must(clerk.post(`${applyUrl}/submit`, draft, english))).id)).toBe(
      'Borrow 输液泵 and 1 more until 2031-01-03',
    )
    expect(await titled(await save({ type: 'allot', useDeptId: home.depts.bones, lines: [{ deviceId: b }] }))).toMatch(
      /^调拨 输液泵 .+ 至 骨科$/,
    )
    expect(await titled(await save({ type: 'purchase', lines: [{ itemName: '监护仪', quantity: 4 }] }))).toBe('申购 4 台监护仪')
    expect(await titled(await save({ type: 'check', statisticalRange: '一病区急救设备' }))).toBe('盘点 一病区急救设备')
    expect(await titled(await save({ type: 'maintain', lines: [] }))).toBe('保养申请')
    const long = await lab.card(['receive'], { deviceName: '长'.repeat(110) })
    const cut = String(await titled(await save({ type: 'borrow', returnTime: due.toISOString(), lines: [{ deviceId: long }] })))
    expect(cut.length).toBeLessThanOrEqual(120)
    expect(cut).toMatch(new RegExp(`… 至 ${until}$`))
  })

  test('takes only what its kind has, and a change of the kind leaves the rest behind', async () => {
    const a = await lab.card()
    const foreign = { keeperId: clerk.userId }
    expect(await lab.apply(clerk, 'maintain', [a], foreign)).toMatchObject({
      status: 400,
      msg: '新保管人不适用于“保养申请”',
      data: [{ field: 'keeperId', rule: 'not_of_kind' }],
    })
    expect((await clerk.post(`${applyUrl}/submit`, lab.draft('maintain', [a], foreign), english)).msg).toBe(
      'New keeper does not apply to “Maintenance application”',
    )
    // Front ends that always send every field send empty ones.
    const kept = await lab.must(lab.apply(clerk, 'maintain', [a], { keeperId: '' }))
    const before = await lab.detailOf(String(kept.id))
    expect((await clerk.post(`${applyUrl}/submit`, { id: kept.id, ...foreign })).status).toBe(400)
    expect(await lab.detailOf(String(kept.id))).toEqual(before)
    // What the interface documents for every application is kept.
    const { id } = await lab.must(lab.apply(clerk, 'borrow', [await lab.card()], { statisticalRange: '一病区' }))
    expect(await lab.detailOf(id)).toMatchObject({ statisticalRange: '一病区', returnTime: expect.any(String) })
    await lab.must(clerk.post(`${applyUrl}/submit`, { id, type: 'allot' }))
    expect(await lab.detailOf(id)).toMatchObject({
      ...{ type: 'allot', borrowTime: null, returnTime: null, statisticalRange: null, useDeptId: home.depts.medicine },
    })
  })

  test('of another kind tells in its history what was left behind, and keeps new values of the same draft', async () => {
    const { id } = await lab.must(lab.apply(clerk, 'borrow', [await lab.card()], { statisticalRange: '一病区', keeperId: clerk.userId }))
    await lab.must(clerk.post(`${applyUrl}/submit`, { id, type: 'maintain', statisticalRange: '二病区' }))
    expect(await lab.detailOf(String(id))).toMatchObject({ statisticalRange: '二病区', keeperId: null, returnTime: null })
    const { records } = (await clerk.get<Page>(`${applyUrl}/history`, { id })).data
    const told = String(records[0]!.showContent)
    for (const part of ['新保管人已清除（原为 库管）', '借用时间已清除', '归还时间已清除', '盘点范围从 一病区 改为 二病区'])
      expect(told).toContain(part)
  })

  test('from before kinds had forms is saved with what it holds, as front ends send it back', async () => {
    const { id } = await lab.must(lab.apply(clerk, 'maintain', [await lab.card()]))
    await app.sql('update device_apply set keeper_id = $2 where id = $1', [id, clerk.userId])
    const { lines, ...shown } = await lab.detailOf(String(id), clerk)
    expect(lines).toHaveLength(1)
    expect((await clerk.post(`${applyUrl}/submit`, { ...shown, remark: '补充' })).status).toBe(200)
    const moved = await clerk.post(`${applyUrl}/submit`, { id, keeperId: manager.userId })
    expect(moved).toMatchObject({ status: 400, data: [{ field: 'keeperId', rule: 'not_of_kind' }] })
  })

  test('is asked for what the hospital requires by its stored kind, where a change does not say the kind', async () => {
    const save = (draft: object) => clerk.post(`${applyUrl}/submit`, draft)
    const check = await lab.must(lab.apply(clerk, 'check', [await lab.card()], { statisticalRange: '一病区' }))
    const upkeep = await lab.must(lab.apply(clerk, 'maintain', [await lab.card()]))
    const require = (isRequired: 0 | 1) =>
      lab.must(
        admin.post('/osm/industry-config/tenant-update', {
          entity: 'deviceApply',
          fields: ['statisticalRange', 'keeper'].map((fieldCode) => ({ fieldCode, isShow: 1, isRequired })),
        }),
      )
    await require(1)
    try {
      expect(await save({ id: check.id, statisticalRange: null })).toMatchObject({
        status: 400,
        data: [{ field: 'statisticalRange', rule: 'required' }],
      })
      expect((await save({ id: upkeep.id, keeperId: '', remark: '无' })).status).toBe(200)
    } finally {
      await require(0)
    }
  })

  test('names model and quantity where nothing is there yet', async () => {
    const lines = [{ itemName: '监护仪', deviceModel: 'M8', quantity: 3, unitPrice: '1000.50' }]
    const { id } = await lab.must(lab.apply(clerk, 'purchase', [], { lines }))
    expect(await lab.detailOf(id)).toMatchObject({ amount: '3001.50', deviceName: '监护仪', lines: [{ quantity: 3 }] })
    expect((await lab.submitApply(clerk, id)).status).toBe(200)
    expect((await lab.approve(manager, id)).status).toBe(200)
    expect((await manager.post(`${applyUrl}/execute`, { id })).status).toBe(200)
    expect((await manager.post(`${applyUrl}/complete`, { id, result: '已到货' })).status).toBe(200)
    expect((await lab.detailOf(id)).status).toBe('finished')
  })

  test('for a repair opens an order for each device when it is carried out', async () => {
    const [a, b] = [await lab.card(), await lab.card()]
    const id = await lab.approved(keeper, 'repair', [a, b], { deptId: home.depts.bones, reason: '报警' })
    expect((await manager.post(`${applyUrl}/execute`, { id })).status).toBe(200)
    const found = await manager.get('/eam/eventtyperepair/getRepairListByApplyId', { applyId: id })
    expect(found.data).toHaveLength(2)
  })

  test('is not made for a disposal, which has a document of its own; one that a phone had queued is not submitted', async () => {
    const a = await lab.card()
    const refused = await lab.apply(keeper, 'disposal', [a], { deptId: home.depts.bones })
    expect([refused.status, refused.error]).toEqual([400, 'bad_input'])
    const { id } = await lab.must(lab.apply(keeper, 'repair', [a], { deptId: home.depts.bones }))
    await app.sql(`update device_apply set type = 'disposal' where id = $1`, [id])
    const answer = await lab.submitApply(keeper, String(id))
    expect([answer.status, answer.msg]).toEqual([400, '处置请在“处置管理”中申报'])
    expect((await lab.device(a)).eamStatus).toBe('in_use')
  })

  test('gives away only what the person has', async () => {
    const { id } = await lab.must(lab.apply(clerk, 'regain', [await lab.card()]))
    expect((await lab.submitApply(clerk, id)).msg).toContain('不属于您的科室')
  })

  test('that is approved is ended by the manager, and its devices are free', async () => {
    const a = await lab.card()
    const id = await lab.approved(clerk, 'borrow', [a])
    expect((await clerk.post(`${applyUrl}/applyEnd`, { id, reason: '不用了' })).status).toBe(403)
    expect((await manager.post(`${applyUrl}/applyEnd`, { id, reason: '不用了' })).status).toBe(200)
    expect(await lab.detailOf(id)).toMatchObject({ status: 'ended', closeReason: '不用了' })
    expect((await lab.firstUse(id)).status).toBe('cancelled')
    await lab.submitted(clerk, 'borrow', [a])
  })

  test('is seen by its department, the applicant and no other person', async () => {
    const id = await lab.submitted(clerk, 'borrow', [await lab.card()])
    expect((await keeper.get(`${applyUrl}/detail`, { id })).status).toBe(404)
    expect((await keeper.get<Page>(`${applyUrl}/list`, { size: 100 })).data.records.map((row) => row.id)).not.toContain(id)
    const stranger = await app.as('administrator', other)
    expect((await stranger.get(`${applyUrl}/detail`, { id })).status).toBe(404)
    expect((await stranger.post(`${applyUrl}/approve`, { id })).status).toBe(404)
    expect((await stranger.get<Page>(`${useUrl}/list`)).data.total).toBe(0)
  })
})
