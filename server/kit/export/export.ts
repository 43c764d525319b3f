import { importedView, neededToImport } from '#contract/imports.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { countedText } from '#contract/kit/fields/cycle.ts'
import { countsUnit, type Field, isInternal, isListable, isPlain } from '#contract/kit/fields/field.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { withUnit } from '#contract/kit/figures/measure-units.ts'
import { type SheetFormat, sheetFormat } from '#contract/kit/sheets/sheet.ts'
import { homeTime } from '#contract/kit/time/moment.ts'
import { flagWords, type Language, listed, seededText } from '#contract/kit/words.ts'
import { entityNamed } from '#contract/registry.ts'
import { cursorAs } from '#server/db/cursor.ts'
import { readAs } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { scopeSql } from '../access/access.ts'
import type { Context, ReadPlan } from '../context.ts'
import { lineColumns } from '../import/rows/line-columns.ts'
import { orderSql, writtenLines } from '../lines/lines.ts'
import { closedSql } from '../read/closed.ts'
import { orderOf } from '../read/filter.ts'
import { linkNamer } from '../read/link-words.ts'
import { conditionsOf } from '../read/list.ts'
import { finisher, select } from '../read/select.ts'
import { read } from '../refuse.ts'
import { tableName } from '../table.ts'
import type { SheetCell, SheetColumn } from './sheet-cell.ts'
import { sheetFile, type Table } from './sheet-file.ts'

const formatField = { format: sheetFormat }

function cell(name: string, field: Field, row: Row, language: Language): SheetCell {
  const value =
    field.kind === 'link' ? row[`${name}Name`] : field.kind === 'choice' ? (row[`${name}Value`] ?? row[name]) : row[wireName(name, field)]
  if (value === null || value === undefined) return null
  if (field.kind === 'choices')
    return listed(
      (value as string[]).map((key) => field.of[key]?.[language] ?? key),
      language,
    )
  if (countsUnit(field)) return countedText(field, row, value, language)
  if (field.kind === 'integer' || field.kind === 'decimal') return Number(value)
  if (field.kind === 'flag') return flagWords[Number(value) === 1 ? 1 : 0][language]
  if (field.kind === 'time') return homeTime(String(value))
  return field.kind === 'text' ? seededText(field, String(value), language) : String(value)
}

/** The requested file format; XLSX by default. */
export const formatOf = (context: Context): SheetFormat =>
  (read(formatField, { format: context.input.format ?? 'xlsx' }).format as SheetFormat | null) ?? 'xlsx'

/** The kinds of fields whose cells a workbook formats. */
const kinds: Partial<Record<Field['kind'], SheetColumn['kind']>> = {
  money: 'money',
  date: 'date',
  time: 'time',
  integer: 'number',
  decimal: 'number',
}

/** The column of a field; a tenant may have renamed it. */
const columnOf = (field: Field, language: Language): SheetColumn => ({
  heading: withUnit(field, language),
  kind: countsUnit(field) ? undefined : field.kind === 'integer' && field.as === 'year' ? 'year' : kinds[field.kind],
})

const fileOf = (of: Entity, { language, occurredAt }: Context, table: Pick<Table, 'format' | 'columns' | 'rows'>) =>
  sheetFile({ name: of[language], sheet: of[language], at: occurredAt, ...table })

const perRead = 500

