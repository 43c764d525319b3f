import { describe, expect, test } from 'vitest'
import { type CardState, type CardTerms, chargeCard, forecast } from '#contract/depreciation/depreciation-card.ts'
import { splitByFunds } from '#contract/depreciation/depreciation-funds.ts'
import { monthNumber, monthText } from '#contract/depreciation/depreciation-month.ts'
import { chargeOfMonth, chargeOfUnits, type Stretch } from '#contract/depreciation/depreciation-schedule.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'

const text = (amount: bigint) => decimalText(amount, 2)
const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n)
const stretch = (base: string, months: number, more: Partial<Stretch> = {}): Stretch => ({
  ...{ method: 'straight_line', base: cents(base), residual: 0n, months, life: months, units: 0n },
  ...more,
})
const charges = (of: Stretch) => Array.from({ length: of.months }, (_, n) => chargeOfMonth(of, n))
const years = (of: Stretch) => Array.from({ length: of.months / 12 }, (_, year) => text(sum(charges(of).slice(year * 12, year * 12 + 12))))

const terms = (value: string, life: number, more: Partial<CardTerms> = {}): CardTerms => ({
  ...{ value: cents(value), residual: 0n, life, method: 'straight_line', units: 0n },
  ...more,
})
/** Charges a card month by month and answers what it was charged in each. */
function book(rules: 'public' | 'enterprise', of: CardTerms, from: string, to: string, begins = from) {
  const by = new Map<string, string>()
  let state: CardState | undefined
  for (let month = monthNumber(from); month <= monthNumber(to); month++) {
    const done = chargeCard(rules, { begins: monthNumber(begins), month }, of, state)
    if (done.is !== 'waiting' && done.is !== 'incomplete') state = done.state
    if (done.charges.length > 0) by.set(monthText(month), text(sum(done.charges)))
  }
  return { by, months: [...by.keys()], total: text(state?.charged ?? 0n), state }
}

describe('methods', () => {
  test('straight line: 100,000 over 60 months', () => {
    const all = charges(stretch('100000', 60)).map(text)
    expect(new Set(all.slice(0, 59))).toEqual(new Set(['1666.67']))
    expect(all[59]).toBe('1666.47')
  })
  test('straight line with residual: 120,000 at 5 % over 60 months', () => {
    expect(text(chargeOfMonth(stretch('114000', 60, { residual: cents('6000') }), 0))).toBe('1900.00')
  })
  test('double declining: 100,000, residual 4,000, 5 years', () => {
    const of = stretch('96000', 60, { method: 'double_declining', residual: cents('4000') })
    expect(years(of)).toEqual(['40000.00', '24000.00', '14400.00', '8800.00', '8800.00'])
  })
  test('sum of years: 100,000, residual 4,000, 5 years', () => {
    const of = stretch('96000', 60, { method: 'sum_of_years', residual: cents('4000') })
    expect(years(of)).toEqual(['32000.00', '25600.00', '19200.00', '12800.00', '6400.00'])
  })
  test('units: 600,000 for 30,000 scans, 410 in the month; the last scan takes the remainder', () => {
    const of = stretch('600000', 60, { method: 'units', units: 30_000_000n })
    expect(text(chargeOfUnits(of, 0n, 0n, 410_000n))).toBe('8200.00')
    expect(text(chargeOfUnits(of, cents('599999.99'), 29_999_000n, 5_000n))).toBe('0.01')
  })
  test('an amount of few cents is never passed', () => {
    const all = charges(stretch('0.30', 60))
    expect(text(sum(all))).toBe('0.30')
    expect(all.every((one) => one >= 0n)).toBe(true)
  })
  test('the largest amount that a card holds is exact', () => {
    expect(text(sum(charges(stretch('99999999999999.99', 599))))).toBe('99999999999999.99')
  })
})

