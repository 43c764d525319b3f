import { headingKey } from '#contract/imports.ts'
import type { Entity } from '#contract/kit/entity.ts'
import { countsUnit, type Field, type FieldMap } from '#contract/kit/field.ts'
import { type ImportFacts, quantityColumn, unitPriceColumn } from '#contract/kit/import-facts.ts'
import { isDay } from '#contract/kit/moment.ts'
import { type Parsed, parse } from '#contract/kit/parse.ts'
import { rules } from '#contract/kit/problem.ts'
import { wireName } from '#contract/kit/shape.ts'
import type { View } from '#contract/kit/view.ts'
import type { Words } from '#contract/kit/words.ts'
import { asWritten } from '../neutral.ts'
import { type Cell, placeOf, UnitNumber } from './cell.ts'
import { cellValue, isBareAmount, isMonthFirst, nameKey } from './cell-values.ts'
import { choiceReader } from './choices.ts'
import { countOf, settleCount } from './counts.ts'
import type { Findings } from './findings.ts'
import { leavesOutFooter } from './footers.ts'
import { type Column, cellText, fillable, type Layout } from './headings.ts'
import { ImportRefusal } from './import-refusal.ts'
import { lengthReader } from './lengths.ts'
import { columnUnit, headingUnit, type MoneyUnit } from './money-units.ts'
import { isUntold, type Kept, type Opening, openingReader } from './opening.ts'
import { isPlaceholder } from './placeholders.ts'
import { type ForeignAmounts, rateReader } from './rates.ts'
import { isInHundredths, isShare, shareOf } from './shares.ts'
import type { Source } from './source-rows.ts'

/** One row of a sheet as a draft. */
export interface ReadRow {
  readonly number: number
  /** Values by wire name; links are added once their names are resolved. */
  readonly draft: Parsed
  /** The names in link columns, by field. */
  readonly names: Readonly<Record<string, string>>
  /** Texts that the fields cannot hold, with their headings, for the note of the row. */
  readonly kept: readonly Kept[]
  /** The initial state of the row, if the sheet contains one. */
  readonly opening?: Opening
  /** The state of filing that a list of our own brings. */
  readonly filing?: Opening
  /** The quantity, if it is more than one. */
  readonly quantity?: number
  /** The price of one piece, beside the amount of all. */
  readonly unitPrice?: string
  /** Dates that no field holds, by their names. */
  readonly noted?: Readonly<Record<string, string>>
  /** A further copy of a row with a quantity. */
  readonly isCopy?: true
}

/** Options for reading rows. */
export interface ReadOptions {
  /** An optional cell that cannot be parsed is an error, too. */
  readonly isStrict?: boolean
  /** Values that this hospital replaces, by field and key of the value; `''`: leave empty. */
  readonly meanings?: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Takes how many cells of each column that fills no field say something, by its index. */
  readonly lost?: Map<number, number>
  /** Takes how many amounts are in foreign currencies. */
  readonly foreign?: ForeignAmounts
  /** The entity of lines as the hospital sees it; by default as declared. */
  readonly viewIn?: (of: Entity) => View
}

/** Adds to a message that the cell is left empty; `isKept`: a note keeps its text. */
export const leftEmpty = (words: Words, isKept = true): Words =>
  isKept
    ? { zh: `${words.zh}，留空`, en: `${words.en}; left empty` }
    : { zh: `${words.zh}，留空，原文不保留`, en: `${words.en}; left empty, and its text is not kept` }

const rewritten: Words = {
  zh: '中的全角字母、数字或多余空白已改写',
  en: 'has full-width letters or extra spaces that are written as usual',
}
const isRewritten = (cell: Cell, value: unknown): boolean => typeof cell === 'string' && asWritten(cell).trim() !== String(value).trim()

const meant: Words = { zh: '按记住的对应替换', en: 'is replaced as remembered:' }
const bySheet: Words = { zh: '取自工作表名称', en: 'is taken from the name of the sheet' }
const placeholder: Words = { zh: '没有内容', en: 'says nothing' }

