import type { Field, FieldMap } from '#contract/kit/field.ts'
import { parse } from '#contract/kit/parse.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { wireName } from '#contract/kit/shape.ts'

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

/** The fields a person can fill in. */
export function writable(fields: FieldMap): [string, Field][] {
  return Object.entries(fields).filter(([, field]) => !field.readOnly && typed.has(field.kind))
}

/** Initial values of a form, by wire name: the row, or the initial choices of a new one. */
export function startOf(fields: FieldMap, row: Values | undefined): Record<string, unknown> {
  return Object.fromEntries(
    writable(fields).map(([name, field]) => {
      const wire = wireName(name, field)
      const initial = field.kind === 'choice' ? field.initial : undefined
      return [wire, row ? (row[wire] ?? undefined) : initial]
    }),
  )
}

const empty = (value: unknown): boolean => value === undefined || value === null || value === ''
const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
const same = (one: unknown, other: unknown): boolean => (empty(one) && empty(other)) || textOf(one) === textOf(other)

/** Only the differences from the start; an emptied value is null. */
export function changes(start: Values, now: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(now)
      .filter(([name, value]) => !same(start[name], value))
      .map(([name, value]) => [name, empty(value) ? null : value]),
  )
}

/** The problem of one typed value, or undefined. */
export function problemOf(name: string, field: Field, value: unknown): Problem | undefined {
  const wire = wireName(name, field)
  return parse({ [name]: field }, { [wire]: empty(value) ? null : value }).problems[0]
}
