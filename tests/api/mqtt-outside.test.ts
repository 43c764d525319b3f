import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { type Mosquitto, mosquittoAt, startMosquitto } from '#tests/harness/mosquitto.ts'
import { mqttClient, seen, topicOf } from '#tests/harness/mqtt.ts'
import { sensorLab } from '#tests/harness/sensors.ts'

const reason = mosquittoAt ? '' : ' (skipped: the Debian package mosquitto is not installed here)'

describe.skipIf(!mosquittoAt)(`with a broker of the operator’s own${reason}`, () => {
  let broker: Mosquitto
  let first: TestApp
  let second: TestApp
  let sender: MqttClient
  let lab: ReturnType<typeof sensorLab>
  const started: TestApp[] = []
  const program = async (clientId: string, database?: TestApp['database']): Promise<TestApp> => {
    const app = await startApp({ env: { MQTT_URL: broker.url, MQTT_CLIENT_ID: clientId }, ...(database ? { database } : {}) })
    started.push(app)
    return app
  }
  const publisher = (): Promise<MqttClient> => mqttClient(broker.port, 'ward', 'right-horse', { protocolVersion: 5, reconnectPeriod: 200 })
  const stored = async (id: string): Promise<number> =>
    Number((await first.sql('select count(*)::int as n from sensor_reading where sensor_id = $1', [id]))[0]!.n)
  /** What a program has counted since its start. */
  const outcome = async (app: TestApp, name: string): Promise<number> =>
    Number(
      new RegExp(`sensor_messages_total\\{outcome="${name}"\\} (\\d+)`).exec(await (await fetch(`${app.url}/metrics`)).text())?.[1] ?? 0,
    )

  beforeAll(async () => {
    broker = await startMosquitto()
    first = await program('ward-1')
    second = await program('ward-2', first.database)
    const admin: Client = await first.as('administrator')
    lab = sensorLab(first, admin)
    sender = await publisher()
    // Sessions exist at the broker once both programs have taken something.
    const probe = await lab.sensor()
    for (let at = 0; (await outcome(first, 'stored')) === 0 || (await outcome(second, 'stored')) === 0; at += 1) {
      await sender.publishAsync(topicOf(home.tenant, probe.code), JSON.stringify({ ts: Date.now() - 5_000_000 + at, power: 1 }), { qos: 1 })
      if (at > 2000) throw new Error('a program takes nothing')
      await new Promise((done) => setTimeout(done, 10))
    }
  })
  afterAll(async () => {
    sender?.end(true)
    for (const app of started.reverse()) await app.stop()
    await broker?.stop()
  })

  test('two programs take parts of the stream: nothing twice, nothing lost', async () => {
    const sensors = await Promise.all(Array.from({ length: 4 }, () => lab.sensor()))
    const before = [
      await outcome(first, 'stored'),
      await outcome(second, 'stored'),
      await outcome(first, 'repeated'),
      await outcome(second, 'repeated'),
    ]
    const from = Date.now() - 5_000_000
    await Promise.all(
      Array.from({ length: 2000 }, (_, at) =>
        sender.publishAsync(topicOf(home.tenant, sensors[at % 4]!.code), JSON.stringify({ ts: from + at, power: 1 }), { qos: 1 }),
      ),
    )
    for (const { id } of sensors) await seen('all of a sensor are stored', async () => (await stored(id)) === 500)
    await seen(
      'both have counted',
      async () => (await outcome(first, 'stored')) + (await outcome(second, 'stored')) === before[0]! + before[1]! + 2000,
    )
    expect(await outcome(first, 'stored')).toBeGreaterThan(before[0]!)
    expect(await outcome(second, 'stored')).toBeGreaterThan(before[1]!)
    expect((await outcome(first, 'repeated')) + (await outcome(second, 'repeated'))).toBe(before[2]! + before[3]!)
  })

  test('what comes while a program is away, and what the broker kept over its own restart, is stored', async () => {
    const { id, code } = await lab.sensor()
    const gone = started.indexOf(second)
    // Only the connections: the database belongs to both.
    await second.app.close()
    const from = Date.now() - 5_000_000
    await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        sender.publishAsync(topicOf(home.tenant, code), JSON.stringify({ ts: from + at, power: 1 }), { qos: 1 }),
      ),
    )
    await broker.restart()
    const again = await program('ward-2', first.database)
    started.splice(gone, 1)
    second = again
    await seen('all are stored', async () => (await stored(id)) === 200)
  })

  test('the broker has no acknowledgement before the commit: what it lost the connection for comes again', async () => {
    // Of an unknown sensor, as the list counts every time that a message comes.
    const code = 'HELD-UNKNOWN'
    const publish = () => sender.publishAsync(topicOf(home.tenant, code), JSON.stringify({ ts: Date.now(), power: 1 }), { qos: 1 })
    const counted = async (): Promise<number> =>
      Number((await first.sql('select sum(message_count)::int as n from sensor_dead_letter where sensor_code = $1', [code]))[0]!.n)
    await publish()
    await seen('the first is listed', async () => (await counted()) === 1)
    const holder = await first.pool.connect()
    await holder.query('begin')
    await holder.query(`select set_config('app.tenant', $1, true)`, [home.tenant])
    await holder.query('select 1 from sensor_dead_letter where sensor_code = $1 for update', [code])
    await Promise.all([1, 2, 3, 4, 5, 6].map(publish))
    await seen('a transaction waits for the row', async () => {
      const [waiting] = await first.sql(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%sensor_dead_letter%'`,
      )
      return Number(waiting!.n) > 0
    })
    await broker.restart()
    await holder.query('rollback')
    holder.release()
    await seen('all six came twice', async () => (await counted()) === 13)
  })

  test('topics of no hospital, of unknown sensors and bad messages harm no other', async () => {
    const { id, code } = await lab.sensor()
    const now = JSON.stringify({ ts: Date.now(), power: 1 })
    const before = (await outcome(first, 'foreignTopic')) + (await outcome(second, 'foreignTopic'))
    for (const [tenant, of, payload] of [
      ['999999', 'X', now],
      ["x' or 1", 'X', now],
      [home.tenant, `${code}-none`, now],
      [home.tenant, code, '{'],
      [home.tenant, code, `"${'x'.repeat(1_000_000)}"`],
      [home.tenant, code, now],
    ] as const)
      await sender.publishAsync(topicOf(tenant, of), payload, { qos: 1 })
    await seen('the good one is stored', async () => (await stored(id)) === 1)
    await seen('the others are listed', async () => {
      const rows = await first.sql('select rejection from sensor_dead_letter where sensor_code in ($1, $2) order by 1', [
        code,
        `${code}-none`,
      ])
      return rows.map(({ rejection }) => rejection).join() === 'badPayload,tooLarge,unknownSensor'
    })
    await seen(
      'foreign ones are counted',
      async () => (await outcome(first, 'foreignTopic')) + (await outcome(second, 'foreignTopic')) === before + 2,
    )
    expect(await first.sql('select 1 from sensor_dead_letter where tenant_id not in (select id from tenant)')).toEqual([])
  })
})
