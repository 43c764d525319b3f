import { headingKey } from '#contract/imports.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { cutText } from '#contract/kit/fields/cut-text.ts'
import { type Field, isPlain } from '#contract/kit/fields/field.ts'
import { withUnit } from '#contract/kit/figures/measure-units.ts'
import { currencyColumn, extraColumns, type ImportFacts, pictureColumn, quantityColumn } from '#contract/kit/sheets/import-facts.ts'
import { oneWriting } from '#contract/kit/text/one-writing.ts'
import { languages } from '#contract/kit/words.ts'
import { entityNamed } from '#contract/registry.ts'
import { mostColumns } from '../archive/workbook-parts.ts'
import { type Cell, isPictureCell, noValue, type SourceRow } from '../cells/cell.ts'
import { columnUnit, headingUnit, isUnitRow, unitOfLine } from '../cells/money-units.ts'
import { assigned } from '../rows/assigned.ts'
import { lineColumns } from '../rows/line-columns.ts'
import type { Column, Layout } from './layout.ts'
import type { Source } from './source-rows.ts'

// Headings are near the top; the contents of columns are examined further down.
const [lookInto, lookDown] = [15, 80]

/** The text of a cell; empty for a formula without a result. */
export const cellText = (cell: Cell | undefined): string =>
  cell === null || cell === undefined || cell === noValue || isPictureCell(cell)
    ? ''
    : cell instanceof Date
      ? cell.toISOString().slice(0, 10)
      : typeof cell === 'boolean'
        ? String(cell).toUpperCase()
        : String(cell).trim()

/** The fields that columns of a sheet can fill; fields of lines as `<lines>.<field>`. */
export const fillable = (view: View, { opening, brings = [] }: Pick<ImportFacts, 'opening' | 'brings'> = {}): ReadonlyMap<string, Field> =>
  new Map([
    ...Object.entries(view.fields).filter(
      ([name, field]) => (!field.readOnly || name === opening?.field || brings.includes(name)) && isPlain(field),
    ),
    ...[...lineColumns(view)].map(([name, { field }]) => [name, field] as const),
  ])

/**
 * The fields that a sheet can fill, by the key of their heading. `remembered`: earlier choices of this hospital, `''` for a column to leave
 * out.
 */
export function namesOf(view: View, facts: ImportFacts, remembered: ReadonlyMap<string, string>): Headings {
  const names = new Map<string, string>()
  const put = (heading: string, field: string) => {
    const key = headingKey(heading)
    if (key && !names.has(key)) names.set(key, field)
  }
  // A list that the program exported may contain more fields, by their labels: elsewhere 资产编号 means another number.
  const open = fillable(view, { opening: facts.opening })
  const extra = new Set(['', ...extraColumns(facts)])
  for (const [heading, field] of remembered) if (extra.has(field) || open.has(field)) names.set(heading, field)
  for (const language of languages) for (const [name, field] of open) put(field[language], name)
  for (const [name] of open) put(view.entity.fields[name]?.zh ?? '', name)
  const own = new Set(names.keys())
  for (const [name] of open) for (const alias of Object.hasOwn(facts.aliases, name) ? facts.aliases[name]! : []) put(alias, name)
  for (const [name] of open) put(name, name)
  // The name of a line's field alone, if no field of the header has the same name.
  for (const [key, { line, name }] of lineColumns(view)) {
    const field = entityNamed(line.entity).fields[name]!
    for (const language of languages) put(field[language], key)
  }
  for (const heading of facts.quantity ?? []) put(heading, quantityColumn)
  for (const heading of facts.currency ?? []) put(heading, currencyColumn)
  for (const heading of facts.files?.headings ?? []) put(heading, pictureColumn)
  for (const [name, { headings }] of Object.entries(facts.noted ?? {})) for (const heading of headings) put(heading, name)
  const required = new Set([...open].flatMap(([name, field]) => (field.required ? [name] : [])))
  const weak = new Set([...(facts.weak ?? []), ...(facts.unitPrice?.headings ?? [])].map(headingKey).filter((key) => !own.has(key)))
  const chosen = new Set(remembered.keys())
  return Object.assign(names, {
    prefixes: (facts.prefixes ?? []).map(headingKey),
    required,
    own,
    weak,
    labels: labelsOf(view, facts),
    chosen,
  })
}

