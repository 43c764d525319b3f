import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { phoneScreen, signInPhone } from '../e2e/harness/phone.ts'
import { startServer } from '../e2e/harness/server.ts'
import { chromiumFlags, findChromium } from '../scripts/find-chromium.mjs'

/**
 * Lighthouse, mobile, over the phone's pages as a signed-in person sees them. Usage: npx tsx bench/lighthouse.ts [path to the lighthouse command]
 * Without a path the command is fetched by npx: it is a tool of this bench alone and no dependency of the program.
 */
const version = '12.8.2'
const command = process.argv[2] ? [process.argv[2]] : ['npx', '--yes', `lighthouse@${version}`]
const pages = ['/m/', '/m/check', '/m/repair', '/m/notices', '/m/me'] as const
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
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly title: string }>>
}

const server = await startServer()
const home = await mkdtemp(join(tmpdir(), 'wardkeeper-lighthouse-'))
const port = await freePort()
const browser = await chromium.launchPersistentContext(join(home, 'profile'), {
  executablePath: await findChromium(),
  args: [...chromiumFlags, `--remote-debugging-port=${port}`],
  locale: 'zh-CN',
  ...phoneScreen,
})
let failed = 0
try {
  const page = browser.pages()[0] ?? (await browser.newPage())
  await page.goto(`${server.url}/m/`)
  await signInPhone(page, { tenant: '100001', user: 'keeper', password: 'ward2026' })
  for (const path of pages) {
    const file = join(home, 'report.json')
    const only = `--only-categories=${categories.join(',')}`
    await run([
      `${server.url}${path}`,
      `--port=${port}`,
      '--disable-storage-reset',
      '--output=json',
      `--output-path=${file}`,
      only,
      '--quiet',
    ])
    const report = JSON.parse(await readFile(file, 'utf8')) as Report
    const scores = categories.map((name) => [name, Math.round((report.categories[name]?.score ?? 0) * 100)] as const)
    console.log(`${path.padEnd(12)} ${scores.map(([name, score]) => `${name} ${score}`).join('  ')}`)
    for (const [name, score] of scores) {
      if (score >= targets[name]) continue
      failed += 1
      for (const { id, weight } of report.categories[name]?.auditRefs ?? []) {
        const audit = report.audits[id]
        if (weight > 0 && audit && audit.score !== null && audit.score < 0.9)
          console.log(`             ${name}: ${audit.title} (${id}) ${audit.score}`)
      }
    }
  }
} finally {
  await browser.close()
  await server.stop()
  await rm(home, { recursive: true, force: true })
}
process.exitCode = failed > 0 ? 1 : 0
