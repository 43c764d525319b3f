import type { Wanted } from '../kit/figures/measure.ts'
import { daysAfter } from '../kit/time/day.ts'
import type { Bound, Compared } from './comparisons.ts'
import { dueDateOf, openOf } from './due.ts'
import { type Days, dayBefore, isTime, type Period } from './periods.ts'
import type { Scope } from './scope.ts'

/** What a sentence says of dates and amounts, gathered from its tokens; `fields`: the fields that it names, in order. */
export interface Said {
  readonly fields: readonly string[]
  readonly isOverdue: boolean
  readonly isSoon: boolean
  /** A state of devices: when one came into it, and how long it has been in it, are no facts of the list. `in_use` counts from the first use. */
  readonly state: string | undefined
}

/** The dates that lie ahead. */
const isAhead = (field: string): boolean => /(?:Until|Due|End|expiresOn|dueDate|returnTime|toTime|validUntil)$/i.test(field)

const isDate = ({ fields }: Scope, name: string): boolean => ['date', 'time'].includes(fields[name]?.kind ?? '')
const isNumber = ({ fields }: Scope, name: string): boolean => ['integer', 'decimal', 'money'].includes(fields[name]?.kind ?? '')

const range = (field: string, { from, to }: Days): Wanted => ({
  ...(from ? { [`${field}_ge`]: from } : {}),
  ...(to ? { [`${field}_le`]: to } : {}),
})

/** The filters that something means, and the field that they are about. */
export interface Bounded {
  readonly field: string
  readonly filters: Wanted
}

/** The date field that the words of a list are about. */
function dateOf(scope: Scope, said: Said): string | undefined {
  const named = said.fields.find((name) => isDate(scope, name))
  if (said.isOverdue || said.isSoon) return named ?? dueDateOf(scope.entity.name)
  return named ?? scope.date
}

/** The rows that still can fall due, by the fields that the tenant shows. */
export const openRows = ({ entity, fields }: Scope, field: string): Wanted =>
  Object.fromEntries(Object.entries(openOf(entity.name, field)).filter(([name]) => Object.hasOwn(fields, name)))

/** Whether the sentence says which date it is about. */
const isNamed = (scope: Scope, said: Said): boolean => said.isOverdue || said.isSoon || said.fields.some((name) => isDate(scope, name))

/** A period as filters; undefined where the subject has no date for it. */
export function boundPeriod(scope: Scope, said: Said, period: Period): Bounded | undefined {
  if (scope.subject.kind === 'measure') {
    const { of } = scope.subject
    const other = said.fields.some((name) => isDate(scope, name) && name !== of.period)
    if (!of.period || other || said.isOverdue || said.isSoon || (of.isStock && said.state !== undefined)) return undefined
    return { field: of.period, filters: range(of.period, period) }
  }
  const field = dateOf(scope, said)
  if (!field || (said.state !== undefined && !isNamed(scope, said))) return undefined
  const days = period.ahead && !said.isOverdue && (said.isSoon || isAhead(field)) ? period.ahead : period
  return { field, filters: range(field, days) }
}

/** Past due, or due within thirty days, without a period in the sentence. */
export function boundDue(scope: Scope, said: Said, today: string): Bounded | undefined {
  const field = scope.subject.kind === 'list' ? dateOf(scope, said) : undefined
  if (!field) return undefined
  const days = said.isOverdue ? { to: daysAfter(today, -1) } : { from: today, to: daysAfter(today, 30) }
  return { field, filters: range(field, days) }
}

/** A length of time up to today, such as more than 30 days, as days of a date: the longer, the earlier. */
function since(field: string, { unit, least, most }: Compared, said: Said, today: string): Wanted {
  if (!isTime(unit)) return {}
  const far = isAhead(field) && !said.isOverdue
  const day = ({ value, isOpen }: Bound, isLeast: boolean): string => {
    const at = dayBefore(today, far ? -value : value, unit)
    return isOpen ? daysAfter(at, isLeast === far ? 1 : -1) : at
  }
  return far
    ? range(field, { from: least ? day(least, true) : today, to: most && day(most, false) })
    : range(field, { from: most && day(most, false), to: least && day(least, true) })
}

const written = (value: number, step: number): string => (step === 1 ? String(value) : String(Math.round(value * 100) / 100))

function amount(field: string, { least, most }: Compared, step: number): Wanted {
  return range(field, {
    from: least && written(least.value + (least.isOpen ? step : 0), step),
    to: most && written(most.value - (most.isOpen ? step : 0), step),
  })
}

/** The money that a list is compared or sorted by where the sentence names none. */
export const moneyOf = (scope: Scope): string | undefined => {
  const money = Object.keys(scope.fields).filter((name) => scope.fields[name]!.kind === 'money' && !scope.fields[name]!.closed)
  return money.find((name) => scope.fields[name]!.list) ?? money.find((name) => /total|amount|value/i.test(name)) ?? money[0]
}

/** A comparison as filters; undefined where the subject cannot be compared so. */
export function boundComparison(scope: Scope, said: Said, compared: Compared, today: string): Bounded | undefined {
  if (scope.subject.kind === 'measure' || compared.unit === 'percent') return undefined
  if (isTime(compared.unit)) {
    if (said.state !== undefined && said.state !== 'in_use' && !isNamed(scope, said)) return undefined
    const field = dateOf(scope, said)
    return field ? { field, filters: since(field, compared, said, today) } : undefined
  }
  if (compared.unit === 'hour' || compared.unit === 'minute') return undefined
  const named = said.fields.find((name) => isNumber(scope, name) && (compared.unit !== 'money' || scope.fields[name]!.kind === 'money'))
  const isLarge = compared.unit === undefined && Math.max(compared.least?.value ?? 0, compared.most?.value ?? 0) >= 1000
  const field = named ?? (compared.unit === 'money' || isLarge ? moneyOf(scope) : undefined)
  if (!field) return undefined
  return { field, filters: amount(field, compared, scope.fields[field]!.kind === 'integer' ? 1 : 0.01) }
}
