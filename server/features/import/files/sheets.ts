import { headingKey } from '#contract/imports.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { sheetHeading } from '#contract/kit/sheets/import-facts.ts'
import type { Words } from '#contract/kit/words.ts'
import { mostSheets } from '#server/kit/import/archive/workbook.ts'
import { mostColumns } from '#server/kit/import/archive/workbook-parts.ts'
import { rowsPerSheet, ShownNumber } from '#server/kit/import/cells/cell.ts'
import { isBareAmount } from '#server/kit/import/cells/cell-values.ts'
import { columnUnit, isSameUnit, unitWord } from '#server/kit/import/cells/money-units.ts'
import type { Findings } from '#server/kit/import/findings.ts'
import { ImportRefusal } from '#server/kit/import/import-refusal.ts'
import type { Column, Layout } from '#server/kit/import/table/layout.ts'
import type { Source } from '#server/kit/import/table/source-rows.ts'

/** A sheet of a file and how its columns are understood. */
export interface Table {
  readonly source: Source
  readonly layout: Layout
  /** How many fields were recognised. */
  readonly score: number
  /** See `SheetChoice`. */
  readonly about?: string | undefined
}

/** Names of sheets that are shown as examples. */
const shownNames = 3

const headingsOf = ({ columns }: Layout): string =>
  JSON.stringify(
    columns
      .map(({ heading }) => headingKey(heading))
      .filter(Boolean)
      .sort(),
  )

/** How well a sheet fits; a hidden one counts where no visible sheet names a field. */
const rankOf = ({ score, source }: Table): number => (source.isHidden ? score / 1000 : score)

/** The sheets that go in: those that were chosen, else the one that names the most fields with all that have its headings. */
function chosenOf(tables: readonly Table[], checked: Layout | null): Table[] {
  if (checked?.sheets) {
    const wanted = checked.sheets.filter(({ isIn }) => isIn).flatMap(({ name }) => tables.find(({ source }) => source.sheet === name) ?? [])
    if (wanted.length > 0) return wanted
  }
  const best = checked
    ? (tables.find(({ source }) => source.sheet === checked.sheet) ?? (tables.length === 1 ? tables[0] : undefined))
    : tables.reduce<Table | undefined>((top, one) => (top && rankOf(top) >= rankOf(one) ? top : one), undefined)
  if (!best)
    throw checked
      ? new ImportRefusal('文件里没有校验时的工作表', 'The validated sheet is not in the file')
      : new ImportRefusal('文件里没有数据', 'The file has no data')
  const headings = headingsOf(best.layout)
  return [best, ...tables.filter((one) => one !== best && one.score > 0 && headingsOf(one.layout) === headings)]
}

/** Where each column of a table stands in the whole: by its heading, else by its field, else behind the others. */
function placesIn(whole: Column[], { layout }: Table): Map<number, number> {
  const places = new Map<number, number>()
  const used = new Set(whole.flatMap(({ at, isSheet }) => (isSheet ? [at] : [])))
  for (const pick of [
    (one: Column, other: Column) => one.heading !== '' && headingKey(one.heading) === headingKey(other.heading),
    (one: Column, other: Column) => one.field !== null && one.field === other.field,
  ])
    for (const column of layout.columns) {
      const found = places.has(column.at) ? undefined : whole.find((one) => !used.has(one.at) && pick(one, column))
      if (!found) continue
      places.set(column.at, found.at)
      used.add(found.at)
    }
  for (const column of layout.columns) {
    if (places.has(column.at)) continue
    const at = Math.max(-1, ...whole.map((one) => one.at)) + 1
    whole.push({ ...column, at, field: whole.some(({ field }) => field === column.field) ? null : column.field })
    places.set(column.at, at)
  }
  return places
}

/** What the amounts of a table need behind their numbers, by column, where its sheet counts them otherwise than the first. */
function otherUnits(
  whole: readonly Column[],
  { layout }: Table,
  places: ReadonlyMap<number, number>,
  fields: ReadonlyMap<string, Field>,
): Map<number, string> {
  const units = new Map<number, string>()
  for (const column of layout.columns) {
    const of = whole.find(({ at }) => at === places.get(column.at))
    if (!of?.field || fields.get(of.field)?.kind !== 'money') continue
    const unit = columnUnit(column)
    if (!isSameUnit(unit, columnUnit(of))) units.set(column.at, unitWord(unit))
  }
  return units
}

/** Several sheets as one: the rows of each further sheet are numbered from a million on, their cells under the columns of the first. */
function together(tables: readonly Table[], columns: Column[], fields: ReadonlyMap<string, Field>): Source {
  const [first, ...others] = tables
  const placed = others.map((table) => {
    const places = placesIn(columns, table)
    return { table, places, units: otherUnits(columns, table, places, fields) }
  })
  if (placed.length === 0) return first!.source
  return {
    ...first!.source,
    async *rows(most = Number.POSITIVE_INFINITY) {
      let count = 0
      for await (const row of first!.source.rows(most)) {
        count++
        yield row
      }
      for (const [index, { table, places, units }] of placed.entries()) {
        const after = table.layout.headingRows.at(-1) ?? 0
        for await (const row of table.source.rows()) {
          if (row.number <= after) continue
          if (++count > most) return
          const cells: (typeof row.cells)[number][] = []
          for (const [from, to] of places) {
            while (cells.length <= to) cells.push(null)
            const cell = row.cells[from] ?? null
            const unit = units.get(from)
            const amount = cell instanceof ShownNumber && !cell.unit ? cell.number : cell
            cells[to] = unit && isBareAmount(amount) ? `${amount}${unit}` : cell
          }
          yield { number: (index + 1) * rowsPerSheet + row.number, cells, isHidden: row.isHidden ?? false }
        }
      }
    },
  }
}

