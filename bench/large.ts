// A register of a million: npx tsx bench/large.ts [--home=<folder>] [--cards=1000000] [--ms=2500] [--only=<parts of names, between commas>] [--built=<folder>] [--figures]
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { cpuOf, loadNow, postgresCpu } from './cpu.ts'
import { buildServer, removeHome, seededHome, startProgram } from './ground.ts'
import { figureCases, type LargeCase, largeCases, phoneCases } from './large-cases.ts'
import { ask, load, Unanswered } from './load.ts'
import { fillMeasured } from './measured-fill.ts'

const { values: asked } = parseArgs({
  options: {
    home: { type: 'string' },
    cards: { type: 'string', default: '1000000' },
    ms: { type: 'string', default: '2500' },
    only: { type: 'string', default: '' },
    built: { type: 'string' },
    // Every figure that is declared, instead of the lists: measures by each of their groupings, first pages, boards, counts.
    figures: { type: 'boolean', default: false },
  },
})
const connections = 4
const parts = asked.only.split(',')
const target = { p95: 300, memory: 400 } as const

const memoryOf = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
const at = (sorted: readonly number[], share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
const cells = (parts: readonly (string | number)[]): string =>
  parts.map((part, index) => (index === 0 ? String(part).padEnd(46) : String(part).padStart(8))).join(' ')

if (!asked.built) await buildServer()
const home = await seededHome(asked.home, Number(asked.cards))
if (asked.figures) await fillMeasured(home, Number(asked.cards))
const program = await startProgram(home, asked.built)
let [most, missed] = [memoryOf(program.pid), 0]
const watch = setInterval(() => {
  most = Math.max(most, memoryOf(program.pid))
}, 50)
try {
  const began = loadNow()
  console.log(cells(['ms at 4 connections; CPU in ms a request', 'p50', 'p95', 'longest', 'calls', 'Node', 'PG', '']))
  for (const [account, scope] of [
    ['manager', 'tenant'],
    ['twenty', ''],
  ] as const) {
    const token = await program.signIn(account)
    const { data } = await ask<{ data: { total: number } }>(program.port, token, { path: '/api/eam/device/list?current=1&size=1' })
    console.log(`${account}: ${data.total} cards`)
    const depts = await ask<{ data: { key: string }[] }>(program.port, token, { path: '/api/eam/home-page/dept-device-count' })
    const cases: LargeCase[] = asked.figures
      ? await figureCases(program.port, token)
      : [...(await largeCases(program.port, token)), ...(await phoneCases(program.port, token, scope || `dept:${depts.data[0]!.key}`))]
    for (const { what, next } of cases.filter((one) => parts.some((part) => one.what.includes(part)))) {
      try {
        // Statements are planned and pages read once before anything counts.
        await load(program.port, token, 1, 200, next)
      } catch (error) {
        if (!(error instanceof Unanswered && error.status === 403)) throw error
        console.log(cells([what, 'no right']))
        continue
      }
      const [node, postgres] = [cpuOf(program.pid), postgresCpu(program.postmaster)]
      const { took } = await load(program.port, token, connections, Number(asked.ms), next)
      const sorted = took.sort((one, other) => one - other)
      const each = (used: number): string => (used / 1000 / sorted.length).toFixed(2)
      const isMet = at(sorted, 0.95) < target.p95
      if (!isMet) missed++
      const times = [at(sorted, 0.5), at(sorted, 0.95), sorted.at(-1)!].map((ms) => ms.toFixed(1))
      console.log(
        cells([
          what,
          ...times,
          sorted.length,
          each(cpuOf(program.pid) - node),
          each(postgresCpu(program.postmaster) - postgres),
          isMet ? '' : 'MISSED',
        ]),
      )
    }
    if (asked.figures) continue
    // From the request to the first bytes of the file; the rest is not waited for.
    const starts: number[] = []
    for (let round = 0; round < 5; round++) {
      const stop = new AbortController()
      const sent = performance.now()
      const response = await fetch(`http://127.0.0.1:${program.port}/api/eam/device/export?format=csv`, {
        headers: { 'blade-auth': `bearer ${token}` },
        signal: stop.signal,
      })
      await response.body!.getReader().read()
      starts.push(performance.now() - sent)
      stop.abort()
    }
    console.log(cells(['export of all cards, until its first bytes', '', Math.max(...starts).toFixed(1)]))
  }
  console.log(
    `${new Date().toISOString().slice(0, 16)} · Node ${process.version} · ${cpus().length} × ${cpus()[0]!.model.trim()} · load ${began} → ${loadNow()} · memory of the server at most ${most.toFixed(0)} MB (< ${target.memory} ${most < target.memory ? 'met' : 'MISSED'}) · ${missed} calls with p95 over ${target.p95} ms`,
  )
} finally {
  clearInterval(watch)
  await program.stop()
  if (!asked.home) await removeHome(home)
}
