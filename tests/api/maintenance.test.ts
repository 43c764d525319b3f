import { beforeAll, describe, expect, test } from 'vitest'
import { daysAfter, homeDay, monthsAfter } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { begin, verified } from '#tests/harness/imports.ts'

const app = await appForFile()
const [admin, manager, engineer, keeper, neighbour] = (await Promise.all([
  app.as('administrator'),
  app.as('equipment_manager'),
  app.as('engineer'),
  app.as('keeper'),
  app.as('administrator', other),
])) as [Client, Client, Client, Client, Client]
const [plans, cards, orders] = ['/eam/deviceplan', '/eam/devicecardmaintain', '/eam/eventtypemaintain']
const today = homeDay(new Date())
const ahead = (days: number): string => daysAfter(today, days)
const { medicine, bones, surgery } = home.depts

const saved = async (path: string, draft: object, who = admin): Promise<string> => {
  const answer = await who.post(path, draft)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return answer.data.id as string
}
const refused = async (path: string, draft: object, who = admin): Promise<string> => {
  const answer = await who.post(path, draft)
  expect([path, answer.success, answer.status >= 400 && answer.status < 500]).toEqual([path, false, true])
  return answer.msg
}
const one = async (path: string, id: string, who = admin): Promise<Row> => (await who.get<Row>(`${path}/detail`, { id })).data
const rowsOf = async (path: string, filter: Record<string, string>, who = admin): Promise<Row[]> =>
  (await who.get<Page>(path, { size: 200, ...filter })).data.records
let serial = 0
const device = (more: object = {}): Promise<string> =>
  saved('/eam/device/submit', { deviceName: `输液泵${++serial}`, useDeptId: medicine, ...more })
const planOf = (deviceId: string, more: object = {}): Promise<string> =>
  saved(`${plans}/submits`, { planName: `计划${++serial}`, deviceId, planCycle: 1, planCycleUnit: 'month', firstDue: today, ...more })
const cardOf = async (planId: string): Promise<Row> => {
  const [card] = await rowsOf(`${cards}/list`, { planId })
  return one(cards, card!.id)
}
/** A plan for a new device, and the order that is made of it now. */
const ordered = async (more: object = {}): Promise<{ deviceId: string; card: Row; order: Row }> => {
  const deviceId = await device()
  const card = await cardOf(await planOf(deviceId, more))
  expect((await engineer.post(`${cards}/order`, { ids: [card.id] })).data).toEqual({ made: 1 })
  const [order] = await rowsOf(`${orders}/list`, { planId: String(card.planId) })
  return { deviceId, card, order: order! }
}

