import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { dayStart, daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { openPool } from '#server/db/pool.ts'
import { statutoryReminders, statutoryStops } from '#server/features/quality/statutory-jobs.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

const app = await appForFile()
const worker = openPool(app.database.jobsUrl, 2)
afterAll(() => worker.end())
const [admin, engineer, keeper] = [await app.as('administrator'), await app.as('engineer'), await app.as('keeper')]
const stranger = await app.as('administrator', other)
const [records, cards] = ['/eam/statutory-inspection', '/eam/statutory-card']
const today = homeDay(new Date())
const ahead = (days: number): string => daysAfter(today, days)

const must = async (path: string, body: object): Promise<string> => {
  const answer = await admin.post<Row>(path, body)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return String(answer.data.id)
}
let serial = 0
const device = async (more: object = {}): Promise<string> => {
  const id = await must('/eam/device/submit', { deviceName: `灭菌器${++serial}`, useDeptId: home.depts.bones, ...more })
  await app.sql("update device set eam_status = 'in_use' where id = $1", [id])
  return id
}
const passed = {
  inspectionKind: 'special',
  body: '特检院',
  certificateNo: 'T-1',
  inspectedOn: ahead(-300),
  validUntil: ahead(65),
  result: 'passed',
}
const draft = (deviceId: string, more: object = {}): Promise<string> => must(`${records}/submit`, { deviceId, ...passed, ...more })
const finish = (id: string, who = engineer) => who.post<Row>(`${records}/finish`, { id })
const inForce = async (deviceId: string, more: object = {}): Promise<string> => {
  const id = await draft(deviceId, more)
  expect((await finish(id)).msg).toBe('操作成功')
  return id
}
const cardOf = async (deviceId: string, inspectionKind = 'special'): Promise<Row> =>
  (await admin.get<Page>(`${cards}/list`, { deviceId, inspectionKind })).data.records[0]!
const stateOf = async (id: string): Promise<[unknown, unknown]> => {
  const { eamStatus, stopKinds } = (await admin.get<Row>('/eam/device/detail', { id })).data
  return [eamStatus, stopKinds ?? []]
}
const voided = (id: string) => admin.post(`${records}/void`, { id, voidReason: '录错' })
/** A moment as clocks show it at home. */
const clock = (day: string, time: string): Date => new Date(Date.parse(dayStart(day)) + Date.parse(`1970-01-01T${time}:00Z`))

// Ledgers of earlier tests are neither due nor overdue for the nights of the later ones.
beforeEach(async () => {
  await app.sql('update statutory_card set valid_until = null where tenant_id = $1', [home.tenant])
})

describe('an inspection', () => {
  test('refuses days that cannot be and a pass without its end', async () => {
    const id = await device()
    const say = async (more: object) => (await admin.post(`${records}/submit`, { deviceId: id, ...passed, ...more })).msg
    expect(await say({ inspectedOn: ahead(1), validUntil: ahead(9) })).toBe('检验日期不能晚于今天')
    expect(await say({ validUntil: passed.inspectedOn })).toBe('有效期须晚于检验日期')
    expect((await finish(await draft(id, { validUntil: null }))).msg).toBe('有效期至不能为空')
    await app.sql("update device set eam_status = 'disposed' where id = $1", [id])
    expect(await say({})).toContain('已报废')
  })

  test('in force is the ledger of its device and type; an older one changes nothing', async () => {
    const id = await device()
    const first = await inForce(id)
    expect(await cardOf(id)).toMatchObject({ ...passed, lastInspectionId: first, stopsWhenOver: 1 })
    await inForce(id, { inspectedOn: ahead(-700), validUntil: ahead(-400), result: 'failed' })
    expect(await cardOf(id)).toMatchObject({ result: 'passed', lastInspectionId: first })
    expect(await stateOf(id)).toEqual(['in_use', []])
    const next = await inForce(id, { inspectedOn: ahead(-10), validUntil: ahead(355), certificateNo: 'T-2' })
    expect(await cardOf(id)).toMatchObject({ certificateNo: 'T-2', lastInspectionId: next })
    expect((await admin.post(`${records}/submit`, { id: next, note: '改' })).status).toBe(409)
  })

  test('that failed stops its device until the next pass of its type and leaves the other stops alone', async () => {
    const id = await device()
    await must('/eam/device-stop/place', { deviceId: id, stopKind: 'recall', reason: '召回' })
    await inForce(id, { result: 'failed', validUntil: null })
    expect(await stateOf(id)).toEqual(['idle', ['recall', 'statutory']])
    const stop = (await admin.get<Page>('/eam/device-stop/list', { deviceId: id, stopKind: 'statutory' })).data.records[0]!
    expect(stop).toMatchObject({ cause: 'inspectionFailed', certificateNo: 'T-1' })
    expect((await admin.post('/eam/device-stop/lift', { stopId: stop.id, liftReason: '已修' })).msg).toContain('合格的法定检验结果解除')
    await inForce(id, { inspectionKind: 'radiationProtection', inspectedOn: ahead(-2) })
    expect(await stateOf(id)).toEqual(['idle', ['recall', 'statutory']])
    await inForce(id, { inspectedOn: ahead(-1), validUntil: ahead(300) })
    expect(await stateOf(id)).toEqual(['idle', ['recall']])
  })

  test('that failed is not made good by a certificate that is over', async () => {
    const id = await device()
    await inForce(id, { inspectedOn: ahead(-400), validUntil: null, result: 'failed' })
    await inForce(id, { inspectedOn: ahead(-300), validUntil: ahead(-5) })
    expect(await stateOf(id)).toEqual(['idle', ['statutory']])
    await inForce(id, { inspectedOn: ahead(-1) })
    expect(await stateOf(id)).toEqual(['in_use', []])
  })

  test('that is voided gives way to the one before', async () => {
    const id = await device()
    const first = await inForce(id)
    const failed = await inForce(id, { inspectedOn: ahead(-5), validUntil: null, result: 'failed' })
    expect(await stateOf(id)).toEqual(['idle', ['statutory']])
    expect((await engineer.post(`${records}/void`, { id: failed, voidReason: '录错' })).status).toBe(403)
    expect((await voided(failed)).status).toBe(200)
    expect(await stateOf(id)).toEqual(['in_use', []])
    expect(await cardOf(id)).toMatchObject({ lastInspectionId: first, result: 'passed' })
    await voided(first)
    expect(await cardOf(id)).toMatchObject({ lastInspectionId: null, validUntil: null, result: null, stopsWhenOver: 0 })
  })

  test('is put in force once by two people', async () => {
    const id = await draft(await device(), { result: 'failed', validUntil: null })
    const answers = await Promise.all([engineer, admin].map((who) => who.post(`${records}/finish`, { id, version: 1 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [{ name }] = (await app.sql(
      'select u.real_name as name from statutory_inspection c join app_user u on u.id = c.recorded_by_id where c.id = $1',
      [id],
    )) as [{ name: string }]
    expect(answers.find(({ status }) => status === 409)!.msg).toContain(name)
  })

  test('is nothing to another hospital, nor to another department; a keeper reads it alone', async () => {
    const card = await device()
    const id = await inForce(card)
    expect((await stranger.get(`${records}/detail`, { id })).status).toBe(404)
    expect((await stranger.post(`${records}/void`, { id, voidReason: '无' })).status).toBe(404)
    const people = await peopleLab(app, () => admin)
    const inside = await people.clerk(['statutoryInspection.list', 'statutoryCard.list', 'device.list'], 'dept')
    const outside = await people.settled(inside.alias, { deptId: home.depts.medicine })
    for (const path of [records, cards]) {
      expect((await inside.client.get<Page>(`${path}/list`, { deviceId: card })).data.total).toBe(1)
      expect((await outside.client.get<Page>(`${path}/list`, { deviceId: card })).data.total).toBe(0)
      expect((await stranger.get<Page>(`${path}/list`, {})).data.total).toBe(0)
    }
    expect((await finish(await draft(card), keeper)).status).toBe(403)
  })
})

describe('the calendar', () => {
  test.each([
    ['23:30 of the last day', ahead(65), '23:30', ['in_use', []]],
    ['00:30 of the day after', ahead(66), '00:30', ['idle', ['statutory']]],
    ['07:30 of the day after', ahead(66), '07:30', ['idle', ['statutory']]],
  ])('stops a device whose certificate was valid here: %s', async (_, day, time, state) => {
    const id = await device()
    await inForce(id)
    await runTimedJob(statutoryStops, worker, clock(day, time))
    await runTimedJob(statutoryStops, worker, clock(day, time))
    expect(await stateOf(id)).toEqual(state)
    const stops = (await admin.get<Page>('/eam/device-stop/list', { deviceId: id })).data.records
    if (state[0] === 'idle') expect(stops).toMatchObject([{ cause: 'expired', validUntil: passed.validUntil, stopKind: 'statutory' }])
    else expect(stops).toEqual([])
  })

  test('only lists a device whose certificate was over when it was entered', async () => {
    const id = await device()
    await inForce(id, { inspectedOn: ahead(-500), validUntil: ahead(-100) })
    await runTimedJob(statutoryStops, worker, new Date())
    expect(await stateOf(id)).toEqual(['in_use', []])
    const listed = (await admin.get<Page>(`${cards}/list`, { validUntil_le: ahead(-1) })).data.records
    expect(listed.map((row) => row.id)).toContain((await cardOf(id)).id)
    const figure = (await admin.get<Row[]>('/eam/home-page/warn-statistics')).data.find(({ code }) => code === 'statutory.overdue')
    expect(figure).toMatchObject({ count: listed.length })
  })

  test.each([
    ['nothing at 23:30, 91 days ahead', -91, '23:30', []],
    ['90 days ahead at 00:30', -90, '00:30', ['statutory_due_90']],
    ['90 days ahead at 07:30', -90, '07:30', ['statutory_due_90']],
    ['60 days ahead at 07:30', -60, '07:30', ['statutory_due_60']],
    ['30 days ahead at 00:30', -30, '00:30', ['statutory_due_30']],
    ['the last term at 23:30 of the last day', 0, '23:30', ['statutory_due_30']],
    ['the end at 00:30 of the day after', 1, '00:30', ['statutory_overdue']],
  ])('tells %s, once', async (_, from, time, kinds) => {
    const id = await device({ keeperId: keeper.userId })
    const validUntil = ahead(400)
    await inForce(id, { validUntil })
    const card = await cardOf(id)
    const now = clock(daysAfter(validUntil, from), time)
    await runTimedJob(statutoryReminders, worker, now)
    await runTimedJob(statutoryReminders, worker, now)
    const told = await app.sql('select kind from notice where target_id = $1 and user_id = $2', [card.id, keeper.userId])
    expect(told.map(({ kind }) => kind)).toEqual(kinds)
  })
})
