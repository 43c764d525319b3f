import { afterAll, describe, expect, test } from 'vitest'
import { NOTE_KIND, type PushOp } from '#contract/sync/sync.ts'
import { openPool } from '#server/db/pool.ts'
import { alarmJob } from '#server/features/iot/alarm-jobs.ts'
import { alarmLab } from '#tests/harness/alarms.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { Cache, op, push } from '#tests/harness/ops.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { shown } from '#tests/harness/shown.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const manager = await app.as('equipment_manager')
const keeper = await app.as('keeper')
const lab = alarmLab(app, admin)
const people = await peopleLab(app, () => admin)
const worker = openPool(app.database.jobsUrl, 2)
afterAll(() => worker.end())

/** An open alarm of a new fridge. */
const raised = async (rule: object = {}) => {
  const fridge = await lab.fridge()
  const ruleId = await lab.rule({ sensorId: fridge.id, ...rule })
  await lab.sendValues(fridge.code, [
    [30, 9],
    [20, 9],
  ])
  const [alarm] = await lab.of(fridge.id)
  return { ...fridge, ruleId, id: String(alarm!.id) }
}
const ended = async () => {
  const of = await raised()
  await lab.sendValues(of.code, [[10, 5]])
  return of
}
const detail = async (id: string): Promise<Row> => (await admin.get<Row>(`${lab.alarms}/detail`, { id })).data
const step = (name: string, id: string, body: object, more: Partial<PushOp> = {}): Promise<PushOp> =>
  op({ kind: `sensorAlarm.${name}`, target: { type: 'sensorAlarm', id }, lane: `sensorAlarm:${id}`, body, ...more })
/** The alarm as a phone holds it. */
const held = (phone: Cache, id: string) => [...phone.rows].find(([key]) => key.endsWith(` sensorAlarm ${id}`))?.[1]
/** Pulls until a phone holds an alarm in this state, or no longer holds it. */
const holds = (phone: Cache, id: string, state: string | undefined) =>
  shown(async () => {
    await phone.pull()
    expect(held(phone, id)?.alarmState).toBe(state)
  })

describe('a phone keeps the alarms without a reason', () => {
  test('of the devices that the person sees, with what their page says; they move with the device and leave once they are answered', async () => {
    const far = await people.settled('head', { deptId: home.depts.medicine })
    const [near, other] = [new Cache(keeper), new Cache(far.client)]
    const { id, code, deviceId } = await raised()
    await holds(near, id, 'open')
    const row = held(near, id)
    expect(row).toMatchObject({
      alarmState: 'open',
      severity: 'critical',
      deviceId,
      sensorName: code,
      peak: 9,
      lowerLimit: 2,
      upperLimit: 8,
    })
    expect(row).toMatchObject({ comparison: 'outside', quantity: 'temperature', responseState: 'waiting', acknowledgedAt: null })
    await other.pull()
    expect(other.ids('sensorAlarm')).toEqual([])
    await lab.must('/eam/device/submit', { id: deviceId, useDeptId: home.depts.medicine })
    await holds(near, id, undefined)
    await holds(other, id, 'open')
    // An alarm that ends keeps its place until someone gives the reason.
    await lab.sendValues(code, [[10, 5]])
    await holds(other, id, 'closed')
    await lab.must(`${lab.alarms}/explain`, { id, reason: '除霜' })
    await holds(other, id, undefined)
  })

  test('for who may list them: a role without the right pulls none, and one that loses it drops them', async () => {
    const rights = ['device.list', 'dept.list']
    const [without, with_] = [await people.clerk(rights), await people.clerk([...rights, 'sensorAlarm.list'])]
    const { id, deviceId } = await raised()
    const [blind, phone] = [new Cache(without.client), new Cache(with_.client)]
    await holds(phone, id, 'open')
    await blind.pull()
    expect([blind.ids('device').includes(deviceId), blind.ids('sensorAlarm')]).toEqual([true, []])
    await lab.must('/blade-system/role/grant', { roleIds: [people.roles[with_.alias]], menuIds: rights.join() })
    await holds(phone, id, undefined)
    expect(phone.ids('device')).toContain(deviceId)
  })
})