describe('rule sets: ultrasound 368,000 over 72 months, in use since 2024-03-15', () => {
  const ultrasound = terms('368000', 72, { enableDate: '2024-03-15' })

  test('public: from the month of addition', () => {
    const { months, total } = book('public', ultrasound, '2024-01', '2031-12')
    expect([months[0], months.at(-1), months.length, total]).toEqual(['2024-03', '2030-02', 72, '368000.00'])
    expect(book('public', ultrasound, '2024-01', '2024-12').total).toBe('51111.10')
  })
  test('enterprise: from the month after', () => {
    const { months, total } = book('enterprise', ultrasound, '2024-01', '2031-12')
    expect([months[0], months.at(-1), total]).toEqual(['2024-04', '2030-03', '368000.00'])
    expect(book('enterprise', ultrasound, '2024-01', '2024-12').total).toBe('45999.99')
  })
  test('removed on 2026-07-10: none in that month, or the last', () => {
    const removed = { ...ultrasound, writeOff: monthNumber('2026-07-10') }
    for (const [rules, last] of [
      ['public', '2026-06'],
      ['enterprise', '2026-07'],
    ] as const) {
      const { months, total } = book(rules, removed, '2024-01', '2027-12')
      expect([months.at(-1), total]).toEqual([last, '143111.08'])
    }
  })
  test('an explicit date of the ledger goes before all others', () => {
    const moved = { ...ultrasound, startDate: '2024-08-01', acceptanceDate: '2024-02-01' }
    expect(book('public', moved, '2024-01', '2024-12').months[0]).toBe('2024-08')
    expect(book('enterprise', moved, '2024-01', '2024-12').months[0]).toBe('2024-09')
    expect(book('public', { ...ultrasound, acceptanceDate: '2024-02-01' }, '2024-01', '2024-12').months[0]).toBe('2024-02')
  })
  test('a book that begins later takes over what the schedule says, or what is told', () => {
    const begins = { begins: monthNumber('2025-01'), month: monthNumber('2025-01') }
    const first = chargeCard('public', begins, ultrasound, undefined)
    expect([text(first.opening), first.charges.map(text)]).toEqual(['51111.10', ['5111.11']])
    const told = chargeCard('public', begins, { ...ultrasound, opening: cents('60000') }, undefined)
    expect([text(told.opening), told.charges.map(text)]).toEqual(['60000.00', ['4967.74']])
    const late = chargeCard('public', { begins: monthNumber('2024-01'), month: monthNumber('2024-05') }, ultrasound, undefined)
    expect(late.charges.map(text)).toEqual(['5111.11', '5111.11', '5111.11'])
  })
})

test('funds: 12,800,000 over 72 months from 8.0, 1.8 and 3.0 million', () => {
  const charge = chargeOfMonth(stretch('12800000', 72), 0)
  const funds = ['8000000', '1800000', '3000000'].map((amount, n) => ({ fund: String(n), amount: cents(amount) }))
  expect(text(charge)).toBe('177777.78')
  expect(splitByFunds(charge, funds).map(text)).toEqual(['111111.11', '25000.00', '41666.67'])
  expect(
    splitByFunds(
      1n,
      funds.map((one) => ({ ...one, amount: 1n })),
    ),
  ).toEqual([0n, 0n, 1n])
})

describe('changes of a card', () => {
  test('an improvement is spread over the life that is left: 360,000 over 72 months, 60,000 after 24', () => {
    const before = terms('360000', 72, { startDate: '2024-01-01' })
    const { state } = book('public', before, '2024-01', '2025-12')
    const at = (month: string) => ({ begins: monthNumber('2024-01'), month: monthNumber(month) })
    const next = chargeCard('public', at('2026-01'), { ...before, value: cents('420000') }, state)
    expect(next.charges.map(text)).toEqual(['6250.00'])
    expect(chargeCard('public', at('2026-01'), before, state).charges.map(text)).toEqual(['5000.00'])
  })
  test('an offset is spread over the months that are left', () => {
    const of = terms('12000', 12, { startDate: '2024-01-01' })
    const { state } = book('public', of, '2024-01', '2024-06')
    const next = chargeCard('public', { begins: monthNumber('2024-01'), month: monthNumber('2024-07') }, of, {
      ...state!,
      adjusted: -60_000n,
    })
    expect(next.charges.map(text)).toEqual(['1100.00'])
  })
  test('months in which the card was missing are charged after it was found', () => {
    const of = terms('1200', 12, { startDate: '2024-01-01' })
    const at = (month: string) => ({ begins: monthNumber('2024-01'), month: monthNumber(month) })
    const { state } = book('public', of, '2024-01', '2024-03')
    const missing = chargeCard('public', at('2024-04'), { ...of, isPaused: true }, state)
    expect([missing.is, missing.charges]).toEqual(['paused', []])
    expect(chargeCard('public', at('2024-05'), of, missing.state).charges.map(text)).toEqual(['100.00'])
    const rest = forecast('public', { begins: monthNumber('2024-01'), from: monthNumber('2024-05'), count: 36 }, () => of, missing.state)
    expect(rest.filter(({ charge }) => charge > 0n)).toHaveLength(9)
  })
})