describe('a plan', () => {
  test('for one device gives it a schedule', async () => {
    const deviceId = await device()
    const id = await planOf(deviceId, { leadDays: 7, assigneeId: home.users.engineer, season: ['1', '2'] })
    const plan = (await admin.get<Row>(`${plans}/details`, { id })).data
    expect(plan).toMatchObject({ planSubject: 'device', deviceId, leadDays: 7, assigneeId: home.users.engineer, season: ['1', '2'] })
    expect((await rowsOf(`${plans}/page`, { deviceId })).map((row) => row.id)).toEqual([id])
    expect(await cardOf(id)).toMatchObject({ deviceId, planId: id, missedCount: 0, lastDone: null })
    expect(await cardOf(await planOf(deviceId))).toMatchObject({ nextDue: today })
  })

  test('by conditions finds the devices of a class, a department and all below them', async () => {
    const classId = await saved('/eam/device-class/submit', { className: '输注泵', classCode: '14-01' })
    const below = await saved('/eam/device-class/submit', { className: '输液泵', classCode: '14-01-01', parentId: classId })
    const wanted = [await device({ classifyId: classId, useDeptId: surgery }), await device({ classifyId: below, useDeptId: bones })]
    await device({ classifyId: below, useDeptId: medicine })
    await device({ useDeptId: bones })
    const draft = { planName: '外科输注泵', planSubject: 'rule', planCycle: 6, planCycleUnit: 'month', firstDue: ahead(10) }
    const id = await saved(`${plans}/submits`, { ...draft, classifyId: classId, useDeptId: surgery })
    const found = await rowsOf(`${cards}/list`, { planId: id })
    const devices = await Promise.all(found.map(async (row) => (await one(cards, row.id)).deviceId))
    expect(devices.sort()).toEqual(wanted.sort())
    expect(new Set(found.map((row) => row.nextDue))).toEqual(new Set([ahead(10)]))
    const depts = (await admin.get<Row[]>(`${plans}/queryDept`)).data
    expect(depts.map((row) => row.id)).toEqual(expect.arrayContaining([surgery, bones]))
  })

  test('spreads the first days of its devices', async () => {
    for (let at = 0; at < 6; at++) await device({ importantClassification: 'radiation' })
    const id = await saved(`${plans}/submits`, {
      ...{ planName: '放射', planSubject: 'rule', importantClassification: 'radiation', planCycle: 30, planCycleUnit: 'day', spreads: 1 },
    })
    const days = (await rowsOf(`${cards}/list`, { planId: id })).map((row) => row.nextDue).sort()
    expect(days).toEqual([0, 5, 10, 15, 20, 25].map((day) => ahead(day + 1)))
  })

  test('is refused with a sentence when it is about nothing, without a cycle, or beyond what people can do', async () => {
    const base = { planName: '不全', planCycle: 1, planCycleUnit: 'day' }
    expect(await refused(`${plans}/submits`, base)).toBe('设备不能为空')
    expect(await refused(`${plans}/submits`, { ...base, planSubject: 'rule' })).toContain('至少选择一个条件')
    expect(await refused(`${plans}/submits`, { planName: '不全', deviceId: await device() })).toBe('保养周期不能为空')
    await app.sql(
      `insert into device (tenant_id, id, device_name, device_code, use_dept_id, eam_status, filing_status, important_classification, qr_token)
        select $1, gen_random_uuid(), '大型设备', 'DX-' || i, $2, 'in_use', 'filed', 'large', 'dx' || i from generate_series(1, 700) i`,
      [home.tenant, medicine],
    )
    const large = { ...base, planSubject: 'rule', importantClassification: 'large' }
    expect(await refused(`${plans}/submits`, large)).toContain('包含 700 台设备，平均每天 700 张工单')
    expect(await refused(`${plans}/submits`, { ...large, planCycle: 1, planCycleUnit: 'month' })).toContain('错开首次日期')
    const id = await saved(`${plans}/submits`, { ...large, planCycle: 3, planCycleUnit: 'month', spreads: 1 })
    const most = await app.sql(
      'select max(n)::int as most, sum(n)::int as all from (select count(*) as n from maintain_card where plan_id = $1 group by next_due) x',
      [id],
    )
    expect(most).toEqual([{ most: 8, all: 700 }])
    await app.sql('update device set is_deleted = true where tenant_id = $1 and device_code like $2', [home.tenant, 'DX-%'])
  })

  test('names an assignee who is here and may do the work', async () => {
    const deviceId = await device()
    expect(await refused(`${plans}/submits`, { planName: '无权', deviceId, planCycle: 1, assigneeId: home.users.keeper })).toContain(
      '执行人',
    )
    const choices = (await manager.get<Row[]>(`${orders}/engineers`)).data.map((row) => row.id)
    expect(choices).toContain(home.users.engineer)
    expect(choices).not.toContain(home.users.keeper)
  })

  test('moves dates that are still to come when its cycle changes, and leaves what is due', async () => {
    const id = await planOf(await device(), { firstDue: ahead(20), planCycle: 1, planCycleUnit: 'year' })
    const due = await planOf(await device(), { firstDue: today, planCycle: 1, planCycleUnit: 'year' })
    for (const planId of [id, due])
      await saved(`${plans}/submits`, { id: planId, planCycle: 10, planCycleUnit: 'day', season: [], movesRest: 0 })
    expect([(await cardOf(id)).nextDue, (await cardOf(due)).nextDue]).toEqual([ahead(20), today])
  })

  test('is removed with its schedules while it has no orders', async () => {
    const id = await planOf(await device())
    const card = await cardOf(id)
    expect((await admin.post(`${plans}/removes?ids=${id}`, {})).msg).toBe('操作成功')
    expect((await admin.get(`${cards}/detail`, { id: card.id })).status).toBe(404)
    const { card: kept } = await ordered()
    expect((await admin.post(`${plans}/removes`, { ids: [kept.planId] })).success).toBe(false)
  })

  test('stays within its hospital and the data scope of a person', async () => {
    const id = await planOf(await device())
    const card = await cardOf(id)
    expect((await neighbour.get(`${plans}/details`, { id })).status).toBe(404)
    // The keeper sees the surgery and what is below it.
    expect((await keeper.get(`${cards}/detail`, { id: card.id })).status).toBe(404)
    expect((await rowsOf(`${cards}/list`, {}, keeper)).every((row) => row.id !== card.id)).toBe(true)
    const own = await cardOf(await planOf(await device({ useDeptId: bones })))
    expect((await keeper.get(`${cards}/detail`, { id: own.id })).status).toBe(200)
  })
})

