import { daysAfter, daysBetween } from '../../../kit/time/day.ts'

// Counters of devices: what they show, what that adds up to, and when a plan is expected to be due. Nothing here reads or writes rows.

/** What a counter counts. */
export const meterKinds = {
  hours: { zh: '运行小时', en: 'Running hours' },
  uses: { zh: '使用次数', en: 'Uses' },
} as const

/** Where a reading comes from. */
export const readingSources = {
  hand: { zh: '手工录入', en: 'Entered by hand' },
  sensor: { zh: '传感器', en: 'Sensor' },
} as const

/** When a plan is due: by the calendar, by a counter, or by the first of both. */
export const planBases = {
  date: { zh: '按日期', en: 'Date' },
  meter: { zh: '按计数', en: 'Counter' },
  either: { zh: '日期或计数，先到为准', en: 'Date or counter, whichever is first' },
} as const

/** The total of a counter on a day, over all counters that the device had. */
interface MeterPoint {
  readonly day: string
  readonly total: number
}

/** Days over which the average use is taken. */
const averageDays = 90

/**
 * The average per day of the last 90 days until the newest reading; undefined where two readings on different days are missing. `points`: in the order of
 * their days. It begins with the newest reading that is 90 days old or older, else with the first one.
 */
export function averagePerDay(points: readonly MeterPoint[]): number | undefined {
  const last = points.at(-1)
  if (!last) return undefined
  const start = daysAfter(last.day, -averageDays)
  const first = points.findLast((one) => one.day <= start) ?? points[0]!
  const days = daysBetween(first.day, last.day)
  return days <= 0 ? undefined : (last.total - first.total) / days
}

/** The furthest that a forecast looks ahead, in days. */
const furthest = 3650

/** The day on which a counter is expected to reach a value, not before `today`; undefined if its use is unknown, none, or years away. */
export function expectedDay(meter: MeterPoint, perDay: number | undefined, due: number, today: string): string | undefined {
  if (meter.total >= due) return today
  if (!perDay || perDay <= 0) return undefined
  const days = Math.ceil((due - meter.total) / perDay)
  if (days > furthest) return undefined
  const [, later] = [daysAfter(meter.day, days), today].sort()
  return later
}

/**
 * Where the count begins again after an order. Counted from planned values the chain stays, and values that were passed are missed; counted from the
 * completion it begins with what the counter shows.
 */
export function meterAfter(
  { from, every }: { readonly from: number; readonly every: number },
  total: number,
  isPlanned: boolean,
): { readonly from: number; readonly due: number; readonly missed: number } {
  if (!isPlanned) return { from: total, due: total + every, missed: 0 }
  // The order was for the first value after `from`; it may have been made by the lead, before that value was reached.
  const passed = Math.max(1, Math.floor((total - from) / every))
  const next = from + passed * every
  return { from: next, due: next + every, missed: passed - 1 }
}
