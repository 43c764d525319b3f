import { daysAfter, homeDay, monthAfter } from '../kit/time/day.ts'
import type { Part } from './gs1-table.ts'

/** Whether the last digit is the GS1 check digit of the others (weights 3 and 1 from the right). */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** Expands a two-digit year: at most 49 years in the past and 50 in the future. */
function yearOf(digits: string, now: Date): number {
  const current = Number(homeDay(now).slice(0, 4))
  const year = Math.floor(current / 100) * 100 + Number(digits)
  if (year - current > 50) return year - 100
  return year - current < -49 ? year + 100 : year
}

/** Converts `yymmdd` to `2027-12-31`; day 00 means the last day of the month. Undefined for an invalid date. */
export function dayOf(yymmdd: string, now: Date): string | undefined {
  const [year, month, day] = [yearOf(yymmdd.slice(0, 2), now), Number(yymmdd.slice(2, 4)), Number(yymmdd.slice(4, 6))]
  if (month < 1 || month > 12) return undefined
  const two = (value: number): string => String(value).padStart(2, '0')
  const last = daysAfter(monthAfter(`${year}-${two(month)}-01`, 1), -1)
  const found = `${last.slice(0, 8)}${two(day)}`
  if (found > last) return undefined
  return day === 0 ? last : found
}

const characters: Readonly<Record<Part['kind'], RegExp>> = {
  N: /^\d*$/,
  X: /^[!"%-?A-Z_a-z]*$/,
  Y: /^[#\-/0-9A-Z]*$/,
  Z: /^[\w\-=]*$/,
}

/** The fault of a value. */
export type Flaw = 'too_short' | 'too_long' | 'bad_characters' | 'bad_check_digit' | 'bad_date'

const flawOf = (text: string, { kind, min, check }: Part, now: Date): Flaw | undefined => {
  if (!characters[kind].test(text)) return 'bad_characters'
  if (text.length < min) return 'too_short'
  if (check === 'csum') return hasCheckDigit(text) ? undefined : 'bad_check_digit'
  if (check === 'hhmi') return /^([01]\d|2[0-3])[0-5]\d$/.test(text) ? undefined : 'bad_date'
  if (check === undefined) return undefined
  return dayOf(text, now) === undefined || (check === 'yymmdd' && text.endsWith('00')) ? 'bad_date' : undefined
}

/** Checks a full value against its parts; undefined when it is valid. */
export function flawIn(value: string, parts: readonly Part[], now: Date): Flaw | undefined {
  let rest = value
  for (const part of parts) {
    const text = rest.slice(0, part.max)
    rest = rest.slice(part.max)
    if (text === '' && part.isOptional) continue
    const flaw = flawOf(text, part, now)
    if (flaw) return flaw
  }
  return rest === '' ? undefined : 'too_long'
}
