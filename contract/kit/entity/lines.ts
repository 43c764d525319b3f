import { decimalText, mostUnits, productOf, scaleOf } from '../fields/amount.ts'
import type { Field, FieldMap } from '../fields/field.ts'
import { type Parsed, type ParseOptions, parse, type Raw } from '../fields/parse.ts'
import type { Problem } from '../fields/problem.ts'
import type { Words } from '../words.ts'
import type { Entity, LineFacts } from './entity.ts'
import { wireName } from './shape.ts'

type Values = Readonly<Record<string, unknown>>

/** Maximum number of lines of a header. */
export const mostLines = (line: Pick<LineFacts, 'max'>): number => line.max ?? 1000

/** The lines of a header by name; throws if there are none of that name. */
export function lineNamed(header: Pick<Entity, 'name' | 'lines'>, as: string): LineFacts {
  const line = header.lines?.find((one) => one.as === as)
  if (!line) throw new Error(`${header.name} has no lines ${as}`)
  return line
}

/** The label of the lines. `of`: their entity. */
export const lineWords = (line: LineFacts, of: Words): Words => ({ zh: line.zh ?? of.zh, en: line.en ?? of.en })

const written = (units: bigint, field: Field, scale: number): string | number => {
  const text = decimalText(units, scale)
  return field.kind === 'money' ? text : Number(text)
}

const mostOf = (field: Field): bigint => (field.kind === 'integer' ? 2_147_483_647n : mostUnits)

const unitsOf = (line: Values, factors: readonly string[], scale: number): bigint | undefined =>
  productOf(
    factors.map((name) => line[name]),
    scale,
  )

/** The contribution of one line to a total, in wire form; null if a factor is missing. */
export function amountOf(field: Field, factors: readonly string[], line: Values): string | number | null {
  const scale = scaleOf(field) ?? 0
  const units = unitsOf(line, factors, scale)
  return units === undefined ? null : written(units, field, scale)
}

/**
 * A total of lines in wire form: the product of each line's factors, rounded to the scale of the field, summed exactly; without factors the
 * count. Lines with a missing factor contribute nothing. Null if it is too large to store.
 */
export function totalOf(field: Field, factors: readonly string[], lines: readonly Values[]): string | number | null {
  const scale = scaleOf(field) ?? 0
  const units = factors.length === 0 ? BigInt(lines.length) : lines.reduce((sum, line) => sum + (unitsOf(line, factors, scale) ?? 0n), 0n)
  const most = mostOf(field)
  return units > most || units < -most ? null : written(units, field, scale)
}

/** All totals of lines by field of their header. */
export function totalsOf(line: LineFacts, header: FieldMap, lines: readonly Values[]): Record<string, string | number | null> {
  return Object.fromEntries(
    Object.entries(line.totals ?? {}).flatMap(([name, factors]) => (header[name] ? [[name, totalOf(header[name], factors, lines)]] : [])),
  )
}

export interface GivenLine {
  readonly id?: string
  /** Only the given values, by wire name. */
  readonly value: Parsed
}

/** Whether a line has an id, so it is an existing line; a new one has none, or an empty one. */
const isSaved = (raw: unknown): raw is Raw & { id: unknown } => ((raw as Raw | null)?.id ?? '') !== ''

/**
 * Parses lines by their fields: a line with an `id` exists and names only its changes. Problems are reported by position and field:
 * `parts.2.quantity`. `label`: the label of the lines.
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

/**
 * The positions of lines that repeat an earlier line in the fields of `once`. Lines whose first of these fields is empty repeat nothing.
 */
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
