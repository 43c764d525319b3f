import type { Entity } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { countsUnit, type Field, type FieldMap } from '#contract/kit/fields/field.ts'
import { type Parsed, parse } from '#contract/kit/fields/parse.ts'
import { rules } from '#contract/kit/fields/problem.ts'
import {
  currencyColumn,
  type ImportFacts,
  pictureColumn,
  quantityColumn,
  stateColumn,
  unitPriceColumn,
} from '#contract/kit/sheets/import-facts.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { isDay } from '#contract/kit/time/moment.ts'
import type { Words } from '#contract/kit/words.ts'
import { unescapeFormula } from '#server/kit/export/escape-formula.ts'
import { type CellOptions, cellsOf, leftEmpty, type Mapped, mappedOf, withLabel } from '../archive/sheet-cells.ts'
import { type Cell, isPictureCell, partOfPicture } from '../cells/cell.ts'
import { cellValue, eitherOrder, isBareAmount, isEitherOrder, isMonthFirst } from '../cells/cell-values.ts'
import { choiceReader } from '../cells/choices.ts'
import { countedIn } from '../cells/counted.ts'
import { saidCurrency } from '../cells/currencies.ts'
import { codeReader } from '../cells/damaged-codes.ts'
import { commaWords, hasDecimalComma, withDecimalPoint } from '../cells/decimal-marks.ts'
import { splitGs1, splitGs1Words } from '../cells/gs1-cells.ts'
import { lengthReader } from '../cells/lengths.ts'
import { unitBeside } from '../cells/money-units.ts'
import { type ForeignAmounts, rateReader } from '../cells/rates.ts'
import { isInHundredths, isShare, shareOf } from '../cells/shares.ts'
import { type DateOrder, isShort, shortOrders, withWholeYear } from '../cells/short-years.ts'
import type { Findings } from '../findings.ts'
import { filledCells } from '../table/filled-cells.ts'
import { cellText, fillable } from '../table/headings.ts'
import type { Layout } from '../table/layout.ts'
import type { Source } from '../table/source-rows.ts'
import { totalWords } from '../table/totals.ts'
import { countOf, settleCount } from './counts.ts'
import { extraFields, unitPriceField } from './extra-fields.ts'
import { isLevel, levelReader } from './levels.ts'
import { chooseState, contextStateReader, type Kept, type Opening, openingReader } from './opening.ts'

/** One row of a sheet as a draft. */
export interface ReadRow {
  readonly number: number
  /** Values by wire name; links are added once their names are resolved. */
  readonly draft: Parsed
  /** Wire names of values without a cell: the defaults of a new row. */
  readonly assumed?: readonly string[]
  /** Fields with empty cells that clear them in existing rows. */
  readonly blank?: readonly string[]
  /** The names in link columns, by field. */
  readonly names: Readonly<Record<string, string>>
  /** Texts that the fields cannot hold, with their headings, for the note of the row. */
  readonly kept: readonly Kept[]
  /** The initial state of the row, if the sheet contains one. */
  readonly opening?: Opening
  /** The filing state from a list that the program exported. */
  readonly filing?: Opening
  /** The quantity, if it is more than one. */
  readonly quantity?: number
  /** The unit price, beside the total amount. */
  readonly unitPrice?: string
  /** Dates without a field, by name. */
  readonly noted?: Readonly<Record<string, string>>
  /** Pictures in its cells: heading, and part of the workbook; undefined if the file does not contain it. */
  readonly pictures?: readonly { readonly heading: string; readonly part: string | undefined }[]
  /** A further copy of a row with a quantity. */
  readonly isCopy?: true
  /** It looks like a row of totals. */
  readonly isTotal?: true
}

/** Options for reading rows. */
export interface ReadOptions extends Pick<CellOptions, 'meanings' | 'isSifted' | 'lost'> {
  /** An optional cell that cannot be parsed is an error, too. */
  readonly isStrict?: boolean
  /** Collects the number of amounts in foreign currencies. */
  readonly foreign?: ForeignAmounts
  /** The entity of lines as the hospital sees it; by default as declared. */
  readonly viewIn?: (of: Entity) => View
}

const rewritten: Words = {
  zh: '中的全角字母、数字或多余空白已改写',
  en: 'has full-width letters or extra spaces that are written as usual',
}
const isRewritten = (cell: Cell, to: unknown): boolean => typeof cell === 'string' && unescapeFormula(cell).trim() !== String(to).trim()

