import type { Field } from './field.ts'

type Plain = Readonly<Record<string, unknown>>

const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether two JSON values say the same; the order of keys says nothing. */
export function sameJson(from: unknown, to: unknown): boolean {
  if (Array.isArray(from) && Array.isArray(to)) return from.length === to.length && from.every((one, index) => sameJson(one, to[index]))
  if (!isPlain(from) || !isPlain(to)) return from === to
  const names = Object.keys(from)
  return names.length === Object.keys(to).length && names.every((name) => Object.hasOwn(to, name) && sameJson(from[name], to[name]))
}

/** Whether two values are stored as the same: amounts and decimals by number, times by instant, JSON by what it says. */
export function same(field: Field, from: unknown, to: unknown): boolean {
  if (from === to || (from ?? null) === (to ?? null)) return true
  if (from === null || to === null || from === undefined || to === undefined) return false
  if (field.kind === 'money' || field.kind === 'decimal') return Number(from) === Number(to)
  if (field.kind === 'time') return Date.parse(String(from)) === Date.parse(String(to))
  if (field.kind === 'json') return sameJson(from, to)
  if (Array.isArray(from) && Array.isArray(to)) return from.length === to.length && from.every((one, index) => one === to[index])
  return false
}

/** Whether a form value is empty. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Whether two form values are the same: inputs may hold numbers as text, and empty values in several forms. */
export const sameInForm = (one: unknown, other: unknown): boolean => (isEmpty(one) && isEmpty(other)) || textOf(one) === textOf(other)
