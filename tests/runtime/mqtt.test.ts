import { createServer } from 'node:net'
import type { MqttClient } from 'mqtt'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tryAddress } from '#server/runtime/listen.ts'
import { type Client, type Row, signInAt } from '#tests/harness/client.ts'
import { mosquittoAt, startMosquitto } from '#tests/harness/mosquitto.ts'
import { mqttClient, seen, topicOf } from '#tests/harness/mqtt.ts'
import { type Clone, makeClone } from './clone.ts'
import { demoServer } from './demo-data.ts'

const tenant = '100001'
let clone: Clone
let server: Awaited<ReturnType<typeof demoServer>>
let superuser: pg.Pool
let env: Record<string, string>

beforeAll(async () => {
  clone = await makeClone()
  server = await demoServer(clone)
  superuser = new pg.Pool({ connectionString: server.superUrl, max: 2 })
  env = { ...server.env, DEMO: 'on', ADMIN_PASSWORD: '', RATE_LIMIT: '0' }
})
afterAll(async () => {
  await clone.remove()
  await superuser.end()
  await server.stop()
})

const port = async (): Promise<string> => String(await tryAddress('127.0.0.1', 0))
const must = async (client: Client, path: string, body: object): Promise<Row> => {
  const answer = await client.post<Row>(path, body)
  if (!answer.success) throw new Error(`${path}: ${answer.msg}`)
  return answer.data
}
const sensor = async (url: string, sensorCode: string): Promise<string> =>
  String((await must(await signInAt(url, tenant, 'manager'), '/iot/sensor-config/submit', { sensorCode, sensorKind: 'power' })).id)
const storedOf = async (id: string): Promise<Set<number>> =>
  new Set(
    (await superuser.query('select ts from sensor_reading where sensor_id = $1', [id])).rows.map(({ ts }: { ts: Date }) => ts.getTime()),
  )
/** Publishes these readings, some at a time, until all are acknowledged or the connection ends; calls `acknowledged` with each. */
const publish = async (client: MqttClient, code: string, moments: readonly number[], acknowledged: (ts: number) => void): Promise<void> => {
  const left = [...moments]
  const one = async (): Promise<void> => {
    for (let ts = left.shift(); ts !== undefined && client.connected; ts = left.shift()) {
      await client.publishAsync(topicOf(tenant, code), JSON.stringify({ ts, power: 1 }), { qos: 1 })
      acknowledged(ts)
    }
  }
  // A connection that ends never settles what it has sent.
  const ended = new Promise<void>((done) => client.once('close', done))
  await Promise.race([Promise.all(Array.from({ length: 50 }, one)), ended])
}
const minutesAgo = 100 * 60_000
const momentsOf = (count: number): number[] => Array.from({ length: count }, (_, at) => Date.now() - minutesAgo + at * 10)

test('what the built-in broker acknowledged is there after kill -9; the rest comes again and is stored once', async () => {
  const settings = { ...env, PORT: await port(), MQTT_PORT: await port() }
  const program = await clone.start(settings)
  const url = await program.url
  expect(program.said()).toContain(`mqtt://127.0.0.1:${settings.MQTT_PORT}`)
  const id = await sensor(url, 'KILL-1')
  const manager = await signInAt(url, tenant, 'manager')
  const { secret } = await must(manager, '/iot/sensor-credential/issue', { credentialName: 'KILL' })
  const moments = momentsOf(5000)
  const acknowledged = new Set<number>()
  const client = await mqttClient(Number(settings.MQTT_PORT), tenant, String(secret))
  client.on('error', () => {})
  await publish(client, 'KILL-1', moments, (ts) => {
    acknowledged.add(ts)
    if (acknowledged.size === 1500) process.kill(program.pid, 'SIGKILL')
  })
  await program.ended
  client.end(true)
  expect(acknowledged.size).toBeGreaterThanOrEqual(1500)
  expect(acknowledged.size).toBeLessThan(5000)
  const stored = await storedOf(id)
  expect([...acknowledged].filter((ts) => !stored.has(ts))).toEqual([])

  const again = await clone.start(settings)
  await again.url
  const second = await mqttClient(Number(settings.MQTT_PORT), tenant, String(secret))
  await publish(
    second,
    'KILL-1',
    moments.filter((ts) => !acknowledged.has(ts)),
    (ts) => acknowledged.add(ts),
  )
  await second.endAsync()
  expect(acknowledged.size).toBe(5000)
  expect((await storedOf(id)).size).toBe(5000)
  expect(await again.end('SIGTERM')).toBe(0)
})

test('a port that is taken is named, and the program runs on without it', async () => {
  const other = createServer()
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  const taken = String((other.address() as { port: number }).port)
  const program = await clone.start({ ...env, PORT: await port(), MQTT_PORT: taken })
  expect((await fetch(`${await program.url}/health`)).status).toBe(200)
  expect(program.said()).toContain(`Port ${taken} is taken or not allowed, so sensors cannot send by MQTT: set MQTT_PORT.`)
  expect(await program.end('SIGTERM')).toBe(0)
  await new Promise((done) => other.close(done))
})

test.skipIf(!mosquittoAt)(
  'of 3,000 messages at a broker of the operator’s own none is lost when one of two programs is killed',
  async () => {
    const broker = await startMosquitto()
    try {
      const settings = await Promise.all(
        ['ward-a', 'ward-b'].map(async (name) => ({ ...env, PORT: await port(), MQTT_URL: broker.url, MQTT_CLIENT_ID: name })),
      )
      const [first, second] = [await clone.start(settings[0]), await clone.start(settings[1])]
      const url = await first.url
      await second.url
      const id = await sensor(url, 'KILL-2')
      const client = await mqttClient(broker.port, 'ward', 'right-horse', { protocolVersion: 5 })
      const [probe, ...moments] = momentsOf(3001)
      await seen('the subscription stands', async () => {
        await publish(client, 'KILL-2', [probe!], () => {})
        return (await storedOf(id)).size === 1
      })
      let sent = 0
      const publishing = publish(client, 'KILL-2', moments, () => {
        sent += 1
        if (sent === 1500) process.kill(second.pid, 'SIGKILL')
      })
      await Promise.all([publishing, second.ended])
      const again = await clone.start(settings[1])
      await again.url
      await seen('all are stored', async () => (await storedOf(id)).size === 3001)
      await client.endAsync()
      expect(await again.end('SIGTERM')).toBe(0)
      expect(await first.end('SIGTERM')).toBe(0)
    } finally {
      await broker.stop()
    }
  },
)
