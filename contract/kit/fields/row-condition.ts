import type { Entity } from '../entity/entity.ts'
import { isDay } from '../time/moment.ts'
import type { Field } from './field.ts'

/** The comparison of a condition: one of the values, none of them, at least, at most, or the person's own (user or department). */
export const comparisons = {
  in: { zh: '属于', en: 'is one of' },
  notIn: { zh: '不属于', en: 'is none of' },
  from: { zh: '不小于', en: 'is at least' },
  to: { zh: '不大于', en: 'is at most' },
  mine: { zh: '是本人或本科室', en: 'is my own' },
} as const
export type Comparison = keyof typeof comparisons

/** A condition on one declared field of a row; `values` in wire form, none for `mine`. */
export interface RowCondition {
  readonly field: string
  readonly is: Comparison
  readonly values: readonly string[]
}

/** Maximum number of conditions of a data scope. */
export const mostConditions = 10
/** Maximum number of values of a condition. */
export const mostValues = 200

/** The comparisons that a field allows; empty for fields that conditions cannot use. */
export function comparisonsOf(field: Field): readonly Comparison[] {
  if (field.kind === 'link') return field.to === 'user' || field.to === 'dept' ? ['in', 'notIn', 'mine'] : ['in', 'notIn']
  if (field.kind === 'choice' || field.kind === 'flag') return ['in', 'notIn']
  const isOrdered = field.kind === 'integer' || field.kind === 'decimal' || field.kind === 'money' || field.kind === 'date'
  return isOrdered && !field.computed ? ['from', 'to'] : []
}

const number = /^-?\d{1,14}(\.\d{1,4})?$/

function isValue(field: Field, value: string): boolean {
  if (field.kind === 'choice') return Object.hasOwn(field.of, value)
  if (field.kind === 'flag') return value === '0' || value === '1'
  if (field.kind === 'link') return /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(value)
  if (field.kind === 'integer') return /^-?\d{1,9}$/.test(value)
  if (field.kind === 'date') return isDay(value)
  return number.test(value)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function conditionIn(of: Entity, given: unknown): RowCondition | undefined {
  if (!isObject(given) || Object.keys(given).some((key) => !['field', 'is', 'values'].includes(key))) return undefined
  const field = typeof given.field === 'string' && Object.hasOwn(of.fields, given.field) ? of.fields[given.field] : undefined
  const is = comparisonsOf(field ?? { kind: 'json', zh: '', en: '' }).find((one) => one === given.is)
  const values = given.values ?? []
  if (!field || !is || !Array.isArray(values) || values.length > mostValues) return undefined
  if (!values.every((value) => typeof value === 'string' && isValue(field, value))) return undefined
  const wanted = is === 'mine' ? values.length === 0 : is === 'in' || is === 'notIn' ? values.length > 0 : values.length === 1
  return wanted ? { field: given.field as string, is, values: [...new Set(values as string[])] } : undefined
}

/** Parses conditions for storage; undefined if there are none or too many, or if one does not fit the declaration of the entity. */
export function conditionsIn(of: Entity, given: unknown): RowCondition[] | undefined {
  if (!Array.isArray(given) || given.length === 0 || given.length > mostConditions) return undefined
  const found = given.map((one) => conditionIn(of, one))
  return found.every((one) => one !== undefined) ? found : undefined
}
