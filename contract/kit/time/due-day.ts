import { type Cycle, cycleUnits, dayAfterCycle } from '../fields/cycle.ts'
import { daysAfter, daysBetween, mondayOf, monthAfter, monthsBetween } from './day.ts'

// When repeated work is due: occurrences of a cycle, moved into a season and away from rest days.

/** The days of a working calendar that differ from the week: `rest`: a holiday; `work`: a make-up working day. Weekends rest otherwise. */
export type WorkCalendar = ReadonlyMap<string, 'rest' | 'work'>

/** What decides when work is due. */
export interface DueTerms {
  readonly cycle: Cycle
  /** The months in which it may be due, 1 to 12; empty: any month. */
  readonly season: readonly number[]
  /** The working calendar, if work is moved away from rest days. */
  readonly calendar?: WorkCalendar | undefined
}

/** The longest run of rest days that is looked through. A calendar without a working day in it moves nothing. */
const longestRest = 60

/** Whether a day is a Saturday or Sunday. */
export const isWeekend = (day: string): boolean => daysBetween(mondayOf(day), day) >= 5

/** Whether people rest on a day: by the calendar, else on Saturday and Sunday. */
export function isRestDay(day: string, calendar: WorkCalendar): boolean {
  const said = calendar.get(day)
  return said === undefined ? isWeekend(day) : said === 'rest'
}

/** The day itself or the next working day. */
export function workingDay(day: string, calendar: WorkCalendar | undefined): string {
  if (!calendar) return day
  for (let more = 0; more < longestRest; more++) {
    const next = daysAfter(day, more)
    if (!isRestDay(next, calendar)) return next
  }
  return day
}

const monthOf = (day: string): number => Number(day.slice(5, 7))
const isInSeason = (day: string, season: readonly number[]): boolean => season.length === 0 || season.includes(monthOf(day))

/** The first day of the next month of the season. */
function seasonStart(day: string, season: readonly number[]): string {
  for (let more = 1; more <= 12; more++) {
    const first = monthAfter(day, more)
    if (season.includes(monthOf(first))) return first
  }
  return day
}

/** The occurrence with a number: each is counted from the anchor, so that month ends do not drift. */
const occurrence = (anchor: string, { count, unit }: Cycle, at: number): string =>
  at === 0 ? anchor : dayAfterCycle(anchor, { count: count * at, unit })

/** The number of the first occurrence after a day; 0 or more. */
function firstAfter(anchor: string, cycle: Cycle, day: string): number {
  if (day < anchor) return 0
  const { count, unit } = cycle
  const passed = unit === 'day' ? daysBetween(anchor, day) / count : monthsBetween(anchor, day) / (unit === 'year' ? count * 12 : count)
  let at = Math.max(0, Math.floor(passed) - 1)
  while (occurrence(anchor, cycle, at) <= day) at++
  return at
}

/** An occurrence moved into the season: to the first occurrence in the next month of the season, else to the first day of that month. */
function inSeason(anchor: string, { cycle, season }: DueTerms, day: string): string {
  if (isInSeason(day, season)) return day
  const start = seasonStart(day, season)
  const found = occurrence(anchor, cycle, firstAfter(anchor, cycle, daysAfter(start, -1)))
  return found < monthAfter(start, 1) ? found : start
}

/**
 * The first due day after a day. `anchor`: the day that the cycle is counted from, itself an occurrence. An occurrence on a rest day is due
 * on the next working day; those that move to the same day are due once.
 */
export function dueAfter(anchor: string, terms: DueTerms, after: string): string {
  for (let at = firstAfter(anchor, terms.cycle, after), tries = 0; ; at++, tries++) {
    const due = workingDay(inSeason(anchor, terms, occurrence(anchor, terms.cycle, at)), terms.calendar)
    if (due > after || tries > longestRest * 2) return due
  }
}

/** The first due day on or after a day. */
export const dueFrom = (anchor: string, terms: DueTerms, from: string): string => dueAfter(anchor, terms, daysAfter(from, -1))

/** Occurrences after one due day until a day, both as due days: those that pass while the first is still open. */
export function passedBetween(anchor: string, terms: DueTerms, due: string, until: string): number {
  let passed = 0
  for (let next = dueAfter(anchor, terms, due); next <= until && passed < 9999; next = dueAfter(anchor, terms, next)) passed++
  return passed
}

/** How the next date is counted: from the planned date or from the completion. */
export type CountedFrom = 'planned' | 'completed'

/** A schedule: its anchor and its due day. */
export interface Schedule {
  readonly anchor: string
  readonly due: string
}

/**
 * The schedule after work that was due is done, or given up (`doneOn` absent). Counted from planned dates an early or late completion moves
 * nothing, and occurrences until `today` are missed. Counted from the completion the cycle begins again, except when the work was done on its
 * due day: that keeps the day of the chain, 31 January, 28 February, 31 March.
 */
export function scheduleAfter(
  { anchor, due }: Schedule,
  terms: DueTerms,
  countedFrom: CountedFrom,
  today: string,
  doneOn?: string,
): Schedule & { readonly missed: number } {
  if (countedFrom === 'completed' && doneOn !== undefined && doneOn !== due) {
    // The day of completion is no occurrence that is due again.
    const next = dueAfter(doneOn, terms, doneOn)
    return { anchor: doneOn, due: next, missed: 0 }
  }
  const missed = countedFrom === 'planned' ? passedBetween(anchor, terms, due, today) : 0
  const isDone = countedFrom === 'completed' && doneOn !== undefined
  const next = dueAfter(anchor, terms, due > today || isDone ? due : today)
  return { anchor, due: next, missed }
}

/** Days of a cycle, about: to spread work over it, and to tell how much work it makes. */
export const daysOfCycle = ({ count, unit }: Cycle): number =>
  Math.max(1, Math.round((count * cycleUnits[unit].size) / cycleUnits.day.size))

/**
 * First due days for several schedules that begin on a day, evenly over the cycle: over its days in the season that are no rest days. A
 * season that lies outside the cycle gives its own days.
 */
export function spreadDays(start: string, terms: DueTerms, count: number): string[] {
  const fits = (day: string): boolean => isInSeason(day, terms.season) && !(terms.calendar && isRestDay(day, terms.calendar))
  const within = (from: string, days: number): string[] => Array.from({ length: days }, (_, at) => daysAfter(from, at)).filter(fits)
  let days = within(start, daysOfCycle(terms.cycle))
  if (days.length === 0) {
    const first = isInSeason(start, terms.season) ? start : seasonStart(start, terms.season)
    days = within(first, daysBetween(first, monthAfter(first, 1)))
    if (days.length === 0) days = [workingDay(first, terms.calendar)]
  }
  return Array.from({ length: count }, (_, at) => days[Math.floor((at * days.length) / count)]!)
}