describe('an answer that a phone has queued', () => {
  test('arrives once, not before the alarm, and is not refused because the alarm was escalated meanwhile', async () => {
    const { id } = await raised({ escalateMinutes: 1, escalateRoleId: people.roles.head })
    const { version } = await detail(id)
    await runTimedJob(alarmJob, worker, new Date(Date.now() + 10 * 60_000))
    expect((await detail(id)).version).toBeGreaterThan(Number(version))
    const long = new Date(Date.now() - 400 * 86_400_000).toISOString()
    const answer = await step('acknowledge', id, { reason: '门未关严' }, { baseVersion: Number(version), occurredAt: long })
    expect((await push(keeper, answer, answer)).map(({ outcome }) => outcome)).toEqual(['done', 'replayed'])
    const alarm = await detail(id)
    expect(alarm).toMatchObject({ alarmState: 'acknowledged', acknowledgedById: keeper.userId, reason: '门未关严', responseState: 'given' })
    expect(Date.parse(String(alarm.acknowledgedAt))).toBeGreaterThanOrEqual(Date.parse(String(alarm.createTime)))
  })

  test('is refused in words after another person: who was first, and when', async () => {
    const { id } = await raised()
    await lab.must(`${lab.alarms}/acknowledge`, { id, reason: '已处理' }, manager)
    const [late] = await push(keeper, await step('acknowledge', id, { reason: '门未关严' }))
    expect(late).toMatchObject({ outcome: 'refused', code: 'wrong_state' })
    expect(late!.msg).toMatch(/设备科长已在 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d 先办理了“确认告警”，现在是“已确认”。您的“确认告警”不必再办/)
    expect((await detail(id)).reason).toBe('已处理')
  })

  test('is refused in words once the alarm has ended by itself, and its reason is kept as a note or given as the reason', async () => {
    const { id } = await ended()
    const answer = await step('acknowledge', id, { reason: '门未关严' })
    const [late] = await push(keeper, answer)
    expect(late).toMatchObject({ outcome: 'refused', code: 'wrong_state' })
    expect(late!.msg).toMatch(/系统已在 .+ 先办理了“结束告警”，现在是“已结束”。您的“确认告警”没有生效，这个状态下也不能再办理/)
    const note = { op: answer.id, kind: answer.kind, said: answer.body, why: late!.msg?.slice(0, 300), at: answer.occurredAt }
    expect(await push(keeper, await op({ kind: NOTE_KIND, target: answer.target, body: note }))).toMatchObject([{ outcome: 'done' }])
    const events = (await admin.get<Page>(`${lab.alarms}/history`, { id })).data.records
    expect(events.map((event) => event.operationType)).toEqual(['note', 'close', 'add'])
    expect(events[0]!.showContent).toContain('门未关严')
    expect(await push(keeper, await step('explain', id, { reason: '门未关严' }))).toMatchObject([{ outcome: 'done' }])
    const [twice] = await push(manager, await step('explain', id, { reason: '除霜' }))
    expect(twice).toMatchObject({ outcome: 'refused', code: 'conflict', http: 409 })
    expect(twice!.msg).toMatch(/已有说明：.+在 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d 填写/)
    expect(await detail(id)).toMatchObject({ reason: '门未关严', acknowledgedById: keeper.userId })
  })

  test('reports one repair, linked to the alarm', async () => {
    const { id, deviceId } = await raised()
    const report = await step('openRepair', id, { faultDescription: '压缩机停机', isStopped: 0 })
    expect(await push(keeper, report)).toMatchObject([{ outcome: 'done' }])
    const orders = await app.sql('select id, fault_description, source from repair_order where device_id = $1', [deviceId])
    expect(orders).toEqual([{ id: (await detail(id)).repairId, fault_description: '压缩机停机', source: id }])
    const [twice] = await push(manager, await step('openRepair', id, { faultDescription: '不制冷' }))
    expect(twice).toMatchObject({ outcome: 'refused', code: 'conflict', msg: expect.stringContaining('已转报修') })
  })
})

test('at the desk an answer is not refused because the alarm was escalated while its form was open', async () => {
  const { id } = await raised({ escalateMinutes: 1, escalateRoleId: people.roles.head })
  const { version } = await detail(id)
  await runTimedJob(alarmJob, worker, new Date(Date.now() + 10 * 60_000))
  expect((await manager.post(`${lab.alarms}/acknowledge`, { id, version, reason: '补货' })).status).toBe(200)
})
