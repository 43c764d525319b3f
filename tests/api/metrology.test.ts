import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { openPool } from '#server/db/pool.ts'
import { metrologyDue } from '#server/features/service/metrology/metrology-due.ts'
import { type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { op, push } from '#tests/harness/ops.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

let app: TestApp
let [admin, engineer, keeper, neighbour] = [] as unknown as [Client, Client, Client, Client]
const [cards, records, stops] = ['/eam/devicecardmeasure', '/eam/eventtypemeasure', '/eam/device-stop/list']
const today = homeDay(new Date())
const ahead = (days: number): string => daysAfter(today, days)

beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  engineer = await app.as('engineer')
  keeper = await app.as('keeper')
  neighbour = await app.as('administrator', other)
})
afterAll(() => app.stop())

const saved = async (path: string, draft: object, who = admin): Promise<string> => {
  const answer = await who.post(path, draft)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return answer.data.id as string
}
const one = async (path: string, id: string): Promise<Row> => (await admin.get<Row>(`${path}/detail`, { id })).data
const device = (name: string, more: object = {}): Promise<string> =>
  saved('/eam/device/submit', { deviceName: name, useDeptId: home.depts.medicine, ...more })
const inUse = async (name: string, more: object = {}): Promise<string> => {
  const id = await device(name, more)
  await app.sql("update device set eam_status = 'in_use' where id = $1", [id])
  return id
}
const stateOf = async (id: string): Promise<string> => String((await one('/eam/device', id)).eamStatus)
const measureCard = (deviceId: string, more: object = {}): Promise<string> =>
  saved(`${cards}/submit`, { deviceId, measureCycle: 365, ...more })
const planned = async (deviceId: string, more: object = {}): Promise<string> =>
  saved(`${records}/save`, { deviceId, measureKind: 'verification', ...more })
const finish = (id: string, finding: object) => admin.post(`${records}/finish`, { id, measuredOn: today, ...finding })

