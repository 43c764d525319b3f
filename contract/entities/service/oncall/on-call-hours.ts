import { dayStart, daysAfter, daysBetween, homeDay, mondayOf } from '../../../kit/time/day.ts'
import { isRestDay, type WorkCalendar } from '../../../kit/time/due-day.ts'

// Working hours, shifts and gaps of a rota, in moments (milliseconds).

/** Minutes of a day. */
export interface Hours {
  readonly from: number
  readonly to: number
}

const dayMinutes = 1440
const minuteMs = 60_000
const clock = /^([01]?\d|2[0-4])[:：]([0-5]\d)$/

/** The minute of the day of a clock time, 0 to 1440; undefined for other texts. */
export function minuteOf(text: string): number | undefined {
  const parts = clock.exec(text.trim())
  const minutes = parts ? Number(parts[1]) * 60 + Number(parts[2]) : Number.NaN
  return minutes <= dayMinutes ? minutes : undefined
}

/** The working hours that a text says, such as 08:00-12:00,14:00-17:30: up to 4 spans in order; undefined for other texts. */
export function hoursIn(value: unknown): readonly Hours[] | undefined {
  const spans = String(value ?? '')
    .split(/[,，、;；]/)
    .filter((one) => one.trim() !== '')
    .map((one) => one.split(/[-–—~～至]/).map(minuteOf))
  let last = -1
  const found: Hours[] = []
  for (const [from, to, more] of spans) {
    if (from === undefined || to === undefined || more !== undefined || from >= to || from < last) return undefined
    last = to
    found.push({ from, to })
  }
  return found.length > 0 && found.length <= 4 && spans.every((one) => one.length === 2) ? found : undefined
}

/** When a shift repeats, or from when to when it is. */
export type ShiftTimes =
  | {
      readonly kind: 'weekly'
      readonly weekday: number
      readonly from: number
      readonly to: number
      readonly validFrom: string
      readonly validTo: string | null
    }
  | { readonly kind: 'dated'; readonly from: number; readonly to: number }

/** A stretch of a shift. */
export interface Stretch<S> {
  readonly from: number
  readonly to: number
  readonly shift: S
}

/** The length of a weekly shift in minutes; one that ends at or before its start ends the next day. */
const lengthOf = ({ from, to }: { readonly from: number; readonly to: number }): number =>
  (to - from + dayMinutes) % dayMinutes || dayMinutes

/** The day of the week, 1 for Monday to 7. */
const weekdayOf = (day: string): number => daysBetween(mondayOf(day), day) + 1

/** The stretches of a shift that lie between two moments, whole. */
export function stretchesOf<S extends ShiftTimes>(shift: S, from: number, to: number): Stretch<S>[] {
  if (shift.kind === 'dated') return shift.from < to && from < shift.to ? [{ from: shift.from, to: shift.to, shift }] : []
  const found: Stretch<S>[] = []
  const last = homeDay(new Date(to))
  for (let day = daysAfter(homeDay(new Date(from)), -1); day <= last; day = daysAfter(day, 1)) {
    if (weekdayOf(day) !== shift.weekday || day < shift.validFrom || (shift.validTo && day > shift.validTo)) continue
    const begins = Date.parse(dayStart(day)) + shift.from * minuteMs
    const ends = begins + lengthOf(shift) * minuteMs
    if (begins < to && from < ends) found.push({ from: begins, to: ends, shift })
  }
  return found
}

/** The stretch that a moment is in: of a dated shift before one of the week. */
export function stretchAt<S extends ShiftTimes>(shifts: readonly S[], at: number): Stretch<S> | undefined {
  const found = shifts.flatMap((shift) => stretchesOf(shift, at, at + 1))
  return found.find(({ shift }) => shift.kind === 'dated') ?? found[0]
}

const laterOf = (one: string, other: string): string => (one < other ? other : one)
/** The earlier of two days; null is never. */
const earlierOf = (one: string | null, other: string | null): string | null => (one && other ? (one < other ? one : other) : (one ?? other))

