import { deviceFiling } from '#contract/entities/asset/device/device-machines.ts'
import { creatable, headingKey, importedView, importFacts } from '#contract/imports.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { type ImportFacts, sheetHeading } from '#contract/kit/sheets/import-facts.ts'
import type { Encoding } from '#contract/kit/text/encodings.ts'
import { type Creatable, entityNamed } from '#contract/registry.ts'
import { readAs } from '#server/db/pool.ts'
import { mayCall } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { byLooks, looksOf } from '#server/kit/import/cells/looks.ts'
import { expandQuantities } from '#server/kit/import/cells/quantities.ts'
import type { ForeignAmounts } from '#server/kit/import/cells/rates.ts'
import { Findings } from '#server/kit/import/findings.ts'
import type { Graded } from '#server/kit/import/grading.ts'
import { ImportRefusal } from '#server/kit/import/import-refusal.ts'
import { gradeRows } from '#server/kit/import/rows/grade-rows.ts'
import { type HeaderRow, linkLines, readHeaders } from '#server/kit/import/rows/line-rows.ts'
import { lookupOf, lookupsFor, type Run } from '#server/kit/import/rows/name-links.ts'
import { titleReader, withoutDisposed } from '#server/kit/import/rows/opening.ts'
import { fillable, layoutOf, namesOf } from '#server/kit/import/table/headings.ts'
import type { Asked, Layout } from '#server/kit/import/table/layout.ts'
import { sourcesOf } from '#server/kit/import/table/source-rows.ts'
import { withGroupTitles } from '#server/kit/import/table/table-parts.ts'
import { refuseName } from '../rows/create-missing.ts'
import { meaningsOf, rememberedValues } from '../rows/remembered-values.ts'
import { rememberedHeadings } from '../work/job-rows.ts'
import type { Report, Task } from '../work/task.ts'
import { isOwnColumn } from './mark-file.ts'
import { type Table, tellLeftOut, wholeOf, withSheetNames } from './sheets.ts'

export interface ReadFile {
  readonly view: View
  readonly layout: Layout
  readonly rows: readonly HeaderRow[]
  readonly findings: Findings
  /** Rows that say a quantity above one. */
  readonly quantities: number
  /** Amounts in foreign currencies. */
  readonly currencies: NonNullable<Layout['found']>['currencies']
  /** Rows of what is gone, and how many of them are left out. */
  readonly gone: { readonly found: number; readonly leftOut: number }
  /** The encoding of a text table, then others that it may be in. */
  readonly encodings: readonly Encoding[]
}

type FileTask = Extract<Task, { kind: 'verify' | 'write' | 'mark' }>

/** How this hospital means the headings and values of its sheets. */
async function rememberedOf(context: Context, target: FileTask['target']) {
  const { tenantId } = context.actor
  const [headings, values] = await readAs(context.tools.pool, tenantId, [
    rememberedHeadings(tenantId, target),
    rememberedValues(tenantId, target),
  ])
  return {
    headings: new Map(headings!.rows.map((row) => [String(row.heading), String(row.field)])),
    meanings: meaningsOf(values!.rows),
  }
}

/** The sheets of a file and how their columns are understood, in their order; those without anything are left out. `behind`: sheets that were not looked at. */
async function tablesOf(
  bytes: Uint8Array,
  view: View,
  facts: ImportFacts,
  headings: ReadonlyMap<string, string>,
  encoding: Encoding | null | undefined,
): Promise<{ tables: Table[]; behind: number }> {
  const names = namesOf(view, facts, headings)
  const byContent = byLooks(looksOf(view, facts), names, facts)
  const stateOf = titleReader(view, facts)
  const found: Table[] = []
  let behind = 0
  for (const open of await sourcesOf(bytes, { onBehind: (sheets) => (behind = sheets), encoding })) {
    const source = await open()
    const { titles, below, layout, score } = await layoutOf(source, names, byContent)
    const about = [...titles, ...(source.format === 'xlsx' ? [source.sheet] : [])].find((title) => stateOf(title) !== undefined)
    const table = { source, layout: withGroupTitles(layout, below, facts, headings), score, about }
    // Hidden sheets that name nothing hold the choices of cells.
    if (table.layout.columns.length > 0 && (!source.isHidden || table.score > 1)) found.push(table)
  }
  return { tables: found, behind }
}

/** How many filled columns of the sheets that go in are behind those that are read. */
function beyondIn(tables: readonly Table[], { sheets = [] }: Layout): number {
  const names = new Set(sheets.flatMap(({ name, isIn }) => (isIn ? [name] : [])))
  return new Set(tables.flatMap(({ source }) => (names.has(source.sheet) ? [...source.beyond] : []))).size
}

/** What was asked about the file. A check that does not say how many names look like paths took every stroke for one; its rows are written so. */
function askedOf(task: FileTask, { asked }: Layout): Asked | undefined {
  if (task.kind === 'verify') return asked ?? task.asked
  return task.kind === 'write' && task.layout.found?.paths === undefined ? { paths: true, ...asked } : asked
}

