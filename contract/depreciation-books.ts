import { monthNumber } from './depreciation-month.ts'
import type { DepreciationMethod } from './depreciation-schedule.ts'
import type { RuleSet } from './entities/ledger/rule-sets.ts'

/** The methods that a book allows. */
export const methodsOf = {
  public: ['straight_line', 'units'],
  enterprise: ['straight_line', 'double_declining', 'sum_of_years', 'units'],
} as const satisfies Record<RuleSet, readonly DepreciationMethod[]>

/** The dates of a card that decide when it is charged, `yyyy-MM-dd`. */
export interface CardDates {
  /** Set by finance; goes before all others. */
  readonly startDate?: string | null
  readonly acceptanceDate?: string | null
  readonly enableDate?: string | null
  readonly purchaseDate?: string | null
}

/**
 * The first month that a card is charged, in months since the year 0. Public: the month of addition, which is the entry into the books, by the acceptance;
 * enterprise: the month after the one in which it came into use. A card in the warehouse without that date counts from the next best one; undefined without
 * any date.
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

/** The last month that a card is charged when finance writes it off in `writeOff`. Public: the month before; enterprise: that month. */
export const lastMonth = (rules: RuleSet, writeOff: number): number => (rules === 'public' ? writeOff - 1 : writeOff)
