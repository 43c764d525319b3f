import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { type CountField, countsUnit, type Field, isCode, isListable, isPlain, usualUnit } from '#contract/kit/fields/field.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { hasControl, isId, parseValue, type Raw } from '#contract/kit/fields/parse.ts'
import type { Problem } from '#contract/kit/fields/problem.ts'
import { codeKey, searchForm } from '#contract/kit/text/one-writing.ts'
import { momentOf } from '#contract/kit/time/moment.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Parameters } from '#server/db/query.ts'
import { filterOf } from '../access/other-form.ts'
import { refusalOf } from '../refuse.ts'
import { remembered } from '../remembered.ts'
import { columnName } from '../table.ts'
import { nameSql } from './by-name.ts'
import { likeText } from './like.ts'
import { searchLike } from './search.ts'
import { filledShare } from './select.ts'

/** Parameters of every list that are not filters. The keyword does select rows, but it is handled elsewhere. */
export const withoutFilter: ReadonlySet<string> = new Set(['current', 'size', 'keyword', 'ascs', 'descs', 'columns', 'format', 'tenantId'])
/** Parameters for rows created since or until a moment. */
export const moments = { since: 'createTime_dategt', until: 'createTime_datelt' } as const
const paging = new Set([...withoutFilter, ...Object.values(moments)])
/** Filter suffixes and their operators: our own, and those that front ends of the given calls use. */
const ranges: Readonly<Record<string, string>> = { _ge: '>=', _le: '<=', _datege: '>=', _datele: '<=', _dategt: '>', _datelt: '<' }
/** Condition suffixes of SpringBlade front ends, whether supported here or not. */
const ofCondition = /._(?:not)?(?:equal|like(?:left|right)?|null|[gl][et]|date(?:equal|[gl][et]))$/

/** Throws for filter conditions: for calls that do not filter and would return more than was requested. */
export function refuseConditions(input: Raw): void {
  const asked = Object.keys(input).filter((name) => ofCondition.test(name))
  const labelOf = (name: string): Words => ({ zh: `“${name.slice(0, 40)}”`, en: `“${name.slice(0, 40)}”` })
  if (asked.length > 0) throw refusalOf(asked.map((field) => ({ field, label: labelOf(field), rule: 'unknown' })))
}

const ranged = new Set<Field['kind']>(['integer', 'decimal', 'money', 'date', 'time'])

interface Filters {
  readonly where: string[]
  readonly problems: Problem[]
}

function customFilter(view: View, name: string, typed: string, into: Parameters): string {
  // Choices come as a comma list; free text may contain a comma itself.
  const values = view.fields[name]?.kind === 'choice' ? typed.split(',') : [typed]
  if (typed === '_none') return `t.custom ->> ${into.add(name)} is null`
  return `exists (select 1 from custom_value cv where cv.tenant_id = t.tenant_id and cv.entity = ${into.add(view.entity.name)} and cv.code = ${into.add(name)} and cv.value = any(${into.add(values)}::text[]) and cv.id = t.id)`
}

/** A single value is compared with `=`, so that an index with the list's order can be used. */
const among = (column: string, values: readonly string[], type: 'text' | 'uuid', into: Parameters): string =>
  values.length === 1 ? `${column} = ${into.add(values[0])}::${type}` : `${column} = any(${into.add(values)}::${type}[])`

/** The values of a comma list without `_none`, and a function that also admits empty columns if the list contains `_none`. */
function withNone(column: string, typed: string): { values: string[]; orNone: (condition: string) => string } {
  const all = typed.split(',')
  const values = all.filter((one) => one !== '_none')
  return { values, orNone: values.length < all.length ? (condition) => `(${condition} or ${column} is null)` : (condition) => condition }
}

/** SQL of a field over the alias `t`: its column, or the expression of a computed field. */
const columnSql = (view: View, name: string, field: Field): string =>
  field.computed ? `(${filledShare(view)})` : `t.${columnName(name, field)}`

const sizeOf = ({ unit }: CountField, name: string): number => unit.of[name]?.size ?? 1

/** SQL by which numbers are sorted and compared: a number with a unit by its size in a common unit, else the column. */
function comparedSql(view: View, name: string, field: Field): string {
  const column = columnSql(view, name, field)
  if (!countsUnit(field)) return column
  const usual = usualUnit(field.unit)
  const others = Object.keys(field.unit.of).flatMap((one) => (one === usual ? [] : `when '${one}' then ${sizeOf(field, one)}`))
  return `${column} * case t.${snake(field.unit.field)} ${others.join(' ')} else ${sizeOf(field, usual)} end`
}

