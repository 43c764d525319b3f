import { choice, type Field, isPlain } from '#contract/kit/field.ts'
import { homeTime } from '#contract/kit/moment.ts'
import { wireName } from '#contract/kit/shape.ts'
import type { View } from '#contract/kit/view.ts'
import type { Language } from '#contract/kit/words.ts'
import { cursorAs } from '#server/db/cursor.ts'
import type { Row } from '#server/db/query.ts'
import type { Context, ReadPlan } from './context.ts'
import { orderOf } from './filter.ts'
import { conditionsOf } from './list.ts'
import { neutral } from './neutral.ts'
import { read } from './refuse.ts'
import { finisher, select } from './select.ts'
import { type SheetFormat, sheetFile } from './sheet-file.ts'
import { tableName } from './table.ts'

const formatField = {
  format: choice({ zh: '格式', en: 'Format', of: { xlsx: { zh: 'XLSX', en: 'XLSX' }, csv: { zh: 'CSV', en: 'CSV' } } }),
}

function cell(name: string, field: Field, row: Row): string | number | null {
  const value =
    field.kind === 'link' ? row[`${name}Name`] : field.kind === 'choice' ? (row[`${name}Value`] ?? row[name]) : row[wireName(name, field)]
  if (value === null || value === undefined) return null
  if (field.kind === 'integer' || field.kind === 'decimal' || field.kind === 'flag' || field.kind === 'money') return Number(value)
  if (field.kind === 'time') return homeTime(String(value))
  return neutral(String(value))
}

const formatOf = (context: Context): SheetFormat =>
  (read(formatField, { format: context.input.format ?? 'xlsx' }).format as SheetFormat | null) ?? 'xlsx'

/** A heading; a tenant named some of them. */
const label = (field: Field, language: Language): string => neutral(field[language])

/** The same rows with the first one read already: what refuses them does so before anything is sent. */
async function begun<T>(rows: AsyncGenerator<T>): Promise<AsyncIterable<T>> {
  let first: IteratorResult<T> | undefined = await rows.next()
  const next = async (): Promise<IteratorResult<T>> => {
    const one = first ?? (await rows.next())
    first = undefined
    return one
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: (value) => rows.return(value) }) }
}

/**
 * What the list shows, with its filters, order and columns, as XLSX or CSV; read through a cursor and written as a stream. `onRow`: told how many rows have
 * been read; what it throws ends the export.
 */
export function exportPlan(view: View, context: Context, onRow?: (read: number) => void): ReadPlan {
  const { entity } = view
  const format = formatOf(context)
  const asked = typeof context.input.columns === 'string' ? context.input.columns.split(',') : undefined
  const byWire = new Map(Object.entries(view.fields).map(([name, field]) => [wireName(name, field), name]))
  const names = asked
    ? asked.flatMap((wire) => byWire.get(wire) ?? (Object.hasOwn(view.fields, wire) ? [wire] : []))
    : Object.entries(view.fields).flatMap(([name, field]) => (field.list ? [name] : []))
  const shown = names.filter((name) => isPlain(view.fields[name]!))
  const selection = select(view, new Set(shown))
  const conditions = conditionsOf(view, context)
  const order = orderOf(view, context.input)
  const finish = finisher(view, selection.fields, context.language, null)
  const query = {
    text: `select ${selection.columns} from ${tableName(entity)} t${selection.joins} where ${conditions.where} order by ${order}`,
    values: conditions.into.values,
  }
  async function* rows() {
    let read = 0
    for await (const row of cursorAs(context.tools.pool, context.actor.tenantId, query)) {
      onRow?.(++read)
      const finished = finish(row)
      yield shown.map((name) => cell(name, view.fields[name]!, finished))
    }
  }
  const headers = shown.map((name) => label(view.fields[name]!, context.language))
  return {
    queries: [],
    answer: async () =>
      sheetFile({ name: entity[context.language], sheet: entity[context.language], format, headers, rows: await begun(rows()) }),
  }
}

/** The headings a person fills in to import: every field of a draft, required ones marked. */
export function templatePlan(view: View, context: Context): ReadPlan {
  const headers = Object.values(view.fields).flatMap((field) =>
    field.readOnly || !isPlain(field) ? [] : [`${label(field, context.language)}${field.required ? ' *' : ''}`],
  )
  const suffix = context.language === 'zh' ? '导入模板' : ' import template'
  const name = `${view.entity[context.language]}${suffix}`
  return { queries: [], answer: () => sheetFile({ name, sheet: name, format: formatOf(context), headers, rows: [] }) }
}
