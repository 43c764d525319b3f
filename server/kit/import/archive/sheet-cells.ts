import type { View } from '#contract/kit/entity/view.ts'
import { countsUnit, type Field, isCode } from '#contract/kit/fields/field.ts'
import { type ImportFacts, pictureColumn, stateColumn } from '#contract/kit/sheets/import-facts.ts'
import type { Words } from '#contract/kit/words.ts'
import { type Cell, isPictureCell, noValue, placeOf, ShownNumber, type SourceRow, sayRow } from '../cells/cell.ts'
import { nameKey } from '../cells/cell-values.ts'
import { columnUnit, headingUnit, type MoneyUnit } from '../cells/money-units.ts'
import { isPlaceholder } from '../cells/placeholders.ts'
import { asTyped, cleanedWords, faultWords, isFault, withoutControl } from '../cells/typed-text.ts'
import type { Findings } from '../findings.ts'
import { ImportRefusal } from '../import-refusal.ts'
import { isUntold } from '../rows/opening.ts'
import { copier } from '../table/copied-texts.ts'
import { leavesOutFooter } from '../table/footers.ts'
import { cellText } from '../table/headings.ts'
import type { Column, Layout } from '../table/layout.ts'
import type { Source } from '../table/source-rows.ts'
import { type PartRow, partsOf } from '../table/table-parts.ts'
import { type TotalGrade, totalsIn, totalWords } from '../table/totals.ts'

/** A mapped column with its field. */
export interface Mapped {
  readonly at: number
  readonly heading: string
  readonly name: string
  readonly field: Field
  /** The unit of amounts in this column. */
  readonly unit: MoneyUnit | undefined
  /** Its cells are the names of the sheets. */
  readonly isSheet: boolean
  /** Its cells are codes, as the field or the facts declare, so dates and truth values are mistakes. */
  readonly isCode: boolean
  /** The message about amounts that are converted by the unit above the headings. */
  readonly scaled: Words | undefined
}

/** Whether a field holds codes: one that is declared so, the number of a row, and those that the facts of the import name. */
export const isCodeLike = (name: string, field: Field, codes: readonly string[] = []): boolean =>
  isCode(field) || field.kind === 'numbering' || codes.includes(name)

/** A column with its field and the unit of its amounts. */
export function mappedOf(column: Column, name: string, field: Field, { codes = [] }: Pick<ImportFacts, 'codes'>): Mapped {
  const { at, heading } = column
  const unit = field.kind === 'money' ? columnUnit(column) : undefined
  const isScaled = unit && 'yuan' in unit && unit.yuan !== 1 && !headingUnit(heading)
  const scaled = isScaled && {
    zh: `按表格上方的“${column.unit}”换算成元`,
    en: `is converted to CNY, as “${column.unit}” above the table says`,
  }
  return {
    at,
    heading,
    name,
    field,
    unit,
    isSheet: column.isSheet === true,
    isCode: isCodeLike(name, field, codes),
    scaled: scaled || undefined,
  }
}

/** Options for reading cells. */
export interface CellOptions {
  /** Values that this hospital replaces, by field and key of the value; `''`: leave empty. */
  readonly meanings?: ReadonlyMap<string, ReadonlyMap<string, string>> | undefined
  /** Rows that are not records were already filtered out. */
  readonly isSifted?: boolean | undefined
  /** The field of the initial state, for which a word for "unknown" is information. */
  readonly opening?: string | undefined
  /** Collects the number of informative cells of each unmapped column, by index. */
  readonly lost?: Map<number, number> | undefined
}

/** A row of cells in the order of the mapped columns. */
export interface CellRow {
  readonly number: number
  readonly cells: readonly Cell[]
  /** It looks like a row of totals. */
  readonly isTotal: boolean
  /** The title of its table, if it is not the first of its sheet. */
  readonly under?: string | undefined
}

