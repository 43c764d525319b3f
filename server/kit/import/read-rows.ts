import { headingKey } from '#contract/imports.ts'
import type { Field, FieldMap } from '#contract/kit/field.ts'
import type { ImportFacts } from '#contract/kit/import-facts.ts'
import { type Parsed, parse } from '#contract/kit/parse.ts'
import { rules } from '#contract/kit/problem.ts'
import { wireName } from '#contract/kit/shape.ts'
import type { View } from '#contract/kit/view.ts'
import type { Cell } from './cell.ts'
import { cellValue, isMonthFirst } from './cell-values.ts'
import type { Findings } from './findings.ts'
import { cellText, fillable, type Layout } from './headings.ts'
import { ImportRefusal } from './import-refusal.ts'
import type { Source } from './source-rows.ts'

/** One row of a sheet as a draft. */
export interface ReadRow {
  readonly number: number
  /** By wire name; links are filled in once their names are known. */
  readonly draft: Parsed
  /** What the row says of its links, by field. */
  readonly names: Readonly<Record<string, string>>
}

interface Mapped {
  readonly at: number
  readonly heading: string
  readonly name: string
  readonly field: Field
}

/** Copies of texts, so that a cell does not keep the whole piece of the file it was cut from. */
function copier(): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const copy = Buffer.from(text, 'utf8').toString('utf8')
    if (known.size < 100_000 && copy.length < 60) known.set(copy, copy)
    return copy
  }
}

async function cellsOf(source: Source, layout: Layout, mapped: readonly Mapped[], most: number, onRow: (read: number) => void) {
  const rows: { number: number; cells: Cell[] }[] = []
  const after = layout.headingRows.at(-1) ?? 0
  const copy = copier()
  for await (const row of source.rows()) {
    if (row.number <= after) continue
    const cells = mapped.map(({ at, field }) => {
      const cell = row.cells[at] ?? null
      if (typeof cell === 'number' && (field.kind === 'date' || field.kind === 'time')) return cell + source.laterDays
      return typeof cell === 'string' ? (cell.trim() === '' ? null : copy(cell)) : cell
    })
    // Sheets that were made to be printed have their headings on every page.
    if (mapped.filter(({ heading, at }) => heading !== '' && cellText(row.cells[at]) === heading).length > 1) continue
    if (cells.every((cell) => cell === null) && row.cells.every((cell) => cellText(cell) === '')) continue
    if (rows.length === most)
      throw new ImportRefusal(
        `数据超过 ${most} 行，请拆分后分次导入`,
        `There are more than ${most} rows. Split the file and import the parts`,
      )
    rows.push({ number: row.number, cells })
    onRow(rows.length)
  }
  return rows
}

const totals = new Set(['合计', '总计', '小计', '共计', '本页合计', '本页小计', 'total', 'subtotal', 'grandtotal'])
const totalled = { zh: '看起来是合计行，不是一条记录', en: 'looks like a line of totals, which is no record' }

/** What a row gets without being asked. */
const initialOf = (view: View): [string, string][] =>
  Object.entries(view.fields).flatMap(([name, field]) =>
    field.kind === 'choice' && !field.readOnly && field.initial ? [[name, field.initial] as [string, string]] : [],
  )

/** The fields that drafts of this sheet are read by. */
function readable(view: View, mapped: readonly Mapped[], given: ReadonlyMap<string, string>): FieldMap {
  const named = new Set(mapped.map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(view.fields).filter(([name, field]) => field.kind !== 'link' && !field.readOnly && (named.has(name) || given.has(name))),
  )
}

/**
 * Reads the rows below the headings as drafts by the facts of the fields; what is wrong goes into `findings`, cell by cell. Rows without
 * anything are left out. Refuses a file with more rows than the target takes.
 */
export async function readRows(
  source: Source,
  layout: Layout,
  view: View,
  facts: ImportFacts,
  findings: Findings,
  onRow: (read: number) => void,
): Promise<ReadRow[]> {
  const open = fillable(view)
  const mapped = layout.columns.flatMap(({ at, heading, field: name }): Mapped[] => {
    const field = name ? open.get(name) : undefined
    return name && field ? [{ at, heading, name, field }] : []
  })
  const rows = await cellsOf(source, layout, mapped, facts.maxRows, onRow)
  const orders = mapped.map(({ field }, index) =>
    field.kind === 'date' || field.kind === 'time' ? isMonthFirst(column(rows, index)) : undefined,
  )
  // A column that could be either goes by the others of its sheet; without any the day is first.
  const isSheetMonthFirst = orders.includes(true) && !orders.includes(false)
  const title = view.entity.nodeTitle ?? view.entity.title
  const initials = new Map(initialOf(view))
  const fields = readable(view, mapped, initials)
  const columnOf = new Map(mapped.map(({ at, name, field }) => [wireName(name, field), { at, name }]))
  const lacking = Object.entries(view.fields).filter(
    ([name, field]) => field.required && !field.readOnly && !initials.has(name) && !mapped.some((one) => one.name === name),
  )
  for (const [name, field] of lacking)
    findings.add({
      row: layout.headingRows.at(-1) ?? 1,
      at: null,
      field: name,
      grade: 'error',
      words: { zh: `没有列对应必填的“${field.zh}”`, en: `No column stands for “${field.en}”, which is required` },
      value: '',
    })
  const required = mapped.filter(({ field }) => field.kind === 'link' && field.required)
  return rows.map(({ number, cells }) => {
    const draft: Record<string, unknown> = Object.fromEntries(initials)
    const names: Record<string, string> = {}
    const wrong = new Set<string>()
    mapped.forEach(({ at, heading, name, field }, index) => {
      const cell = cells[index]!
      if (cell === null || cell === undefined) return
      if (name === title && totals.has(headingKey(cellText(cell))))
        findings.add({ row: number, at, field: name, grade: 'error', words: said(field, totalled), value: cellText(cell) })
      const outcome = cellValue(field, cell, orders[index] ?? isSheetMonthFirst, heading.includes('万'))
      if ('value' in outcome) {
        if (field.kind === 'link') names[name] = String(outcome.value)
        else draft[wireName(name, field)] = outcome.value
      } else {
        findings.add({ row: number, at, field: name, grade: outcome.grade, words: said(field, outcome.words), value: cellText(cell) })
        if (outcome.grade === 'error') wrong.add(wireName(name, field))
      }
    })
    for (const { at, name, field } of required)
      if (names[name] === undefined)
        findings.add({ row: number, at, field: name, grade: 'error', words: said(field, rules.required), value: '' })
    const { value, problems } = parse(fields, draft)
    for (const { field: wire, label, rule, limit } of problems) {
      if (wrong.has(wire)) continue
      const place = columnOf.get(wire)
      const { zh, en } = rules[rule]
      const filled = (text: string) => text.replace('{n}', String(limit ?? ''))
      findings.add({
        row: number,
        at: place?.at ?? null,
        field: place?.name ?? wire,
        grade: 'error',
        words: said(label, { zh: filled(zh), en: filled(en) }),
        value: String(draft[wire] ?? ''),
      })
    }
    if (lacking.length > 0) findings.mark(number)
    return { number, draft: value, names }
  })
}

const said = (label: { zh: string; en: string }, words: { zh: string; en: string }) => ({
  zh: `${label.zh}${words.zh}`,
  en: `${label.en} ${words.en}`,
})

function* column(rows: readonly { cells: readonly Cell[] }[], index: number): Iterable<Cell> {
  for (const row of rows) yield row.cells[index] ?? null
}
