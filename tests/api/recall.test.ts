import { afterAll, describe, expect, test } from 'vitest'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { daysAfter } from '#contract/kit/time/day.ts'
import { openPool } from '#server/db/pool.ts'
import { recallMatches } from '#server/features/quality/recalls/recall-jobs.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { raise } from '#tests/harness/inner-steps.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { recallLab } from '#tests/harness/recalls.ts'
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
const stranger = await app.as('administrator', other)
const lab = recallLab(app, admin)
const { paths, must, today } = lab
const stateOf = async (id: string): Promise<[unknown, unknown]> => {
  const { eamStatus, stopKinds } = (await admin.get<Row>('/eam/device/detail', { id })).data
  return [eamStatus, stopKinds ?? []]
}
const held = ['idle', ['recall']]
const free = ['in_use', []]
const stopsOf = async (deviceId: string): Promise<Row[]> =>
  (await admin.get<Page>('/eam/device-stop/list', { deviceId, stopKind: 'recall' })).data.records
const recallOf = async (id: string): Promise<Row> => (await admin.get<Row>(`${paths.recalls}/detail`, { id })).data
const idsOf = async (recallId: string): Promise<unknown[]> => (await lab.casesOf(recallId)).map((row) => row.deviceId).sort()
const serial = (matchValue: string) => [{ matchKind: 'serial', matchValue }]
const finish = (id: string, more: object = {}, who = engineer) =>
  who.post<Row>(`${paths.cases}/finish`, { id, outcome: 'repaired', doneOn: today, ...more })
const exempt = (id: string, who = engineer) => who.post<Row>(`${paths.cases}/exempt`, { id, reason: '批次不同' })
const cancel = (id: string) => admin.post(`${paths.recalls}/cancel`, { id, cancelReason: '厂家撤回' })
/** A device with a serial number of its own, and an open recall of it. */
const recalled = async (more: object = {}, state = 'in_use'): Promise<{ deviceId: string; sn: string; id: string; caseId: string }> => {
  const sn = lab.code()
  const deviceId = await lab.device({ sn }, state)
  const id = await lab.started(serial(sn), more)
  return { deviceId, sn, id, caseId: (await lab.caseOf(id, deviceId)).id }
}

