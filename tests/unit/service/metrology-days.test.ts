import { expect, test } from 'vitest'
import { metrologyDays } from '#contract/entities/service/metrology-days.ts'

const days = (...given: Parameters<typeof metrologyDays>): string[] =>
  metrologyDays(...given).map(({ day, isOverdue, isExpected }) => `${day}${isOverdue ? ' late' : ''}${isExpected ? ' expected' : ''}`)

test('an instrument stands on the day it is due, and again by its cycle, counted from that day', () => {
  expect(days('2026-08-31', { count: 6, unit: 'month' }, 2026, '2026-03-01')).toEqual(['2026-08-31'])
  expect(days('2026-08-31', { count: 6, unit: 'month' }, 2027, '2026-03-01')).toEqual(['2027-02-28 expected', '2027-08-31 expected'])
  expect(days('2026-08-31', undefined, 2027, '2026-03-01')).toEqual([])
})

test('what is overdue stands on today, and not in other years', () => {
  expect(days('2025-10-15', { count: 1, unit: 'year' }, 2026, '2026-03-01')).toEqual(['2026-03-01 late', '2026-10-15 expected'])
  expect(days('2025-10-15', { count: 1, unit: 'year' }, 2027, '2026-03-01')).toEqual(['2027-10-15 expected'])
  expect(days('2025-10-15', { count: 1, unit: 'year' }, 2025, '2026-03-01')).toEqual([])
})
