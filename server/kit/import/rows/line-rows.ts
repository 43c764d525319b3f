import type { LineFacts } from '#contract/kit/entity/entity.ts'
import { lineWords, mostLines, repeatedLines } from '#contract/kit/entity/lines.ts'
import { type View, viewOf } from '#contract/kit/entity/view.ts'
import { type Problem, sayProblem } from '#contract/kit/fields/problem.ts'
import type { ImportFacts } from '#contract/kit/sheets/import-facts.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import { writtenLines } from '#server/kit/lines/lines.ts'
import { recordFilter } from '../archive/sheet-cells.ts'
import type { SourceRow } from '../cells/cell.ts'
import type { Findings } from '../findings.ts'
import { cellText } from '../table/headings.ts'
import type { Layout } from '../table/layout.ts'
import type { Source } from '../table/source-rows.ts'
import { lineColumns } from './line-columns.ts'
import { type Lookup, type LookupOptions, lookupsFor } from './name-links.ts'
import { type ReadOptions, type ReadRow, readRows } from './read-rows.ts'

/** A part of a sheet treated as a sheet of its own: some of its rows, and the columns of one entity. */
interface Part {
  readonly source: Source
  readonly layout: Layout
}

const partOf = (source: Source, layout: Layout, rows: readonly SourceRow[], fieldOf: (field: string) => string | null): Part => ({
  source: {
    ...source,
    async *rows() {
      yield* rows
    },
  },
  layout: { ...layout, columns: layout.columns.map((column) => ({ ...column, field: column.field ? fieldOf(column.field) : null })) },
})

/**
 * For each row the index of its header's first row. A row begins a header if its header cells differ from those of the current header, or
 * if they are not empty and an empty row precedes it (`isApart`).
 */
export function headersOf(rows: readonly (readonly string[])[], isApart: (index: number) => boolean = () => false): number[] {
  let current: readonly string[] | undefined
  let at = -1
  return rows.map((cells, index) => {
    const isSame = current !== undefined && cells.every((cell, column) => cell === '' || cell === current![column])
    const goesOn = isSame && !(isApart(index) && cells.some((cell) => cell !== ''))
    if (!goesOn) [current, at] = [cells, index]
    return at
  })
}

export interface HeaderRow extends ReadRow {
  /** The lines of the header by name, each with its row number. */
  readonly lines?: Readonly<Record<string, readonly ReadRow[]>>
}

/**
 * Reads a sheet with one line per row; the first row of a header's lines also holds the header. A problem in a line is reported at its row
 * and cell, and makes its header faulty. A sheet without columns of lines has one header per row. `viewIn`: the entities as the tenant sees
 * them.
 */
export async function readHeaders(
  source: Source,
  layout: Layout,
  view: View,
  facts: ImportFacts,
  findings: Findings,
  onRow: (read: number) => void,
  options: ReadOptions = {},
): Promise<HeaderRow[]> {
  const columns = lineColumns(view)
  const named = layout.columns.filter(({ field }) => field && columns.has(field))
  if (named.length === 0) return readRows(source, layout, view, facts, findings, onRow, options)
  const own = layout.columns.filter(({ field }) => field && !columns.has(field))
  const after = layout.headingRows.at(-1) ?? 0
  const all: SourceRow[] = []
  const sift = recordFilter(layout, view, findings)
  for await (const row of source.rows()) {
    const isFilled = row.number > after && row.cells.some((cell) => cellText(cell) !== '')
    if (isFilled && sift(row) !== 'out') all.push(row)
  }
  const starts = headersOf(
    all.map((row) => own.map(({ at }) => cellText(row.cells[at]))),
    (index) => index > 0 && all[index]!.number > all[index - 1]!.number + 1,
  )
  const first = all.filter((_, index) => starts[index] === index)
  const part = partOf(source, layout, first, (field) => (columns.has(field) ? null : field))
  const headers = await readRows(part.source, part.layout, view, facts, findings, onRow, { ...options, isSifted: true })
  const startOf = new Map(all.map((row, index) => [row.number, all[starts[index]!]!.number]))
  const lines = new Map<number, Record<string, ReadRow[]>>(headers.map((row) => [row.number, {}]))
  for (const line of writtenLines(view.entity)) {
    const places = named.filter(({ field }) => columns.get(field!)!.line.as === line.as)
    const filled = all.filter((row) => places.some(({ at }) => cellText(row.cells[at]) !== ''))
    if (filled.length === 0) continue
    const of = (options.viewIn ?? viewOf)(entityNamed(line.entity))
    const inner = partOf(source, layout, filled, (field) => (columns.get(field)?.line.as === line.as ? columns.get(field)!.name : null))
    for (const row of await readRows(inner.source, inner.layout, of, facts, findings, () => undefined, {
      isStrict: true,
      isSifted: true,
    })) {
      const start = startOf.get(row.number)!
      if (findings.isFaulty(row.number)) findings.mark(start)
      const at = lines.get(start)
      if (at) at[line.as] = [...(at[line.as] ?? []), row]
    }
    for (const { number } of headers) checkLines(line, of, number, lines.get(number)?.[line.as] ?? [], findings)
  }
  return headers.map((row) => ({ ...row, lines: lines.get(row.number) }))
}