const byTitle: Words = { zh: '取自表格的标题', en: 'is taken from the title of the table' }

const noQuantity: Words = { zh: '应为正整数', en: 'must be a whole number above 0' }

/** Default values of a new row. */
const initialOf = (view: View): [string, string][] =>
  Object.entries(view.fields).flatMap(([name, field]) =>
    field.kind === 'choice' && !field.readOnly && field.initial ? [[name, field.initial] as [string, string]] : [],
  )

/** Whether a column holds a state from a list that the program exported, other than the initial state. */
const isBroughtState = (view: View, { brings = [] }: ImportFacts, name: string): boolean =>
  brings.includes(name) && view.fields[name]?.kind === 'choice'

/** The fields by which drafts of this sheet are parsed. */
function readable(view: View, mapped: readonly Mapped[], given: ReadonlyMap<string, string>, facts: ImportFacts): FieldMap {
  const { brings = [], gs1 = { di: '' } } = facts
  const named = new Set(mapped.flatMap(({ name, field }) => (countsUnit(field) ? [name, field.unit.field] : [name])))
  // A whole UDI fills fields that have no column.
  if (named.has(gs1.di)) for (const name of Object.values(gs1)) named.add(name)
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
  { isStrict = false, meanings, lost, foreign, isSifted }: ReadOptions = {},
): Promise<ReadRow[]> {
  const { opening } = facts
  const open = new Map<string, Field>([...fillable(view, facts), ...extraFields(view, facts)])
  const hasNote = facts.note !== undefined
  const [stateOf, stateOfBoth] = [openingReader(view, facts), chooseState(view, facts, findings)]
  const mapped = layout.columns.flatMap((column): Mapped[] => {
    const { field: name } = column
    const field = name ? open.get(name) : undefined
    return name && field ? [mappedOf(column, name, field, facts)] : []
  })
  // Dates that may be durations relative to other dates are parsed after those.
  const isCounted = ([, { name }]: readonly [number, Mapped]): number => Number(Object.hasOwn(facts.lengthFrom ?? {}, name))
  const inOrder = [...mapped.entries()].sort((one, other) => isCounted(one) - isCounted(other))
  const lengthValue = lengthReader(view, facts)
  const sheet = { view, facts, most: facts.maxRows, findings }
  const read = await cellsOf(source, layout, mapped, sheet, onRow, { meanings, isSifted, opening: opening?.field, lost })
  const rows = filledCells(read, mapped, layout, facts, findings)
  const settled = mapped.map(({ field }, index) =>
    field.kind === 'date' || field.kind === 'time' ? isMonthFirst(column(rows, index)) : undefined,
  )
  // A column with ambiguous dates follows the other columns of its sheet, else the person; by default the day comes first.
  const isSettled = settled.includes(true) !== settled.includes(false)
  const isSheetMonthFirst = isSettled ? settled.includes(true) : layout.asked?.dates === 'monthFirst'
  const asked = layout.asked?.dates ?? undefined
  const shortOf = mapped.map(({ field }, index) =>
    field.kind === 'date' || field.kind === 'time' ? shortOrders(column(rows, index)) : undefined,
  )
  /** The order of dates with two-digit years; undefined: the person has to choose. */
  const shortOrder = shortOf.map((orders, index): DateOrder | undefined => {
    if (!orders || orders.length < 2) return orders?.[0]
    if (orders.includes('yearFirst')) return orders.find((order) => order === asked)
    return (settled[index] ?? isSheetMonthFirst) ? 'monthFirst' : 'dayFirst'
  })
  const isAmount = mapped.map(({ name, field }) => (field.kind === 'money' || field.kind === 'decimal') && name !== quantityColumn)
  const commas = mapped.map((_, index) => isAmount[index]! && hasDecimalComma(column(rows, index)))
  const hundredths = mapped.map(({ heading, field }, index) => isShare(field) && isInHundredths(heading, column(rows, index)))
  const codes = mapped.map(({ isCode }, index) => (isCode ? codeReader(column(rows, index)) : undefined))
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
  const goneAt = mapped.findIndex(({ name }) => name === opening?.goneOn)
  const stateBeside = contextStateReader(view, facts, layout, homeDay(new Date()), (row, at, words, value) => {
    const { field, name } = mapped[goneAt]!
    findings.add({ row, at, field: name, grade: 'warning', words: withLabel(field, words), value })
  })
  const titleAt = mapped.findIndex(({ name }) => name === title)
  const currencyAt = mapped.findIndex(({ name }) => name === currencyColumn)
  const withLevels = levelReader(mapped, facts)
  const clears = [...mapped.entries()].filter(([, { name }]) => layout.asked?.clears?.includes(name))
  return rows.map(({ number, cells, isTotal, under }) => {
    const draft: Record<string, unknown> = Object.fromEntries(initials)
    const names: Record<string, string> = {}
    const kept: Kept[] = []
    let state: Opening | undefined
    let filing: Opening | undefined
    let quantity: number | undefined
    let unitPrice: string | undefined
    const noted: Record<string, string> = {}
    const pictures: { heading: string; part: string | undefined }[] = []
    const wrong = new Set<string>()
    const filled = new Set<string>()
    const units = new Map<string, string>()
    const currency = saidCurrency(cellText(cells[currencyAt]))
    const lose = (field: Field, at: number, heading: string, text: string): boolean => {
      // A read-only state is never required: rows without one get the default.
      if (isStrict || (field.required && !field.readOnly)) return false
      if (text !== '') kept.push({ at, heading: heading || field.zh, text })
      return true
    }
    if (isTotal) {
      const value = cellText(cells[titleAt] ?? null)
      const of = { at: mapped[titleAt]?.at ?? null, field: title, grade: 'warning' } as const
      findings.add({ ...of, row: number, words: withLabel(view.fields[title] ?? view.entity, totalWords.likely), value })
    }
    for (const [index, { at, heading, name, field, unit: stated, scaled }] of inOrder) {
      const unit = field.kind === 'money' ? unitBeside(stated, heading, currency) : stated
      const dated = withWholeYear(cells[index] ?? null, shortOrder[index])
      const cell = isAmount[index] ? withDecimalPoint(dated, commas[index]!) : dated
      if (cell === null || isLevel(name)) continue
      if (name === currencyColumn) {
        if (currency) kept.push({ at, heading: heading || field.zh, text: cellText(cell) })
        continue
      }
      const isMonthBeforeDay = settled[index] ?? isSheetMonthFirst
      const note = (words: Words): void =>
        findings.count({ at, field: name, grade: 'note', words: withLabel(field, words), value: cellText(cell) })
      if (name === pictureColumn) {
        if (isPictureCell(cell)) pictures.push({ heading, part: partOfPicture(cell) })
        continue
      }
      if (opening && (name === opening.field || name === stateColumn)) {
        const { opening: begins, warning } = stateOf(cell, heading)
        const text = cellText(cell)
        if (begins) state = stateOfBoth(state, { ...begins, at, heading, text, isSecond: name === stateColumn }, (left) => kept.push(left))
        if (!warning) continue
        if (text !== '') kept.push({ at, heading: heading || field.zh, text })
        findings.add({ row: number, at, field: opening.field, grade: 'warning', words: withLabel(field, warning), value: text })
        continue
      }
      if (!isSettled && settled[index] === undefined && (field.kind === 'date' || field.kind === 'time') && isEitherOrder(cell)) {
        findings.raiseDate(cell)
        note(isMonthBeforeDay ? eitherOrder.monthFirst : eitherOrder.dayFirst)
      }
      // A question that the person's answer settled is asked again while it can still be changed.
      const written = cells[index] ?? null
      if ((shortOf[index]?.length ?? 0) > 1 && isShort(written)) findings.raiseDate(written)
      if (commas[index] && cell !== dated) note(commaWords)
      const inYuan = field.kind === 'money' ? exchanged(field, cell, unit, note) : undefined
      if (inYuan && 'value' in inYuan) kept.push({ at, heading: heading || field.zh, text: cellText(cells[index]) })
      const outcome =
        inYuan ??
        codes[index]?.lost(cell) ??
        lengthValue(name, field, cell, heading, isMonthBeforeDay, draft, note) ??
        countOf(field, cell, heading, units) ??
        (isShare(field) ? shareOf(cell, hundredths[index]!, note) : undefined) ??
        chosen(name, cell) ??
        cellValue(field, cell, isMonthBeforeDay, unit)
      const doubt = codes[index]?.doubt(cell)
      if (doubt) findings.add({ row: number, at, field: name, grade: 'warning', words: withLabel(field, doubt), value: cellText(cell) })
      if (scaled && unit === stated && isBareAmount(cell)) note(scaled)
      if ('value' in outcome && isBroughtState(view, facts, name))
        filing = { state: String(outcome.value), at, heading, text: cellText(cell) }
      else if ('value' in outcome && name === quantityColumn) {
        const read = countedIn(String(outcome.value))
        if (Number.isInteger(read) && read > 1) quantity = read
        else if (read !== 1 && lose(field, at, heading, cellText(cell)))
          findings.add({
            row: number,
            at,
            field: name,
            grade: 'warning',
            words: withLabel(field, leftEmpty(noQuantity, hasNote)),
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
        // Values that the program exported must come back unchanged; otherwise the change is reported.
        if (layout.isOwn && field.kind === 'text' && isRewritten(cell, outcome.value)) note(rewritten)
        if (field.kind === 'link') names[name] = String(outcome.value)
        else {
          draft[wireName(name, field)] = outcome.value
          filled.add(wireName(name, field))
        }
      } else {
        const value = cellText(cell)
        const isLost = lose(field, at, heading, value)
        const words = withLabel(field, isLost && outcome.grade === 'error' ? leftEmpty(outcome.words, hasNote) : outcome.words)
        findings.add({ row: number, at, field: name, grade: isLost ? 'warning' : outcome.grade, words, value })
        if (outcome.grade === 'error' && !isLost) wrong.add(wireName(name, field))
      }
    }
    if (splitGs1(draft, facts)) {
      const of = mapped.find(({ name }) => name === facts.gs1?.di)
      if (of)
        findings.count({
          at: of.at,
          field: of.name,
          grade: 'note',
          words: withLabel(of.field, splitGs1Words),
          value: cellText(cells[mapped.indexOf(of)] ?? null),
        })
    }
    withLevels(names, cells)
    for (const { at, name, field } of required)
      if (names[name] === undefined)
        if (isStrict) findings.add({ row: number, at, field: name, grade: 'error', words: withLabel(field, rules.required), value: '' })
        else findings.lack(number, { at, field: name, words: withLabel(field, rules.required) })
    for (const { name, field, at, index, unitAt } of numbers) {
      if (draft[name] === undefined) continue
      const words = settleCount(field, draft, units, cellText(cells[unitAt]) !== '')
      if (!words) continue
      const value = cellText(cells[index])
      const isLost = lose(field, at, field.zh, value)
      const grade = isLost ? 'warning' : 'error'
      findings.add({ row: number, at, field: name, grade, words: withLabel(field, isLost ? leftEmpty(words, hasNote) : words), value })
      delete draft[name]
      if (!isLost) wrong.add(name)
    }
    const went = mapped[goneAt]
    const wentText = cellText(cells[goneAt] ?? null)
    state = stateBeside({
      number,
      own: state,
      wentOn: went && wentText !== '' ? { at: went.at, heading: went.heading, text: wentText, day: noted[went.name] } : undefined,
      title: under,
    })
    if (state?.at === null && opening && !state.isGone)
      findings.count({
        at: null,
        field: opening.field,
        grade: 'note',
        words: withLabel(view.entity.fields[opening.field]!, byTitle),
        value: state.text,
      })
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
        findings.lack(number, { at: place?.at ?? null, field: place?.name ?? wire, words: withLabel(label, words) })
        continue
      }
      findings.add({
        row: number,
        at: place?.at ?? null,
        field: place?.name ?? wire,
        grade: isLost ? 'warning' : 'error',
        words: withLabel(label, isLost ? leftEmpty(words, hasNote) : words),
        value: text,
      })
    }
    if (lacking.length > 0) isStrict ? findings.mark(number) : findings.lack(number)
    // A place that the columns beside an empty cell tell is none to clear.
    const isBlank = (index: number, name: string) => (cells[index] === null || cells[index] === undefined) && names[name] === undefined
    const blank = clears.flatMap(([index, { name }]) => (isBlank(index, name) ? [name] : []))
    const assumed = [...initials.keys()].filter((wire) => !filled.has(wire))
    return {
      number,
      draft: value,
      ...(assumed.length > 0 ? { assumed } : {}),
      ...(blank.length > 0 ? { blank } : {}),
      names,
      kept,
      ...(state ? { opening: state } : {}),
      ...(filing ? { filing } : {}),
      ...(quantity && !isTotal ? { quantity } : {}),
      ...(isTotal ? { isTotal } : {}),
      ...(unitPrice === undefined ? {} : { unitPrice }),
      ...(pictures.length > 0 ? { pictures } : {}),
      ...(Object.keys(noted).length > 0 ? { noted } : {}),
    }
  })
}

function* column(rows: readonly { cells: readonly Cell[] }[], index: number): Iterable<Cell> {
  for (const row of rows) yield row.cells[index] ?? null
}
