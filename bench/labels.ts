// The cost of printing labels for other users: npx tsx bench/labels.ts [--labels=1000] [--cards=20000] [--built=<folder>] [--home=<folder>]
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { labelPresets } from '#contract/label/label-design.ts'
import { readPdf } from '#tests/harness/pdf.ts'
import { cpuOf, loadNow, postgresCpu } from './cpu.ts'
import { buildServer, removeHome, seededHome, startProgram } from './ground.ts'

const { values: asked } = parseArgs({
  options: {
    labels: { type: 'string', default: '1000' },
    cards: { type: 'string', default: '20000' },
    built: { type: 'string' },
    home: { type: 'string' },
  },
})
const labels = Number(asked.labels)

/** Memory of a process now, in MB. */
const memory = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

if (!asked.built) await buildServer()
const home = await seededHome(asked.home, Number(asked.cards))
const program = await startProgram(home, asked.built)
try {
  const token = await program.signIn('manager')
  const api = `http://127.0.0.1:${program.port}/api`
  const headers = { 'blade-auth': `bearer ${token}`, 'content-type': 'application/json' }
  const call = async <T>(path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${api}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const answer = (await response.json()) as { success: boolean; msg: string; data: T }
    if (!answer.success) throw new Error(`${path}: ${answer.msg}`)
    return answer.data
  }
  const ids: string[] = []
  for (let page = 1; ids.length < labels; page++) {
    const { records } = await call<{ records: { id: string }[] }>(`/eam/device/list?current=${page}&size=200&filingStatus=filed`)
    if (records.length === 0) throw new Error(`there are only ${ids.length} cards`)
    ids.push(...records.map((row) => row.id).slice(0, labels - ids.length))
  }
  const took: number[] = []
  let running = true
  // Two people page through lists meanwhile.
  const others = Array.from({ length: 2 }, async () => {
    for (let page = 1; running; page++) {
      const began = performance.now()
      await call(`/eam/device/list?current=${1 + (page % 50)}&size=10`)
      took.push(performance.now() - began)
      await new Promise((done) => setTimeout(done, 10))
    }
  })
  for (const other of others) other.catch(() => {})
  console.log(
    `${new Date().toISOString().slice(0, 16)} · Node ${process.version} · load ${loadNow()} · ${labels} labels of ${asked.cards} cards`,
  )
  const made: (() => void)[] = []
  for (const template of ['60x40', 'a4-3x8', '60x40'] as const) {
    const [node, postgres, before] = [cpuOf(program.pid), postgresCpu(program.postmaster), memory(program.pid)]
    const began = performance.now()
    const print = { labelKind: 'device', ids, template, output: 'pdf', reason: '换新标签' }
    const { id } = await call<{ id: string }>('/eam/label/print', print)
    const recorded = performance.now()
    const bytes = new Uint8Array(await (await fetch(`${api}/eam/label/pdf?id=${id}`, { headers })).arrayBuffer())
    const ended = performance.now()
    const spent = [cpuOf(program.pid) - node, postgresCpu(program.postmaster) - postgres].map((us) => (us / 1e6).toFixed(2))
    const after = memory(program.pid)
    // Read after the waits are measured: it takes this process a while.
    const say = () =>
      console.log(
        `${labelPresets[template].en}: recorded ${((recorded - began) / 1000).toFixed(2)} s, PDF ${((ended - recorded) / 1000).toFixed(2)} s, ${readPdf(bytes).pages.length} pages, ${(bytes.length / 1e3).toFixed(0)} kB; CPU ${spent.join(' + ')} s (program + PostgreSQL, the others with them); memory ${before.toFixed(0)} -> ${after.toFixed(0)} MB`,
      )
    made.push(say)
  }
  running = false
  await Promise.all(others)
  for (const say of made) say()
  const sorted = took.sort((a, b) => a - b)
  const at = (share: number): string => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(0)
  console.log(`${took.length} other requests meanwhile: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`)
} finally {
  await program.stop()
  if (!asked.home) await removeHome(home)
}
