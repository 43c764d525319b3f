import { dayStart, daysAfter, homeDay } from '../../kit/time/day.ts'
import type { HarmLevel } from './adverse-kinds.ts'

// By when an adverse event has to be reported. Days are whole days of the hospital after the day of awareness; hours are exact.

/** Days for the report of an event of one device; none: no term. */
const reportDays: Readonly<Partial<Record<HarmLevel, number>>> = { death: 7, serious: 20, possiblySerious: 20 }

const hourMs = 3_600_000
const groupHours = 12
const followHours = 24

/** What the first report depends on. */
export interface AdverseFacts {
  readonly harmLevel: HarmLevel
  readonly isGroup: boolean
  /** When the hospital learned of the event, ISO 8601. */
  readonly awareAt: string
}

const hoursAfter = (moment: string, hours: number): string => new Date(Date.parse(moment) + hours * hourMs).toISOString()

/** The moment until which the first report is due, the last second of a day for terms in days; null without a term. */
export function reportDue({ harmLevel, isGroup, awareAt }: AdverseFacts): string | null {
  if (isGroup) return hoursAfter(awareAt, groupHours)
  const days = reportDays[harmLevel]
  if (days === undefined) return null
  return new Date(Date.parse(dayStart(daysAfter(homeDay(new Date(awareAt)), days + 1))) - 1000).toISOString()
}

/** The moment until which the next report of a group event is due. */
export const followDue = (lastReportAt: string): string => hoursAfter(lastReportAt, followHours)
