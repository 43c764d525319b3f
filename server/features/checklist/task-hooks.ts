import { checklistTask, filling } from '#contract/entities/checklist/checklist-task.ts'
import { filesIn, mergedAnswers, readAnswers } from '#contract/entities/checklist/judge.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { isId, type Raw } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { readSeen } from '#server/kit/write/lock.ts'
import { refuseStranger } from './assignee.ts'
import { itemsOfVersion, newestVersion, publishedVersion } from './versions.ts'

/** The maximum number of problems that a refusal lists. */
const mostSaid = 10

/** Reads given answers by the items of a version. Throws one refusal with all that do not fit. */
export function fitting(items: Parameters<typeof readAnswers>[0], given: unknown): Record<string, unknown> {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw refusalOf([{ field: 'answers', label: checklistTask.fields.answers, rule: 'not_object' }])
  const { answers, problems } = readAnswers(items, given as Raw)
  if (problems.length === 0) return answers
  const said = problems.slice(0, mostSaid)
  throw new Refusal('bad_input', { problems: { zh: said.map(({ zh }) => zh).join('；'), en: said.map(({ en }) => en).join('; ') } }, [
    { field: 'answers', rule: 'not_choice' },
  ])
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Puts given answers over those that are stored; the files among them hang on the checklist. */
async function withStored(input: Raw, context: Context, tx: Transaction): Promise<Raw> {
  if (input.answers === undefined || input.answers === null) return input
  const id = isId(input.id) ? input.id : undefined
  const row = id ? await readSeen(checklistTask, context, tx, id) : undefined
  if (id && !row) return input
  // Answers of two people at once must not replace each other unseen.
  if (row && (input.version === undefined || input.version === null))
    throw refusalOf([{ field: 'version', label: { zh: '版本', en: 'Version' }, rule: 'required' }])
  const templateId = input.templateId ?? row?.template_id
  if (!isId(templateId)) return input
  const isSame = row !== undefined && row.template_id === templateId.toLowerCase()
  const items = isSame ? await itemsOfVersion(tx, row.template_version_id) : ((await newestVersion(tx, templateId))?.items ?? [])
  const answers = mergedAnswers(isSame ? ((row.answers ?? {}) as Raw) : {}, fitting(items, input.answers))
  const files = filesIn(items, answers)
  if (files.length === 0) return { ...input, answers }
  return { ...input, answers, photos: [...new Set([...listed(row?.photos), ...listed(input.photos), ...files])] }
}

async function deptOf(tx: Transaction, deviceId: unknown): Promise<unknown> {
  const { rows } = await tx.run({
    text: 'select use_dept_id from device where tenant_id = $1 and id = $2',
    values: [tx.tenantId, deviceId],
  })
  return rows[0]?.use_dept_id ?? null
}

async function versionColumns(tx: Transaction, templateId: unknown): Promise<Record<string, unknown>> {
  const { id, useKind } = await publishedVersion(tx, templateId)
  return { template_version_id: id, use_kind: useKind }
}

const hasAnswers = (answers: unknown): boolean => Object.keys((answers ?? {}) as object).length > 0

/** The first answers begin the filling, as an event of its own. */
function begin(context: Context, tx: Transaction, of: { id: string; version: number }): Record<string, unknown> {
  record(context, tx, {
    ...{ entity: checklistTask.name, entityId: of.id, version: of.version, verb: 'begin' },
    ...{ field: filling.field, from: 'todo', to: 'filling' },
  })
  return { task_status: 'filling', started_at: context.occurredAt }
}

/** What was asked and answered belongs to its device and template. */
function refuseOther(row: Row): never {
  throw new Refusal('rule', {
    zh: `检查表“${row.task_no}”已开始填写，不能更换设备或模板`,
    en: `The checklist “${row.task_no}” is being filled in. Its device and template can no longer be changed`,
  })
}

hook(checklistTask, {
  given: withStored,
  async beforeAdd(context, tx, { id, draft }) {
    if (draft.assigneeId) await refuseStranger(context, tx, draft.assigneeId)
    const columns = { use_dept_id: await deptOf(tx, draft.deviceId), ...(await versionColumns(tx, draft.templateId)) }
    return hasAnswers(draft.answers) ? { ...columns, ...begin(context, tx, { id, version: 1 }) } : columns
  },
  async beforeChange(context, tx, { row, draft }) {
    if (draft.assigneeId && draft.assigneeId !== row.assignee_id) await refuseStranger(context, tx, draft.assigneeId)
    const [isMoved, isOther] = [
      draft.deviceId !== undefined && draft.deviceId !== row.device_id,
      draft.templateId !== undefined && draft.templateId !== row.template_id,
    ]
    if ((isMoved || isOther) && row.task_status !== 'todo') refuseOther(row)
    return {
      ...(isMoved ? { use_dept_id: await deptOf(tx, draft.deviceId) } : {}),
      ...(isOther ? await versionColumns(tx, draft.templateId) : {}),
      ...(row.task_status === 'todo' && hasAnswers(draft.answers)
        ? begin(context, tx, { id: String(row.id), version: Number(row.version) + 1 })
        : {}),
    }
  },
})