/** Whether two shifts of one rota and kind overlap at any time. */
export function clash(one: ShiftTimes, other: ShiftTimes): boolean {
  if (one.kind === 'dated' || other.kind === 'dated')
    return one.kind === 'dated' && other.kind === 'dated' && one.from < other.to && other.from < one.to
  // A shift is 24 hours at most, so that only neighbouring days meet.
  return [-1, 0, 1].some((days) => {
    if ((one.weekday - 1 + days + 7) % 7 !== other.weekday - 1) return false
    const begins = days * dayMinutes + other.from
    if (!(one.from < begins + lengthOf(other) && begins < one.from + lengthOf(one))) return false
    const [from, shifted] = [one.validFrom, daysAfter(other.validFrom, -days)]
    const start = laterOf(from, shifted)
    const end = earlierOf(one.validTo, other.validTo && daysAfter(other.validTo, -days))
    const first = daysAfter(start, (one.weekday - weekdayOf(start) + 7) % 7)
    return end === null || first <= end
  })
}

/** The working time of a day. */
const worksOn = (day: string, hours: readonly Hours[], calendar: WorkCalendar): readonly { from: number; to: number }[] => {
  if (isRestDay(day, calendar)) return []
  const start = Date.parse(dayStart(day))
  return hours.map(({ from, to }) => ({ from: start + from * minuteMs, to: start + to * minuteMs }))
}

/** Whether a moment is in working hours. */
export const isWorkTime = (at: number, hours: readonly Hours[], calendar: WorkCalendar): boolean =>
  worksOn(homeDay(new Date(at)), hours, calendar).some(({ from, to }) => from <= at && at < to)

/** How far ahead the end of working hours is looked for: a hospital whose every day is working time from 00:00 to 24:00 has none. */
const mostDaysAhead = 400

/** The first moment from this one on that is outside working hours; undefined: there is none. */
export function offWork(at: number, hours: readonly Hours[], calendar: WorkCalendar): number | undefined {
  const last = daysAfter(homeDay(new Date(at)), mostDaysAhead)
  let free = at
  for (let day = homeDay(new Date(at)); day <= last; day = daysAfter(day, 1)) {
    for (const { from, to } of worksOn(day, hours, calendar)) if (from <= free && free < to) free = to
    if (free < Date.parse(dayStart(daysAfter(day, 1)))) return free
  }
  return undefined
}

/** A part of a rota: a shift, working hours without one, or a gap in which no one is called but the leader. */
export interface RotaPart<S> {
  readonly from: number
  readonly to: number
  readonly kind: 'weekly' | 'dated' | 'work' | 'gap'
  readonly shift?: S
}

/** All parts between two moments, without a hole: dated shifts before those of the week, then working hours, then gaps. */
export function partsOf<S extends ShiftTimes>(
  shifts: readonly S[],
  from: number,
  to: number,
  hours: readonly Hours[],
  calendar: WorkCalendar,
): RotaPart<S>[] {
  const stretches = shifts.flatMap((shift) => stretchesOf(shift, from, to))
  const works: { from: number; to: number }[] = []
  const last = homeDay(new Date(to))
  for (let day = homeDay(new Date(from)); day <= last; day = daysAfter(day, 1)) works.push(...worksOn(day, hours, calendar))
  const edges = [from, to, ...[...stretches, ...works].flatMap((one) => [one.from, one.to])].filter((at) => from <= at && at <= to)
  const sorted = [...new Set(edges)].sort((one, other) => one - other)
  const parts: RotaPart<S>[] = []
  for (const [at, begins] of sorted.slice(0, -1).entries()) {
    const ends = sorted[at + 1]!
    const here = stretches.filter((one) => one.from <= begins && begins < one.to)
    const shift = (here.find((one) => one.shift.kind === 'dated') ?? here[0])?.shift
    const kind = shift?.kind ?? (works.some((one) => one.from <= begins && begins < one.to) ? 'work' : 'gap')
    const before = parts.at(-1)
    if (before && before.kind === kind && before.shift === shift) parts[parts.length - 1] = { ...before, to: ends }
    else parts.push({ from: begins, to: ends, kind, ...(shift && { shift }) })
  }
  return parts
}