/** The fields of every label that an export writes above a column, in order; `''` for one that no sheet fills. */
function labelsOf(view: View, facts: ImportFacts): ReadonlyMap<string, readonly string[]> {
  const open = fillable(view, facts)
  const labels = new Map<string, string[]>()
  for (const [name, field] of [...Object.entries(view.fields).filter(([, one]) => isPlain(one)), ...open])
    for (const language of languages) {
      const key = headingKey(withUnit(field, language))
      const named = open.has(name) ? name : ''
      const some = labels.get(key)
      if (!some) labels.set(key, [named])
      else if (!some.includes(named)) some.push(named)
    }
  return labels
}

const brackets = /[([{【〔<]([^)\]}】〕>]*)[)\]}】〕>]/g
const unitBehind = /(?:[/,，:：]\s*|单位\s*[:：]?\s*)?(?:人民币|万元?|元|rmb|cny|usd)$/i
const unitAlone = /^(?:单位)?(?:人民币|万?元|rmb|cny|usd|台|套|件|个|年|月|日|天)+$/i
const edges = /^[\s/|\\]+|[\s/|\\]+$/g
const between = /[/|\\、,，;；&+]|\s+(?:or|and)\s+|或|和|及/i

/** Alternative forms of a heading: 日期 for 时间, `no` for `number` and `#`, and without a final 名称, 号 or `name`. */
function writingsOf(key: string): string[] {
  const numbered = key.replace(/(?:number|num|#|№)$/, 'no')
  return [
    numbered,
    numbered.replace(/时间$/, '日期'),
    numbered.replace(/(?:名称|姓名|name)$/, ''),
    numbered.replace(/(?:号码?|编号|no)$/, ''),
  ]
}

/** The known headings with their fields, and the words that may precede them. */
export interface Headings extends ReadonlyMap<string, string> {
  readonly prefixes?: readonly string[]
  /** Required fields take precedence if a heading matches two fields. */
  readonly required?: ReadonlySet<string>
  /** Headings that are the labels of fields, or were chosen by this hospital. */
  readonly own?: ReadonlySet<string>
  /** Headings that name a field only if no other column does. */
  readonly weak?: ReadonlySet<string>
  /** See `labelsOf`. */
  readonly labels?: ReadonlyMap<string, readonly string[]>
  /** Headings for which this hospital chose a field. */
  readonly chosen?: ReadonlySet<string>
}

/** The field of one name: exact, in an alternative form, or after a prefix such as 设备. */
function namedBy(text: string, names: Headings): string | undefined {
  const key = headingKey(text)
  if (key === '' || unitAlone.test(key)) return undefined
  const whole = names.get(key)
  if (whole !== undefined) return whole || undefined
  const bare = (names.prefixes ?? []).flatMap((word) => (key.startsWith(word) && key.length > word.length ? [key.slice(word.length)] : []))
  for (const one of [key, ...bare].flatMap((written) => [written, ...writingsOf(written)])) {
    const found = one === '' ? undefined : names.get(one)
    if (found) return found
  }
  return undefined
}

/**
 * The field of a heading with a unit, brackets, several names, or both languages at once. Text in brackets takes precedence over the text
 * before it.
 */
function looseField(heading: string, names: Headings): string | undefined {
  const text = oneWriting(heading)
  const inner = [...text.matchAll(brackets)].flatMap(([, said]) => namedBy(said!, names) ?? [])
  if (inner.length > 0) return inner[0]
  const outer = text.replace(brackets, ' ').trim()
  const bare = namedBy(outer, names) ?? namedBy(outer.replace(unitBehind, ''), names)
  if (bare) return bare
  const parts = outer.split(between).flatMap((part) => namedBy(part.replace(unitBehind, ''), names) ?? [])
  if (parts.length > 0 && outer.split(between).length > 1) return parts.find((name) => names.required?.has(name)) ?? parts.at(-1)
  const [zh, en] = [/[^㐀-鿿]+/g, /[㐀-鿿]+/g].map((other) => names.get(headingKey(text.replace(other, ' ').replace(edges, ''))))
  return zh === en ? zh || undefined : undefined
}

/** The field of a heading; undefined if there is none. */
export function fieldOf(heading: string, names: Headings): string | undefined {
  const whole = names.get(headingKey(heading))
  return (whole !== undefined || heading === '' ? whole : looseField(heading, names)) || undefined
}

/** The key of a heading without brackets and units. */
export const bareKey = (heading: string): string => headingKey(oneWriting(heading).replace(brackets, ' ').trim().replace(unitBehind, ''))

/** How precisely a heading names its field: a label ranks before synonyms, those before alternative forms; weak headings rank last. */
function rankOf(heading: string, field: string, names: Headings): number {
  const key = headingKey(heading)
  const bare = bareKey(heading)
  if (names.weak?.has(key) || names.weak?.has(bare)) return 0
  if (names.get(key) === field) return names.own?.has(key) ? 5 : 3
  const forms = [bare, ...(names.prefixes ?? []).flatMap((word) => (bare.startsWith(word) ? [bare.slice(word.length)] : []))]
  const form = forms.find((one) => names.get(one) === field)
  return form === undefined ? 1 : names.own?.has(form) ? 4 : 2
}

/** Minimum number of columns of an exported list. */
const fewestOwn = 2

/**
 * The fields of a list that the program exported, by column: a list whose headings are all labels of the entity. Its labels mean what an
 * export writes there, including columns that no sheet fills. Undefined for any other list.
 */
function ownColumns(cells: readonly Cell[], names: Headings): ReadonlyMap<number, string> | undefined {
  const { labels, chosen } = names
  const keys = cells.map((cell) => headingKey(cellText(cell)))
  const filled = keys.filter(Boolean)
  if (!labels || filled.length < fewestOwn || filled.some((key) => !labels.has(key))) return undefined
  const used = new Set<string>()
  return new Map(
    keys.flatMap((key, at): [number, string][] => {
      if (key === '') return []
      const field = chosen?.has(key) ? names.get(key)! : (labels.get(key)!.find((name) => name !== '' && !used.has(name)) ?? '')
      used.add(field)
      return [[at, field]]
    }),
  )
}

/** The part of a cell that is used as a heading. */
const headingText = (cell: Cell | undefined): string => cutText(cellText(cell), 100)

/** The number of different fields that a row names. */
const scoreOf = (row: SourceRow, names: Headings): number =>
  new Set(row.cells.slice(0, mostColumns).flatMap((cell) => fieldOf(headingText(cell), names) ?? [])).size

const isFilled = (row: SourceRow): boolean => row.cells.some((cell) => cellText(cell) !== '')

/**
 * The text above each column that states the unit of its amounts: a heading above its own, which applies to the columns after it up to the
 * next one, else a line above the table, the nearest first. `lines`: the headings, the lowest first.
 */
function unitsAbove(
  lines: readonly SourceRow[],
  group: SourceRow | undefined,
  above: readonly SourceRow[],
): (at: number) => string | undefined {
  const textAt = (row: SourceRow, at: number): string => headingText(row.cells[at])
  // A title that is alone at the beginning of its line is not a group heading.
  const upper = lines.slice(1).filter((row) => row !== group || row.cells.slice(1).some((cell) => cellText(cell) !== ''))
  const ofTable = above.toReversed().flatMap((row) => unitOfLine(row.cells.map(headingText), upper.includes(row)) ?? [])[0]
  return (at) => {
    for (const row of upper) {
      const isOwn = (column: number): boolean => {
        const lower = lines.slice(0, lines.indexOf(row)).find((line) => textAt(line, column) !== '')
        return lower === undefined || textAt(lower, column) === textAt(row, column)
      }
      let from = at
      while (from > 0 && textAt(row, from) === '') from--
      const text = textAt(row, from)
      // A heading of its own column does not apply to its neighbours.
      if (text !== '' && !isOwn(at) && !isOwn(from) && headingUnit(text)) return text
    }
    return ofTable
  }
}

/**
 * The fields that a heading names together with one that spans it from above, such as 归口 over 部门; only whole names count. `lines`: the
 * headings, the lowest first.
 */
function namedTogether(lines: readonly SourceRow[], at: number, names: Headings): readonly { name: string; rank: number }[] {
  const low = lines.findIndex((row) => cellText(row.cells[at]) !== '')
  const text = low < 0 ? '' : headingText(lines[low]!.cells[at])
  return lines.slice(low + 1).flatMap((row) => {
    let from = at
    while (from > 0 && cellText(row.cells[from]) === '') from--
    const both = headingText(row.cells[from]) + text
    const name = text === '' || both === text ? undefined : names.get(headingKey(both))
    if (!name) return []
    const alone = fieldOf(text, names)
    return [{ name, rank: Math.max(rankOf(both, name, names), alone ? rankOf(text, alone, names) : 0) }]
  })
}

/** Recognises further columns by the contents of their cells; `taken`: fields that already have a column. */
export type ByContent = (columns: readonly Column[], rows: readonly SourceRow[], taken: ReadonlySet<string>) => readonly Column[]

/**
 * Finds the headings of a sheet and the fields of its columns; `score`: the number of recognised fields, `titles`: the texts above the
 * headings.
 */
export async function layoutOf(
  source: Source,
  names: Headings,
  byContent?: ByContent,
): Promise<{ layout: Layout; score: number; titles: readonly string[]; below: readonly SourceRow[] }> {
  const seen: SourceRow[] = []
  for await (const row of source.rows(byContent ? lookDown : lookInto)) if (isFilled(row)) seen.push(row)
  const rows = seen.slice(0, lookInto)
  if (rows.length === 0) return { layout: { sheet: source.sheet, headingRows: [], columns: [] }, score: 0, titles: [], below: [] }
  const scores = rows.map((row) => scoreOf(row, names))
  const own = ownColumns(rows[0]!.cells, names)
  const top = scores.reduce((best, score, index) => (score > scores[best]! ? index : best), 0)
  const isHeading = (at: number) => !own && at >= 0 && at < rows.length && scores[at]! >= 2 && scores[at]! * 2 >= scores[top]!
  // A table above the best one is imported too: its headings come first.
  const isRecord = (row: SourceRow, index: number) => !isHeading(index) && row.cells.filter((cell) => cellText(cell) !== '').length > 1
  const upper = rows.findIndex((_, index) => isHeading(index) && rows.some((row, at) => at > index && at < top && isRecord(row, at)))
  const best = own ? 0 : upper < 0 ? top : upper
  let [first, last] = [best, best]
  while (isHeading(first - 1)) first--
  while (isHeading(last + 1)) last++
  const unitRow = rows.slice(last + 1, last + 2).find((row) => !own && isUnitRow(row.cells.map(cellText)))
  // A line of group headings may be above the headings; it names columns that have no second line.
  const above = rows[first - 1]
  const group = above && above.number === rows[first]!.number - 1 ? above : undefined
  const lines = [...(group ? [group] : []), ...rows.slice(first, last + 1)].reverse()
  const width = Math.min(mostColumns, Math.max(...lines.map((row) => row.cells.length)))
  const unitAt = unitsAbove(lines, group, rows.slice(0, first))
  const isForeign = (text: string, at: number): boolean => {
    const unit = columnUnit({ heading: text, unit: unitAt(at) })
    return unit !== undefined && 'foreign' in unit
  }
  // Amounts in yuan take precedence over those in another currency, which the field cannot store.
  const inYuan = new Set(
    lines.flatMap((row) => row.cells.map(headingText).flatMap((text, at) => (isForeign(text, at) ? [] : (fieldOf(text, names) ?? [])))),
  )
  // The possible fields of each column, by its own heading first.
  const wanted = Array.from({ length: width }, (_, at) => [
    ...namedTogether(lines, at, names),
    ...lines
      // A group heading is not the name of a column that has a heading of its own.
      .filter((row) => row !== group || !lines.some((other) => other !== group && cellText(other.cells[at]) !== ''))
      .flatMap((row) => {
        const text = headingText(row.cells[at])
        const name = fieldOf(text, names)
        return name === undefined || (isForeign(text, at) && inYuan.has(name)) ? [] : [{ name, rank: rankOf(text, name, names) }]
      }),
  ])
  const fields = own ?? assigned(wanted)
  const taken = new Set(fields.values())
  const headingRows = [...rows.slice(first, last + 1), ...(unitRow ? [unitRow] : [])].map((row) => row.number)
  const below = seen.filter(({ number }) => number > headingRows.at(-1)!)
  const columns = Array.from({ length: width }, (_, at): Column => {
    const found = fields.get(at)
    const named = cellText((lines.find((row) => cellText(row.cells[at]) !== '') ?? lines[0])!.cells[at])
    const heading = named + cellText(unitRow?.cells[at])
    const samples = below.slice(0, 3).flatMap((row) => cutText(cellText(row.cells[at]), 60) || [])
    const unit = unitAt(at)
    return {
      at,
      heading: cutText(heading, 100),
      field: found || null,
      samples,
      ...(unit ? { unit } : {}),
      ...(source.hidden?.has(at) ? { isHidden: true } : {}),
    }
  })
  const understood = byContent && !own ? byContent(columns, below, taken) : columns
  return {
    layout: {
      sheet: source.sheet,
      ...(own ? { isOwn: true as const } : {}),
      headingRows,
      columns: understood.filter(({ heading, samples }) => heading !== '' || samples.length > 0),
    },
    score: own ? Math.max(scores[best]!, 1) : scores[best]!,
    below,
    titles: rows.slice(0, first).flatMap((row) => row.cells.map(cellText).filter(Boolean)),
  }
}
