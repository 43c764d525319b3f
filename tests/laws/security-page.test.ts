import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync(new URL('../../docs/SECURITY.md', import.meta.url), 'utf8')

test('every file that docs/SECURITY.md names is there', () => {
  const named = [...page.matchAll(/`((?:tests|server|contract|src|e2e|docs|deploy)\/[\w./-]+)`/g)].map(([, path]) => path!)
  expect(named.length).toBeGreaterThan(60)
  expect(named.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))).toEqual([])
})

/** Rows of requirements that name no proof, and proofs that are no test. */
const unproven = (text: string): string[] =>
  text.split('\n').flatMap((line) => {
    const number = /^\| (\d+\.\d[\d.–, ]*?) *\|/.exec(line)?.[1]
    if (number === undefined) return []
    const tests = [...line.matchAll(/`((?:tests|e2e)\/[^`]+)`/g)].map(([, path]) => path!)
    const wrong = tests.filter((path) => !/\.(test|spec)\.ts$/.test(path) || !existsSync(new URL(`../../${path}`, import.meta.url)))
    if (wrong.length > 0) return [`${number} names ${wrong.join(', ')}, which is no test`]
    return tests.length > 0 || /\*\*(gap|given)\*\*/.test(line) ? [] : [`${number} names neither a test nor gap or given`]
  })

test('every requirement of docs/SECURITY.md names a test that exists, or says gap or given', () => {
  expect(page.split('\n').filter((line) => /^\| \d+\.\d/.test(line)).length).toBeGreaterThan(80)
  expect(unproven(page)).toEqual([])
})

test.each([
  ['| 1.2.3 | short | it is so |', '1.2.3 names neither a test nor gap or given'],
  ['| 1.2.3, 4.5.6 | short | `server/app.ts` holds it |', '1.2.3, 4.5.6 names neither a test nor gap or given'],
  ['| 1.2.3 | short | `tests/api/no-such.test.ts` |', '1.2.3 names tests/api/no-such.test.ts, which is no test'],
  ['| 1.2.3 | short | `tests/harness/numbers.ts` |', '1.2.3 names tests/harness/numbers.ts, which is no test'],
])('%s is caught', (row, offence) => expect(unproven(row)).toEqual([offence]))

test('data and passwords of a hospital are excluded from commits and images', () => {
  for (const list of ['.gitignore', '.dockerignore']) {
    const lines = readFileSync(new URL(`../../${list}`, import.meta.url), 'utf8').split('\n')
    const left = lines.map((line) => line.replace(/\/$/, ''))
    expect([list, ['.data', 'backups', 'deploy/.env'].filter((place) => !left.includes(place))]).toEqual([list, []])
  }
})
