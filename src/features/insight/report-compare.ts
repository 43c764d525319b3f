import { during, type Measure } from '#contract/kit/figures/measure.ts'
import { daysAfter, daysBetween, isMonthEnd, monthAfter, monthsAfter, monthsBetween } from '#contract/kit/time/day.ts'
import type { Comparison } from '#src/kit/chart/measure-address.ts'
import { withPeriod } from './report-period.ts'

type Filters = Readonly<Record<string, string>>

/** The chosen days of a measure; undefined without both ends. Without a choice the period of a measure of amounts is this year. */
export function chosenDays(of: Measure, filters: Filters, today: string): readonly [from: string, to: string] | undefined {
  const [first, last] = [`${of.period}_ge`, `${of.period}_le`]
  const all = of.amounts && !filters[first] && !filters[last] ? withPeriod(of, filters, 'year', today) : filters
  const [from, to] = [all[first]?.slice(0, 10), all[last]?.slice(0, 10)]
  return from && to ? [from, to] : undefined
}

/** Whether the period of the filters ends before it begins. */
export function isReversed(of: Measure, filters: Filters, today: string): boolean {
  const days = chosenDays(of, filters, today)
  return days !== undefined && days[0] > days[1]
}

/** The filters with the ends of the period exchanged. */
export const withSwapped = ({ period }: Measure, filters: Filters): Record<string, string> => ({
  ...filters,
  [`${period}_ge`]: filters[`${period}_le`]!,
  [`${period}_le`]: filters[`${period}_ge`]!,
})

/** A distance in whole months where the period has whole months, else in days. */
type Shift = { readonly months: number } | { readonly days: number }

const shifted = (day: string, by: Shift): string => {
  if ('days' in by) return daysAfter(day, -by.days)
  const moved = monthsAfter(day, -by.months)
  // The last day of a month stays one: 28 February goes to 31 January.
  return isMonthEnd(day) ? daysAfter(monthAfter(moved, 1), -1) : moved
}

export interface EarlierPeriod {
  readonly filters: Record<string, string>
  readonly from: string
  readonly to: string
  /** The key that a group by period had then; undefined where there is no counterpart. */
  readonly keyThen: (group: string, key: string | null) => string | null | undefined
}

/**
 * The period before, or the same days a year ago. Of what happened until now only as many days are compared, so that a year that goes on
 * is not compared with a whole one.
 */
export function earlierPeriod(of: Measure, filters: Filters, how: Comparison, today: string): EarlierPeriod | undefined {
  const days = chosenDays(of, filters, today)
  if (!days || days[0] > days[1]) return undefined
  const [first, last] = days
  const isWhole = first.endsWith('-01') && isMonthEnd(last)
  const by: Shift =
    how === 'yearAgo' ? { months: 12 } : isWhole ? { months: monthsBetween(first, last) + 1 } : { days: daysBetween(first, last) + 1 }
  const goesOn = of.period === during || of.of.fields[of.period ?? '']?.kind === 'time'
  const until = goesOn && first <= today && today < last ? today : last
  const [from, to] = [shifted(first, by), shifted(until, by)]
  const keyThen = (group: string, key: string | null): string | null | undefined => {
    const { as } = of.groups[group]!
    if (key === null || as === undefined || as === 'age' || as === 'band') return key
    if (as === 'day') return shifted(key, by)
    if (as === 'week') return 'days' in by && by.days % 7 === 0 ? daysAfter(key, -by.days) : undefined
    if (!('months' in by)) return undefined
    if (as === 'month') return monthAfter(`${key}-01`, -by.months).slice(0, 7)
    return by.months % 12 === 0 ? String(Number(key) - by.months / 12) : undefined
  }
  return { filters: { ...filters, [`${of.period}_ge`]: from, [`${of.period}_le`]: to }, from, to, keyThen }
}
