import { afterAll, describe, expect, test } from 'vitest'
import { withClient } from '#server/db/cluster/embedded.ts'
import { openPool, writeAs } from '#server/db/pool.ts'
import { keepJob } from '#server/features/iot/iot-jobs.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { sensorLab } from '#tests/harness/sensors.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const stranger = await app.as('administrator', other)
const lab = sensorLab(app, admin)
const worker = openPool(app.database.jobsUrl, 2)
afterAll(() => worker.end())
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
const stored = (sensorId: string) =>
  app.sql('select ts, watts::text, kwh::text, temperature, battery from sensor_reading where sensor_id = $1 order by ts', [sensorId])
const letters = async (keyword: string): Promise<Row[]> =>
  (await admin.get<Page>('/iot/dead-letter/list', { keyword, size: 100 })).data.records
const gateway = await lab.credential()

describe('readings', () => {
  test('are stored once, however often and in any order they come', async () => {
    const { id, code } = await lab.metered()
    const messages = [3, 1, 2].map((minutes) => ({ sensorCode: code, ts: ago(minutes), power: 100 + minutes, energy: 5.5 }))
    expect((await lab.send(gateway.secret, [...messages, messages[0]])).data).toEqual({ stored: 3, repeated: 1, rejected: 0 })
    expect((await lab.send(gateway.secret, messages)).data).toEqual({ stored: 0, repeated: 3, rejected: 0 })
    expect((await stored(id)).map(({ watts }) => watts)).toEqual(['103.00', '102.00', '101.00'])
    const twice = await Promise.all([1, 2].map(() => lab.send(gateway.secret, [{ sensorCode: code, ts: ago(9), power: 1 }])))
    expect(twice.reduce((sum, { data }) => sum + data.stored! + data.repeated!, 0)).toBe(2)
    const [seen] = await app.sql('select watts::text, ts from sensor_seen where sensor_id = $1', [id])
    expect(seen).toMatchObject({ watts: '101.00', ts: new Date(messages[1]!.ts) })
  })

  test('of a maker’s own format are read by the mapping of the model', async () => {
    const metrics = [
      { quantity: 'power', jsonPath: 'd.v[1]', unit: 'kW', factor: 1000 },
      { quantity: 'temperature', jsonPath: '$.d.t', unit: '0.1 K', factor: 0.1, addend: -273.15 },
    ]
    const model = await lab.must('/iot/sensor-model/submit', { modelName: '自有格式', sensorKind: 'power', timePath: 'd.at', metrics })
    const { id, code } = await lab.sensor({ modelId: model.id })
    const at = Date.now() - 60_000
    const payload = JSON.stringify({ d: { at, v: ['x', 1.25], t: 2951.5 } })
    expect((await lab.send(gateway.secret, [{ topic: `eam/${home.tenant}/${code}/telemetry`, payload }])).data.stored).toBe(1)
    const [row] = await stored(id)
    expect(row).toMatchObject({ ts: new Date(at), watts: '1250.00' })
    expect(Number(row!.temperature)).toBeCloseTo(22, 3)
  })

  test('need a credential; one of a sensor sends for it alone, a revoked one for none', async () => {
    const [one, two] = [await lab.sensor(), await lab.sensor()]
    const own = await lab.credential(one.id)
    const message = (code: string) => ({ sensorCode: code, ts: ago(1), power: 1 })
    expect((await lab.send(own.secret, [message(one.code), message(two.code)])).data).toEqual({ stored: 1, repeated: 0, rejected: 1 })
    expect(await letters(two.code)).toMatchObject([{ rejection: 'foreignTopic' }])
    for (const wrong of ['', 'x', `${own.secret}x`, own.secret.replace(home.tenant, other.tenant), `${home.tenant}.${own.id}.`])
      expect((await lab.send(wrong, [message(one.code)])).status, wrong).toBe(401)
    await lab.must('/iot/sensor-credential/revoke', { id: own.id })
    expect((await lab.send(own.secret, [message(one.code)])).status).toBe(401)
    expect((await stored(one.id)).length).toBe(1)
  })

  test('that cannot be stored are listed with the reason and counted, and harm no other', async () => {
    const [{ id, code }, gone] = [await lab.sensor(), await lab.metered()]
    await app.sql("update device set eam_status = 'disposed' where id = $1", [gone.deviceId])
    const theirs = (await stranger.post<Row>('/iot/sensor-config/submit', { sensorCode: 'THEIRS-1', sensorKind: 'power' })).data.id
    const bad: [string, unknown][] = [
      ['badClock', { sensorCode: code, ts: '1970-01-01T00:00:00Z', power: 1 }],
      ['badClock', { sensorCode: code, ts: '2099-01-01T00:00:00Z', power: 1 }],
      ['badClock', { sensorCode: code, ts: 'gestern', power: 1 }],
      ['badValue', { sensorCode: code, ts: ago(1), power: 'NaN' }],
      ['badValue', { sensorCode: code, ts: ago(1), energy: -1 }],
      ['badValue', { sensorCode: code, ts: ago(1), power: '1e400' }],
      ['badPayload', { sensorCode: code, payload: '{"ts":1,"power":NaN}' }],
      ['badPayload', { sensorCode: code, ts: ago(1), constructor: 1 }],
      ['badPayload', 7],
      ['tooLarge', { sensorCode: code, ts: ago(1), power: 1, note: 'x'.repeat(1_000_000) }],
      ['unknownSensor', { sensorCode: `${code}-unknown\u0000`, ts: ago(1), power: 1 }],
      ['foreignTopic', { topic: `eam/${other.tenant}/THEIRS-1/telemetry`, payload: { ts: ago(1), power: 1 } }],
      ['disposedDevice', { sensorCode: gone.code, ts: ago(1), power: 1 }],
    ]
    const good = (minutes: number) => ({ sensorCode: code, ts: ago(minutes), power: 50 })
    const answer = await lab.send(gateway.secret, [good(5), ...bad.map(([, message]) => message), good(6)])
    expect(answer.data).toEqual({ stored: 2, repeated: 0, rejected: bad.length })
    expect(await stored(id)).toHaveLength(2)
    expect(await stored(gone.id)).toHaveLength(0)
    expect(await stored(theirs)).toHaveLength(0)
    const counts = new Map<string, number>()
    for (const row of (await admin.get<Page>('/iot/dead-letter/list', { size: 100 })).data.records)
      if ([code, gone.code, 'THEIRS-1', `${code}-unknown`, '-'].includes(String(row.sensorCode)))
        counts.set(String(row.rejection), (counts.get(String(row.rejection)) ?? 0) + Number(row.messageCount))
    expect(Object.fromEntries(counts)).toEqual({
      ...{ badClock: 3, badValue: 3, badPayload: 3, tooLarge: 1, unknownSensor: 1, foreignTopic: 1, disposedDevice: 1 },
    })
    expect((await stranger.get<Page>('/iot/dead-letter/list', { size: 100 })).data.total).toBe(0)
    const metrics = await (await fetch(`${app.url}/metrics`)).text()
    expect(metrics).toMatch(/sensor_messages_total\{outcome="badClock"\} [3-9]/)
    expect(metrics).toMatch(/sensor_messages_total\{outcome="disposedDevice"\} [1-9]/)
  })

  test('of a flood of unknown codes do not fill the list', async () => {
    const flood = Array.from({ length: 1500 }, (_, at) => ({ sensorCode: `flood-${at}`, ts: ago(1), power: 1 }))
    await lab.send(gateway.secret, flood.slice(0, 1200))
    await lab.send(gateway.secret, flood.slice(1000))
    const rest = (await admin.get<Page>('/iot/dead-letter/list', { sensorCode: '*' })).data.records
    expect(rest).toMatchObject([{ rejection: 'unknownSensor', messageCount: 300 }])
    expect(
      (
        await lab.send(
          gateway.secret,
          Array.from({ length: 5001 }, () => 1),
        )
      ).status,
    ).toBe(400)
  })

  test('are the hospital’s own, also when a day is asked directly', async () => {
    const { code } = await lab.sensor()
    await lab.send(gateway.secret, [{ sensorCode: code, ts: ago(1), power: 1 }])
    const days = await app.sql(`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'sensor_reading'::regclass`)
    expect(days.length).toBeGreaterThanOrEqual(9)
    const mine = await writeAs(app.pool, home.tenant, (tx) => tx.run({ text: 'select count(*)::int as n from sensor_reading' }))
    const foreign = await writeAs(app.pool, other.tenant, (tx) => tx.run({ text: 'select count(*)::int as n from sensor_reading' }))
    expect(Number(mine.rows[0]!.n)).toBeGreaterThan(0)
    expect(foreign.rows[0]!.n).toBe(0)
    for (const { name } of days) {
      const [secured] = await app.sql(
        'select relrowsecurity and relforcerowsecurity as is_secured from pg_class where oid = $1::regclass',
        [name],
      )
      expect(secured!.is_secured, String(name)).toBe(true)
      await expect(writeAs(app.pool, other.tenant, (tx) => tx.run({ text: `select 1 from ${name} limit 1` }))).rejects.toThrow(
        'permission denied',
      )
    }
  })
  test('go with their day once every hospital keeps them no longer; only the role of the jobs may do so', async () => {
    const names = async () =>
      (await app.sql(`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'sensor_reading'::regclass`)).map(
        ({ name }) => name,
      )
    const before = await names()
    await withClient(app.database.ownerUrl, (owner) => owner.query(`select make_reading_day(now() - interval '400 days')`))
    const old = (await names()).filter((name) => !before.includes(name))
    expect(old).toHaveLength(1)
    await expect(writeAs(app.pool, home.tenant, (tx) => tx.run({ text: 'select keep_reading_days(1)' }))).rejects.toThrow(
      'permission denied',
    )
    await runTimedJob(keepJob, worker)
    expect(await names()).toEqual(before)
  })
})

