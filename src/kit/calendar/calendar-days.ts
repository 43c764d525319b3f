import { daysAfter, mondayOf, monthAfter } from '#contract/kit/time/day.ts'

/** What a calendar shows at once. */
export type Span = 'month' | 'week'

/** The weeks that a calendar shows around a day, each by its days from Monday: those of the month, or that of the day. */
export function weeksAround(day: string, span: Span): string[][] {
  const from = mondayOf(span === 'month' ? monthAfter(day, 0) : day)
  const end = span === 'month' ? daysAfter(monthAfter(day, 1), -1) : from
  const weeks: string[][] = []
  for (let monday = from; monday <= end; monday = daysAfter(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => daysAfter(monday, at)))
  return weeks
}

/** The day to which the arrows beside the title lead. */
export const dayBeside = (day: string, span: Span, steps: number): string =>
  span === 'month' ? monthAfter(day, steps) : daysAfter(day, 7 * steps)

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** The day to which an arrow key leads; undefined for other keys. */
export function dayTowards(key: string, day: string): string | undefined {
  const by = steps[key]
  return by === undefined ? undefined : daysAfter(day, by)
}