describe('a schedule', () => {
  test('takes another day from a person, and a device that no condition finds', async () => {
    const planId = await planOf(await device())
    const added = await saved(`${cards}/save`, { deviceId: await device(), planId, nextDue: ahead(3) })
    expect(await one(cards, added)).toMatchObject({ nextDue: ahead(3), anchorDay: ahead(3), isManual: 1 })
    await saved(`${cards}/submit`, { id: added, nextDue: ahead(5) })
    expect(await one(cards, added)).toMatchObject({ nextDue: ahead(5), anchorDay: ahead(5) })
    const again = await one(cards, added)
    expect((await admin.post(`${cards}/submit`, { deviceId: again.deviceId, planId })).error).toBe('taken')
    expect(await refused(`${cards}/submit`, { id: added, deviceId: await device() })).toContain('不能换设备或计划')
    expect(await refused(`${cards}/submit`, { id: added, nextDue: null })).toContain('不能为空')
  })

  test('is ordered once, however often it is asked for', async () => {
    const card = await cardOf(await planOf(await device()))
    const answers = await Promise.all([1, 2, 3].map(() => engineer.post<{ made: number }>(`${cards}/order`, { ids: [card.id] })))
    expect(answers.map(({ data }) => data.made).sort()).toEqual([0, 0, 1])
    const now = await one(cards, card.id)
    expect(now.openOrderId).toBeTruthy()
    expect(await refused(`${cards}/submit`, { id: card.id, nextDue: ahead(9) })).toContain('未完成的保养工单')
    expect(await refused(`${cards}/remove`, { ids: [card.id] })).toContain('未完成的保养工单')
  })
})

