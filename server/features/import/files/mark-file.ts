import { buffer } from 'node:stream/consumers'
import type { Field } from '#contract/kit/fields/field.ts'
import type { Words } from '#contract/kit/words.ts'
import { entityNamed } from '#contract/registry.ts'
import { csvLine } from '#server/kit/export/csv.ts'
import { unescapeFormula } from '#server/kit/export/escape-formula.ts'
import type { SheetRow } from '#server/kit/export/sheet-cell.ts'
import { colouredWorkbook, workbookStream } from '#server/kit/export/workbook.ts'
import { interpretedCell } from '#server/kit/import/archive/sheet-cells.ts'
import { type Cell, isPictureCell, noValue, placeOf, rowsPerSheet, ShownNumber, type SourceRow } from '#server/kit/import/cells/cell.ts'
import type { Finding } from '#server/kit/import/findings.ts'
import { type Source, sourcesOf } from '#server/kit/import/table/source-rows.ts'
import type { Report, Task } from '../work/task.ts'

const heading: Words = { zh: '导入问题', en: 'Import problems' }

/** Whether a heading is that of the column which a marked copy has more than its file. */
export const isOwnColumn = (name: string): boolean => Object.values(heading).some((word) => name.startsWith(word))
// A sheet with colours stands in memory as a whole.
const mostColoured = 10_000
const colours = { error: 'FFC7CE', warning: 'FFEB9C' } as const

// Formats are not copied, so a number stands as it is meant in its column, and says a unit of its own.
function copied(cell: Cell, field: Field | undefined): SheetRow[number] {
  const meant = cell instanceof ShownNumber && cell.unit ? String(cell) : interpretedCell(field, cell)
  if (meant === noValue || isPictureCell(meant) || meant instanceof ShownNumber) return null
  return typeof meant === 'string' ? unescapeFormula(meant) : meant
}

/** The same sheets with what is wrong beside each row and, in a workbook of moderate size, the faulty cells in colour. */
export async function markFile(task: Extract<Task, { kind: 'mark' }>, report: Report): Promise<void> {
  const { layout, language } = task
  const byRow = new Map<number, Finding[]>()
  for (const one of task.findings) {
    const here = byRow.get(one.row)
    if (here) here.push(one)
    else byRow.set(one.row, [one])
  }
  const declared = entityNamed(task.target).fields
  const fields = new Map(layout.columns.flatMap(({ at, field }) => (field && declared[field] ? [[at, declared[field]] as const] : [])))
  // A marked copy that was corrected and sent again keeps the one column.
  const own = layout.columns.findLast((column) => isOwnColumn(column.heading) && !column.field)
  const width = own?.at ?? Math.max(...layout.columns.map(({ at, isSheet, isGroup }) => (isSheet || isGroup ? 0 : at + 1)), 1)
  const last = layout.headingRows.at(-1) ?? 1
  const lineOf = (index: number, { number, cells }: SourceRow): SheetRow[number][] => {
    const said = (byRow.get(index * rowsPerSheet + number) ?? []).map((one) => one.words[language]).join('；')
    const line = Array.from({ length: Math.max(width, cells.length) }, (_, at) => copied(cells[at] ?? null, fields.get(at)))
    const isHeading = index === 0 && number === last
    line[width] = isHeading ? [heading[language], said].filter(Boolean).join('：') : said || (own ? null : (line[width] ?? null))
    return line
  }
  const sources = await imported(task)
  const [first] = sources
  if (first!.format === 'csv') {
    const lines: SheetRow[number][][] = []
    for await (const row of first!.rows()) lines.push(lineOf(0, row))
    return report({ file: new TextEncoder().encode(`\ufeff${lines.map((line) => csvLine(line)).join('')}`), format: 'csv' })
  }
  const sheets: { name: string; rows: SheetRow[number][][] }[] = []
  for (const [index, source] of sources.entries()) {
    const lines: SheetRow[number][][] = []
    for await (const row of source.rows()) {
      // Empty rows keep their places, so that row numbers are those of the file.
      while (lines.length < row.number - 1 && lines.length < rowsPerSheet - 1) lines.push([])
      lines.push(lineOf(index, row))
    }
    sheets.push({ name: source.sheet, rows: lines })
  }
  const count = sheets.reduce((sum, { rows }) => sum + rows.length, 0)
  if (count > mostColoured && sheets.length === 1) {
    const whole = await buffer(workbookStream(sheets[0]!.name, sheets[0]!.rows))
    return report({ file: new Uint8Array(whole), format: 'xlsx' })
  }
  const coloured = count > mostColoured ? [] : task.findings
  const filled = sheets.map((sheet, index) => ({
    ...sheet,
    frozen: index === 0 ? last : 0,
    fills: coloured.flatMap(({ row, at, grade }) => {
      const place = placeOf(row)
      return at === null || at >= width || place.sheet !== index ? [] : [{ row: place.row - 1, at, rgb: colours[grade] }]
    }),
  }))
  report({ file: await colouredWorkbook(filled), format: 'xlsx' })
}

/** The sheets that went in, in their order. */
async function imported({ bytes, layout }: Extract<Task, { kind: 'mark' }>): Promise<Source[]> {
  const wanted = layout.sheets?.flatMap(({ name, isIn }) => (isIn ? [name] : [])) ?? [layout.sheet]
  const all: Source[] = []
  for (const open of await sourcesOf(bytes, { encoding: layout.asked?.encoding })) all.push(await open())
  const found = wanted.flatMap((name) => all.find(({ sheet }) => sheet === name) ?? [])
  return found.length > 0 ? found : all.slice(0, 1)
}
