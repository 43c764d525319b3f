import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOrInstallChromium } from '../find-chromium.mjs'
import type { Stage } from './costs.ts'
import { flakyAllowed, judgeFlaky, type NamedFailure, playwrightReport, type Report, sayWanting, vitestReport } from './reports.ts'
import { type Program, run, title } from './tools.ts'

interface VitestRun {
  readonly projects: readonly string[]
  readonly files?: readonly string[]
  readonly flags?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** A run of checks and tests: counts, costs and flaky tests of all its stages. */
export interface Session {
  /** A tool without tests of its own counts as one. Resolves to whether it ended well. */
  check(text: string, program: Program, flags: readonly string[]): Promise<boolean>
  vitest(text: string, options: VitestRun): Promise<void>
  /** Browser tests; without files all of them. Each that fails is run once more. */
  playwright(files?: readonly string[]): Promise<void>
  /** Counts the tests that could not run because an earlier stage failed. */
  missed(count: number): void
  readonly stages: readonly Stage[]
  /** Prints flaky tests, failed tests, and the counts as the last line; resolves the exit code. */
  close(lines?: readonly string[]): number
}

/** Opens a session whose reports lie in a temporary folder until it is closed. */
export const openSession = (): Session => {
  const reports = mkdtempSync(join(tmpdir(), 'wardkeeper-reports-'))
  const total = { passed: 0, failed: 0, skipped: 0 }
  const stages: Stage[] = []
  const flaky: NamedFailure[] = []
  const wanting: Record<string, number> = {}
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
    count(fine || (report?.failed ?? 0) > 0 ? (report ?? { failed: 1 }) : { ...report, failed: 1 })
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
    async vitest(text, { projects, files = [], flags = [], env = {} }) {
      title(text)
      const base = join(reports, text.replaceAll(/\W+/g, '-'))
      const [json, times] = [`${base}.json`, `${base}-times.json`]
      const all = [
        'run',
        ...projects.flatMap((name) => ['--project', name]),
        ...flags,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${json}`,
        '--reporter=./scripts/test/file-times.ts',
        ...files,
      ]
      const [fine, seconds] = await timed(() => run(['vitest', 'vitest.mjs'], all, { ...env, TEST_TIMES: times }))
      take(text, fine, seconds, vitestReport(json, times))
    },
    async playwright(files = []) {
      title('Chromium')
      const json = join(reports, 'e2e.json')
      let chromium: string
      try {
        chromium = await findOrInstallChromium()
      } catch (error) {
        console.error((error as Error).message)
        failures.push({ where: 'Chromium', title: 'not found', cause: (error as Error).message })
        return count({ failed: 1 })
      }
      const env = { CHROMIUM_PATH: chromium, E2E_REPORT: json }
      const [fine, seconds] = await timed(() => run(['@playwright', 'test', 'cli.js'], ['test', ...files], env))
      take('Chromium', fine, seconds, playwrightReport(json))
    },
    close(lines = []) {
      rmSync(reports, { recursive: true, force: true })
      for (const text of lines) process.stdout.write(`${text}\n`)
      const list = (all: readonly NamedFailure[]): void => {
        for (const { where, title: name, cause } of all) process.stdout.write(`${where} ${name}\n  ${cause}\n`)
      }
      if (flaky.length > 0) {
        title(`flaky: failed, then passed; mend each with its cause in the next change (more than ${flakyAllowed} fail the run)`)
        list(flaky)
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