describe('an order', () => {
  test('goes from due to finished, and its schedule to the next date', async () => {
    const { deviceId, card, order } = await ordered({ firstDue: monthsAfter(today, 1), needsAcceptance: 1, hoursExpected: 1.5 })
    expect(order.orderNo).toMatch(/^BY-\d{4}-\d{6}$/)
    expect(await one(orders, order.id)).toMatchObject({
      ...{ orderState: 'due', dueDate: card.nextDue, useDeptId: medicine, planId: card.planId, needsAcceptance: 1, hoursExpected: 1.5 },
    })
    expect(await refused(`${orders}/assign`, { id: order.id }, manager)).toContain('请选择执行人、维修班组或维保服务商')
    expect((await manager.post(`${orders}/assign`, { id: order.id, assigneeId: home.users.engineer })).msg).toBe('操作成功')
    expect((await engineer.post(`${orders}/start`, { id: order.id })).msg).toBe('操作成功')
    const result = { result: 'adjusted', resultNote: '更换滤网', hours: 2, cost: '80.00' }
    expect(await refused(`${orders}/finish`, { id: order.id, ...result, doneOn: ahead(1) }, engineer)).toContain('不能晚于今天')
    expect((await engineer.post(`${orders}/finish`, { id: order.id, ...result })).msg).toBe('操作成功')
    expect(await one(orders, order.id)).toMatchObject({ orderState: 'finished', doneOn: today, isInTime: 1, ...result })
    expect(await one(cards, card.id)).toMatchObject({ nextDue: monthsAfter(String(card.nextDue), 1), lastDone: today, openOrderId: null })
    const events = (await admin.get<Page>('/eam/device-life-cycle/list', { eamDeviceId: deviceId })).data.records
    expect(events[0]).toMatchObject({ operationTypeValue: '保养完成', showContent: expect.stringContaining('更换滤网') })
    const told = await app.sql(`select user_id from notice where target_id = $1 and kind = 'maintain_assigned'`, [order.id])
    expect(told).toEqual([{ user_id: home.users.engineer }])
  })

  test('whose day is told later says so, and is in time by the day on which it is told', async () => {
    const late = await ordered({ firstDue: today })
    await app.sql('update maintain_order set due_date = $2 where id = $1', [late.order.id, ahead(-3)])
    expect((await engineer.post(`${orders}/finish`, { id: late.order.id, result: 'good', doneOn: ahead(-3) })).msg).toBe('操作成功')
    expect(await one(orders, late.order.id)).toMatchObject({ doneOn: ahead(-3), isSupplement: 1, isInTime: 0 })
    // In a batch as well.
    const batched = await ordered({ firstDue: today })
    await app.sql('update maintain_order set due_date = $2 where id = $1', [batched.order.id, ahead(-3)])
    const { version } = await one(orders, batched.order.id)
    const maintains = [{ id: batched.order.id, version, result: 'good', doneOn: ahead(-4) }]
    expect((await engineer.post(`${orders}/batchUpdateMaintain`, { maintains })).msg).toBe('操作成功')
    expect(await one(orders, batched.order.id)).toMatchObject({ isSupplement: 1, isInTime: 0 })
    // Told before it is due it is in time, and entered later all the same.
    const early = await ordered({ firstDue: ahead(5) })
    expect((await engineer.post(`${orders}/finish`, { id: early.order.id, result: 'good', doneOn: ahead(-1) })).msg).toBe('操作成功')
    expect(await one(orders, early.order.id)).toMatchObject({ doneOn: ahead(-1), isSupplement: 1, isInTime: 1 })
    const plain = await ordered({ firstDue: today })
    expect((await engineer.post(`${orders}/start`, { id: plain.order.id })).msg).toBe('操作成功')
    expect(await refused(`${orders}/finish`, { id: plain.order.id, result: 'good', doneOn: ahead(-1) }, engineer)).toContain(
      '早于开始保养的日期',
    )
    expect((await engineer.post(`${orders}/finish`, { id: plain.order.id, result: 'good' })).msg).toBe('操作成功')
    expect(await one(orders, plain.order.id)).toMatchObject({ doneOn: today, isSupplement: 0, isInTime: 1 })
    const listed = await rowsOf(`${orders}/list`, { isSupplement: '1', planId: String(late.card.planId) })
    expect(listed.map(({ id }) => id)).toEqual([late.order.id])
  })

  test('is signed off by the department if the plan asks for it', async () => {
    const deviceId = await device({ useDeptId: bones })
    const card = await cardOf(await planOf(deviceId, { needsAcceptance: 1 }))
    await engineer.post(`${cards}/order`, { ids: [card.id] })
    const [order] = await rowsOf(`${orders}/list`, { planId: String(card.planId) })
    await engineer.post(`${orders}/finish`, { id: order!.id, result: 'good' })
    expect((await keeper.post(`${orders}/accept`, { id: order!.id })).msg).toBe('操作成功')
    expect(await one(orders, order!.id)).toMatchObject({ orderState: 'accepted' })
    const { order: plain } = await ordered()
    await engineer.post(`${orders}/finish`, { id: plain.id, result: 'good' })
    expect(await refused(`${orders}/accept`, { id: plain.id })).toContain('不需要科室验收')
  })

  test('counted from the completion moves the next date', async () => {
    const { card, order } = await ordered({ firstDue: ahead(20), countedFrom: 'completed', planCycle: 90, planCycleUnit: 'day' })
    await engineer.post(`${orders}/finish`, { id: order.id, result: 'good', doneOn: ahead(-1) })
    expect(await one(cards, card.id)).toMatchObject({ nextDue: ahead(89), anchorDay: ahead(-1), lastDone: ahead(-1) })
  })

  test('is skipped or cancelled with a reason, and the schedule goes on without a completion', async () => {
    for (const [step, who, state, verb] of [
      ['skip', engineer, 'skipped', '保养跳过'],
      ['undo', manager, 'cancelled', '保养取消'],
    ] as const) {
      const { deviceId, card, order } = await ordered({ planCycle: 30, planCycleUnit: 'day' })
      // Given front ends cancel by the ids alone.
      if (step === 'skip') expect(await refused(`${orders}/${step}`, { ids: [order.id] }, who)).toContain('原因不能为空')
      expect((await who.post(`${orders}/${step}`, { ids: [order.id], reason: '设备外借' })).msg).toBe('操作成功')
      expect(await one(orders, order.id)).toMatchObject({ orderState: state, reason: '设备外借' })
      expect(await one(cards, card.id)).toMatchObject({ nextDue: ahead(30), lastDone: null, openOrderId: null })
      const events = (await admin.get<Page>('/eam/device-life-cycle/list', { eamDeviceId: deviceId })).data.records
      expect(events[0]).toMatchObject({ operationTypeValue: verb, showContent: expect.stringContaining('设备外借') })
    }
  })

  test('of another person is not finished before it is reassigned', async () => {
    const { order } = await ordered()
    await manager.post(`${orders}/assign`, { id: order.id, assigneeId: home.users.equipment_manager })
    expect(await refused(`${orders}/finish`, { id: order.id, result: 'good' }, engineer)).toContain('请先转派')
    await manager.post(`${orders}/reassign`, { id: order.id, assigneeId: home.users.engineer })
    expect((await engineer.post(`${orders}/finish`, { id: order.id, result: 'good' })).msg).toBe('操作成功')
  })

  test('is entered by hand without a plan, and belongs to an application', async () => {
    const deviceId = await device()
    const id = await saved(`${orders}/save`, { deviceId, dueDate: ahead(2) }, engineer)
    await saved(`${orders}/update`, { id, dueDate: ahead(4) }, engineer)
    expect(await one(orders, id)).toMatchObject({ dueDate: ahead(4), planId: null, useDeptId: medicine, orderState: 'due' })
    const { order } = await ordered()
    expect(await refused(`${orders}/update`, { id: order.id, dueDate: ahead(4) })).toContain('日期以计划为准')
    const applyId = await saved('/eam/deviceapply/submit', {
      type: 'maintain',
      applyTitle: '保养申请',
      deptId: medicine,
      lines: [{ deviceId }],
    })
    const byApply = await saved(`${orders}/save`, { deviceId, dueDate: today, applyId })
    const found = (await admin.get<Row[]>(`${orders}/getMaintainListByApplyId`, { applyId })).data
    expect(found.map((row) => row.id)).toEqual([byApply])
  })
})

