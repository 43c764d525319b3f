import { wireName } from '#contract/kit/entity/shape.ts'
import type { Field, FieldMap } from '#contract/kit/fields/field.ts'
import { parse } from '#contract/kit/fields/parse.ts'
import type { Problem } from '#contract/kit/fields/problem.ts'
import { isEmpty, sameInForm } from '#contract/kit/fields/same.ts'

type Values = Readonly<Record<string, unknown>>

const typed: ReadonlySet<Field['kind']> = new Set([
  'text',
  'integer',
  'decimal',
  'money',
  'flag',
  'date',
  'time',
  'choice',
  'dictionary',
  'link',
  'ids',
  'choices',
  'items',
])

/** The fields that a person can fill in. */
export function writable(fields: FieldMap): [string, Field][] {
  return Object.entries(fields).filter(([, field]) => !field.readOnly && typed.has(field.kind))
}

/** Initial values of a form, by wire name: those of the row, or the default choices of a new one. */
export function startOf(fields: FieldMap, row: Values | undefined): Record<string, unknown> {
  return Object.fromEntries(
    writable(fields).map(([name, field]) => {
      const wire = wireName(name, field)
      const initial = field.kind === 'choice' ? field.initial : undefined
      return [wire, row ? (row[wire] ?? undefined) : initial]
    }),
  )
}

/** The value to send: null for an empty value, except for a list, which stays empty. */
const sent = (value: unknown): unknown => (isEmpty(value) && !Array.isArray(value) ? null : value)

/** The differences from the start; a cleared value is null. */
export function changes(start: Values, now: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(now)
      .filter(([name, value]) => !sameInForm(start[name], value))
      .map(([name, value]) => [name, sent(value)]),
  )
}

/** The value to send: lines of a table without extra data of the form, such as link titles. */
export function plain(field: Field, value: unknown): unknown {
  if (field.kind !== 'items' || !Array.isArray(value)) return value
  const open = new Set(writable(field.fields).map(([name, inner]) => wireName(name, inner)))
  return value.map((line: Values) => Object.fromEntries(Object.entries(line).filter(([wire]) => open.has(wire))))
}

/** All values of a form in the form to send. */
export const plainValues = (fields: FieldMap, values: Values): Values => {
  const byWire = new Map(Object.entries(fields).map(([name, field]) => [wireName(name, field), field]))
  return Object.fromEntries(
    Object.entries(values).map(([wire, value]) => {
      const field = byWire.get(wire)
      return [wire, field ? plain(field, value) : value]
    }),
  )
}

/** The problem of one entered value, or undefined. */
export function problemOf(name: string, field: Field, value: unknown): Problem | undefined {
  const wire = wireName(name, field)
  return parse({ [name]: field }, { [wire]: plain(field, sent(value)) }).problems[0]
}
