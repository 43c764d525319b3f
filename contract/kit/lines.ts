import type { LineFacts } from './entity.ts'
import type { Field, FieldMap } from './field.ts'
import { type Parsed, type ParseOptions, parse, type Raw } from './parse.ts'
import type { Problem } from './problem.ts'
import { wireName } from './shape.ts'
import type { Words } from './words.ts'

type Values = Readonly<Record<string, unknown>>

/** Most lines that one header holds. */
export const mostLines = (line: Pick<LineFacts, 'max'>): number => line.max ?? 1000

/** What lines are called. `of`: their entity. */
export const lineWords = (line: LineFacts, of: Words): Words => ({ zh: line.zh ?? of.zh, en: line.en ?? of.en })

/** A number as digits and the count of those behind the point; undefined for what is none. */
function exact(value: unknown): { digits: bigint; scale: number } | undefined {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value ?? '').trim()) ?? []
  return whole === undefined ? undefined : { digits: BigInt(`${sign}${whole}${part}`), scale: part.length }
}

/** The scale of a field that holds a number; undefined for any other. */
export const scaleOf = (field: Field | undefined): number | undefined =>
  field?.kind === 'money' ? 2 : field?.kind === 'decimal' ? field.scale : field?.kind === 'integer' ? 0 : undefined

/** The product of some values of a line in units of 10^-scale, rounded half away from zero; undefined where one is missing. */
function productOf(line: Values, factors: readonly string[], scale: number): bigint | undefined {
  let [digits, has] = [1n, 0]
  for (const name of factors) {
    const factor = exact(line[name])
    if (!factor) return undefined
    digits *= factor.digits
    has += factor.scale
  }
  if (has <= scale) return digits * 10n ** BigInt(scale - has)
  const unit = 10n ** BigInt(has - scale)
  return (digits + (digits < 0n ? -unit : unit) / 2n) / unit
}

function written(units: bigint, field: Field, scale: number): string | number {
  const size = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const text = `${units < 0n ? '-' : ''}${size.slice(0, size.length - scale)}${scale > 0 ? `.${size.slice(-scale)}` : ''}`
  return field.kind === 'money' ? text : Number(text)
}

const mostDigits = 10n ** 16n - 1n
const mostOf = (field: Field): bigint => (field.kind === 'integer' ? 2_147_483_647n : mostDigits)

/** What one line adds to a total, as the field of the total travels; null where a factor is missing. */
export function amountOf(field: Field, factors: readonly string[], line: Values): string | number | null {
  const scale = scaleOf(field) ?? 0
  const units = productOf(line, factors, scale)
  return units === undefined ? null : written(units, field, scale)
}

/**
 * A total of lines as its field travels: the product of the factors of each line, rounded to the scale of the field and added up without loss; without
 * factors the count. Lines with a missing factor add nothing. Null when it is too large to be stored.
 */
export function totalOf(field: Field, factors: readonly string[], lines: readonly Values[]): string | number | null {
  const scale = scaleOf(field) ?? 0
  const units = factors.length === 0 ? BigInt(lines.length) : lines.reduce((sum, line) => sum + (productOf(line, factors, scale) ?? 0n), 0n)
  const most = mostOf(field)
  return units > most || units < -most ? null : written(units, field, scale)
}

/** All totals of lines by the fields of their header. */
export function totalsOf(line: LineFacts, header: FieldMap, lines: readonly Values[]): Record<string, string | number | null> {
  return Object.fromEntries(
    Object.entries(line.totals ?? {}).flatMap(([name, factors]) => (header[name] ? [[name, totalOf(header[name], factors, lines)]] : [])),
  )
}

export interface GivenLine {
  readonly id?: string
  /** Only what was given, by wire name. */
  readonly value: Parsed
}

/** A line that names an id, which must be a text; a new one has none, or an empty one. */
const isSaved = (raw: unknown): raw is Raw & { id: unknown } => ((raw as Raw | null)?.id ?? '') !== ''

/**
 * Reads lines by the facts of their fields: a line with an `id` is a saved one and names only what changes. Problems carry the place of the line and
 * the field: `parts.2.quantity`. `label`: what the lines are called.
 */
export function parseLines(
  line: LineFacts,
  fields: FieldMap,
  label: Words,
  raw: unknown,
): { lines: readonly GivenLine[]; problems: readonly Problem[] } {
  const refuse = (rule: Problem['rule'], limit?: number) => ({ lines: [], problems: [{ field: line.as, label, rule, limit }] })
  if (raw === null && !line.required) return { lines: [], problems: [] }
  if (!Array.isArray(raw)) return refuse(raw === null ? 'required' : 'not_list')
  if (raw.length > mostLines(line)) return refuse('too_many', mostLines(line))
  if (raw.length === 0 && line.required) return refuse('required')
  const problems: Problem[] = []
  const lines = raw.map((one: unknown, index): GivenLine => {
    const options: ParseOptions = { at: `${line.as}.${index}.`, beside: ['id'], partial: isSaved(one) }
    const found = parse(fields, one, options)
    problems.push(...found.problems)
    return isSaved(one) ? { id: String(one.id), value: found.value } : { value: found.value }
  })
  return { lines, problems }
}

/** Lines that repeat what a line above says in the fields of `once`, by their place. Lines that leave the first of these fields empty repeat nothing. */
export function repeatedLines(line: LineFacts, fields: FieldMap, lines: readonly Values[]): readonly Problem[] {
  const names = (line.once ?? []).flatMap((name) => (fields[name] ? [[wireName(name, fields[name]), fields[name]] as const] : []))
  const [first] = names
  if (!first) return []
  const seen = new Set<string>()
  return lines.flatMap((one, index): Problem[] => {
    if ((one[first[0]] ?? '') === '') return []
    const key = JSON.stringify(names.map(([wire]) => String(one[wire] ?? '')))
    if (seen.has(key)) return [{ field: `${line.as}.${index}.${first[0]}`, label: first[1], rule: 'twice' }]
    seen.add(key)
    return []
  })
}