/** The value of a range in that common unit; a bare number has the usual unit. */
const comparedValue = (field: Field, value: unknown): unknown =>
  countsUnit(field) ? Number(value) * sizeOf(field, usualUnit(field.unit)) : value

/** The stored Chinese forms of program texts (`seeded`) whose English form contains the typed text. */
const storedFor = (field: Field, typed: string): string[] =>
  ((field.kind === 'text' && field.seeded) || []).flatMap(({ zh, en }) => (searchForm(en).includes(searchForm(typed)) ? [zh] : []))

function condition(column: string, field: Field, typed: string, into: Parameters): string | Problem['rule'] {
  if (typed === '_none') return `${column} is null`
  if (typed === '_some') return `${column} is not null`
  switch (field.kind) {
    case 'text':
    case 'numbering': {
      if (hasControl(typed)) return 'control'
      const wanted = typed.trim().slice(0, 200)
      const form = into.add(`%${likeText(searchForm(wanted))}%`)
      // Compare the stored search form first: it excludes most rows before the second comparison.
      const held = `${field.search ? `${searchLike(form)} and ` : ''}search_form(${column}) like ${form}`
      // A code also matches without its blanks.
      const found = isCode(field) && codeKey(wanted) !== '' ? `(${held} or ${column}_key = ${into.add(codeKey(wanted))})` : held
      const shown = storedFor(field, wanted)
      return shown.length > 0 ? `(${found} or ${column} like any(${into.add(shown.map((one) => `%${likeText(one)}%`))}::text[]))` : found
    }
    case 'choice': {
      const { values, orNone } = withNone(column, typed)
      return values.every((value) => Object.hasOwn(field.of, value)) ? orNone(among(column, values, 'text', into)) : 'not_choice'
    }
    case 'link': {
      // `0` asks for root nodes: rows without a parent.
      if (typed === '0') return `${column} is null`
      const { values, orNone } = withNone(column, typed)
      return values.length <= 200 && values.every(isId) ? orNone(among(column, values, 'uuid', into)) : 'not_id'
    }
    case 'choices': {
      if (!isListable(field)) return 'unknown'
      const { values, orNone } = withNone(column, typed)
      // Rows that hold any of the values.
      return values.every((value) => Object.hasOwn(field.of, value)) ? orNone(`${column} && ${into.add(values)}::text[]`) : 'not_choice'
    }
    case 'json':
    case 'ids':
    case 'items':
      return 'unknown'
    default: {
      const outcome = parseValue(field, typed)
      return 'rule' in outcome ? outcome.rule : `${column} = ${into.add(outcome.value)}`
    }
  }
}

const fieldsByWire = new WeakMap<View, ReadonlyMap<string, readonly [string, Field]>>()

/** The fields that a list may be filtered by, keyed by wire name. */
const filterable = (view: View): ReadonlyMap<string, readonly [string, Field]> =>
  remembered(fieldsByWire, view, () => {
    const open = Object.entries(view.fields).filter(([name, field]) => !field.closed && (!view.custom.has(name) || field.search))
    return new Map(open.map(([name, field]) => [wireName(name, field), [name, field] as const]))
  })

/**
 * SQL conditions for the filters of a request, over the alias `t`. Unknown filters are reported as problems, never ignored. `beside`:
 * parameters to skip.
 */
