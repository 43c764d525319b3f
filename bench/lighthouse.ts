import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { phoneScreen, signInPhone } from '../e2e/harness/phone.ts'
import { startServer } from '../e2e/harness/program.ts'
import { chromiumFlags, findChromium } from '../scripts/find-chromium.mjs'
import { loadNow } from './cpu.ts'

/**
 * Lighthouse over the sign-in pages of both bodies as a new visitor meets them, then over the phone's pages as a signed-in person sees them.
 * Usage: npx tsx bench/lighthouse.ts [path to the lighthouse command] [runs of each page, 3]
 * Without a path the command is fetched by npx: a tool of this benchmark only, no dependency of the program.
 */
const version = '12.8.2'
const command = process.argv[2] ? [process.argv[2]] : ['npx', '--yes', `lighthouse@${version}`]
const runs = Number(process.argv[3] ?? 3)

interface Visit {
  readonly name: string
  readonly path: string
  readonly flags: readonly string[]
}

const kept = ['--disable-storage-reset']
/** Each with nothing in the browser's stores. */
const first: readonly Visit[] = [
  { name: 'sign-in, phone', path: '/m/', flags: [] },
  { name: 'sign-in, desk', path: '/login', flags: ['--preset=desktop'] },
  { name: 'sign-in, desk, mobile', path: '/login', flags: [] },
]
const signedIn: readonly Visit[] = ['/m/', '/m/check', '/m/repair', '/m/notices', '/m/me'].map((path) => ({
  name: path,
  path,
  flags: kept,
}))
const categories = ['performance', 'accessibility', 'best-practices'] as const
const targets = { performance: 95, accessibility: 95, 'best-practices': 100 } as const

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })

const run = (args: readonly string[]): Promise<number | null> =>
  new Promise((done) => {
    const [file = '', ...rest] = [...command, ...args]
    spawn(file, rest, { stdio: ['ignore', 'ignore', 'inherit'] }).once('exit', done)
  })

interface Report {
  readonly categories: Readonly<
    Record<string, { readonly score: number; readonly auditRefs: readonly { readonly id: string; readonly weight: number }[] }>
  >
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly title: string; readonly displayValue?: string }>>
}

// A stream of changes is a request that never ends, so that the network would never be idle.
const server = await startServer({ LIVE_STREAMS: '0' })
const home = await mkdtemp(join(tmpdir(), 'wardkeeper-lighthouse-'))
const port = await freePort()
const browser = await chromium.launchPersistentContext(join(home, 'profile'), {
  executablePath: await findChromium(),
  args: [...chromiumFlags, `--remote-debugging-port=${port}`],
  locale: 'zh-CN',
  ...phoneScreen,
})
let failed = 0

/** One visit of a page; `file` takes the report. */
const visit = async ({ path, flags }: Visit, file: string): Promise<Report> => {
  const only = `--only-categories=${categories.join(',')}`
  await run([`${server.url}${path}`, `--port=${port}`, ...flags, '--output=json', `--output-path=${file}`, only, '--quiet'])
  return JSON.parse(await readFile(file, 'utf8')) as Report
}

const scoreOf = (report: Report, name: string): number => Math.round((report.categories[name]?.score ?? 0) * 100)

/** Prints the middle one of some visits, and what a score under its target lacks. */
const measure = async (of: Visit): Promise<void> => {
  const reports: Report[] = []
  for (let time = 0; time < runs; time += 1) reports.push(await visit(of, join(home, 'report.json')))
  reports.sort((one, other) => scoreOf(one, 'performance') - scoreOf(other, 'performance'))
  const report = reports[Math.floor(reports.length / 2)]!
  const all = `(${reports.map((one) => scoreOf(one, 'performance')).join(', ')})`
  const said = categories.map((name) => `${name} ${scoreOf(report, name)}${name === 'performance' ? ` ${all}` : ''}`)
  console.log(`${of.name.padEnd(22)} ${said.join('  ')}`)
  for (const name of categories) {
    if (scoreOf(report, name) >= targets[name]) continue
    failed += 1
    for (const { id, weight } of report.categories[name]?.auditRefs ?? []) {
      const audit = report.audits[id]
      if (weight > 0 && audit && audit.score !== null && audit.score < 0.9)
        console.log(`${' '.repeat(22)} ${name}: ${audit.title} (${id}) ${audit.score} ${audit.displayValue ?? ''}`)
    }
  }
}

try {
  console.log(`${new Date().toISOString().slice(0, 16)} · lighthouse ${version} · load ${loadNow()} · ${runs} runs of each page`)
  for (const of of first) await measure(of)
  const page = browser.pages()[0] ?? (await browser.newPage())
  await page.goto(`${server.url}/m/`)
  await signInPhone(page, { tenant: '100001', user: 'keeper', password: 'ward2026' })
  for (const of of signedIn) await measure(of)
} finally {
  await browser.close()
  await server.stop()
  await rm(home, { recursive: true, force: true })
}
process.exitCode = failed > 0 ? 1 : 0
