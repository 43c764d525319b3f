import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leastWidth, placeBars } from '#src/features/pool/calendar-bars.ts'

const begin = Date.parse('2026-11-23T00:00:00+08:00')
const hour = 3_600_000
const week = 7 * 24 * hour
const span = (from: number, to: number, isOverdue = false) => ({
  fromTime: new Date(begin + from * hour).toISOString(),
  toTime: new Date(begin + to * hour).toISOString(),
  isOverdue,
})

test('a short stretch at the end of the week is as wide as a pointer needs, and stays on the line', () => {
  expect(placeBars([span(167, 180)], begin, week)).toMatchObject([{ left: 96, right: 100, lane: 0 }])
})

test('an overdue stretch lasts until now', () => {
  const [bar] = placeBars([span(0, 24, true)], begin, week, begin + 84 * hour)
  expect(bar).toMatchObject({ left: 0, right: 50 })
})

test('bars of a line never lie over each other, and stretches that touch share a lane', () => {
  expect(placeBars([span(0, 24), span(24, 48)], begin, week).map(({ lane }) => lane)).toEqual([0, 0])
  const at = fc.tuple(fc.integer({ min: -100, max: 260 }), fc.integer({ min: 1, max: 100 }))
  fc.assert(
    fc.property(fc.array(at, { maxLength: 12 }), (given) => {
      const bars = placeBars(
        given.map(([from, long]) => span(from, from + long)),
        begin,
        week,
        begin,
      )
      for (const [n, one] of bars.entries()) {
        expect(one.right - one.left).toBeGreaterThanOrEqual(leastWidth - 1e-9)
        expect(one.left >= 0 && one.right <= 100 + 1e-9).toBe(true)
        for (const other of bars.slice(n + 1))
          if (other.lane === one.lane) expect(one.right <= other.left || other.right <= one.left).toBe(true)
      }
    }),
  )
})
