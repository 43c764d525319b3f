// Closing of months for a large register, while others read lists: npx tsx bench/depreciation.ts [--cards=100000] [--months=3] [--alone] [--built=<folder>] [--home=<folder>]
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { cpuOf, loadNow, postgresCpu } from './cpu.ts'
import { buildServer, removeHome, seededHome, startProgram } from './ground.ts'

const { values: asked } = parseArgs({
  options: {
    cards: { type: 'string', default: '100000' },
    months: { type: 'string', default: '3' },
    // No lists are read meanwhile.
    alone: { type: 'boolean', default: false },
    built: { type: 'string' },
    home: { type: 'string' },
  },
})

if (!asked.built) await buildServer()
const home = await seededHome(asked.home, Number(asked.cards))
const program = await startProgram(home, asked.built)
try {
  const headers = { 'blade-auth': `bearer ${await program.signIn('manager')}`, 'content-type': 'application/json' }
  const call = async <T>(path: string, body?: unknown): Promise<T> => {
    const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) }
    const answer = (await (await fetch(`http://127.0.0.1:${program.port}/api${path}`, init)).json()) as {
      success: boolean
      msg: string
      data: T
    }
    if (!answer.success) throw new Error(`${path}: ${answer.msg}`)
    return answer.data
  }
  const cpuNow = () => ({ program: cpuOf(program.pid), postgres: postgresCpu(program.postmaster) })
  const since = (before: number, now: number): string => `${((now - before) / 1e6).toFixed(1)} s`
  const work = async (path: string, body: unknown): Promise<string> => {
    const began = performance.now()
    const cpu = cpuNow()
    const { jobId } = await call<{ jobId: string }>(path, body)
    for (;;) {
      const { records } = await call<{ records: { id: string; status: string; note: string }[] }>('/blade-system/job/list?size=20')
      const job = records.find((one) => one.id === jobId)!
      if (!['waiting', 'working'].includes(job.status))
        return `${((performance.now() - began) / 1000).toFixed(1)} s (CPU: program ${since(cpu.program, cpuOf(program.pid))}, PostgreSQL ${since(cpu.postgres, postgresCpu(program.postmaster))})  ${job.status}: ${job.note}`
      await sleep(50)
    }
  }
  console.log(`load before: ${loadNow()}`)
  const books = await call<{ records: { ruleSet: string }[] }>('/eam/depreciation-rule/list?size=20')
  if (!books.records.some(({ ruleSet }) => ruleSet === 'public'))
    await call('/eam/depreciation-rule/submit', { ruleName: '政府会计账', ruleSet: 'public', beginsOn: '2026-01-01', defaultLife: 72 })
  const took: number[] = []
  let running = true
  const others = [
    '/eam/device/list?size=20',
    '/eam/depreciation-record/device-page?size=20',
    '/eam/devicedepreciationlist/list?size=20',
  ].map(async (path) => {
    while (running && !asked.alone) {
      const began = performance.now()
      await call(path)
      took.push(performance.now() - began)
      await sleep(100)
    }
  })
  for (const other of others) other.catch(() => {})
  const close = '/eam/depreciation-record/create-depreciation-record'
  for (let month = 1; month <= Number(asked.months); month++) console.log(`month ${month}: ${await work(close, {})}`)
  console.log(`again: ${await work('/eam/depreciation-record/repeat-depreciation', {})}`)
  running = false
  await Promise.all(others)
  if (asked.alone) took.push(0)
  took.sort((a, b) => a - b)
  const at = (share: number): string => took[Math.floor((took.length - 1) * share)]!.toFixed(0)
  console.log(`lists meanwhile: ${took.length} answers, median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms; load ${loadNow()}`)
} finally {
  await program.stop()
  if (!asked.home) await removeHome(home)
}
