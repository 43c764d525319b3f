import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildAlone } from './build.mjs'
import { findOrInstallChromium } from './find-chromium.mjs'

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
const quick = process.argv.includes('--quick')
const reports = mkdtempSync(join(tmpdir(), 'wardkeeper-reports-'))
const total = { passed: 0, failed: 0, skipped: 0 }

const add = ({ passed = 0, failed = 0, skipped = 0 }) => {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}
const title = (text) => process.stdout.write(`\n== ${text}\n`)
/** Runs a tool of the project; what it says is shown, or put into `held`. Resolves to whether it ended well. */
const run = (file, flags, env = {}, held = undefined) =>
  new Promise((done) => {
    const child = spawn(process.execPath, [join('node_modules', ...file), ...flags], {
      stdio: held ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => held.push(part))
    child.once('error', () => done(false))
    child.once('close', (code) => done(code === 0))
  })

/** A check without tests of its own counts as one. */
const check = async (text, file, flags) => {
  title(text)
  add((await run(file, flags)) ? { passed: 1 } : { failed: 1 })
}

const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** A runner that fails without a failed test (a file that does not load, an error between tests) counts as one failure. */
const addRun = (fine, counted) => add(fine || (counted?.failed ?? 0) > 0 ? (counted ?? { failed: 1 }) : { ...counted, failed: 1 })

/** `beside`: another run is being shown; this one is shown when both have ended. */
const vitest = async (text, projects, env = {}, more = [], beside = undefined) => {
  const held = beside && []
  if (!beside) title(text)
  const file = join(reports, `${text.replaceAll(/\W+/g, '-')}.json`)
  const flags = [
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    ...more,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  const fine = await run(['vitest', 'vitest.mjs'], flags, env, held)
  if (held) {
    await beside
    title(text)
    for (const part of held) process.stdout.write(part)
  }
  const report = readReport(file)
  const unloaded = report?.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0).length ?? 0
  addRun(
    fine,
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloaded,
      skipped: report.numPendingTests + report.numTodoTests,
    },
  )
}

const playwright = async () => {
  title('Chromium')
  const file = join(reports, 'e2e.json')
  let chromium
  try {
    chromium = await findOrInstallChromium()
  } catch (error) {
    console.error(error.message)
    return add({ failed: 1 })
  }
  const fine = await run(['@playwright', 'test', 'cli.js'], ['test'], { CHROMIUM_PATH: chromium, E2E_REPORT: file })
  const report = readReport(file)
  addRun(
    fine,
    report && {
      passed: report.stats.expected,
      failed: report.stats.unexpected + report.stats.flaky,
      skipped: report.stats.skipped,
    },
  )
}

await check('Biome', ['@biomejs', 'biome', 'bin', 'biome'], ['check', '.'])
await check('TypeScript', ['typescript', 'bin', 'tsc'], ['-b'])
const packaged = { TEST_PG: '', TEST_DATABASE_URL: '' }
if (quick) {
  // For daily work fewer seeded lives and two files at once; what waits for the oldest transaction of the whole server is left to the full run.
  const together = ['--maxWorkers=2', '--exclude=tests/api/sync-pull.test.ts']
  await vitest('unit, laws, API on PostgreSQL 18', ['unit', 'laws', 'api'], { ...packaged, SEEDS: '300', IDB_SEEDS: '10' }, together)
} else {
  await vitest('unit, laws', ['unit', 'laws'], {}, ['--maxWorkers=2'])
  // Two servers at once: the tests of one go file by file, for each reads what the whole of its server is doing.
  const single = ['--maxWorkers=1']
  const newest = vitest('API on PostgreSQL 18', ['api'], packaged, single)
  if (process.env.TEST_DATABASE_URL) await vitest('API on TEST_DATABASE_URL', ['api'], {}, single, newest)
  else if (existsSync('/usr/lib/postgresql/15/bin/initdb')) await vitest('API on PostgreSQL 15', ['api'], { TEST_PG: '15' }, single, newest)
  await newest
  title('build')
  if (await buildAlone()) {
    add({ passed: 1 })
    await vitest('whole program', ['runtime'])
    await playwright()
  } else add({ failed: 3 })
}

rmSync(reports, { recursive: true, force: true })
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`)
process.exitCode = total.failed > 0 ? 1 : 0
