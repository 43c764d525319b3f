import { headingKey } from '#contract/imports.ts'
import { monthsAfter } from '#contract/kit/day.ts'
import type { Entity } from '#contract/kit/entity.ts'
import { countsUnit, type Field, type FieldMap } from '#contract/kit/field.ts'
import { type ImportFacts, quantityColumn } from '#contract/kit/import-facts.ts'
import { isDay } from '#contract/kit/moment.ts'
import { type Parsed, parse } from '#contract/kit/parse.ts'
import { rules } from '#contract/kit/problem.ts'
import { wireName } from '#contract/kit/shape.ts'
import type { View } from '#contract/kit/view.ts'
import { listedWords, type Words } from '#contract/kit/words.ts'
import { type Cell, placeOf, UnitNumber } from './cell.ts'
import { type CellOutcome, cellValue, dayOf, isBareAmount, isMonthFirst, nameKey } from './cell-values.ts'
import { copier } from './copied-texts.ts'
import { countOf, settleCount } from './counts.ts'
import type { Findings } from './findings.ts'
import { leavesOutFooter } from './footers.ts'
import { type Column, cellText, fillable, type Layout } from './headings.ts'
import { ImportRefusal } from './import-refusal.ts'
import { countedFrom, lengthOf, lengthWords } from './lengths.ts'
import { columnUnit, headingUnit, type MoneyUnit } from './money-units.ts'
import { isPlaceholder } from './placeholders.ts'
import type { Source } from './source-rows.ts'

/** One row of a sheet as a draft. */
export interface ReadRow {
  readonly number: number
  /** Values by wire name; links are added once their names are resolved. */
  readonly draft: Parsed
  /** Wire names of values that stand in no cell: the initial ones of a new row. */
  readonly assumed?: readonly string[]
  /** The names in link columns, by field. */
  readonly names: Readonly<Record<string, string>>
  /** Texts that the fields cannot hold, with their headings, for the note of the row. */
  readonly kept: readonly Kept[]
  /** The initial state of the row, if the sheet contains one. */
  readonly opening?: Opening
  /** The quantity, if it is more than one. */
  readonly quantity?: number
  /** A further copy of a row with a quantity. */
  readonly isCopy?: true
}

/** An initial state, with the text of its cell. */
export interface Opening extends Kept {
  readonly state: string
}

/** Options for reading rows. */
export interface ReadOptions {
  /** An optional cell that cannot be parsed is an error, too. */
  readonly isStrict?: boolean
  /** Values that this hospital replaces, by field and key of the value; `''`: leave empty. */
  readonly meanings?: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** The entity of lines as the hospital sees it; by default as declared. */
  readonly viewIn?: (of: Entity) => View
}

/** The text of a cell that is left empty, with its heading. */
export interface Kept {
  /** Index of its column, from 0. */
  readonly at: number
  readonly heading: string
  readonly text: string
}

/** Adds to a message that the cell is left empty; `isKept`: a note keeps its text. */
export const leftEmpty = (words: Words, isKept = true): Words =>
  isKept
    ? { zh: `${words.zh}，留空`, en: `${words.en}; left empty` }
    : { zh: `${words.zh}，留空，原文不保留`, en: `${words.en}; left empty, and its text is not kept` }

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