interface Mapped {
  readonly at: number
  readonly heading: string
  readonly name: string
  readonly field: Field
  /** The unit of amounts in this column. */
  readonly unit: MoneyUnit | undefined
  /** Its cells are the names of the sheets. */
  readonly isSheet: boolean
  /** The message about amounts that are converted by the unit above the headings. */
  readonly scaled: Words | undefined
}

/** A column with its field and the unit of its amounts. */
function mappedOf(column: Column, name: string, field: Field): Mapped {
  const { at, heading } = column
  const unit = field.kind === 'money' ? columnUnit(column) : undefined
  const isScaled = unit && 'yuan' in unit && unit.yuan !== 1 && !headingUnit(heading)
  const scaled = isScaled && {
    zh: `按表格上方的“${column.unit}”换算成元`,
    en: `is converted to yuan, as “${column.unit}” above the table says`,
  }
  return { at, heading, name, field, unit, isSheet: column.isSheet === true, scaled: scaled || undefined }
}

/** Copies texts, so that a cell does not keep the whole piece of the file it was cut from in memory. */
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

async function cellsOf(
  source: Source,
  layout: Layout,
  mapped: readonly Mapped[],
  most: number,
  findings: Findings,
  onRow: (read: number) => void,
  { meanings, opening, lost }: Pick<ReadOptions, 'meanings' | 'lost'> & { readonly opening: string | undefined },
) {
  const rows: { number: number; cells: Cell[]; total: string | undefined }[] = []
  const after = layout.headingRows.at(-1) ?? 0
  const copy = copier()
  const sheets = layout.sheets?.filter(({ isIn }) => isIn) ?? []
  const unread = lost ? layout.columns.filter(({ at }) => !mapped.some((one) => one.at === at)) : []
  for await (const row of source.rows()) {
    if (row.number <= after) continue
    // Sheets that were made for printing repeat their headings on every page.
    if (mapped.filter(({ heading, at }) => heading !== '' && cellText(row.cells[at]) === heading).length > 1) continue
    const cells = mapped.map(({ at, name, field, isSheet }) => {
      let cell = isSheet ? (sheets[placeOf(row.number).sheet]?.name ?? source.sheet) : (row.cells[at] ?? null)
      if (cell instanceof UnitNumber) cell = field.kind === 'money' || countsUnit(field) ? String(cell) : cell.number
      const means = meanings?.get(name)?.get(nameKey(cellText(cell)))
      if (means !== undefined) {
        const words = means === '' ? leftEmpty(meant) : { zh: `${meant.zh}“${means}”`, en: `${meant.en} “${means}”` }
        findings.count({ at, field: name, grade: 'note', words: said(field, words), value: cellText(cell) })
        cell = means === '' ? null : means
      }
      if (isPlaceholder(cell, field) && !(name === opening && isUntold(cell))) {
        findings.count({ at, field: name, grade: 'note', words: said(field, leftEmpty(placeholder)), value: cellText(cell) })
        return null
      }
      if (typeof cell === 'number' && (field.kind === 'date' || field.kind === 'time')) return cell + source.laterDays
      return typeof cell === 'string' ? (cell.trim() === '' ? null : copy(cell)) : cell
    })
    if (cells.every((cell, index) => cell === null || mapped[index]!.isSheet) && row.cells.every((cell) => cellText(cell) === '')) continue
    if (leavesOutFooter(row, findings)) continue
    if (rows.length === most)
      throw new ImportRefusal(
        `数据超过 ${most} 行，请拆分后分次导入`,
        `There are more than ${most} rows. Split the file and import the parts`,
      )
    for (const [index, { at, name, field, isSheet }] of mapped.entries())
      if (isSheet) findings.count({ at, field: name, grade: 'note', words: said(field, bySheet), value: cellText(cells[index]) })
    for (const { at } of unread) if (cellText(row.cells[at]) !== '') lost!.set(at, (lost!.get(at) ?? 0) + 1)
    const total = row.cells.map(cellText).find((text) => totals.has(headingKey(text)))
    rows.push({ number: row.number, cells, total })
    onRow(rows.length)
  }
  return rows
}

