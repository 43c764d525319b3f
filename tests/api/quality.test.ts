import { afterAll, describe, expect, test } from 'vitest'
import { dayStart, daysAfter, monthsAfter } from '#contract/kit/time/day.ts'
import { openPool } from '#server/db/pool.ts'
import { qualityReminders } from '#server/features/quality/quality-jobs.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { qualityLab } from '#tests/harness/quality.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

const app = await appForFile()
const worker = openPool(app.database.jobsUrl, 2)
afterAll(() => worker.end())
const [admin, manager, engineer, keeper] = await Promise.all(
  ['administrator', 'equipment_manager', 'engineer', 'keeper'].map((role) => app.as(role as 'engineer')),
)
const stranger = await app.as('administrator', other)
const lab = qualityLab(app, admin!)
const { templates, controls, cards } = lab.paths
const { today } = lab
const template = await lab.template()

const stopsOf = async (id: string): Promise<[unknown, unknown]> => {
  const { eamStatus, stopKinds } = (await admin!.get<Row>('/eam/device/detail', { id })).data
  return [eamStatus, stopKinds ?? []]
}
const cardOf = async (deviceId: string, templateId = template): Promise<Row> =>
  (await admin!.get<Page>(`${cards}/list`, { deviceId, templateId })).data.records[0]!
const finish = (id: string, who: Client = engineer!) => who.post<Row>(`${controls}/finish`, { id })
const voided = (id: string, who: Client = manager!) => who.post<Row>(`${controls}/void`, { id, voidReason: '录错设备' })
const eventsOf = async (id: string): Promise<string[]> =>
  (await app.sql(`select verb from audit_event where entity = 'device' and entity_id = $1 and verb like 'control%' order by id`, [id])).map(
    (row) => String(row.verb),
  )
const stopOf = async (deviceId: string): Promise<Row> =>
  (await admin!.get<Page>('/eam/device-stop/list', { deviceId, stopKind: 'quality', liftedAt: '_none' })).data.records[0]!

describe('a quality control template', () => {
  test('refuses points that cannot be judged, and names them', async () => {
    const points = [{ quantity: '潮气量', setValue: 0, tolerancePercent: 5 }, { quantity: '压力' }]
    const answer = await admin!.post(`${templates}/submit`, { templateName: '错误模板', points })
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.msg).toContain('第 1 点“潮气量”设定值为 0')
    expect(answer.msg).toContain('第 2 点“压力”须填写允许误差、下限或上限')
  })

  test('the ready ones are loaded once, in either language, with points that can be judged', async () => {
    expect((await engineer!.post(`${templates}/load-ready`, {})).status).toBe(403)
    const two = await Promise.all([manager!.post<Row>(`${templates}/load-ready`, {}), manager!.post<Row>(`${templates}/load-ready`, {})])
    expect(two.map(({ data }) => data.made).sort()).toEqual([0, 5])
    const names = (await admin!.get<Page>(`${templates}/list`, { size: 100 })).data.records.map((row) => row.templateName)
    expect(names).toEqual(expect.arrayContaining(['呼吸机质控', '输注泵质控', '除颤仪质控', '监护仪质控', '高频电刀质控']))
    expect((await stranger.post<Row>(`${templates}/load-ready`, { language: 'en' })).data).toEqual({ made: 5 })
    const theirs = (await stranger.get<Page>(`${templates}/list`, { size: 100 })).data.records
    expect(theirs.map((row) => row.templateName).sort()).toEqual([
      ...[
        'Defibrillator control',
        'Electrosurgical unit control',
        'Infusion pump control',
        'Patient monitor control',
        'Ventilator control',
      ],
    ])
  })
})

