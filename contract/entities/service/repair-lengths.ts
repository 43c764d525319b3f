import { responseLimits } from './repair-states.ts'

/** The times of an order that lengths are counted from, ISO moments as they travel. */
export interface RepairTimes {
  readonly reportedAt: string | null
  readonly acceptedAt: string | null
  readonly finishedAt: string | null
  readonly waitedMinutes: number | null
}

const minutes = (from: string | null, to: string | null): number | null =>
  from && to ? Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 60_000)) : null

/** Minutes from the report to the acceptance by an engineer; null before it. */
export const acceptLength = (order: RepairTimes): number | null => minutes(order.reportedAt, order.acceptedAt)

/** Minutes from the report to the end of the repair less those of waiting for parts or a provider; null before the end. */
export function repairLength(order: RepairTimes): number | null {
  const whole = minutes(order.reportedAt, order.finishedAt)
  return whole === null ? null : Math.max(0, whole - (order.waitedMinutes ?? 0))
}

/** Whether a report has waited longer for its acceptance than its urgency allows, at `now` in milliseconds; an unknown urgency has no limit. */
export function isPastResponseLimit(reportedAt: string, urgency: string, now: number): boolean {
  const limit = new Map<string, number>(Object.entries(responseLimits)).get(urgency)
  return limit !== undefined && now - Date.parse(reportedAt) > limit * 60_000
}
