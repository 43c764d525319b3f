import { describe, expect, test } from 'vitest'
import {
  type BenefitMonth,
  cashOf,
  energyCost,
  netOf,
  paybackOf,
  rateOf,
  togetherAt,
  togetherOf,
} from '#contract/entities/insight/benefit-amounts.ts'
import { explainScore, type ReplacementScore, termsProblem, usualTerms } from '#contract/entities/insight/replacement-terms.ts'

const month = (name: string, more: Partial<BenefitMonth> = {}): BenefitMonth => ({
  ...{ month: name, income: null, depreciation: '0.00', energy: null, repairs: '0.00', maintenance: '0.00', metrology: '0.00' },
  ...{ consumables: '0.00', staff: '0.00' },
  ...more,
})
const ct = month('2026-03', {
  ...{ income: '320000.00', depreciation: '95000.00', energy: '2609.20', repairs: '12000.50', maintenance: '3000.00' },
  ...{ metrology: '800.00', consumables: '21000.25', staff: '48000.00' },
})

describe('the benefit of a device', () => {
  test('is its income less depreciation and all that was paid, to the cent', () => {
    expect(cashOf(ct)).toBe('232590.05')
    expect(netOf(ct)).toBe('137590.05')
    expect(rateOf(netOf(ct), ct.income)).toBe(43)
    expect(netOf({ ...ct, income: '100000.00' })).toBe('-82409.95')
  })

  test('is unknown without an income, which is not an income of 0', () => {
    expect(netOf({ ...ct, income: null })).toBeNull()
    expect(netOf({ ...ct, income: '0.00' })).toBe('-182409.95')
    expect([rateOf(null, null), rateOf('-5.00', '0.00')]).toEqual([null, null])
  })

  test('counts energy at its price, and not at all without one', () => {
    const bare = (bareKwh: number) => ({ tariffCost: null, bareKwh })
    expect(energyCost(bare(4000.123), '0.6523')).toBe('2609.28')
    expect([energyCost(bare(4000), null), energyCost(bare(0), 0.65), energyCost(bare(100), 0)]).toEqual([null, '0.00', '0.00'])
  })

  test('counts the days with a tariff at their own cost, whether the rest has a price or not, and rounds once', () => {
    const used = { tariffCost: '1.6646', bareKwh: 0.5 }
    expect([energyCost(used, '0.6808'), energyCost(used, null)]).toEqual(['2.01', '1.66'])
  })

  test('rounds a rate half away from zero', () => {
    expect([rateOf('0.05', '100.00'), rateOf('-0.05', '100.00'), rateOf('33.33', '100.00')]).toEqual([0.1, -0.1, 33.3])
  })

  test('adds up months: one with an income makes the sum known', () => {
    const sum = togetherOf([
      month('2026-01', { depreciation: '0.10' }),
      month('2026-02', { income: '10.00', depreciation: '0.20', energy: '1.05' }),
    ])
    expect(sum).toMatchObject({ income: '10.00', depreciation: '0.30', energy: '1.05' })
    expect(netOf(sum)).toBe('8.65')
    expect(togetherOf([month('2026-01')])).toMatchObject({ income: null, energy: null })
  })
})

test('the energy of several months is rounded once, as in the list of a year', () => {
  const used = { kwh: 0.5, tariffCost: null, bareKwh: 0.5, energyDays: 1, bareDays: 1 }
  const half = { ...used, energy: energyCost(used, 0.01) }
  const months = [
    { ...month('2026-01', { income: '1.00' }), ...half },
    { ...month('2026-02'), ...half },
  ]
  expect([half.energy, togetherOf(months).energy]).toEqual(['0.01', '0.02'])
  const year = togetherAt(months, 0.01)
  expect([year.energy, netOf(year)]).toEqual(['0.01', '0.99'])
  expect(togetherAt(months, null).energy).toBeNull()
})

describe('the payback of a device', () => {
  const life = [
    month('2026-02', { income: '400.00', consumables: '100.00', depreciation: '999.00' }),
    month('2026-01', { income: '300.00' }),
    month('2026-05', { income: '500.00', staff: '100.00' }),
  ]

  test('is the month in which cash before depreciation reaches the value', () => {
    // 300, 600, 1,000: reached in May, the fifth month from January.
    expect(paybackOf(life, '1000.00')).toEqual({ month: '2026-05', months: 5, earned: '1000.00', left: '0.00' })
    expect(paybackOf(life, '1000.01')).toEqual({ month: null, months: null, earned: '1000.00', left: '0.01' })
    expect(paybackOf(life, '300.00')).toMatchObject({ month: '2026-01', months: 1 })
  })

  test('is not said without a value or an income', () => {
    expect(paybackOf(life, null)).toBeUndefined()
    expect(paybackOf(life, '0.00')).toBeUndefined()
    expect(paybackOf([month('2026-01', { repairs: '10.00' })], '1000.00')).toBeUndefined()
  })
})

describe('the terms of a replacement score', () => {
  test('have weights of 100 in all and limits in order', () => {
    expect(termsProblem(usualTerms)).toBeUndefined()
    expect(termsProblem({ ...usualTerms, riskWeight: 14 })?.zh).toBe('各项权重合计应为 100，现为 99')
    expect(termsProblem({ ...usualTerms, watchScore: 71 })?.en).toContain('cannot be above')
  })

  test('a score says each factor in words, also what a card lacks', () => {
    const score: ReplacementScore = {
      ...{ score: 54, ageMonths: 96, lifeMonths: 120, yearCost: '15000.00', costShare: 15, downMinutes: 4320, isVital: 0, riskClass: 'II' },
      ...{ agePoints: 80, costPoints: 50, downtimePoints: 10, riskPoints: 50 },
    }
    expect(explainScore(score, usualTerms).map(({ zh }) => zh)).toEqual([
      '使用年限：已用 96 个月，年限 120 个月，80 分 × 40%',
      '维护费用：近 12 个月维护费用 15000.00 元，占原值 15%，50 分 × 25%',
      '停用时长：近 12 个月停用 72 小时，10 分 × 20%',
      '风险：管理类别Ⅱ类，50 分 × 15%',
    ])
    const bare = { ...score, ageMonths: null, agePoints: null, costShare: null, costPoints: null, riskClass: null, riskPoints: null }
    expect(explainScore(bare, usualTerms).map(({ en }) => en)).toEqual([
      'Age: the card has no date of first use, no points',
      'Upkeep cost: the card has no value, or costs are hidden, no points',
      'Downtime: 72 hours out of use in 12 months, 10 points × 20%',
      'Risk: the card has no risk class, no points',
    ])
  })
})
