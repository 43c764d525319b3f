import { type Choice, dictionaryCode, type Field, type FieldMap } from './field.ts'

/** A row of a dictionary, as stored below its code. */
export interface DictionaryRow {
  readonly id: string
  /** The parent row; rows of the first level are below the head of the dictionary. */
  readonly parentId: string | null
  readonly dictKey: string
  readonly dictValue: string
  /** The label in English; absent if the hospital has only one. */
  readonly dictValueEn: string | null
  readonly sort: number
  readonly isSealed: 0 | 1
}

/** The choices of a dictionary by key, in the order of the picker. */
export type DictionaryChoices = Readonly<Record<string, Choice>>

/** The choices of a dictionary by its code; undefined if its rows are not loaded. */
export type DictionaryOf = (code: string) => DictionaryChoices | undefined

/** Each row with its parent, parents before children, siblings in order. */
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
    // A row below a sealed one is sealed too.
    if (row.isSealed === 1 || (above && sealed.has(above.id))) sealed.add(row.id)
    const isClear = words.get(row.dictValue) === 1 || !above
    const zh = isClear ? row.dictValue : `${above.dictValue} / ${row.dictValue}`
    const own = row.dictValueEn ?? row.dictValue
    const en = isClear ? own : `${above.dictValueEn ?? above.dictValue} / ${own}`
    return [row.dictKey, { zh, en, ...(sealed.has(row.id) ? { sealed: true as const } : {}) }]
  })
}

/**
 * The choices from dictionary rows: all of `rows`, plus the keys that only `others` contains as sealed ones, so that earlier values keep
 * their label.
 */
export function choicesOf(rows: readonly DictionaryRow[], others: readonly DictionaryRow[] = []): DictionaryChoices {
  const offering = choicesIn(rows)
  const known = new Set(offering.map(([key]) => key))
  const kept = choicesIn(others).filter(([key]) => !known.has(key))
  return Object.fromEntries([...offering, ...kept.map(([key, words]): [string, Choice] => [key, { ...words, sealed: true }])])
}

const without = (of: DictionaryChoices, declared: DictionaryChoices): DictionaryChoices =>
  Object.fromEntries(Object.entries(of).filter(([key]) => !Object.hasOwn(declared, key)))

/**
 * Resolves a field whose choices are dictionary rows, all or those after the declared ones, for one tenant; unchanged if the rows are not
 * loaded.
 */
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

/** The choices that a form offers: those that are not sealed, and the current value. */
export function offered(of: DictionaryChoices, value: unknown): [string, Choice][] {
  return Object.entries(of).filter(([key, choice]) => !choice.sealed || key === value)
}
