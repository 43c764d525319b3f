import { v7 as uuid } from 'uuid'
import { importChanges, importFiles, importMarked, importPasswords, importProblems, userTemplate } from '#contract/calls/import/import.ts'
import { user } from '#contract/entities/identity/user.ts'
import { importJob } from '#contract/entities/import/import-job.ts'
import { clearable, importedView, importFacts } from '#contract/imports.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { ItemsField } from '#contract/kit/fields/field.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import { extraColumns } from '#contract/kit/sheets/import-facts.ts'
import { entityNamed, type ImportTarget, importCalls } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { templatePlan } from '#server/kit/export/export.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { bindFiles } from '#server/kit/files/files.ts'
import { ratesWith } from '#server/kit/import/cells/rates.ts'
import { withLowest } from '#server/kit/import/rows/levels.ts'
import { fillable } from '#server/kit/import/table/headings.ts'
import type { Asked, Layout } from '#server/kit/import/table/layout.ts'
import { refuseWithout } from '#server/kit/jobs/job-actor.ts'
import { openJobs, startJob } from '#server/kit/jobs/start-job.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { readTold } from '#server/kit/write/save.ts'
import { bindArchives, filesOf, hasFiles } from './files/file-answers.ts'
import { markedFile } from './files/marked-answer.ts'
import { takePasswords } from './rows/first-passwords.ts'
import { changes, problems } from './rows/import-findings.ts'
import { type Meaning, rememberValues } from './rows/remembered-values.ts'
import { expectedSeconds } from './work/expected-time.ts'
import { importKind } from './work/import-kind.ts'
import { afterBreak, changeArchives, changeJob, isAlive, newJob, rememberHeadings, withChosen } from './work/job-rows.ts'
import type { Plan } from './work/start-work.ts'
import { rightsOf } from './work/still-may.ts'
import type { TakenChanges } from './work/task.ts'

/** The import of a request, held until the end of the transaction. Refuses one of another kind, and one that is worked on. */
async function jobOf(context: Context, tx: Transaction, target: ImportTarget, id: string): Promise<Row> {
  const [job] = await lockRows(importJob, context, tx, [id])
  if (job!.target !== target) throw new Refusal('not_found', { what: importJob })
  const { rows } = await tx.run(openJobs(tx.tenantId, importKind.name, 'jobId', id))
  if (rows.length > 0 || isAlive(job!))
    throw new Refusal('rule', { zh: '这次导入正在处理，请稍候', en: 'This import is being processed. Wait a moment' })
  return job!
}

/** Starts the work on an import with the commit. `source`: the file that it reads. */
function launch(context: Context, tx: Transaction, plan: Plan, source: string | null, fileName: string): void {
  startJob(context, tx, importKind, { subject: fileName, input: { jobId: plan.jobId, plan, source }, rights: rightsOf(plan) })
}

const refuseState = (job: Row, allowed: readonly string[]): void => {
  // Work that was interrupted left the state it was in.
  const state = afterBreak[job.status as keyof typeof afterBreak] ?? String(job.status)
  if (!allowed.includes(state))
    throw new Refusal('closed', { state: importJob.fields.status.of[job.status as keyof typeof importJob.fields.status.of] })
}

/** The version that an import has once its work is begun. */
const begunAt = (job: Row): number => Number(job.version) + 1

/** Whether the check went by unknown departments and locations being created; the writing then does it. */
const isCreated = (job: Row): boolean => (job.missing as { isCreated?: boolean } | null)?.isCreated === true

interface VerifyInput {
  id?: string | null
  source?: string[] | null
  archives?: string[] | null
  columns?: { at: number; field?: string | null }[] | null
  createMissing?: 0 | 1 | null
  sheets?: { name: string }[] | null
  values?: Meaning[] | null
  quantity?: Asked['quantity']
  repeats?: Asked['repeats']
  gone?: Asked['gone']
  unnumbered?: Asked['unnumbered']
  rates?: { currency: string; rate?: unknown }[] | null
  totals?: Asked['totals']
  hidden?: Asked['hidden']
  blanks?: Asked['blanks']
  dates?: Asked['dates']
  encoding?: Asked['encoding']
  paths?: 0 | 1 | null
  clears?: { field: string }[] | null
}