/** Puts the name of a field before a message about its cell. */
export const withLabel = (label: Words, words: Words): Words => ({
  zh: `${label.zh}${words.zh}`,
  en: `${label.en} ${words.en}`,
})

/** Adds to a message that the cell is left empty; `isKept`: a note keeps its text. */
export const leftEmpty = (words: Words, isKept = true): Words =>
  isKept
    ? { zh: `${words.zh}，留空`, en: `${words.en}; left empty` }
    : { zh: `${words.zh}，留空，原文不保留`, en: `${words.en}; left empty, and its text is not kept` }

const meant: Words = { zh: '按记住的对应替换', en: 'is replaced as remembered:' }
const bySheet: Words = { zh: '取自工作表名称', en: 'is taken from the sheet name' }
const placeholder: Words = { zh: '没有内容', en: 'says nothing' }
const pictured: Words = { zh: '是图片，留空', en: 'is a picture and is left empty' }

const notPictured: Words = { zh: '不是图片，留空', en: 'is no picture and is left empty' }

const hiddenWords = {
  keep: {
    zh: '被筛选或隐藏的行也按记录导入；可以选择不导入',
    en: 'Filtered or hidden rows are imported too. You can skip them',
  },
  out: { zh: '被筛选或隐藏的行不导入', en: 'Filtered or hidden rows are skipped' },
} as const satisfies Record<string, Words>

/** The largest number that spreadsheets store exactly. */
const mostDigits = 1e15

/** The meaning of a formatted number for a field: an amount with its unit, a number, or the displayed text. */
export function interpretedCell(field: Field | undefined, cell: Cell): Cell {
  if (!(cell instanceof ShownNumber)) return cell
  if (field && cell.unit && (field.kind === 'money' || countsUnit(field))) return String(cell)
  const isText = field?.kind === 'text' || field?.kind === 'link' || field?.kind === 'choice'
  return isText && Math.abs(cell.number) < mostDigits ? cell.shown : cell.number
}

/** Decides which rows of a sheet are not records. Must see the rows in order; filtered rows are counted as notes. */
export function recordFilter(
  { columns, asked }: Layout,
  view: View,
  findings: Findings,
): (row: SourceRow) => 'out' | Exclude<TotalGrade, 'sure'> | undefined {
  const title = view.entity.nodeTitle ?? view.entity.title
  const titled = columns.find(({ field }) => field === title)
  const groups = new Set(
    columns.flatMap(({ at, field }) => (field && ['link', 'choice', 'dictionary'].includes(view.fields[field]?.kind ?? '') ? [at] : [])),
  )
  const isSingle = !columns.some(({ field }) => field?.includes('.'))
  const gradeOf = totalsIn({
    title: titled?.at,
    groups,
    needsTitle: isSingle && titled !== undefined && view.fields[title]?.required === true,
  })
  return (row) => {
    if (row.isHidden) {
      findings.raised.hidden++
      const isOut = asked?.hidden === 'out'
      findings.count({
        at: null,
        field: null,
        grade: 'note',
        words: isOut ? hiddenWords.out : hiddenWords.keep,
        value: sayRow(row.number).zh,
      })
      if (isOut) return 'out'
    }
    if (leavesOutFooter(row, findings)) return 'out'
    const grade = gradeOf(row)
    if (grade === undefined) return undefined
    if (grade === 'likely') findings.raised.totals++
    const isOut = asked?.totals ? asked.totals === 'out' : grade === 'sure'
    if (!isOut) return 'likely'
    findings.count({
      at: null,
      field: null,
      grade: 'note',
      words: totalWords.sure,
      value: row.cells.map(cellText).filter(Boolean).join(' '),
    })
    return 'out'
  }
}

/** Rows that were filtered before are already in place. */
const plainParts = (rows: AsyncIterable<SourceRow>): AsyncIterable<PartRow> => rows

/**
 * The non-empty rows below the headings, with the interpreted cells of mapped columns. Rows that are not records are left out. Throws for a
 * file with more than `most` rows.
 */
