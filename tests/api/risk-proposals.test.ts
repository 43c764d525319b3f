import { afterAll, describe, expect, test } from 'vitest'
import { dayStart, daysAfter, homeDay, monthsAfter } from '#contract/kit/time/day.ts'
import { openPool } from '#server/db/pool.ts'
import { riskProposals } from '#server/features/maintenance/risk/risk-answers.ts'
import { adverseLab } from '#tests/harness/adverse.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

const app = await appForFile()
const worker = openPool(app.database.jobsUrl, 2)
afterAll(() => worker.end())
const [admin, manager, engineer, keeper] = await Promise.all([
  app.as('administrator'),
  app.as('equipment_manager'),
  app.as('engineer'),
  app.as('keeper'),
])
const neighbour = await app.as('administrator', other)
const people = await peopleLab(app, () => admin)
const adverse = adverseLab(admin)
const [scores, schemes, proposals] = ['/eam/risk-score', '/eam/risk-scheme', '/eam/risk-proposal']
const [plans, cards] = ['/eam/deviceplan', '/eam/devicecardmaintain']
const today = homeDay(new Date())
const { medicine, bones } = home.depts

const saved = async (path: string, draft: object, who = manager): Promise<string> => {
  const answer = await who.post<Row>(path, draft)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return String(answer.data.id)
}
const rowsOf = async (path: string, filter: Record<string, string>, who = manager): Promise<Row[]> =>
  (await who.get<Page>(path, { size: 200, ...filter })).data.records
let serial = 10
/** A class of the catalogue, below another one if that is named. */
const deviceClass = (more: object = {}): Promise<string> => {
  const classCode = `${String(30 + Math.floor(++serial / 90))}-${String(10 + (serial % 90))}`
  return saved('/eam/device-class/submit', { className: `分类${serial}`, classCode, ...more }, admin)
}
const score = (classifyId: string, functionPoints: number, riskPoints: number, maintenancePoints: number, more: object = {}) =>
  saved(`${scores}/submit`, { classifyId, functionPoints, riskPoints, maintenancePoints, ...more })
const device = async (classifyId: string, more: object = {}): Promise<string> => {
  const id = await saved('/eam/device/submit', { deviceName: `呼吸机${++serial}`, classifyId, useDeptId: medicine, ...more }, admin)
  await app.sql("update device set eam_status = 'in_use' where id = $1", [id])
  return id
}
/** A device of a class of its own with these points: 20 unless said otherwise. */
const scored = async (points: readonly [number, number, number] = [10, 5, 5], more: object = {}): Promise<string> => {
  const classifyId = await deviceClass()
  await score(classifyId, ...points)
  return device(classifyId, more)
}
const recalculate = async (who = manager) => {
  const answer = await who.post<Row>(`${proposals}/refresh`)
  expect(answer.msg).toBe('操作成功')
  return answer.data
}
const proposalsOf = (deviceId: string, who = manager) => rowsOf(`${proposals}/list`, { deviceId }, who)
const openOf = async (deviceId: string): Promise<Row> => {
  await recalculate()
  const [row, ...others] = await rowsOf(`${proposals}/list`, { deviceId, proposalState: 'open' })
  expect(others).toEqual([])
  return (await manager.get<Row>(`${proposals}/detail`, { id: row!.id })).data
}
const accept = (ids: readonly unknown[], more: object = {}, who = manager) => who.post<Row>(`${proposals}/accept`, { ids, ...more })
const cardsOf = (deviceId: string) => rowsOf(`${cards}/list`, { deviceId })
const plansOf = async (deviceId: string): Promise<Row[]> => {
  const found = await cardsOf(deviceId)
  return Promise.all(found.map(async (card) => (await manager.get<Row>(`${plans}/details`, { id: String(card.planId) })).data))
}
const planFor = (deviceId: string, planCycle: number, more: object = {}) =>
  saved(`${plans}/submits`, {
    planName: `计划${++serial}`,
    deviceId,
    planCycle,
    planCycleUnit: 'month',
    firstDue: daysAfter(today, 20),
    ...more,
  })
