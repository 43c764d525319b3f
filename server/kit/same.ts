import type { Field } from '#contract/kit/field.ts'

/** Whether two values are the same as they are stored: amounts and decimals by number, moments by instant. */
export function same(field: Field, from: unknown, to: unknown): boolean {
  if (from === to || (from ?? null) === (to ?? null)) return true
  if (from === null || to === null || from === undefined || to === undefined) return false
  if (field.kind === 'money' || field.kind === 'decimal') return Number(from) === Number(to)
  if (field.kind === 'time') return Date.parse(String(from)) === Date.parse(String(to))
  if (Array.isArray(from) && Array.isArray(to)) return from.length === to.length && from.every((one, index) => one === to[index])
  return false
}
