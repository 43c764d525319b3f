import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Criterion, judge, type Sample, type Span } from '#server/features/iot/judge-alarms.ts'

const minute = 60_000
/** Outside 2 to 8 for ten minutes, with half a degree of hysteresis; a silence of more than 15 minutes is a gap. */
const fridge: Criterion = {
  isBad: (value) => value < 2 || value > 8,
  isGood: (value) => value >= 2.5 && value <= 7.5,
  badness: (value) => Math.max(2 - value, value - 8),
  afterMs: 10 * minute,
  holdMs: 15 * minute,
  isHeld: false,
}
const door: Criterion = {
  ...fridge,
  isBad: (value) => value === 1,
  isGood: (value) => value === 0,
  badness: (value) => value,
  isHeld: true,
  holdMs: Infinity,
}
const samples = (...pairs: readonly (readonly [minutes: number, value: number])[]): Sample[] =>
  pairs.map(([at, value]) => ({ at: at * minute, value }))
const told = (spans: readonly Span[]) =>
  spans.map(({ from, openedAt, to, peak }) => [from / minute, openedAt / minute, to === null ? null : to / minute, peak])

describe('an alarm', () => {
  test.each([
    ['opens once the limit is broken for ten minutes', samples([0, 9], [5, 9], [10, 9.5], [15, 9]), [[0, 10, null, 9.5]]],
    ['does not open a minute before', samples([0, 9], [5, 9], [9, 9]), []],
    ['does not open over one missed value', samples([0, 9], [5, 5], [6, 9], [12, 9]), []],
    ['does not open over a gap', samples([0, 9], [16, 9]), []],
    ['does not end between limit and hysteresis', samples([0, 9], [10, 9], [15, 7.8], [20, 9]), [[0, 10, null, 9]]],
    ['ends behind the hysteresis', samples([0, 9], [10, 9], [15, 7.8], [20, 7.5]), [[0, 10, 20, 9]]],
    ['goes on through silence', samples([0, 9], [10, 9], [300, 9]), [[0, 10, null, 9]]],
    [
      'opens again as another one',
      samples([0, 9], [10, 9], [11, 5], [12, 1], [22, 0.5]),
      [
        [0, 10, 11, 9],
        [12, 22, null, 0.5],
      ],
    ],
  ])('%s', (_, given, spans) => expect(told(judge(given, fridge))).toEqual(spans))

  test('of a door counts the time until the next report, and until now', () => {
    expect(told(judge(samples([0, 1], [30, 0]), door))).toEqual([[0, 10, 30, 1]])
    expect(told(judge(samples([0, 1], [9, 0]), door))).toEqual([])
    expect(told(judge(samples([0, 1]), door, [], 9 * minute))).toEqual([])
    expect(told(judge(samples([0, 1]), door, [], 10 * minute))).toEqual([[0, 10, null, 1]])
  })

  test('late values move its beginning and its peak, and neither split nor reopen it', () => {
    const open = judge(samples([20, 9], [30, 9]), fridge)
    expect(told(judge(samples([10, 10], [25, 5]), fridge, open))).toEqual([[10, 30, null, 10]])
    const closed = judge(samples([40, 5]), fridge, open)
    expect(told(judge(samples([25, 5], [35, 12], [38, 11]), fridge, closed))).toEqual([[20, 30, 40, 12]])
  })
})

const reading = fc.record({
  at: fc.integer({ min: 0, max: 240 }).map((at) => at * minute),
  value: fc.constantFrom(0, 1.9, 2.2, 5, 7.8, 8.1, 12),
})
/** One value for a moment, as the table of readings has. */
const stream = fc.uniqueArray(reading, { selector: ({ at }) => at, maxLength: 60 })
const both = fc.constantFrom(fridge, { ...fridge, isHeld: true })

describe('any readings', () => {
  test('late, repeated and shuffled ones give the same alarms', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat()), both, (given, swaps, criterion) => {
        const shuffled = [...given, ...given.filter((_, at) => swaps.includes(at))].sort(
          (one, other) => (swaps[one.at % (swaps.length || 1)] ?? 0) - (swaps[other.at % (swaps.length || 1)] ?? 0),
        )
        expect(judge(shuffled, criterion)).toEqual(judge(given, criterion))
      }),
    )
  })

  test('in batches, in order, they give what they give at once; judged twice, nothing changes', () => {
    fc.assert(
      fc.property(stream, fc.integer({ min: 1, max: 9 }), both, (given, size, criterion) => {
        const sorted = [...given].sort((one, other) => one.at - other.at)
        let known: Span[] = []
        for (let end = size; end < sorted.length + size; end += size) known = judge(sorted.slice(0, end), criterion, known)
        expect(known).toEqual(judge(sorted, criterion))
        expect(judge(sorted, criterion, known)).toEqual(known)
      }),
    )
  })

  test('in batches of any order, alarms never overlap, one is open at most, and none is missed', () => {
    fc.assert(
      fc.property(stream, fc.integer({ min: 1, max: 9 }), (given, size) => {
        let known: Span[] = []
        for (let end = size; end < given.length + size; end += size)
          known = judge(given.slice(0, end), fridge, known).map((one, at) => ({ id: `${end} ${at}`, ...one }))
        expect(known.filter(({ to }) => to === null).length).toBeLessThanOrEqual(1)
        known.forEach((one, at) => {
          const next = known[at + 1]
          if (next) expect(one.to !== null && one.to <= next.from).toBe(true)
        })
        for (const { openedAt } of judge(given, fridge))
          expect(known.some(({ from, to }) => from <= openedAt && (to === null || openedAt <= to))).toBe(true)
      }),
    )
  })
})
