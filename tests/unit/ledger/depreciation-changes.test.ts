import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CardState, type CardTerms, chargeCard, newState, replay } from '#contract/depreciation/depreciation-card.ts'
import { monthNumber } from '#contract/depreciation/depreciation-month.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import { bookCard, closings } from '#tests/harness/book-card.ts'

const text = (amount: bigint) => decimalText(amount, 2)
const terms = (value: string, life = 60, more: Partial<CardTerms> = {}): CardTerms => ({
  ...{ value: cents(value), residual: 0n, life, method: 'straight_line', units: 0n, startDate: '2023-01-05' },
  ...more,
})
const begins = monthNumber('2023-01')
const until = (rules: 'public' | 'enterprise', of: CardTerms, last: string): CardState =>
  replay(
    rules,
    begins,
    Array.from({ length: monthNumber(last) - begins + 1 }, (_, n) => ({ month: begins + n, terms: of })),
  )!
const charge = (rules: 'public' | 'enterprise', of: CardTerms, month: string, state: CardState) =>
  chargeCard(rules, { begins, month: monthNumber(month) }, of, state)

describe('36,000.00 over 60 months since January 2023, changed in November 2026', () => {
  const before = { public: terms('36000'), enterprise: terms('36000', 60, { residual: cents('1800') }) }
  test.each([
    ['public', '600.00', terms('48000'), '1523.08'],
    ['enterprise', '570.00', terms('48000', 60, { residual: cents('2400') }), '1384.29'],
    ['public', '600.00', terms('36000', 84), '210.81'],
    ['enterprise', '570.00', terms('36000', 84, { residual: cents('1800') }), '210.00'],
  ] as const)('%s: %s in November, then by what is left', (rules, november, changed, december) => {
    const october = until(rules, before[rules], '2026-10')
    const done = charge(rules, before[rules], '2026-11', october)
    expect(done.charges.map(text)).toEqual([november])
    expect(charge(rules, changed, '2026-12', done.state).charges.map(text)).toEqual([december])
  })
  test('a value below what is charged leaves no negative net value', () => {
    const done = charge('enterprise', terms('15000'), '2026-12', until('enterprise', before.enterprise, '2026-11'))
    expect([text(done.impairment), text(done.state.charged + done.state.adjusted), done.is]).toEqual(['-11220.00', '15000.00', 'complete'])
  })
})

describe('cards without a price', () => {
  const at = (rules: 'public' | 'enterprise', of: CardTerms) => chargeCard(rules, { begins, month: begins + 5 }, of, undefined)
  test('at nominal value are charged by an enterprise alone, and of no cost by none', () => {
    expect(at('public', terms('1')).is).toBe('exempt')
    expect(at('enterprise', terms('1')).charges.length).toBeGreaterThan(0)
    expect(at('enterprise', terms('0', 0)).is).toBe('exempt')
    expect(at('public', terms('0', 60, { isUnpriced: true })).is).toBe('incomplete')
  })
  test('are charged from the month that gives them one, over the life that is left', () => {
    const of = terms('4800', 60, { exemptUntil: begins + 11 })
    expect(chargeCard('public', { begins, month: begins + 12 }, of, undefined).charges.map(text)).toEqual(['100.00'])
  })
})

test('a device of another owner is charged nothing, and one that is bought over its whole life from then on', () => {
  const of = terms('3600', 36)
  const three = until('public', of, '2023-03')
  const away = charge('public', { ...of, isForeign: true }, '2023-04', three)
  expect([away.charges, away.is, text(away.state.charged)]).toEqual([[], 'not_owned', '300.00'])
  expect(charge('public', of, '2023-05', away.state).charges.map(text)).toEqual(['100.00'])
  const never = charge('enterprise', { ...of, isForeign: true }, '2024-06', newState)
  expect([never.state, never.is]).toEqual([newState, 'not_owned'])
  const bought = { ...of, ownedSince: monthNumber('2024-07') }
  expect(charge('enterprise', bought, '2024-07', never.state).is).toBe('waiting')
  expect(charge('enterprise', bought, '2024-08', never.state).charges.map(text)).toEqual(['100.00'])
  expect(charge('public', bought, '2024-07', never.state).charges.map(text)).toEqual(['100.00'])
})

test('yearly methods take the difference of a year in its last month', () => {
  const of = terms('120000', 60, { residual: cents('6000'), method: 'sum_of_years' })
  let state: CardState = newState
  const charges: string[] = []
  for (let n = 1; n <= 60; n++) {
    const done = chargeCard('enterprise', { begins, month: begins + n }, of, n === 1 ? undefined : state)
    state = done.state
    charges.push(...done.charges.map(text))
  }
  expect([new Set(charges.slice(0, 11)), charges[11]]).toEqual([new Set(['3166.67']), '3166.63'])
  expect(text(state.charged)).toBe('114000.00')
})

const life = 30
const longest = 60
const act = fc.record({
  at: fc.integer({ min: 0, max: life - 3 }),
  kind: fc.constantFrom('value', 'life', 'dept', 'missing', 'found', 'leased', 'bought'),
  to: fc.integer({ min: 1, max: longest }),
})

describe('closings', () => {
  test('post the same lines whether months are closed in time or late, and never more than the base', () => {
    fc.assert(
      fc.property(
        fc.array(act, { maxLength: 6 }),
        fc.constantFrom('public', 'enterprise'),
        fc.constantFrom('straight_line', 'double_declining', 'sum_of_years'),
        fc.integer({ min: 1, max: 9 }),
        (acts, rules, method, late) => {
          const card = bookCard(rules, { method, life, months: longest + life + 2, acts })
          const [inTime, inGroups] = [closings(card, 1), closings(card, late)]
          expect(inGroups).toEqual(inTime)
          for (const { net } of inTime.lines) expect(net >= 0n).toBe(true)
          expect(inTime.accumulated).toBe(inTime.base)
        },
      ),
      { numRuns: 120 },
    )
  })

  test('after a correction come to what closings by the right value from the start come to', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 2n, max: 10n ** 8n }),
        fc.integer({ min: 1, max: life - 2 }),
        fc.constantFrom('public', 'enterprise'),
        fc.constantFrom('straight_line', 'double_declining', 'sum_of_years'),
        fc.integer({ min: 1, max: 9 }),
        (value, at, rules, method, late) => {
          const right = closings(bookCard(rules, { method, life, months: 40, acts: [], value }), 1)
          const wrong = bookCard(rules, { method, life, months: 40, acts: [], value, wrongUntil: at })
          const corrected = closings(wrong, late)
          expect(corrected.accumulated).toBe(right.accumulated)
          const following = (lines: typeof right.lines) => lines.filter(({ month }) => month > at + late)
          expect(following(corrected.lines).map(({ amount }) => amount)).toEqual(following(right.lines).map(({ amount }) => amount))
        },
      ),
      { numRuns: 120 },
    )
  })
})
