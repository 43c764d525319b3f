import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync(new URL('../../docs/SECURITY.md', import.meta.url), 'utf8')

test('every file that docs/SECURITY.md names is there', () => {
  const named = [...page.matchAll(/`((?:tests|server|contract|src|e2e|docs|deploy)\/[\w./-]+)`/g)].map(([, path]) => path!)
  expect(named.length).toBeGreaterThan(60)
  expect(named.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))).toEqual([])
})

test('what holds data or passwords of a hospital goes into no commit and no image', () => {
  for (const list of ['.gitignore', '.dockerignore']) {
    const lines = readFileSync(new URL(`../../${list}`, import.meta.url), 'utf8').split('\n')
    const left = lines.map((line) => line.replace(/\/$/, ''))
    expect([list, ['.data', 'backups', 'deploy/.env'].filter((place) => !left.includes(place))]).toEqual([list, []])
  }
})
