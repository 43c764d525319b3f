import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { outOfTime } from '../../../scripts/test/browser-parts.ts'
import {
  filesAgain,
  isTooLate,
  joinReports,
  judgeAgain,
  placesAgain,
  playwrightReport,
  type Report,
  sayWanting,
  vitestReport,
} from '../../../scripts/test/reports.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wardkeeper-reports-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = (name: string, json: object): string => {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(json))
  return file
}

describe('reports of a run', () => {
  test('a file that did not load is a failure; a file costs what its imports, hooks and tests took', () => {
    const name = join(process.cwd(), 'tests/api/a.test.ts')
    const json = put('vitest.json', {
      numPassedTests: 2,
      numFailedTests: 0,
      numPendingTests: 1,
      numTodoTests: 0,
      testResults: [
        {
          name,
          status: 'passed',
          assertionResults: [
            { ancestorTitles: ['x'], duration: 500 },
            { ancestorTitles: ['x'], duration: 250 },
          ],
        },
        { name: `${name}x`, status: 'failed', assertionResults: [], message: 'Cannot find a.ts\nmore' },
        {
          name,
          status: 'failed',
          assertionResults: [{ status: 'failed', title: 'counts', ancestorTitles: ['x'], failureMessages: ['expected 1 to be 2\nat'] }],
        },
      ],
    })
    const report = vitestReport(json, put('times.json', { times: { 'tests/api/a.test.ts': 3000 }, errors: 0 }))
    expect(report).toMatchObject({ passed: 2, failed: 1, skipped: 1 })
    expect(report?.files[0]).toEqual({ file: 'tests/api/a.test.ts', seconds: 3, tests: 2, skipped: 2, groups: { x: 0.75 } })
    expect(report?.failures).toEqual([
      { where: 'tests/api/a.test.tsx', title: 'the file did not load', cause: 'Cannot find a.ts' },
      { where: 'tests/api/a.test.ts', title: 'x > counts', cause: 'expected 1 to be 2' },
    ])
    expect(vitestReport(join(folder, 'none.json'), '')).toBeUndefined()
  })

  test('a failed browser test is named with its line, its seconds and its cause', () => {
    const results = [
      {
        duration: 4000,
        error: {
          message: `${String.fromCharCode(27)}[31mTimeout${String.fromCharCode(27)}[39m\nmore\nLocator:  getByRole('row')\nReceived: "1"\n\n- Array []\n+ Array [\n+   "pale",\n+ ]\n`,
          location: { line: 12 },
        },
      },
    ]
    const json = put('e2e.json', {
      stats: { expected: 3, unexpected: 1, flaky: 0, skipped: 2 },
      errors: [],
      suites: [
        {
          suites: [
            {
              specs: [
                {
                  title: 'counts',
                  file: 'walk.spec.ts',
                  line: 7,
                  tests: [
                    { status: 'expected', results: [{ duration: 2000 }] },
                    { status: 'unexpected', results: [results[0]] },
                  ],
                },
              ],
            },
          ],
        },
      ],
    })
    const cause = `Timeout (line 12)\n  Locator:  getByRole('row')\n  Received: "1"\n  - Array []\n  + Array [\n  +   "pale",\n  + ]`
    expect(playwrightReport(json)).toEqual({
      passed: 3,
      failed: 1,
      skipped: 2,
      errors: 0,
      flaky: [],
      failures: [{ where: 'e2e/walk.spec.ts:7', title: 'counts', cause, seconds: 4 }],
      files: [{ file: 'e2e/walk.spec.ts', seconds: 6, tests: 2, skipped: 0, groups: {} }],
      late: [],
    })
  })

  test('browser tests that would have begun too late are named; more than a third of all fail the run', () => {
    const spec = (line: number, description: string) => ({
      title: 'counts',
      file: 'walk.spec.ts',
      line,
      tests: [{ status: 'skipped', annotations: [{ type: 'skip', description }], results: [] }],
    })
    const report = playwrightReport(
      put('late.json', {
        stats: { expected: 6, unexpected: 0, flaky: 0, skipped: 3 },
        suites: [{ specs: [spec(7, outOfTime), spec(8, 'has no camera'), spec(9, outOfTime)] }],
      }),
    )
    expect(report?.late).toEqual(['e2e/walk.spec.ts:7', 'e2e/walk.spec.ts:9'])
    expect(isTooLate({ ...report!, passed: 4 })).toBe(false)
    expect(isTooLate({ ...report!, passed: 3 })).toBe(true)
  })

  test('tests without the file they read are named beside the counts', () => {
    const skipped = { status: 'skipped', title: 'goes in', ancestorTitles: ['a list (skipped without list.csv)'] }
    const assertionResults = [skipped, skipped, { ...skipped, status: 'passed' }, { ...skipped, ancestorTitles: ['x'] }]
    const json = put('wanting.json', {
      numPassedTests: 1,
      numFailedTests: 0,
      numPendingTests: 3,
      numTodoTests: 0,
      testResults: [{ name: join(process.cwd(), 'tests/api/a.test.ts'), status: 'passed', assertionResults }],
    })
    const wanting = vitestReport(json, '')?.wanting
    expect(wanting).toEqual({ 'list.csv': 2 })
    expect(sayWanting(wanting ?? {})).toBe(', 2 of them without list.csv')
    expect(sayWanting({})).toBe('')
  })

  test('of runs that were made apart are added up; one that is missing makes the whole missing', () => {
    const one = {
      passed: 3,
      failed: 1,
      skipped: 0,
      files: [{ file: 'e2e/a.spec.ts', seconds: 2, tests: 4, skipped: 0, groups: {} }],
      flaky: [],
      failures: [{ where: 'e2e/a.spec.ts:1', title: 'a', cause: 'late' }],
    }
    const other = { ...one, passed: 5, failed: 0, failures: [], flaky: [{ where: 'e2e/b.spec.ts:2', title: 'b', cause: 'once' }] }
    const both = joinReports([one, other])
    expect(both).toMatchObject({ passed: 8, failed: 1, skipped: 0, failures: one.failures, flaky: other.flaky })
    expect(both?.files).toHaveLength(2)
    expect(joinReports([one, undefined])).toBeUndefined()
  })

  describe('a second run of the files that failed', () => {
    const failure = (where: string, title: string, cause = '') => ({ where, title, cause })
    const run = (failures: Report['failures']): Report => ({
      passed: 10 - failures.length,
      failed: failures.length,
      skipped: 1,
      files: [],
      flaky: [],
      failures,
    })
    const unloaded = failure('b.test.ts', 'the file did not load')

    test('what fails in both is failed; what fails in one of them is flaky with its cause, and passed', () => {
      const first = run([failure('a.test.ts', 'x', 'late'), failure('a.test.ts', 'y', 'wrong')])
      const judged = judgeAgain(first, run([failure('a.test.ts', 'y', 'wrong too'), failure('a.test.ts', 'z', 'only now')]))
      expect(judged).toMatchObject({ passed: 9, failed: 1, skipped: 1, failures: [failure('a.test.ts', 'y', 'wrong')] })
      expect(judged.flaky).toEqual([failure('a.test.ts', 'x', 'late'), failure('a.test.ts', 'z', 'only now')])
    })

    test('a file that does not load in one run and fails in the other is failed; without a second report all stay failed', () => {
      const failed = failure('b.test.ts', 'x')
      expect(judgeAgain(run([unloaded]), run([failed]))).toMatchObject({ failed: 1, flaky: [], failures: [unloaded] })
      expect(judgeAgain(run([failed]), run([unloaded]))).toMatchObject({ failed: 1, flaky: [], failures: [failed] })
      expect(judgeAgain(run([unloaded]), run([]))).toMatchObject({ failed: 0, flaky: [unloaded], failures: [] })
      expect(judgeAgain(run([failed]), undefined)).toEqual(run([failed]))
    })

    test('a browser test is the same at another line, and what stood behind it in its file has run', () => {
      const walk = (skipped: number) => ({ file: 'e2e/walk.spec.ts', seconds: 1, tests: 3, skipped, groups: {} })
      const first = { ...run([failure('e2e/walk.spec.ts:7', 'x')]), skipped: 2, files: [walk(2)] }
      const again = { ...run([]), skipped: 0, files: [walk(0)] }
      expect(judgeAgain(first, again)).toMatchObject({ passed: 12, failed: 0, skipped: 0, failures: [] })
      expect(filesAgain(first)).toEqual(['e2e/walk.spec.ts'])
    })

    test('takes the lines of failed browser tests, and whole files whose tests go on from each other or whose line is unknown', () => {
      const sources: Record<string, string> = {
        'e2e/walk.spec.ts': "test.describe.configure({ mode: 'serial' })",
        'e2e/steps.spec.ts': "test.describe.serial('steps', () => {",
        'e2e/axe.spec.ts': "const [, serial] = cards // mode: 'parallel'",
      }
      const failures = [
        failure('e2e/axe.spec.ts:7', 'x'),
        failure('e2e/axe.spec.ts:7', 'the same line for another page'),
        failure('e2e/walk.spec.ts:3', 'x'),
        failure('e2e/axe.spec.ts:9', 'y'),
        failure('e2e/steps.spec.ts:5', 'x'),
        failure('e2e/other.spec.ts', 'the file did not load'),
      ]
      const places = placesAgain(run(failures), (file) => sources[file] ?? '')
      expect(places).toEqual(['e2e/axe.spec.ts:7', 'e2e/axe.spec.ts:9', 'e2e/walk.spec.ts', 'e2e/steps.spec.ts', 'e2e/other.spec.ts'])
      expect(placesAgain({ ...run(failures), errors: 1 }, () => '')).toEqual([])
    })

    test('a second run of single tests says nothing of what was skipped beside them', () => {
      const axe = (tests: number, skipped: number) => ({ file: 'e2e/axe.spec.ts', seconds: 1, tests, skipped, groups: {} })
      const first = { ...run([failure('e2e/axe.spec.ts:7', 'x')]), skipped: 2, files: [axe(9, 2)] }
      const again = { ...run([]), skipped: 0, files: [axe(1, 0)] }
      expect(judgeAgain(first, again)).toMatchObject({ passed: 10, failed: 0, skipped: 2, failures: [] })
    })

    test('takes each file once; none after an error outside of the tests, nor after more than ten files', () => {
      const failures = [failure('a.test.ts', 'x'), failure('a.test.ts', 'y'), unloaded]
      expect(filesAgain(run(failures))).toEqual(['a.test.ts', 'b.test.ts'])
      expect(filesAgain({ ...run(failures), errors: 1 })).toEqual([])
      expect(filesAgain(run(Array.from({ length: 11 }, (_, at) => failure(`${at}.test.ts`, 'x'))))).toEqual([])
    })
  })
})
