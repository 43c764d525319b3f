import { cents, decimalText, productOf } from '../../kit/fields/amount.ts'

/** What a device earned and cost in a stretch of time, amounts to the cent; an income of null was not entered, an energy of null has no price. */
export interface BenefitAmounts {
  readonly income: string | null
  readonly depreciation: string
  readonly energy: string | null
  readonly repairs: string
  readonly maintenance: string
  readonly metrology: string
  readonly consumables: string
  readonly staff: string
}

/** The costs that are paid: all but depreciation, which spreads the price of the device. */
const paid = ['energy', 'repairs', 'maintenance', 'metrology', 'consumables', 'staff'] as const satisfies readonly (keyof BenefitAmounts)[]

const paidOf = (amounts: BenefitAmounts): bigint => paid.reduce((sum, name) => sum + cents(amounts[name]), 0n)

/** What is left of an income before depreciation; an income that was not entered counts as none. */
export const cashOf = (amounts: BenefitAmounts): string => decimalText(cents(amounts.income) - paidOf(amounts), 2)

/** What is left of an income after all costs; null where no income was entered. */
export const netOf = (amounts: BenefitAmounts): string | null =>
  amounts.income === null ? null : decimalText(cents(amounts.income) - cents(amounts.depreciation) - paidOf(amounts), 2)

/** A net benefit in percent of the income, rounded half away from zero to the tenth; null where there is nothing to divide by. */
export function rateOf(net: string | null, income: string | null): number | null {
  const whole = cents(income)
  if (net === null || whole <= 0n) return null
  const part = cents(net) * 2000n
  return Number((part + (part < 0n ? -whole : whole)) / (2n * whole)) / 10
}

/** The energy of a device in a stretch of time: days with a tariff have a cost of their own, the others only a price of the hospital. */
export interface BenefitEnergy {
  readonly kwh: number
  /** The cost of the days with a tariff; null without such a day. */
  readonly tariffCost: string | null
  /** The energy of the days without a tariff. */
  readonly bareKwh: number
  /** Days with a record, and those of them without a tariff. */
  readonly energyDays: number
  readonly bareDays: number
}

/** Decimals of an energy times a price. */
const exact = 10
const perCent = 10n ** BigInt(exact - 2)

/** What energy cost, rounded once to the cent: by the tariff where there is one, the rest at a price per kWh; null where neither is known. */
export function energyCost(
  { tariffCost, bareKwh }: Pick<BenefitEnergy, 'tariffCost' | 'bareKwh'>,
  price: number | string | null,
): string | null {
  if (price === null && tariffCost === null) return null
  const whole = (productOf([tariffCost ?? 0, 1], exact) ?? 0n) + (productOf([bareKwh.toFixed(6), price ?? 0], exact) ?? 0n)
  return decimalText((whole + perCent / 2n) / perCent, 2)
}

/** One month of a device. */
export interface BenefitMonth extends BenefitAmounts {
  /** `yyyy-MM` */
  readonly month: string
}

/** The first month in which a device has earned back its price; null while it has not. `left`: what is still to be earned. */
interface Payback {
  readonly month: string | null
  readonly months: number | null
  readonly earned: string
  readonly left: string
}

/**
 * Static payback: the month in which the income before depreciation, added up from the first month, reaches the original value. `months`: how many
 * that took from the first one, both counted. Undefined without a value or an income.
 */
export function paybackOf(months: readonly BenefitMonth[], originalValue: string | null): Payback | undefined {
  const price = cents(originalValue)
  if (price <= 0n || months.every(({ income }) => income === null)) return undefined
  const ordered = [...months].sort((one, next) => (one.month < next.month ? -1 : 1))
  let earned = 0n
  let reached: string | null = null
  for (const one of ordered) {
    earned += cents(cashOf(one))
    if (reached === null && earned >= price) reached = one.month
  }
  const number = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))
  return {
    month: reached,
    months: reached === null ? null : number(reached) - number(ordered[0]!.month) + 1,
    earned: decimalText(earned, 2),
    left: decimalText(reached !== null || earned >= price ? 0n : price - earned, 2),
  }
}

const names = ['depreciation', 'repairs', 'maintenance', 'metrology', 'consumables', 'staff'] as const

/** Several stretches together: an income that is entered in one of them is entered in all; energy without a price stays unknown. */
export function togetherOf(parts: readonly BenefitAmounts[]): BenefitAmounts {
  const sum = (of: (one: BenefitAmounts) => string | null): string =>
    decimalText(
      parts.reduce((all, one) => all + cents(of(one)), 0n),
      2,
    )
  return {
    ...(Object.fromEntries(names.map((name) => [name, sum((one) => one[name])])) as Record<(typeof names)[number], string>),
    income: parts.some(({ income }) => income !== null) ? sum(({ income }) => income) : null,
    energy: parts.some(({ energy }) => energy !== null) ? sum(({ energy }) => energy) : null,
  }
}

/** The energy of several stretches together. */
export function energyTogether(parts: readonly BenefitEnergy[]): BenefitEnergy {
  const added = (name: 'kwh' | 'bareKwh' | 'energyDays' | 'bareDays'): number =>
    Number(parts.reduce((sum, one) => sum + one[name], 0).toFixed(6))
  const costed = parts.flatMap(({ tariffCost }) => (tariffCost === null ? [] : [Number(tariffCost)]))
  return {
    ...{ kwh: added('kwh'), bareKwh: added('bareKwh'), energyDays: added('energyDays'), bareDays: added('bareDays') },
    tariffCost: costed.length > 0 ? costed.reduce((sum, cost) => sum + cost, 0).toFixed(4) : null,
  }
}

/** What several months with their energy come to: energy is rounded once, as in the list of a year. */
export function togetherAt(parts: readonly (BenefitAmounts & BenefitEnergy)[], price: number | null): BenefitAmounts {
  return { ...togetherOf(parts), energy: energyCost(energyTogether(parts), price) }
}