/** A repair that was reported some months ago. */
const failed = async (deviceId: string, months: number): Promise<void> => {
  const id = await saved('/eam/eventtyperepair/save', { deviceId, faultDescription: '不开机', urgency: 'normal' }, admin)
  await app.sql("update repair_order set reported_at = $2, repair_status = 'done' where id = $1", [
    id,
    dayStart(monthsAfter(today, -months)),
  ])
}

describe('points', () => {
  test('are for one class or one device, each once', async () => {
    const classifyId = await deviceClass()
    const points = { functionPoints: 10, riskPoints: 5, maintenancePoints: 5 }
    const say = async (draft: object) => (await manager.post(`${scores}/submit`, draft)).msg
    expect(await say(points)).toBe('医疗器械分类不能为空')
    expect(await say({ ...points, scoreSubject: 'device', classifyId })).toBe('设备不能为空')
    expect(await say({ classifyId, functionPoints: 11, riskPoints: 0, maintenancePoints: 6 })).toContain('功能分')
    await score(classifyId, 10, 5, 5)
    expect(await say({ classifyId, ...points })).toContain('已存在')
    expect((await rowsOf(`${scores}/list`, { classifyId })).length).toBe(1)
  })

  test('of common classes are loaded once, and those that a person changed or removed stay so', async () => {
    const own = await saved('/eam/device-class/submit', { className: '呼吸设备', classCode: '08-01' }, admin)
    const other = await saved('/eam/device-class/submit', { className: '离心机', classCode: '22-13' }, admin)
    expect((await manager.post<Row>(`${scores}/load-ready`)).data).toEqual({ made: 2 })
    const [found] = await rowsOf(`${scores}/list`, { classifyId: own })
    expect(found).toMatchObject({ functionPoints: 10, riskPoints: 5, maintenancePoints: 5, scoreTitle: '呼吸设备' })
    const [second] = await rowsOf(`${scores}/list`, { classifyId: other })
    expect((await manager.post(`${scores}/remove`, { ids: [second!.id] })).msg).toBe('操作成功')
    expect((await manager.post<Row>(`${scores}/load-ready`)).data).toEqual({ made: 0 })
  })
})

