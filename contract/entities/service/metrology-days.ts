import { type Cycle, dayAfterCycle } from '../../kit/fields/cycle.ts'

/** A day on which an instrument is to be verified or calibrated. */
export interface MetrologyDay {
  readonly day: string
  readonly isOverdue: boolean
  /** It follows from the cycle, after the day that is due. */
  readonly isExpected: boolean
}

/**
 * The days of a year on which an instrument is due: `due`, and by its cycle again after it. What is overdue stands on `today`. Each day is counted from the due
 * day, so that month ends do not drift.
 */
export function metrologyDays(due: string, cycle: Cycle | undefined, year: number, today: string): MetrologyDay[] {
  const [first, last] = [`${year}-01-01`, `${year}-12-31`]
  const isOverdue = due < today
  const days: MetrologyDay[] = []
  const add = (day: string, isExpected: boolean): void => {
    if (day >= first && day <= last) days.push({ day, isOverdue: isOverdue && !isExpected, isExpected })
  }
  add(isOverdue ? today : due, false)
  if (!cycle) return days
  for (let at = 1, day = due; day <= last && at < 4000; at++) {
    day = dayAfterCycle(due, { ...cycle, count: cycle.count * at })
    if (day > today) add(day, true)
  }
  return days
}