export function filters(view: View, input: Raw, into: Parameters, beside: ReadonlySet<string> = new Set()): Filters {
  const where: string[] = []
  const problems: Problem[] = []
  const byWire = filterable(view)
  const refuse = (field: string, label: Words, rule: Problem['rule']) => void problems.push({ field, label, rule })
  for (const [asked, value] of Object.entries(input)) {
    if (beside.has(asked)) continue
    const sent = typeof value === 'number' ? String(value) : value
    if (sent === undefined || sent === null || sent === '') continue
    const theirs = filterOf(view.entity, asked, sent)
    if (theirs && 'holds' in theirs) {
      if (!theirs.holds) where.push('1 = 0')
      continue
    }
    const [key, typed] = theirs ? [theirs.name, theirs.value] : [asked, sent]
    if (key === moments.since || key === moments.until) {
      const moment = typeof typed === 'string' ? momentOf(typed) : undefined
      if (moment) where.push(`t.created_at ${key === moments.since ? '>=' : '<='} ${into.add(moment)}`)
      else refuse(key, { zh: '创建时间', en: 'Created' }, 'not_time')
      continue
    }
    if (paging.has(key)) continue
    const suffix = key.slice(Math.max(0, key.lastIndexOf('_')))
    const known = byWire.get(key) ?? (Object.hasOwn(ranges, suffix) ? byWire.get(key.slice(0, -suffix.length)) : undefined)
    if (!known) {
      refuse(key, { zh: `“${key.slice(0, 40)}”`, en: `“${key.slice(0, 40)}”` }, 'unknown')
      continue
    }
    const [name, field] = known
    if (typeof typed !== 'string') refuse(key, field, 'not_text')
    else if (view.custom.has(name)) where.push(customFilter(view, name, typed, into))
    else if (key.length > wireName(name, field).length) {
      const outcome = ranged.has(field.kind) ? parseValue(field as never, typed) : { rule: 'unknown' as const }
      if ('rule' in outcome) refuse(key, field, outcome.rule)
      else where.push(`${comparedSql(view, name, field)} ${ranges[suffix]} ${into.add(comparedValue(field, outcome.value))}`)
    } else {
      const found = condition(columnSql(view, name, field), field, typed, into)
      if (found.includes(' ')) where.push(found)
      else refuse(key, field, found as Problem['rule'])
    }
  }
  return { where, problems }
}

/** SQL by which a list is sorted by a field: texts as names, unless they are codes. */
function orderedSql(view: View, name: string, field: Field): string {
  const column = comparedSql(view, name, field)
  return field.kind === 'text' && !isCode(field) ? nameSql(column) : column
}

const namesIn = (list: unknown): string[] => (typeof list === 'string' && list !== '' ? list.split(',') : [])

/** Fields that are never empty: ordering by them needs no NULLS LAST. */
const isFilled = (field: Field): boolean => field.kind === 'numbering' || (field.required === true && field.kind !== 'link')

/** The order of a list if neither the request nor the declaration has one. */
export const newestFirst = 't.created_at desc, t.id desc'

/**
 * ORDER BY from `ascs` and `descs` (comma lists of wire names). The id comes last, so that pages never overlap; if all columns run in one
 * direction, the id does too, so that one index serves both. Throws for unknown columns.
 */
export function orderOf(view: View, input: Raw): string {
  const wanted = (key: 'ascs' | 'descs', way: string) =>
    namesIn(input[key]).map((wire) => {
      if (wire === 'createTime') return `t.created_at ${way}`
      if (wire === 'updateTime') return `t.updated_at ${way}`
      const found = Object.entries(view.fields).find(([name, field]) => wireName(name, field) === wire && !view.custom.has(name))
      // `+ 0`: the expression is a constant if no field is important, and ORDER BY would read a constant as a column position.
      if (found?.[1].computed) return `${columnSql(view, ...found)} + 0 ${way}`
      if (found && isPlain(found[1]) && !found[1].closed)
        return `${orderedSql(view, ...found)} ${way}${isFilled(view.entity.fields[found[0]] ?? found[1]) ? '' : ' nulls last'}`
      const label: Words = { zh: `排序“${wire.slice(0, 40)}”`, en: `Order “${wire.slice(0, 40)}”` }
      throw refusalOf([{ field: key, label, rule: 'not_choice' }])
    })
  const [rising, falling] = [wanted('ascs', 'asc'), wanted('descs', 'desc')]
  if (rising.length + falling.length > 0) return [...rising, ...falling, `t.id${rising.length === 0 ? ' desc' : ''}`].join(', ')
  // Rows of a tree come below their parents.
  if (view.entity.tree) return 't.path, t.id'
  const by = view.entity.sort
  if (!by || by.by === 'createTime') return newestFirst
  return `${orderedSql(view, by.by, view.entity.fields[by.by]!)} ${by.descending ? 'desc' : 'asc'} nulls last, t.id`
}

/** The reversed order. */
export const reversed = (order: string): string =>
  order
    .split(', ')
    .map((part) => {
      const [, column, isFalling, isLast] = /^(.+?)(?: asc| (desc))?( nulls last)?$/.exec(part)!
      return `${column}${isFalling ? '' : ' desc'}${isLast ? ' nulls first' : ''}`
    })
    .join(', ')
