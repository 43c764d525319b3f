import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, describe, expect, test } from 'vitest'
import { openBroker } from '#server/features/iot/mqtt/broker.ts'
import { openIntake } from '#server/features/iot/mqtt/intake.ts'
import { lanNames } from '#server/runtime/lan/addresses.ts'
import { authorityIn, leafIn } from '#server/runtime/lan/authority.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { cutOf, mqttClient, seen, topicOf } from '#tests/harness/mqtt.ts'
import { sensorLab } from '#tests/harness/sensors.ts'

const app = await appForFile({ mqtt: true })
const admin = await app.as('administrator')
const stranger = await app.as('administrator', other)
const lab = sensorLab(app, admin)
const gateway = await lab.credential()
const open: MqttClient[] = []
afterAll(async () => {
  for (const client of open) client.end(true)
})
const client = async (secret: string, tenant: string = home.tenant, more: object = {}): Promise<MqttClient> => {
  const made = await mqttClient(app.mqttPort, tenant, secret, more)
  made.on('error', () => {})
  open.push(made)
  return made
}
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
const stored = async (id: string): Promise<number> =>
  Number((await app.sql('select count(*)::int as n from sensor_reading where sensor_id = $1', [id]))[0]!.n)
const letters = async (who: typeof admin, keyword = ''): Promise<Row[]> =>
  (await who.get<Page>('/iot/dead-letter/list', { keyword, size: 100 })).data.records
const topic = (code: string, tenant: string = home.tenant): string => topicOf(tenant, code)
const reading = (minutes: number, more: object = { power: 100 }): string => JSON.stringify({ ts: ago(minutes), ...more })

