// Readings by MQTT at full speed beside plain COPY: npx tsx bench/telemetry.ts [--seconds=20] [--sensors=200] [--clients=8] [--window=100] [--home=<folder>]
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { connectAsync } from 'mqtt'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { startEmbedded } from '#server/db/cluster/embedded.ts'
import { processUser } from '#server/db/cluster/process-user.ts'
import { credentialText } from '#server/features/iot/credentials.ts'
import { hashSecret } from '#server/kit/access/client-secrets.ts'
import { tryAddress } from '#server/runtime/listen.ts'
import { cpuOf, loadNow, postgresCpu } from './cpu.ts'
import { buildServer, removeHome, seededHome, startProgram, tenants } from './ground.ts'

const { values: asked } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    sensors: { type: 'string', default: '200' },
    clients: { type: 'string', default: '8' },
    window: { type: 'string', default: '100' },
    home: { type: 'string' },
  },
})
const [seconds, sensorCount, clientCount, window] = [asked.seconds, asked.sensors, asked.clients, asked.window].map(Number) as [
  number,
  number,
  number,
  number,
]
const tenant = tenants.large
const home = await seededHome(asked.home, 1000)
const secret = 'bench'
const [credential, word] = [randomUUID(), randomUUID().slice(0, 8)]

const database = await startEmbedded(home, processUser())
const owner = new pg.Client({ connectionString: database.superUrl })
await owner.connect()
await owner.query(
  `insert into sensor_credential (tenant_id, id, credential_name, credential_state, secret_hash) values ($1, $2, 'bench', 'active', $3)`,
  [tenant, credential, hashSecret(secret)],
)
const codes = Array.from({ length: sensorCount }, (_, at) => `B-${word}-${at}`)
await owner.query(
  `insert into sensor_config (tenant_id, id, sensor_code, sensor_kind, bind_state, live_state)
    select $1, gen_random_uuid(), code, 'power', 'free', 'never' from unnest($2::text[]) code`,
  [tenant, codes],
)
await owner.end()
await database.stop()

await buildServer()
process.env.MQTT_PORT = String(await tryAddress('127.0.0.1', 0))
const program = await startProgram(home)
try {
  const superuser = new pg.Client({ connectionString: database.superUrl })
  await superuser.connect()
  const started = Date.now()
  const clients = await Promise.all(
    Array.from({ length: clientCount }, (_, at) =>
      connectAsync(`mqtt://127.0.0.1:${process.env.MQTT_PORT}`, {
        username: tenant,
        password: credentialText(tenant, credential, secret),
        clientId: `bench-${at}`,
        reconnectPeriod: 0,
      }),
    ),
  )
  let [acknowledged, serial] = [0, 0]
  const waits: number[] = []
  const until = performance.now() + seconds * 1000
  const memory = (): number => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  const before = memory()
  const cpu = { node: cpuOf(program.pid), postgres: postgresCpu(program.postmaster) }
  const begun = performance.now()
  await Promise.all(
    clients.flatMap((client) =>
      Array.from({ length: window }, async () => {
        while (performance.now() < until) {
          const at = serial++
          const code = codes[at % codes.length]!
          const payload = JSON.stringify({
            ts: started - 3_600_000 + Math.floor(at / codes.length) * 20,
            power: at % 500,
            energy: at / 1e6,
          })
          const sent = performance.now()
          await client.publishAsync(`eam/${tenant}/${code}/telemetry`, payload, { qos: 1 })
          waits.push(performance.now() - sent)
          acknowledged += 1
        }
      }),
    ),
  )
  const took = (performance.now() - begun) / 1000
  const used = { node: cpuOf(program.pid) - cpu.node, postgres: postgresCpu(program.postmaster) - cpu.postgres }
  await Promise.all(clients.map((client) => client.endAsync()))
  const { rows } = await superuser.query(
    `select r.tenant_id, r.sensor_id, r.ts::text, r.watts, r.kwh from sensor_reading r join sensor_config c on c.tenant_id = r.tenant_id and c.id = r.sensor_id
      where c.tenant_id = $1 and c.sensor_code like $2`,
    [tenant, `B-${word}-%`],
  )
  // The same rows by COPY into a table with the same key and nothing else, with the commit.
  await superuser.query(
    `create unlogged table if not exists bench_plain (tenant_id text, sensor_id uuid, ts timestamptz, watts numeric(12,2), kwh numeric(16,6), primary key (tenant_id, sensor_id, ts))`,
  )
  await superuser.query('alter table bench_plain set logged')
  await superuser.query('truncate bench_plain')
  const lines = rows.map((row) => `${row.tenant_id}\t${row.sensor_id}\t${row.ts}\t${row.watts}\t${row.kwh}\n`)
  const copyBegun = performance.now()
  await pipeline(Readable.from(lines), superuser.query(copyFrom('copy bench_plain from stdin')))
  const copyTook = (performance.now() - copyBegun) / 1000
  await superuser.query('drop table bench_plain')
  await superuser.end()
  waits.sort((a, b) => a - b)
  const rate = acknowledged / took
  const copied = rows.length / copyTook
  const wait = (share: number): string => waits[Math.floor(waits.length * share)]!.toFixed(0)
  console.log(
    `${clientCount} clients, ${window} messages each at a time, ${sensorCount} sensors, ${took.toFixed(1)} s · load ${loadNow()}
acknowledged ${acknowledged}, stored ${rows.length}
MQTT ${rate.toFixed(0)} messages/s, acknowledged after ${wait(0.5)} ms (median), ${wait(0.99)} ms (99 %)
memory of the program at most ${memory().toFixed(0)} MB, ${before.toFixed(0)} MB before
CPU a message: Node ${(used.node / acknowledged).toFixed(0)} µs, PostgreSQL ${(used.postgres / acknowledged).toFixed(0)} µs
COPY ${copied.toFixed(0)} rows/s, ${(copied / rate).toFixed(1)} times as many`,
  )
} finally {
  await program.stop()
  if (!asked.home) await removeHome(home)
}