describe('a proposal', () => {
  test('is the first plan of a device by its class, with its reason', async () => {
    const id = await scored()
    expect(await openOf(id)).toMatchObject({
      ...{ deviceId: id, proposalKind: 'first', presentCycle: null, proposedCycle: 3, proposedCycleUnit: 'month', intervalFrom: 'score' },
      ...{ points: 20, pointsText: '10 + 5 + 5 + 0', incidentPoints: 0, failures: 0, planId: null },
    })
    const centrifuge = await scored([5, 2, 3])
    await recalculate()
    expect(await proposalsOf(centrifuge)).toEqual([])
  })

  test('takes the points of the nearest class above, or those of the card', async () => {
    const top = await deviceClass()
    await score(top, 5, 5, 5)
    const below = await deviceClass({ parentId: top })
    const id = await device(below)
    expect((await openOf(id)).points).toBe(15)
    await score(below, 6, 5, 5)
    expect((await openOf(id)).points).toBe(16)
    await saved(`${scores}/submit`, { scoreSubject: 'device', deviceId: id, functionPoints: 9, riskPoints: 5, maintenancePoints: 5 })
    expect(await openOf(id)).toMatchObject({ points: 19, proposedCycle: 3 })
  })

  test('counts failures and adverse events of twelve months', async () => {
    const id = await scored([9, 3, 3])
    expect(await openOf(id)).toMatchObject({ points: 15, proposedCycle: 6 })
    for (const months of [1, 3, 11, 12]) await failed(id, months)
    expect(await openOf(id)).toMatchObject({ failures: 4, incidentPoints: 2, points: 17 })
    await failed(id, 13)
    expect((await openOf(id)).failures).toBe(4)
    const old = await scored([9, 3, 3], { enableDate: monthsAfter(today, -40) })
    expect(await openOf(old)).toMatchObject({ incidentPoints: -2, points: 13, proposedCycle: 12 })
    await adverse.draft(old)
    expect((await openOf(old)).adverseEvents).toBe(0)
    await adverse.sent(old)
    expect(await openOf(old)).toMatchObject({ adverseEvents: 1, incidentPoints: 1, points: 16 })
  })

  test('is never longer than the cycle of the card, of the manual or of verification', async () => {
    const id = await scored([8, 2, 3], { maintainCycle: 4, maintainCycleUnit: 'month' })
    expect(await openOf(id)).toMatchObject({ points: 13, proposedCycle: 4, intervalFrom: 'card' })
    const low = await scored([5, 2, 3], { maintainCycle: 1, maintainCycleUnit: 'year' })
    expect(await openOf(low)).toMatchObject({ points: 10, proposedCycle: 1, proposedCycleUnit: 'year', intervalFrom: 'card' })
    const checked = await scored([8, 2, 3])
    await saved(
      '/eam/devicecardmeasure/submit',
      {
        ...{ deviceId: checked, measureKind: 'verification', measureType: 'mandatory', measureCycle: 6, measureCycleUnit: 'month' },
      },
      admin,
    )
    expect(await openOf(checked)).toMatchObject({ proposedCycle: 6, intervalFrom: 'metrology' })
  })

  test('follows the plan that holds now and the numbers of its history', async () => {
    const id = await scored()
    const first = await planFor(id, 12)
    expect((await openOf(id)).planId).toBe(first)
    await saved(`${plans}/submits`, { id: first, isInactive: 1 })
    const second = await planFor(id, 12)
    await failed(id, 1)
    const row = await openOf(id)
    expect(row).toMatchObject({ planId: second, failures: 1, points: 20 })
    expect((await accept([row.id])).msg).toBe('操作成功')
    expect((await manager.get<Row>(`${plans}/details`, { id: second })).data.planCycle).toBe(3)
  })

  test('is made by the night, goes when a plan has the interval, and is none for a device that is gone', async () => {
    const [kept, planned, gone] = [await scored(), await scored(), await scored()]
    await planFor(planned, 3)
    await app.sql("update device set eam_status = 'disposed' where id = $1", [gone])
    await runTimedJob(riskProposals, worker, new Date())
    expect((await proposalsOf(kept)).map((row) => row.proposalState)).toEqual(['open'])
    expect(await proposalsOf(planned)).toEqual([])
    expect(await proposalsOf(gone)).toEqual([])
    await planFor(kept, 3)
    await runTimedJob(riskProposals, worker, new Date())
    expect(await proposalsOf(kept)).toEqual([])
  })
})

