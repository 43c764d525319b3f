import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, startServer } from '../../e2e/harness/program.ts'
import { findOrInstallChromium } from '../find-chromium.mjs'
import { browserLists } from './browser-parts.ts'
import type { Stage } from './costs.ts'
import { isExcused } from './quarantine.ts'
import {
  filesAgain,
  isTooLate,
  joinReports,
  judgeAgain,
  type NamedFailure,
  placesAgain,
  playwrightReport,
  type Report,
  sayWanting,
  vitestReport,
} from './reports.ts'
import { holdOutput, type Program, print, run, title } from './tools.ts'

interface VitestRun {
  readonly projects: readonly string[]
  readonly files?: readonly string[]
  readonly flags?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** A run of checks and tests: counts, costs and flaky tests of all its stages. */
export interface Session {
  /** Runs a tool without tests of its own, which counts as one. Resolves to whether it ended well. */
  check(text: string, program: Program, flags: readonly string[]): Promise<boolean>
  vitest(text: string, options: VitestRun): Promise<void>
  /** Browser tests; without files all of them. */
  playwright(files?: readonly string[]): Promise<void>
  /** Runs stages at the same time. The output of the first is shown as it comes, that of the others when each has ended. */
  together(first: () => Promise<unknown>, ...others: readonly (() => Promise<unknown>)[]): Promise<void>
  /** Runs failed tests once more with nothing beside them, of Vitest with the rest of their files: what passes then is flaky. */
  again(): Promise<void>
  /** Counts the tests that could not run because an earlier stage failed. */
  missed(count: number): void
  readonly stages: readonly Stage[]
  /** Seconds since the session was opened. */
  seconds(): number
  /** Prints flaky and failed tests, and the counts as the last line; returns the exit code. */
  close(lines?: readonly string[]): number
}

/** A stage that has run, with the way to run its failed tests again. */
interface Ran {
  readonly name: string
  readonly fine: boolean
  readonly report: Report | undefined
  again?(report: Report): Promise<{ fine: boolean; report: Report | undefined }>
}

/** Minutes after the begin of a run at which the last browser test may begin: a slow machine ends what is longer at 90. */
const lastBegin = 80

/** Runs of browser tests at the same time: beside another one a run takes 1.4 times as long on two cores; a third one gains nothing. */
const atOnce = 2

/** Opens a session whose reports lie in a temporary folder until it is closed. */
export const openSession = (): Session => {
  const reports = mkdtempSync(join(tmpdir(), 'wardkeeper-reports-'))
  const begun = performance.now()
  const until = process.env.TEST_LONG ? 'Infinity' : String(Date.now() + lastBegin * 60_000)
  const stages: Stage[] = []
  const ran: Ran[] = []
  let missed = 0
  let chromium = ''
  /** A program that has filled its data folder with the demo and has ended: those of the browser tests begin with copies. */
  let filled: RunningServer | undefined

  const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    const from = performance.now()
    return [await work(), (performance.now() - from) / 1000]
  }
  const take = (one: Ran, seconds: number): void => {
    ran.push(one)
    stages.push({ name: one.name, seconds, files: one.report?.files ?? [] })
  }