/** Groups rows, so that data shared by several rows is read once per group. */
async function* inGroups(rows: AsyncIterable<Row>, onRow?: () => void): AsyncGenerator<Row[]> {
  let some: Row[] = []
  for await (const row of rows) {
    onRow?.()
    some.push(row)
    if (some.length < perRead) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

/** The same rows with the first one already read, so that errors are thrown before anything is sent. */
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
 * Exports a list with its filters, order and columns as XLSX or CSV, read through a cursor and written as a stream. `onRow`: called with
 * the number of rows read so far; an error that it throws aborts the export.
 */
export function exportPlan(view: View, context: Context, onRow?: (read: number) => void): ReadPlan {
  const { entity } = view
  if (context.input.lines !== undefined && writtenLines(entity).length > 0) return exportLinesPlan(view, context)
  const format = formatOf(context)
  const asked = typeof context.input.columns === 'string' ? context.input.columns.split(',') : undefined
  const needed = new Set(neededToImport(view))
  const byWire = new Map(Object.entries(view.fields).map(([name, field]) => [wireName(name, field), name]))
  const names = asked
    ? asked.flatMap((wire) => byWire.get(wire) ?? (Object.hasOwn(view.fields, wire) ? [wire] : []))
    : Object.entries(view.fields).flatMap(([name, field]) => (field.list || needed.has(name) ? [name] : []))
  const shown = names.filter((name) => isListable(view.fields[name]!) && !isInternal(view.fields[name]!))
  const selection = select(view, new Set(shown))
  const conditions = conditionsOf(view, context)
  const order = orderOf(view, context.input)
  const finish = finisher(view, selection.fields, context.language, null)
  const closed = closedSql(selection.closed, context.actor, conditions.into)
  const query = {
    text: `select ${selection.columns}${closed} from ${tableName(entity)} t${selection.joins} where ${conditions.where} order by ${order}`,
    values: conditions.into.values,
  }
  async function* rows() {
    const nameLinks = await linkNamer(
      context,
      shown.map((name) => [name, view.fields[name]!]),
    )
    let read = 0
    for await (const some of inGroups(cursorAs(context.tools.pool, context.actor.tenantId, query), () => onRow?.(++read))) {
      const finished = some.map(finish)
      await nameLinks(finished)
      for (const row of finished) yield shown.map((name) => cell(name, view.fields[name]!, row, context.language))
    }
  }
  const columns = shown.map((name) => columnOf(view.fields[name]!, context.language))
  return {
    queries: [],
    answer: async () => fileOf(entity, context, { format, columns, rows: await begun(rows()) }),
  }
}

/** The fields of a header that an import sheet contains. */
const filledIn = (view: View): [string, Field][] => Object.entries(view.fields).filter(([, field]) => !field.readOnly && isPlain(field))

/** The headings of an import template: every field of a draft and its lines; required ones are marked with `*`. */
export function templatePlan(of: View, context: Context): ReadPlan {
  const view = importedView(of)
  const fields = [...filledIn(view).map(([, field]) => field), ...[...lineColumns(view).values()].map(({ field }) => field)]
  const columns = fields.map((field) => {
    const { heading, kind } = columnOf(field, context.language)
    return { heading: `${heading}${field.required ? ' *' : ''}`, kind }
  })
  const suffix = context.language === 'zh' ? '导入模板' : ' import template'
  const name = `${view.entity[context.language]}${suffix}`
  return { queries: [], answer: () => sheetFile({ name, sheet: name, format: formatOf(context), columns, rows: [] }) }
}

/**
 * Exports the rows with their lines in the form of the import template: one sheet row per line, the header's fields only in the first.
 * Different kinds of lines stand side by side, so a header has as many sheet rows as its longest kind. An empty sheet row separates two
 * consecutive headers with identical values.
 */
function exportLinesPlan(view: View, context: Context): ReadPlan {
  const { entity } = view
  const format = formatOf(context)
  const own = filledIn(view)
  const columns = [...lineColumns(view).values()]
  const selection = select(view, new Set(own.map(([name]) => name)))
  const { lines: _, ...asked } = context.input
  const conditions = conditionsOf(view, { ...context, input: asked })
  const finish = finisher(view, selection.fields, context.language, null)
  const query = {
    text: `select ${selection.columns} from ${tableName(entity)} t${selection.joins} where ${conditions.where} order by ${orderOf(view, asked)}`,
    values: conditions.into.values,
  }
  let last: string | undefined
  async function* rows() {
    const nameLinks = await linkNamer(context, own)
    for await (const some of inGroups(cursorAs(context.tools.pool, context.actor.tenantId, query))) {
      const headers = some.map(finish)
      await nameLinks(headers)
      yield* sheetRows(headers)
    }
  }
  async function* sheetRows(headers: readonly Row[]) {
    const all = await linesOfHeaders(
      entity,
      context,
      headers.map((row) => String(row.id)),
    )
    for (const header of headers) {
      const lines = (as: string): readonly Row[] => all.get(`${as} ${header.id}`) ?? []
      const height = Math.max(1, ...columns.map(({ line }) => lines(line.as).length))
      const cells = own.map(([name, field]) => cell(name, field, header, context.language))
      if (JSON.stringify(cells) === last) yield []
      last = JSON.stringify(cells)
      for (let at = 0; at < height; at++)
        yield [
          ...(at === 0 ? cells : cells.map(() => null)),
          ...columns.map(({ line, name, field }) => {
            const one = lines(line.as)[at]
            return one ? cell(name, field, one, context.language) : null
          }),
        ]
    }
  }
  const shown = [...own.map(([, field]) => field), ...columns.map(({ field }) => field)].map((field) => columnOf(field, context.language))
  return {
    queries: [],
    answer: async () => fileOf(entity, context, { format, columns: shown, rows: await begun(rows()) }),
  }
}

/** The lines of some headers in order, keyed by the name of the lines and the header id. */
async function linesOfHeaders(of: Entity, context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Row[]>> {
  const found = new Map<string, Row[]>()
  if (ids.length === 0) return found
  for (const line of writtenLines(of)) {
    const view = context.actor.settings.view(entityNamed(line.entity))
    const selection = select(view)
    const finish = finisher(view, selection.fields, context.language, null)
    const into = new Parameters()
    const where = `t.tenant_id = ${into.add(context.actor.tenantId)} and t.${snake(line.by)}_id = any(${into.add(ids)}::uuid[])`
    const scope = scopeSql(view.entity, context.actor, 't', into)
    const [result] = await readAs(context.tools.pool, context.actor.tenantId, [
      {
        text: `select ${selection.columns} from ${tableName(view.entity)} t${selection.joins} where ${where}${scope ? ` and ${scope}` : ''} order by ${orderSql(line)}`,
        values: into.values,
      },
    ])
    const lines = result!.rows.map(finish)
    await (await linkNamer(context, Object.entries(view.fields)))(lines)
    for (const row of lines) {
      const key = `${line.as} ${row[`${line.by}Id`]}`
      const some = found.get(key)
      if (some) some.push(row)
      else found.set(key, [row])
    }
  }
  return found
}