describe('the checklist of a plan', () => {
  const [templates, tasks] = ['/eam/eamdeviceinspection', '/eam/eamdeviceinspectionlist']
  const items = [{ itemText: '滤网清洁', itemKind: 'yesNo', isRequired: 1 }]
  const template = async (isPublished = true): Promise<string> => {
    const id = await saved(`${templates}/submit`, { templateName: `保养检查${++serial}`, useKind: 'maintenance', items })
    if (isPublished) expect((await admin.post(`${templates}/publish`, { id })).msg).toBe('操作成功')
    return id
  }
  const taskOf = async (order: Row): Promise<Row> => one(tasks, String((await one(orders, order.id)).checklistId))
  const filled = async (task: Row, answer: 'yes' | 'no'): Promise<void> => {
    await saved(`${tasks}/submit`, { id: task.id, version: (await one(tasks, task.id)).version, answers: { 1: answer } }, engineer)
    expect((await engineer.post(`${tasks}/finish`, { id: task.id })).msg).toBe('操作成功')
  }

  test('is published, and comes with each order: for its device, person and day', async () => {
    const deviceId = await device()
    const draft = { planName: '带检查表', deviceId, planCycle: 1, planCycleUnit: 'month', templateId: await template(false) }
    expect(await refused(`${plans}/submits`, draft)).toContain('检查表模板尚未发布')
    const templateId = await template()
    const { deviceId: of, card, order } = await ordered({ templateId, assigneeId: home.users.engineer })
    expect(await taskOf(order)).toMatchObject({
      ...{ deviceId: of, templateId, assigneeId: home.users.engineer, dueDate: card.nextDue, taskStatus: 'todo', useDeptId: medicine },
    })
    await manager.post(`${orders}/reassign`, { id: order.id, assigneeId: home.users.equipment_manager })
    expect(await taskOf(order)).toMatchObject({ assigneeId: home.users.equipment_manager })
    // A template that is taken out of use adds no more checklists; the work goes on.
    await saved(`${templates}/submit`, { id: templateId, isInactive: 1 })
    expect((await manager.post(`${orders}/finish`, { id: order.id, result: 'good' })).msg).toContain('请先完成检查表')
    await filled(await taskOf(order), 'yes')
    expect((await manager.post(`${orders}/finish`, { id: order.id, result: 'good' })).msg).toBe('操作成功')
    expect((await engineer.post(`${cards}/order`, { ids: [card.id] })).data).toEqual({ made: 1 })
    const [next] = await rowsOf(`${orders}/list`, { planId: String(card.planId), orderState: 'assigned' })
    expect((await one(orders, next!.id)).checklistId).toBeNull()
  })

  test('is taken by the one who starts, and with abnormal items maintenance is not “good”', async () => {
    const { order } = await ordered({ templateId: await template() })
    expect((await engineer.post(`${orders}/start`, { id: order.id })).msg).toBe('操作成功')
    const task = await taskOf(order)
    expect(task.assigneeId).toBe(home.users.engineer)
    await filled(task, 'no')
    expect(await refused(`${orders}/finish`, { id: order.id, result: 'good' }, engineer)).toContain('检查表有异常项')
    expect((await engineer.post(`${orders}/finish`, { id: order.id, result: 'fault' })).msg).toBe('操作成功')
  })

  test('is cancelled with its order, and holds nothing back once it was cancelled alone', async () => {
    const templateId = await template()
    const { order } = await ordered({ templateId })
    expect((await manager.post(`${orders}/undo?ids=${order.id}`, {})).msg).toBe('操作成功')
    expect(await taskOf(order)).toMatchObject({ taskStatus: 'cancelled', cancelReason: null })
    const { order: other } = await ordered({ templateId })
    const { id } = await taskOf(other)
    expect((await manager.post(`${tasks}/cancel`, { ids: [id], reason: '纸质记录' })).msg).toBe('操作成功')
    expect((await engineer.post(`${orders}/finish`, { id: other.id, result: 'good' })).msg).toBe('操作成功')
  })

  test('is handed over with the orders of a person who leaves', async () => {
    const { order } = await ordered({ templateId: await template(), assigneeId: home.users.engineer })
    const waiting = (await admin.get<Page>('/osm/user/transfer-list', { userId: home.users.engineer, size: 200 })).data.records
    const { taskNo } = await taskOf(order)
    expect(waiting.map((row) => String(row.title)).filter((title) => title.startsWith(String(taskNo)))).toHaveLength(1)
  })
})

