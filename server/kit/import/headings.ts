import { headingKey, importFacts } from '#contract/imports.ts'
import { type Field, isPlain } from '#contract/kit/field.ts'
import type { ImportFacts } from '#contract/kit/import-facts.ts'
import { oneWriting } from '#contract/kit/one-writing.ts'
import { type View, viewOf } from '#contract/kit/view.ts'
import { entityNamed } from '#contract/registry.ts'
import { remembered } from '../remembered.ts'
import { type Cell, noValue, type SourceRow } from './cell.ts'
import { lineColumns } from './line-columns.ts'
import type { Source } from './source-rows.ts'
import { mostColumns } from './workbook-parts.ts'

/** One column of a sheet and the field it goes into. */
export interface Column {
  readonly at: number
  readonly heading: string
  readonly field: string | null
  /** Some of its cells, for a person to recognise it by. */
  readonly samples: readonly string[]
}

export interface Layout {
  readonly sheet: string
  /** Row numbers of the headings; data follow the last. */
  readonly headingRows: readonly number[]
  readonly columns: readonly Column[]
}

const lookInto = 15

/** What a cell says; a formula without a result says nothing. */
export const cellText = (cell: Cell | undefined): string =>
  cell === null || cell === undefined || cell === noValue
    ? ''
    : cell instanceof Date
      ? cell.toISOString().slice(0, 10)
      : String(cell).trim()

/** The fields that a column of a sheet can fill; those of lines as `<lines>.<field>`. */
export const fillable = (view: View): ReadonlyMap<string, Field> =>
  new Map([
    ...Object.entries(view.fields).filter(([, field]) => !field.readOnly && isPlain(field)),
    ...[...lineColumns(view)].map(([name, { field }]) => [name, field] as const),
  ])

/** The fields that a sheet can fill by what their columns are called. `remembered`: what this hospital chose before, `''` for left out. */
export function namesOf(view: View, facts: ImportFacts, remembered: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const put = (heading: string, field: string) => {
    const key = headingKey(heading)
    if (key && !names.has(key)) names.set(key, field)
  }
  const open = fillable(view)
  for (const [heading, field] of remembered) if (field === '' || open.has(field)) names.set(heading, field)
  for (const language of ['zh', 'en'] as const) for (const [name, field] of open) put(field[language], name)
  for (const [name] of open) put(view.entity.fields[name]?.zh ?? '', name)
  for (const [name] of open) for (const alias of Object.hasOwn(facts.aliases, name) ? facts.aliases[name]! : []) put(alias, name)
  for (const [name] of open) put(name, name)
  // The field of a line alone, where no field of its header is called the same.
  for (const [key, { line, name }] of lineColumns(view)) {
    const field = entityNamed(line.entity).fields[name]!
    for (const language of ['zh', 'en'] as const) put(field[language], key)
  }
  return names
}

const moneyUnit = /\(\s*(?:单位\s*[:：]?\s*)?(?:人民币|万?元|rmb|cny)\s*\)/gi
const edges = /^[\s/|\\]+|[\s/|\\]+$/g

/** The field of a heading that names it with a unit of money, or in both languages at once. */
function looseField(heading: string, names: ReadonlyMap<string, string>): string | undefined {
  const text = oneWriting(heading)
  const bare = names.get(headingKey(text.replace(moneyUnit, '')))
  if (bare) return bare
  const [zh, en] = [/[^㐀-鿿]+/g, /[㐀-鿿]+/g].map((other) => names.get(headingKey(text.replace(other, ' ').replace(edges, ''))))
  return zh === en ? zh || undefined : undefined
}

/** The field that a heading stands for. `exact`: fields that other columns name outright, which no looser heading takes from them. */
function fieldOf(heading: string, names: ReadonlyMap<string, string>, exact?: ReadonlySet<string>): string | undefined {
  const whole = names.get(headingKey(heading))
  if (whole !== undefined || heading === '') return whole || undefined
  const loose = looseField(heading, names)
  return loose && !exact?.has(loose) ? loose : undefined
}

const declared = new WeakMap<ImportFacts, ReadonlyMap<string, string>>()

/** Whether a heading names a field that some sheet can fill, as the contract calls it: the entity of the file is not known yet. */
export const isKnownHeading = (heading: string): boolean =>
  Object.entries(importFacts).some(([target, facts]) => {
    const names = remembered(declared, facts, () => namesOf(viewOf(entityNamed(target)), facts, new Map()))
    return fieldOf(heading.trim().slice(0, 100), names) !== undefined
  })

/** How many different fields a row names. */
const scoreOf = (row: SourceRow, names: ReadonlyMap<string, string>): number =>
  new Set(row.cells.slice(0, mostColumns).flatMap((cell) => fieldOf(cellText(cell).slice(0, 100), names) ?? [])).size

const isFilled = (row: SourceRow): boolean => row.cells.some((cell) => cellText(cell) !== '')

/** Where the headings of a sheet are and what its columns mean; `score`: how many fields were recognised. */
export async function layoutOf(source: Source, names: ReadonlyMap<string, string>): Promise<{ layout: Layout; score: number }> {
  const rows: SourceRow[] = []
  for await (const row of source.rows(lookInto)) if (isFilled(row)) rows.push(row)
  if (rows.length === 0) return { layout: { sheet: source.sheet, headingRows: [], columns: [] }, score: 0 }
  const scores = rows.map((row) => scoreOf(row, names))
  const best = scores.reduce((top, score, index) => (score > scores[top]! ? index : top), 0)
  const isHeading = (index: number) => index >= 0 && index < rows.length && scores[index]! >= 2 && scores[index]! * 2 >= scores[best]!
  let [first, last] = [best, best]
  while (isHeading(first - 1)) first--
  while (isHeading(last + 1)) last++
  // A line of groups stands above the names and names some columns that have no second line.
  const above = rows[first - 1]
  const lines = [...(above && above.number === rows[first]!.number - 1 ? [above] : []), ...rows.slice(first, last + 1)].reverse()
  const width = Math.min(mostColumns, Math.max(...lines.map((row) => row.cells.length)))
  const exact = new Set(lines.flatMap((row) => row.cells.flatMap((cell) => names.get(headingKey(cellText(cell))) || [])))
  const taken = new Set<string>()
  const columns = Array.from({ length: width }, (_, at): Column => {
    const found = lines
      .map((row) => fieldOf(cellText(row.cells[at]).slice(0, 100), names, exact))
      .find((name) => name !== undefined && !taken.has(name))
    if (found) taken.add(found)
    const heading = cellText((lines.find((row) => cellText(row.cells[at]) !== '') ?? lines[0])!.cells[at])
    const samples = rows.slice(last + 1, last + 4).flatMap((row) => cellText(row.cells[at]).slice(0, 60) || [])
    return { at, heading: heading.slice(0, 100), field: found ?? null, samples }
  })
  return {
    layout: {
      sheet: source.sheet,
      headingRows: rows.slice(first, last + 1).map((row) => row.number),
      columns: columns.filter(({ heading, samples }) => heading !== '' || samples.length > 0),
    },
    score: scores[best]!,
  }
}