describe('a message on trial', () => {
  const metrics = [
    { quantity: 'power', jsonPath: 'd.kw', unit: 'kW', factor: 1000 },
    { quantity: 'temperature', jsonPath: 'd.f', unit: '°F', factor: 0.555556, addend: -17.777778 },
  ]
  const at = ago(1)
  const trial = (id: unknown, message: string, who = admin) => who.post<Row>('/iot/sensor-model/try-message', { id, message })

  test('is read as the model would, and nothing is stored or listed', async () => {
    const model = await lab.must('/iot/sensor-model/submit', { modelName: '试读型号', sensorKind: 'power', timePath: 'd.at', metrics })
    const before = await app.sql('select count(*)::int as n, (select count(*)::int from sensor_dead_letter) as letters from sensor_reading')
    const read = (await trial(model.id, JSON.stringify({ d: { at, kw: 1.5, f: 41 } }))).data
    expect(read).toMatchObject({ rejection: null, at, values: [{ quantity: 'power', value: 1500 }, { quantity: 'temperature' }] })
    expect(Number((read.values as { value: number }[])[1]!.value)).toBeCloseTo(5, 3)
    for (const [rejection, message] of [
      ['badPayload', 'no JSON'],
      ['badPayload', JSON.stringify({ ts: at, power: 1 })],
      ['badClock', JSON.stringify({ d: { at: 0, kw: 1 } })],
      ['badValue', JSON.stringify({ d: { at, kw: -1 } })],
    ])
      expect((await trial(model.id, message!)).data, message).toEqual({ rejection, at: null, values: [] })
    expect(
      await app.sql('select count(*)::int as n, (select count(*)::int from sensor_dead_letter) as letters from sensor_reading'),
    ).toEqual(before)
  })

  test('needs a model that the person sees, and a message', async () => {
    const model = await lab.must('/iot/sensor-model/submit', { modelName: '本院型号', sensorKind: 'power', metrics })
    expect((await trial(model.id, '{}', stranger)).status).toBe(404)
    expect((await trial(model.id, '')).status).toBe(400)
    expect((await trial(model.id, '{}', await app.as('keeper'))).status).toBe(403)
  })
})
