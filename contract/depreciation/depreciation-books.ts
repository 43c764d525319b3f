import type { RuleSet } from '../entities/ledger/rule-sets.ts'
import { monthNumber } from './depreciation-month.ts'
import type { DepreciationMethod } from './depreciation-schedule.ts'

/** The depreciation methods that each rule set allows. */
export const methodsOf = {
  public: ['straight_line', 'units'],
  enterprise: ['straight_line', 'double_declining', 'sum_of_years', 'units'],
} as const satisfies Record<RuleSet, readonly DepreciationMethod[]>

/** The dates of a card that determine its months of depreciation, `yyyy-MM-dd`. */
export interface CardDates {
  /** Set by finance; takes precedence over all others. */
  readonly startDate?: string | null
  readonly acceptanceDate?: string | null
  readonly enableDate?: string | null
  readonly purchaseDate?: string | null
}

/**
 * The first month of depreciation, in months since year 0. Public hospitals: the month of addition, which is the entry into the books at
 * acceptance; enterprises: the month after the device came into use. A card in the warehouse without that date uses the next best one;
 * undefined without any date.
 */
export function firstMonth(rules: RuleSet, of: CardDates): number | undefined {
  const begins = [
    of.startDate,
    ...(rules === 'public' ? [of.acceptanceDate, of.enableDate] : [of.enableDate, of.acceptanceDate]),
    of.purchaseDate,
  ]
  const day = begins.find((one) => one)
  return day ? monthNumber(day) + (rules === 'public' ? 0 : 1) : undefined
}

/** The first month of depreciation of a device that the hospital did not own before month `since`: by the same rule, from the month in which it was bought. */
export const firstMonthOwned = (rules: RuleSet, since: number): number => (rules === 'public' ? since : since + 1)

/**
 * The last month of depreciation if finance writes the card off in `writeOff`. Public hospitals: the month before; enterprises: that month.
 */
export const lastMonth = (rules: RuleSet, writeOff: number): number => (rules === 'public' ? writeOff - 1 : writeOff)
