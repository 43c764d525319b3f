import { halfUp } from './depreciation-schedule.ts'

/** The amount that a fund paid for a card, in cents. */
export interface Fund {
  readonly fund: string | null
  readonly amount: bigint
}

/**
 * Splits a charge in proportion to the funds' amounts, half up to the cent; the last fund takes the remainder. A fund without an amount
 * gets nothing.
 */
export function splitByFunds(charge: bigint, funds: readonly Fund[]): bigint[] {
  const paid = funds.reduce((sum, { amount }) => sum + amount, 0n)
  let left = charge
  return funds.map(({ amount }, index) => {
    const share = index === funds.length - 1 || paid <= 0n ? left : halfUp(charge * amount, paid)
    const taken = share < left ? share : left
    left -= taken
    return taken
  })
}
