import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CardState, type CardTerms, chargeCard } from '#contract/depreciation/depreciation-card.ts'
import { splitByFunds } from '#contract/depreciation/depreciation-funds.ts'

const numRuns = Math.min(400, Number(process.env.SEEDS ?? 150))
const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n)
const begins = 2024 * 12
const card = fc.record({
  value: fc.bigInt({ min: 1n, max: 9_999_999_999_999_999n }),
  rate: fc.integer({ min: 0, max: 10_000 }),
  life: fc.integer({ min: 1, max: 240 }),
  method: fc.constantFrom('straight_line', 'double_declining', 'sum_of_years', 'units'),
  rules: fc.constantFrom('public', 'enterprise'),
  start: fc.integer({ min: -30, max: 5 }),
  change: fc.option(fc.record({ at: fc.integer({ min: 0, max: 100 }), value: fc.bigInt({ min: 1n, max: 10n ** 12n }) })),
  offset: fc.option(fc.record({ at: fc.integer({ min: 0, max: 100 }), amount: fc.bigInt({ min: -1000n, max: 1000n }) })),
} as const)

describe('charges of a whole life', () => {
  test('are the base to the cent at the end and never pass it before, by every method, with improvements and offsets', () => {
    fc.assert(
      fc.property(card, ({ value, rate, life, method, rules, start, change, offset }) => {
        const day = `${2024 + Math.floor(start / 12)}-${String((((start % 12) + 12) % 12) + 1).padStart(2, '0')}-15`
        let [now, state, adjusted]: [bigint, CardState | undefined, bigint] = [value, undefined, 0n]
        let last = 0n
        for (let month = begins; month < begins + life + 40; month++) {
          const n = month - begins
          if (change?.at === n && state?.stretch && sumOf(state) < now) now += change.value
          if (offset?.at === n && state && sumOf(state) > 2000n) adjusted += offset.amount
          const terms: CardTerms = { value: now, residual: (now * BigInt(rate)) / 10_000n, life, method, units: 1_000_000n, startDate: day }
          const before: CardState | undefined = state && { ...state, adjusted }
          const done = chargeCard(rules, { begins, month }, terms, before, BigInt(n + 1) * 37_000n)
          state = done.is === 'waiting' ? undefined : done.state
          expect(done.charges.every((one) => one >= 0n)).toBe(true)
          const base = now - terms.residual
          if (adjusted <= 0n) expect(sumOf(state) <= base).toBe(true)
          last = base
        }
        // What was charged before an offset that takes too much cannot be taken back by charges.
        if (adjusted <= 0n) expect(sumOf(state)).toBe(last)
      }),
      { numRuns },
    )
  })

  test('funds take the whole charge and none of them less than nothing', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 16n }),
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 16n }), { minLength: 1, maxLength: 6 }),
        (charge, paid) => {
          const shares = splitByFunds(
            charge,
            paid.map((amount, n) => ({ fund: String(n), amount })),
          )
          expect(sum(shares)).toBe(charge)
          expect(shares.every((share) => share >= 0n)).toBe(true)
        },
      ),
      { numRuns },
    )
  })
})

const sumOf = (state: CardState | undefined): bigint => (state ? state.charged + state.adjusted : 0n)
