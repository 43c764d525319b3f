import { wireName } from '../entity/shape.ts'
import { isDay, momentOf } from '../time/moment.ts'
import type { Words } from '../words.ts'
import { countsUnit, type Field, type FieldMap, type ItemsField, type TextField, usualUnit } from './field.ts'
import type { Problem } from './problem.ts'

export type Raw = Readonly<Record<string, unknown>>
export type Parsed = Record<string, unknown>
type Rule = Problem['rule']
type Outcome = { value: unknown } | { rule: Rule; limit?: Problem['limit'] }

const bad = (rule: Rule, limit?: Problem['limit']): Outcome => ({ rule, limit })
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
// People never type these; PostgreSQL refuses the first one, and terminals, spreadsheets and labels interpret the others.
const isControl = (code: number, multiline: boolean): boolean =>
  code === 127 || (code < 32 && !(multiline && (code === 9 || code === 10 || code === 13))) || code === 0x2028 || code === 0x2029

/** Direction overrides, which can make a name look like another one. */
const turning = /[\u202d\u202e]/

/** Whether a value is a UUID in text form. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value)
}

/** Whether a text contains characters that must not be stored, including lone surrogates. */
export function hasControl(value: string, multiline = false): boolean {
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at)
    if (isControl(code, multiline)) return true
    if (code >= 0xd800 && code <= 0xdfff) {
      const next = value.charCodeAt(at + 1)
      if (code > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return true
      at++
    }
  }
  return false
}

const separator = '\x1d'

function parseScanned({ max }: Pick<TextField, 'max'>, value: unknown): Outcome {
  if (typeof value !== 'string') return bad('not_text')
  // No scanner sends it, and the database cannot store it.
  if (value.includes('\0')) return bad('control')
  const code = value.replace(/\p{Cc}/gu, (sign) => (sign === separator ? sign : '')).replace(/^ +| +$/g, '')
  if (hasControl(code.replaceAll(separator, ''))) return bad('control')
  return code.length > max ? bad('too_long', max) : { value: code }
}

function parseText(field: Pick<TextField, 'max' | 'multiline' | 'pattern' | 'example'>, value: unknown): Outcome {
  if (typeof value !== 'string') return bad('not_text')
  const trimmed = value.trim()
  if (hasControl(trimmed, field.multiline) || turning.test(trimmed)) return bad('control')
  if (trimmed.length > field.max) return bad('too_long', field.max)
  if (field.pattern && !new RegExp(field.pattern, 'u').test(trimmed)) return bad('pattern', field.example)
  return { value: trimmed }
}

function parseNumber(value: unknown, whole: boolean, min: number, max: number, scale = 0): Outcome {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^-?\d{1,18}(\.\d{1,9})?$/.test(value.trim())
        ? Number(value)
        : Number.NaN
  if (!Number.isFinite(number)) return bad('not_number')
  if (whole && !Number.isSafeInteger(number)) return bad('not_integer')
  if (number < min) return bad('too_small', min)
  if (number > max) return bad('too_big', max)
  return { value: whole ? number : Number(number.toFixed(scale)) }
}

/** Whether a number represents its cents exactly: from 2^46 on its precision is coarser than a cent. */
export const keepsCents = (value: number): boolean => Number.isInteger(value) || Math.abs(value) < 2 ** 46

function parseMoney(value: unknown, min = Number.NEGATIVE_INFINITY): Outcome {
  const typed = typeof value === 'number' && keepsCents(value) ? String(value) : value
  if (typeof typed !== 'string' || !/^-?\d{1,14}(\.\d{1,2})?$/.test(typed.trim())) return bad('not_money')
  if (Number(typed) < min) return bad('too_small', min)
  const [units = '0', cents = ''] = typed.trim().split('.')
  return { value: `${units.replace(/^(-?)0+(?=\d)/, '$1')}.${cents.padEnd(2, '0')}` }
}

function parseChoices(of: object, value: unknown): Outcome {
  const list = typeof value === 'string' ? value.split(',').map((key) => key.trim()) : value
  if (!Array.isArray(list)) return bad('not_list')
  return list.every((key) => typeof key === 'string' && Object.hasOwn(of, key)) ? { value: [...new Set(list)] } : bad('not_choice')
}

function parseIds(value: unknown, max: number): Outcome {
  const list = typeof value === 'string' ? value.split(',').map((id) => id.trim()) : value
  if (!Array.isArray(list)) return bad('not_list')
  if (list.length > max) return bad('too_many', max)
  return list.every(isId) ? { value: [...new Set(list.map((id: string) => id.toLowerCase()))] } : bad('not_id')
}

