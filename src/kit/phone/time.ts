import { homeDay } from '#contract/kit/time/day.ts'
import type { Language } from '#contract/kit/words.ts'
import { dateFormat, numberFormat } from '../formats.ts'

/** A time in the shortest unambiguous form: only the time for today, else day and time. `at` in milliseconds or ISO. */
export function shortTime(at: number | string, language: Language, now: Date = new Date()): string {
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) return ''
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const [its, today] = [homeDay(moment), homeDay(now)]
  const isToday = its === today
  const isThisYear = its.slice(0, 4) === today.slice(0, 4)
  const day = isToday ? {} : ({ month: 'numeric', day: 'numeric', ...(isThisYear ? {} : { year: 'numeric' }) } as const)
  return dateFormat(language, { ...day, ...clock }).format(moment)
}

/** A number with the separators of the language. */
export function shownNumber(value: number, language: Language): string {
  return numberFormat(language).format(value)
}

/** Bytes as megabytes, with one decimal. */
export function megabytes(bytes: number, language: Language): string {
  return `${numberFormat(language, { maximumFractionDigits: 1 }).format(bytes / 1_000_000)} MB`
}