const totals = new Set(['合计', '总计', '小计', '共计', '本页合计', '本页小计', 'total', 'subtotal', 'grandtotal'])
const totalled = { zh: '看起来是合计行，不是一条记录', en: 'looks like a line of totals, not a record' }

/** A whole number followed by a word for pieces: `5台`. */
const counted = /^(\d+)\s*(?:台|套|件|个|辆|张|只|把|支|组|部|pcs?|units?|sets?)$/i

const noQuantity: Words = { zh: '应为正整数', en: 'must be a whole number above 0' }
const unitPriceField = { kind: 'money', zh: '单价', en: 'Unit price' } as const satisfies Field
const quantityField = { kind: 'integer', zh: '数量', en: 'Quantity' } as const satisfies Field

const notedFields = ({ noted = {} }: ImportFacts): [string, Field][] =>
  Object.entries(noted).map(([name, { zh, en }]) => [name, { kind: 'date', zh, en }])

/** Default values of a new row. */
const initialOf = (view: View): [string, string][] =>
  Object.entries(view.fields).flatMap(([name, field]) =>
    field.kind === 'choice' && !field.readOnly && field.initial ? [[name, field.initial] as [string, string]] : [],
  )

/** Whether a column is a state that a list of our own brings, and not the one that rows may begin with. */
const isBroughtState = (view: View, { brings = [] }: ImportFacts, name: string): boolean =>
  brings.includes(name) && view.fields[name]?.kind === 'choice'

/** The fields by which drafts of this sheet are parsed. */
function readable(view: View, mapped: readonly Mapped[], given: ReadonlyMap<string, string>, { brings = [] }: ImportFacts): FieldMap {
  const named = new Set(mapped.flatMap(({ name, field }) => (countsUnit(field) ? [name, field.unit.field] : [name])))
  return Object.fromEntries(
    Object.entries(view.fields).flatMap(([name, field]): [string, Field][] => {
      if (field.kind === 'link' || !(named.has(name) || given.has(name))) return []
      if (!field.readOnly) return [[name, field]]
      return field.kind === 'numbering' && brings.includes(name) ? [[name, { ...field, readOnly: false }]] : []
    }),
  )
}

/**
 * Reads the rows below the headings as drafts; problems go into `findings`, cell by cell. An optional cell that cannot be parsed is left
 * empty with a warning, unless `isStrict`. Empty rows and footers are skipped. Throws for a file with more rows than the target accepts.
 */
