import { describe, expect, test } from 'vitest'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { PushOp } from '#contract/sync/sync.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { raise } from '#tests/harness/inner-steps.ts'
import { Cache, op, push } from '#tests/harness/ops.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { shown } from '#tests/harness/shown.ts'

const app = await appForFile()
const [admin, manager, engineer, keeper, neighbour] = (await Promise.all([
  app.as('administrator'),
  app.as('equipment_manager'),
  app.as('engineer'),
  app.as('keeper'),
  app.as('administrator', other),
])) as [Client, Client, Client, Client, Client]
const people = await peopleLab(app, () => admin)
const second = await people.settled('engineer')
const today = homeDay(new Date())
const [orders, schedules, tasks] = ['/eam/eventtypemaintain', '/eam/devicecardmaintain', '/eam/eamdeviceinspectionlist']
const [cards, records] = ['/eam/devicecardmeasure', '/eam/eventtypemeasure']

const must = async <T = Row>(path: string, body: object, who = admin): Promise<T> => {
  const answer = await who.post<T>(path, body)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return answer.data
}
const one = async (path: string, id: unknown): Promise<Row> => (await admin.get<Row>(`${path}/detail`, { id: String(id) })).data

/** A device is disposed of as the approved application does it. */
const disposed = async (id: string): Promise<void> => {
  for (const name of ['applyDisposal', 'dispose']) expect(typeof (await raise(app, admin, deviceState, name, id))).toBe('number')
}

let serial = 0
/** A device in use in the engineer's department. */
const device = async (): Promise<string> => {
  const { id } = await must('/eam/device/submit', { deviceName: `手机保养设备${++serial}`, useDeptId: home.depts.bones })
  await app.sql("update device set eam_status = 'in_use' where id = $1", [id])
  return id
}
/** The order that is made of a new plan. */
const ordered = async (more: object = {}): Promise<Row & { deviceId: string }> => {
  const deviceId = await device()
  const draft = { planName: `手机保养${serial}`, deviceId, planCycle: 1, planCycleUnit: 'month', firstDue: today }
  const { id: planId } = await must('/eam/deviceplan/submits', { ...draft, ...more })
  const [card] = (await admin.get<Page>(`${schedules}/list`, { planId })).data.records
  await must(`${schedules}/order`, { ids: [card!.id] })
  const [order] = (await admin.get<Page>(`${orders}/list`, { planId })).data.records
  return { ...(await one(orders, order!.id)), deviceId }
}
/** A step as a phone queues it, on the version that the person saw. */
const step = (kind: string, row: Row, body: object = {}, more: Partial<PushOp> = {}): Promise<PushOp> => {
  const [type = ''] = kind.split('.')
  const lane = `${type === 'maintainOrder' ? 'maintenance' : type}:${row.id}`
  return op({ kind, target: { type, id: String(row.id) }, lane, body, baseVersion: Number(row.version), ...more })
}
const held = (phone: Cache, entity: string, id: unknown) => [...phone.rows].find(([key]) => key.endsWith(` ${entity} ${id}`))?.[1]
/** Pulls until a phone holds a row, or holds it no longer. */
const holds = (phone: Cache, entity: string, id: unknown, isHeld: boolean) =>
  shown(async () => {
    await phone.pull()
    expect([entity, held(phone, entity, id) !== undefined]).toEqual([entity, isHeld])
  })

describe('a phone keeps open maintenance orders', () => {
  test('of who may see them, with what their page says, until they end or their device goes', async () => {
    const [order, going] = [await ordered({ assigneeId: engineer.userId }), await ordered()]
    const far = await people.settled('head', { deptId: home.depts.medicine })
    const without = await people.clerk(['device.list'])
    const [own, elsewhere, blind, foreign] = [new Cache(engineer), new Cache(far.client), new Cache(without.client), new Cache(neighbour)]
    await holds(own, 'maintainOrder', order.id, true)
    expect(held(own, 'maintainOrder', order.id)).toMatchObject({
      orderNo: order.orderNo,
      orderState: 'assigned',
      deviceId: order.deviceId,
      planName: order.planName,
      dueDate: today,
      assigneeId: engineer.userId,
    })
    await holds(own, 'maintainOrder', going.id, true)
    for (const phone of [elsewhere, blind, foreign]) {
      await phone.pull()
      expect(phone.ids('maintainOrder')).toEqual([])
    }
    await disposed(going.deviceId)
    await holds(own, 'maintainOrder', going.id, false)
    await must(`${orders}/finish`, { id: order.id, result: 'good' }, engineer)
    await holds(own, 'maintainOrder', order.id, false)
  })
})

