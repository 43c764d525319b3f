import { expect, test } from 'vitest'
import type { Measured } from '#contract/kit/figures/measure.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import { inspections } from '#contract/measures/inspections.ts'
import { repairs } from '#contract/measures/repairs.ts'
import { chosenDays, earlierPeriod, isReversed } from '#src/features/insight/report-compare.ts'
import { changeText, measureLines, shareText } from '#src/kit/chart/measure-lines.ts'
import { moneyText } from '#src/kit/value-text.ts'

const within = (from: string, to: string, by = 'reportedAt') => ({ [`${by}_ge`]: from, [`${by}_le`]: to })
const days = (from: string, to: string, how: 'previous' | 'yearAgo', today = '2030-01-01') => {
  const found = earlierPeriod(repairs, within(from, to), how, today)
  return found && [found.from, found.to]
}

test('the period before has as many months or days; the same days a year ago keep the ends of months', () => {
  expect(days('2026-03-01', '2026-03-31', 'previous')).toEqual(['2026-02-01', '2026-02-28'])
  expect(days('2026-01-01', '2026-12-31', 'previous')).toEqual(['2025-01-01', '2025-12-31'])
  expect(days('2026-03-05', '2026-03-11', 'previous')).toEqual(['2026-02-26', '2026-03-04'])
  expect(days('2024-02-01', '2024-02-29', 'yearAgo')).toEqual(['2023-02-01', '2023-02-28'])
  expect(days('2025-02-01', '2025-02-28', 'yearAgo')).toEqual(['2024-02-01', '2024-02-29'])
  // Fifty years are a period like others; one that is turned round is none.
  expect(days('1976-01-01', '2025-12-31', 'previous')).toEqual(['1926-01-01', '1975-12-31'])
  expect(days('2026-02-01', '2026-01-01', 'previous')).toBeUndefined()
  expect(isReversed(repairs, within('2026-02-01', '2026-01-01'), '2026-11-29')).toBe(true)
  expect(chosenDays(repairs, { reportedAt_ge: '2026-01-01' }, '2026-11-29')).toBeUndefined()
})

test('a year that goes on is compared with as many days; what is due later is not cut', () => {
  expect(days('2026-01-01', '2026-12-31', 'yearAgo', '2026-11-29')).toEqual(['2025-01-01', '2025-11-29'])
  const due = earlierPeriod(inspections, within('2026-01-01', '2026-12-31', 'dueDate'), 'yearAgo', '2026-11-29')
  expect(due?.to).toBe('2025-12-31')
  const { keyThen } = earlierPeriod(repairs, within('2026-01-01', '2026-03-31'), 'previous', '2030-01-01')!
  expect([keyThen('month', '2026-01'), keyThen('useDept', 'x')]).toEqual(['2025-10', 'x'])
})

test('lines: parts end with the subtotal of their group, a group that is gone stays with what it had', () => {
  const row = (key: string, count: number, parts?: Measured['rows']) => ({
    ...{ key, name: key.toUpperCase(), filter: { useDeptId: key }, values: { count }, parts: parts ?? [] },
  })
  const found = { group: 'useDept', split: 'eamStatus', filter: {}, values: { count: 3 }, rows: [row('a', 3, [row('x', 1), row('y', 2)])] }
  const before = { ...found, values: { count: 5 }, rows: [row('a', 1, [row('x', 1)]), row('b', 4)] }
  const earlier = { found: before, keyThen: (_: string, key: string | null) => key, label: '' }
  const lines = measureLines(deviceCards, found, { figure: 'count', kind: 'bar', earlier, language: 'zh' })
  expect(lines.map(({ name, part, isSubtotal, values, before: then }) => [name, part, isSubtotal, values.count, then?.count])).toEqual([
    ['A', 'X', undefined, 1, 1],
    ['A', 'Y', undefined, 2, 0],
    ['A', undefined, true, 3, 1],
    ['B', undefined, undefined, 0, 4],
  ])
})

test('shares and changes: zero, negative and missing values are shown as what they are', () => {
  expect([shareText('25.00', '200.00', 'zh'), shareText(0, 4, 'zh'), shareText(0, 0, 'zh'), shareText('-5.00', '10.00', 'zh')]).toEqual([
    '12.5%',
    '0%',
    '—',
    '—',
  ])
  expect(changeText('80.00', '100.00', 'money', 'zh')).toBe('−¥20.00 (−20%)')
  expect(changeText('20.00', '-100.00', 'money', 'zh')).toBe('+¥120.00 (+120%)')
  expect(changeText(3, 0, 'devices', 'zh')).toBe('+3 台')
  expect(changeText(97.5, 96, 'percent', 'en')).toBe('+1.5 points')
  expect([changeText(2, 2, 'devices', 'zh'), changeText(null, 2, 'percent', 'zh')]).toEqual(['0 台', '—'])
  expect([moneyText('-1234.50', 'zh'), moneyText('0', 'zh')]).toEqual(['-¥1,234.50', '¥0.00'])
})