describe('the lines of a recall', () => {
  test('find devices by their codes in one form, each device once', async () => {
    const [sn, model, lot] = [lab.code(), lab.code(), lab.code()]
    const gtin = '09506000134352'
    const [bySn, inPi, byModel, byLot, rawLot, byUdi] = await Promise.all([
      lab.device({ sn: ` ${sn.toLowerCase()} `, deviceModel: model }),
      lab.device({ udiPi: `(17)271231(21)${sn}` }),
      lab.device({ deviceModel: model.toLowerCase() }),
      lab.device({ udiPi: `(10)${lot}(21)1` }),
      lab.device({ udiPi: `1727123110${lot}` }),
      lab.device({ udiDi: gtin.slice(1), udiPi: `(10)${lot}` }),
    ])
    await Promise.all([lab.device({ sn: `${sn}1` }), lab.device({ udiDi: gtin, udiPi: '(10)OTHER' }), lab.device({ udiPi: `(10)${lot}1` })])
    const id = await lab.draft([
      { matchKind: 'serial', matchValue: sn },
      { matchKind: 'model', matchValue: model },
      { matchKind: 'lot', matchValue: lot },
      { matchKind: 'udi', matchValue: `(01)${gtin}(10)${lot}` },
      { matchKind: 'model', matchValue: '没有这个型号' },
    ])
    const preview = (await manager.get(`${paths.recalls}/preview`, { recallId: id })).data as unknown as {
      devices: number
      items: { id: string; devices: number }[]
    }
    expect([preview.devices, preview.items.map(({ devices }) => devices)]).toEqual([6, [2, 2, 3, 1, 0]])
    expect(preview.items.map((one) => one.id)).toEqual(((await recallOf(id)).items as unknown as Row[]).map((one) => one.id))
    expect(await stateOf(bySn)).toEqual(free)
    await must(`${paths.recalls}/start`, { id }, manager)
    expect(await idsOf(id)).toEqual([bySn, inPi, byModel, byLot, rawLot, byUdi].sort())
    expect(await lab.caseOf(id, bySn)).toMatchObject({ matchKind: 'serial', matchValue: sn, caseState: 'waiting', isHeld: 1 })
    expect(await lab.caseOf(id, byModel)).toMatchObject({ matchKind: 'model', matchValue: model })
  })

  test('keep to the brand and the manufacturer that they name', async () => {
    const model = lab.code()
    const mine = await lab.device({ deviceModel: model, brand: '迈瑞 Mindray', manufacturer: '深圳迈瑞生物' })
    await lab.device({ deviceModel: model, brand: '鱼跃', manufacturer: '深圳迈瑞生物' })
    await lab.device({ deviceModel: model })
    const id = await lab.started([{ matchKind: 'model', matchValue: model, brand: 'MINDRAY', onlyMaker: '迈瑞' }])
    expect(await idsOf(id)).toEqual([mine])
  })

  test('leave out devices that are disposed of or deleted, and take in those that stand idle, are lent or missing', async () => {
    const model = lab.code()
    const kept = await Promise.all(['idle', 'lent', 'missing', 'repairing'].map((state) => lab.device({ deviceModel: model }, state)))
    await lab.device({ deviceModel: model }, 'disposed')
    await must('/eam/device/remove', { ids: await lab.device({ deviceModel: model }) })
    const id = await lab.started([{ matchKind: 'model', matchValue: model }])
    expect(await idsOf(id)).toEqual(kept.sort())
    for (const one of kept) expect((await stateOf(one))[1]).toEqual(['recall'])
  })

  test('have to hold what they compare, and a notice is not from tomorrow', async () => {
    const say = async (body: object) => {
      const draft = { recallTitle: '召回', ...lab.notice, items: serial('SN-1'), ...body }
      const answer = await admin.post(`${paths.recalls}/submit`, draft)
      return [answer.status, answer.msg]
    }
    expect(await say({ items: [{ matchKind: 'lot', matchValue: '(01)09506000134352(21)7' }] })).toEqual([
      400,
      '第 1 行“(01)09506000134352(21)7”中没有批号',
    ])
    expect((await say({ items: [] }))[0]).toBe(400)
    expect(await say({ noticeDate: daysAfter(today, 1) })).toEqual([400, '通知日期不能晚于今天'])
  })
})

