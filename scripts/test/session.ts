import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOrInstallChromium } from '../find-chromium.mjs'
import { aloneFiles, guessedSeconds, portions } from './browser-parts.ts'
import type { Stage } from './costs.ts'
import {
  filesAgain,
  flakyAllowed,
  isTooLate,
  joinReports,
  judgeAgain,
  judgeFlaky,
  type NamedFailure,
  playwrightReport,
  type Report,
  sayWanting,
  vitestReport,
} from './reports.ts'
import { typicalTimes } from './times.ts'
import { type Program, run, title } from './tools.ts'

interface VitestRun {
  readonly projects: readonly string[]
  readonly files?: readonly string[]
  readonly flags?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** A failure is final: nothing is run again. */
  readonly isFinal?: true
}

/** A run of checks and tests: counts, costs and flaky tests of all its stages. */
export interface Session {
  /** A tool without tests of its own counts as one. Resolves to whether it ended well. */
  check(text: string, program: Program, flags: readonly string[]): Promise<boolean>
  /** Files in which a test failed are run once more, unless a failure is final. */
  vitest(text: string, options: VitestRun): Promise<void>
  /** Browser tests; without files all of them. Each that fails is run once more. */
  playwright(files?: readonly string[]): Promise<void>
  /** Counts the tests that could not run because an earlier stage failed. */
  missed(count: number): void
  readonly stages: readonly Stage[]
  /** Prints flaky tests, failed tests, and the counts as the last line; resolves the exit code. */
  close(lines?: readonly string[]): number
}

interface BrowserRun {
  readonly name: string
  readonly flags: readonly string[]
}

/** A run of Playwright with a folder of its own for what failed tests leave: each run empties its folder. */
const browserRun = (name: string, flags: readonly string[]): BrowserRun => ({
  name,
  flags: [...flags, `--output=test-results/${name}`],
})

/**
 * All browser tests: runs of one list are made side by side, lists one after the other. Pages and programs wait for each other and for the disk, so that
 * three runs fill two cores; the phones and faults that make up the first list take more of them, and are two. Which files share a program stays the same
 * from run to run, as a pool of workers would not keep it.
 */
const wholeBrowserRun = (): readonly (readonly BrowserRun[])[] => {
  const all = readdirSync('e2e')
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => `e2e/${name}`)
  const guessed = Object.fromEntries(all.map((file) => [file, guessedSeconds(readFileSync(file, 'utf8'))]))
  const seconds = { ...guessed, ...typicalTimes() }
  const beside = all.filter((file) => !aloneFiles.includes(file))
  const runs = (name: string, projects: readonly string[], lists: readonly string[][]): BrowserRun[] =>
    lists.map((files, place) => browserRun(`${name}-${place + 1}`, [...projects.map((one) => `--project=${one}`), ...files]))
  return [
    // First, because a run that is out of time leaves out what comes last.
    runs('alone', ['alone'], portions(aloneFiles, seconds, 2)),
    runs('beside', ['beside', 'with-sync'], portions(beside, seconds, 3)),
  ]
}

/** Minutes after the begin of a run at which the last browser test may begin: a slow machine ends what is longer at 90. */
const lastBegin = 80

