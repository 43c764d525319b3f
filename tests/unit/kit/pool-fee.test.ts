import { describe, expect, test } from 'vitest'
import { availabilitySentence } from '#contract/pool-availability.ts'
import { feeOf, feeRule } from '#contract/pool-fee.ts'
import { numbers } from '#tests/harness/numbers.ts'

const hour = 3_600_000
const seeds = Number(process.env.SEEDS ?? 2000)

describe('the fee of a use', () => {
  test.each([
    ['hour', 0, 1],
    ['hour', 59_000, 1],
    ['hour', hour, 1],
    ['hour', hour + 59_999, 1],
    ['hour', hour + 60_000, 2],
    ['hour', 25 * hour, 25],
    ['day', hour, 1],
    ['day', 24 * hour, 1],
    ['day', 24 * hour + 60_000, 2],
    ['hour', -5 * hour, 1],
  ] as const)('per %s of %i ms is %i units', (priceKind, length, units) => {
    const from = Date.parse('2026-11-22T08:00:00Z')
    expect(feeOf({ priceKind, unitPrice: 1250n, from, to: from + length })).toEqual({ units, fee: BigInt(units) * 1250n })
  })

  test('grows with time, never lets a begun unit go free, and is exact to the cent', () => {
    const random = numbers(20_261_122)
    for (let seed = 0; seed < seeds; seed++) {
      const priceKind = random(2) === 0 ? 'hour' : 'day'
      const unit = priceKind === 'hour' ? 60 : 1440
      const [unitPrice, from] = [BigInt(random(10_000_000)), random(1_000_000_000) * 1000]
      const minutes = random(100_000)
      const to = from + minutes * 60_000
      const { units, fee } = feeOf({ priceKind, unitPrice, from, to })
      expect(fee).toBe(BigInt(units) * unitPrice)
      // Enough units for the time, and one less would be too few.
      expect(units * unit).toBeGreaterThanOrEqual(minutes)
      expect((units - 1) * unit).toBeLessThan(Math.max(1, minutes))
      expect(feeOf({ priceKind, unitPrice, from, to: to + 60_000 }).fee).toBeGreaterThanOrEqual(fee)
    }
  })

  test('is told with its rule and its figures', () => {
    const use = { priceKind: 'hour', unitPrice: 1250n } as const
    expect(feeRule(use, { units: 3, fee: 3750n }).zh).toBe('按小时计费，从借出到归还，不足 1 小时按 1 小时计：3 小时 × 12.50 元 = 37.50 元')
    expect(feeRule({ ...use, priceKind: 'day' }, { units: 1, fee: 1250n }).en).toContain('1 d × 12.50 = 12.50 CNY')
  })
})

describe('what is free, in one sentence', () => {
  test('names departments with most first', () => {
    const depts = [
      { deptName: '五病区', free: 1 },
      { deptName: 'ICU', free: 2 },
      { deptName: '急诊', free: 0 },
    ]
    expect(availabilitySentence('输液泵', depts)).toEqual({
      zh: '输液泵空闲 3 台：ICU 2，五病区 1',
      en: '输液泵: 3 free (ICU 2, 五病区 1)',
    })
    expect(availabilitySentence('输液泵', [])).toEqual({ zh: '输液泵暂无空闲', en: '输液泵: none free' })
  })
})
