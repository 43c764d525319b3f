import type { depreciationMethods } from '../entities/asset/device/depreciation-methods.ts'

/** The depreciation methods; their labels are those of the device card. */
export type DepreciationMethod = keyof typeof depreciationMethods

/**
 * A period of a card's life with the same terms. Amounts in cents, units in thousandths. base: the amount to charge from here to the end;
 * residual: the residual value; months: remaining months; life: months of the whole life, which determine the rate of double declining
 * balance; units: remaining work.
 */
export interface Stretch {
  readonly method: DepreciationMethod
  readonly base: bigint
  readonly residual: bigint
  readonly months: number
  readonly life: number
  readonly units: bigint
}

/** A quotient rounded half up; neither number is negative. */
export const halfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor)

/** The smaller of two amounts. */
export const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Charge `index` of an amount spread evenly over `count` months; the last month takes the remainder. */
function evenly(amount: bigint, count: number, index: number): bigint {
  const each = halfUp(amount, BigInt(count))
  const left = amount - lesser(amount, each * BigInt(index))
  return index === count - 1 ? left : lesser(each, left)
}

/**
 * The charge of a depreciation year by double declining balance: twice the straight-line rate of the net value, the last two years evenly.
 */
function decliningYear({ base, residual, life }: Stretch, charged: bigint, monthsLeft: number): bigint {
  const left = base - charged
  if (monthsLeft <= 12) return left
  const amount = monthsLeft <= 24 ? halfUp(left * 12n, BigInt(monthsLeft)) : halfUp((left + residual) * 24n, BigInt(life))
  return lesser(left, amount)
}

/** Number of months of the next depreciation year, given the remaining months. */
const lengthOf = (monthsLeft: number): number => Math.min(12, monthsLeft)

/** The sum of the weights of the remaining years: the months left at the beginning of each, times its length. */
function weightsFrom(monthsLeft: number): bigint {
  let sum = 0
  for (let left = monthsLeft; left > 0; left -= 12) sum += left * lengthOf(left)
  return BigInt(sum)
}

function sumOfYearsYear({ base, months }: Stretch, charged: bigint, monthsLeft: number): bigint {
  const left = base - charged
  if (monthsLeft <= 12) return left
  return lesser(left, halfUp(base * BigInt(monthsLeft * lengthOf(monthsLeft)), weightsFrom(months)))
}

/** Charge `index` by depreciation years, each spread evenly over its months. */
function byYears(of: Stretch, yearOf: typeof decliningYear, index: number): bigint {
  let charged = 0n
  for (let left = of.months, first = 0; ; left -= 12, first += 12) {
    const amount = yearOf(of, charged, left)
    if (index < first + lengthOf(left)) return evenly(amount, lengthOf(left), index - first)
    charged += amount
  }
}

/**
 * The charge of month `index` (0 is the first) of a period depreciated by time, in cents, half up to the cent; the last month takes the
 * remainder. The charges add up to the base and never exceed it before. 0 after the last month.
 */
export function chargeOfMonth(of: Stretch, index: number): bigint {
  if (index >= of.months) return 0n
  if (of.method === 'double_declining') return byYears(of, decliningYear, index)
  if (of.method === 'sum_of_years') return byYears(of, sumOfYearsYear, index)
  return evenly(of.base, of.months, index)
}

/** The charge for work in a period depreciated by units; `charged` and `worked`: what came before. The last unit takes the remainder. */
export function chargeOfUnits({ base, units }: Stretch, charged: bigint, worked: bigint, work: bigint): bigint {
  const left = base - charged
  return worked + work >= units ? left : lesser(left, halfUp(base * work, units))
}