  const vitestRun = async (name: string, { projects, files = [], flags = [], env = {} }: VitestRun) => {
    const base = join(reports, name.replaceAll(/\W+/g, '-'))
    const [json, times] = [`${base}.json`, `${base}-times.json`]
    const all = [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      ...flags,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${json}`,
      '--reporter=./scripts/test/file-times.ts',
      ...files,
    ]
    const fine = await run(['vitest', 'vitest.mjs'], all, { ...env, TEST_TIMES: times })
    return { fine, report: vitestReport(json, times) }
  }

  /** One run of Playwright with a folder of its own for what failed tests leave: each run empties its folder. */
  const browserRun = async (name: string, flags: readonly string[], more: Readonly<Record<string, string>> = {}) => {
    const file = join(reports, `${name}.json`)
    const env = { CHROMIUM_PATH: chromium, E2E_DATA: filled?.dataDir ?? '', E2E_REPORT: file, E2E_UNTIL: until, ...more }
    const fine = await run(['@playwright', 'test', 'cli.js'], ['test', ...flags, `--output=test-results/${name}`], env)
    return { fine, report: playwrightReport(file) }
  }

  const session: Session = {
    stages,
    seconds: () => (performance.now() - begun) / 1000,
    missed(count) {
      missed += count
    },
    async check(name, program, flags) {
      title(name)
      const [fine, seconds] = await timed(() => run(program, flags))
      const report = { passed: fine ? 1 : 0, failed: fine ? 0 : 1, skipped: 0, files: [], flaky: [], failures: [] }
      take({ name, fine, report }, seconds)
      return fine
    },
    async vitest(name, options) {
      title(name)
      const [result, seconds] = await timed(() => vitestRun(name, options))
      const again = (report: Report) => vitestRun(`${name} again`, { ...options, files: filesAgain(report), flags: ['--maxWorkers=1'] })
      take({ name, ...result, again }, seconds)
    },
    async playwright(files = []) {
      const name = 'Chromium'
      title(name)
      try {
        chromium = await findOrInstallChromium()
      } catch (error) {
        const cause = (error as Error).message
        const failures = [{ where: name, title: 'not found', cause }]
        return take({ name, fine: false, report: { passed: 0, failed: 1, skipped: 0, files: [], flaky: [], failures } }, 0)
      }
      filled ??= await startServer()
      await filled.end()
      const lists = files.length > 0 ? [[{ name: 'chosen', flags: [...files] }]] : browserLists()
      const [results, seconds] = await timed(async () => {
        const all: Awaited<ReturnType<typeof browserRun>>[] = []
        for (const list of lists) {
          const left = list.values()
          const lane = async (): Promise<void> => {
            for (const { name, flags } of left) all.push(await browserRun(name, flags))
          }
          await session.together(lane, ...Array.from({ length: Math.min(atOnce, list.length) - 1 }, () => lane))
        }
        return all
      })
      const report = joinReports(results.map((one) => one.report))
      const again = (failed: Report) =>
        browserRun(
          'again',
          placesAgain(failed, (file) => readFileSync(file, 'utf8')),
          { E2E_TRACE: 'on' },
        )
      take({ name, fine: results.every(({ fine }) => fine), report, again }, seconds)
    },
    async together(first, ...others) {
      await Promise.all([first(), ...others.map(holdOutput)])
    },
    async again() {
      const [, seconds] = await timed(async () => {
        for (const [at, one] of ran.entries()) {
          if (!one.report || !one.again || one.fine || filesAgain(one.report).length === 0) continue
          title(`${one.name}: failed tests again, alone`)
          const second = await one.again(one.report)
          const report = judgeAgain(one.report, second.report)
          // Only failed tests excuse a second run that ended badly, not an error outside of them.
          const isExcused = second.fine || (second.report !== undefined && filesAgain(second.report).length > 0)
          ran[at] = { ...one, fine: isExcused && report.failures.length === 0, report }
        }
      })
      if (seconds > 1) stages.push({ name: 'failed tests again', seconds, files: [] })
      await filled?.stop()
    },
    close(lines = []) {
      rmSync(reports, { recursive: true, force: true })
      for (const text of lines) print(`${text}\n`)
      const total = { passed: 0, failed: missed, skipped: 0 }
      const wanting: Record<string, number> = {}
      const [flaky, failures, late]: [NamedFailure[], NamedFailure[], string[]] = [[], [], []]
      for (const { name, fine, report } of ran) {
        const { passed = 0, failed = 0, skipped = 0 } = report ?? {}
        total.passed += passed
        total.failed += failed
        total.skipped += skipped
        for (const [file, tests] of Object.entries(report?.wanting ?? {})) wanting[file] = (wanting[file] ?? 0) + tests
        flaky.push(...(report?.flaky ?? []))
        late.push(...(report?.late ?? []))
        failures.push(...(report?.failures ?? []))
        // A tool or a runner that ends badly without a failed test counts as one failure.
        if (!fine && !report?.failures.length) {
          failures.push({ where: name, title: 'failed without a failed test', cause: '' })
          if (failed === 0) total.failed += 1
        }
        if (report && isTooLate(report)) {
          failures.push({ where: name, title: 'too many tests were left out for want of time', cause: `${report.late?.length}` })
          total.failed += 1
        }
      }
      const now = new Date()
      const excused = failures.filter(({ where }) => isExcused(where, now))
      const refusing = failures.filter((one) => !excused.includes(one))
      const list = (heading: string, all: readonly NamedFailure[]): void => {
        if (all.length === 0) return
        title(heading)
        for (const { where, title: name, cause, seconds } of all)
          print(`${where} ${name}${seconds === undefined ? '' : ` (${seconds.toFixed(0)} s)`}\n  ${cause}\n`)
      }
      list('flaky: failed once and passed alone; mend each with its cause in the next change', flaky)
      if (late.length > 0) {
        title(`not run: the last browser test may begin ${lastBegin} minutes after the run`)
        print(`${late.join('\n')}\n`)
      }
      list('failed in quarantine', excused)
      list('failed', refusing)
      const { passed, failed, skipped } = { ...total, failed: total.failed - excused.length }
      const inQuarantine = excused.length > 0 ? `, ${excused.length} failed in quarantine` : ''
      print(`\n${passed} passed, ${failed} failed, ${skipped} skipped${sayWanting(wanting)}${inQuarantine}\n`)
      return failed > 0 ? 1 : 0
    },
  }
  return session
}
