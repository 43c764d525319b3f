import { accessLogDays } from './entities/platform/access-log.ts'

/** How many days the months of the logs are kept: a parameter of the platform, by its key. */
export const keptDays = { key: 'log.keptDays', least: accessLogDays, most: 3650 } as const

/** The days that a parameter says; undefined: it says no number of days that is allowed. */
export const keptDaysOf = (value: unknown): number | undefined => {
  const text = String(value ?? '').trim()
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return days >= keptDays.least && days <= keptDays.most ? days : undefined
}
