import { describe, expect, test } from 'vitest'
import { type Cycle, certificateEnd, countText, cycleUnits, dayAfterCycle, readCycle, unitNamed } from '#contract/kit/fields/cycle.ts'
import { integer } from '#contract/kit/fields/field.ts'
import { parse } from '#contract/kit/fields/parse.ts'

const of = (text: string): Cycle => readCycle(text) as Cycle

describe('a certificate', () => {
  test.each([
    // measured on, cycle, the day before, on the anniversary
    ['2025-03-01', '1年', '2026-02-28', '2026-03-01'],
    ['2024-02-28', '1年', '2025-02-27', '2025-02-28'],
    ['2024-02-29', '1年', '2025-02-28', '2025-02-28'],
    ['2024-02-29', '4年', '2028-02-28', '2028-02-29'],
    ['2023-02-28', '1年', '2024-02-27', '2024-02-28'],
    ['2025-12-31', '2年', '2027-12-30', '2027-12-31'],
    ['2026-01-31', '1个月', '2026-02-28', '2026-02-28'],
    ['2024-01-31', '1个月', '2024-02-29', '2024-02-29'],
    ['2026-01-30', '1个月', '2026-02-28', '2026-02-28'],
    ['2026-01-28', '1个月', '2026-02-27', '2026-02-28'],
    ['2026-01-31', '2个月', '2026-03-30', '2026-03-31'],
    ['2026-03-31', '3个月', '2026-06-30', '2026-06-30'],
    ['2026-08-31', '6个月', '2027-02-28', '2027-02-28'],
    ['2026-04-30', '1个月', '2026-05-29', '2026-05-30'],
    ['2026-11-15', '12个月', '2027-11-14', '2027-11-15'],
    ['2026-01-01', '1个月', '2026-01-31', '2026-02-01'],
    ['2025-03-01', '365天', '2026-02-28', '2026-03-01'],
    ['2024-02-28', '365天', '2025-02-26', '2025-02-27'],
    ['2026-12-31', '1天', '2026-12-31', '2027-01-01'],
  ])('of %s with a cycle of %s ends on %s or %s', (measuredOn, cycle, before, on) => {
    expect(certificateEnd(measuredOn, of(cycle), 'dayBefore')).toBe(before)
    expect(certificateEnd(measuredOn, of(cycle), 'anniversary')).toBe(on)
  })

  test('keeps the day of its chain over two years of month ends', () => {
    const chain = ['2026-01-31']
    const ends: string[] = []
    for (let month = 0; month < 24; month++) {
      const end = certificateEnd(chain.at(-1)!, { count: 1, unit: 'month' }, 'anniversary', chain)
      ends.push(end)
      chain.push(end)
    }
    const months = '28 31 30 31 30 31 31 30 31 30 31 31'
    expect(ends.map((day) => day.slice(8)).join(' ')).toBe(`${months} ${months}`)
    const yearly = ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28']
    expect(certificateEnd('2027-02-28', { count: 1, unit: 'year' }, 'anniversary', yearly)).toBe('2028-02-29')
    expect(certificateEnd('2027-02-28', { count: 1, unit: 'year' }, 'dayBefore', yearly)).toBe('2028-02-28')
  })

  test('begins a chain of its own on any other day', () => {
    const month: Cycle = { count: 1, unit: 'month' }
    expect(certificateEnd('2026-02-28', month, 'dayBefore', ['2026-01-31'])).toBe('2026-03-30')
    expect(certificateEnd('2026-02-28', month, 'dayBefore', ['2025-12-31'])).toBe('2026-03-27')
    expect(certificateEnd('2026-02-27', month, 'dayBefore', ['2026-01-31'])).toBe('2026-03-26')
    expect(certificateEnd('2026-02-28', month, 'dayBefore', ['2026-03-31'])).toBe('2026-03-27')
    expect(certificateEnd('2026-04-30', { count: 2, unit: 'month' }, 'dayBefore', ['2026-02-28', '2025-12-31'])).toBe('2026-06-29')
  })
})

test('the next day of a cycle', () => {
  expect(dayAfterCycle('2026-01-31', { count: 1, unit: 'month' })).toBe('2026-02-28')
  expect(dayAfterCycle('2026-01-31', { count: 90, unit: 'day' })).toBe('2026-05-01')
})

test.each([
  ['12个月', 12, 'month'],
  ['12 个月', 12, 'month'],
  ['１２月', 12, 'month'],
  ['1年', 1, 'year'],
  ['365天', 365, 'day'],
  ['半年', 6, 'month'],
  ['一年', 1, 'year'],
  ['两年', 2, 'year'],
  ['十二个月', 12, 'month'],
  ['二十四个月', 24, 'month'],
  ['1.5年', 18, 'month'],
  ['12 months', 12, 'month'],
  ['1 year', 1, 'year'],
  ['90 Days', 90, 'day'],
  ['2周', 14, 'day'],
  ['每季度', 3, 'month'],
  ['每年一次', 1, 'year'],
  ['每6个月', 6, 'month'],
  ['annual', 1, 'year'],
  ['180', 180, undefined],
])('%s is a cycle', (text, count, unit) => {
  expect(readCycle(text)).toEqual(unit ? { count, unit } : { count })
})

test.each(['', '年', '半', '1.3年', '一二', '0x12', '12个', '长期', 'constructor', '1-2年', '每'])('%s is none', (text) => {
  expect(readCycle(text)).toBeUndefined()
})

test('a heading may name the unit', () => {
  expect(['计量周期（月）', '周期(天)', 'Cycle (years)', '检定周期（单位：月）'].map(unitNamed)).toEqual(['month', 'day', 'year', 'month'])
  expect(['计量周期', '周期（备注）', '周期(周)'].map(unitNamed)).toEqual([undefined, undefined, undefined])
})

test('every text of a cycle is read as that cycle', () => {
  for (const [unit, words] of Object.entries(cycleUnits))
    for (const language of ['zh', 'en'] as const)
      for (const count of [1, 2, 10]) expect(readCycle(countText(count, words, language))).toEqual({ count, unit })
})

test('a number and its unit are checked as one', () => {
  const unit = { kind: 'choice', zh: '单位', en: 'Unit', of: cycleUnits } as const
  const fields = { every: integer({ zh: '周期', en: 'Cycle', min: 1, max: 3650, unit: { field: 'in', of: cycleUnits } }), in: unit }
  const said = (raw: object, partial = false) => {
    const { value, problems } = parse(fields, raw, { partial })
    return problems[0] ? `${problems[0].field} ${problems[0].rule} ${problems[0].limit}` : value
  }
  expect(said({ every: 90 })).toEqual({ every: 90, in: 'day' })
  expect(said({ every: 12, in: 'month' })).toEqual({ every: 12, in: 'month' })
  expect(said({ in: 'month' })).toEqual({ in: null })
  expect(said({ every: null, in: 'month' })).toEqual({ every: null, in: null })
  expect(said({ every: 121, in: 'month' })).toBe('every too_big 120')
  expect(said({ every: 11, in: 'year' })).toBe('every too_big 10')
  expect(said({ every: 3651 })).toBe('every too_big 3650')
  expect(said({ every: 12 }, true)).toEqual({ every: 12 })
  expect(said({ in: 'year' }, true)).toEqual({ in: 'year' })
  expect(said({ every: null }, true)).toEqual({ every: null, in: null })
})
