import { type CardState, type CardTerms, continues } from './depreciation-card.ts'
import { halfUp } from './depreciation-schedule.ts'

/**
 * Shares of an amount in proportion to weights, half up to the cent; the last takes the remainder. An amount that is the sum of the weights
 * gives the weights.
 */
export function sharesOf(amount: bigint, weights: readonly bigint[]): bigint[] {
  if (amount < 0n) return sharesOf(-amount, weights).map((share) => -share)
  let [left, over] = [amount, weights.reduce((sum, one) => sum + one, 0n)]
  return weights.map((weight) => {
    const share = over > 0n ? halfUp(left * weight, over) : 0n
    left -= share
    over -= weight
    return share
  })
}

/**
 * Shares of amounts that add up to the rows, so that each row and each amount is met to the cent and no share is negative. A row takes of
 * each amount in proportion to what is left of it; its missing cents go where the fractions are largest.
 */
export function dividedBy(rows: readonly bigint[], amounts: readonly bigint[]): bigint[][] {
  const left = [...amounts]
  return rows.map((row) => {
    const over = left.reduce((sum, one) => sum + one, 0n)
    if (over <= 0n) return left.map(() => 0n)
    const shares = left.map((one) => (row * one) / over)
    let missing = row - shares.reduce((sum, one) => sum + one, 0n)
    const byFraction = left
      .map((one, at) => ({ at, fraction: (row * one) % over }))
      .toSorted((a, b) => (a.fraction === b.fraction ? a.at - b.at : a.fraction < b.fraction ? 1 : -1))
    for (const { at } of byFraction) {
      if (missing <= 0n) break
      shares[at]! += 1n
      missing -= 1n
    }
    for (const [at, share] of shares.entries()) left[at]! -= share
    return shares
  })
}

/** The part of a card that a new card takes over: its state, and its residual value to the cent. */
export interface PartOfCard {
  readonly state: CardState
  readonly residual: bigint
}

/**
 * Divides what a card was charged among its parts, in proportion to their values: the sums of values, charges and residual values stay to the
 * cent, and the parts charge over their lives what the card would have. Offsets stay with the first part, which is the card itself, so what it
 * was charged may become negative beside them. `terms`: those of the next month; `values` add up to the value in them.
 */
export function splitState(state: CardState, terms: CardTerms, values: readonly bigint[]): PartOfCard[] {
  const { value, residual } = terms
  const taken = state.charged + state.adjusted
  const net = value - taken
  const adjusted = (at: number): bigint => (at === 0 ? state.adjusted : 0n)
  const { stretch } = state
  const inStretch = stretch?.charged ?? 0n
  // A stretch goes on where the next month would; its months keep their order, so that years of falling charges do not begin again.
  if (stretch && continues(terms, state) && net - residual === stretch.base - inStretch && taken >= inStretch && net >= residual)
    return dividedBy(values, [taken - inStretch, inStretch, residual, net - residual]).map(([earlier, now, kept, ahead], at) => ({
      residual: kept!,
      state: {
        ...state,
        charged: earlier! + now! - adjusted(at),
        adjusted: adjusted(at),
        stretch: {
          ...stretch,
          ...{ value: values[at]!, residual: kept!, adjusted: adjusted(at) },
          ...{ base: now! + ahead!, charged: now! },
        },
      },
    }))
  const within = taken >= 0n && net >= 0n
  const ahead = net > residual ? net - residual : 0n
  const [takes, nets] = [
    within ? dividedBy(values, [taken, net - ahead, ahead]) : sharesOf(taken, values).map((share) => [share, 0n, 0n]),
    sharesOf(within && net < residual ? residual - net : 0n, values),
  ]
  const residuals = within ? takes.map(([, kept], at) => kept! + nets[at]!) : sharesOf(residual, values)
  const [charges, others] = [sharesOf(inStretch, values), sharesOf((stretch?.base ?? 0n) - inStretch, values)]
  return takes.map(([share], at) => ({
    residual: residuals[at]!,
    state: {
      ...state,
      charged: share! - adjusted(at),
      adjusted: adjusted(at),
      // No card has a life of no months, so the next month begins a stretch with what is left.
      ...(stretch
        ? {
            stretch: {
              ...stretch,
              ...{ life: 0, value: values[at]!, residual: residuals[at]!, adjusted: adjusted(at) },
              ...{ base: charges[at]! + others[at]!, charged: charges[at]! },
            },
          }
        : {}),
    },
  }))
}
