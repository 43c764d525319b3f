import { dayMs } from '#contract/kit/time/day.ts'
import { homeOffsetMs } from '#contract/kit/time/moment.ts'

const minuteMs = 60_000
/** Minimum and maximum of minute, hour, day, month, day of the week (0: Sunday). */
const bounds = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const
/** Search limit in days: eight years contain a match of every satisfiable schedule, 29 February included. */
const farthest = 8 * 366

/** A schedule as sets of values; undefined for `*`. */
export interface Schedule {
  readonly fields: readonly (ReadonlySet<number> | undefined)[]
}

function valuesOf(text: string, [least, most]: readonly [number, number]): ReadonlySet<number> | undefined {
  if (text === '*') return undefined
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const [, from, to, step] = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part) ?? []
    if (!/^(\*\/\d{1,2}|\d{1,2}(-\d{1,2})?(\/\d{1,2})?)$/.test(part)) throw new Error(`“${part}” is no part of a schedule`)
    const first = from === undefined ? least : Number(from)
    const last = to !== undefined ? Number(to) : from === undefined || step !== undefined ? most : first
    const by = step === undefined ? 1 : Number(step)
    if (first < least || last > most || first > last || by < 1) throw new Error(`“${part}” is outside ${least} to ${most}`)
    for (let value = first; value <= last; value += by) values.add(value)
  }
  return values
}

/** Parses the five fields of cron: minute, hour, day, month, day of the week; with lists, ranges and steps. Throws for anything else. */
export function scheduleOf(cron: string): Schedule {
  const texts = cron.trim().split(/\s+/)
  if (texts.length !== bounds.length) throw new Error(`“${cron}” has not five fields`)
  return { fields: texts.map((text, index) => valuesOf(text, bounds[index]!)) }
}

/**
 * Whether a day matches a schedule. If both day of the month and day of the week are limited, either may match, as in cron. `local`:
 * milliseconds in the time zone of the installation.
 */
function isDay({ fields: [, , day, month, weekday] }: Schedule, local: number): boolean {
  const date = new Date(local)
  if (month && !month.has(date.getUTCMonth() + 1)) return false
  const [inMonth, inWeek] = [day?.has(date.getUTCDate()), weekday?.has(date.getUTCDay())]
  return inMonth !== undefined && inWeek !== undefined ? inMonth || inWeek : (inMonth ?? inWeek ?? true)
}

const isMinute = ({ fields: [minute, hour] }: Schedule, local: number): boolean => {
  const date = new Date(local)
  return (minute?.has(date.getUTCMinutes()) ?? true) && (hour?.has(date.getUTCHours()) ?? true)
}

/** The first match of a schedule from `from` on, forwards or backwards. */
function search(schedule: Schedule, from: number, by: 1 | -1): number {
  let local = from + homeOffsetMs
  for (let days = 0; days < farthest; days++) {
    const start = Math.floor(local / dayMs) * dayMs
    if (isDay(schedule, local))
      for (; local >= start && local < start + dayMs; local += by * minuteMs) if (isMinute(schedule, local)) return local - homeOffsetMs
    local = by === 1 ? start + dayMs : start - minuteMs
  }
  throw new Error('the schedule has no moment')
}

/** The last match of a schedule that is not after `now`, in the time zone of the installation. In milliseconds. */
export const lastDue = (schedule: Schedule, now: number): number => search(schedule, Math.floor(now / minuteMs) * minuteMs, -1)

/** The first match of a schedule after `now`, in milliseconds. */
export const nextDue = (schedule: Schedule, now: number): number => search(schedule, Math.floor(now / minuteMs) * minuteMs + minuteMs, 1)
