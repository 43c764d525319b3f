import { daysAfter } from '../../kit/time/day.ts'
import { type DueTerms, dueAfter } from '../../kit/time/due-day.ts'

/** A schedule as far as it decides the days to come. */
interface Ahead {
  /** The day that the cycle is counted from, and the day that is due. */
  readonly anchor: string
  readonly due: string | null
  /** The day planned for an order that is open already. */
  readonly planned?: string | null
  /** By the calendar, by a counter that takes so many days from one order to the next, or both. */
  readonly terms?: DueTerms | undefined
  /** Counted from the completion: work that is not done on its due day begins the cycle again. */
  readonly restarts?: boolean
  readonly counterDays?: number | undefined
  /** Where both count, each completion begins again. */
  readonly expected?: string | null
}

const earliest = (...days: (string | null | undefined)[]): string | undefined => days.filter((day): day is string => !!day).sort()[0]

/** Days of one schedule at most. */
const most = 400

/**
 * The days on which a schedule asks for maintenance until a day, if each is done on its day. What is overdue is to be done today; the days after it are
 * counted as by the nightly job.
 */
export function daysAhead({ anchor, due, planned, terms, restarts, counterDays, expected }: Ahead, today: string, until: string): string[] {
  const step = counterDays === undefined ? undefined : Math.max(1, Math.ceil(counterDays))
  const isBoth = terms !== undefined && (step !== undefined || !!expected)
  const found: string[] = []
  let start = anchor
  let day = earliest(due, isBoth || !terms ? expected : undefined)
  let shown = planned ?? day
  while (day !== undefined && shown !== undefined && found.length < most) {
    const at = shown < today ? today : shown
    if (at > until && day > until) break
    if (at <= until) found.push(at)
    const isAgain = restarts === true && at !== day
    if (isAgain) start = at
    const from: string = isAgain ? at : day < today ? today : day
    const byDate: string | undefined = terms && dueAfter(isBoth ? from : start, terms, from)
    day = earliest(byDate, step === undefined ? undefined : daysAfter(from, step))
    shown = day
  }
  return found
}