/** Reports problems that concern the lines of one header as a whole. */
function checkLines(line: LineFacts, of: View, header: number, rows: readonly ReadRow[], findings: Findings): void {
  const fault = (row: number, problem: Problem): void => {
    const words = { zh: sayProblem(problem, 'zh'), en: sayProblem(problem, 'en') }
    findings.add({ row, at: null, field: problem.field.split('.')[0]!, grade: 'error', words, value: '' })
    findings.mark(header)
  }
  const label = lineWords(line, of.entity)
  if (rows.length > mostLines(line)) fault(header, { field: line.as, label, rule: 'too_many', limit: mostLines(line) })
  if (line.required && rows.length === 0) fault(header, { field: line.as, label, rule: 'required' })
  const drafts = rows.map(({ draft }) => draft)
  for (const problem of repeatedLines(line, of.fields, drafts)) fault(rows[Number(problem.field.split('.')[1])]!.number, problem)
}

/**
 * Resolves the links of lines and puts the lines into the drafts of their headers. Unknown and ambiguous names are reported at their row
 * and cell.
 */
export async function linkLines(
  view: View,
  rows: readonly HeaderRow[],
  given: { readonly layout: Layout; readonly findings: Findings; readonly actor: Actor } & LookupOptions,
): Promise<void> {
  const { layout, findings, actor, ...options } = given
  for (const line of writtenLines(view.entity)) {
    const all = rows.flatMap((row) => row.lines?.[line.as] ?? [])
    if (all.length === 0) continue
    const of = actor.settings.view(entityNamed(line.entity))
    const lookups: ReadonlyMap<string, Lookup> = await lookupsFor(of, all, actor, options)
    for (const header of rows) {
      const lines = header.lines?.[line.as] ?? []
      for (const one of lines)
        for (const [name, field] of Object.entries(of.fields)) {
          const said = one.names[name]
          if (field.kind !== 'link' || said === undefined) continue
          const hit = lookups.get(field.to)?.(said)
          if (hit !== undefined && hit !== 'several') {
            one.draft[`${name}Id`] = hit
            continue
          }
          const why = hit === 'several' ? several : unknown
          const at = layout.columns.find((column) => column.field === `${line.as}.${name}`)?.at ?? null
          const words = { zh: `${field.zh}${why.zh}`, en: `${field.en} ${why.en}` }
          findings.add({ row: one.number, at, field: `${line.as}.${name}`, grade: 'error', words, value: said })
          findings.mark(header.number)
        }
      if (lines.length > 0) header.draft[line.as] = lines.map(({ draft }) => draft)
    }
  }
}

const several = { zh: '有多个同名的记录，请写全称或编码', en: 'matches several records: enter the full name or the code' }
const unknown = { zh: '找不到', en: 'was not found' }
