import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { outOfTime } from './browser-parts.ts'
import type { FileTimes } from './file-times.ts'

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** One test file of a run; `groups` are the outer titles of its tests with the seconds inside. */
export interface FileCost {
  readonly file: string
  readonly seconds: number
  readonly tests: number
  /** Tests that did not run, with those behind a failure in a file whose tests go on from each other. */
  readonly skipped: number
  readonly groups: Readonly<Record<string, number>>
}

/** A test that failed: for good, or once and passed when it was run again alone (flaky). */
export interface NamedFailure {
  /** The file, with the line of the test where the runner reports it. */
  readonly where: string
  readonly title: string
  /** First line of the failed run's message. */
  readonly cause: string
  /** Seconds of the failed run. */
  readonly seconds?: number
}

/** The file of a place such as `e2e/walk.spec.ts:7`. */
export const fileOf = (where: string): string => where.replace(/:\d+$/, '')

export interface Report extends Counts {
  readonly files: readonly FileCost[]
  readonly flaky: readonly NamedFailure[]
  readonly failures: readonly NamedFailure[]
  /** How many tests were skipped for want of a file that is never part of the repository, by its name. */
  readonly wanting?: Readonly<Record<string, number>>
  /** Errors outside of every test. */
  readonly errors?: number
  /** The places of browser tests that did not run because the time of the run was over. */
  readonly late?: readonly string[]
}

/** Whether so many of the tests of a stage were left out for want of time that the rest says too little: more than a third. */
export const isTooLate = ({ passed, failed, late = [] }: Report): boolean => late.length * 2 > passed + failed

/** One report of runs that were made apart; undefined when one of them left none. */
export const joinReports = (reports: readonly (Report | undefined)[]): Report | undefined => {
  const whole = reports.filter((report) => report !== undefined)
  if (whole.length < reports.length) return undefined
  const sum = (count: (report: Report) => number): number => whole.reduce((total, report) => total + count(report), 0)
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
    files: whole.flatMap(({ files }) => files),
    flaky: whole.flatMap(({ flaky }) => flaky),
    errors: sum(({ errors = 0 }) => errors),
    failures: whole.flatMap(({ failures }) => failures),
    late: whole.flatMap(({ late = [] }) => late),
  }
}

const readJson = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

interface VitestJson {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; status: string; assertionResults: VitestResult[]; message?: string }[]
}

interface VitestResult {
  status?: string
  title?: string
  ancestorTitles: string[]
  duration?: number
  failureMessages?: string[]
}

/** A terminal's colours in a message; the pattern is built so that no control character stands in the source. */
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

const linesOf = (message = ''): string[] => message.replaceAll(colours, '').split('\n')

const firstLine = (message?: string): string => (linesOf(message)[0] ?? '').slice(0, 300)

interface BrowserError {
  readonly message?: string
  readonly location?: { readonly line: number }
}

/** The first line of a browser test's error, the line of the test it stopped at, and what was looked for, expected and seen, or how they differ. */
const browserCause = ({ message, location }: BrowserError = {}): string => {
  const facts = linesOf(message)
    .slice(1)
    .filter(
      (line) =>
        /^(Locator|Expected|Received|Call log|Error)\b.*: *\S/.test(line) ||
        /^ +- (unexpected value|waiting for|locator resolved)/.test(line) ||
        /^[-+] +\S/.test(line),
    )
  const place = location ? ` (line ${location.line})` : ''
  return [firstLine(message) + place, ...new Set(facts.slice(0, 8).map((line) => line.trim().slice(0, 300)))].join('\n  ')
}

const notLoaded = 'the file did not load'

/** Whether a file failed otherwise than by one of its tests: by its imports or by a hook around all tests. */
const isBroken = ({ status, assertionResults }: VitestJson['testResults'][number]): boolean =>
  status === 'failed' && !assertionResults.some((one) => one.status === 'failed')

const vitestFailures = (result: VitestJson['testResults'][number]): NamedFailure[] => {
  const { name, assertionResults, message } = result
  const where = relative(process.cwd(), name)
  if (isBroken(result)) return [{ where, title: notLoaded, cause: firstLine(message) }]
  return assertionResults
    .filter((one) => one.status === 'failed')
    .map((one) => ({
      where,
      title: [...one.ancestorTitles, one.title].filter(Boolean).join(' > '),
      cause: firstLine(one.failureMessages?.[0]),
      ...(one.duration === undefined ? {} : { seconds: one.duration / 1000 }),
    }))
}

/** Tests whose titles say `(skipped without FILE)`, counted by the file. */
const wantingOf = (results: readonly VitestResult[]): Record<string, number> => {
  const wanting: Record<string, number> = {}
  for (const { status, ancestorTitles, title = '' } of results) {
    const name = /\(skipped without ([^)]+)\)/.exec([...ancestorTitles, title].join(' '))?.[1]
    if (name && status !== 'passed' && status !== 'failed') wanting[name] = (wanting[name] ?? 0) + 1
  }
  return wanting
}

/** Reads Vitest's JSON report and the times of its files; undefined when the run left no report. A file that did not load is a failure. */
export const vitestReport = (file: string, timesFile: string): Report | undefined => {
  const json = readJson(file) as VitestJson | undefined
  if (!json) return undefined
  const { times, errors } = (readJson(timesFile) ?? { times: {}, errors: 0 }) as FileTimes
  return {
    passed: json.numPassedTests,
    failed: json.numFailedTests + json.testResults.filter(isBroken).length,
    skipped: json.numPendingTests + json.numTodoTests,
    flaky: [],
    failures: json.testResults.flatMap(vitestFailures),
    errors,
    wanting: wantingOf(json.testResults.flatMap(({ assertionResults }) => assertionResults)),
    files: json.testResults.map((one) => {
      const path = relative(process.cwd(), one.name)
      const groups: Record<string, number> = {}
      for (const { ancestorTitles, duration = 0 } of one.assertionResults) {
        const title = ancestorTitles.find((text) => text !== '') ?? ''
        groups[title] = (groups[title] ?? 0) + duration / 1000
      }
      const inside = Object.values(groups).reduce((sum, part) => sum + part, 0)
      const skipped = one.assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed').length
      return { file: path, seconds: (times[path] ?? inside * 1000) / 1000, tests: one.assertionResults.length, skipped, groups }
    }),
  }
}

