// Sensors that send believable days to a running program by MQTT: npm run simulate -- --url http://127.0.0.1:8080 [--sensors 20] [--seconds 60]
//   [--mqtt mqtt://127.0.0.1:1883] [--tenant 100001] [--user manager] [--password ward2026] [--back 24]
// It adds the sensors SIM-0001 … to the hospital, on devices that have none, with a credential of their own, which it revokes when it is stopped.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connectAsync } from 'mqtt'
import { messageAt, profiles } from './simulate/profiles.ts'

const { values: asked } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    mqtt: { type: 'string' },
    tenant: { type: 'string', default: '100001' },
    user: { type: 'string', default: 'manager' },
    password: { type: 'string', default: 'ward2026' },
    sensors: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '60' },
    // Hours of readings before now, which sensors without any send first.
    back: { type: 'string', default: '24' },
  },
})

type Row = Record<string, unknown> & { id: string }
let token = ''

/** Ends with a sentence for the person at the terminal. */
function end(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

const why = (error: unknown): string => {
  const { code, message } = ((error as Error).cause ?? error) as { code?: string; message?: string }
  return code ?? message ?? String(error)
}
const isWhole = (text: string, least: number): boolean => /^\d{1,7}$/.test(text) && Number(text) >= least

if (!URL.canParse(asked.url)) end(`--url ${asked.url} is no address: give the one that npm start prints, such as http://127.0.0.1:8080.`)
for (const [name, least] of [
  ['sensors', 1],
  ['seconds', 1],
  ['back', 0],
] as const)
  if (!isWhole(asked[name], least)) end(`--${name} ${asked[name]} is no whole number from ${least}.`)

async function ask<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(new URL(`/api${path}`, asked.url), {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token ? { 'blade-auth': `bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch((error: unknown) =>
    end(`The program does not answer at ${asked.url} (${why(error)}): start it, and give --url the address that it prints.`),
  )
  const answer = (await response.json().catch(() => end(`What answers at ${asked.url} is not the program.`))) as {
    success?: boolean
    msg?: string
    data: T
    access_token?: string
  }
  if (answer.access_token) return answer as T
  if (!response.ok || answer.success === false) end(`The program refuses: ${answer.msg ?? response.status} (${path})`)
  return answer.data
}

async function signIn(): Promise<void> {
  const password = createHash('sha256').update(asked.password).digest('hex')
  const query = new URLSearchParams({ tenantId: asked.tenant, username: asked.user, password, grant_type: 'password' })
  const signed = await ask<{ access_token: string }>(`/osm/auth/oauth/token?${query}`, {})
  token = signed.access_token
}

/** A sensor of the simulation; a new one hangs on a device whose name fits it, or on any that has none. */
async function sensorOf(serial: number): Promise<{ code: string; isNew: boolean }> {
  const code = `SIM-${String(serial + 1).padStart(4, '0')}`
  const { zh, sensorKind } = profiles[serial % profiles.length]!
  const { records } = await ask<{ records: Row[] }>(`/iot/sensor-config/page?${new URLSearchParams({ keyword: code, size: '200' })}`)
  if (records.some((row) => row.sensorCode === code)) return { code, isNew: false }
  const made = await ask<Row>('/iot/sensor-config/submit', {
    sensorCode: code,
    sensorKind,
    reportSeconds: Number(asked.seconds),
    remark: '模拟',
  })
  for (const keyword of [zh, '']) {
    const free = await ask<{ records: Row[] }>(`/iot/sensor-config/unbinding-device-page?${new URLSearchParams({ keyword, size: '1' })}`)
    const [device] = free.records
    if (!device) continue
    await ask('/iot/sensor-config/binding', { id: made.id, deviceId: device.id })
    break
  }
  return { code, isNew: true }
}

await signIn()
const sensors: { code: string; isNew: boolean }[] = []
for (let serial = 0; serial < Number(asked.sensors); serial += 1) sensors.push(await sensorOf(serial))
const { protocol, hostname } = new URL(asked.url)
const broker = asked.mqtt ?? `${protocol === 'https:' ? 'mqtts' : 'mqtt'}://${hostname}:1883`
const { id, secret } = await ask<{ id: string; secret: string }>('/iot/sensor-credential/issue', { credentialName: '模拟网关' })
/** The credential is of no use to anyone afterwards. */
async function revoke(): Promise<void> {
  // The session may be older than its hour.
  await signIn()
  await ask('/iot/sensor-credential/revoke', { id, reason: '模拟结束' })
}
const client = await connectAsync(broker, { username: asked.tenant, password: secret, clientId: 'simulate' }, false).catch(
  async (error: unknown) => {
    await revoke()
    return end(`The broker does not let sensors in at ${broker} (${why(error)}): give --mqtt the address that the program prints.`)
  },
)
client.on('error', (error) => console.error(`${broker}: ${why(error)}`))
const publish = (serial: number, at: Date): Promise<unknown> =>
  client.publishAsync(`eam/${asked.tenant}/${sensors[serial]!.code}/telemetry`, JSON.stringify(messageAt(at, serial)), { qos: 1 })

let isStopped = false
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isStopped = true
    stopping.abort()
  })

const step = Number(asked.seconds) * 1000
const begun = Date.now()
for (let at = begun - Number(asked.back) * 3_600_000; at < begun && !isStopped; at += step)
  await Promise.all(sensors.flatMap(({ isNew }, serial) => (isNew ? [publish(serial, new Date(at))] : [])))
console.log(`${sensors.length} sensors send to ${broker} every ${asked.seconds} s. Ctrl-C stops them.`)
while (!isStopped) {
  const now = new Date()
  await Promise.all(sensors.map((_, serial) => publish(serial, now)))
  await sleep(step, undefined, { signal: stopping.signal }).catch(() => {})
}
await client.endAsync()
await revoke()