describe('the broker', () => {
  test('acknowledges what is stored, of QoS 1 and 2, and stores a repeated message once', async () => {
    const { id, code } = await lab.metered()
    const sender = await client(gateway.secret)
    const [one, two] = [reading(2), reading(1)]
    await sender.publishAsync(topic(code), one, { qos: 1 })
    expect(await stored(id)).toBe(1)
    await sender.publishAsync(topic(code), two, { qos: 2, retain: true })
    expect(await stored(id)).toBe(2)
    await sender.publishAsync(topic(code), one, { qos: 1, dup: true })
    expect(await stored(id)).toBe(2)
    await sender.publishAsync(topic(code), reading(3), { qos: 0 })
    await seen('the message without acknowledgement is stored', async () => (await stored(id)) === 3)
  })

  test('acknowledges nothing before the commit', async () => {
    const { id, code } = await lab.metered()
    const sender = await client(gateway.secret)
    await sender.publishAsync(topic(code), reading(5), { qos: 1 })
    const holder = await app.pool.connect()
    await holder.query('begin')
    await holder.query(`select set_config('app.tenant', $1, true)`, [home.tenant])
    await holder.query('select 1 from sensor_seen where sensor_id = $1 for update', [id])
    let isAcknowledged = false
    const sent = sender.publishAsync(topic(code), reading(4), { qos: 1 }).then(() => {
      isAcknowledged = true
    })
    await seen('the transaction waits for the row', async () => {
      const [waiting] = await app.sql(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%sensor_seen%'`,
      )
      return Number(waiting!.n) > 0
    })
    expect(isAcknowledged).toBe(false)
    expect(await stored(id)).toBe(1)
    await holder.query('rollback')
    holder.release()
    await sent
    expect(await stored(id)).toBe(2)
  })

  test('lets in by the credential alone, and no longer once it is revoked', async () => {
    const { id, code } = await lab.sensor()
    const own = await lab.credential(id)
    for (const [tenant, secret] of [
      [home.tenant, `${own.secret}x`],
      [home.tenant, ''],
      [other.tenant, own.secret],
      [other.tenant, own.secret.replace(home.tenant, other.tenant)],
      ['', own.secret],
    ] as const)
      await expect(client(secret, tenant), `${tenant} ${secret.length}`).rejects.toThrow(/Bad username or password/i)
    const sender = await client(own.secret)
    await sender.publishAsync(topic(code), reading(2), { qos: 1 })
    await lab.must('/iot/sensor-credential/revoke', { id: own.id })
    const cut = cutOf(sender)
    sender.publish(topic(code), reading(1), { qos: 1 }, () => {})
    await cut
    expect(await stored(id)).toBe(1)
    await expect(client(own.secret)).rejects.toThrow(/Bad username or password/i)
  })

  test('takes from a credential its own topics only: others are listed for its own hospital and stored nowhere', async () => {
    const [mine, beside] = [await lab.sensor(), await lab.sensor()]
    const theirs = (await stranger.post<Row>('/iot/sensor-config/submit', { sensorCode: 'MQ-THEIRS', sensorKind: 'power' })).data.id
    const own = await client((await lab.credential(mine.id)).secret)
    await own.publishAsync(topic(beside.code), reading(1), { qos: 1 })
    await own.publishAsync(topic(mine.code), reading(1), { qos: 1 })
    const all = await client(gateway.secret)
    await all.publishAsync(topic('MQ-THEIRS', other.tenant), reading(1), { qos: 1 })
    await all.publishAsync('eam/anything', reading(1), { qos: 1 })
    expect([await stored(mine.id), await stored(beside.id), await stored(String(theirs))]).toEqual([1, 0, 0])
    expect(await letters(admin, beside.code)).toMatchObject([{ rejection: 'foreignTopic', messageCount: 1 }])
    expect(await letters(admin, 'MQ-THEIRS')).toMatchObject([{ rejection: 'foreignTopic' }])
    expect(await letters(stranger)).toEqual([])
  })

  test('hands on nothing: no subscription, no retained message, no will', async () => {
    const { code } = await lab.sensor()
    const listener = await client(gateway.secret)
    const heard: string[] = []
    listener.on('message', (named) => heard.push(named))
    for (const wanted of ['#', topic(code), '$SYS/#', '$share/x/eam/#'])
      await expect(listener.subscribeAsync(wanted, { qos: 1 }), wanted).rejects.toThrow()
    const willing = await client(gateway.secret, home.tenant, { will: { topic: topic(code), payload: reading(7), qos: 1, retain: true } })
    await willing.publishAsync(topic(code), reading(1), { qos: 1, retain: true })
    willing.stream.destroy()
    await cutOf(willing)
    await listener.publishAsync(topic(code), reading(2), { qos: 1 })
    expect(heard).toEqual([])
    expect(
      (
        await app.sql(
          'select count(*)::int as n from sensor_reading r join sensor_config c on c.id = r.sensor_id where c.sensor_code = $1',
          [code],
        )
      )[0]!.n,
    ).toBe(2)
  })

  test('lists bad messages with their reason; the good ones beside them are stored', async () => {
    const [{ id, code }, gone] = [await lab.metered(), await lab.metered()]
    await app.sql("update device set eam_status = 'disposed' where id = $1", [gone.deviceId])
    const sender = await client(gateway.secret)
    const bad: [string, string, string | Buffer][] = [
      ['badPayload', code, 'no JSON'],
      ['badPayload', code, Buffer.from([0, 255, 254, 1])],
      ['badPayload', code, ''],
      ['badClock', code, JSON.stringify({ ts: 0, power: 1 })],
      ['badClock', code, JSON.stringify({ ts: '2099-01-01T00:00:00Z', power: 1 })],
      ['badValue', code, reading(1, { energy: -1 })],
      ['badValue', code, reading(1, { power: 'NaN' })],
      ['tooLarge', code, reading(1, { power: 1, note: 'x'.repeat(1_000_000) })],
      ['tooLarge', code, reading(1, { power: 1, note: 'x'.repeat(70_000) })],
      ['unknownSensor', `${code}-unknown`, reading(1)],
      ['disposedDevice', gone.code, reading(1)],
    ]
    await Promise.all([
      sender.publishAsync(topic(code), reading(9), { qos: 1 }),
      ...bad.map(([, of, payload]) => sender.publishAsync(topic(of), payload, { qos: 1 })),
      sender.publishAsync(topic(code), reading(8), { qos: 1 }),
    ])
    expect(await stored(id)).toBe(2)
    expect(await stored(gone.id)).toBe(0)
    const counts = new Map<string, number>()
    for (const row of [...(await letters(admin, code)), ...(await letters(admin, gone.code))])
      counts.set(String(row.rejection), (counts.get(String(row.rejection)) ?? 0) + Number(row.messageCount))
    expect(Object.fromEntries(counts)).toEqual({
      badPayload: 3,
      badClock: 2,
      badValue: 2,
      tooLarge: 2,
      unknownSensor: 1,
      disposedDevice: 1,
    })
    expect(await (await fetch(`${app.url}/metrics`)).text()).toMatch(/sensor_messages_total\{outcome="tooLarge"\} [2-9]/)
  })

  test('a flood is slowed, not dropped: all 20,000 are stored, beside a sensor that is not held up', async () => {
    const [loud, calm] = [await lab.metered(), await lab.metered()]
    const [flooding, beside] = [await client(gateway.secret), await client(gateway.secret)]
    const from = Date.now() - 20_000_000
    let done = 0
    const flood = Promise.all(
      Array.from({ length: 20_000 }, (_, at) =>
        flooding.publishAsync(topic(loud.code), JSON.stringify({ ts: from + at * 900, power: at % 1000 }), { qos: 1 }).then(() => {
          done += 1
        }),
      ),
    )
    await beside.publishAsync(topic(calm.code), reading(1), { qos: 1 })
    const before = done
    await flood
    expect(before).toBeLessThan(20_000)
    expect(await stored(loud.id)).toBe(20_000)
    expect(await stored(calm.id)).toBe(1)
  })

  test('10,000 unknown topics do not fill the list', async () => {
    const sender = await client(gateway.secret)
    const message = reading(1)
    await Promise.all(Array.from({ length: 10_000 }, (_, at) => sender.publishAsync(topic(`many-${at}`), message, { qos: 1 })))
    const [listed] = await app.sql('select count(*)::int as n from sensor_dead_letter where tenant_id = $1', [home.tenant])
    // 1,000 codes, and what the batch that reached them held besides.
    expect(Number(listed!.n)).toBeLessThanOrEqual(3000)
    const [all] = await app.sql(
      "select sum(message_count)::int as n from sensor_dead_letter where tenant_id = $1 and rejection = 'unknownSensor' and (sensor_code like 'many-%' or sensor_code = '*')",
      [home.tenant],
    )
    expect(all!.n).toBe(10_000)
  })

  test('a client of another hospital with the same name pushes no one out', async () => {
    const { code, id } = await lab.sensor()
    const mine = await client(gateway.secret, home.tenant, { clientId: 'plc-1' })
    const foreign = await lab.credential(undefined, stranger)
    await client(foreign.secret, other.tenant, { clientId: 'plc-1' })
    await mine.publishAsync(topic(code), reading(1), { qos: 1 })
    expect(await stored(id)).toBe(1)
  })

  test('clients without a name push no one out', async () => {
    const { code, id } = await lab.sensor()
    const [one, two] = [
      await client(gateway.secret, home.tenant, { clientId: '' }),
      await client(gateway.secret, home.tenant, { clientId: '' }),
    ]
    await one.publishAsync(topic(code), reading(1), { qos: 1 })
    await two.publishAsync(topic(code), reading(2), { qos: 1 })
    expect(await stored(id)).toBe(2)
  })

  test('a hospital that is stopped sends nothing more, by MQTT and HTTP, until it is opened again', async () => {
    const made = (await stranger.post<Row>('/iot/sensor-config/submit', { sensorCode: 'MQ-STOPPED', sensorKind: 'power' })).data
    const foreign = await lab.credential(undefined, stranger)
    const sender = await client(foreign.secret, other.tenant)
    const message = { sensorCode: 'MQ-STOPPED', ts: ago(3), power: 1 }
    await app.sql('update tenant set stopped_at = now() where id = $1', [other.tenant])
    try {
      const cut = cutOf(sender)
      sender.publish(topic('MQ-STOPPED', other.tenant), reading(2), { qos: 1 }, () => {})
      await cut
      await expect(client(foreign.secret, other.tenant)).rejects.toThrow(/Bad username or password/i)
      expect((await lab.send(foreign.secret, [message])).status).toBe(401)
      expect(await stored(String(made.id))).toBe(0)
    } finally {
      await app.sql('update tenant set stopped_at = null where id = $1', [other.tenant])
    }
    expect(await lab.send(foreign.secret, [message])).toMatchObject({ status: 200, data: { stored: 1 } })
  })

  test('bytes that are no MQTT, and packets without an end, end their connection alone', async () => {
    const { code, id } = await lab.sensor()
    const sender = await client(gateway.secret)
    for (const bytes of [
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]),
      Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0xff]),
    ]) {
      const socket = connect(app.mqttPort, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(bytes)
      await once(socket, 'close')
    }
    await sender.publishAsync(topic(code), reading(1), { qos: 1 })
    expect(await stored(id)).toBe(1)
  })
})

