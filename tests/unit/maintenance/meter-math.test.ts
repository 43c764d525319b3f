import { describe, expect, test } from 'vitest'
import { averagePerDay, expectedDay, meterAfter } from '#contract/entities/maintenance/meters/meter-math.ts'

describe('the average', () => {
  test('is of the last 90 days, from the newest reading before them', () => {
    const points = [
      { day: '2026-01-01', total: 0 },
      { day: '2026-06-01', total: 1000 },
      { day: '2026-08-01', total: 1200 },
      { day: '2026-09-09', total: 2000 },
    ]
    expect(averagePerDay(points)).toBe(10)
  })
  test('needs two days', () => {
    expect(averagePerDay([])).toBeUndefined()
    expect(averagePerDay([{ day: '2026-01-01', total: 5 }])).toBeUndefined()
    expect(
      averagePerDay([
        { day: '2026-01-01', total: 5 },
        { day: '2026-01-01', total: 9 },
      ]),
    ).toBeUndefined()
    expect(
      averagePerDay([
        { day: '2026-01-01', total: 5 },
        { day: '2026-01-11', total: 25 },
      ]),
    ).toBe(2)
  })
})

// Read on 26 February, asked on 1 March.
test.each([
  [500, 10, '2026-04-07'],
  [131, 10, '2026-03-02'],
  [101, 10, '2026-03-01'],
  [100, 10, '2026-03-01'],
  [500, 0, undefined],
  [500, undefined, undefined],
  [500, 0.01, undefined],
])('the count %i is expected with %s a day on %s', (due, perDay, day) => {
  expect(expectedDay({ day: '2026-02-26', total: 100 }, perDay, due, '2026-03-01')).toBe(day)
})

describe('after an order', () => {
  test('the chain stays where it is counted from planned values', () => {
    expect(meterAfter({ from: 0, every: 500 }, 480, true)).toEqual({ from: 500, due: 1000, missed: 0 })
    expect(meterAfter({ from: 0, every: 500 }, 520, true)).toEqual({ from: 500, due: 1000, missed: 0 })
    expect(meterAfter({ from: 0, every: 500 }, 1700, true)).toEqual({ from: 1500, due: 2000, missed: 2 })
  })
  test('it begins again where it is counted from the completion', () => {
    expect(meterAfter({ from: 0, every: 500 }, 520, false)).toEqual({ from: 520, due: 1020, missed: 0 })
  })
})