/** More failed files than this are no accident: they are not run again. */
const mostAgain = 10

/** The files whose failed tests are worth a second run: none after an error outside of every test, nor when many failed. */
export const filesAgain = ({ failures, errors = 0 }: Report): readonly string[] => {
  const files = [...new Set(failures.map(({ where }) => fileOf(where)))]
  return errors > 0 || files.length > mostAgain ? [] : files
}

/** Whether the tests of a file go on from each other, by its source: none of them can run without those before it. */
export const isSerial = (source: string): boolean => /\bmode: ['"]serial['"]|\.describe\.serial\b/.test(source)

/** What Playwright runs again: the lines of the failed tests, or the whole of a file whose tests go on from each other or whose lines are not known. */
export const placesAgain = (report: Report, sourceOf: (file: string) => string): readonly string[] =>
  filesAgain(report).flatMap((file) => {
    const places = [...new Set(report.failures.map(({ where }) => where).filter((where) => fileOf(where) === file))]
    return places.includes(file) || isSerial(sourceOf(file)) ? [file] : places
  })

/**
 * The report of a run whose failed tests were run again alone: what failed in both runs is failed, what failed in one of them is flaky and passed. A file
 * that did not load failed with all its tests. A second run without a report confirms every failure.
 */
export const judgeAgain = (first: Report, again: Report | undefined): Report => {
  if (!again) return first
  const isSame = (a: NamedFailure) => (b: NamedFailure) =>
    fileOf(a.where) === fileOf(b.where) && (a.title === b.title || a.title === notLoaded || b.title === notLoaded)
  const failures = first.failures.filter((one) => again.failures.some(isSame(one)))
  const once = [
    ...first.failures.filter((one) => !again.failures.some(isSame(one))),
    ...again.failures.filter((one) => !first.failures.some(isSame(one))),
  ]
  // A test that failed only in the second run is among the passed ones of the first.
  const mended = first.failures.length - failures.length
  // What was skipped behind a failure has run when its whole file has; the report of single tests says nothing of the others.
  const madeIn = (name: string): number => {
    const [before, after] = [first, again].map(({ files }) => files.find(({ file }) => file === name))
    return before && after && after.tests >= before.tests ? Math.max(0, before.skipped - after.skipped) : 0
  }
  const made = [...new Set(first.failures.map(({ where }) => fileOf(where)))].reduce((sum, file) => sum + madeIn(file), 0)
  return {
    ...first,
    passed: first.passed + mended + made,
    failed: first.failed - mended,
    skipped: first.skipped - made,
    flaky: [...first.flaky, ...once],
    failures,
  }
}

/** What the line of counts says of tests that had no file to read, such as `, 6 of them without list.csv`; empty when there are none. */
export const sayWanting = (wanting: Readonly<Record<string, number>>): string =>
  Object.entries(wanting)
    .map(([name, count]) => `, ${count} of them without ${name}`)
    .join('')

interface PlaywrightSuite {
  specs?: {
    title: string
    file: string
    line: number
    tests: { status: string; annotations?: { description?: string }[]; results: { duration: number; error?: BrowserError }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}

/** Reads Playwright's JSON report; undefined when the run left none. No test is tried again within a run. */
export const playwrightReport = (file: string): Report | undefined => {
  const json = readJson(file) as
    | { stats: { expected: number; unexpected: number; skipped: number }; errors?: unknown[]; suites: PlaywrightSuite[] }
    | undefined
  if (!json) return undefined
  const { expected, unexpected, skipped } = json.stats
  const specs = (suite: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> => [
    ...(suite.specs ?? []),
    ...(suite.suites ?? []).flatMap(specs),
  ]
  const all = json.suites.flatMap(specs)
  const files = new Map<string, FileCost>()
  for (const spec of all) {
    const path = `e2e/${spec.file}`
    const known = files.get(path) ?? { file: path, seconds: 0, tests: 0, skipped: 0, groups: {} }
    const skipped = spec.tests.filter(({ status }) => status === 'skipped').length
    const spent = spec.tests.flatMap((one) => one.results).reduce((sum, one) => sum + one.duration, 0) / 1000
    files.set(path, {
      ...known,
      seconds: known.seconds + spent,
      tests: known.tests + spec.tests.length,
      skipped: known.skipped + skipped,
    })
  }
  const failures = all.flatMap((spec) =>
    spec.tests
      .filter((one) => one.status === 'unexpected')
      .map(({ results }): NamedFailure => {
        const failed = results.find((result) => result.error)
        const where = `e2e/${spec.file}:${spec.line}`
        return { where, title: spec.title, cause: browserCause(failed?.error), seconds: (failed?.duration ?? 0) / 1000 }
      }),
  )
  return {
    passed: expected,
    failed: unexpected,
    skipped,
    errors: json.errors?.length ?? 0,
    files: [...files.values()],
    flaky: [],
    failures,
    late: all
      .filter(({ tests }) => tests.some(({ annotations = [] }) => annotations.some(({ description }) => description === outOfTime)))
      .map((spec) => `e2e/${spec.file}:${spec.line}`),
  }
}
