import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CardState, type CardTerms, chargeCard, newState } from '#contract/depreciation/depreciation-card.ts'
import { dividedBy, sharesOf, splitState } from '#contract/depreciation/depreciation-split.ts'

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)
const numRuns = Math.min(400, Number(process.env.SEEDS ?? 150))
const cent = fc.bigInt({ min: 1n, max: 100_000_000n })
const begins = 24_000

describe('shares', () => {
  test('of an amount add up to it, and are the weights where these do', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 10n), max: 10n ** 10n }),
        fc.array(cent, { minLength: 1, maxLength: 50 }),
        (amount, weights) => {
          expect(sum(sharesOf(amount, weights))).toBe(amount)
          expect(sharesOf(sum(weights), weights)).toEqual(weights)
        },
      ),
    )
  })

  test('of several amounts meet every row and every amount, none below zero', () => {
    fc.assert(
      fc.property(
        fc.array(cent, { minLength: 2, maxLength: 50 }),
        fc.array(fc.bigInt({ min: 0n, max: 1000n }), { minLength: 1, maxLength: 5 }),
        (rows, weights) => {
          const amounts = sum(weights) === 0n ? [sum(rows)] : sharesOf(sum(rows), weights)
          const shares = dividedBy(rows, amounts)
          expect(shares.map(sum)).toEqual(rows)
          expect(amounts.map((_, at) => sum(shares.map((row) => row[at]!)))).toEqual(amounts)
          expect(shares.flat().every((one) => one >= 0n)).toBe(true)
        },
      ),
    )
  })
})

/** A card that was charged until a month, and its parts after it. */
const lived = fc.record({
  rules: fc.constantFrom('public' as const, 'enterprise' as const),
  method: fc.constantFrom('straight_line' as const, 'double_declining' as const, 'sum_of_years' as const),
  weights: fc.array(fc.bigInt({ min: 101n, max: 9_999_999n }), { minLength: 2, maxLength: 50 }),
  rate: fc.integer({ min: 0, max: 20 }),
  life: fc.integer({ min: 1, max: 120 }),
  months: fc.integer({ min: 0, max: 130 }),
  offset: fc.integer({ min: -50, max: 50 }),
  late: fc.boolean(),
})

describe('a divided card', () => {
  test('is charged to the end what the whole one would have been, at every month no more than its base', () => {
    fc.assert(
      fc.property(lived, ({ rules, method, weights: values, rate, life, months, offset, late }) => {
        const value = sum(values)
        const residual = rules === 'public' ? 0n : (value * BigInt(rate)) / 100n
        const terms: CardTerms = {
          ...{ value, residual, life, method: rules === 'public' ? 'straight_line' : method, units: 0n },
          acceptanceDate: '2000-01-10',
        }
        let state: CardState = newState
        for (let month = begins; month < begins + months; month++) state = chargeCard(rules, { begins, month }, terms, state).state
        // An offset of the last month begins a new stretch only with the next one.
        if (late && months > 0) {
          const taken = state.charged + state.adjusted
          const most = offset < 0 ? taken : value - taken
          state = { ...state, adjusted: state.adjusted + (most * BigInt(offset)) / 100n }
        }
        const parts = splitState(state, terms, values)
        expect(sum(parts.map((part) => part.residual))).toBe(residual)
        expect(sum(parts.map((part) => part.state.charged + part.state.adjusted))).toBe(state.charged + state.adjusted)
        const each = values.map((one, at): CardTerms => ({ ...terms, value: one, residual: parts[at]!.residual }))
        const states = parts.map((part) => part.state)
        let whole = state
        for (let month = begins + months; month < begins + Math.max(life, months) + 2; month++) {
          whole = chargeCard(rules, { begins, month }, terms, whole).state
          for (const [at, of] of each.entries()) {
            const done = chargeCard(rules, { begins, month }, of, states[at])
            expect(done.impairment).toBe(0n)
            expect(done.charges.every((one) => one >= 0n)).toBe(true)
            states[at] = done.state
            const taken = done.state.charged + done.state.adjusted
            expect(taken >= 0n && taken <= of.value).toBe(true)
          }
          const taken = sum(states.map((one) => one.charged + one.adjusted))
          const apart = taken - whole.charged - whole.adjusted
          // Each part rounds its own months; over the whole life nothing is left of that.
          expect(apart >= -BigInt(life * values.length) && apart <= BigInt(life * values.length)).toBe(true)
        }
        expect(sum(states.map((one) => one.charged + one.adjusted))).toBe(whole.charged + whole.adjusted)
      }),
      { numRuns },
    )
  })

  test('goes on in its stretch, so that years of falling charges do not begin again', () => {
    const terms: CardTerms = {
      ...{ value: 12_000_000n, residual: 600_000n, life: 60, method: 'sum_of_years', units: 0n },
      acceptanceDate: '2000-01-10',
    }
    let state: CardState = newState
    for (let month = begins; month < begins + 6; month++) state = chargeCard('enterprise', { begins, month }, terms, state).state
    const parts = splitState(state, terms, [9_000_000n, 3_000_000n])
    const next = { begins, month: begins + 6 }
    const whole = chargeCard('enterprise', next, terms, state).charges
    const charges = parts.map(
      (part, at) =>
        chargeCard('enterprise', next, { ...terms, value: [9_000_000n, 3_000_000n][at]!, residual: part.residual }, part.state).charges,
    )
    expect(sum(charges.flat())).toBe(sum(whole))
    expect(parts.map(({ state: one }) => one.stretch?.done)).toEqual([state.stretch!.done, state.stretch!.done])
  })
})
