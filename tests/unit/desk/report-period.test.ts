import { expect, test } from 'vitest'
import { periodsOf, reportPeriods } from '#contract/kit/figures/report-period.ts'
import { availability } from '#contract/measures/availability.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import { repairs } from '#contract/measures/repairs.ts'
import { readyState } from '#src/features/insight/ready-reports.tsx'
import { periodOf, withPeriod } from '#src/features/insight/report-period.ts'

const days = (period: 'month' | 'quarter' | 'year' | 'lastYear', today: string): string =>
  Object.values(withPeriod(repairs, {}, period, today)).join(' ')

test('a period is that of the day, also at the ends of months, quarters and leap years', () => {
  expect(days('month', '2028-02-10')).toBe('2028-02-01 2028-02-29')
  expect(days('quarter', '2026-12-31')).toBe('2026-10-01 2026-12-31')
  expect(days('quarter', '2026-04-01')).toBe('2026-04-01 2026-06-30')
  expect(days('year', '2026-01-01')).toBe('2026-01-01 2026-12-31')
  expect(days('lastYear', '2026-01-01')).toBe('2025-01-01 2025-12-31')
})

test('a period replaces the one before, keeps other filters, and is known again', () => {
  const before = { useDeptId: 'a', reportedAt: '_some', reportedAt_ge: '2020-01-01' }
  for (const period of reportPeriods) {
    const next = withPeriod(repairs, before, period, '2026-05-05')
    expect(next.useDeptId).toBe('a')
    expect(next.reportedAt).toBeUndefined()
    expect(periodOf(repairs, next, '2026-05-05')).toBe(period)
  }
  expect(periodOf(repairs, before, '2026-05-05')).toBeUndefined()
})

test('a ready report is of its figure, the kept period and department; what is counted as a stock has no period', () => {
  const kept = { period: 'year', dept: 'd1', today: '2026-05-05' } as const
  expect(readyState(repairs, repairs.reports.costs, kept)).toEqual({
    group: 'useDept',
    figure: 'cost',
    filters: { useDeptId: 'd1', reportedAt_ge: '2026-01-01', reportedAt_le: '2026-12-31' },
  })
  expect(readyState(repairs, repairs.reports.completed, { ...kept, dept: undefined }).filters).toMatchObject({ repairStatus: 'done' })
  expect(readyState(deviceCards, deviceCards.reports.byDept, kept).filters).toEqual({ useDeptId: 'd1' })
})

test('amounts belong to a period: this year when none is chosen', () => {
  expect(periodsOf(availability)).toEqual(['month', 'quarter', 'year', 'lastYear'])
  expect(periodOf(availability, { useDeptId: 'a' }, '2026-05-05')).toBe('year')
  const next = withPeriod(availability, { useDeptId: 'a' }, 'lastYear', '2026-05-05')
  expect(next).toEqual({ useDeptId: 'a', during_ge: '2025-01-01', during_le: '2025-12-31' })
  expect(periodOf(availability, next, '2026-05-05')).toBe('lastYear')
})