export async function readRows(
  source: Source,
  layout: Layout,
  view: View,
  facts: ImportFacts,
  findings: Findings,
  onRow: (read: number) => void,
  { isStrict = false, meanings, lost, foreign }: ReadOptions = {},
): Promise<ReadRow[]> {
  const open = new Map<string, Field>([
    ...fillable(view, facts),
    [quantityColumn, quantityField],
    [unitPriceColumn, unitPriceField],
    ...notedFields(facts),
  ])
  const { opening } = facts
  const hasNote = facts.note !== undefined
  const stateOf = openingReader(view, facts)
  const mapped = layout.columns.flatMap((column): Mapped[] => {
    const { field: name } = column
    const field = name ? open.get(name) : undefined
    return name && field ? [mappedOf(column, name, field)] : []
  })
  // Dates that may be counted from others are read after those.
  const isCounted = ([, { name }]: readonly [number, Mapped]): number => Number(Object.hasOwn(facts.lengthFrom ?? {}, name))
  const inOrder = [...mapped.entries()].sort((one, other) => isCounted(one) - isCounted(other))
  const lengthValue = lengthReader(view, facts)
  const rows = await cellsOf(source, layout, mapped, facts.maxRows, findings, onRow, { meanings, opening: opening?.field, lost })
  const orders = mapped.map(({ field }, index) =>
    field.kind === 'date' || field.kind === 'time' ? isMonthFirst(column(rows, index)) : undefined,
  )
  // A column with ambiguous dates follows the other columns of its sheet; by default the day comes first.
  const isSheetMonthFirst = orders.includes(true) && !orders.includes(false)
  const hundredths = mapped.map(({ heading, field }, index) => isShare(field) && isInHundredths(heading, column(rows, index)))
  const chosen = choiceReader(facts)
  const exchanged = rateReader(isStrict ? undefined : layout.asked?.rates, foreign)
  const title = view.entity.nodeTitle ?? view.entity.title
  const initials = new Map(initialOf(view))
  const fields = readable(view, mapped, initials, facts)
  const columnOf = new Map(
    mapped.map(({ at, heading, name, field }, index) => [wireName(name, field), { at, heading, name, of: field, index }] as const),
  )
  const lacking = Object.entries(view.fields).filter(
    ([name, field]) => field.required && !field.readOnly && !initials.has(name) && !mapped.some((one) => one.name === name),
  )
  for (const [name, field] of lacking)
    findings.add({
      row: layout.headingRows.at(-1) ?? 1,
      at: null,
      field: name,
      grade: 'error',
      words: { zh: `没有列对应必填的“${field.zh}”`, en: `No column matches the required field “${field.en}”` },
      value: '',
    })
  const required = mapped.filter(({ field }) => field.kind === 'link' && field.required)
  const numbers = mapped.flatMap(({ name, field, at }, index) =>
    countsUnit(field) ? [{ name, field, at, index, unitAt: mapped.findIndex((one) => one.name === field.unit.field) }] : [],
  )
  const titleAt = mapped.findIndex(({ name }) => name === title)
  return rows.map(({ number, cells, total }) => {
    const draft: Record<string, unknown> = Object.fromEntries(initials)
    const names: Record<string, string> = {}
    const kept: Kept[] = []
    let state: Opening | undefined
    let filing: Opening | undefined
    let quantity: number | undefined
    let unitPrice: string | undefined
    const noted: Record<string, string> = {}
    const wrong = new Set<string>()
    const units = new Map<string, string>()
    const lose = (field: Field, at: number, heading: string, text: string): boolean => {
      // A read-only state is never required: rows without one get the default.
      if (isStrict || (field.required && !field.readOnly)) return false
      if (text !== '') kept.push({ at, heading: heading || field.zh, text })
      return true
    }
    const titled = mapped[titleAt]
    const called = cellText(cells[titleAt] ?? null)
    // The word for a total is in the column of titles, or anywhere in a row without a title.
    const summed = totals.has(headingKey(called)) ? called : called === '' ? total : undefined
    if (titled && summed !== undefined) {
      findings.add({ row: number, at: titled.at, field: title, grade: 'error', words: said(titled.field, totalled), value: summed })
      wrong.add(wireName(title, titled.field))
    }
    for (const [index, { at, heading, name, field, unit, scaled }] of inOrder) {
      const cell = cells[index]!
      if (cell === null || cell === undefined) continue
      const isMonthBeforeDay = orders[index] ?? isSheetMonthFirst
      const note = (words: Words): void =>
        findings.count({ at, field: name, grade: 'note', words: said(field, words), value: cellText(cell) })
      if (name === opening?.field) {
        const { opening: begins, warning } = stateOf(cell, heading)
        const text = cellText(cell)
        if (begins) state = { ...begins, at, heading, text }
        if (!warning) continue
        if (text !== '') kept.push({ at, heading: heading || field.zh, text })
        findings.add({ row: number, at, field: name, grade: 'warning', words: said(field, warning), value: text })
        continue
      }
      const inYuan = field.kind === 'money' ? exchanged(field, cell, unit, note) : undefined
      if (inYuan && 'value' in inYuan) kept.push({ at, heading: heading || field.zh, text: cellText(cell) })
      const outcome =
        inYuan ??
        lengthValue(name, field, cell, heading, isMonthBeforeDay, draft, note) ??
        countOf(field, cell, heading, units) ??
        (isShare(field) ? shareOf(cell, hundredths[index]!, note) : undefined) ??
        chosen(name, cell) ??
        cellValue(field, cell, isMonthBeforeDay, unit)
      if (scaled && isBareAmount(cell)) note(scaled)
      if ('value' in outcome && isBroughtState(view, facts, name))
        filing = { state: String(outcome.value), at, heading, text: cellText(cell) }
      else if ('value' in outcome && name === quantityColumn) {
        const read = Number(counted.exec(String(outcome.value))?.[1] ?? outcome.value)
        if (Number.isInteger(read) && read > 1) quantity = read
        else if (read !== 1 && lose(field, at, heading, cellText(cell)))
          findings.add({
            row: number,
            at,
            field: name,
            grade: 'warning',
            words: said(field, leftEmpty(noQuantity, hasNote)),
            value: cellText(cell),
          })
      } else if ('value' in outcome && facts.noted && Object.hasOwn(facts.noted, name)) {
        kept.push({ at, heading, text: cellText(cell) })
        if (isDay(String(outcome.value))) noted[name] = String(outcome.value)
      } else if ('value' in outcome && name === unitPriceColumn) {
        const { value } = parse({ price: unitPriceField }, { price: outcome.value })
        if (value.price) unitPrice = String(value.price)
        else lose(field, at, heading, cellText(cell))
      } else if ('value' in outcome) {
        // What we exported ourselves comes back as it was, or it is told.
        if (layout.isOwn && field.kind === 'text' && isRewritten(cell, outcome.value)) note(rewritten)
        if (field.kind === 'link') names[name] = String(outcome.value)
        else draft[wireName(name, field)] = outcome.value
      } else {
        const value = cellText(cell)
        const isLost = lose(field, at, heading, value)
        const words = said(field, isLost && outcome.grade === 'error' ? leftEmpty(outcome.words, hasNote) : outcome.words)
        findings.add({ row: number, at, field: name, grade: isLost ? 'warning' : outcome.grade, words, value })
        if (outcome.grade === 'error' && !isLost) wrong.add(wireName(name, field))
      }
    }
    for (const { at, name, field } of required)
      if (names[name] === undefined)
        findings.add({ row: number, at, field: name, grade: 'error', words: said(field, rules.required), value: '' })
    for (const { name, field, at, index, unitAt } of numbers) {
      if (draft[name] === undefined) continue
      const words = settleCount(field, draft, units, cellText(cells[unitAt]) !== '')
      if (!words) continue
      const value = cellText(cells[index])
      const isLost = lose(field, at, field.zh, value)
      const grade = isLost ? 'warning' : 'error'
      findings.add({ row: number, at, field: name, grade, words: said(field, isLost ? leftEmpty(words, hasNote) : words), value })
      delete draft[name]
      if (!isLost) wrong.add(name)
    }
    const { value, problems } = parse(fields, draft)
    for (const { field: wire, label, rule, limit } of problems) {
      if (wrong.has(wire)) continue
      const place = columnOf.get(wire)
      const { zh, en } = rules[rule]
      const filled = (text: string) => text.replace(/\[(.*)\]/, limit === undefined ? '' : '$1').replace('{n}', () => String(limit ?? ''))
      const words = { zh: filled(zh), en: filled(en) }
      const text = place ? cellText(cells[place.index] ?? null) : String(draft[wire] ?? '')
      const isLost = place !== undefined && lose(place.of, place.at, place.heading, text)
      findings.add({
        row: number,
        at: place?.at ?? null,
        field: place?.name ?? wire,
        grade: isLost ? 'warning' : 'error',
        words: said(label, isLost ? leftEmpty(words, hasNote) : words),
        value: text,
      })
    }
    if (lacking.length > 0) findings.mark(number)
    return {
      number,
      draft: value,
      names,
      kept,
      ...(state ? { opening: state } : {}),
      ...(filing ? { filing } : {}),
      ...(quantity && summed === undefined ? { quantity } : {}),
      ...(unitPrice === undefined ? {} : { unitPrice }),
      ...(Object.keys(noted).length > 0 ? { noted } : {}),
    }
  })
}

const said = (label: Words, words: Words): Words => ({
  zh: `${label.zh}${words.zh}`,
  en: `${label.en} ${words.en}`,
})

function* column(rows: readonly { cells: readonly Cell[] }[], index: number): Iterable<Cell> {
  for (const row of rows) yield row.cells[index] ?? null
}