export async function cellsOf(
  source: Source,
  layout: Layout,
  mapped: readonly Mapped[],
  { view, facts, most, findings }: { readonly view: View; readonly facts: ImportFacts; readonly most: number; readonly findings: Findings },
  onRow: (read: number) => void,
  { meanings, isSifted = false, opening, lost }: CellOptions,
): Promise<CellRow[]> {
  const rows: CellRow[] = []
  const parts = isSifted ? plainParts : partsOf(layout, view, facts, findings)
  const copy = copier()
  const sheets = layout.sheets?.filter(({ isIn }) => isIn) ?? []
  const sift = recordFilter(layout, view, findings)
  const cellOf = (row: SourceRow, { at, name: column, field, isSheet, isCode }: Mapped): Cell => {
    const name = column === stateColumn && opening ? opening : column
    let cell = isSheet ? (sheets[placeOf(row.number).sheet]?.name ?? source.sheet) : interpretedCell(field, row.cells[at] ?? null)
    const tell = (grade: 'note' | 'warning', words: Words, value: string): void => {
      const finding = { at, field: name, words: withLabel(field, words), value }
      if (grade === 'note') findings.count({ ...finding, grade })
      else findings.add({ ...finding, grade, row: row.number })
    }
    if (name === pictureColumn) {
      if (!isPictureCell(cell) && cellText(cell) !== '') tell('note', notPictured, cellText(cell))
      return isPictureCell(cell) ? cell : null
    }
    if (isPictureCell(cell)) {
      tell('note', pictured, '')
      return null
    }
    if (typeof cell === 'string' && cell !== noValue) {
      const typed = asTyped(cell)
      const clean = withoutControl(typed, isCode)
      if (clean !== typed) tell('warning', cleanedWords, clean)
      cell = clean
    }
    const means = meanings?.get(name)?.get(nameKey(cellText(cell)))
    if (means !== undefined) {
      tell('note', means === '' ? leftEmpty(meant) : { zh: `${meant.zh}“${means}”`, en: `${meant.en} “${means}”` }, cellText(cell))
      cell = means === '' ? null : means
    }
    if (isFault(cell)) {
      tell('warning', faultWords, cellText(cell))
      return null
    }
    if (isPlaceholder(cell, field) && !(name === opening && isUntold(cell))) {
      tell('note', leftEmpty(placeholder), cellText(cell))
      return null
    }
    if (typeof cell === 'number' && (field.kind === 'date' || field.kind === 'time')) return cell + source.laterDays
    return typeof cell === 'string' ? (cell.trim() === '' ? null : copy(cell)) : cell
  }
  const unread = lost ? layout.columns.filter(({ at }) => !mapped.some((one) => one.at === at)) : []
  for await (const row of parts(source.rows())) {
    // Sheets that were made for printing repeat their headings on every page.
    if (mapped.filter(({ heading, at }) => heading !== '' && cellText(row.cells[at]) === heading).length > 1) continue
    if (row.cells.every((cell) => cellText(cell) === '')) continue
    const sifted = isSifted ? undefined : sift(row)
    if (sifted === 'out') continue
    if (rows.length === most)
      throw new ImportRefusal(
        `数据超过 ${most} 行，请拆分后分次导入`,
        `There are more than ${most} rows. Split the file and import the parts`,
      )
    const cells = mapped.map((column) => cellOf(row, column))
    for (const [index, { at, name, field, isSheet }] of mapped.entries())
      if (isSheet) findings.count({ at, field: name, grade: 'note', words: withLabel(field, bySheet), value: cellText(cells[index]) })
    for (const { at } of unread) if (cellText(row.cells[at]) !== '' || isPictureCell(row.cells[at])) lost!.set(at, (lost!.get(at) ?? 0) + 1)
    rows.push({ number: row.number, cells, isTotal: sifted === 'likely', ...(row.under === undefined ? {} : { under: row.under }) })
    onRow(rows.length)
  }
  return rows
}
