import { afterAll, describe, expect, test } from 'vitest'
import { mostReportReadings } from '#contract/entities/iot/cold-chain.ts'
import { dayStart, daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { openPool, writeAs } from '#server/db/pool.ts'
import { alarmJob } from '#server/features/iot/alarm-jobs.ts'
import { alarmLab } from '#tests/harness/alarms.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const manager = await app.as('equipment_manager')
const keeper = await app.as('keeper')
const stranger = await app.as('administrator', other)
const worker = openPool(app.database.jobsUrl, 2)
afterAll(() => worker.end())
const lab = alarmLab(app, admin)
const people = await peopleLab(app, () => admin)

const toldOf = async (alarmId: unknown, kind: string): Promise<string[]> =>
  (await app.sql('select user_id from notice where target_id = $1 and kind = $2', [alarmId, kind])).map((row) => String(row.user_id)).sort()
const run = (minutes = 0): Promise<void> => runTimedJob(alarmJob, worker, new Date(lab.now + minutes * 60_000))
const one = async (sensorId: string): Promise<Row> => {
  const found = await lab.of(sensorId)
  expect(found).toHaveLength(1)
  return found[0]!
}

describe('an alarm rule', () => {
  test.each([
    ['limits that are reversed', { lowerLimit: 8, upperLimit: 2 }, '上限（2）须大于下限（8）'],
    ['a range without a lower limit', { lowerLimit: null }, '请填写下限'],
    ['a quantity that is none', { quantity: 'fahrenheit' }, '测量量'],
    ['no quantity', { quantity: null }, '请选择测量量'],
    ['a limit that no value reaches', { quantity: 'humidity', upperLimit: 120 }, '湿度的限值须在 0–100 % 之间'],
    ['negative minutes', { holdMinutes: -1 }, '持续时间'],
    ['a hysteresis that never ends an alarm', { hysteresis: 3 }, '回差须小于上下限之差的一半'],
    ['silence of no minute', { comparison: 'offline', holdMinutes: 0 }, '至少 1 分钟'],
    ['an escalation to no one', { escalateMinutes: 5 }, '请选择升级通知的人员或角色'],
    ['a sensor of another type', { sensorKind: 'power', sensorId: 'own' }, '的类型是温湿度'],
    ['a sensor of another hospital', { sensorId: 'theirs' }, '传感器'],
  ])('is refused with %s', async (_, wrong: Record<string, unknown>, sentence) => {
    const given = {
      ruleName: '错误规则',
      severity: 'major',
      ruleState: 'active',
      comparison: 'outside',
      quantity: 'temperature',
      lowerLimit: 2,
      upperLimit: 8,
      holdMinutes: 10,
    }
    const sensorId =
      wrong.sensorId === 'own'
        ? (await lab.fridge()).id
        : wrong.sensorId === 'theirs'
          ? (await stranger.post<Row>('/iot/sensor-config/submit', { sensorCode: `THEIRS-${Date.now()}`, sensorKind: 'climate' })).data.id
          : undefined
    const answer = await admin.post(`${lab.rules}/submit`, { ...given, ...wrong, ...(sensorId ? { sensorId } : {}) })
    expect(answer.status).toBe(400)
    expect(answer.msg).toContain(sentence)
  })

  test('of a person of one department names a department, sensor or device of theirs', async () => {
    const { client } = await people.clerk(['alarmRule.list', 'alarmRule.submit', 'sensorConfig.list', 'dept.list'], 'dept')
    const given = {
      ruleName: '本科规则',
      severity: 'major',
      ruleState: 'active',
      comparison: 'over',
      quantity: 'temperature',
      upperLimit: 8,
      holdMinutes: 0,
    }
    const own = await people.clerk(['alarmRule.list', 'alarmRule.submit'], 'own')
    expect((await own.client.post(`${lab.rules}/submit`, { ...given, deptId: null })).msg).toBe('请选择规则适用的科室')
    expect((await client.post(`${lab.rules}/submit`, { ...given, deptId: home.depts.medicine })).status).toBe(400)
    const foreign = alarmLab(app, admin, '外', home.depts.medicine)
    const { id } = await foreign.fridge()
    expect((await client.post(`${lab.rules}/submit`, { ...given, deptId: home.depts.bones, sensorId: id })).status).toBe(400)
    const { id: ruleId } = await lab.must(`${lab.rules}/submit`, given, client)
    expect((await admin.get<Row>(`${lab.rules}/detail`, { id: ruleId })).data.deptId).toBe(home.depts.bones)
    expect((await keeper.post(`${lab.rules}/submit`, given)).status).toBe(403)
  })
})

describe('readings', () => {
  test('raise one alarm, late, repeated or shuffled, and end it behind the hysteresis', async () => {
    const { id, code, deviceId } = await lab.fridge()
    await app.sql('update device set keeper_id = $2 where id = $1', [deviceId, keeper.userId])
    await lab.rule({ sensorId: id, tellsKeeper: 1, people: [manager.userId] })
    await lab.sendValues(code, [
      [55, 9],
      [60, 9.4],
    ])
    expect(await lab.of(id)).toEqual([])
    await lab.sendValues(code, [
      [50, 9],
      [60, 9.4],
      [50, 9],
    ])
    const alarm = await one(id)
    expect(alarm).toMatchObject({ alarmState: 'open', severity: 'critical', peak: 9.4, lowerLimit: 2, upperLimit: 8, deviceId })
    expect([alarm.startedAt, alarm.openedAt, alarm.endedAt]).toEqual([lab.ago(60), lab.ago(50), null])
    expect(await toldOf(alarm.id, 'alarm_opened')).toEqual([keeper.userId, manager.userId].sort())
    await lab.sendValues(code, [
      [45, 7.8],
      [65, 11],
      [52, 5],
    ])
    expect(await one(id)).toMatchObject({ alarmState: 'open', peak: 11, startedAt: lab.ago(65) })
    await lab.sendValues(code, [[40, 5]])
    expect(await one(id)).toMatchObject({ alarmState: 'closed', closedBecause: 'recovered', endedAt: lab.ago(40) })
    expect(await toldOf(alarm.id, 'alarm_recovered')).toHaveLength(2)
    await lab.sendValues(code, [
      [48, 30],
      [46, 30],
    ])
    expect(await one(id)).toMatchObject({ alarmState: 'closed', peak: 30 })
    expect(await toldOf(alarm.id, 'alarm_opened')).toHaveLength(2)
  })

  test('that two processes judge at once raise one alarm; those of an earlier device none', async () => {
    const { id, code } = await lab.fridge()
    await lab.rule({ sensorId: id })
    await Promise.all([[[30, 9]], [[20, 9]], [[10, 9]], [[25, 9]], [[15, 1]]].map((values) => lab.sendValues(code, values as never)))
    await Promise.all([run(), run()])
    expect((await one(id)).alarmState).toBe('open')
    const raw = {
      text: `insert into sensor_alarm select (jsonb_populate_record(null::sensor_alarm, to_jsonb(a) || jsonb_build_object('id', gen_random_uuid()))).* from sensor_alarm a where sensor_id = $1`,
    }
    await expect(app.sql(raw.text, [id])).rejects.toThrow()
    await app.sql(`update sensor_binding set bound_at = now() where sensor_id = $1`, [id])
    const fresh = await lab.fridge()
    await lab.rule({ sensorId: fresh.id })
    await app.sql(`update sensor_binding set bound_at = now() where sensor_id = $1`, [fresh.id])
    await lab.sendValues(fresh.code, [
      [30, 9],
      [20, 9],
    ])
    expect(await lab.of(fresh.id)).toEqual([])
  })

  test('of a night that arrive in the morning are one closed alarm, to be explained', async () => {
    const { id, code } = await lab.fridge()
    await lab.rule({ sensorId: id })
    await lab.sendValues(code, [
      [400, 9],
      [390, 12],
      [380, 9],
      [370, 4],
    ])
    const alarm = await one(id)
    expect(alarm).toMatchObject({ alarmState: 'closed', closedBecause: 'recovered', peak: 12, responseState: 'waiting' })
    expect((await admin.post(`${lab.alarms}/explain`, { id: alarm.id })).status).toBe(400)
    await lab.must(`${lab.alarms}/explain`, { id: alarm.id, reason: '夜间除霜' })
    expect(await one(id)).toMatchObject({ responseState: 'given', reason: '夜间除霜', acknowledgedById: admin.userId })
    expect((await admin.post(`${lab.alarms}/explain`, { id: alarm.id, reason: '再来' })).msg).toContain('已有说明')
  })

  test.each([
    [
      'under',
      { comparison: 'under', quantity: 'humidity', lowerLimit: 30, upperLimit: null, hysteresis: 0 },
      'humidity',
      [
        [20, 29],
        [10, 28],
      ],
      28,
    ],
    [
      'on but idle',
      { comparison: 'idleOn', quantity: null, lowerLimit: null, upperLimit: null, hysteresis: null },
      'power',
      [
        [20, 5],
        [12, 6],
        [8, 6],
      ],
      6,
    ],
    [
      'door open',
      { comparison: 'doorOpen', quantity: null, lowerLimit: null, upperLimit: null, hysteresis: null },
      'contact',
      [[20, 1]],
      null,
    ],
  ])('of %s', async (_, condition, quantity, values, peak) => {
    const { id, code } = await lab.fridge()
    await lab.rule({ sensorId: id, ...condition })
    await lab.sendValues(code, values as never, quantity)
    expect(await one(id)).toMatchObject({ alarmState: 'open', peak })
  })

  test('of a position outside the fence', async () => {
    const { id, code, deviceId } = await lab.fridge({ sensorKind: 'position' })
    await lab.must('/iot/fence-device/submit', { fenceName: '围', deviceId, lat: 31, lng: 121, radiusMeters: 1000 })
    await lab.rule({
      sensorId: id,
      comparison: 'leftFence',
      quantity: null,
      lowerLimit: null,
      upperLimit: null,
      hysteresis: 100,
      holdMinutes: 0,
    })
    const { secret } = await lab.credential()
    const at = (minutes: number, lat: number) => ({ sensorCode: code, ts: lab.ago(minutes), lat, lng: 121 })
    await lab.send(secret, [at(9, 31.0001), at(8, 31.02)])
    expect(await one(id)).toMatchObject({ alarmState: 'open', peak: 1223.9 })
    await lab.send(secret, [at(7, 31.0085)])
    expect((await one(id)).alarmState).toBe('open')
    await lab.send(secret, [at(6, 31.001)])
    expect((await one(id)).alarmState).toBe('closed')
  })
})

describe('time', () => {
  test('raises a silent sensor once, and ends it with the next reading; a door after its minutes', async () => {
    const { id, code } = await lab.fridge()
    await lab.rule({
      sensorId: id,
      comparison: 'offline',
      quantity: null,
      lowerLimit: null,
      upperLimit: null,
      hysteresis: null,
      holdMinutes: 30,
    })
    await lab.sendValues(code, [[1, 5]])
    const door = await lab.fridge({ sensorKind: 'door' })
    await lab.rule({ sensorId: door.id, comparison: 'doorOpen', quantity: null, lowerLimit: null, upperLimit: null, hysteresis: null })
    await lab.sendValues(door.code, [[1, 1]], 'contact')
    await run(8)
    expect([await lab.of(id), await lab.of(door.id)]).toEqual([[], []])
    await run(9)
    expect((await one(door.id)).openedAt).toBe(lab.ago(-9))
    await run(29)
    await run(30)
    expect(await one(id)).toMatchObject({ alarmState: 'open', peak: null, openedAt: lab.ago(-29) })
    await lab.sendValues(code, [[0, 5]])
    await run(29)
    expect(await one(id)).toMatchObject({ alarmState: 'closed', endedAt: lab.ago(0) })
  })

  test('escalates once what no one has acknowledged, to people of a role who see the device', async () => {
    const { id, code } = await lab.fridge()
    const [near, far] = await Promise.all([people.settled('head'), people.settled('head', { deptId: home.depts.medicine })])
    await lab.rule({ sensorId: id, escalateMinutes: 15, escalateRoleId: people.roles.head })
    await lab.sendValues(code, [
      [30, 9],
      [20, 9],
    ])
    const alarm = await one(id)
    await run(14)
    expect(await toldOf(alarm.id, 'alarm_escalated')).toEqual([])
    await run(16)
    await run(17)
    const told = await toldOf(alarm.id, 'alarm_escalated')
    expect(told).toContain(near!.id)
    expect(told).not.toContain(far!.id)
    expect(told.length).toBe(new Set(told).size)
    expect((await one(id)).escalatedAt).toBe(lab.ago(-16))
    const calm = await lab.fridge()
    await lab.rule({ sensorId: calm.id, escalateMinutes: 15, escalateRoleId: people.roles.head })
    await lab.sendValues(calm.code, [
      [30, 9],
      [20, 9],
    ])
    const { id: answered } = await one(calm.id)
    expect((await keeper.post(`${lab.alarms}/acknowledge`, { id: answered })).status).toBe(400)
    expect((await keeper.post(`${lab.alarms}/acknowledge`, { id: answered, reason: '门未关严' })).status).toBe(200)
    await run(40)
    expect(await toldOf(answered, 'alarm_escalated')).toEqual([])
    expect(await one(calm.id)).toMatchObject({ alarmState: 'acknowledged', acknowledgedById: keeper.userId, reason: '门未关严' })
  })
})

describe('an open alarm ends with its reason', () => {
  const raised = async () => {
    const sensor = await lab.fridge()
    const ruleId = await lab.rule({ sensorId: sensor.id })
    await lab.sendValues(sensor.code, [
      [30, 9],
      [20, 9],
    ])
    expect((await one(sensor.id)).alarmState).toBe('open')
    return { ...sensor, ruleId }
  }
  test.each([
    ['ruleChanged', (of: { ruleId: string }) => lab.must(`${lab.rules}/submit`, { id: of.ruleId, upperLimit: 9.5 })],
    ['ruleEnded', (of: { ruleId: string }) => lab.must(`${lab.rules}/submit`, { id: of.ruleId, ruleState: 'inactive' })],
    ['ruleEnded', (of: { ruleId: string }) => lab.must(`${lab.rules}/remove`, { ids: [of.ruleId] })],
    ['unbound', (of: { id: string }) => lab.must('/iot/sensor-config/unbinding', { id: of.id })],
    [
      'disposed',
      async (of: { deviceId: string }) => {
        await app.sql(`update device set eam_status = 'disposed' where id = $1`, [of.deviceId])
        await run()
      },
    ],
  ])('%s', async (because, act: (of: never) => Promise<unknown>) => {
    const of = await raised()
    await act(of as never)
    expect(await one(of.id)).toMatchObject({ alarmState: 'closed', closedBecause: because })
  })
  test('and stays when only its notices change', async () => {
    const of = await raised()
    await lab.must(`${lab.rules}/submit`, { id: of.ruleId, tellsKeeper: 1, ruleName: `改名${of.code}`, upperLimit: 8 })
    expect((await one(of.id)).alarmState).toBe('open')
  })
})

describe('a repair', () => {
  test('is reported once where the rule says so, as the person of the rule, and both are linked', async () => {
    const { id, code, deviceId } = await lab.fridge()
    const ruleId = await lab.rule({ sensorId: id, opensRepair: 1, holdMinutes: 0, hysteresis: 0 })
    await lab.sendValues(code, [[30, 9]])
    const alarm = await one(id)
    const orders = () =>
      app.sql('select id, source, reporter_id, fault_description, repair_status from repair_order where device_id = $1', [deviceId])
    expect(await orders()).toMatchObject([{ id: alarm.repairId, source: alarm.id, reporter_id: admin.userId }])
    await lab.sendValues(code, [
      [25, 5],
      [20, 9],
    ])
    const second = (await lab.of(id))[1]!
    expect(second).toMatchObject({ alarmState: 'open', repairId: alarm.repairId })
    expect(await orders()).toHaveLength(1)
    expect((await admin.post(`${lab.alarms}/open-repair`, { id: second.id })).msg).toContain('已转报修')
    expect((await manager.post(`${lab.rules}/submit`, { id: ruleId, opensRepair: 0 })).status).toBe(200)
  })

  test('that cannot be reported keeps no alarm away, and people are told', async () => {
    const { id, code } = await lab.fridge()
    const { id: person, client } = await people.clerk(['alarmRule.list', 'alarmRule.submit', 'repairOrder.submit', 'repairOrder.list'])
    const ruleId = await lab.rule({ sensorId: id })
    expect((await client.post(`${lab.rules}/submit`, { id: ruleId, opensRepair: 1, people: [manager.userId] })).status).toBe(200)
    await writeAs(app.pool, home.tenant, (tx) => tx.run({ text: `update app_user set status = 'stopped' where id = $1`, values: [person] }))
    await lab.sendValues(code, [
      [30, 9],
      [20, 9],
    ])
    const alarm = await one(id)
    expect(alarm).toMatchObject({ alarmState: 'open', repairId: null })
    expect(await toldOf(alarm.id, 'alarm_no_repair')).toEqual([manager.userId])
    await lab.must(`${lab.alarms}/open-repair`, { id: alarm.id, faultDescription: '压缩机' })
    const [order] = await app.sql('select fault_description, source from repair_order where id = $1', [(await one(id)).repairId])
    expect(order).toEqual({ fault_description: '压缩机', source: alarm.id })
  })
})

describe('the report of a cold chain', () => {
  test('names every reading outside, gaps, and who confirmed the alarms, for the days of the hospital', async () => {
    const { id, code, deviceId } = await lab.fridge()
    await lab.rule({ sensorId: id })
    const today = homeDay(new Date(lab.now))
    const day = daysAfter(today, -1)
    const start = (lab.now - Date.parse(dayStart(day))) / 60_000
    // One reading on the evening before, four in the day, one in the next.
    await lab.sendValues(code, [
      [start + 1, 30],
      [start, 5],
      [start - 10, 9],
      [start - 20, 9.5],
      [start - 30, 4],
      [start - 1440, 40],
    ])
    const { id: alarm } = (await lab.of(id)).find((row) => row.peak === 9.5) ?? {}
    await lab.must(`${lab.alarms}/explain`, { id: alarm, reason: '补货' })
    const { data } = await admin.get<Row>(`${lab.alarms}/cold-chain`, { deviceId, from: day, to: day })
    const [part] = data.parts as unknown as Row[]
    expect(data).toMatchObject({ lowerLimit: 2, upperLimit: 8 })
    expect(part).toMatchObject({ sensorCode: code, count: 4, least: 4, most: 9.5, mean: 6.88, outsideCount: 2, outsideMinutes: 20 })
    expect(part!.kinetic).toBeCloseTo(7.26, 1)
    expect(part!.outside).toMatchObject([{ value: 9 }, { value: 9.5 }])
    expect(part!.gaps).toMatchObject([{ minutes: 1440 - 30 }])
    expect(part!.alarms).toMatchObject([{ id: alarm, reason: '补货', peak: 9.5 }])
    const exported = await admin.file(`${lab.alarms}/cold-chain-export`, { deviceId, from: day, to: day, format: 'csv' })
    const lines = Buffer.from(exported.bytes).toString('utf8').trim().split('\r\n')
    expect(lines).toHaveLength(1 + 2 + 1 + 1)
    expect(lines.at(-1)).toContain('补货')
    const { data: curve } = await admin.get<Row>(`${lab.alarms}/curve`, { id: alarm })
    expect(curve).toMatchObject({ quantity: 'temperature', lowerLimit: 2, upperLimit: 8 })
    expect((curve.points as unknown as Row[]).map(({ value }) => value)).toEqual([30, 5, 9, 9.5, 4])
  })

  test('is refused for more readings than a report holds, and names the sensor', async () => {
    const { id, code, deviceId } = await lab.fridge()
    await app.sql(
      `insert into sensor_reading (tenant_id, sensor_id, ts, temperature)
        select $1, $2, now() - interval '1 second' * n, 5 from generate_series(1, ${mostReportReadings + 1}) n`,
      [home.tenant, id],
    )
    const days = { deviceId, from: daysAfter(homeDay(new Date()), -3), to: homeDay(new Date()) }
    const refused = await admin.get(`${lab.alarms}/cold-chain`, days)
    expect(refused).toMatchObject({ status: 400, msg: `传感器“${code}”在此期间的读数超过 100000 个，请缩短期间` })
    expect((await admin.get<Row>(`${lab.alarms}/cold-chain`, { ...days, from: days.to })).status).toBe(200)
  })

  test.each([
    ['reversed days', { from: '2026-03-02', to: '2026-03-01' }, '最后一天不能早于第一天'],
    ['too many days', { from: '2026-01-01', to: '2026-02-01' }, '一份报告最多 31 天'],
    ['reversed limits', { from: '2026-03-01', to: '2026-03-01', lowerLimit: 9 }, '上限（8）须大于下限（9）'],
    ['a device of another department', { from: '2026-03-01', to: '2026-03-01', deviceId: 'foreign' }, '设备'],
  ])('is refused for %s', async (_, given: Record<string, unknown>, sentence) => {
    const foreign = given.deviceId ? await alarmLab(app, admin, '远', home.depts.medicine).device() : undefined
    const answer = await keeper.get(`${lab.alarms}/cold-chain`, {
      deviceId: home.depts.bones,
      ...given,
      ...(foreign ? { deviceId: foreign } : {}),
    } as never)
    expect(answer.status).toBe(400)
    expect(answer.msg).toContain(sentence)
  })
})

test('alarms of another department and hospital are not seen or answered; open ones are listed first', async () => {
  const foreign = alarmLab(app, admin, '内', home.depts.medicine)
  const { id, code } = await foreign.fridge()
  await foreign.rule({ sensorId: id })
  await foreign.sendValues(code, [
    [30, 9],
    [20, 9],
  ])
  const [alarm] = await foreign.of(id)
  for (const who of [keeper, stranger]) {
    expect((await who.get(`${lab.alarms}/detail`, { id: alarm!.id })).status).toBe(404)
    expect((await who.post(`${lab.alarms}/acknowledge`, { id: alarm!.id, reason: '不归我' })).status).toBe(404)
  }
  const states = (await admin.get<{ records: Row[] }>(`${lab.alarms}/list`, { size: 100 })).data.records.map(
    (row) => row.alarmState !== 'closed',
  )
  expect(states).toEqual([...states].sort((one, two) => Number(two) - Number(one)))
  expect(states).toContain(true)
  expect(states).toContain(false)
})

test('ids of another hospital, its tenant and a foreign version are taken in no call of alarms and their boards', async () => {
  const { id, code, deviceId } = await lab.fridge()
  const ruleId = await lab.rule({ sensorId: id })
  await lab.sendValues(code, [
    [30, 9],
    [20, 9],
  ])
  const [alarm] = await lab.of(id)
  const day = homeDay(new Date(lab.now))
  const days = { deviceId, from: day, to: day }
  for (const [path, query, status] of [
    ['curve', { id: alarm!.id }, 404],
    ['cold-chain', days, 400],
    ['cold-chain-export', days, 400],
  ] as const)
    expect((await stranger.get(`${lab.alarms}/${path}`, query)).status, path).toBe(status)
  for (const [step, input] of [
    ['acknowledge', { reason: '无' }],
    ['explain', { reason: '无' }],
    ['open-repair', {}],
  ] as const)
    expect((await stranger.post(`${lab.alarms}/${step}`, { id: alarm!.id, ...input })).status, step).toBe(404)
  const [theirs] = await app.sql(
    'select (select id from role where tenant_id = $1 limit 1) as role, (select id from app_user where tenant_id = $1 limit 1) as person',
    [other.tenant],
  )
  const rule = { ruleName: '外院规则', ruleState: 'active', severity: 'major', comparison: 'doorOpen', holdMinutes: 5 }
  for (const foreign of [
    { roleId: theirs!.role },
    { people: [theirs!.person] },
    { escalateMinutes: 5, escalateRoleId: theirs!.role },
    { escalateMinutes: 5, escalatePeople: [theirs!.person] },
    { deptId: other.depts.bones },
  ])
    expect((await admin.post(`${lab.rules}/submit`, { ...rule, ...foreign })).status, JSON.stringify(foreign)).toBe(400)
  const change = { ...rule, id: ruleId, version: 1 }
  expect(await stranger.post(`${lab.rules}/submit`, change)).toMatchObject({ status: 404 })
  expect(await stranger.post(`${lab.rules}/submit`, { ...change, tenantId: home.tenant })).toMatchObject({ status: 400 })
  expect((await stranger.post(`${lab.rules}/remove?ids=${ruleId}`)).status).toBe(404)
  expect((await admin.post(`${lab.rules}/submit`, { id: ruleId, ruleName: '旧版', version: 99 })).status).toBe(409)
  for (const path of ['/large/screen/building-distribution', '/area/data-view/warning-list-two', '/eam/sec-view/building-distribution'])
    expect((await admin.get(path, { tenantId: other.tenant })).status, path).not.toBe(200)
})

test('a role that a rule tells cannot be removed while the rule names it', async () => {
  const { data: role } = await admin.post<Row>('/blade-system/role/submit', { roleName: '冷链组', roleAlias: 'cold_chain', reach: 'own' })
  const ruleId = await lab.rule({ roleId: role.id })
  const refused = await admin.post(`/blade-system/role/remove?ids=${role.id}`)
  expect(refused).toMatchObject({ status: 409, error: 'in_use' })
  await lab.must(`${lab.rules}/remove?ids=${ruleId}`, {})
})