describe('a metrology card', () => {
  test('takes kind, verification and cycle from the catalogue or the device, and is one for each device', async () => {
    const catalogId = await saved('/eam/measure-catalog/submit', {
      ...{
        catalogName: '血压计',
        measureKind: 'calibration',
        measureType: 'mandatory',
        measureCycle: 6,
        measureCycleUnit: 'month',
        regulation: 'JJG 692-2010',
      },
    })
    const first = await device('血压计一')
    const id = await measureCard(first, { catalogId, measureCycle: undefined })
    expect(await one(cards, id)).toMatchObject({
      ...{
        measureKind: 'calibration',
        measureType: 'mandatory',
        measureCycle: 6,
        measureCycleUnit: 'month',
        labelState: 'none',
        cardTitle: '血压计一',
      },
    })
    expect(await admin.post(`${cards}/submit`, { deviceId: first, measureCycle: 30 })).toMatchObject({ success: false, error: 'taken' })
    const own = await measureCard(await device('血压计二', { measureCycle: 90, measureType: 'voluntary' }), { measureCycle: undefined })
    expect(await one(cards, own)).toMatchObject({ measureType: 'voluntary', measureCycle: 90, measureCycleUnit: 'day' })
    const bare = await measureCard(await device('血压计三'), { measureCycle: undefined })
    expect(await one(cards, bare)).toMatchObject({
      ...{ measureKind: 'verification', measureType: null, measureCycle: 1, measureCycleUnit: 'year' },
    })
    expect((await admin.post(`${cards}/submit`, { id: bare, measureCycle: null })).msg).toBe('计量周期不能为空')
    expect((await admin.post(`${cards}/submit`, { id, deviceId: await device('血压计四') })).msg).toContain('不能换设备')
    const both = await device('血压计五')
    const answers = await Promise.all([1, 2, 3].map(() => admin.post(`${cards}/submit`, { deviceId: both, measureCycle: 30 })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is ordered once, however often it is asked for', async () => {
    const [first, second] = [await device('天平一'), await device('天平二')]
    const ids = [await measureCard(first, { body: '省计量院' }), await measureCard(second)]
    expect((await engineer.post(`${cards}/order`, { ids })).data).toEqual({ made: 2 })
    expect((await engineer.post(`${cards}/order`, { ids })).data).toEqual({ made: 0 })
    const [made] = (await admin.get<Page>(`${records}/list`, { deviceId: first })).data.records
    expect(await one(records, made!.id)).toMatchObject({
      ...{ recordStatus: 'planned', dueDate: today, body: '省计量院', useDeptId: home.depts.medicine },
    })
    const found = (await admin.get<Page>(`${records}/list`, { deviceId: second })).data.records
    const twice = await Promise.all([1, 2, 3].map(() => admin.post(`${records}/undo`, { ids: [found[0]!.id] })))
    expect(twice.filter(({ status }) => status === 200)).toHaveLength(1)
    const both = await Promise.all([1, 2, 3].map(() => admin.post<{ made: number }>(`${cards}/order`, { ids })))
    expect(both.reduce((sum, { data }) => sum + data.made, 0)).toBe(1)
  })
})

describe('a metrology record', () => {
  test('is open once for a device and kind, however it is planned; the second is told which', async () => {
    const deviceId = await inUse('同时下达的天平')
    const cardId = await measureCard(deviceId)
    const plan = (more: object = {}) => admin.post(`${records}/save`, { deviceId, measureKind: 'verification', ...more })
    const phone = async () =>
      (await push(engineer, await op({ kind: 'measureRecord.submit', body: { deviceId, measureKind: 'verification', dueDate: today } })))[0]
    const ordered = () => admin.post<{ made: number }>(`${cards}/order`, { ids: [cardId] })
    const [first, second, queued, asked] = await Promise.all([plan(), plan(), phone(), ordered()])
    const open = (await admin.get<Page>(`${records}/list`, { deviceId, recordStatus: 'planned' })).data.records
    expect(open).toHaveLength(1)
    const no = (await one(records, open[0]!.id)).recordNo as string
    // Who asks for what is due is told that nothing was left to plan; the others learn which record there is.
    const refused = [first, second].filter(({ status }) => status !== 200).map(({ msg }) => msg)
    const made = 2 - refused.length + (queued?.outcome === 'done' ? 1 : 0) + Number(asked.data.made)
    expect(made).toBe(1)
    for (const msg of refused) expect(msg).toContain(no)
    if (queued?.outcome !== 'done') expect(JSON.stringify(queued)).toContain(no)

    // The other kind is planned on its own, once, and does not become the first kind.
    const other = await planned(deviceId, { measureKind: 'calibration' })
    expect((await plan({ measureKind: 'calibration' })).msg).toContain((await one(records, other)).recordNo as string)
    expect((await plan({ id: other, measureKind: 'verification' })).msg).toContain(no)
    const elsewhere = await planned(await inUse('另一台天平'))
    expect((await plan({ id: elsewhere, deviceId })).msg).toContain(no)
    expect((await plan({ id: open[0]!.id, remark: '急' })).msg).toBe('操作成功')
    // A certificate of former years is entered beside what is open, and what is withdrawn makes room.
    const late = { deviceId, measureKind: 'verification', measuredOn: ahead(-30), result: 'passed', certificateNo: 'P-1' }
    expect((await admin.post(`${records}/supplement`, late)).msg).toBe('操作成功')
    expect((await admin.post(`${records}/undo`, { ids: [open[0]!.id] })).msg).toBe('操作成功')
    expect((await plan()).msg).toBe('操作成功')
  })

  test('goes out with its batch and comes back with a certificate that the label follows', async () => {
    const deviceId = await inUse('监护仪')
    const cardId = await measureCard(deviceId)
    const id = await planned(deviceId)
    expect((await admin.post(`${records}/send`, { ids: [id], sentOn: ahead(-5), body: '省计量院' })).msg).toBe('操作成功')
    expect(await one(records, id)).toMatchObject({
      recordStatus: 'sent',
      sentOn: ahead(-5),
      batchNo: `${today.replaceAll('-', '')} 省计量院`,
    })
    expect((await finish(id, { result: 'passed' })).msg).toBe('证书编号不能为空')
    expect((await finish(id, { result: 'passed', certificateNo: 'C-1', measuredOn: ahead(1) })).msg).toBe('计量日期不能晚于今天')
    expect((await finish(id, { result: 'passed', certificateNo: 'C-1', measuredOn: ahead(-6) })).msg).toContain('早于送检日期')
    expect((await finish(id, { result: 'passed', certificateNo: 'C-1', validUntil: today })).msg).toBe('有效期须晚于计量日期')
    expect(await one(records, id)).toMatchObject({ recordStatus: 'sent', result: null })
    expect((await finish(id, { result: 'limited', certificateNo: 'C-1', readings: '仅用于 0–200 mmHg', cost: '120.50' })).msg).toBe(
      '操作成功',
    )
    expect(await one(records, id)).toMatchObject({
      ...{
        recordStatus: 'done',
        result: 'limited',
        certificateNo: 'C-1',
        validUntil: ahead(364),
        cost: '120.50',
        measuredById: admin.userId,
      },
    })
    expect(await one(cards, cardId)).toMatchObject({
      labelState: 'limited',
      validUntil: ahead(364),
      measuredOn: today,
      certificateNo: 'C-1',
    })
    expect(await stateOf(deviceId)).toBe('in_use')
    expect((await finish(id, { result: 'passed', certificateNo: 'C-2' })).error).toBe('wrong_state')
  })

  test('that failed stops the device, tells its people, and a passed one brings it back', async () => {
    const deviceId = await inUse('除颤仪', { keeperId: keeper.userId })
    const cardId = await measureCard(deviceId)
    expect((await finish(await planned(deviceId), { result: 'failed' })).msg).toBe('操作成功')
    expect(await one(cards, cardId)).toMatchObject({ labelState: 'stopped', validUntil: null, lastResult: 'failed' })
    expect(await stateOf(deviceId)).toBe('idle')
    const told = await app.sql("select user_id from notice where kind = 'measure_failed' and target_id = $1", [cardId])
    expect(told.map((row) => row.user_id)).toContain(keeper.userId)
    const [event] = await app.sql("select by_rule from audit_event where entity_id = $1 and verb = 'stopUse'", [deviceId])
    expect(event).toEqual({ by_rule: 'measurePosting' })
    expect((await admin.post(`${cards}/remove`, { ids: [cardId] })).msg).toBe('设备“除颤仪”因计量停用，请先登记合格结果')
    expect((await finish(await planned(deviceId, { measureKind: 'calibration' }), { result: 'passed' })).msg).toBe('操作成功')
    expect(await one(cards, cardId)).toMatchObject({ labelState: 'stopped', verificationLabel: 'stopped', calibrationLabel: 'qualified' })
    expect(await stateOf(deviceId)).toBe('idle')
    expect((await finish(await planned(deviceId), { result: 'passed', certificateNo: 'D-2' })).msg).toBe('操作成功')
    expect(await one(cards, cardId)).toMatchObject({ labelState: 'qualified', validUntil: ahead(364) })
    expect(await stateOf(deviceId)).toBe('in_use')
  })

  test('that failed leaves a lent device where it is; one that was sealed by hand stays sealed', async () => {
    const lent = await inUse('输液泵')
    await app.sql("update device set eam_status = 'lent' where id = $1", [lent])
    const card = await measureCard(lent)
    expect((await finish(await planned(lent), { result: 'failed' })).msg).toBe('操作成功')
    expect([await stateOf(lent), (await one(cards, card)).labelState]).toEqual(['lent', 'stopped'])
    expect((await one('/eam/device', lent)).stopKinds).toEqual(['metrology'])
    const sealed = await inUse('注射泵')
    await measureCard(sealed)
    expect((await admin.post('/eam/device/seal', { id: sealed, reason: '备用' })).msg).toBe('操作成功')
    expect((await finish(await planned(sealed), { result: 'passed', certificateNo: 'C-9' })).msg).toBe('操作成功')
    expect(await stateOf(sealed)).toBe('idle')
  })

  test('is entered later with its certificate, and an old one does not change the label', async () => {
    const deviceId = await inUse('心电图机')
    const cardId = await measureCard(deviceId)
    const enter = (more: object, who = engineer) =>
      who.post(`${records}/supplement`, { deviceId, measureKind: 'verification', result: 'passed', ...more })
    expect((await enter({ measuredOn: ahead(-30), certificateNo: 'N-2' })).msg).toBe('操作成功')
    expect(await one(cards, cardId)).toMatchObject({ labelState: 'qualified', certificateNo: 'N-2', validUntil: ahead(334) })
    expect((await enter({ measuredOn: ahead(-400), certificateNo: 'N-1', result: 'failed' })).msg).toBe('操作成功')
    expect(await one(cards, cardId)).toMatchObject({ labelState: 'qualified', certificateNo: 'N-2' })
    expect(await stateOf(deviceId)).toBe('in_use')
    const page = (await admin.get<Page>('/sps/hospital/work-order-measure/measure-record', { deviceId })).data
    expect(page.records.map((row) => row.certificateNo).sort()).toEqual(['N-1', 'N-2'])
    expect(await one(records, page.records[0]!.id)).toMatchObject({ isSupplement: 1, recordStatus: 'done' })
    expect((await enter({ measuredOn: today })).msg).toBe('证书编号不能为空')
    expect((await admin.get<Page>(`${records}/list`, { deviceId })).data.total).toBe(2)
    expect((await enter({ measuredOn: today, certificateNo: 'N-3' }, keeper)).status).toBe(403)
    expect((await enter({ measuredOn: today, certificateNo: 'N-3' }, neighbour)).status).toBe(400)
  })

  test('changes its own kind alone; the label is the worse of the two', async () => {
    const deviceId = await inUse('婴儿培养箱')
    const cardId = await measureCard(deviceId)
    const enter = async (measureKind: string, result: string, more: object = {}) =>
      expect(
        (await finish(await planned(deviceId, { measureKind }), { result, certificateNo: `${measureKind} ${result}`, ...more })).msg,
      ).toBe('操作成功')
    await enter('calibration', 'limited', { validUntil: ahead(100) })
    await enter('verification', 'passed')
    const both = { verificationResult: 'passed', verificationUntil: ahead(364), calibrationResult: 'limited', calibrationUntil: ahead(100) }
    expect(await one(cards, cardId)).toMatchObject({ ...both, labelState: 'limited', validUntil: ahead(100), dueDate: ahead(100) })
    await enter('calibration', 'failed')
    await enter('verification', 'failed')
    await enter('verification', 'passed')
    expect(await one(cards, cardId)).toMatchObject({ labelState: 'stopped', verificationLabel: 'qualified', calibrationLabel: 'stopped' })
    expect(await stateOf(deviceId)).toBe('idle')
    const [stop] = (await admin.get<Page>(stops, { deviceId, liftedAt: '_none' })).data.records
    expect(stop).toMatchObject({ cause: 'failed', certificateNo: 'calibration failed' })
    await enter('calibration', 'passed')
    expect(await one(cards, cardId)).toMatchObject({
      labelState: 'qualified',
      lastResult: 'passed',
      certificateNo: expect.stringContaining('passed'),
    })
    expect(await stateOf(deviceId)).toBe('in_use')
  })

  test('whose certificate is over stops the device; one that ends today does not', async () => {
    const deviceId = await inUse('离心机')
    const cardId = await measureCard(deviceId)
    const enter = (more: object) =>
      engineer.post(`${records}/supplement`, { deviceId, measureKind: 'verification', result: 'passed', ...more })
    expect((await enter({ measuredOn: ahead(-400), validUntil: ahead(-35), certificateNo: 'E-1' })).msg).toBe('操作成功')
    expect(await one(cards, cardId)).toMatchObject({ labelState: 'stopped', lastResult: 'passed', validUntil: ahead(-35) })
    expect(await stateOf(deviceId)).toBe('idle')
    const [stop] = (await admin.get<Page>(stops, { deviceId })).data.records
    expect(stop).toMatchObject({ stopKind: 'metrology', cause: 'expired', certificateNo: 'E-1', validUntil: ahead(-35), liftedAt: null })
    expect((await admin.post('/eam/device-stop/lift', { stopId: stop!.id, liftReason: '急用' })).msg).toBe('计量停用由合格的计量结果解除')
    expect((await enter({ measuredOn: ahead(-200), validUntil: ahead(-1), certificateNo: 'E-2' })).msg).toBe('操作成功')
    expect(await stateOf(deviceId)).toBe('idle')
    expect((await admin.get<Page>(stops, { deviceId })).data.records).toMatchObject([{ certificateNo: 'E-2', validUntil: ahead(-1) }])
    expect((await enter({ measuredOn: ahead(-100), validUntil: today, certificateNo: 'E-3' })).msg).toBe('操作成功')
    expect(await one(cards, cardId)).toMatchObject({ labelState: 'qualified', validUntil: today })
    expect(await stateOf(deviceId)).toBe('in_use')
    expect((await admin.get<Page>(stops, { deviceId })).data.records).toMatchObject([{ liftedAt: expect.any(String) }])
  })

  test('that failed stops a device without a metrology card, and gives it one', async () => {
    const deviceId = await inUse('血气分析仪')
    expect((await finish(await planned(deviceId), { result: 'failed' })).msg).toBe('操作成功')
    expect(await stateOf(deviceId)).toBe('idle')
    expect((await admin.get<Page>(`${cards}/list`, { deviceId })).data.records).toMatchObject([{ labelState: 'stopped' }])
    expect((await finish(await planned(deviceId), { result: 'passed', certificateNo: 'N-9' })).msg).toBe('操作成功')
    expect(await stateOf(deviceId)).toBe('in_use')
  })

  test('of a device that was disposed of meanwhile is kept, and stops nothing', async () => {
    const deviceId = await inUse('旧监护仪')
    const cardId = await measureCard(deviceId)
    const id = await planned(deviceId)
    await app.sql("update device set eam_status = 'disposed' where id = $1", [deviceId])
    expect((await finish(id, { result: 'failed' })).msg).toBe('操作成功')
    expect(await one(cards, cardId)).toMatchObject({ labelState: 'stopped', lastResult: 'failed' })
    expect(await openStops(deviceId)).toEqual([])
    expect((await one('/eam/device', deviceId)).stopKinds).toBeNull()
  })

  test('that passed leaves other stops alone', async () => {
    const deviceId = await inUse('麻醉机')
    const place = (stopKind: string) => engineer.post('/eam/device-stop/place', { deviceId, stopKind, reason: '漏气' })
    expect((await place('quality')).msg).toBe('操作成功')
    expect((await finish(await planned(deviceId), { result: 'failed' })).msg).toBe('操作成功')
    expect((await one('/eam/device', deviceId)).stopKinds).toEqual(['quality', 'metrology'])
    expect((await finish(await planned(deviceId), { result: 'passed', certificateNo: 'A-1' })).msg).toBe('操作成功')
    expect(await one('/eam/device', deviceId)).toMatchObject({ stopKinds: ['quality'], eamStatus: 'idle' })
  })

  test('comes back with its batch, all or none', async () => {
    const devices = await Promise.all(['甲', '乙'].map((name) => inUse(`温度计${name}`)))
    const ids = await Promise.all(devices.map((id) => planned(id)))
    const measures = ids.map((id, at) => ({ id, result: 'passed', measuredOn: today, certificateNo: `B-${at}` }))
    const bad = await engineer.post(`${records}/batchUpdateMeasure`, { measures: [measures[0], { ...measures[1], certificateNo: null }] })
    expect([bad.status, bad.msg]).toEqual([400, '证书编号不能为空'])
    expect(await one(records, ids[0]!)).toMatchObject({ recordStatus: 'planned' })
    expect((await engineer.post(`${records}/batchUpdateMeasure`, { measures })).status).toBe(200)
    expect(await one(records, ids[1]!)).toMatchObject({ recordStatus: 'done', certificateNo: 'B-1' })
    expect((await neighbour.post(`${records}/batchUpdateMeasure`, { measures })).status).toBe(404)
  })
})

/** Runs the daily work with the clock at a moment, at home. */
const runAt = async (...moments: readonly Date[]): Promise<void> => {
  const worker = openPool(app.database.jobsUrl, moments.length)
  await Promise.all(moments.map((now) => runTimedJob(metrologyDue, worker, now)))
  await worker.end()
}
const certified = async (name: string, validUntil: string): Promise<{ deviceId: string; card: string }> => {
  const deviceId = await inUse(name)
  const card = await measureCard(deviceId, { measureType: 'mandatory' })
  await app.sql("update measure_card set label_state = 'qualified', valid_until = $2 where id = $1", [card, validUntil])
  return { deviceId, card }
}
const openStops = async (deviceId: string) => (await admin.get<Page>(stops, { deviceId, liftedAt: '_none' })).data.records

test('what is due and overdue is told once, and an overdue compulsory verification stops its device', async () => {
  const made = async (name: string, validUntil: string | null, measureType: string) => {
    const deviceId = await inUse(name)
    const card = await measureCard(deviceId, { measureType })
    await app.sql("update measure_card set label_state = 'qualified', valid_until = $2 where id = $1", [card, validUntil])
    return { deviceId, card }
  }
  const soon = await made('即将到期', ahead(20), 'mandatory')
  const late = await made('过期强检', ahead(-2), 'mandatory')
  const free = await made('过期非强检', ahead(-2), 'voluntary')
  const far = await made('远未到期', ahead(90), 'mandatory')
  const run = async () => {
    const worker = openPool(app.database.jobsUrl, 1)
    await runTimedJob(metrologyDue, worker)
    await worker.end()
    return app.sql('select distinct kind, target_id from notice where target_id = any($1) order by kind, target_id', [
      [soon, late, free, far].map(({ card }) => card),
    ])
  }
  const first = await run()
  expect(new Set(first.map(({ kind, target_id }) => `${kind} ${target_id}`))).toEqual(
    new Set([`measure_due ${soon.card}`, `measure_overdue ${late.card}`, `measure_overdue ${free.card}`]),
  )
  const count = async () => (await app.sql("select count(*)::int as n from notice where kind like 'measure_%'"))[0]!.n
  const before = await count()
  await run()
  expect(await count()).toBe(before)
  expect([await stateOf(late.deviceId), await stateOf(free.deviceId), await stateOf(soon.deviceId)]).toEqual(['idle', 'in_use', 'in_use'])
  expect(await one(cards, late.card)).toMatchObject({ labelState: 'stopped' })
  expect(await one(cards, free.card)).toMatchObject({ labelState: 'qualified' })
  expect((await finish(await planned(late.deviceId), { result: 'passed', certificateNo: 'L-1' })).msg).toBe('操作成功')
  expect(await stateOf(late.deviceId)).toBe('in_use')
  for (const path of [cards, records]) expect((await neighbour.get<Page>(`${path}/list`, {})).data.total).toBe(0)
  expect((await neighbour.post(`${cards}/order`, { ids: [late.card] })).status).toBe(404)
  expect((await keeper.post(`${cards}/order`, { ids: [late.card] })).status).toBe(403)
})

test('a device is stopped also when its notice was sent before, and by two runs at once only once', async () => {
  const { deviceId, card } = await certified('早通知', ahead(-2))
  await runAt(new Date())
  expect((await finish(await planned(deviceId), { result: 'passed', certificateNo: 'W-1' })).msg).toBe('操作成功')
  await app.sql('update measure_card set valid_until = $2 where id = $1', [card, ahead(-2)])
  await runAt(new Date(), new Date())
  expect(await openStops(deviceId)).toMatchObject([{ cause: 'expired', validUntil: ahead(-2) }])
  expect(await stateOf(deviceId)).toBe('idle')
  const sent = await app.sql(
    "select user_id, count(*)::int as n from notice where kind = 'measure_overdue' and target_id = $1 group by 1",
    [card],
  )
  expect(sent.map(({ n }) => n)).toEqual(sent.map(() => 1))
})

test('an overdue device that is not compulsory any more, or verified once, goes on; one that failed does not', async () => {
  const overdue = async (name: string) => {
    const of = await certified(name, ahead(90))
    expect((await finish(await planned(of.deviceId), { result: 'passed', certificateNo: name })).msg).toBe('操作成功')
    await app.sql('update measure_card set valid_until = $2, verification_until = $2 where id = $1', [of.card, ahead(-2)])
    return of
  }
  const [free, once, failed] = await Promise.all(['转为非强检', '改为首检', '不合格强检'].map(overdue))
  await runAt(new Date())
  for (const { deviceId } of [free!, once!]) expect(await openStops(deviceId)).toMatchObject([{ cause: 'expired' }])
  expect((await finish(await planned(failed!.deviceId), { result: 'failed' })).msg).toBe('操作成功')
  const change = async (id: string, draft: object) => expect((await admin.post(`${cards}/submit`, { id, ...draft })).msg).toBe('操作成功')
  await change(free!.card, { measureType: 'voluntary' })
  await change(once!.card, { firstOnly: 1, measureCycle: null })
  await change(failed!.card, { measureType: 'voluntary' })
  await runAt(new Date())
  for (const { deviceId, card } of [free!, once!]) {
    expect([await stateOf(deviceId), await openStops(deviceId)]).toEqual(['in_use', []])
    expect((await one(cards, card)).labelState).toBe('qualified')
  }
  expect([await stateOf(failed!.deviceId), await openStops(failed!.deviceId)]).toMatchObject(['idle', [{ cause: 'failed' }]])
})

test('a lent device is stopped where it is; one whose label says stopped without a stop gets it', async () => {
  const [lent, labelled] = [await certified('借出强检', ahead(-1)), await certified('只有标识', ahead(30))]
  await app.sql("update device set eam_status = 'lent', borrow_dept_id = $2 where id = $1", [lent.deviceId, home.depts.medicine])
  await app.sql("update measure_card set label_state = 'stopped', last_result = 'failed' where id = $1", [labelled.card])
  await runAt(new Date())
  expect(await one('/eam/device', lent.deviceId)).toMatchObject({ eamStatus: 'lent', stopKinds: ['metrology'] })
  expect((await app.sql("select 1 from notice where kind = 'loan_stopped' and target_id = $1", [lent.deviceId])).length).toBeGreaterThan(0)
  expect(await openStops(labelled.deviceId)).toMatchObject([{ cause: 'failed' }])
  expect(await stateOf(labelled.deviceId)).toBe('idle')
})

test('a certificate holds to the end of its last day at home, at any hour of the run', async () => {
  for (const last of ['2030-12-31', '2031-01-31', '2032-02-29']) {
    const { deviceId } = await certified(`到期 ${last}`, last)
    const at = (day: string, time: string) => new Date(`${day}T${time}:00+08:00`)
    for (const time of ['00:30', '07:30', '23:30']) {
      await runAt(at(last, time))
      expect([time, await stateOf(deviceId), await openStops(deviceId)]).toEqual([time, 'in_use', []])
    }
    await runAt(at(daysAfter(last, 1), '00:30'))
    expect([await stateOf(deviceId), await openStops(deviceId)]).toMatchObject(['idle', [{ cause: 'expired', validUntil: last }]])
    await runAt(at(daysAfter(last, 1), '07:30'))
    expect(await openStops(deviceId)).toHaveLength(1)
  }
})

describe('a compulsory device that was never verified', () => {
  const overdue = async () =>
    (await admin.get<Page>(`${cards}/list`, { dueDate_le: ahead(-1), columns: 'deviceId', size: 100 })).data.records.map(
      ({ deviceId }) => deviceId,
    )
  const opening = async (who = admin) => (await who.get(`${cards}/opening`, {})).data

  test('is overdue at once, and stopped only after a manager has confirmed the list', async () => {
    const manager = await app.as('equipment_manager')
    const { count: before } = await opening()
    const deviceId = await inUse('从未检定')
    const card = await measureCard(deviceId, { measureType: 'mandatory' })
    const free = await inUse('非强检未检定')
    await measureCard(free, { measureType: 'voluntary' })
    const bare = await inUse('强检无台账', { isMeasure: 1, measureType: 'mandatory' })
    expect(await one(cards, card)).toMatchObject({ labelState: 'none', validUntil: null, dueDate: ahead(-1) })
    expect(await overdue()).toContain(deviceId)
    expect(await overdue()).not.toContain(free)
    const { count, confirmedAt } = await opening(engineer)
    expect([count, confirmedAt]).toEqual([Number(before) + 2, null])
    await runAt(new Date())
    expect(await overdue()).toEqual(expect.arrayContaining([deviceId, bare]))
    for (const id of [deviceId, bare]) expect([await stateOf(id), await openStops(id)]).toEqual(['in_use', []])
    expect((await app.sql("select 1 from notice where kind = 'measure_overdue' and target_id = $1", [card])).length).toBeGreaterThan(0)
    const confirm = (of: number, who = manager) => who.post(`${cards}/confirm-opening`, { count: of })
    for (const who of [engineer, keeper]) expect((await confirm(Number(count), who)).status).toBe(403)
    expect((await confirm(1)).msg).toBe(`未检定的强检设备现为 ${count} 台，请核对后重新确认`)
    const answers = await Promise.all([confirm(Number(count)), confirm(Number(count))])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await opening()).toMatchObject({ confirmedAt: expect.any(String), deviceCount: count, confirmedByName: expect.any(String) })
    await runAt(new Date())
    for (const id of [deviceId, bare]) expect([await stateOf(id), await openStops(id)]).toMatchObject(['idle', [{ cause: 'unverified' }]])
    expect(await stateOf(free)).toBe('in_use')
    const refused = await admin.post('/eam/deviceapply/submit', {
      ...{ applyTitle: '领用', type: 'receive', deptId: home.depts.medicine, useDeptId: home.depts.medicine, lines: [{ deviceId }] },
    })
    expect(refused.msg).toContain('因计量停用：强检设备未检定')
    const [found] = (await admin.get<Page>(`${cards}/list`, { deviceId: bare })).data.records
    expect((await admin.post(`${cards}/submit`, { id: found!.id, measureType: 'voluntary' })).msg).toBe('操作成功')
    await runAt(new Date())
    expect([await stateOf(bare), await openStops(bare)]).toEqual(['in_use', []])
    // A calibration is no verification.
    expect((await finish(await planned(deviceId, { measureKind: 'calibration' }), { result: 'passed', validUntil: ahead(90) })).msg).toBe(
      '操作成功',
    )
    expect([await stateOf(deviceId), (await one(cards, card)).dueDate]).toEqual(['idle', ahead(-1)])
    expect((await finish(await planned(deviceId), { result: 'passed', certificateNo: 'F-1' })).msg).toBe('操作成功')
    expect([await stateOf(deviceId), (await one(cards, card)).unverifiedSince]).toEqual(['in_use', null])
    expect(await overdue()).not.toContain(deviceId)
    expect((await neighbour.get(`${cards}/opening`, {})).data).toMatchObject({ count: 0, confirmedAt: null })
    // The card of a device that was removed goes as well.
    const draft = await device('撤销导入', { isMeasure: 1, measureType: 'mandatory' })
    const own = await measureCard(draft, { measureType: 'mandatory' })
    expect((await admin.post('/eam/device/remove', { ids: [draft] })).msg).toBe('操作成功')
    await runAt(new Date())
    expect(await overdue()).not.toContain(draft)
    expect((await app.sql(`select verb from audit_event where entity_id = $1 order by version desc`, [own]))[0]).toEqual({ verb: 'remove' })
  })
})
