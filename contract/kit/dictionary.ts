import { type Choice, dictionaryCode, type Field, type FieldMap } from './field.ts'

/** A row of a dictionary below its code, as the database holds it. */
export interface DictionaryRow {
  readonly id: string
  /** The row above it; the head of the dictionary itself stands above the first level. */
  readonly parentId: string | null
  readonly dictKey: string
  readonly dictValue: string
  /** The word in English; absent where the hospital gives only one. */
  readonly dictValueEn: string | null
  readonly sort: number
  readonly isSealed: 0 | 1
}

/** The choices of a dictionary by their keys, in the order in which they are offered. */
export type DictionaryChoices = Readonly<Record<string, Choice>>

/** The choices of a dictionary by its code; undefined where its rows are not known. */
export type DictionaryOf = (code: string) => DictionaryChoices | undefined

/** Rows with the row above each, parents before their children and siblings in their order. */
function inOrder(rows: readonly DictionaryRow[]): { row: DictionaryRow; above: DictionaryRow | undefined }[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const below = new Map<string, DictionaryRow[]>()
  for (const row of rows) {
    const at = row.parentId && byId.has(row.parentId) ? row.parentId : ''
    below.set(at, [...(below.get(at) ?? []), row])
  }
  const found: { row: DictionaryRow; above: DictionaryRow | undefined }[] = []
  const visit = (at: string, above: DictionaryRow | undefined): void => {
    const level = [...(below.get(at) ?? [])].sort((one, other) => one.sort - other.sort || (one.dictKey < other.dictKey ? -1 : 1))
    for (const row of level) {
      found.push({ row, above })
      visit(row.id, row)
    }
  }
  visit('', undefined)
  return found
}

function choicesIn(rows: readonly DictionaryRow[]): [string, Choice][] {
  const ordered = inOrder(rows)
  const words = new Map<string, number>()
  for (const { row } of ordered) words.set(row.dictValue, (words.get(row.dictValue) ?? 0) + 1)
  const sealed = new Set<string>()
  return ordered.map(({ row, above }) => {
    // A row below a sealed one is sealed with it.
    if (row.isSealed === 1 || (above && sealed.has(above.id))) sealed.add(row.id)
    const isClear = words.get(row.dictValue) === 1 || !above
    const zh = isClear ? row.dictValue : `${above.dictValue} / ${row.dictValue}`
    const own = row.dictValueEn ?? row.dictValue
    const en = isClear ? own : `${above.dictValueEn ?? above.dictValue} / ${own}`
    return [row.dictKey, { zh, en, ...(sealed.has(row.id) ? { sealed: true as const } : {}) }]
  })
}

/** The choices that rows make: all of `rows`, and sealed those keys that only `others` knows, so that what was chosen before keeps its word. */
export function choicesOf(rows: readonly DictionaryRow[], others: readonly DictionaryRow[] = []): DictionaryChoices {
  const offering = choicesIn(rows)
  const known = new Set(offering.map(([key]) => key))
  const kept = choicesIn(others).filter(([key]) => !known.has(key))
  return Object.fromEntries([...offering, ...kept.map(([key, words]): [string, Choice] => [key, { ...words, sealed: true }])])
}

const without = (of: DictionaryChoices, declared: DictionaryChoices): DictionaryChoices =>
  Object.fromEntries(Object.entries(of).filter(([key]) => !Object.hasOwn(declared, key)))

/** A field whose words are rows, all or those after the declared ones, as the choice that it is in one tenant; where the rows are not known it stays as it is declared. */
export function withChoices<F extends Field>(field: F, dictionaryOf: DictionaryOf): Field {
  const from = dictionaryCode(field)
  const of = from === undefined ? undefined : dictionaryOf(from)
  if (!of) return field
  if (field.kind === 'choice') return { ...field, of: { ...field.of, ...without(of, field.of) }, dictionary: from }
  if (field.kind !== 'dictionary') return field
  const { kind: _, code, ...facts } = field
  return { ...facts, kind: 'choice', of, dictionary: code }
}

/** The same for the inputs of calls and steps. */
export function withAllChoices(fields: FieldMap, dictionaryOf: DictionaryOf): FieldMap {
  if (!Object.values(fields).some((field) => dictionaryCode(field) !== undefined)) return fields
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, withChoices(field, dictionaryOf)]))
}

/** The choices that a form offers: those that are not sealed, and the one that is chosen already. */
export function offered(of: DictionaryChoices, value: unknown): [string, Choice][] {
  return Object.entries(of).filter(([key, choice]) => !choice.sealed || key === value)
}
