import type { depreciationMethods } from './entities/asset/depreciation-methods.ts'

/** The methods by which a card is charged; the words are those of the device card. */
export type DepreciationMethod = keyof typeof depreciationMethods

/**
 * A stretch of a card's life with the same terms. Amounts in cents, units in thousandths.
 * base: what is to be charged from here to the end; residual: what stays; months: those left; life: those of the whole life, which set the rate of
 * double declining; units: the work left.
 */
export interface Stretch {
  readonly method: DepreciationMethod
  readonly base: bigint
  readonly residual: bigint
  readonly months: number
  readonly life: number
  readonly units: bigint
}

/** A quotient rounded half up; both are not negative. */
export const halfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor)

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Charge `index` of an amount spread evenly over `count` months; the last month takes the remainder. */
function evenly(amount: bigint, count: number, index: number): bigint {
  const each = halfUp(amount, BigInt(count))
  const left = amount - least(amount, each * BigInt(index))
  return index === count - 1 ? left : least(each, left)
}

/** What a depreciation year is charged by double declining: twice the even rate of the net value, the last two years evenly. */
function decliningYear({ base, residual, life }: Stretch, charged: bigint, monthsLeft: number): bigint {
  const left = base - charged
  if (monthsLeft <= 12) return left
  const amount = monthsLeft <= 24 ? halfUp(left * 12n, BigInt(monthsLeft)) : halfUp((left + residual) * 24n, BigInt(life))
  return least(left, amount)
}

/** Months that a depreciation year has when so many months are left. */
const lengthOf = (monthsLeft: number): number => Math.min(12, monthsLeft)

/** The sum of the weights of the years that are left: months left at their beginning, by their length. */
function weightsFrom(monthsLeft: number): bigint {
  let sum = 0
  for (let left = monthsLeft; left > 0; left -= 12) sum += left * lengthOf(left)
  return BigInt(sum)
}

function sumOfYearsYear({ base, months }: Stretch, charged: bigint, monthsLeft: number): bigint {
  const left = base - charged
  if (monthsLeft <= 12) return left
  return least(left, halfUp(base * BigInt(monthsLeft * lengthOf(monthsLeft)), weightsFrom(months)))
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
 * The charge of month `index` (0 is the first) of a stretch that is charged by time, in cents. Half up to the cent, the last month takes the remainder; the
 * charges together are the base and never pass it before. Nothing beyond the last month.
 */
export function chargeOfMonth(of: Stretch, index: number): bigint {
  if (index >= of.months) return 0n
  if (of.method === 'double_declining') return byYears(of, decliningYear, index)
  if (of.method === 'sum_of_years') return byYears(of, sumOfYearsYear, index)
  return evenly(of.base, of.months, index)
}

/** The charge for work in a stretch that is charged by units, of which `charged` and `worked` have been before. The last unit takes the remainder. */
export function chargeOfUnits({ base, units }: Stretch, charged: bigint, worked: bigint, work: bigint): bigint {
  const left = base - charged
  return worked + work >= units ? left : least(left, halfUp(base * work, units))
}
