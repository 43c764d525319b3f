import { type DictionaryOf, withChoices } from './dictionary.ts'
import type { Field, FieldMap } from './field.ts'

/** A form field as a row of data: a custom field, or an item of a checklist. */
export interface FieldRow {
  /** Unique within its form. */
  readonly code: string
  readonly name: string
  readonly fieldKind: 'text' | 'integer' | 'decimal' | 'date' | 'choice' | 'dictionary' | 'flag' | 'photos'
  /** The choices, one per line. */
  readonly options?: string | null
  /** The dictionary whose rows are the choices. */
  readonly dictionaryCode?: string | null
  readonly isRequired: 0 | 1
  readonly isList?: 0 | 1
  readonly isSearch?: 0 | 1
  /** Limits of a number. */
  readonly least?: number | null
  readonly most?: number | null
}

const choicesOf = (options: string): [string, { zh: string; en: string }][] =>
  options
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => [line, { zh: line, en: line }])

/** The field that one row describes. */
function fieldOfRow(row: FieldRow, dictionaryOf: DictionaryOf): Field {
  const facts = { zh: row.name, en: row.name, required: row.isRequired === 1, list: row.isList === 1, search: row.isSearch === 1 }
  const limits = { ...(row.least == null ? {} : { min: row.least }), ...(row.most == null ? {} : { max: row.most }) }
  switch (row.fieldKind) {
    case 'text':
      return { kind: 'text', max: 200, ...facts }
    case 'integer':
      return { kind: 'integer', ...limits, ...facts }
    case 'decimal':
      return { kind: 'decimal', scale: 4, ...limits, ...facts }
    case 'date':
      return { kind: 'date', ...facts }
    case 'flag':
      return { kind: 'flag', ...facts }
    case 'photos':
      return { kind: 'ids', to: 'file', max: 9, ...facts }
    case 'choice':
      return { kind: 'choice', of: Object.fromEntries(choicesOf(row.options ?? '')), ...facts }
    case 'dictionary':
      return withChoices({ kind: 'dictionary', code: row.dictionaryCode ?? '', ...facts }, dictionaryOf)
  }
}

/** The fields of a form from rows of data, in their order. `prefix`: precedes every code, to avoid collisions with declared fields. */
export function fieldsOfRows(rows: readonly FieldRow[], dictionaryOf: DictionaryOf, prefix = ''): FieldMap {
  return Object.fromEntries(rows.map((row) => [prefix + row.code, fieldOfRow(row, dictionaryOf)]))
}
