import { expect, test } from 'vitest'
import { comparisonAt, topAt } from '#contract/ask/comparisons.ts'
import { numberAt } from '#contract/ask/numbers.ts'
import { periodAt } from '#contract/ask/periods.ts'

const today = '2026-05-20'
const days = (text: string, day = today): string => {
  const found = periodAt(text, 0, day)
  return found?.end === text.length ? `${found.value.from ?? ''}..${found.value.to ?? ''}` : ''
}

test.each([
  ['今天', '2026-05-20..2026-05-20'],
  ['昨天', '2026-05-19..2026-05-19'],
  ['本周', '2026-05-18..2026-05-24'],
  ['上周', '2026-05-11..2026-05-17'],
  ['上个月', '2026-04-01..2026-04-30'],
  ['下月', '2026-06-01..2026-06-30'],
  ['本季度', '2026-04-01..2026-06-30'],
  ['上季', '2026-01-01..2026-03-31'],
  ['去年', '2025-01-01..2025-12-31'],
  ['前年', '2024-01-01..2024-12-31'],
  ['去年上半年', '2025-01-01..2025-06-30'],
  ['去年第四季度', '2025-10-01..2025-12-31'],
  ['去年3月', '2025-03-01..2025-03-31'],
  ['十二月', '2025-12-01..2025-12-31'],
  ['3月份', '2026-03-01..2026-03-31'],
  ['2024年2月', '2024-02-01..2024-02-29'],
  ['2025年3月5日', '2025-03-05..2025-03-05'],
  ['2025-03-05', '2025-03-05..2025-03-05'],
  ['近30天', '2026-04-21..2026-05-20'],
  ['最近三十天', '2026-04-21..2026-05-20'],
  ['过去两年', '2024-05-21..2026-05-20'],
  ['最近半年', '2025-11-21..2026-05-20'],
  ['近三个月', '2026-02-21..2026-05-20'],
  ['未来30天', '2026-05-20..2026-06-19'],
  ['2024年到2025年', '2024-01-01..2025-12-31'],
  ['2025年3月至5月', '2025-03-01..2025-05-31'],
  ['从去年到现在', '2025-01-01..2026-05-20'],
  ['2020年以前', '..2019-12-31'],
  ['2020年以来', '2020-01-01..'],
  ['自2025年3月起', '2025-03-01..'],
  ['今年以来', '2026-01-01..2026-05-20'],
  ['last year', '2025-01-01..2025-12-31'],
  ['last quarter', '2026-01-01..2026-03-31'],
  ['this week', '2026-05-18..2026-05-24'],
  ['the last 30 days', '2026-04-21..2026-05-20'],
  ['in the past two weeks', '2026-05-07..2026-05-20'],
  ['next 3 months', '2026-05-20..2026-08-20'],
  ['since march 2025', '2025-03-01..'],
  ['before 2020', '..2019-12-31'],
  ['after march', '2026-04-01..'],
  ['from january to march 2025', '2025-01-01..2025-03-31'],
  ['q1 2025', '2025-01-01..2025-03-31'],
  ['first quarter of 2025', '2025-01-01..2025-03-31'],
  ['5 march 2025', '2025-03-05..2025-03-05'],
  ['december', '2025-12-01..2025-12-31'],
  ['year to date', '2026-01-01..2026-05-20'],
])('%s is %s', (text, expected) => expect(days(text)).toBe(expected))

test('ends of months and years are those of the calendar', () => {
  expect(days('上个月', '2024-03-31')).toBe('2024-02-01..2024-02-29')
  expect(days('上季度', '2026-02-28')).toBe('2025-10-01..2025-12-31')
  expect(days('上周', '2026-01-01')).toBe('2025-12-22..2025-12-28')
  expect(days('近一年', '2024-02-29')).toBe('2023-03-01..2024-02-29')
})

test('what is no day is no period', () => {
  for (const text of ['2025年13月', '2025-02-30', '三病区', '2025元', 'marching', 'lastly']) expect(days(text), text).toBe('')
})

test.each([
  ['三十', 30],
  ['两', 2],
  ['一百二十', 120],
  ['十万', 100_000],
  ['5万', 50_000],
  ['1.5万', 15_000],
  ['10,000', 10_000],
  ['100k', 100_000],
  ['twenty-five', 25],
  ['two hundred thousand', 200_000],
])('%s is the number %d', (text, value) => expect(numberAt(text, 0)).toEqual({ value, end: text.length }))

test('comparisons say which end is meant, and whether the number itself is', () => {
  const read = (text: string) => comparisonAt(text, 0)?.value
  expect(read('超过10000元')).toEqual({ unit: 'money', least: { value: 10_000, isOpen: true } })
  expect(read('10万元以上')).toEqual({ unit: 'money', least: { value: 100_000, isOpen: false } })
  expect(read('不超过5万元')).toEqual({ unit: 'money', most: { value: 50_000, isOpen: false } })
  expect(read('more than 30 days')).toEqual({ unit: 'day', least: { value: 30, isOpen: true } })
  expect(read('at least 5 years old')).toEqual({ unit: 'year', least: { value: 5, isOpen: false } })
  expect(read('under 5,000 yuan')).toEqual({ unit: 'money', most: { value: 5000, isOpen: true } })
  expect(read('1到5万元')).toEqual({ unit: 'money', least: { value: 10_000, isOpen: false }, most: { value: 50_000, isOpen: false } })
  expect(read('三病区')).toBeUndefined()
})

test('a number of the largest is none of the days before today', () => {
  expect(topAt('前十', 0)?.value).toBe(10)
  expect(topAt('top 10', 0)?.value).toBe(10)
  expect(topAt('前30天', 0)).toBeUndefined()
})
