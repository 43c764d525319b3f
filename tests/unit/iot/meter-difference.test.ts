import { expect, test } from 'vitest'
import { meterDifference } from '#contract/entities/iot/meter-difference.ts'

const counted = (before: number, next: number, maximum: number | null, hours = 1): number =>
  meterDifference({ value: before, at: 0 }, { value: next, at: hours * 3600 }, maximum)

test('a meter goes on, rolls over near its maximum, and else begins at zero', () => {
  expect(counted(100, 107, 1000)).toBe(7)
  expect(counted(990, 5, 1000)).toBe(15)
  expect(counted(900, 100, 1000)).toBe(200)
  // Too far below the maximum, too far above zero, too late, a reading above the maximum, an unknown maximum.
  expect(counted(899, 5, 1000)).toBe(5)
  expect(counted(990, 101, 1000)).toBe(101)
  expect(counted(990, 5, 1000, 24)).toBe(15)
  expect(counted(990, 5, 1000, 25)).toBe(5)
  expect(counted(1200, 5, 1000)).toBe(5)
  expect(counted(990, 5, null)).toBe(5)
})
