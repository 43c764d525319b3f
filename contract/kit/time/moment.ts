/** The offset of times without one; all hospitals share one time zone without daylight saving. */
export const homeOffset = '+08:00'

/** The same offset in milliseconds. */
export const homeOffsetMs = -Date.parse(`1970-01-01T00:00:00${homeOffset}`)

/** The same zone for `Intl`; POSIX names have inverted signs, positive west of Greenwich. */
export const homeZone = `Etc/GMT${homeOffsetMs > 0 ? '-' : '+'}${Math.abs(homeOffsetMs) / 3_600_000}`

const day = /^(\d{4})-(\d{2})-(\d{2})$/
const local = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)$/
const zoned = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** Whether a text is a calendar day between 1900 and 2199, `yyyy-MM-dd`. */
export function isDay(value: string): boolean {
  const parts = day.exec(value)
  if (!parts) return false
  const year = Number(parts[1])
  if (year < 1900 || year > 2199) return false
  const moment = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value)
}

/** ISO 8601 in UTC of a time with an offset, or in home time without one; undefined for other texts. */
export function momentOf(value: string): string | undefined {
  const typed = local.exec(value)
  const whole = typed
    ? `${typed[1]}T${typed[2]}${homeOffset}`
    : day.test(value)
      ? `${value}T00:00:00${homeOffset}`
      : zoned.test(value)
        ? value
        : undefined
  if (whole === undefined || !isDay(whole.slice(0, 10))) return undefined
  const moment = new Date(whole)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

/** `yyyy-MM-dd HH:mm:ss` in home time of an ISO time, for sentences and sheets. */
export function homeTime(iso: string): string {
  return new Date(Date.parse(iso) + homeOffsetMs).toISOString().slice(0, 19).replace('T', ' ')
}