describe('a recall', () => {
  test('stops its devices with its name, and each goes on when it is handled', async () => {
    const { deviceId, id, caseId } = await recalled()
    expect(await stateOf(deviceId)).toEqual(held)
    const { recallNo, recallTitle } = await recallOf(id)
    const [stop] = await stopsOf(deviceId)
    expect(stop).toMatchObject({ cause: 'recalled', reason: `${recallNo} ${recallTitle}`, recallId: id, recallName: recallNo })
    const lift = await engineer.post('/eam/device-stop/lift', { stopId: stop!.id, liftReason: '好了' })
    expect([lift.status, lift.msg]).toEqual([400, expect.stringContaining('请在召回设备上登记处理')])
    expect((await admin.post(`${paths.recalls}/submit`, { id, note: '改' })).status).toBe(409)
    expect((await admin.post(`${paths.recalls}/remove`, { ids: id })).success).toBe(false)
    expect((await finish(caseId, { doneOn: daysAfter(today, 1) })).msg).toBe('处理日期不能晚于今天')
    expect(await stateOf(deviceId)).toEqual(held)
    expect((await finish(caseId, { note: '换了电池' })).status).toBe(200)
    expect(await stateOf(deviceId)).toEqual(free)
    expect(await lab.caseOf(id, deviceId)).toMatchObject({ caseState: 'done', outcome: 'repaired', doneOn: today, isHeld: 0 })
    expect((await finish(caseId)).status).toBe(409)
  })

  test.each([
    ['of the third class', { level: 'third' }, false],
    ['for information', { action: 'inform' }, false],
    ['of the first class that leaves them in service', { hold: 'no' }, false],
    ['of the third class that takes them out of service', { level: 'third', hold: 'yes' }, true],
  ])('%s', async (_, more, stops) => {
    const { deviceId, id, caseId } = await recalled(more)
    expect(await stateOf(deviceId)).toEqual(stops ? held : free)
    expect((await lab.caseOf(id, deviceId)).isHeld).toBe(stops ? 1 : 0)
    expect((await exempt(caseId)).status).toBe(200)
    expect(await stateOf(deviceId)).toEqual(free)
    expect(await lab.caseOf(id, deviceId)).toMatchObject({ caseState: 'notAffected', reason: '批次不同', isHeld: 0 })
  })

  test('is closed when no device is open, and says how many are', async () => {
    const model = lab.code()
    const devices = await Promise.all([1, 2].map(() => lab.device({ deviceModel: model })))
    const id = await lab.started([{ matchKind: 'model', matchValue: model }])
    const [first, second] = await Promise.all(devices.map((one) => lab.caseOf(id, one)))
    const close = () => manager.post(`${paths.recalls}/close`, { id, closeNote: '全部处理' })
    expect((await close()).msg).toContain('还有 2 台设备未处理')
    await finish(first!.id)
    expect((await close()).msg).toContain('还有 1 台设备未处理')
    await exempt(second!.id)
    expect((await close()).status).toBe(200)
    expect(await recallOf(id)).toMatchObject({ recallState: 'closed', closeNote: '全部处理' })
    const reopen = await manager.post(`${paths.cases}/reopen`, { id: first!.id, reason: '误填' })
    expect(reopen.msg).toContain('已结束')
    // A hospital without such a device closes at once.
    const none = await lab.started(serial(lab.code()))
    expect((await manager.post(`${paths.recalls}/close`, { id: none })).status).toBe(200)
  })

  test('that is cancelled gives its devices back, with the reason', async () => {
    const model = lab.code()
    const [open, done, returned] = await Promise.all([1, 2, 3].map(() => lab.device({ deviceModel: model })))
    const id = await lab.started([{ matchKind: 'model', matchValue: model }])
    await finish((await lab.caseOf(id, done!)).id)
    await finish((await lab.caseOf(id, returned!)).id, { outcome: 'returned' })
    expect(await Promise.all([open, done, returned].map((one) => stateOf(one!)))).toEqual([held, free, held])
    expect((await engineer.post(`${paths.recalls}/cancel`, { id, cancelReason: '无' })).status).toBe(403)
    expect((await admin.post(`${paths.recalls}/cancel`, { id })).status).toBe(400)
    expect((await cancel(id)).status).toBe(200)
    expect(await Promise.all([open, done, returned].map((one) => stateOf(one!)))).toEqual([free, free, free])
    expect(await lab.caseOf(id, open!)).toMatchObject({ caseState: 'ended', reason: '召回已取消', isHeld: 0 })
    expect(await lab.caseOf(id, returned!)).toMatchObject({ caseState: 'done', isHeld: 0 })
    expect((await stopsOf(open!))[0]).toMatchObject({ liftReason: '厂家撤回' })
  })

  test('is started once by two people', async () => {
    const id = await lab.draft(serial(lab.code()))
    const answers = await Promise.all([manager, admin].map((who) => who.post(`${paths.recalls}/start`, { id, version: 1 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('a device', () => {
  test('that went back to its manufacturer stays out of service until it returns', async () => {
    const { deviceId, id, caseId } = await recalled()
    await finish(caseId, { outcome: 'returned' })
    expect(await stateOf(deviceId)).toEqual(held)
    await must(`${paths.recalls}/close`, { id })
    const back = () => engineer.post(`${paths.cases}/take-back`, { id: caseId, reason: '厂家修好返还' })
    expect((await back()).status).toBe(200)
    expect(await stateOf(deviceId)).toEqual(free)
    expect((await back()).msg).toContain('没有因退回厂家而停用')
  })

  test('whose outcome is withdrawn stops again', async () => {
    const { deviceId, id, caseId } = await recalled()
    await finish(caseId)
    expect((await engineer.post(`${paths.cases}/reopen`, { id: caseId, reason: '误填' })).status).toBe(403)
    expect((await manager.post(`${paths.cases}/reopen`, { id: caseId, reason: '误填' })).status).toBe(200)
    expect(await stateOf(deviceId)).toEqual(held)
    expect(await lab.caseOf(id, deviceId)).toMatchObject({ caseState: 'waiting', outcome: null, doneOn: null, isHeld: 1, reason: '误填' })
    await cancel(id)
  })

  test('of two recalls goes on with the end of the second', async () => {
    const { deviceId, sn, id, caseId } = await recalled()
    const second = await lab.started(serial(sn))
    expect(await stopsOf(deviceId)).toHaveLength(1)
    await finish(caseId)
    expect(await stateOf(deviceId)).toEqual(held)
    const stops = await stopsOf(deviceId)
    expect(stops.filter((one) => one.liftedAt === null)).toMatchObject([{ recallId: second, cause: 'recalled' }])
    expect(stops.filter((one) => one.liftedAt !== null)).toMatchObject([{ recallId: id }])
    await exempt((await lab.caseOf(second, deviceId)).id)
    expect(await stateOf(deviceId)).toEqual(free)
  })

  test('of a recall that did not stop it first goes on with the other one', async () => {
    const { deviceId, sn, caseId } = await recalled()
    const second = await lab.started(serial(sn))
    await exempt((await lab.caseOf(second, deviceId)).id)
    expect(await stateOf(deviceId)).toEqual(held)
    await finish(caseId)
    expect(await stateOf(deviceId)).toEqual(free)
  })

  test('keeps the stop of a person, which a recall outlives', async () => {
    const sn = lab.code()
    const [deviceId, kept] = [await lab.device({ sn }), await lab.device({ sn: lab.code() })]
    for (const one of [deviceId, kept]) await must('/eam/device-stop/place', { deviceId: one, stopKind: 'recall', reason: '电话通知' })
    const id = await lab.started(serial(sn))
    const [stop] = await stopsOf(deviceId)
    expect(stop).toMatchObject({ cause: null, reason: '电话通知' })
    await must('/eam/device-stop/lift', { stopId: stop!.id, liftReason: '已有召回' }, engineer)
    expect(await stateOf(deviceId)).toEqual(held)
    expect((await stopsOf(deviceId)).filter((one) => one.liftedAt === null)).toMatchObject([{ recallId: id }])
    await finish((await lab.caseOf(id, deviceId)).id)
    expect(await stateOf(deviceId)).toEqual(free)
    const [other] = await stopsOf(kept)
    await must('/eam/device-stop/lift', { stopId: other!.id, liftReason: '无关' }, engineer)
    expect(await stateOf(kept)).toEqual(free)
  })

  test('keeps a stop of another kind', async () => {
    const { deviceId, caseId } = await recalled()
    await must('/eam/device-stop/place', { deviceId, stopKind: 'quality', reason: '漏电' })
    await finish(caseId)
    expect(await stateOf(deviceId)).toEqual(['idle', ['quality']])
  })

  test('that was sealed stays sealed, and one that is found or repaired while it is held waits for its outcome', async () => {
    const sealed = await recalled({}, 'in_stock')
    await finish(sealed.caseId)
    await must('/eam/device/seal', { id: sealed.deviceId, reason: '备用' })
    await must(`${paths.cases}/reopen`, { id: sealed.caseId, reason: '误填' })
    const unseal = () => admin.post('/eam/device/unseal', { id: sealed.deviceId })
    expect([(await unseal()).status, await stateOf(sealed.deviceId)]).toEqual([409, held])
    await finish(sealed.caseId)
    expect(await stateOf(sealed.deviceId)).toEqual(['idle', []])
    expect((await unseal()).status).toBe(200)
    for (const [away, back, state] of [
      ['miss', 'find', 'missing'],
      ['breakDown', 'acceptRepair', 'repairing'],
      ['lend', 'takeBack', 'lent'],
    ] as const) {
      const sn = lab.code()
      const deviceId = await lab.device({ sn })
      expect(typeof (await raise(app, admin, deviceState, away, deviceId)), away).toBe('number')
      const id = await lab.started(serial(sn))
      expect(await stateOf(deviceId)).toEqual([state, ['recall']])
      expect(typeof (await raise(app, admin, deviceState, back, deviceId)), back).toBe('number')
      expect(await stateOf(deviceId)).toEqual(held)
      await finish((await lab.caseOf(id, deviceId)).id)
      expect(await stateOf(deviceId), back).toEqual(free)
    }
  })

  test('that a line no longer finds stays until a person says so, and does not come along again', async () => {
    const { deviceId, sn, id, caseId } = await recalled()
    await must('/eam/device/submit', { id: deviceId, sn: lab.code() })
    await runTimedJob(recallMatches, worker)
    expect(await stateOf(deviceId)).toEqual(held)
    expect((await exempt(caseId)).status).toBe(200)
    await must('/eam/device/submit', { id: deviceId, sn })
    await runTimedJob(recallMatches, worker)
    expect(await stateOf(deviceId)).toEqual(free)
    expect(await idsOf(id)).toEqual([deviceId])
  })

  test('is not split while its recall is open, held or not: a new card would escape it', async () => {
    const { deviceId, caseId, id } = await recalled({ level: 'third' })
    await app.sql(`update device set filing_status = 'filed', original_value = 1000 where id = $1`, [deviceId])
    const split = () => manager.post('/eam/device-split/split', { id: deviceId, parts: [{ value: '100' }], reason: '单独管理' })
    const { recallNo } = await recallOf(id)
    expect(await split()).toMatchObject({ status: 400, msg: expect.stringContaining(`未处理的厂家召回“${recallNo}”`) })
    await finish(caseId)
    expect((await split()).status).toBe(200)
  })

  test('that is disposed of or deleted ends by itself', async () => {
    const [gone, removed] = [await recalled(), await recalled()]
    for (const name of ['applyDisposal', 'dispose'])
      expect(typeof (await raise(app, admin, deviceState, name, gone.deviceId))).toBe('number')
    await must('/eam/device/remove', { ids: removed.deviceId })
    const ended = async (id: string) => {
      const [row] = await app.sql('select case_state as state, reason, is_held as held from recall_device where recall_id = $1', [id])
      return row
    }
    expect(await ended(gone.id)).toEqual({ state: 'ended', reason: '设备已报废', held: 0 })
    expect(await ended(removed.id)).toEqual({ state: 'ended', reason: '设备已删除', held: 0 })
    expect((await manager.post(`${paths.recalls}/close`, { id: gone.id })).status).toBe(200)
    // One that went unnoticed ends with the next matching.
    const late = await recalled()
    await app.sql("update device set eam_status = 'disposed' where id = $1", [late.deviceId])
    await runTimedJob(recallMatches, worker)
    expect(await ended(late.id)).toEqual({ state: 'ended', reason: '设备已报废', held: 0 })
    await runTimedJob(recallMatches, worker)
    expect(await idsOf(late.id)).toEqual([late.deviceId])
  })

  test('that is registered or corrected later comes along once, in open recalls alone', async () => {
    const sn = lab.code()
    const [open, closed] = [await lab.started(serial(sn)), await lab.started(serial(sn))]
    await must(`${paths.recalls}/close`, { id: closed })
    const draft = await lab.draft(serial(sn))
    const corrected = await lab.device({ sn: lab.code() })
    await runTimedJob(recallMatches, worker)
    expect(await idsOf(open)).toEqual([])
    await must('/eam/device/submit', { id: corrected, sn })
    await runTimedJob(recallMatches, worker)
    await runTimedJob(recallMatches, worker)
    expect(await idsOf(open)).toEqual([corrected])
    expect(await stateOf(corrected)).toEqual(held)
    for (const id of [closed, draft]) expect(await idsOf(id)).toEqual([])
    const told = await app.sql('select kind from notice where target_id = $1 and user_id = $2', [open, engineer.userId])
    expect(told.map(({ kind }) => kind)).toEqual(['recall_stopped'])
  })

  test('may not be handed over while a recall holds it', async () => {
    const { deviceId } = await recalled({}, 'in_stock')
    expect(await stateOf(deviceId)).toEqual(held)
    expect(await raise(app, admin, deviceState, 'receive', deviceId)).toBe('conflict')
  })
})

describe('people', () => {
  test('are told once about all their devices; who has a lent one is called back', async () => {
    const model = lab.code()
    const mine = await Promise.all([1, 2].map(() => lab.device({ deviceModel: model, keeperId: keeper.userId })))
    const lent = await lab.device({ deviceModel: model, keeperId: keeper.userId }, 'lent')
    const id = await lab.started([{ matchKind: 'model', matchValue: model }])
    const told = await app.sql(
      'select kind, subject, detail from notice where target_id = any($1::text[]) and user_id = $2 order by kind',
      [[id, lent], keeper.userId],
    )
    expect(told.map(({ kind }) => kind)).toEqual(['loan_stopped', 'recall_stopped'])
    expect(told[1]!.detail).toContain('× 2')
    const names = await Promise.all(mine.map(async (one) => (await admin.get<Row>('/eam/device/detail', { id: one })).data.deviceCode))
    for (const name of names) expect(told[1]!.subject).toContain(name)
  })

  test('see the devices of their departments alone, and another hospital sees nothing', async () => {
    const model = lab.code()
    const inBones = await lab.device({ deviceModel: model })
    const inMedicine = await lab.device({ deviceModel: model, useDeptId: home.depts.medicine })
    const draft = await lab.draft([{ matchKind: 'model', matchValue: model }])
    const people = await peopleLab(app, () => admin)
    const inside = await people.clerk(
      ['recall.list', 'recall.submit', 'recall.manage', 'recallDevice.list', 'recallDevice.work', 'device.list'],
      'dept',
    )
    const preview = async (who: typeof admin) => (await who.get(`${paths.recalls}/preview`, { recallId: draft })).data.devices
    expect([await preview(admin), await preview(inside.client)]).toEqual([2, 1])
    const beyond = (step: string, more = {}) => inside.client.post(`${paths.recalls}/${step}`, { id: draft, ...more })
    expect((await beyond('start')).msg).toContain('数据范围以外的设备')
    expect([await lab.casesOf(draft), await stateOf(inBones), await stateOf(inMedicine)]).toEqual([[], free, free])
    await must(`${paths.recalls}/start`, { id: draft })
    expect((await beyond('cancel', { cancelReason: '无' })).msg).toContain('数据范围以外的设备')
    const cases = Object.fromEntries((await lab.casesOf(draft)).map((row) => [row.deviceId, row.id]))
    expect((await lab.casesOf(draft, inside.client)).map((row) => row.deviceId)).toEqual([inBones])
    expect((await finish(cases[inMedicine]!, {}, inside.client)).status).toBe(404)
    expect((await inside.client.get<Row>(`${paths.cases}/detail`, { id: cases[inMedicine]! })).status).toBe(404)
    expect((await finish(cases[inBones]!, {}, inside.client)).status).toBe(200)
    for (const [path, id] of [
      [paths.recalls, draft],
      [paths.cases, cases[inBones]!],
    ] as const) {
      expect((await stranger.get(`${path}/detail`, { id })).status).toBe(404)
      expect((await stranger.get<Page>(`${path}/list`, {})).data.total).toBe(0)
    }
    expect((await stranger.get(`${paths.recalls}/preview`, { recallId: draft })).status).toBe(404)
    expect((await stranger.post(`${paths.recalls}/cancel`, { id: draft, cancelReason: '无' })).status).toBe(404)
    // Keepers read; they neither start a recall nor record an outcome.
    expect((await keeper.get<Page>(`${paths.recalls}/list`, {})).status).toBe(200)
    expect((await keeper.get(`${paths.recalls}/preview`, { recallId: draft })).status).toBe(403)
    expect((await finish(cases[inMedicine]!, {}, keeper)).status).toBe(403)
    expect((await engineer.post(`${paths.recalls}/submit`, { recallTitle: '召回', ...lab.notice, items: serial('SN') })).status).toBe(403)
  })

  test('of a recall with many devices: all are stopped, and all go on', async () => {
    const model = lab.code()
    await app.sql(
      `insert into device (tenant_id, id, device_name, device_code, device_model, use_dept_id, eam_status, filing_status)
        select $1, gen_random_uuid(), '批量泵', $2 || '-' || n, $2, $3, case when n % 2 = 0 then 'in_use' else 'in_stock' end, 'filed' from generate_series(1, 1201) n`,
      [home.tenant, model, home.depts.bones],
    )
    const id = await lab.started([{ matchKind: 'model', matchValue: model }])
    const counted = async () =>
      (
        await app.sql(
          `select count(*)::int as devices, count(*) filter (where r.is_held = 1)::int as held, count(s.id)::int as stops, count(*) filter (where d.eam_status = 'idle')::int as idle
            from recall_device r join device d on d.id = r.device_id left join device_stop s on s.device_id = d.id and s.lifted_at is null where r.recall_id = $1`,
          [id],
        )
      )[0]
    expect(await counted()).toEqual({ devices: 1201, held: 1201, stops: 1201, idle: 1201 })
    expect((await cancel(id)).status).toBe(200)
    expect(await counted()).toEqual({ devices: 1201, held: 0, stops: 0, idle: 0 })
    const [back] = await app.sql(`select count(*) filter (where eam_status = 'in_use')::int as used from device where device_model = $1`, [
      model,
    ])
    expect(back).toEqual({ used: 600 })
  })
})