describe('a control', () => {
  test('keeps the points of its template as they were, and judges each value when it is entered', async () => {
    const own = await lab.template()
    const id = await lab.draft(await lab.device(), own)
    const { points } = (await admin!.get<Row>(`${templates}/detail`, { id: own })).data as unknown as { points: Row[] }
    await lab.must(`${templates}/submit`, {
      id: own,
      points: points.map((one, at) => (at === 0 ? { id: one.id, setValue: 700 } : { id: one.id })),
    })
    const saved = await lab.measure(id, [440, 100.1])
    expect(saved.version).toBe(2)
    expect(lab.readingsOf(await lab.detail(id))).toMatchObject([
      { quantity: '潮气量', setValue: 400, measured: 440, deviation: 40, allowed: 40, verdict: 'passed' },
      { quantity: '漏电流', setValue: null, measured: 100.1, deviation: null, allowed: null, verdict: 'failed' },
    ])
    await lab.measure(id, [null, 99])
    expect(lab.readingsOf(await lab.detail(id))).toMatchObject([
      { measured: null, deviation: null, verdict: null },
      { measured: 99, verdict: 'passed' },
    ])
  })

  test('is not finished without its values, its testers, or in the future', async () => {
    const device = await lab.device()
    const id = await lab.draft(device, template)
    expect(await finish(id)).toMatchObject({ status: 400 })
    await lab.measure(id, [400, null])
    expect((await finish(id)).msg).toContain('还有 1 个测量值未填：漏电流')
    await lab.must(`${controls}/submit`, { id, testers: [] })
    await lab.measure(id, lab.good)
    expect((await finish(id)).msg).toBe('请填写所用的测试仪')
    const ahead = { deviceId: device, templateId: template, controlledOn: daysAfter(today, 1) }
    expect((await admin!.post(`${controls}/submit`, ahead)).msg).toBe('质控日期不能晚于今天')
    expect((await lab.detail(id)).controlState).toBe('draft')
  })

  test('a stale version and readings of another control are refused', async () => {
    const [one, two] = [await lab.draft(await lab.device(), template), await lab.draft(await lab.device(), template)]
    const [foreign] = lab.readingsOf(await lab.detail(two))
    const stolen = await engineer!.post(`${controls}/record`, { id: one, version: 1, readings: [{ id: foreign!.id, measured: 1 }] })
    expect(stolen).toMatchObject({ status: 400, data: [{ field: 'readings', rule: 'absent' }] })
    await lab.measure(one, lab.good)
    expect(await engineer!.post(`${controls}/record`, { id: one, version: 1, readings: [] })).toMatchObject({ status: 409 })
    expect(lab.readingsOf(await lab.detail(two))[0]).toMatchObject({ measured: null })
  })

  test.each([
    ['without a certificate', null, '没有计量证书'],
    ['that failed', { result: 'failed' }, '计量不合格'],
    ['whose certificate is over', { validUntil: daysAfter(today, -1) }, '质控当天已过期'],
  ])('refuses a tester %s, and names it', async (_, finding, sentence) => {
    const device = await lab.device()
    const id = await lab.draft(device, template, { testers: [{ testerId: await lab.tester(finding) }] })
    await lab.measure(id, lab.good)
    const answer = await finish(id)
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.msg).toContain(`测试仪“分析仪`)
    expect(answer.msg).toContain(sentence)
    expect(await stopsOf(device)).toEqual(['in_use', []])
  })

  test('keeps the certificate that was valid on its day, not the newest', async () => {
    const tester = await lab.tester({ measuredOn: daysAfter(today, -400), validUntil: daysAfter(today, -40), certificateNo: 'OLD-1' })
    const renewed = { deviceId: tester, measureKind: 'calibration', measuredOn: daysAfter(today, -30), validUntil: daysAfter(today, 300) }
    await lab.must('/eam/eventtypemeasure/supplement', { ...renewed, certificateNo: 'NEW-1', result: 'passed' })
    const of = async (controlledOn: string) => {
      const id = await lab.draft(await lab.device(), template, { controlledOn, testers: [{ testerId: tester }] })
      await lab.measure(id, lab.good)
      return { id, answer: await finish(id) }
    }
    const before = await of(daysAfter(today, -60))
    expect((await lab.detail(before.id)).testers).toMatchObject([{ certificateNo: 'OLD-1', validUntil: daysAfter(today, -40) }])
    expect((await of(daysAfter(today, -35))).answer.msg).toContain('OLD-1')
    const now = await of(today)
    expect((await lab.detail(now.id)).testers).toMatchObject([{ certificateNo: 'NEW-1' }])
  })

  test('cannot take the device or template of another, nor be written after its end', async () => {
    const device = await lab.device()
    const id = await lab.finished(device, template)
    expect((await admin!.post(`${controls}/submit`, { id, note: '改' })).status).toBe(409)
    expect((await engineer!.post(`${controls}/record`, { id, version: 4, readings: [] })).status).toBe(409)
    const open = await lab.draft(device, template)
    expect((await admin!.post(`${controls}/submit`, { id: open, deviceId: await lab.device() })).msg).toContain('不能换设备或模板')
    expect((await engineer!.post(`${controls}/remove?ids=${open}`)).status).toBe(200)
  })
})

