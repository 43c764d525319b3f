import * as calls from '#contract/calls/flow/flow.ts'
import { approvals } from '#contract/entities/flow/approval-kinds.ts'
import { flowInstance } from '#contract/entities/flow/flow-instance.ts'
import { nodeNameIn, nodeNamesIn, seededFlowNames } from '#contract/entities/flow/seeded-names.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { type Language, saySeeded } from '#contract/kit/words.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { likeText } from '#server/kit/read/like.ts'
import { paged, pageOf } from '#server/kit/read/list.ts'
import { pagePlan } from '#server/kit/read/page-plan.ts'
import { keywordOf } from '#server/kit/read/search.ts'
import { read } from '#server/kit/refuse.ts'
import { theirStart, theirWork } from './work-of-others.ts'

type Work = AnswerOf<typeof calls.todoList>
export type WorkRow = Work['records'][number]

/** The columns of an approval in a person’s lists, over `i` and the task `t` of that person. */
export const workColumns = `i.id, i.version, t.id as "taskId", t.version as "taskVersion", i.instance_title as "instanceTitle", i.current_nodes as "currentNodes", i.document_id as "documentId",
  i.approval_kind as "approvalKind", i.instance_status as "instanceStatus", a.real_name as "applicantName", d.dept_name as "deptName", t.node_name as "nodeName", t.task_state as "taskState",
  t.opened_at as "openedAt", t.due_at as "dueAt", t.decided_at as "decidedAt", i.created_at as "createTime", i.ended_at as "endedAt"`
export const workJoins = `left join app_user a on a.tenant_id = i.tenant_id and a.id = i.applicant_id left join dept d on d.tenant_id = i.tenant_id and d.id = i.dept_id`

/** Puts the words beside kind and state, and names of the program in the language of the reader. */
export const withWords = <R extends Row>(row: R, language: Language) => {
  const { approvalKind, instanceStatus } = flowInstance.fields
  const kind = approvalKind.of[String(row.approvalKind)]
  return {
    ...row,
    ...withNodeName(row, language),
    currentNodes: row.currentNodes ? nodeNamesIn(String(row.currentNodes), language) : null,
    approvalKindValue: kind?.[language] ?? null,
    instanceStatusValue: instanceStatus.of[String(row.instanceStatus) as 'running'][language],
  }
}

/** The name of the node of a row as its reader reads it. */
export const withNodeName = ({ nodeName }: Row, language: Language) => ({
  nodeName: nodeName ? nodeNameIn(String(nodeName), language) : null,
})

/** The name of a definition as its reader reads it. */
export const flowName = (name: unknown, language: Language): string | null =>
  name ? saySeeded(seededFlowNames, String(name), language) : null

interface Question {
  /** The task `t` and the instance `i`. */
  readonly from: string
  /** The rows of a person, found by an index before anything is joined. */
  where(me: string): string
  /** The column of the tenant that the index begins with. */
  readonly tenant: string
  readonly order: string
}

const taskOf = (states: string): Question => ({
  from: 'flow_task t join flow_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id',
  where: (me) => `t.user_id = ${me} and ${states}`,
  tenant: 't.tenant_id',
  order: 't.opened_at desc, t.id desc',
})

/** What waits for a person; the index `flow_task_waiting` answers it. */
const todo = taskOf(`t.task_state = 'open'`)
const claimable = taskOf(`t.task_state = 'open' and t.is_candidate = 1`)
const done: Question = { ...taskOf(`t.task_state in ('agreed', 'rejected')`), order: 't.decided_at desc, t.id desc' }
const copied = taskOf(`t.task_state = 'copied'`)
const sent: Question = {
  from: 'flow_instance i left join flow_task t on t.tenant_id = i.tenant_id and false',
  where: (me) => `i.applicant_id = ${me}`,
  tenant: 'i.tenant_id',
  order: 'i.created_at desc, i.id desc',
}
const taken: Question = {
  from: sent.from,
  where: (me) =>
    `(i.applicant_id = ${me} or exists (select 1 from flow_task m where m.tenant_id = i.tenant_id and m.instance_id = i.id and m.user_id = ${me}))`,
  tenant: 'i.tenant_id',
  order: 'i.created_at desc, i.id desc',
}

export const questions = { todo, claimable, done, copied, sent, taken } as const

/** A person’s list as statements: the page, and how many there are. */
export function workPlan(question: Question, context: Context, given: Row): ReadPlan<Work> {
  const into = new Parameters()
  const parts = [question.where(into.add(context.actor.userId)), `${question.tenant} = ${into.add(context.actor.tenantId)}`]
  if (given.approvalKind) parts.push(`i.approval_kind = ${into.add(given.approvalKind)}`)
  if (given.documentId) parts.push(`i.document_id = ${into.add(given.documentId)}`)
  if (given.keyword) parts.push(`i.search like ${into.add(`%${likeText(keywordOf(given.keyword))}%`)}`)
  const where = `where ${parts.join(' and ')}`
  return pagePlan(
    context,
    {
      columns: workColumns,
      from: `${question.from} ${workJoins} ${where}`,
      counted: `${question.from} ${where}`,
      order: question.order,
      values: into.values,
    },
    (row: Row) => {
      const said = withWords(row, context.language) as unknown as WorkRow
      return context.isOther ? theirWork(said, context) : said
    },
  )
}

const list =
  (of: typeof calls.todoList | typeof calls.approvalList, question: Question) =>
  (context: Context): ReadPlan<Work> =>
    workPlan(question, context, read(of.input, context.input))

/** The kinds that may be started, with the flow of the newest started rule of each, else its default. */
function startable(context: Context): ReadPlan<AnswerOf<typeof calls.startList>> {
  read(calls.startList.input, context.input)
  const page = pageOf(context)
  const all = [...approvals.values()].filter(({ entity }) => context.actor.rights.has(`${entity}.submit`))
  return {
    queries: [
      {
        text: `select distinct on (kind) kind, name, version from (
            select b.approval_kind as kind, d.definition_name as name, d.version_number as version, b.created_at as since from flow_binding b
              join flow_definition d on d.tenant_id = b.tenant_id and d.id = b.definition_id where b.tenant_id = $1 and b.flow_status = 'started' and not b.is_deleted
            union all select approval_kind, definition_name, version_number, null from flow_definition where tenant_id = $1 and is_default = 1 and not is_deleted) o
          order by kind, since desc nulls last`,
        values: [context.actor.tenantId],
      },
    ],
    answer([rows]) {
      const byKind = new Map(rows!.rows.map((row) => [row.kind, row]))
      const records = all.slice(page.offset, page.offset + page.size).map(({ kind, entity, ...words }) => ({
        key: kind,
        name: words[context.language],
        entity,
        definitionName: flowName(byKind.get(kind)?.name, context.language),
        versionNumber: (byKind.get(kind)?.version as number | undefined) ?? null,
      }))
      return paged(context.isOther ? records.map(theirStart) : records, all.length, page)
    },
  }
}

/** The lists of a person. */
export const workAnswers: readonly Answer[] = [
  answer(calls.todoList, { read: list(calls.todoList, todo) }),
  answer(calls.claimList, { read: list(calls.todoList, claimable) }),
  answer(calls.doneList, { read: list(calls.todoList, done) }),
  answer(calls.copyList, { read: list(calls.todoList, copied) }),
  answer(calls.sendList, { read: list(calls.todoList, sent) }),
  answer(calls.approvalList, { read: list(calls.approvalList, taken) }),
  answer(calls.startList, { read: startable }),
]
