import { type Creatable, importFacts } from '#contract/imports.ts'
import type { View } from '#contract/kit/view.ts'
import { entityNamed } from '#contract/registry.ts'
import { readAs } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { Findings } from '#server/kit/import/findings.ts'
import { type Graded, gradeRows } from '#server/kit/import/grade-rows.ts'
import { type Layout, layoutOf, namesOf } from '#server/kit/import/headings.ts'
import { ImportRefusal } from '#server/kit/import/import-refusal.ts'
import { type HeaderRow, linkLines, readHeaders } from '#server/kit/import/line-rows.ts'
import { lookupsFor, type Run } from '#server/kit/import/name-links.ts'
import { type Source, sourcesOf } from '#server/kit/import/source-rows.ts'
import { refuseName } from './create-missing.ts'
import { rememberedHeadings } from './job-rows.ts'
import type { Report, Task } from './task.ts'

export interface ReadFile {
  readonly view: View
  readonly layout: Layout
  readonly rows: readonly HeaderRow[]
  readonly findings: Findings
}

interface Table {
  readonly source: Source
  readonly layout: Layout
}

/** The tables of a file and how their columns are understood, the one that names the most fields first; those without anything are left out. */
async function tablesOf(task: Extract<Task, { bytes: Uint8Array }>, context: Context, view: View): Promise<Table[]> {
  const sources = await sourcesOf(task.bytes)
  const [remembered] = await readAs(context.tools.pool, context.actor.tenantId, [rememberedHeadings(context.actor.tenantId, task.target)])
  const names = namesOf(view, importFacts[task.target], new Map(remembered!.rows.map((row) => [String(row.heading), String(row.field)])))
  const found: (Table & { score: number })[] = []
  for (const open of sources) {
    const source = await open()
    found.push({ source, ...(await layoutOf(source, names)) })
  }
  return found.filter(({ layout }) => layout.columns.length > 0).sort((one, other) => other.score - one.score)
}

/** The table that is imported: the one that was checked before, else the best. */
function chosenOf(tables: readonly Table[], checked: Layout | null): Table {
  const found = checked
    ? (tables.find(({ source }) => source.sheet === checked.sheet) ?? (tables.length === 1 ? tables[0] : undefined))
    : tables[0]
  if (found) return { source: found.source, layout: checked ?? found.layout }
  throw checked
    ? new ImportRefusal('文件里没有校验时的工作表', 'The sheet that was checked is not in the file')
    : new ImportRefusal('文件里没有数据', 'There is nothing in the file')
}

/** Reports tables that look like the chosen one, so that a part of the file is not taken for the whole. */
function tellOthers(tables: readonly Table[], chosen: Table, findings: Findings): void {
  const others = tables.filter(
    ({ source, layout }) =>
      source.sheet !== chosen.source.sheet && layout.columns.filter(({ field, samples }) => field && samples.length > 0).length > 1,
  )
  if (others.length === 0) return
  const named = others.map(({ source }) => source.sheet)
  findings.add({
    row: chosen.layout.headingRows.at(-1) ?? 1,
    at: null,
    field: null,
    grade: 'warning',
    words: {
      zh: `文件中还有没有读取的工作表：${named.join('、')}。每次导入一个工作表，其余请另存为单独的文件再导入`,
      en: `The file has more sheets that were not read: ${named.join(', ')}. One sheet is imported at a time: save the others as files of their own`,
    },
    value: '',
  })
}

/** Reads the file of a task as drafts. Half of the progress is the reader's. */
export async function readFile(task: Extract<Task, { bytes: Uint8Array }>, context: Context, report: Report): Promise<ReadFile> {
  const view = context.actor.settings.view(entityNamed(task.target))
  const tables = await tablesOf(task, context, view)
  const chosen = chosenOf(tables, task.layout)
  const { source, layout } = chosen
  const findings = new Findings()
  tellOthers(tables, chosen, findings)
  const facts = importFacts[task.target]
  const onRow = (read: number): void => {
    // How many there will be is not known; the bar moves all the same and never reaches half.
    if (read % 1000 === 0) report({ progress: Math.round(50 * (1 - Math.exp(-read / 40_000))) })
  }
  const rows = await readHeaders(source, layout, view, facts, findings, onRow, context.actor.settings.view)
  if (rows.length === 0) throw new ImportRefusal('表头下面没有数据行', 'There are no rows below the headings')
  report({ isRead: true })
  return { view, layout, rows, findings }
}

/** What a person may create along the way: those who may enter it by hand and whose scope is not limited to departments. */
export function mayCreate({ actor }: Context, wanted: boolean): ReadonlySet<Creatable> {
  const allowed: Creatable[] = []
  if (wanted && actor.rights.has('dept.submit') && !actor.general.deptIds) allowed.push('dept')
  if (wanted && actor.rights.has('location.submit')) allowed.push('location')
  return new Set(allowed)
}

/** Grades rows against the register as it is now. `isKept`: what is linked to stays until the end of the transaction. */
export async function grade(
  task: Task,
  context: Context,
  { view, layout, rows, findings }: ReadFile,
  options: { run: Run; creates: ReadonlySet<Creatable>; isKept: boolean },
): Promise<Graded> {
  const { run, creates, isKept } = options
  await linkLines(view, rows, { layout, findings, actor: context.actor, run, isKept })
  const lookups = await lookupsFor(view, rows, context.actor, run, isKept)
  return gradeRows(rows, {
    view,
    facts: importFacts[task.target],
    layout,
    actor: context.actor,
    lookups,
    creates,
    refuseName,
    findings,
    run,
  })
}
