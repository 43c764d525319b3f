import { correctRecord, correctRecords, removeRecords } from '#contract/calls/checklist/checklist.ts'
import { checklistRecord } from '#contract/entities/checklist/checklist-record.ts'
import { checklistTask, filling } from '#contract/entities/checklist/checklist-task.ts'
import { filesIn, judge, mergedAnswers } from '#contract/entities/checklist/judge.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { bindFiles } from '#server/kit/files/files.ts'
import { idsAlone, idsOf, read, refusalOf } from '#server/kit/refuse.ts'
import { apply } from '#server/kit/steps/step.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { keepRecord, resultOf } from './keep-record.ts'
import { fitting } from './task-hooks.ts'
import { itemsOfVersion } from './versions.ts'

interface Correction {
  readonly id: string
  readonly answers: unknown
  readonly reason: string
}

/** Locks records of checklists with their checklists. Throws for a record that a person does not see or that was corrected already. */
async function lockRecords(
  context: Context,
  tx: Transaction,
  ids: string[],
): Promise<Map<string, { record: Row; task: Row; place: number }>> {
  const records = await lockRows(checklistRecord, context, tx, ids)
  const taskIds = [...new Set(records.map((row) => String(row.task_id)))].sort()
  const tasks = await lockRows(checklistTask, context, tx, taskIds)
  const { rows } = await tx.run({
    text: `select task_id, count(*)::int as kept, array_agg(corrects_id) as corrected from checklist_record where tenant_id = $1 and task_id = any($2::uuid[]) group by task_id`,
    values: [tx.tenantId, taskIds],
  })
  return new Map(
    records.map((record) => {
      const all = rows.find((row) => row.task_id === record.task_id)!
      if ((all.corrected as unknown[]).includes(record.id))
        throw new Refusal('conflict', {
          zh: `检查记录“${record.record_no}”已被更正，请更正最新的记录`,
          en: `The record “${record.record_no}” has been corrected. Correct the newest one`,
        })
      return [String(record.id), { record, task: tasks.find((row) => row.id === record.task_id)!, place: Number(all.kept) + 1 }]
    }),
  )
}

async function correct(
  context: Context,
  tx: Transaction,
  { record, task, place }: { record: Row; task: Row; place: number },
  { answers: given, reason }: Correction,
): Promise<{ id: string; version: number }> {
  const items = await itemsOfVersion(tx, task.template_version_id)
  const answers = mergedAnswers((task.answers ?? {}) as Raw, fitting(items, given))
  const judged = judge(items, answers)
  if (judged.missing.length > 0) {
    const said = judged.missing.map(({ text }) => text).slice(0, 5)
    throw new Refusal('rule', { zh: `必填项目不能清空：${said.join('、')}`, en: `Required answers cannot be cleared: ${said.join(', ')}` })
  }
  const photos = [...new Set([...((task.photos as string[] | null) ?? []), ...filesIn(items, answers)])]
  const field = checklistTask.fields.photos
  await bindFiles(context, tx, { entity: checklistTask.name, id: String(task.id) }, [{ field, to: photos }])
  const id = await keepRecord(context, tx, task, judged, { place, photos: photos.length > 0 ? photos : null, corrects: record.id, reason })
  await apply(filling, 'correct', context, tx, task, { reason, answers, photos, ...resultOf(judged, context) })
  return { id, version: 1 }
}

async function correctOne(context: Context, tx: Transaction) {
  const given = read(context.actor.settings.inputs(correctRecord.input), context.input) as unknown as Correction
  const [id] = idsOf({ ...context, input: { ids: [given.id] } })
  const found = await lockRecords(context, tx, [id!])
  return correct(context, tx, found.get(id!)!, given)
}

async function correctMany(context: Context, tx: Transaction) {
  const { records } = read(context.actor.settings.inputs(correctRecords.input), context.input) as unknown as { records: Correction[] }
  const label = correctRecords.input.records
  const ids = records.map(({ id }) => id.toLowerCase())
  if (new Set(ids).size < ids.length) throw refusalOf([{ field: 'records', label, rule: 'twice' }])
  const found = await lockRecords(context, tx, idsOf({ ...context, input: { ids } }))
  const done = []
  for (const one of records) done.push(await correct(context, tx, found.get(one.id.toLowerCase())!, one))
  return done
}

/** Refuses to remove what was found. */
async function refuseRemoval(context: Context, tx: Transaction): Promise<{ removed: number }> {
  await lockRows(checklistRecord, context, tx, idsAlone(context))
  throw new Refusal('rule', {
    zh: '检查记录不能删除，如有错误请更正',
    en: 'Checklist records cannot be deleted. Correct a wrong one',
  })
}

export const recordAnswers: readonly Answer[] = [
  answer(correctRecord, { write: correctOne }),
  answer(correctRecords, { write: correctMany }),
  answer(removeRecords, { write: refuseRemoval }),
]