describe('a batch of orders', () => {
  let made: Row[] = []
  beforeAll(async () => {
    const classId = await saved('/eam/device-class/submit', { className: '病床', classCode: '15-03' })
    await app.sql(
      `insert into device (tenant_id, id, device_name, device_code, use_dept_id, eam_status, filing_status, classify_id, qr_token)
        select $1, gen_random_uuid(), '病床', 'BC-' || i, $2, 'in_use', 'filed', $3, 'bc' || i from generate_series(1, 500) i`,
      [home.tenant, medicine, classId],
    )
    const planId = await saved(`${plans}/submits`, {
      ...{ planName: '病床', planSubject: 'rule', classifyId: classId, planCycle: 1, planCycleUnit: 'month', firstDue: today },
    })
    const found = await app.sql('select id from maintain_card where plan_id = $1', [planId])
    expect((await admin.post(`${cards}/order`, { ids: found.map((row) => row.id) })).data).toEqual({ made: 500 })
    made = (await app.sql('select id, version, device_id from maintain_order where plan_id = $1 order by id', [planId])) as Row[]
  })
  const batch = (rows: readonly Row[]) => ({ maintains: rows.map(({ id, version }) => ({ id, version, result: 'good' })) })

  test('is refused as a whole for one that changed, one twice, or one outside the scope', async () => {
    const [first, second] = made
    const stale = await engineer.post(`${orders}/batchUpdateMaintain`, batch([first!, { ...second!, version: 7 }]))
    expect([stale.success, stale.error]).toEqual([false, 'stale'])
    expect((await engineer.post(`${orders}/batchUpdateMaintain`, batch([first!, first!]))).success).toBe(false)
    expect((await keeper.post(`${orders}/batchUpdateMaintain`, batch([first!]))).status).toBe(403)
    expect((await neighbour.post(`${orders}/batchUpdateMaintain`, batch([first!]))).status).toBe(404)
    expect(await one(orders, String(first!.id))).toMatchObject({ orderState: 'due' })
  })

  test('of 500 is finished at once, each with its schedule and its event', async () => {
    const answer = await engineer.post<Row[]>(`${orders}/batchUpdateMaintain`, batch(made))
    expect([answer.msg, answer.data.length]).toEqual(['操作成功', 500])
    const next = await app.sql(
      'select next_due::text, last_done::text, open_order_id, count(*)::int as n from maintain_card where device_id = any($1) group by 1, 2, 3',
      [made.map((row) => row.device_id)],
    )
    expect(next).toEqual([{ next_due: monthsAfter(today, 1), last_done: today, open_order_id: null, n: 500 }])
    const events = await app.sql(
      `select count(*)::int as n from audit_event where verb = 'finish' and entity = 'maintainOrder' and entity_id = any($1)`,
      [made.map((row) => row.id)],
    )
    expect(events).toEqual([{ n: 500 }])
  })
})

