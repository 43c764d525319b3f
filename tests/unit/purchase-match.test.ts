import { expect, test } from 'vitest'
import { purchaseTolerance } from '#contract/params.ts'
import { matchLine, sharesOfTax, totalsOf } from '#server/features/supply/invoices/match-lines.ts'

const line = (more: object = {}) => ({
  ...{ id: 'a', name: '泵', price: '100.00', ordered: 10, received: 6, invoiced: 3, claimed: 2, covered: 2 },
  ...more,
})

test('a line is held against the ordered price and the pieces that have arrived and are on no other invoice', () => {
  expect(matchLine(line(), 4, '100.00')).toEqual({
    receivedRest: 4,
    missing: 0,
    amount: 40_000n,
    priced: 0n,
    missingAmount: 0n,
    agreed: 40_000n,
  })
  expect(matchLine(line(), 5, '99.99')).toEqual({
    ...{ receivedRest: 4, missing: 1, amount: 49_995n, priced: -5n, missingAmount: 10_000n, agreed: 40_000n },
  })
  // More is matched elsewhere than has arrived.
  expect(matchLine(line({ claimed: 7 }), 1, '100.00')).toMatchObject({ receivedRest: 0, missing: 1, agreed: 0n })
})

test('differences are added up by their size', () => {
  const [above, below] = [matchLine(line(), 1, '105.00'), matchLine(line(), 1, '95.00')]
  expect(totalsOf([above, below])).toMatchObject({ amount: 20_000n, agreed: 20_000n, priced: 0n, deviation: 1000n })
})

test('shares of a tax add up to it to the cent', () => {
  expect(sharesOfTax(1000n, [1n, 1n, 1n])).toEqual([333n, 334n, 333n])
  expect(sharesOfTax(5n, [])).toEqual([])
  expect(sharesOfTax(0n, [100n])).toEqual([0n])
  const amounts = Array.from({ length: 50 }, (_, n) => BigInt(1 + ((n * 7919) % 1000)))
  expect(sharesOfTax(12_345n, amounts).reduce((all, one) => all + one, 0n)).toBe(12_345n)
})

test('of both tolerances the smaller one counts, and without any there is none', () => {
  expect(purchaseTolerance(undefined, undefined, 100_000n)).toBe(0n)
  expect(purchaseTolerance('5', undefined, 100_000n)).toBe(500n)
  expect(purchaseTolerance(undefined, '2', 100_000n)).toBe(2000n)
  expect(purchaseTolerance('5', '2', 100_000n)).toBe(500n)
  expect(purchaseTolerance('5', '0.4', 100_000n)).toBe(400n)
  expect(purchaseTolerance('many', '101', 100_000n)).toBe(0n)
})
