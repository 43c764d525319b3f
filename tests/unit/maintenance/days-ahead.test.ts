import { expect, test } from 'vitest'
import { daysAhead } from '#contract/entities/maintenance/days-ahead.ts'

const monthly = { cycle: { count: 1, unit: 'month' }, season: [] } as const

test('month ends stay month ends', () => {
  expect(daysAhead({ anchor: '2026-01-31', due: '2026-01-31', terms: monthly }, '2026-01-10', '2026-04-30')).toEqual([
    ...['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'],
  ])
})

test('what is overdue is to be done today, and the chain goes on after it', () => {
  expect(daysAhead({ anchor: '2026-01-15', due: '2026-01-15', terms: monthly }, '2026-03-01', '2026-04-20')).toEqual([
    ...['2026-03-01', '2026-03-15', '2026-04-15'],
  ])
})

test('counted from the completion, work on another day than its due day begins the cycle again', () => {
  const late = { anchor: '2026-01-15', due: '2026-01-15', terms: monthly, restarts: true }
  expect(daysAhead(late, '2026-03-01', '2026-05-10')).toEqual(['2026-03-01', '2026-04-01', '2026-05-01'])
  const open = { ...late, anchor: '2026-03-10', due: '2026-03-10', planned: '2026-03-20' }
  expect(daysAhead(open, '2026-03-01', '2026-05-25')).toEqual(['2026-03-20', '2026-04-20', '2026-05-20'])
  const kept = { ...late, anchor: '2026-01-31', due: '2026-02-28' }
  expect(daysAhead(kept, '2026-02-01', '2026-04-30')).toEqual(['2026-02-28', '2026-03-31', '2026-04-30'])
})

test('an open order stands on its planned day, and moves no other day', () => {
  const open = { anchor: '2026-03-10', due: '2026-03-10', planned: '2026-03-20', terms: monthly }
  expect(daysAhead(open, '2026-03-01', '2026-05-01')).toEqual(['2026-03-20', '2026-04-10'])
  expect(daysAhead({ ...open, planned: '2026-06-20' }, '2026-03-01', '2026-05-01')).toEqual(['2026-04-10'])
})

test('a counter comes round by its average use', () => {
  expect(
    daysAhead({ anchor: '2026-01-01', due: '2026-03-05', counterDays: 49.2, expected: '2026-03-05' }, '2026-03-01', '2026-07-01'),
  ).toEqual([...['2026-03-05', '2026-04-24', '2026-06-13']])
  expect(daysAhead({ anchor: '2026-01-01', due: null }, '2026-03-01', '2026-07-01')).toEqual([])
})

test('of date and counter the first counts, and both begin again', () => {
  const both = { anchor: '2026-01-01', due: '2026-04-01', expected: '2026-03-11', counterDays: 20, terms: monthly }
  expect(daysAhead(both, '2026-03-01', '2026-04-30')).toEqual(['2026-03-11', '2026-03-31', '2026-04-20'])
  expect(daysAhead({ ...both, counterDays: 200 }, '2026-03-01', '2026-05-30')).toEqual(['2026-03-11', '2026-04-11', '2026-05-11'])
})
