import type { Field } from './field.ts'

/** Whether two values are stored as the same: amounts and decimals by number, times by instant. */
export function same(field: Field, from: unknown, to: unknown): boolean {
  if (from === to || (from ?? null) === (to ?? null)) return true
  if (from === null || to === null || from === undefined || to === undefined) return false
  if (field.kind === 'money' || field.kind === 'decimal') return Number(from) === Number(to)
  if (field.kind === 'time') return Date.parse(String(from)) === Date.parse(String(to))
  if (Array.isArray(from) && Array.isArray(to)) return from.length === to.length && from.every((one, index) => one === to[index])
  return false
}

/** Whether a form value is empty. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Whether two form values are the same: inputs may hold numbers as text, and empty values in several forms. */
export const sameInForm = (one: unknown, other: unknown): boolean => (isEmpty(one) && isEmpty(other)) || textOf(one) === textOf(other)