describe('a failed control', () => {
  test('stops its device until the next pass and leaves the other stops alone', async () => {
    const device = await lab.device()
    await lab.must('/eam/device-stop/place', { deviceId: device, stopKind: 'recall', reason: '召回' })
    const failed = await lab.finished(device, template, lab.bad)
    expect(await lab.detail(failed)).toMatchObject({
      ...{
        controlState: 'finished',
        result: 'failed',
        failedCount: 1,
        failedPoints: '潮气量 400 → 500 mL',
        nextDue: monthsAfter(today, 12),
      },
    })
    expect(await stopsOf(device)).toEqual(['idle', ['recall', 'quality']])
    const lent = await admin!.post('/eam/deviceapply/submit', { kind: 'borrow', lines: [{ deviceId: device }] })
    expect(lent.success).toBe(false)
    const stop = await stopOf(device)
    expect(stop).toMatchObject({ cause: 'controlFailed' })
    expect(String(stop.reason)).toContain('潮气量')
    expect((await manager!.post('/eam/device-stop/lift', { stopId: stop.id, liftReason: '已修' })).msg).toBe('该停用由合格的质控结果解除')
    await lab.finished(device, template)
    expect(await stopsOf(device)).toEqual(['idle', ['recall']])
    const recall = (await admin!.get<Page>('/eam/device-stop/list', { deviceId: device, stopKind: 'recall' })).data.records[0]!
    await lab.must('/eam/device-stop/lift', { stopId: recall.id, liftReason: '结束' })
    expect(await stopsOf(device)).toEqual(['in_use', []])
    expect(await eventsOf(device)).toEqual(['controlFailed', 'controlPassed'])
  })

  test('by one template is not made good by a pass of another', async () => {
    const device = await lab.device()
    const second = await lab.template()
    await lab.finished(device, template, lab.bad)
    await lab.finished(device, second)
    expect(await stopsOf(device)).toEqual(['idle', ['quality']])
    await lab.finished(device, template)
    expect(await stopsOf(device)).toEqual(['in_use', []])
  })

  test('tells the borrower of a lent device', async () => {
    const device = await lab.device()
    await app.sql("update device set eam_status = 'lent', borrow_dept_id = $2, keeper_id = $3 where id = $1", [
      ...[device, home.depts.medicine, keeper!.userId],
    ])
    await lab.finished(device, template, lab.bad)
    expect(await stopsOf(device)).toEqual(['lent', ['quality']])
    const told = await app.sql('select kind from notice where target_id = $1 and user_id = $2', [device, keeper!.userId])
    expect(told.map(({ kind }) => kind)).toContain('loan_stopped')
  })

  test('is refused for a device that is disposed of', async () => {
    const device = await lab.device()
    const id = await lab.draft(device, template)
    await lab.measure(id, lab.bad)
    await app.sql("update device set eam_status = 'disposed' where id = $1", [device])
    expect((await finish(id)).msg).toContain('已报废，不能做质控')
    expect((await admin!.post(`${controls}/submit`, { deviceId: device, templateId: template, controlledOn: today })).msg).toContain(
      '已报废',
    )
  })

  test('of an earlier day changes nothing once a later one has passed', async () => {
    const device = await lab.device()
    await lab.finished(device, template)
    const before = await cardOf(device)
    const old = await lab.finished(device, template, lab.bad, { controlledOn: daysAfter(today, -20) })
    expect((await lab.detail(old)).result).toBe('failed')
    expect(await stopsOf(device)).toEqual(['in_use', []])
    expect(await cardOf(device)).toEqual(before)
  })

  test('that is voided lifts its stop, unless a later one failed or an earlier one stands', async () => {
    const device = await lab.device()
    const [first, second] = [
      await lab.finished(device, template, lab.bad, { controlledOn: daysAfter(today, -3) }),
      await lab.finished(device, template, lab.bad),
    ]
    expect((await voided(first, engineer!)).status).toBe(403)
    expect((await voided(first)).status).toBe(200)
    expect(await stopsOf(device)).toEqual(['idle', ['quality']])
    expect((await voided(second)).status).toBe(200)
    expect(await stopsOf(device)).toEqual(['in_use', []])
    expect(await lab.detail(second)).toMatchObject({ controlState: 'voided', voidReason: '录错设备' })
    expect(await cardOf(device)).toMatchObject({ nextDue: null, lastResult: null, lastControlId: null })
    const [failed, passed] = [
      await lab.finished(device, template, lab.bad, { controlledOn: daysAfter(today, -2) }),
      await lab.finished(device, template),
    ]
    expect(await stopsOf(device)).toEqual(['in_use', []])
    await voided(passed)
    expect(await stopsOf(device)).toEqual(['idle', ['quality']])
    expect(await cardOf(device)).toMatchObject({ lastControlId: failed, lastResult: 'failed' })
  })

  test('that is voided leaves a stop that a person placed', async () => {
    const device = await lab.device()
    const id = await lab.finished(device, template)
    await lab.must('/eam/device-stop/place', { deviceId: device, stopKind: 'quality', reason: '异常' })
    await voided(id)
    expect(await stopsOf(device)).toEqual(['idle', ['quality']])
    await lab.finished(device, template)
    expect(await stopsOf(device)).toEqual(['in_use', []])
  })
})

