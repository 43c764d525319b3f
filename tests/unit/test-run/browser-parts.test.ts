import { describe, expect, it } from 'vitest'
import { guessedSeconds, halves } from '../../../scripts/test/browser-parts.ts'

describe('the halves of the browser tests', () => {
  it('take about the same time, in any order of the files', () => {
    const seconds = { a: 300, b: 120, c: 100, d: 80 }
    const expected = [['a'], ['b', 'c', 'd']]
    expect(halves(['a', 'b', 'c', 'd'], seconds)).toEqual(expected)
    expect(halves(['d', 'c', 'b', 'a'], seconds)).toEqual(expected)
  })

  it('count a file that was never measured by its length', () => {
    const guessed = guessedSeconds('line\n'.repeat(59))
    expect(guessed).toBeCloseTo(21)
    expect(halves(['new', 'short', 'long'], { short: 2, long: 25, new: guessed })).toEqual([['long'], ['new', 'short']])
  })
})