/** What was asked about a file as a whole, with what a person says now. */
const askedOf = (before: Asked | undefined, given: VerifyInput): Asked => {
  const { quantity, repeats, gone, rates, totals, hidden, blanks, dates, encoding, paths, clears, unnumbered } = given
  const said = Object.entries({ quantity, repeats, gone, unnumbered, totals, hidden, blanks, dates, encoding }).filter(([, value]) => value)
  return {
    ...before,
    ...Object.fromEntries(said),
    ...(rates?.length ? { rates: ratesWith(before?.rates, rates) } : {}),
    ...(paths === undefined || paths === null ? {} : { paths: paths === 1 }),
    ...(clears ? { clears: clears.map(({ field }) => field) } : {}),
  }
}

/** The layout of an import with what a person chose about its columns, its sheets and the file as a whole. */
function chosenLayout(target: ImportTarget, layout: Layout, input: VerifyInput): Layout {
  const { columns, sheets } = input
  const wanted = new Set(sheets?.map(({ name }) => name))
  return {
    ...layout,
    ...(columns ? { columns: withLowest(withChosen(layout, columns).columns, importFacts[target]) } : {}),
    ...(sheets && layout.sheets ? { sheets: layout.sheets.map((one) => ({ ...one, isIn: wanted.has(one.name) })) } : {}),
    asked: askedOf(layout.asked, input),
  }
}

/** Refuses a choice of sheets that leaves none. */
function refuseSheets(target: ImportTarget, layout: Layout | null, { sheets }: VerifyInput): void {
  if (sheets && !layout?.sheets?.some(({ name }) => sheets.some((one) => one.name === name)))
    throw refusalOf([{ field: 'sheets', label: importCalls[target].verify.input.sheets, rule: 'required' }])
}

/** Refuses values of what is no field that a sheet can fill. */
function refuseValues(context: Context, target: ImportTarget, values: readonly Meaning[]): void {
  const open = fillable(importedView(context.actor.settings.view(entityNamed(target))), importFacts[target])
  const problems = values.flatMap(({ field }, index) =>
    open.has(field)
      ? []
      : [{ field: `values.${index}.field`, label: importCalls[target].verify.input.values.fields.field, rule: 'not_choice' as const }],
  )
  if (problems.length > 0) throw refusalOf(problems)
}

/** Refuses fields that empty cells do not clear, such as required ones. */
function refuseClears(context: Context, target: ImportTarget, clears: NonNullable<VerifyInput['clears']>): void {
  const open = new Set(clearable(importedView(context.actor.settings.view(entityNamed(target))), importFacts[target]))
  const problems = clears.flatMap(({ field }, index) =>
    open.has(field)
      ? []
      : [{ field: `clears.${index}.field`, label: importCalls[target].verify.input.clears.fields.field, rule: 'not_choice' as const }],
  )
  if (problems.length > 0) throw refusalOf(problems)
}

/** Refuses a column that goes into what is no field of the entity, or none that a sheet can fill. */
function refuseColumns(context: Context, target: ImportTarget, columns: NonNullable<VerifyInput['columns']>): void {
  const open = fillable(importedView(context.actor.settings.view(entityNamed(target))), importFacts[target])
  const problems = columns.flatMap(({ field }, index) =>
    field && !open.has(field) && !extraColumns(importFacts[target]).includes(field)
      ? [{ field: `columns.${index}.field`, label: importCalls[target].verify.input.columns.fields.field, rule: 'not_choice' as const }]
      : [],
  )
  if (problems.length > 0) throw refusalOf(problems)
}