async function cellsOf(
  source: Source,
  layout: Layout,
  mapped: readonly Mapped[],
  most: number,
  findings: Findings,
  onRow: (read: number) => void,
  meanings: ReadOptions['meanings'],
) {
  const rows: { number: number; cells: Cell[]; total: string | undefined }[] = []
  const after = layout.headingRows.at(-1) ?? 0
  const copy = copier()
  const sheets = layout.sheets?.filter(({ isIn }) => isIn) ?? []
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
      if (isPlaceholder(cell, field)) {
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
const quantityField = { kind: 'integer', zh: '数量', en: 'Quantity' } as const satisfies Field

/** Parses the initial state of a row: one of the permitted states, by its label or a common synonym. */
function openingReader(view: View, { opening }: ImportFacts): (cell: Exclude<Cell, null>) => CellOutcome {
  const field = opening && view.entity.fields[opening.field]
  if (field?.kind !== 'choice') return (cell) => ({ value: cell })
  const states = Object.entries(opening!.of)
  const known = new Map(
    states.flatMap(([state, said]) => [field.of[state]!.zh, field.of[state]!.en, ...said].map((one) => [nameKey(one), state])),
  )
  const all = listedWords(states.map(([state]) => field.of[state]!))
  const refused: CellOutcome = {
    grade: 'error',
    words: { zh: `不能作为初始状态，可为：${all.zh}`, en: `cannot be the first state; these can: ${all.en}` },
  }
  return (cell) => {
    const state = known.get(nameKey(cellText(cell)))
    return state === undefined ? refused : { value: state }
  }
}

/** Parses durations in fields that hold months, and in dates that may be counted from others; returns undefined for every other cell. */
function lengthReader(view: View, { months = [], lengthFrom = {} }: ImportFacts) {
  return (
    name: string,
    field: Field,
    cell: Exclude<Cell, null>,
    heading: string,
    isMonthFirst: boolean,
    draft: Readonly<Record<string, unknown>>,
    note: (words: Words) => void,
  ): CellOutcome | undefined => {
    const starts = Object.hasOwn(lengthFrom, name) ? lengthFrom[name]! : undefined
    if (!starts && !months.includes(name)) return undefined
    if (starts && dayOf(cell, isMonthFirst) !== undefined) return undefined
    // Under the name of the field itself, a bare number is already in months.
    const isFieldName = !starts && [field.zh, field.en].includes(heading)
    const length = isFieldName && isBareAmount(cell) ? undefined : lengthOf(cell, heading)
    if (!length) return undefined
    if (length.months === undefined) return starts || /年|life/i.test(heading) ? { grade: 'error', words: lengthWords.unclear } : undefined
    if (!starts) {
      if (length.isByHeading && String(length.months) !== cellText(cell)) note(lengthWords.inYears)
      return { value: length.months }
    }
    const start = starts.find((one) => isDay(String(draft[one] ?? '')))
    if (start === undefined) return { grade: 'error', words: lengthWords.noStart }
    note(countedFrom(view.fields[start]!))
    return { value: monthsAfter(String(draft[start]), Math.round(length.months)) }
  }
}

/** Default values of a new row. */
const initialOf = (view: View): [string, string][] =>
  Object.entries(view.fields).flatMap(([name, field]) =>
    field.kind === 'choice' && !field.readOnly && field.initial ? [[name, field.initial] as [string, string]] : [],
  )

/** The fields by which drafts of this sheet are parsed. */
function readable(view: View, mapped: readonly Mapped[], given: ReadonlyMap<string, string>): FieldMap {
  const named = new Set(mapped.flatMap(({ name, field }) => (countsUnit(field) ? [name, field.unit.field] : [name])))
  return Object.fromEntries(
    Object.entries(view.fields).filter(([name, field]) => field.kind !== 'link' && !field.readOnly && (named.has(name) || given.has(name))),
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
  { isStrict = false, meanings }: ReadOptions = {},
): Promise<ReadRow[]> {
  const open = new Map<string, Field>([...fillable(view, facts), [quantityColumn, quantityField]])
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
  const rows = await cellsOf(source, layout, mapped, facts.maxRows, findings, onRow, meanings)
  const orders = mapped.map(({ field }, index) =>
    field.kind === 'date' || field.kind === 'time' ? isMonthFirst(column(rows, index)) : undefined,
  )
  // A column with ambiguous dates follows the other columns of its sheet; by default the day comes first.
  const isSheetMonthFirst = orders.includes(true) && !orders.includes(false)
  const title = view.entity.nodeTitle ?? view.entity.title
  const initials = new Map(initialOf(view))
  const fields = readable(view, mapped, initials)
  const columnOf = new Map(
    mapped.map(({ at, heading, name, field }, index) => [wireName(name, field), { at, heading, name, of: field, index }] as const),
  )
  const lacking = Object.entries(view.fields).filter(
    ([name, field]) => field.required && !field.readOnly && !initials.has(name) && !mapped.some((one) => one.name === name),
  )
  for (const [name, field] of lacking)
    findings.lackColumn({
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
    let quantity: number | undefined
    const wrong = new Set<string>()
    const filled = new Set<string>()
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
      const outcome =
        name === opening?.field
          ? stateOf(cell)
          : (lengthValue(name, field, cell, heading, isMonthBeforeDay, draft, note) ??
            countOf(field, cell, heading, units) ??
            cellValue(field, cell, isMonthBeforeDay, unit))
      if (scaled && isBareAmount(cell)) note(scaled)
      if ('value' in outcome && name === opening?.field) state = { state: String(outcome.value), at, heading, text: cellText(cell) }
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
      } else if ('value' in outcome) {
        if (field.kind === 'link') names[name] = String(outcome.value)
        else {
          draft[wireName(name, field)] = outcome.value
          filled.add(wireName(name, field))
        }
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
        if (isStrict) findings.add({ row: number, at, field: name, grade: 'error', words: said(field, rules.required), value: '' })
        else findings.lack(number, { at, field: name, words: said(field, rules.required) })
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
      if (rule === 'required' && !isStrict && !isLost) {
        findings.lack(number, { at: place?.at ?? null, field: place?.name ?? wire, words: said(label, words) })
        continue
      }
      findings.add({
        row: number,
        at: place?.at ?? null,
        field: place?.name ?? wire,
        grade: isLost ? 'warning' : 'error',
        words: said(label, isLost ? leftEmpty(words, hasNote) : words),
        value: text,
      })
    }
    if (lacking.length > 0) isStrict ? findings.mark(number) : findings.lack(number)
    const assumed = [...initials.keys()].filter((wire) => !filled.has(wire))
    return {
      number,
      draft: value,
      ...(assumed.length > 0 ? { assumed } : {}),
      names,
      kept,
      ...(state ? { opening: state } : {}),
      ...(quantity && summed === undefined ? { quantity } : {}),
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