describe('accepting', () => {
  test('makes the plans of several devices, spread over their interval, with what was said', async () => {
    const ids = [await scored(), await scored(), await scored()]
    const rows = [await openOf(ids[0]!), await openOf(ids[1]!), await openOf(ids[2]!)]
    const said = { assigneeId: home.users.engineer, leadDays: 7, hoursExpected: '1.50' }
    expect(
      (
        await accept(
          rows.map((row) => row.id),
          said,
        )
      ).msg,
    ).toBe('操作成功')
    const dues = []
    for (const id of ids) {
      const [plan, ...others] = await plansOf(id)
      expect(others).toEqual([])
      expect(plan).toMatchObject({ planSubject: 'device', deviceId: id, planCycle: 3, planCycleUnit: 'month', ...said, hoursExpected: 1.5 })
      dues.push((await cardsOf(id))[0]!.nextDue)
      expect((await proposalsOf(id))[0]).toMatchObject({ proposalState: 'accepted', planId: plan!.id })
    }
    expect(new Set(dues).size).toBe(3)
    await recalculate()
    for (const id of ids) expect((await proposalsOf(id)).map((row) => row.proposalState)).toEqual(['accepted'])
  })

  test('changes the plan of a device, and ends one that nothing asks for', async () => {
    const [more, none] = [await scored(), await scored([5, 2, 3])]
    const [changed, ended] = [await planFor(more, 12), await planFor(none, 12)]
    const [one, two] = [await openOf(more), await openOf(none)]
    expect(one).toMatchObject({ proposalKind: 'change', presentCycle: 12, proposedCycle: 3, planId: changed })
    expect(two).toMatchObject({ proposalKind: 'end', proposedCycle: null, planId: ended })
    expect((await accept([one.id, two.id])).msg).toBe('操作成功')
    expect(await plansOf(more)).toMatchObject([{ id: changed, planCycle: 3 }])
    expect((await manager.get<Row>(`${plans}/details`, { id: ended })).data.isInactive).toBe(1)
  })

  test('takes a device out of a plan by conditions, and changes that plan when all of its devices are accepted', async () => {
    const classifyId = await deviceClass()
    await score(classifyId, 10, 5, 5)
    const ids = [await device(classifyId), await device(classifyId)]
    const rule = { planSubject: 'rule', classifyId, planCycle: 6, planCycleUnit: 'month', assigneeId: home.users.engineer, leadDays: 5 }
    const plan = await saved(`${plans}/submits`, { planName: `计划${++serial}`, firstDue: daysAfter(today, 40), ...rule })
    const [first, second] = [await openOf(ids[0]!), await openOf(ids[1]!)]
    expect(first).toMatchObject({ proposalKind: 'change', planId: plan })
    expect((await accept([first.id])).msg).toBe('操作成功')
    expect(await plansOf(ids[0]!)).toMatchObject([{ planSubject: 'device', planCycle: 3, assigneeId: home.users.engineer, leadDays: 5 }])
    expect(await plansOf(ids[1]!)).toMatchObject([{ id: plan, planCycle: 6 }])
    expect((await accept([second.id])).msg).toBe('操作成功')
    expect(await plansOf(ids[1]!)).toMatchObject([{ id: plan, planSubject: 'rule', planCycle: 3 }])
    await recalculate()
    expect((await proposalsOf(ids[0]!)).map((row) => row.proposalState)).toEqual(['accepted'])
  })

  test('takes a device that was never maintained out of a long plan into the shorter interval at once', async () => {
    const classifyId = await deviceClass()
    await score(classifyId, 10, 5, 5)
    const ids = [await device(classifyId), await device(classifyId)]
    const rule = { planSubject: 'rule', classifyId, planCycle: 12, planCycleUnit: 'month', firstDue: daysAfter(today, 300) }
    await saved(`${plans}/submits`, { planName: `计划${++serial}`, ...rule })
    expect((await accept([(await openOf(ids[0]!)).id])).msg).toBe('操作成功')
    expect(await cardsOf(ids[0]!)).toMatchObject([{ nextDue: monthsAfter(today, 3) }])
    expect(await cardsOf(ids[1]!)).toMatchObject([{ nextDue: daysAfter(today, 300) }])
  })

  test('changes a plan by conditions as a whole though one of its devices was disposed of', async () => {
    const classifyId = await deviceClass()
    await score(classifyId, 10, 5, 5)
    const [kept, gone] = [await device(classifyId), await device(classifyId)]
    const rule = { planSubject: 'rule', classifyId, planCycle: 6, planCycleUnit: 'month' }
    const plan = await saved(`${plans}/submits`, { planName: `计划${++serial}`, ...rule })
    await app.sql("update device set eam_status = 'disposed' where id = $1", [gone])
    await app.sql("update maintain_card set pause = 'disposed', next_due = null where device_id = $1", [gone])
    expect((await accept([(await openOf(kept)).id])).msg).toBe('操作成功')
    expect(await plansOf(kept)).toMatchObject([{ id: plan, planSubject: 'rule', planCycle: 3 }])
  })

  test('refuses a device with an open order in a plan of several, and changes nothing', async () => {
    const classifyId = await deviceClass()
    await score(classifyId, 10, 5, 5)
    const ids = [await device(classifyId), await device(classifyId)]
    const plan = await saved(`${plans}/submits`, {
      planName: `计划${++serial}`,
      planSubject: 'rule',
      classifyId,
      planCycle: 6,
      planCycleUnit: 'month',
    })
    const [card] = await cardsOf(ids[0]!)
    expect((await manager.post(`${cards}/order`, { ids: [card!.id] })).msg).toBe('操作成功')
    const row = await openOf(ids[0]!)
    expect((await accept([row.id])).msg).toContain('有未完成的保养工单')
    expect(await plansOf(ids[0]!)).toMatchObject([{ id: plan, planCycle: 6 }])
    expect((await proposalsOf(ids[0]!))[0]!.proposalState).toBe('open')
  })

  test('by two people at once makes one plan', async () => {
    const id = await scored()
    const row = await openOf(id)
    const answers = await Promise.all([accept([row.id]), accept([row.id], {}, admin)])
    expect(answers.map(({ success }) => success).sort()).toEqual([false, true])
    expect((await cardsOf(id)).length).toBe(1)
  })

  test('refuses what is no longer proposed', async () => {
    const id = await scored()
    const row = await openOf(id)
    await planFor(id, 3)
    expect((await accept([row.id])).msg).toContain('保养建议已变化')
    expect((await cardsOf(id)).length).toBe(1)
  })
})