/** Takes a file that was sent, or reads the one of an import again with the columns that a person chose. */
const verify = (target: ImportTarget) => async (context: Context, tx: Transaction) => {
  const input = read(importCalls[target].verify.input, context.input) as VerifyInput
  refuseClears(context, target, input.clears ?? [])
  if (input.id) {
    const job = await jobOf(context, tx, target, input.id)
    refuseState(job, ['verified', 'failed', 'undone'])
    const layout = job.layout as Layout | null
    refuseColumns(context, target, input.columns ?? [])
    refuseValues(context, target, input.values ?? [])
    refuseSheets(target, layout, input)
    await bindArchives(context, tx, target, input.id, input.archives)
    const chosen = layout && chosenLayout(target, layout, input)
    const createMissing = (input.createMissing ?? (isCreated(job) ? 1 : 0)) === 1
    if (chosen && input.columns) tx.later(rememberHeadings(tx.tenantId, target, chosen.columns))
    if (input.values?.length) tx.later(rememberValues(tx.tenantId, target, input.values))
    tx.later(changeJob(tx.tenantId, input.id, { status: 'verifying', progress: 0, note: null, ...(chosen ? { layout: chosen } : {}) }))
    if (input.archives) tx.later(changeArchives(tx.tenantId, input.id, input.archives))
    launch(
      context,
      tx,
      {
        kind: 'verify',
        jobId: input.id,
        version: begunAt(job),
        target,
        // In another encoding the headings are others.
        layout: input.encoding && input.encoding !== layout?.asked?.encoding ? null : chosen,
        ...(chosen?.asked ? { asked: chosen.asked } : {}),
        createMissing,
      },
      (job.source as string[])[0]!,
      String(job.file_name),
    )
    return { id: input.id }
  }
  const source = input.source?.[0]
  if (!source) throw refusalOf([{ field: 'source', label: importCalls[target].verify.input.source, rule: 'required' }])
  const id = uuid()
  await bindFiles(context, tx, { entity: importJob.name, id }, [{ field: importJob.fields.source, to: [source] }])
  await bindArchives(context, tx, target, id, input.archives)
  const { rows } = await tx.run({ text: 'select file_name from file where tenant_id = $1 and id = $2', values: [tx.tenantId, source] })
  const { userId, deptId } = context.actor
  const fileName = String(rows[0]!.file_name)
  tx.later(newJob({ id, tenantId: tx.tenantId, userId, deptId, fileName, target, source, archives: input.archives ?? [] }))
  record(context, tx, { entity: importJob.name, entityId: id, verb: 'add', version: 1 })
  launch(
    context,
    tx,
    {
      kind: 'verify',
      jobId: id,
      version: 1,
      target,
      layout: null,
      asked: askedOf(undefined, input),
      createMissing: input.createMissing === 1,
    },
    source,
    fileName,
  )
  return { id }
}

interface WriteInput {
  id: string
  skipFaulty?: 0 | 1 | null
  attach?: 0 | 1 | null
  createMissing?: 0 | 1 | null
  asFiled?: 0 | 1 | null
  update?: 0 | 1 | null
  updateFields?: { field: string }[] | null
  onlyRows?: { id: string }[] | null
  exceptRows?: { id: string }[] | null
}

/** What a person takes of the differences. */
function takenOf(target: ImportTarget, input: WriteInput): TakenChanges | undefined {
  if (input.update !== 1) return undefined
  const { updateFields, onlyRows, exceptRows } = input
  const seqs = (rows: readonly { id: string }[]): number[] => rows.map(({ id }) => Number(id)).filter(Number.isInteger)
  return {
    ...(updateFields ? { fields: updateFields.map(({ field }) => field) } : {}),
    ...(onlyRows ? { only: seqs(onlyRows) } : {}),
    ...(exceptRows ? { except: seqs(exceptRows) } : {}),
    told: readTold(entityNamed(target), input as unknown as Raw).value,
  }
}

/** Refuses fields that a sheet does not fill or that updates leave as they are. */
function refuseFields(context: Context, target: ImportTarget, { updateFields }: WriteInput): void {
  const facts = importFacts[target]
  const open = fillable(importedView(context.actor.settings.view(entityNamed(target))))
  const label = (importCalls[target].write.input as unknown as { updateFields: ItemsField }).updateFields?.fields.field
  const problems = (updateFields ?? []).flatMap(({ field }, index) =>
    open.has(field) && !facts.fixed?.includes(field)
      ? []
      : [{ field: `updateFields.${index}.field`, label: label!, rule: 'not_choice' as const }],
  )
  if (problems.length > 0) throw refusalOf(problems)
}

