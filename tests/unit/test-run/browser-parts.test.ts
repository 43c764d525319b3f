import { describe, expect, it } from 'vitest'
import { guessedSeconds, portions } from '../../../scripts/test/browser-parts.ts'

describe('the portions of the browser tests', () => {
  it('take about the same time, in any order of the files', () => {
    const seconds = { a: 300, b: 120, c: 100, d: 80 }
    const expected = [['a'], ['b', 'c', 'd']]
    expect(portions(['a', 'b', 'c', 'd'], seconds, 2)).toEqual(expected)
    expect(portions(['d', 'c', 'b', 'a'], seconds, 2)).toEqual(expected)
    expect(portions(['d', 'c', 'b', 'a'], seconds, 3)).toEqual([['a'], ['b'], ['c', 'd']])
  })

  it('count a file that was never measured by its length', () => {
    const guessed = guessedSeconds('line\n'.repeat(59))
    expect(guessed).toBeCloseTo(21)
    expect(portions(['new', 'short', 'long'], { short: 2, long: 25, new: guessed }, 2)).toEqual([['long'], ['new', 'short']])
  })
})