const choiceOf = ({ source, about }: Table) => ({
  name: source.sheet,
  ...(source.isHidden ? { isHidden: true } : {}),
  ...(about ? { about } : {}),
})

/** What of a file is imported: its chosen sheets as one source with one layout. `fields`: those that its columns can fill. */
export function wholeOf(
  tables: readonly Table[],
  checked: Layout | null,
  fields: ReadonlyMap<string, Field>,
): { source: Source; layout: Layout } {
  const chosen = chosenOf(tables, checked)
  const first = chosen[0]!
  // Columns that a person chose stay as they are; another first sheet brings its own.
  const base =
    checked && (checked.sheet === first.source.sheet || tables.length === 1) ? checked : { ...first.layout, asked: checked?.asked }
  const columns = [...base.columns]
  const source = together(chosen, columns, fields)
  const sheets = [
    ...chosen.map((one) => ({ ...choiceOf(one), isIn: true, fits: true })),
    ...tables.filter((one) => !chosen.includes(one)).map((one) => ({ ...choiceOf(one), isIn: false, fits: one.score > 0 })),
  ]
  return { source, layout: { ...base, columns, sheets } }
}

/**
 * The layout of several sheets with a column that their names make, which goes into `field` where no other column does. `isNamed`: whether a name may be
 * meant for the field, which most must be; `remembered`: what this hospital chose for such a column before.
 */
export function withSheetNames(layout: Layout, field: string, isNamed: (name: string) => boolean, remembered: string | undefined): Layout {
  const { columns, sheets = [] } = layout
  const names = sheets.flatMap(({ name, isIn }) => (isIn ? [name] : []))
  const at = Math.max(-1, ...columns.map((column) => column.at)) + 1
  const into = remembered ?? field
  const isTaken = columns.some((column) => column.isSheet || column.field === field || (into !== '' && column.field === into))
  if (names.length < 2 || at >= mostColumns || isTaken || names.filter(isNamed).length * 2 <= names.length) return layout
  return {
    ...layout,
    columns: [...columns, { at, heading: sheetHeading.zh, field: into || null, isSheet: true, samples: names.slice(0, shownNames) }],
  }
}

/**
 * Names what of the file is not imported: sheets, those `behind` the ones that are looked at by their number, filled columns `beyond` those that are read, and columns without a field that this hospital
 * did not leave out itself, with the number of their cells that are `lost`.
 */
export function tellLeftOut(
  { headingRows, columns, sheets = [] }: Layout,
  isLeftOut: (heading: string) => boolean,
  findings: Findings,
  { behind, beyond, lost }: { readonly behind: number; readonly beyond: number; readonly lost: ReadonlyMap<number, number> },
): void {
  const row = headingRows.at(-1) ?? 1
  const tell = (words: Words, value = '', at: number | null = null, field: string | null = null): void =>
    findings.add({ row, at, field, grade: 'warning', words, value })
  const others = sheets.flatMap(({ name, isIn }) => (isIn ? [] : [name]))
  if (others.length > 0)
    tell({
      zh: `文件中还有没有读取的工作表：${others.join('、')}。可以在“工作表”中选择一起导入`,
      en: `The file has more sheets that were not read: ${others.join(', ')}. Choose them under “Sheets” to import them too`,
    })
  const hidden = sheets.flatMap(({ name, isIn, isHidden }) => (isIn && isHidden ? [name] : []))
  if (hidden.length > 0)
    tell({
      zh: `隐藏的工作表也一起导入：${hidden.join('、')}。可以在“工作表”中取消`,
      en: `Hidden sheets are imported too: ${hidden.join(', ')}. Take them out under “Sheets”`,
    })
  if (behind > 0)
    tell({
      zh: `文件的工作表超过 ${mostSheets} 个，后面的 ${behind} 个没有读取；请拆分工作簿后再导入`,
      en: `The file has more than ${mostSheets} sheets; the last ${behind} were not read. Split the workbook to import them`,
    })
  if (beyond > 0)
    tell({
      zh: `表格超过 ${mostColumns} 列，后面有内容的 ${beyond} 列没有读取；请删去不需要的列，或拆分后再导入`,
      en: `The table has more than ${mostColumns} columns; ${beyond} filled columns behind them were not read. Delete columns that are not needed, or split the table`,
    })
  for (const { at, heading, field, isHidden } of columns)
    if (isHidden && field !== null)
      tell(
        {
          zh: `隐藏的列“${heading}”也一起导入；可以在字段映射中取消`,
          en: `The hidden column “${heading}” is imported too; take it out in the field mapping`,
        },
        '',
        at,
        field,
      )
  for (const { at, heading, field, samples } of columns) {
    if (field !== null || (heading === '' && samples.length === 0) || isLeftOut(heading)) continue
    const name = heading || samples[0]!
    const cells = lost.get(at) ?? 0
    const more = cells === 0 ? { zh: '', en: '' } : { zh: `：${cells} 格有内容`, en: `: ${cells} cells have content` }
    tell(
      { zh: `列“${name}”没有对应字段，不导入${more.zh}`, en: `Column “${name}” matches no field and is left out${more.en}` },
      samples[0] ?? '',
      at,
    )
  }
}
