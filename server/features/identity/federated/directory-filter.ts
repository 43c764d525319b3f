import { FilterParser } from 'ldapts'

/** What stands for the typed account in a filter. */
export const accountMark = '{account}'

/** A value as a filter of RFC 4515 may hold it: its signs mean themselves. */
export const escaped = (value: string): string =>
  value.replace(/[\\*()\0]/g, (sign) => `\\${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)

/** The filter that finds one account; the value cannot change what the filter asks. */
export const filterFor = (filter: string, account: string): string => filter.replaceAll(accountMark, () => escaped(account))

/** Whether a filter asks for an account and can be read. */
export function isFilter(filter: string): boolean {
  if (!filter.includes(accountMark)) return false
  try {
    FilterParser.parseString(filterFor(filter, 'name'))
    return true
  } catch {
    return false
  }
}
