import { fileOf } from './reports.ts'

/** A test file whose failures do not refuse a change while its cause is being mended. */
export interface Quarantined {
  /** Path from the root of the clone. */
  readonly file: string
  /** What fails and what is known of the cause. */
  readonly reason: string
  /** The day of the entry, `yyyy-mm-dd`. */
  readonly since: string
}

/** Days after which an entry no longer excuses a failure. */
export const quarantineDays = 7

/** The files in quarantine. They run in every run, and their failures are named. */
export const quarantine: readonly Quarantined[] = []

const msPerDay = 24 * 60 * 60 * 1000

/** Whether an entry excuses failures on the day of `now`. */
export const isOpen = ({ since }: Quarantined, now: Date): boolean => {
  const days = (now.getTime() - Date.parse(since)) / msPerDay
  return days >= 0 && days < quarantineDays + 1
}

/** Whether a failure at `where` (a file, or a file with its line) is excused on the day of `now`. */
export const isExcused = (where: string, now: Date, list: readonly Quarantined[] = quarantine): boolean =>
  list.some((one) => one.file === fileOf(where) && isOpen(one, now))
