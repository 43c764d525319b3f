import { homeOffset, homeTime } from './moment.ts'

// Arithmetic on calendar days, written `yyyy-MM-dd`. A day has no time zone; `homeDay` converts a moment.

/** Milliseconds of a day. */
export const dayMs = 86_400_000

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The day of a moment in home time. */
export const homeDay = (now: Date): string => homeTime(now.toISOString()).slice(0, 10)

/** The hour of a moment in home time, 0 to 23. */
export const homeHour = (now: Date): number => Number(homeTime(now.toISOString()).slice(11, 13))

/** The moment at which a day begins in home time, ISO 8601 in UTC. */
export const dayStart = (day: string): string => new Date(`${day}T00:00:00${homeOffset}`).toISOString()

/** The day some days later; earlier for a negative number. */
export const daysAfter = (day: string, days: number): string => dayOf(startOf(day) + days * dayMs)

/** Days from one day to another; negative if the other is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((startOf(to) - startOf(from)) / dayMs)

/** The Monday of the week of a day. */
export const mondayOf = (day: string): string => daysAfter(day, -((new Date(startOf(day)).getUTCDay() + 6) % 7))

/** The first day of the month some months after a day's month; before for a negative number. */
export const monthAfter = (day: string, months: number): string =>
  dayOf(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, 1))

/** Day of the month, 1 to 31. */
export const dayOfMonth = (day: string): number => Number(day.slice(8, 10))

/** Whether a day is the last of its month. */
export const isMonthEnd = (day: string): boolean => dayOfMonth(daysAfter(day, 1)) === 1

/** The same day some months later, or the last day of a shorter month. */
export function monthsAfter(day: string, months: number): string {
  const first = monthAfter(day, months)
  const last = daysAfter(monthAfter(first, 1), -1)
  const same = `${first.slice(0, 8)}${day.slice(8)}`
  return same > last ? last : same
}

/** Months from the month of one day to that of another. */
export const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

/** The same day some years earlier; 28 February if that year has no 29th. */
export function yearsBefore(day: string, years: number): string {
  const same = `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`
  const found = dayOf(startOf(same))
  return found === same ? found : daysAfter(found, -1)
}
