import { accessLogDays } from './entities/record/access-log.ts'

/** The platform's parameter with the number of days that logs are kept, by its key. */
export const keptDays = { key: 'log.keptDays', least: accessLogDays, most: 3650 } as const

/** The number of days in a parameter; undefined if it is not an allowed number. */
export const keptDaysOf = (value: unknown): number | undefined => {
  const text = String(value ?? '').trim()
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return days >= keptDays.least && days <= keptDays.most ? days : undefined
}
