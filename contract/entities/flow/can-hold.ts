import type { Field, FieldMap } from '../../kit/fields/field.ts'
import type { Comparison, Condition } from './tree.ts'

const isNumber = (field: Field): boolean => ['integer', 'decimal', 'money'].includes(field.kind)

/** The comparisons that a fact offers. */
export function comparisonsOf(field: Field): readonly Comparison[] {
  if (isNumber(field)) return ['eq', 'ne', 'lt', 'le', 'gt', 'ge']
  if (field.kind === 'flag') return ['eq']
  if (field.kind === 'date' || field.kind === 'time' || field.kind === 'text') return ['eq', 'ne']
  return ['in', 'notIn']
}

interface Range {
  readonly low: number
  readonly high: number
  readonly openLow: boolean
  readonly openHigh: boolean
}

const step = (field: Field): number => (field.kind === 'integer' ? 1 : 0)

function narrowed(range: Range, { is, value }: Condition): Range {
  const limit = Number(value)
  if (is === 'eq') return { low: Math.max(range.low, limit), high: Math.min(range.high, limit), openLow: false, openHigh: false }
  if ((is === 'gt' || is === 'ge') && limit >= range.low)
    return { ...range, low: limit, openLow: is === 'gt' || (limit === range.low && range.openLow) }
  if ((is === 'lt' || is === 'le') && limit <= range.high)
    return { ...range, high: limit, openHigh: is === 'lt' || (limit === range.high && range.openHigh) }
  return range
}

function rangeHolds(field: Field, conditions: readonly Condition[]): boolean {
  const { min, max } = field as { min?: number; max?: number }
  const all: Range = { low: min ?? Number.NEGATIVE_INFINITY, high: max ?? Number.POSITIVE_INFINITY, openLow: false, openHigh: false }
  const { low, high, openLow, openHigh } = conditions.reduce(narrowed, all)
  if (step(field) === 1) return Math.ceil(openLow ? low + 1e-9 : low) <= Math.floor(openHigh ? high - 1e-9 : high)
  return low < high || (low === high && !openLow && !openHigh)
}

/** Keys that are left by `in` and `notIn`; a fact of several values can fit several conditions, so that only one alone is judged. */
function keysHold(field: Field, conditions: readonly Condition[]): boolean {
  const offered = field.kind === 'choice' ? new Set(Object.keys(field.of)) : undefined
  return conditions.every(({ is, value }) => {
    const keys = (Array.isArray(value) ? value : [value]).map(String)
    if (is === 'in' || is === 'eq') return keys.some((key) => !offered || offered.has(key))
    return !offered || [...offered].some((key) => !keys.includes(key))
  })
}

/** Whether a group of conditions can hold for any document. Unknown facts never do. */
export function canHold(group: readonly Condition[], facts: FieldMap): boolean {
  return [...new Set(group.map(({ fact }) => fact))].every((name) => {
    const conditions = group.filter(({ fact }) => fact === name)
    const field = facts[name]
    if (!field) return false
    return isNumber(field) ? rangeHolds(field, conditions) : keysHold(field, conditions)
  })
}
