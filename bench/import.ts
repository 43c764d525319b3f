// The cost of an import for other users: npx tsx bench/import.ts [--rows=50000] [--cards=20000] [--built=<folder>] [--home=<folder>]
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { writeXlsxStream } from 'hucre/xlsx'
import { v7 as uuid } from 'uuid'
import { BLOBS_PATH, PART_BYTES, partQuery, partsOf } from '#contract/sync/sync-blobs.ts'
import { kinds, makers } from '#server/demo/demo-kinds.ts'
import { cpuOf, loadNow, postgresCpu } from './cpu.ts'
import { buildServer, removeHome, seededHome, startProgram, tenants } from './ground.ts'

const { values: asked } = parseArgs({
  options: {
    rows: { type: 'string', default: '50000' },
    cards: { type: 'string', default: '20000' },
    built: { type: 'string' },
    home: { type: 'string' },
  },
})
const rows = Number(asked.rows)

const headings = [
  ...[
    '设备名称',
    '规格型号',
    '出厂编号',
    '生产厂家',
    '国资编码',
    '使用科室',
    '存放位置',
    '原值',
    '购置日期',
    '启用日期',
    '保修到期',
    '管理类别',
  ],
  ...['产地', '资金来源', '计量设备', '注册证号', '合同号', '备注'],
]

function* table(departments: readonly string[], places: readonly string[]): Generator<(string | number | Date)[]> {
  for (let i = 0; i < rows; i++) {
    const day = new Date(Date.UTC(2010 + (i % 15), i % 12, 1 + (i % 28)))
    yield [
      ...[kinds[i % kinds.length]![0], `M-${i % 700}`, `SN${String(i).padStart(8, '0')}`, makers[i % makers.length]!, `GZ${i}`],
      ...[departments[i % departments.length]!, places[i % places.length]!, 1000 + (i % 90_000), day, day, '31/12/2030'],
      ...[
        ['Ⅰ类', 'Ⅱ类', 'Ⅲ类'][i % 3]!,
        ['国产', '进口'][i % 2]!,
        '自筹',
        ['是', '否'][i % 2]!,
        `国械注准20${i % 1000}`,
        `HT-${i % 400}`,
        `第 ${i} 行`,
      ],
    ]
  }
}

const memory = (pid: number): { now: number; peak: number } => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
  return { now: of('VmRSS'), peak: of('VmHWM') }
}