test('where pages come by HTTPS, sensors come by TLS with the same certificate, also a renewed one, and not in plain', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wardkeeper-mqtt-tls-'))
  const names = { ...lanNames(), addresses: ['127.0.0.1'] }
  const authority = await authorityIn(folder, names)
  const log = app.app.log
  const intake = openIntake(app.pool, log, new Map())
  const tls = await leafIn(folder, authority, names)
  const broker = await openBroker({ pool: app.pool, intake, log, host: '127.0.0.1', port: 0, tls, limit: 1000 })
  const secure = (ca: string) =>
    connectAsync(
      `mqtts://127.0.0.1:${broker.port}`,
      { username: home.tenant, password: gateway.secret, reconnectPeriod: 0, ca, clientId: `tls-${open.length}` },
      false,
    )
  try {
    const { id, code } = await lab.sensor()
    const sender = await secure(authority.cert)
    open.push(sender)
    await sender.publishAsync(topic(code), reading(1), { qos: 1 })
    expect(await stored(id)).toBe(1)
    const other = await authorityIn(await mkdtemp(join(folder, 'other-')), names)
    await expect(secure(other.cert)).rejects.toThrow()
    broker.renew(await leafIn(await mkdtemp(join(folder, 'leaf-')), other, names))
    const again = await secure(other.cert)
    open.push(again)
    await sender.publishAsync(topic(code), reading(2), { qos: 1 })
    await again.publishAsync(topic(code), reading(3), { qos: 1 })
    expect(await stored(id)).toBe(3)
    await expect(mqttClient(broker.port, home.tenant, gateway.secret, { connectTimeout: 5000 })).rejects.toThrow()
  } finally {
    await broker.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('wrong sign-ins of one address are bounded, so that they do not reach the database without end', async () => {
  const intake = openIntake(app.pool, app.app.log, new Map())
  const broker = await openBroker({ pool: app.pool, intake, log: app.app.log, host: '127.0.0.1', port: 0, limit: 1000 })
  try {
    const refusals: string[] = []
    for (let at = 0; at < 200 && refusals.at(-1) !== 'closed'; at += 1) {
      const tried = await mqttClient(broker.port, home.tenant, 'wrong').then(
        () => 'in',
        (error: Error) => (/user name|password/i.test(error.message) ? 'wrong' : 'closed'),
      )
      refusals.push(tried)
    }
    expect(refusals).not.toContain('in')
    expect(refusals.at(-1)).toBe('closed')
    expect(refusals.filter((one) => one === 'wrong').length).toBeGreaterThanOrEqual(60)
  } finally {
    await broker.close()
  }
})
