import { expect, test } from 'vitest'
import { lastDay, monthNumber } from '#contract/depreciation/depreciation-month.ts'
import { dayStart, daysAfter, daysBetween, homeDay, homeHour, mondayOf, monthAfter, yearsBefore } from '#contract/kit/time/day.ts'

test('days are added and counted over the ends of months and years', () => {
  expect(daysAfter('2026-11-22', -22)).toBe('2026-10-31')
  expect(daysAfter('2026-11-22', 60)).toBe('2027-01-21')
  expect(daysAfter('2024-02-28', 1)).toBe('2024-02-29')
  expect(daysBetween('2026-12-30', '2027-01-02')).toBe(3)
  expect(daysBetween('2026-11-22', '2026-11-22')).toBe(0)
  expect(daysBetween('2026-11-22', '2026-11-19')).toBe(-3)
})

test('a week begins on Monday, and Sunday is its last day', () => {
  expect(mondayOf('2026-11-22')).toBe('2026-11-16')
  expect(mondayOf('2026-11-23')).toBe('2026-11-23')
  expect(mondayOf('2027-01-01')).toBe('2026-12-28')
})

test('months are counted from their first day', () => {
  expect(monthAfter('2026-11-30', 0)).toBe('2026-11-01')
  expect(monthAfter('2026-11-22', -11)).toBe('2025-12-01')
  expect(monthAfter('2026-12-31', 2)).toBe('2027-02-01')
})

test('years before a 29 February end on the last day of that month', () => {
  expect(yearsBefore('2028-02-29', 1)).toBe('2027-02-28')
  expect(yearsBefore('2028-02-29', 4)).toBe('2024-02-29')
  expect(yearsBefore('2026-11-22', 30)).toBe('1996-11-22')
})

test('the day of a moment is that of the home zone, from its midnight on', () => {
  expect(homeDay(new Date('2026-11-21T15:59:59Z'))).toBe('2026-11-21')
  expect(homeDay(new Date('2026-11-21T16:00:00Z'))).toBe('2026-11-22')
  expect(homeDay(new Date('2026-12-31T16:00:00Z'))).toBe('2027-01-01')
  expect([homeHour(new Date('2026-12-31T15:59:59Z')), homeHour(new Date('2026-12-31T16:00:00Z'))]).toEqual([23, 0])
  expect(dayStart('2027-01-01')).toBe('2026-12-31T16:00:00.000Z')
})

test('the last day of a month knows leap years and ends of years', () => {
  expect(['2026-12', '2027-02', '2028-02', '2027-04'].map((month) => lastDay(monthNumber(month)))).toEqual([
    '2026-12-31',
    '2027-02-28',
    '2028-02-29',
    '2027-04-30',
  ])
})