if (!asked.built) await buildServer()
const home = await seededHome(asked.home, Number(asked.cards))
const program = await startProgram(home, asked.built)
try {
  const token = await program.signIn('manager')
  const base = `http://127.0.0.1:${program.port}`
  const headers = { 'blade-auth': `bearer ${token}` }
  const call = async <T>(path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${base}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const answer = (await response.json()) as { success: boolean; msg: string; data: T }
    if (!answer.success) throw new Error(`${path}: ${answer.msg}`)
    return answer.data
  }
  const names = async (path: string): Promise<string[]> =>
    (await call<{ records: Record<string, string>[] }>(`${path}?size=200`)).records.map((row) => row.fullName ?? row.deptName ?? '')
  const me = (await call<{ id?: string; userId?: string }>('/blade-system/user/info').catch(() => undefined))?.id
  const sheet = new Uint8Array(
    await new Response(
      writeXlsxStream(table(await names('/blade-system/dept/list'), await names('/eam/plc/location/list')), {
        name: '台账',
        columns: headings.map((header) => ({ header })),
        inlineStrings: true,
      }),
    ).arrayBuffer(),
  )
  const facts = { name: '台账.xlsx', type: '', size: sheet.length, sha256: createHash('sha256').update(sheet).digest('hex') }
  const [id, op] = [uuid(), uuid()]
  const userId = me ?? (await call<{ records: { id: string }[] }>('/blade/user/list?account=manager')).records[0]!.id
  for (let part = 1; part <= partsOf(sheet.length); part++) {
    const response = await fetch(`${base}${BLOBS_PATH}/${id}?${partQuery(part, facts)}`, {
      method: 'PUT',
      headers: {
        ...headers,
        'content-type': 'application/octet-stream',
        'idempotency-key': op,
        'x-eam-user': userId,
        'x-eam-tenant': tenants.large,
      },
      body: sheet.subarray((part - 1) * PART_BYTES, part * PART_BYTES),
    })
    if (!response.ok) throw new Error(`part ${part}: ${await response.text()}`)
  }
  const before = memory(program.pid)
  const took: number[] = []
  let running = true
  // Four people page through lists meanwhile.
  const others = Array.from({ length: 4 }, async (_, person) => {
    for (let page = 1; running; page++) {
      const began = performance.now()
      await call(`/eam/device/list?current=${1 + (page % 50)}&size=10${person % 2 ? '&eamStatus=in_use' : ''}`)
      took.push(performance.now() - began)
      await new Promise((done) => setTimeout(done, 20))
    }
  })
  // An error that stops the measurement is printed first, not that these people are refused then.
  for (const other of others) other.catch(() => {})
  const work = async (path: string, body: unknown): Promise<{ seconds: number; job: Record<string, unknown> }> => {
    const began = performance.now()
    const { id: job } = await call<{ id: string }>(path, body)
    for (;;) {
      const row = await call<Record<string, unknown>>(`/eam/import-job/detail?id=${job}`)
      if (!['verifying', 'writing', 'undoing'].includes(String(row.status)))
        return { seconds: (performance.now() - began) / 1000, job: row }
      await new Promise((done) => setTimeout(done, 100))
    }
  }
  const load = loadNow()
  const cpu = (): number[] => [cpuOf(program.pid) / 1e6, postgresCpu(program.postmaster) / 1e6]
  const spent = (from: readonly number[]): string =>
    cpu()
      .map((now, index) => (now - from[index]!).toFixed(1))
      .join(' + ')
  const start = cpu()
  const verified = await work('/eam/device/import-verify', { source: [id] })
  const written = await work('/eam/device/import-card', { id: verified.job.id, skipFaulty: 1 })
  const used = spent(start)
  const after = memory(program.pid)
  // What the lists show, both ways out, read as slowly as it comes.
  const taken = async (format: string): Promise<string> => {
    const [from, began] = [memory(program.pid).now, performance.now()]
    const response = await fetch(`${base}/api/eam/device/export?format=${format}`, { headers })
    let [size, most] = [0, from]
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      size += piece.length
      most = Math.max(most, memory(program.pid).now)
    }
    return `${format} ${(size / 1e6).toFixed(1)} MB in ${((performance.now() - began) / 1000).toFixed(1)} s, memory ${from.toFixed(0)} -> ${most.toFixed(0)} MB`
  }
  const exported = [await taken('xlsx'), await taken('csv')]
  const undone = await work('/eam/device/import-undo', { id: verified.job.id })
  running = false
  await Promise.all(others)
  const sorted = took.sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(0)
  const { rowCount, newCount, faultyCount, note } = verified.job
  console.log(
    `${new Date().toISOString().slice(0, 16)} · Node ${process.version} · load ${load} → ${loadNow()} · ${rows} rows, ${(sheet.length / 1e6).toFixed(1)} MB XLSX`,
  )
  console.log(
    `found ${rowCount} rows, ${newCount} new, ${faultyCount} faulty${note ? `, ${note}` : ''}; then ${written.job.status}: ${written.job.note}; ${undone.job.status}: ${undone.job.note}`,
  )
  console.log(
    `verify ${verified.seconds.toFixed(1)} s, write ${written.seconds.toFixed(1)} s, undo ${undone.seconds.toFixed(1)} s; CPU of verify and write ${used} s (program + PostgreSQL, the other requests with them)`,
  )
  console.log(
    `memory of the server: ${before.now.toFixed(0)} MB before, ${after.peak.toFixed(0)} MB at most, ${memory(program.pid).now.toFixed(0)} MB after`,
  )
  console.log(`export of all cards: ${exported.join('; ')}`)
  console.log(`${took.length} other requests meanwhile: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`)
} finally {
  await program.stop()
  if (!asked.home) await removeHome(home)
}