test('the measure counts orders, those done, and the plan completion', async () => {
  const deviceId = await device()
  const [first, second] = [
    await saved(`${orders}/save`, { deviceId, dueDate: today }),
    await saved(`${orders}/save`, { deviceId, dueDate: ahead(-3) }),
  ]
  await saved(`${orders}/save`, { deviceId, dueDate: ahead(-5) })
  for (const id of [first, second]) await engineer.post(`${orders}/finish`, { id, result: 'good', cost: '10.00' })
  const { data } = await admin.get<Row>('/eam/measure/maintenance', { deviceId, group: 'orderState' })
  expect(data.values).toMatchObject({ count: 3, done: 2, completion: 33.3, cost: '20.00' })
  const months = (await admin.get<Row[]>('/sps/hospital/work-order-maintain/all-report', { deviceId })).data
  expect(months.reduce((sum, row) => sum + Number(row.count), 0)).toBe(3)
})

test('the working calendar is imported, and moves due days', async () => {
  await saved('/eam/work-day/submit', { dayName: '放假', day: '2031-03-03', dayKind: 'rest' })
  expect((await admin.post('/eam/work-day/submit', { dayName: '放假', day: '2031-03-03', dayKind: 'rest' })).error).toBe('taken')
  // 1 March 2031 is a Saturday, and the Monday after it a holiday here.
  const card = await cardOf(await planOf(await device(), { firstDue: '2031-03-01', movesRest: 1 }))
  expect(card).toMatchObject({ nextDue: '2031-03-04', anchorDay: '2031-03-01' })
  const job = await verified(app, admin, 'workDay', '名称,日期,类型\n元旦,2031-01-01,放假\n元旦补班,2031-01-04,上班\n')
  expect(job).toMatchObject({ status: 'verified', newCount: 2, faultyCount: 0 })
  expect(await begin(admin, 'workDay', 'write', { id: job.id })).toMatchObject({ status: 'done', writtenCount: 2 })
  const days = await rowsOf('/eam/work-day/list', { day_ge: '2031-01-01', day_le: '2031-01-31', ascs: 'day' })
  expect(days.map((row) => [row.day, row.dayKind])).toEqual([
    ['2031-01-01', 'rest'],
    ['2031-01-04', 'work'],
  ])
})