/** Parses one value by its field. Never throws. */
export function parseValue(field: Exclude<Field, ItemsField>, value: unknown): Outcome {
  switch (field.kind) {
    case 'text':
      return field.scanned ? parseScanned(field, value) : parseText(field, value)
    case 'numbering':
      return parseText({ max: 60 }, value)
    case 'integer':
      return parseNumber(value, true, field.min ?? -2_147_483_648, field.max ?? 2_147_483_647)
    case 'decimal':
      return parseNumber(value, false, field.min ?? -(10 ** (16 - field.scale)) + 1, field.max ?? 10 ** (16 - field.scale) - 1, field.scale)
    case 'money':
      return parseMoney(value, field.min)
    case 'flag':
      return value === 0 || value === '0' ? { value: 0 } : value === 1 || value === '1' ? { value: 1 } : bad('not_flag')
    case 'date':
      return typeof value === 'string' && isDay(value) ? { value } : bad('not_date')
    case 'time': {
      const moment = typeof value === 'string' ? momentOf(value) : undefined
      return moment === undefined ? bad('not_time') : { value: moment }
    }
    case 'choice':
      // Front ends of the given calls send keys that are digits as numbers.
      if (typeof value === 'number' && Object.hasOwn(field.of, value)) return { value: String(value) }
      return typeof value === 'string' && Object.hasOwn(field.of, value) ? { value } : bad('not_choice')
    case 'dictionary':
      return parseText({ max: 60 }, value)
    case 'link':
      return isId(value) ? { value: value.toLowerCase() } : bad('not_id')
    case 'ids':
      return parseIds(value, field.max ?? 1000)
    case 'choices':
      return parseChoices(field.of, value)
    case 'json':
      return { value }
  }
}

/** Whether a value is empty; given front ends send `0` as the parent of a root row. */
const isNone = (field: Field, value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '') || (field.kind === 'link' && (value === '0' || value === 0))

export interface ParseOptions {
  /** absent required fields are no problem: an update contains only its changes */
  readonly partial?: boolean
  /** wire names that are allowed besides the fields and left out of the result */
  readonly beside?: readonly string[]
  /** path of the object within a larger one */
  readonly at?: string
}

function parseItems(field: ItemsField, raw: unknown, at: string, problems: Problem[]): unknown {
  const label: Words = field
  if (!Array.isArray(raw)) return void problems.push({ field: at, label, rule: 'not_list' })
  if (raw.length > field.max) return void problems.push({ field: at, label, rule: 'too_many', limit: field.max })
  return raw.map((item, index) => {
    const inner = parse(field.fields, item as Raw, { at: `${at}.${index}.` })
    problems.push(...inner.problems)
    return inner.value
  })
}

/**
 * Completes numbers with a unit: a number without one gets the default unit; without a number the unit is removed. The maximum depends on
 * the unit. `known`: the stored values of a changed row, by wire name; absent if they are not known yet, then halves stay as they are.
 */
export function settleUnits(fields: FieldMap, value: Parsed, known?: Raw, at = ''): Problem[] {
  return Object.entries(fields).flatMap(([name, field]): Problem[] => {
    const of = countsUnit(field) ? field.unit : undefined
    if (!of || !Object.hasOwn(fields, of.field) || (value[name] === undefined && value[of.field] === undefined)) return []
    const said = (wire: string): unknown => (value[wire] === undefined ? known?.[wire] : value[wire])
    const count = said(name)
    if (count === null || (count === undefined && known)) {
      value[of.field] = null
      return []
    }
    if (!known && (count === undefined || value[of.field] === undefined)) return []
    const unit = String(said(of.field) ?? usualUnit(of))
    value[of.field] = unit
    const most = of.of[unit]?.most
    return most !== undefined && Number(count) > most ? [{ field: at + name, label: field, rule: 'too_big', limit: most }] : []
  })
}

/**
 * Parses an object by its fields: trims, converts and validates. Wire names in and out; null clears, absent stays absent. Reports unknown
 * names and read-only fields as problems.
 */
export function parse(fields: FieldMap, raw: unknown, options: ParseOptions = {}): { value: Parsed; problems: Problem[] } {
  const value: Parsed = {}
  const problems: Problem[] = []
  const at = options.at ?? ''
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return { value, problems: [{ field: at, label: { zh: '内容', en: 'Content' }, rule: 'not_object' }] }
  const given = raw as Raw
  const known = new Set(options.beside)
  for (const [name, field] of Object.entries(fields)) {
    if (field.readOnly) continue
    const wire = wireName(name, field)
    known.add(wire)
    const typed = Object.hasOwn(given, wire) ? given[wire] : undefined
    if (typed === undefined) {
      if (field.required && !options.partial) problems.push({ field: at + wire, label: field, rule: 'required' })
      continue
    }
    const isEmpty = field.required && (field.kind === 'ids' || field.kind === 'choices') && Array.isArray(typed) && typed.length === 0
    if (isEmpty || isNone(field, typed)) {
      if (field.required) problems.push({ field: at + wire, label: field, rule: 'required' })
      else value[wire] = null
      continue
    }
    if (field.kind === 'items') {
      value[wire] = parseItems(field, typed, at + wire, problems)
      continue
    }
    const outcome = parseValue(field, typed)
    if ('rule' in outcome) problems.push({ field: at + wire, label: field, rule: outcome.rule, limit: outcome.limit })
    else value[wire] = outcome.value
  }
  problems.push(...settleUnits(fields, value, options.partial ? undefined : {}, at))
  for (const name of Object.keys(given))
    if (!known.has(name))
      problems.push({ field: at + name, label: { zh: `“${name.slice(0, 40)}”`, en: `“${name.slice(0, 40)}”` }, rule: 'unknown' })
  return { value, problems }
}
