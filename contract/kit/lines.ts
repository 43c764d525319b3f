import { decimalText, mostUnits, productOf, scaleOf } from './amount.ts'
import type { Entity, LineFacts } from './entity.ts'
import type { Field, FieldMap } from './field.ts'
import { type Parsed, type ParseOptions, parse, type Raw } from './parse.ts'
import type { Problem } from './problem.ts'
import { wireName } from './shape.ts'
import type { Words } from './words.ts'

type Values = Readonly<Record<string, unknown>>

/** Most lines that one header holds. */
export const mostLines = (line: Pick<LineFacts, 'max'>): number => line.max ?? 1000

/** The lines of a header by their name; throws when it has none of that name. */
export function lineNamed(header: Pick<Entity, 'name' | 'lines'>, as: string): LineFacts {
  const line = header.lines?.find((one) => one.as === as)
  if (!line) throw new Error(`${header.name} has no lines ${as}`)
  return line
}

/** What lines are called. `of`: their entity. */
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

/** What one line adds to a total, as the field of the total travels; null where a factor is missing. */
export function amountOf(field: Field, factors: readonly string[], line: Values): string | number | null {
  const scale = scaleOf(field) ?? 0
  const units = unitsOf(line, factors, scale)
  return units === undefined ? null : written(units, field, scale)
}

/**
 * A total of lines as its field travels: the product of the factors of each line, rounded to the scale of the field and added up without loss; without
 * factors the count. Lines with a missing factor add nothing. Null when it is too large to be stored.
 */
export function totalOf(field: Field, factors: readonly string[], lines: readonly Values[]): string | number | null {
  const scale = scaleOf(field) ?? 0
  const units = factors.length === 0 ? BigInt(lines.length) : lines.reduce((sum, line) => sum + (unitsOf(line, factors, scale) ?? 0n), 0n)
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
