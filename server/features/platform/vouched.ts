import { plainNumber } from './sms-send.ts'

/** A text that a provider says; undefined for anything else. */
export const wordsOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)

/** A mobile number as accounts hold it: eleven digits, without the code of the country; undefined for one of another form. */
export function mobileOf(value: unknown): string | undefined {
  const number = plainNumber((wordsOf(value) ?? '').replace(/[\s-]/g, ''))
  return /^\d{11}$/.test(number) ? number : undefined
}
