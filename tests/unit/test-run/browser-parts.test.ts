import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { browserRuns, portions, runsOf } from '../../../scripts/test/browser-parts.ts'

describe('the runs of the browser tests', () => {
  it('name files that exist, each once', () => {
    const names = browserRuns.flat(2)
    expect(names.filter((name) => !existsSync(`e2e/${name}.spec.ts`))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })

  it('take a new file last, so that no other file meets other rows', () => {
    const present = ['e2e/a.spec.ts', 'e2e/b.spec.ts', 'e2e/new.spec.ts', 'e2e/c.spec.ts']
    expect(runsOf(present, [[['a']], [['b', 'gone'], ['c']]])).toEqual([
      [['e2e/a.spec.ts']],
      [['e2e/b.spec.ts'], ['e2e/c.spec.ts', 'e2e/new.spec.ts']],
    ])
  })

  it('are proposed with about the same time, in any order of the files', () => {
    const seconds = { a: 300, b: 120, c: 100, d: 80 }
    const expected = [['a'], ['b', 'c', 'd']]
    expect(portions(['a', 'b', 'c', 'd'], seconds, 2)).toEqual(expected)
    expect(portions(['d', 'c', 'b', 'a'], seconds, 2)).toEqual(expected)
    expect(portions(['d', 'c', 'b', 'a'], seconds, 3)).toEqual([['a'], ['b'], ['c', 'd']])
  })
})