/** Opens a session whose reports lie in a temporary folder until it is closed. */
export const openSession = (): Session => {
  const reports = mkdtempSync(join(tmpdir(), 'wardkeeper-reports-'))
  const total = { passed: 0, failed: 0, skipped: 0 }
  const stages: Stage[] = []
  const flaky: NamedFailure[] = []
  const wanting: Record<string, number> = {}
  const late: string[] = []
  const until = String(Date.now() + lastBegin * 60_000)
  const failures: NamedFailure[] = []

  const count = ({ passed = 0, failed = 0, skipped = 0 }): void => {
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
  const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    const begun = performance.now()
    return [await work(), (performance.now() - begun) / 1000]
  }
  /** A runner that fails without a failed test (an error between tests) counts as one failure. */
  const take = (name: string, fine: boolean, seconds: number, report: Report | undefined): void => {
    stages.push({ name, seconds, files: report?.files ?? [] })
    flaky.push(...(report?.flaky ?? []))
    for (const [file, tests] of Object.entries(report?.wanting ?? {})) wanting[file] = (wanting[file] ?? 0) + tests
    if (!fine)
      failures.push(...(report?.failures.length ? report.failures : [{ where: name, title: 'failed without a failed test', cause: '' }]))
    late.push(...(report?.late ?? []))
    if (report && isTooLate(report)) {
      failures.push({ where: name, title: 'too many tests were left out for want of time', cause: `${report.late?.length}` })
      count({ failed: 1 })
    }
    count(fine || (report?.failed ?? 0) > 0 ? (report ?? { failed: 1 }) : { ...report, failed: 1 })
  }

  const vitestRun = async (
    name: string,
    { projects, files = [], flags = [], env = {} }: VitestRun,
  ): Promise<{ fine: boolean; report: Report | undefined }> => {
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

  return {
    stages,
    missed: (failed) => count({ failed }),
    async check(text, program, flags) {
      title(text)
      const [fine, seconds] = await timed(() => run(program, flags))
      stages.push({ name: text, seconds, files: [] })
      if (!fine) failures.push({ where: text, title: 'failed', cause: '' })
      count(fine ? { passed: 1 } : { failed: 1 })
      return fine
    },
    async vitest(text, options) {
      title(text)
      const [{ fine, report }, seconds] = await timed(async () => {
        const first = await vitestRun(text, options)
        if (first.fine || !first.report || options.isFinal) return first
        const files = filesAgain(first.report)
        if (files.length === 0) return first
        title(`${text}: failed files once more`)
        const again = await vitestRun(`${text} again`, { ...options, files })
        const report = judgeAgain(first.report, again.report)
        // Only failed tests excuse a second run that ended badly, not an error outside of them.
        const isExcused = again.fine || (again.report !== undefined && filesAgain(again.report).length > 0)
        return { fine: isExcused && report.failures.length === 0, report }
      })
      take(text, fine, seconds, report)
    },
    async playwright(files = []) {
      title('Chromium')
      let chromium: string
      try {
        chromium = await findOrInstallChromium()
      } catch (error) {
        console.error((error as Error).message)
        failures.push({ where: 'Chromium', title: 'not found', cause: (error as Error).message })
        return count({ failed: 1 })
      }
      const runs = files.length > 0 ? [[browserRun('chosen', files)]] : wholeBrowserRun()
      const [fine, seconds] = await timed(async () => {
        let isFine = true
        for (const together of runs) {
          const ended = await Promise.all(
            together.map(async ({ name, flags }, place) => {
              const held: Buffer[] | undefined = place > 0 ? [] : undefined
              const env = { CHROMIUM_PATH: chromium, E2E_REPORT: join(reports, `${name}.json`), E2E_UNTIL: until }
              return { isWell: await run(['@playwright', 'test', 'cli.js'], ['test', ...flags], env, held), held }
            }),
          )
          for (const { isWell, held = [] } of ended) {
            for (const part of held) process.stdout.write(part)
            isFine &&= isWell
          }
        }
        return isFine
      })
      take('Chromium', fine, seconds, joinReports(runs.flat().map(({ name }) => playwrightReport(join(reports, `${name}.json`)))))
    },
    close(lines = []) {
      rmSync(reports, { recursive: true, force: true })
      for (const text of lines) process.stdout.write(`${text}\n`)
      const list = (all: readonly NamedFailure[]): void => {
        for (const { where, title: name, cause } of all) process.stdout.write(`${where} ${name}\n  ${cause}\n`)
      }
      if (flaky.length > 0) {
        title(
          `flaky: failed, then passed; mend each with its cause in the next change (more than ${flakyAllowed} in the browser, or outside of it, fail the run)`,
        )
        list(flaky)
      }
      if (late.length > 0) {
        title(`not run: the last browser test may begin ${lastBegin} minutes after the run`)
        process.stdout.write(`${late.join('\n')}\n`)
      }
      if (failures.length > 0) {
        title('failed')
        list(failures)
      }
      const { passed, failed, skipped } = judgeFlaky(total, flaky)
      process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped${sayWanting(wanting)}\n`)
      return failed > 0 ? 1 : 0
    },
  }
}
