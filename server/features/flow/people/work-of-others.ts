import type { audit, historyFlowList, startList, todoList } from '#contract/calls/flow/flow.ts'
import { theirWorkRow } from '#contract/calls/flow/flow-shapes.ts'
import { approvalNamed } from '#contract/entities/flow/approval-kinds.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import type { Context } from '#server/kit/context.ts'
import { toOthers } from '#server/kit/family.ts'

type WorkRow = AnswerOf<typeof todoList>['records'][number]

/** An approval in the lists of a front end of the family of `other-form.ts`: its step by the names that it reads. */
export function theirWork(row: WorkRow, { actor }: Context): WorkRow {
  const hasTask = row.taskId !== null
  return toOthers<WorkRow>({
    ...row,
    processInstanceId: row.id,
    processDefinitionId: row.approvalKind,
    processDefinitionKey: row.approvalKind,
    processDefinitionName: row.approvalKindValue,
    category: row.approvalKind,
    categoryName: row.approvalKindValue,
    taskName: row.nodeName ?? row.currentNodes,
    assignee: hasTask ? actor.userId : null,
    assigneeName: hasTask ? actor.realName : null,
    businessId: row.documentId,
    businessTable: approvalNamed(String(row.approvalKind)).entity,
    processIsFinished: row.endedAt === null ? 'unfinished' : 'finished',
    historyTaskEndTime: row.decidedAt,
    endTime: row.endedAt,
  })
}

type Startable = AnswerOf<typeof startList>['records'][number]

/** A kind of document that can be started, as they read it. */
export const theirStart = (row: Startable): Startable =>
  toOthers<Startable>({
    ...row,
    id: row.key,
    category: row.key,
    categoryName: row.definitionName,
    version: row.versionNumber,
    suspensionState: 'active',
  })

type Records = AnswerOf<typeof historyFlowList>

/** The course of an approval as they read it. */
export const theirRecords = (records: Records): Records =>
  toOthers<Records>(
    records.map((record) => ({
      ...record,
      historyActivityName: record.nodeName ?? record.actValue,
      historyActivityDurationTime: '',
      assigneeName: record.userName,
      comment: record.opinion ?? '',
      endTime: record.createTime,
    })),
  )

/** What they say of a decision: `ok` agrees, nothing rejects. */
const decisions: Readonly<Record<string, string>> = { ok: 'agree', '': 'reject' }

/** What they send back of the row that was decided about: it is there already. */
const sentBack: ReadonlySet<string> = new Set(Object.keys(theirWorkRow).flatMap((name) => [name, `${name}Value`]))

/**
 * A decision in our words, where such a front end names an approval by its process: `flag` is the decision, `comment` the opinion. Everything else that the
 * row says is left out; other names stay and are refused.
 */
export function ourDecision(input: Raw, { isOther }: Context): Raw {
  const { processInstanceId, flag, comment, ...rest } = input
  if (!isOther || processInstanceId === undefined) return input
  const ours: Record<keyof Pick<typeof audit.input, 'id' | 'taskId' | 'version' | 'type' | 'opinion'>, unknown> = {
    id: processInstanceId,
    taskId: rest.taskId,
    // As it was read: what became of the task since is an answer of its own.
    version: rest.taskVersion,
    type: typeof flag === 'string' ? (decisions[flag] ?? flag) : flag,
    opinion: comment,
  }
  const others = Object.entries(rest).filter(([name]) => !sentBack.has(name))
  return { ...Object.fromEntries(others), ...ours }
}
