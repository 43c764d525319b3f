import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { withClient } from '#server/db/cluster/embedded.ts'
import { tryAddress } from '#server/runtime/listen.ts'
import { type Client, signInAt } from '#tests/harness/app-for-test.ts'
import { openLive } from '#tests/harness/live.ts'
import { startPair } from './drill/database.ts'
import { startPooler, startProxy } from './drill/front.ts'
import { drillPhone } from './drill/phone.ts'
import { endAll, findPrograms, listening, type Running, run } from './drill/processes.ts'
import { buildServer, bundle } from './ground.ts'

const { values: asked } = parseArgs({
  options: {
    phones: { type: 'string', default: '6' },
    scans: { type: 'string', default: '100' },
    pause: { type: 'string', default: '60' },
  },
})
const [phoneCount, scansEach, pauseMs] = [Number(asked.phones), Number(asked.scans), Number(asked.pause)]
const accounts = ['keeper', 'engineer', 'warehouse'] as const
/** Longest that phones may take to send everything once the replica writes. */
const DRAIN_MS = 420_000

const faults: string[] = []
const hold = (isSo: boolean, sentence: string): void => {
  console.log(`${isSo ? 'ok  ' : 'FAIL'} ${sentence}`)
  if (!isSo) faults.push(sentence)
}

interface Listed<R> {
  readonly records: readonly R[]
  readonly total: number
}

/** A check of the demo hospital over the departments of these cards, with the people who count. */
async function startCheck(desk: Client, cards: readonly { useDeptId: string | null }[]): Promise<string> {
  const users = (await desk.get<Listed<{ id: string; account: string }>>('/blade/user/list', { size: '200' })).data.records
  const members = users.filter(({ account }) => (accounts as readonly string[]).includes(account)).map(({ id }) => ({ userId: id }))
  const scopeDepts = [...new Set(cards.flatMap(({ useDeptId }) => (useDeptId ? [useDeptId] : [])))]
  const made = await desk.post<{ id: string }>('/eam/check/submit', {
    checkTitle: '主库切换演练',
    mode: 'open',
    beginDate: '2026-01-01',
    endDate: '2036-12-31',
    scopeDepts,
    members,
  })
  if (!made.success) throw new Error(made.msg)
  const begun = await desk.post('/eam/check/start', { id: made.data.id })
  if (!begun.success) throw new Error(begun.msg)
  return made.data.id
}

/** Milliseconds from a change at one program until a stream through the proxy tells it. */
async function liveMs(url: string, desk: Client, name: string): Promise<number> {
  const stream = await openLive(url, desk)
  try {
    const begun = performance.now()
    const saved = await desk.post('/eam/device/submit', { deviceName: name })
    if (!saved.success) throw new Error(saved.msg)
    const told = await Promise.race([stream.until('device').then(() => true), sleep(10_000).then(() => false)])
    return told ? Math.round(performance.now() - begun) : Number.POSITIVE_INFINITY
  } finally {
    stream.close()
  }
}