/** The layout with the names of its sheets as a column, where most of them are rows that the field of the facts links to, or look like some. */
async function sheetNamesIn(
  layout: Layout,
  view: View,
  facts: ImportFacts,
  { actor, tools }: Context,
  headings: ReadonlyMap<string, string>,
): Promise<Layout> {
  const name = facts.sheetName
  const field = name === undefined ? undefined : view.fields[name]
  const names = layout.sheets?.flatMap((sheet) => (sheet.isIn ? [sheet.name] : [])) ?? []
  if (name === undefined || field?.kind !== 'link' || names.length < 2) return layout
  const run: Run = async (query) => (await readAs(tools.pool, actor.tenantId, [query]))[0]!
  const find = await lookupOf(entityNamed(field.to), actor, new Set(names), { run, isKept: false, isPath: false })
  const looksLike = looksOf(view, facts).get(name)
  const isNamed = (one: string): boolean => find(one) !== undefined || looksLike?.(one) === true
  return withSheetNames(layout, name, isNamed, headings.get(headingKey(sheetHeading.zh)))
}

/** Reads the file of a task as drafts. Half of the progress is the reader's. */
export async function readFile(task: FileTask, context: Context, report: Report): Promise<ReadFile> {
  const view = importedView(context.actor.settings.view(entityNamed(task.target)))
  const facts = importFacts[task.target]
  const { headings, meanings } = await rememberedOf(context, task.target)
  const chosen = task.kind === 'verify' ? (task.layout?.asked ?? task.asked) : task.layout.asked
  const { tables, behind } = await tablesOf(task.bytes, view, facts, headings, chosen?.encoding)
  const { source, layout: whole } = wholeOf(tables, task.layout, fillable(view, facts))
  const named = task.kind === 'verify' ? await sheetNamesIn(whole, view, facts, context, headings) : whole
  const layout = { ...named, asked: askedOf(task, whole) }
  const findings = new Findings()
  const onRow = (read: number): void => {
    // How many there will be is not known; the bar moves all the same and never reaches half.
    if (read % 1000 === 0) report({ progress: Math.round(50 * (1 - Math.exp(-read / 40_000))) })
  }
  const [lost, foreign]: [Map<number, number>, ForeignAmounts] = [new Map(), new Map()]
  const read = await readHeaders(source, layout, view, facts, findings, onRow, {
    meanings,
    lost,
    foreign,
    viewIn: context.actor.settings.view,
  })
  tellLeftOut(layout, (heading) => isOwnColumn(heading) || headings.get(headingKey(heading)) === '', findings, {
    behind,
    beyond: beyondIn(tables, layout),
    lost,
  })
  if (read.length === 0) throw new ImportRefusal('表头下面没有数据行', 'There are no rows below the headings')
  const staying = withoutDisposed(
    read,
    layout,
    { view, facts },
    { may: mayOpen(context), isNow: task.kind === 'verify' || (task.kind === 'write' && task.asFiled) },
    findings,
  )
  const quantities = staying.rows.filter(({ quantity }) => quantity !== undefined).length
  const rows = expandQuantities(staying.rows, layout, { view, facts }, findings)
  report({ isRead: true, rows: rows.length })
  const currencies = [...foreign.values()]
  const encodings = source.encodings ?? []
  const gone = { found: staying.gone, leftOut: read.length - staying.rows.length }
  return { view, layout, rows, findings, quantities, currencies, gone, encodings }
}

/** Whether a person may bring devices in a state. */
const mayOpen = ({ actor }: Context): boolean => actor.rights.has(deviceFiling.steps.sureEam.may)

/** What a person may create along the way: those who may enter it by hand and whose scope is not limited to departments. */
export function mayCreate({ actor }: Pick<Context, 'actor'>, wanted: boolean): ReadonlySet<Creatable> {
  const isOpen = (of: Creatable): boolean => mayCall(actor, `${of}.submit`, `${of}.submit`) && !(of !== 'location' && actor.general.deptIds)
  return new Set(wanted ? creatable.filter(isOpen) : [])
}

/** Grades rows against the register as it is now. `isKept`: what is linked to stays until the end of the transaction. */
export async function grade(
  task: Task,
  context: Context,
  { view, layout, rows, findings }: ReadFile,
  options: { run: Run; creates: ReadonlySet<Creatable>; isKept: boolean; takes?: (field: string) => boolean },
): Promise<Graded> {
  const { run, creates, isKept } = options
  const isPath = layout.asked?.paths === true
  const found = { run, isKept, isPath }
  await linkLines(view, rows, { layout, findings, actor: context.actor, ...found })
  const lookups = await lookupsFor(view, rows, context.actor, found)
  return gradeRows(rows, {
    view,
    facts: importFacts[task.target],
    layout,
    actor: context.actor,
    lookups,
    creates,
    refuseName: (target, name) => refuseName(target, name, isPath),
    mayOpen: mayOpen(context),
    findings,
    run,
    ...(options.takes ? { takes: options.takes } : {}),
  })
}