describe('maintenance that a phone has queued', () => {
  test('arrives once, in order, with its photos and hours; the schedule goes on', async () => {
    const order = await ordered()
    const began = new Date(Date.now() - 60_000).toISOString()
    const start = await step('maintainOrder.start', order, {}, { occurredAt: began })
    const said = { result: 'adjusted', resultNote: '已更换滤芯', hours: 1.5, labourCost: '80.00' }
    const finish = await step('maintainOrder.finish', order, said, { baseOp: start.id })
    const done = await push(engineer, start, finish, start, finish)
    expect(done.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'replayed', 'replayed'])
    expect(await one(orders, order.id)).toMatchObject({
      orderState: 'finished',
      assigneeId: engineer.userId,
      result: 'adjusted',
      hours: 1.5,
      totalCost: '80.00',
      doneOn: today,
    })
    const [card] = (await admin.get<Page>(`${schedules}/list`, { planId: String(order.planId) })).data.records
    expect(await one(schedules, card!.id)).toMatchObject({ lastDone: today, openOrderId: null })
  })

  test('is refused in plain words after another person was first, and changes nothing', async () => {
    const order = await ordered()
    await must(`${orders}/finish`, { id: order.id, result: 'good', resultNote: '正常' }, manager)
    const [late] = await push(engineer, await step('maintainOrder.finish', order, { result: 'adjusted', resultNote: '我做的' }))
    expect(late).toMatchObject({ outcome: 'refused' })
    expect(late!.msg).toMatch(/设备科长已在 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d 先办理了“完工”/)
    expect(await one(orders, order.id)).toMatchObject({ result: 'good', resultNote: '正常', assigneeId: manager.userId })
  })

  test('two people begin one order: the second is told who was first', async () => {
    const order = await ordered()
    const [first] = await push(engineer, await step('maintainOrder.start', order))
    expect(first!.outcome).toBe('done')
    const [late] = await push(second.client, await step('maintainOrder.start', order))
    expect(late!.outcome).toBe('refused')
    expect(late!.msg).toContain('先办理了“开始保养”')
    expect(await one(orders, order.id)).toMatchObject({ orderState: 'working', assigneeId: engineer.userId })
  })

  test('is refused to who has no part in it: another engineer, a role without the right, another hospital', async () => {
    const order = await ordered({ assigneeId: engineer.userId })
    const [others] = await push(second.client, await step('maintainOrder.start', order))
    expect(others).toMatchObject({ outcome: 'refused', code: 'rule', msg: expect.stringContaining('由其他人负责') })
    expect(await push(keeper, await step('maintainOrder.start', order))).toMatchObject([{ outcome: 'refused', code: 'forbidden' }])
    expect(await push(neighbour, await step('maintainOrder.skip', order, { reason: '停用' }))).toMatchObject([
      { outcome: 'refused', code: 'not_found' },
    ])
    expect(await one(orders, order.id)).toMatchObject({ orderState: 'assigned', version: order.version })
  })

  test('is refused in words when the device was disposed of meanwhile; a skip needs its reason', async () => {
    const order = await ordered()
    expect(await push(engineer, await step('maintainOrder.skip', order))).toMatchObject([{ outcome: 'refused', code: 'bad_input' }])
    await disposed(order.deviceId)
    const [late] = await push(engineer, await step('maintainOrder.skip', order, { reason: '设备在用' }))
    expect(late!.outcome).toBe('refused')
    expect(late!.msg).toMatch(/\S/)
    expect(await one(orders, order.id)).toMatchObject({ orderState: 'cancelled' })
  })

  test('follows its checklist: not finished before it, and not as normal with abnormal items', async () => {
    const templates = '/eam/eamdeviceinspection'
    const items = [{ itemText: '接地电阻', itemKind: 'number', isRequired: 1, unit: 'Ω', upperLimit: 0.3 }]
    const { id: templateId } = await must(`${templates}/submit`, { templateName: `保养表${++serial}`, useKind: 'maintenance', items })
    await must(`${templates}/publish`, { id: templateId })
    const order = await ordered({ templateId })
    const early = await push(engineer, await step('maintainOrder.finish', order, { result: 'good' }))
    expect(early).toMatchObject([{ outcome: 'refused' }])
    const task = await one(tasks, order.checklistId)
    const answers = await step('checklistTask.submit', task, { answers: { 1: 0.5 } }, { lane: `checklist:${task.id}` })
    const ended = await step('checklistTask.finish', task, {}, { lane: `checklist:${task.id}`, baseOp: answers.id })
    const normal = await step('maintainOrder.finish', order, { result: 'good' }, { deps: [ended.id] })
    const adjusted = await step('maintainOrder.finish', order, { result: 'fault', resultNote: '接地超限' }, { deps: [ended.id] })
    // An order that was queued after its checklist waits for it.
    expect(await push(engineer, normal)).toMatchObject([{ outcome: 'retry', code: 'dep_missing' }])
    const [filled, closed, refused] = await push(engineer, answers, ended, await step('maintainOrder.finish', order, { result: 'good' }))
    expect([filled!.outcome, closed!.outcome, refused!.outcome]).toEqual(['done', 'done', 'refused'])
    expect(refused!.msg).toBe('检查表有异常项，保养结论不能为“正常”')
    expect(await push(engineer, adjusted)).toMatchObject([{ outcome: 'done' }])
    expect(await one(orders, order.id)).toMatchObject({ orderState: 'finished', result: 'fault' })
  })
})