describe('refusing', () => {
  test('needs a reason, and holds until the score changes', async () => {
    const id = await scored([9, 3, 3])
    const row = await openOf(id)
    expect((await manager.post(`${proposals}/refuse`, { ids: [row.id] })).msg).toBe('拒绝原因不能为空')
    expect((await manager.post(`${proposals}/refuse`, { ids: [row.id], reason: '即将报废' })).msg).toBe('操作成功')
    await recalculate()
    expect(await proposalsOf(id)).toMatchObject([{ proposalState: 'refused', reason: '即将报废' }])
    for (const months of [1, 2]) await failed(id, months)
    expect(await openOf(id)).toMatchObject({ points: 16 })
    expect((await proposalsOf(id)).map((one) => one.proposalState).sort()).toEqual(['open', 'refused'])
    expect((await manager.post(`${proposals}/reopen`, { id: row.id })).msg).toContain('已有新的保养建议')
  })
})

describe('bands', () => {
  test('go down without gaps, one scheme is in use, and proposals follow it', async () => {
    const id = await scored([9, 3, 3])
    expect((await openOf(id)).proposedCycle).toBe(6)
    const band = (fromPoints: number, planCycle: number) => ({ fromPoints, planCycle, planCycleUnit: 'month' })
    const say = async (bands: object[], more: object = {}) =>
      (await manager.post<Row>(`${schemes}/submit`, { schemeName: `分级${++serial}`, bands, ...more })).msg
    expect(await say([band(14, 2), band(14, 6)])).toBe('第 2 级的最低分须小于上一级')
    expect(await say([band(14, 6), band(12, 6)])).toBe('第 2 级的保养周期须长于上一级')
    expect(await say([{ fromPoints: 14 }])).toBe('第 1 级缺少保养周期')
    const scheme = await saved(`${schemes}/submit`, { schemeName: `分级${++serial}`, bands: [band(14, 2), band(12, 6)] })
    expect(await say([band(14, 3)])).toContain('正在使用，请先停用')
    expect(await say([band(14, 3)], { isInactive: 1 })).toBe('操作成功')
    expect((await openOf(id)).proposedCycle).toBe(2)
    await saved(`${schemes}/submit`, { id: scheme, isInactive: 1 })
    expect((await openOf(id)).proposedCycle).toBe(6)
  })
})

describe('who may', () => {
  test('sees proposals of devices in reach, and decides with the right alone', async () => {
    const [near, far] = [await scored(), await scored([10, 5, 5], { useDeptId: bones })]
    const [row, distant] = [await openOf(near), await openOf(far)]
    const { client } = await people.clerk(['riskProposal.list', 'riskProposal.decide', 'device.list'], 'dept')
    const mine = (await rowsOf(`${proposals}/list`, {}, client)).map((one) => one.id)
    const reached = (await rowsOf('/eam/device/list', {}, client)).map((one) => one.id)
    expect([mine.includes(row.id), mine.includes(distant.id)]).toEqual([reached.includes(near), reached.includes(far)])
    expect(mine.includes(row.id) && mine.includes(distant.id)).toBe(false)
    for (const who of [engineer, keeper]) expect((await accept([row.id], {}, who)).status).toBe(403)
    expect((await accept([row.id], {}, neighbour)).success).toBe(false)
    expect(await proposalsOf(near, neighbour)).toEqual([])
  })
})