test('of two engineers who finish one control at once, one wins and the other is told who', async () => {
  const device = await lab.device()
  const id = await lab.draft(device, template)
  await lab.measure(id, lab.bad)
  const { version } = await lab.detail(id)
  const answers = await Promise.all([engineer!, manager!, admin!].map((who) => who.post(`${controls}/finish`, { id, version })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const lost = answers.filter(({ status }) => status !== 200)
  for (const one of lost) expect(one).toMatchObject({ status: 409 })
  const [{ name }] = (await app.sql(
    'select u.real_name as name from quality_control c join app_user u on u.id = c.controlled_by_id where c.id = $1',
    [id],
  )) as [{ name: string }]
  for (const one of lost) expect(one.msg).toContain(name)
  expect(await eventsOf(device)).toEqual(['controlFailed'])
  expect((await app.sql("select 1 from device_stop where device_id = $1 and stop_kind = 'quality'", [device])).length).toBe(1)
})

test('controls of one device by two templates that end at once both count', async () => {
  const device = await lab.device()
  const second = await lab.template()
  const ids = [await lab.draft(device, template), await lab.draft(device, second)]
  await lab.measure(ids[0]!, lab.bad)
  await lab.measure(ids[1]!, lab.bad)
  const answers = await Promise.all(ids.map((id) => finish(id)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await stopsOf(device)).toEqual(['idle', ['quality']])
  await lab.finished(device, template)
  expect(await stopsOf(device)).toEqual(['idle', ['quality']])
})

test('a control counts its month end, and one of another day keeps the schedule of the newest', async () => {
  const device = await lab.device()
  const monthly = await lab.template({ controlCycle: 1, controlCycleUnit: 'month' })
  const tester = await lab.tester({ measuredOn: '2025-12-01', validUntil: daysAfter(today, 900) })
  await lab.finished(device, monthly, lab.good, { controlledOn: '2026-01-31', testers: [{ testerId: tester }] })
  expect(await cardOf(device, monthly)).toMatchObject({ nextDue: '2026-02-28', lastOn: '2026-01-31', lastResult: 'passed' })
  await lab.finished(device, monthly, lab.good, { controlledOn: '2026-02-28', testers: [{ testerId: tester }] })
  expect(await cardOf(device, monthly)).toMatchObject({ nextDue: '2026-03-31', lastOn: '2026-02-28' })
})

test.each([
  ['days', { controlCycle: 90, controlCycleUnit: 'day' }, '2026-05-01'],
  ['years', { controlCycle: 2, controlCycleUnit: 'year' }, '2028-01-31'],
  ['months that a client from before sends', { cycleMonths: 2 }, '2026-03-31'],
  ['no cycle', { controlCycle: null, controlCycleUnit: null }, null],
])('the cycle of a template is a number with its unit: %s', async (_, cycle, nextDue) => {
  const device = await lab.device()
  const of = await lab.template({ controlCycle: undefined, controlCycleUnit: undefined, ...cycle })
  const tester = await lab.tester({ measuredOn: '2025-12-01', validUntil: daysAfter(today, 900) })
  await lab.finished(device, of, lab.good, { controlledOn: '2026-01-31', testers: [{ testerId: tester }] })
  expect(await cardOf(device, of)).toMatchObject({ nextDue, lastOn: '2026-01-31' })
})

describe('other people', () => {
  test('another hospital sees nothing and can do nothing', async () => {
    const device = await lab.device()
    const id = await lab.draft(device, template)
    expect((await stranger.get(`${controls}/detail`, { id })).status).toBe(404)
    expect((await stranger.post(`${controls}/finish`, { id })).status).toBe(404)
    expect((await stranger.post(`${controls}/record`, { id, version: 1, readings: [] })).status).toBe(404)
    for (const path of [controls, cards]) expect((await stranger.get<Page>(`${path}/list`, {})).data.total).toBe(0)
    const theirs = await stranger.post<Row>('/eam/device/submit', { deviceName: '外院分析仪' })
    const foreign = await admin!.post(`${controls}/submit`, {
      ...{ deviceId: device, templateId: template, controlledOn: today, testers: [{ testerId: theirs.data.id }] },
    })
    expect(foreign).toMatchObject({ status: 400, data: [{ field: 'testers.0.testerId', rule: 'absent' }] })
  })

  test('another department sees neither the control nor its schedule, and a tester that it does not see is refused', async () => {
    const device = await lab.device()
    const id = await lab.finished(device, template)
    const people = await peopleLab(app, () => admin!)
    const rights = [
      'qualityControl.list',
      'qualityControl.submit',
      'qualityControl.work',
      'qualityCard.list',
      'qualityTemplate.list',
      'device.list',
    ]
    const inside = await people.clerk(rights, 'dept')
    const outside = await people.settled(inside.alias, { deptId: home.depts.medicine })
    const seen = async (client: Client, path: string) => (await client.get<Page>(`${path}/list`, { deviceId: device })).data.total
    expect([await seen(inside.client, controls), await seen(inside.client, cards)]).toEqual([1, 1])
    expect([await seen(outside.client, controls), await seen(outside.client, cards)]).toEqual([0, 0])
    expect((await outside.client.get(`${controls}/detail`, { id })).status).toBe(404)
    const own = await lab.device({ useDeptId: home.depts.medicine })
    const [line] = (await lab.detail(id)).testers as unknown as Row[]
    const foreign = { deviceId: own, templateId: template, controlledOn: today, testers: [{ testerId: line!.testerId }] }
    expect(await outside.client.post(`${controls}/submit`, foreign)).toMatchObject({ status: 400 })
  })

  test('a keeper reads controls and finishes none', async () => {
    const id = await lab.draft(await lab.device(), template)
    expect((await keeper!.get(`${controls}/list`, {})).status).toBe(200)
    expect((await finish(id, keeper!)).status).toBe(403)
    expect((await keeper!.post(`${controls}/submit`, { id, note: '改' })).status).toBe(403)
  })
})

describe('a schedule', () => {
  test('is added by hand once for a device and template, and stays what it is about', async () => {
    const device = await lab.device()
    const draft = { deviceId: device, templateId: template, nextDue: daysAfter(today, 5) }
    const answers = await Promise.all([1, 2, 3].map(() => manager!.post<Row>(`${cards}/submit`, draft)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { id } = answers.find(({ status }) => status === 200)!.data
    expect((await manager!.post(`${cards}/submit`, { id, deviceId: await lab.device() })).msg).toContain('不能换设备或模板')
    await lab.finished(device, template, lab.bad)
    expect(await cardOf(device)).toMatchObject({ id, lastResult: 'failed', nextDue: monthsAfter(today, 12) })
    expect((await manager!.post(`${cards}/remove?ids=${id}`)).msg).toContain('上次质控不合格')
  })

  test('is counted on the first page as its list shows it', async () => {
    const late = await lab.device()
    await lab.must(`${cards}/submit`, { deviceId: late, templateId: template, nextDue: daysAfter(today, -1) })
    const { data } = await admin!.get<Row[]>('/eam/home-page/warn-statistics')
    const figure = data.find((one) => one.code === 'quality.overdue')
    const listed = (await admin!.get<Page>(`${cards}/list`, { nextDue_le: daysAfter(today, -1) })).data.total
    expect(listed).toBeGreaterThan(0)
    expect(figure).toMatchObject({ count: listed })
  })

  /** A moment as clocks show it at home. */
  const clock = (day: string, time: string): Date => new Date(Date.parse(dayStart(day)) + Date.parse(`1970-01-01T${time}:00Z`))
  test.each([
    ['due soon at 23:30 of the day before the first notice', '2041-03-08', '23:30', '2041-04-08', []],
    ['due soon at 00:30 of its day', '2041-03-09', '00:30', '2041-04-08', ['quality_due']],
    ['due soon at 07:30 of its day', '2041-03-09', '07:30', '2041-04-08', ['quality_due']],
    ['overdue at 23:30 of the last day', '2041-05-08', '23:30', '2041-05-08', ['quality_due']],
    ['overdue at 00:30 of the day after', '2041-05-09', '00:30', '2041-05-08', ['quality_overdue']],
    ['overdue at 07:30 of the day after', '2041-05-09', '07:30', '2041-05-08', ['quality_overdue']],
  ])('is told %s, once, by the day at home', async (_, day, time, nextDue, kinds) => {
    const device = await lab.device({ keeperId: keeper!.userId })
    const { id } = await lab.must(`${cards}/submit`, { deviceId: device, templateId: template, nextDue })
    await runTimedJob(qualityReminders, worker, clock(day, time))
    await runTimedJob(qualityReminders, worker, clock(day, time))
    const told = await app.sql('select kind, detail from notice where target_id = $1 and user_id = $2', [id, keeper!.userId])
    expect(told.map(({ kind }) => kind)).toEqual(kinds)
    expect(told.every(({ detail }) => detail === nextDue)).toBe(true)
    await lab.must(`${cards}/remove?ids=${id}`, {})
  })
})

test('what failed is told to who works on quality control, the person who finished it aside', async () => {
  const device = await lab.device({ keeperId: keeper!.userId })
  const id = await lab.finished(device, template, lab.bad)
  const told = await app.sql(`select user_id from notice where kind = 'quality_failed' and target_id = $1`, [id])
  expect(told.map((row) => row.user_id)).toEqual(expect.arrayContaining([keeper!.userId, engineer!.userId]))
  expect(told.map((row) => row.user_id)).not.toContain(admin!.userId)
})