describe('metrology on phones', () => {
  /** A compulsory device with a metrology card. */
  const measured = async (): Promise<{ deviceId: string; cardId: string }> => {
    const deviceId = await device()
    const { id } = await must(`${cards}/submit`, { deviceId, measureKind: 'verification', measureType: 'mandatory', measureCycle: 365 })
    return { deviceId, cardId: id }
  }
  const planned = async (deviceId: string): Promise<Row> =>
    one(records, (await must(`${records}/save`, { deviceId, measureKind: 'verification', dueDate: today })).id)
  const plan = (deviceId: string): Promise<PushOp> =>
    op({ kind: 'measureRecord.submit', body: { deviceId, measureKind: 'verification', dueDate: today, body: '市计量院' } })

  test('cards and records without a result are held by who sees the device, and records leave with their result', async () => {
    const { deviceId, cardId } = await measured()
    const record = await planned(deviceId)
    const far = await people.settled('head', { deptId: home.depts.medicine })
    const [phone, elsewhere, foreign] = [new Cache(engineer), new Cache(far.client), new Cache(neighbour)]
    await holds(phone, 'measureRecord', record.id, true)
    expect(held(phone, 'measureCard', cardId)).toMatchObject({ deviceId, labelState: 'none', measureKind: 'verification' })
    expect(held(phone, 'measureRecord', record.id)).toMatchObject({ recordStatus: 'planned', deviceId, dueDate: today })
    for (const one of [elsewhere, foreign]) {
      await one.pull()
      expect([one.ids('measureRecord'), one.ids('measureCard')]).toEqual([[], []])
    }
    await must(`${records}/finish`, { id: record.id, result: 'passed', measuredOn: today, certificateNo: 'Z-1' })
    await holds(phone, 'measureRecord', record.id, false)
    expect(held(phone, 'measureCard', cardId)).toMatchObject({ labelState: 'qualified' })
  })

  test('planned, sent, taken back and recorded without a signal, it arrives once; an ended certificate stops the device', async () => {
    const { deviceId } = await measured()
    const made = await plan(deviceId)
    const { id } = made.target
    const row = { id, version: 1 }
    const chain: PushOp[] = [made]
    const then = async (name: string, body: object) => {
      const before = chain.at(-1)!
      chain.push(await step(`measureRecord.${name}`, row, body, { lane: made.lane, baseOp: before.id, baseVersion: null }))
    }
    const [sentOn, measuredOn, ended] = [daysAfter(today, -40), daysAfter(today, -30), daysAfter(today, -1)]
    await then('send', { sentOn, body: '市计量院' })
    await then('takeBack', { returnedOn: today })
    await then('finish', { result: 'passed', measuredOn, certificateNo: 'JD-7', validUntil: ended })
    const twice = [...(await push(engineer, ...chain)), ...(await push(engineer, ...chain))].map(({ outcome }) => outcome)
    expect(twice).toEqual([...Array(4).fill('done'), ...Array(4).fill('replayed')])
    expect(await one(records, id)).toMatchObject({
      recordStatus: 'done',
      sentOn,
      returnedOn: today,
      certificateNo: 'JD-7',
      validUntil: ended,
      measuredById: engineer.userId,
    })
    expect(await one('/eam/device', deviceId)).toMatchObject({ eamStatus: 'idle' })
  })

  test('a device that two phones plan gets one record; the later phone is told which', async () => {
    const { deviceId } = await measured()
    const [first, late] = [await plan(deviceId), await plan(deviceId)]
    expect(await push(engineer, first)).toMatchObject([{ outcome: 'done' }])
    const [refused] = await push(second.client, late)
    const { recordNo } = await one(records, first.target.id)
    expect(refused).toMatchObject({ outcome: 'refused', code: 'rule', msg: expect.stringContaining(String(recordNo)) })
    const { total } = (await admin.get<Page>(`${records}/list`, { deviceId })).data
    expect(total).toBe(1)
  })

  test('a step is refused in words after another person’s, to a role without the right, and to another hospital', async () => {
    const { deviceId } = await measured()
    const record = await planned(deviceId)
    const send = () => step('measureRecord.send', record, { sentOn: today, body: '市计量院' })
    expect(await push(keeper, await send())).toMatchObject([{ outcome: 'refused', code: 'forbidden' }])
    expect(await push(neighbour, await send())).toMatchObject([{ outcome: 'refused', code: 'not_found' }])
    await must(`${records}/send`, { ids: [record.id], sentOn: today, body: '省计量院' }, manager)
    const [late] = await push(engineer, await send())
    expect(late!.outcome).toBe('refused')
    expect(late!.msg).toContain('先办理了“送检”')
    expect(await one(records, record.id)).toMatchObject({ recordStatus: 'sent', body: '省计量院' })
    const sent = await one(records, record.id)
    const before = await step('measureRecord.takeBack', sent, { returnedOn: daysAfter(today, -1) })
    expect(await push(engineer, before)).toMatchObject([{ outcome: 'refused', msg: `取回日期早于送检日期 ${today}` }])
    const nameless = await step('measureRecord.finish', sent, { result: 'passed', measuredOn: today })
    expect(await push(engineer, nameless)).toMatchObject([{ outcome: 'refused', msg: expect.stringContaining('证书编号') }])
  })
})