/** Starts the writing of what was found new and of the updates that the person takes. */
const write = (target: ImportTarget) => async (context: Context, tx: Transaction) => {
  const input = read(importCalls[target].write.input, context.input) as unknown as WriteInput
  const job = await jobOf(context, tx, target, input.id)
  refuseState(job, ['verified'])
  refuseFields(context, target, input)
  refuseWithout(context.actor, rightsOf({ kind: 'write', target, asFiled: input.asFiled === 1 }))
  const chosen = input.update !== 1 ? 0 : (input.onlyRows?.length ?? Number(job.changed_count) - (input.exceptRows?.length ?? 0))
  const expected = await expectedSeconds(tx, target, { add: Number(job.new_count), update: chosen })
  tx.later(changeJob(tx.tenantId, input.id, { status: 'writing', progress: 0, note: null, expected_seconds: expected }))
  const { onlyRows, exceptRows, ...said } = input
  const counts = { ...(onlyRows ? { onlyRows: onlyRows.length } : {}), ...(exceptRows ? { exceptRows: exceptRows.length } : {}) }
  record(context, tx, { entity: importJob.name, entityId: input.id, verb: 'change', input: { ...said, ...counts } })
  const updates = takenOf(target, input)
  const task = { kind: 'write', jobId: input.id, version: begunAt(job), target, layout: job.layout as Layout } as const
  const options = {
    createMissing: (input.createMissing ?? (isCreated(job) ? 1 : 0)) === 1,
    skipFaulty: input.skipFaulty === 1,
    asFiled: input.asFiled === 1,
    ...(input.attach !== 0 && hasFiles(job) ? { attach: true } : {}),
    ...(updates ? { updates } : {}),
  }
  if (options.attach) refuseWithout(context.actor, rightsOf({ kind: 'write', target, attach: true }))
  launch(context, tx, { ...task, ...options }, (job.source as string[])[0]!, String(job.file_name))
  return { id: input.id }
}

/** Starts to take back what an import wrote. */
const undo = (target: ImportTarget) => async (context: Context, tx: Transaction) => {
  const { id } = read(importCalls[target].undo.input, context.input) as { id: string }
  const job = await jobOf(context, tx, target, id)
  // To take back what one imported oneself is part of importing; with another person's rows it is their removal.
  const isForeign = job.user_id !== context.actor.userId
  refuseWithout(context.actor, rightsOf({ kind: 'undo', target, isForeign }))
  refuseState(job, ['done'])
  const expected = await expectedSeconds(tx, target, { add: Number(job.written_count), update: Number(job.updated_count) })
  tx.later(changeJob(tx.tenantId, id, { status: 'undoing', progress: 0, note: null, expected_seconds: expected }))
  record(context, tx, { entity: importJob.name, entityId: id, verb: 'change', input: { undo: 1 } })
  launch(
    context,
    tx,
    { kind: 'undo', jobId: id, version: begunAt(job), target, isForeign, rows: Number(job.written_count) + Number(job.updated_count) },
    null,
    String(job!.file_name),
  )
  return { id }
}

export const importAnswers: readonly Answer[] = [
  ...(Object.keys(importCalls) as ImportTarget[]).flatMap((target) => [
    answer(importCalls[target].verify, { write: verify(target) }),
    answer(importCalls[target].write, { write: write(target) }),
    answer(importCalls[target].undo, { write: undo(target) }),
  ]),
  answer(userTemplate, { read: (context) => templatePlan(context.actor.settings.view(user), context) }),
  answer(importPasswords, { write: takePasswords }),
  answer(importProblems, { read: problems }),
  answer(importChanges, { read: changes }),
  answer(importFiles, { read: filesOf }),
  answer(importMarked, { read: markedFile }),
]
