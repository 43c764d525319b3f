import type { Words } from '#contract/kit/words.ts'
import { csvLine } from '#server/kit/csv.ts'
import { type Cell, noValue, type SourceRow } from '#server/kit/import/cell.ts'
import type { Finding } from '#server/kit/import/findings.ts'
import { sourcesOf } from '#server/kit/import/source-rows.ts'
import { neutral } from '#server/kit/neutral.ts'
import { colouredWorkbook, workbookStream } from '#server/kit/workbook.ts'
import type { Report, Task } from './task.ts'

const heading: Words = { zh: '导入问题', en: 'Problems' }
// A sheet with colours stands in memory as a whole.
const mostColoured = 10_000
const colours = { error: 'FFC7CE', warning: 'FFEB9C' } as const

const safe = (cell: Cell): Cell => (cell === noValue ? null : typeof cell === 'string' ? neutral(cell) : cell)

/** The same file with what is wrong beside each row and, in a workbook of moderate size, the faulty cells in colour. */
export async function markFile(task: Extract<Task, { kind: 'mark' }>, report: Report): Promise<void> {
  const byRow = new Map<number, Finding[]>()
  for (const one of task.findings) {
    const here = byRow.get(one.row)
    if (here) here.push(one)
    else byRow.set(one.row, [one])
  }
  const sources = await sourcesOf(task.bytes)
  let source = await sources[0]!()
  for (const open of sources.slice(1)) if (source.sheet !== task.layout.sheet) source = await open()
  // A marked copy that was corrected and sent again keeps the one column.
  const own = task.layout.columns.findLast(
    (column) => Object.values(heading).some((word) => column.heading.startsWith(word)) && !column.field,
  )
  const width = own?.at ?? Math.max(...task.layout.columns.map(({ at }) => at + 1), 1)
  const last = task.layout.headingRows.at(-1) ?? 1
  const lineOf = ({ number, cells }: SourceRow): Cell[] => {
    const said = (byRow.get(number) ?? []).map((one) => one.words[task.language]).join('；')
    const line = Array.from({ length: Math.max(width, cells.length) }, (_, at) => safe(cells[at] ?? null))
    line[width] = number === last ? [heading[task.language], said].filter(Boolean).join('：') : said || (own ? null : (line[width] ?? null))
    return line
  }
  if (source.format === 'csv') {
    const lines: Cell[][] = []
    for await (const row of source.rows()) lines.push(lineOf(row))
    return report({ file: new TextEncoder().encode(`\ufeff${lines.map(csvLine).join('')}`), format: 'csv' })
  }
  const lines: Cell[][] = []
  for await (const row of source.rows()) {
    // Empty rows keep their places, so that row numbers are those of the file.
    while (lines.length < row.number - 1 && lines.length < 1_048_575) lines.push([])
    lines.push(lineOf(row))
  }
  if (lines.length > mostColoured) {
    const whole = new Response(workbookStream(source.sheet, lines))
    return report({ file: new Uint8Array(await whole.arrayBuffer()), format: 'xlsx' })
  }
  const fills = task.findings.flatMap(({ row, at, grade }) => (at === null ? [] : [{ row: row - 1, at, rgb: colours[grade] }]))
  report({ file: await colouredWorkbook(source.sheet, lines, fills, last), format: 'xlsx' })
}
