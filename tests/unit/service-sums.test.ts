import { expect, test } from 'vitest'
import type { Measured, MeasureGroup } from '#contract/kit/figures/measure.ts'
import { shareOf, sumOf, yearsOf } from '#src/features/service/service-sums.ts'

const group = (key: string | null, cost: string): MeasureGroup =>
  ({ key, name: key, values: { cost }, filter: { year: String(key) } }) as never
const measured = (...rows: MeasureGroup[]): Measured => ({ rows, values: {} }) as never

test('the years of several measures stand together, the newest first, each with the groups that it has', () => {
  const years = yearsOf({
    repairs: measured(group('2024', '1.00'), group('2026', '2.00')),
    maintenance: measured(group('2026', '3.00'), group('2025', '4.00'), group(null, '9.00')),
    metrology: undefined,
  })
  expect(years.map(({ key, groups }) => [key, Object.keys(groups)])).toEqual([
    ['2026', ['repairs', 'maintenance']],
    ['2025', ['maintenance']],
    ['2024', ['repairs']],
  ])
  expect(years[0]!.groups.maintenance?.values.cost).toBe('3.00')
})

test('amounts add up to the cent, and a hidden amount is neither a sum nor a share', () => {
  expect(sumOf(['0.10', '0.20', null, undefined])).toBe('0.30')
  expect(sumOf([undefined, undefined])).toBeUndefined()
  expect(shareOf('1.00', '3.00')).toBe('33.3%')
  expect(shareOf('2.00', '3.00')).toBe('66.7%')
  expect(shareOf('1.00', undefined)).toBeUndefined()
  expect(shareOf('1.00', '0.00')).toBeUndefined()
  expect(shareOf(undefined, '3.00')).toBeUndefined()
})
