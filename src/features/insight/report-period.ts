import type { Measure } from '#contract/kit/figures/measure.ts'
import { periodsOf, type ReportPeriod } from '#contract/kit/figures/report-period.ts'
import { daysAfter, monthAfter } from '#contract/kit/time/day.ts'

type Filters = Readonly<Record<string, string>>

const monthOfYear = (day: string): number => Number(day.slice(5, 7)) - 1

/** The first and the last day of a period that contains `today`, or of the year before. */
function daysOf(period: Exclude<ReportPeriod, 'all'>, today: string): readonly [string, string] {
  const [back, months] = {
    month: [0, 1],
    quarter: [-(monthOfYear(today) % 3), 3],
    year: [-monthOfYear(today), 12],
    lastYear: [-monthOfYear(today) - 12, 12],
  }[period] as [number, number]
  return [monthAfter(today, back), daysAfter(monthAfter(today, back + months), -1)]
}

/** The filters with the period set, or without one. */
export function withPeriod(of: Measure, filters: Filters, period: ReportPeriod, today: string): Record<string, string> {
  const [from, to] = [`${of.period}_ge`, `${of.period}_le`]
  const rest = Object.fromEntries(Object.entries(filters).filter(([wire]) => wire !== from && wire !== to && wire !== of.period))
  if (period === 'all') return rest
  const [first, last] = daysOf(period, today)
  return { ...rest, [from]: first, [to]: last }
}

/** The period that filters choose; undefined for other days. */
export function periodOf(of: Measure, filters: Filters, today: string): ReportPeriod | undefined {
  const ends = [`${of.period}_ge`, `${of.period}_le`, `${of.period}`].map((wire) => filters[wire])
  // Without a period the server takes this year.
  if (of.amounts && ends.every((end) => end === undefined)) return 'year'
  return periodsOf(of).find((period) => {
    const wanted = withPeriod(of, {}, period, today)
    return ends[0] === wanted[`${of.period}_ge`] && ends[1] === wanted[`${of.period}_le`] && ends[2] === undefined
  })
}