async function drill(home: string): Promise<void> {
  const programs = findPrograms()
  await buildServer()
  const pair = await startPair(programs.postgres, home)
  const pooler = await startPooler(programs.pgbouncer, home, pair)
  const data = join(home, 'files')
  await mkdir(data)
  const ports = [await tryAddress('127.0.0.1', 0), await tryAddress('127.0.0.1', 0)]
  const proxy = await startProxy(programs.nginx, home, ports)
  const servers: Running[] = ports.map((port, index) =>
    run(`program ${index + 1}`, process.execPath, [`${bundle}/main.js`], {
      env: {
        PORT: String(port),
        DATA_DIR: data,
        DATABASE_URL: pooler.url('app', false),
        DIRECT_DATABASE_URL: pooler.url('app', true),
        MIGRATE_DATABASE_URL: pooler.url('owner', true),
        JOBS_DATABASE_URL: pooler.url('jobs', true),
        PUBLIC_URL: proxy.url,
        TRUST_PROXY: '127.0.0.1',
        RATE_LIMIT: '0',
        DEMO: 'on',
        LOG_LEVEL: 'error',
        MQTT_PORT: '0',
      },
    }),
  )
  for (const [index, port] of ports.entries()) await listening(port, servers[index]!, 180_000)
  const desk = await signInAt(proxy.url, '100001', 'manager', 'ward2026')
  const before = await liveMs(proxy.url, desk, '演练前的泵')
  hold(before < 5_000, `a change reaches a stream through nginx and past the transaction pooler: ${before} ms`)

  const cards: { deviceCode: string; useDeptId: string | null }[] = []
  for (let current = 1; cards.length < phoneCount * scansEach; current++) {
    const page = await desk.get<Listed<(typeof cards)[number]>>('/eam/device/list', {
      current,
      size: '200',
      filingStatus: 'filed',
      eamStatus: 'in_use',
    })
    if (page.data.records.length === 0) break
    cards.push(...page.data.records)
  }
  const checkId = await startCheck(desk, cards)
  let answered = 0
  let [lastGood, firstGoodAfter] = [0, 0]
  let promoted = Number.POSITIVE_INFINITY
  const onAnswer = (status: number): void => {
    if (status !== 200) return
    answered++
    const now = Date.now()
    if (promoted === Number.POSITIVE_INFINITY) lastGood = now
    else if (firstGoodAfter === 0) firstGoodAfter = now
  }
  const phones = await Promise.all(
    Array.from({ length: phoneCount }, (_, index) => drillPhone(proxy.url, accounts[index % accounts.length] ?? 'keeper', onAnswer)),
  )
  const begun = Date.now()
  const counting = phones.map((phone, index) =>
    phone.count(
      checkId,
      Array.from({ length: scansEach }, (_, at) => cards[(index * scansEach + at) % cards.length]!.deviceCode),
      pauseMs,
    ),
  )
  const saved = async (): Promise<string[]> => (await Promise.all(phones.map((phone) => phone.saved()))).flat()
  while ((await saved()).length < (phoneCount * scansEach) / 3) await sleep(50)
  const savedBefore = await saved()
  console.log(`     killing the primary after ${savedBefore.length} observations said to be saved`)
  const promoteMs = await pair.failOver()
  await pooler.pointTo(pair.ports.replica)
  promoted = Date.now()
  console.log(`     the replica takes writes ${promoteMs} ms after the kill`)
  const ids = (await Promise.all(counting)).flat()
  // What a phone does of itself: a look every half minute, and the browser's own "online".
  const until = Date.now() + DRAIN_MS
  let left = ids.length
  while (left > 0 && Date.now() < until) {
    await sleep(250)
    left = (await Promise.all(phones.map((phone) => phone.waiting()))).reduce((sum, one) => sum + one, 0)
  }
  const drained = Date.now()
  hold(left === 0, `every queue is empty ${((drained - promoted) / 1000).toFixed(1)} s after the change of the database`)
  hold((await Promise.all(phones.map((phone) => phone.attention()))).flat().length === 0, 'no phone asks its person anything')

  const found = await withClient(pair.superUrl(pair.ports.replica), async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from check_scan where check_id = $1', [checkId])
    return rows.map(({ id }) => id)
  })
  const there = new Set(found)
  hold(
    savedBefore.every((id) => there.has(id)),
    `of ${savedBefore.length} observations said to be saved before the kill none is lost`,
  )
  hold(
    ids.every((id) => there.has(id)),
    `of ${ids.length} recorded observations none is lost`,
  )
  hold(found.length === there.size && found.length === ids.length, `each is in the books once: ${found.length}`)
  const after = await liveMs(proxy.url, desk, '演练后的泵')
  hold(after < 10_000, `changes are told again: ${after} ms`)
  for (const [index, port] of ports.entries())
    hold((await fetch(`http://127.0.0.1:${port}/ready`)).status === 200, `program ${index + 1} is the same process and ready`)
  console.log(
    `     ${phoneCount} phones, ${ids.length} observations in ${((drained - begun) / 1000).toFixed(1)} s, ${answered} requests answered; ` +
      `no push was answered for ${((firstGoodAfter - lastGood) / 1000).toFixed(1)} s`,
  )
  for (const phone of phones) phone.stop()
}

const home = await mkdtemp(join(tmpdir(), 'wardkeeper-drill-'))
await chmod(home, 0o755)
try {
  await drill(home)
} finally {
  await endAll()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
}
process.exit(faults.length > 0 ? 1 : 0)
