import { expect, it } from 'vitest'
import { isWeekend } from '#contract/kit/time/due-day.ts'
import { dayBeside, dayTowards, weeksAround } from '#src/kit/calendar/calendar-days.ts'

it('a month is shown by whole weeks from Monday, a week by its own days', () => {
  const month = weeksAround('2026-11-29', 'month')
  expect(month.map((week) => [week[0], week[6]])).toEqual([
    ['2026-10-26', '2026-11-01'],
    ['2026-11-02', '2026-11-08'],
    ['2026-11-09', '2026-11-15'],
    ['2026-11-16', '2026-11-22'],
    ['2026-11-23', '2026-11-29'],
    ['2026-11-30', '2026-12-06'],
  ])
  // February 2027 begins on a Monday and ends on a Sunday.
  expect(weeksAround('2027-02-14', 'month').flat()).toHaveLength(28)
  expect(weeksAround('2026-11-29', 'week')).toEqual([
    ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29'],
  ])
})

it('the arrows lead to the month or week beside, also over the end of a year and from a long month', () => {
  expect(dayBeside('2026-12-31', 'month', 1)).toBe('2027-01-01')
  expect(dayBeside('2026-03-31', 'month', -1)).toBe('2026-02-01')
  expect(dayBeside('2026-12-31', 'week', 1)).toBe('2027-01-07')
})

it('arrow keys lead to the day beside, above and below', () => {
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Enter'].map((key) => dayTowards(key, '2026-12-01'))).toEqual([
    '2026-11-30',
    '2026-12-02',
    '2026-11-24',
    '2026-12-08',
    undefined,
  ])
})

it('Saturday and Sunday are the weekend', () => {
  expect(weeksAround('2026-11-29', 'week')[0]!.filter(isWeekend)).toEqual(['2026-11-28', '2026-11-29'])
})
