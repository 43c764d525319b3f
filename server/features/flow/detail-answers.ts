import * as calls from '#contract/calls/flow/flow.ts'
import { approvalNamed, approvals } from '#contract/entities/flow/approval-kinds.ts'
import { flowInstance, flowNode } from '#contract/entities/flow/flow-instance.ts'
import { flowRecord, taskStates } from '#contract/entities/flow/flow-task.ts'
import type { FlowTree } from '#contract/entities/flow/tree.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { FieldMap } from '#contract/kit/fields/field.ts'
import { isId } from '#contract/kit/fields/parse.ts'
import type { Language } from '#contract/kit/words.ts'
import { Parameters, type Query, type Row, type Rows } from '#server/db/query.ts'
import { mayCall, scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { leavesTasks } from './course/other-acts.ts'
import { writing } from './course/writers.ts'
import { flowName, withNodeName, withWords, workColumns, workJoins } from './people/work-answers.ts'
import { theirRecords } from './people/work-of-others.ts'

type Detail = AnswerOf<typeof calls.processDetail>
type Nodes = AnswerOf<typeof calls.allNode>
type Records = AnswerOf<typeof calls.historyFlowList>

/** The id that an input names; refuses what is none. */
function namedId(context: Context, input: FieldMap, name: string): string {
  const id = read(input, context.input)[name]
  if (!isId(id)) throw refusalOf([{ field: name, label: flowInstance, rule: 'not_id' }])
  return id
}

/** SQL over `i`: the instance of an id, as far as the person sees it. */
function seen(context: Context, id: string, into: Parameters, by = 'i.id'): string {
  const scope = scopeSql(flowInstance, context.actor, 'i', into)
  return `i.tenant_id = ${into.add(context.actor.tenantId)} and ${by} = ${into.add(id)}${scope ? ` and ${scope}` : ''}`
}

function statement(context: Context, id: string, text: (where: string) => string, by?: string): Query {
  const into = new Parameters()
  const where = seen(context, id, into, by)
  return { text: text(where), values: into.values }
}

const nodesOf = (context: Context, id: string): Query =>
  statement(
    context,
    id,
    (
      where,
    ) => `select n.id, n.node_key as "nodeKey", n.node_name as "nodeName", n.node_kind as "nodeKind", n.node_state as "nodeState", n.branch_key as "branchKey", n.mode,
        n.created_at as "createTime", n.ended_at as "endedAt" from flow_instance i join flow_node n on n.tenant_id = i.tenant_id and n.instance_id = i.id where ${where} order by n.created_at, n.id`,
  )
const tasksOf = (context: Context, id: string): Query =>
  statement(
    context,
    id,
    (
      where,
    ) => `select t.node_id, t.id, t.version, t.user_id as "userId", u.real_name as "userName", o.real_name as "insteadOfName", t.task_state as "taskState", coalesce(t.is_candidate, 0) as "isCandidate",
        t.opened_at as "openedAt", t.due_at as "dueAt", t.decided_at as "decidedAt", t.opinion
      from flow_instance i join flow_task t on t.tenant_id = i.tenant_id and t.instance_id = i.id left join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id
      left join app_user o on o.tenant_id = t.tenant_id and o.id = t.instead_of_id where ${where} order by t.created_at, t.id`,
  )
const recordsOf = (context: Context, id: string, by?: string): Query =>
  statement(
    context,
    id,
    (
      where,
    ) => `select r.id, r.node_name as "nodeName", r.act, u.real_name as "userName", p.real_name as "toUserName", r.opinion, coalesce(to_jsonb(r.images), '[]') as images, r.created_at as "createTime"
      from flow_instance i join flow_record r on r.tenant_id = i.tenant_id and r.instance_id = i.id left join app_user u on u.tenant_id = r.tenant_id and u.id = r.user_id
      left join app_user p on p.tenant_id = r.tenant_id and p.id = r.to_user_id where ${where} order by r.id`,
    by,
  )

function gathered(nodes: Rows, tasks: Rows, language: Language): Nodes {
  const byNode = new Map<unknown, Row[]>()
  for (const { node_id, ...task } of tasks.rows) {
    const state = taskStates[String(task.taskState) as 'open'][language]
    byNode.set(node_id, [...(byNode.get(node_id) ?? []), { ...task, taskStateValue: state }])
  }
  return nodes.rows.map((node) => ({
    ...node,
    ...withNodeName(node, language),
    nodeStateValue: flowNode.fields.nodeState.of[String(node.nodeState) as 'open'][language],
    tasks: byNode.get(node.id) ?? [],
  })) as unknown as Nodes
}

const recordRows = (records: Rows, language: Language): Records =>
  records.rows.map((row) => ({
    ...row,
    ...withNodeName(row, language),
    actValue: flowRecord.fields.act.of[String(row.act) as 'agree'][language],
  })) as unknown as Records

/** What the person may do with the approval now, as the calls are called. */
function actsOf(context: Context, row: Row, nodes: Nodes): string[] {
  const { actor } = context
  if (row.instanceStatus !== 'running') return []
  const isMine = row.applicantId === actor.userId
  // Who wrote the document for its applicant does not decide about it either.
  const isOwn = isMine || row.hasWritten === true
  const { allowSelf } = row.tree as FlowTree
  const mine = nodes.flatMap(({ tasks }) => tasks.filter(({ userId, taskState }) => userId === actor.userId && taskState === 'open'))
  const mayDecide = mine.length > 0
  const last = row.lastActs as { user: string | null; act: string } | null
  const manages = mayCall(actor, 'flowDefinition.submit', 'flowDefinition.submit')
  return [
    ...(mayDecide && (!isOwn || allowSelf) ? ['agree', 'reject', 'addSigner'] : []),
    ...(mine.some(({ isCandidate }) => Number(isCandidate) === 1) ? ['claim'] : []),
    ...(mayDecide ? ['passOn'] : []),
    ...((mayDecide || manages) && (!isOwn || allowSelf) ? ['switchOffline'] : []),
    ...(last?.user === actor.userId && last.act === 'agree' ? ['takeBack'] : []),
    ...(isMine && approvalNamed(String(row.approvalKind)).steps.withdrawn ? ['cancel'] : []),
    ...(isMine || manages ? ['urge'] : []),
    ...(manages && Number(row.newest) > Number(row.versionNumber) ? ['move'] : []),
    'copy',
    'comment',
  ]
}

function detail(context: Context): ReadPlan<Detail> {
  const id = namedId(context, calls.processDetail.input, 'id')
  const into = new Parameters()
  const me = into.add(context.actor.userId)
  const kinds = [...approvals.values()]
  const [documents, verbs] = [`${into.add(kinds.map(({ entity }) => entity))}::text[]`, `${into.add(kinds.flatMap(writing))}::text[]`]
  const still = `${into.add(leavesTasks)}::text[]`
  const where = seen(context, id, into)
  const head: Query = {
    text: `select ${workColumns}, i.applicant_id as "applicantId", i.brief, f.definition_name as "definitionName", v.version_number as "versionNumber", v.tree, f.version_number as newest,
        (select jsonb_build_object('user', r.user_id, 'act', r.act) from flow_record r where r.tenant_id = i.tenant_id and r.instance_id = i.id and r.act <> all(${still})
          order by r.id desc limit 1) as "lastActs",
        exists (select 1 from audit_event e where e.tenant_id = i.tenant_id and e.entity = any(${documents}) and e.entity_id = i.document_id::uuid and e.actor_id = ${me}
          and e.verb = any(${verbs}) and e.by_rule is null) as "hasWritten"
      from flow_instance i join flow_version v on v.tenant_id = i.tenant_id and v.id = i.flow_version_id join flow_definition f on f.tenant_id = v.tenant_id and f.id = v.definition_id
      left join lateral (select x.* from flow_task x where x.tenant_id = i.tenant_id and x.instance_id = i.id and x.user_id = ${me} and x.task_state <> 'copied'
        order by (x.task_state = 'open') desc, x.decided_at desc nulls last limit 1) t on true ${workJoins} where ${where}`,
    values: into.values,
  }
  return {
    queries: [head, nodesOf(context, id), tasksOf(context, id), recordsOf(context, id)],
    answer([found, nodeRows, taskRows, records]) {
      const row = found!.rows[0]
      if (!row) throw new Refusal('not_found', { what: flowInstance })
      const nodes = gathered(nodeRows!, taskRows!, context.language)
      const acts = actsOf(context, row, nodes)
      const { lastActs: _, hasWritten: __, newest: ___, ...shown } = row
      const passed = nodes.filter(({ nodeKind, nodeState }) => nodeKind === 'approve' && nodeState === 'done')
      const earlier = [...new Map(passed.map(({ nodeKey, nodeName }) => [nodeKey, { nodeKey, nodeName }])).values()]
      const entity = approvalNamed(String(row.approvalKind)).entity
      return {
        ...withWords(shown, context.language),
        definitionName: flowName(row.definitionName, context.language),
        entity,
        nodes,
        records: recordRows(records!, context.language),
        acts,
        earlier,
      } as unknown as Detail
    },
  }
}

/** Refuses an approval that the person does not see, also where nothing else would be answered. */
const present = (context: Context, id: string): Query =>
  statement(context, id, (where) => `select i.id from flow_instance i where ${where}`)
function refuseMissing(found: Rows | undefined): void {
  if (found!.rows.length === 0) throw new Refusal('not_found', { what: flowInstance })
}

export const detailAnswers: readonly Answer[] = [
  answer(calls.processDetail, { read: detail }),
  answer(calls.allNode, {
    read(context): ReadPlan<Nodes> {
      const id = namedId(context, calls.allNode.input, 'id')
      return {
        queries: [present(context, id), nodesOf(context, id), tasksOf(context, id)],
        answer([found, nodes, tasks]) {
          refuseMissing(found)
          return gathered(nodes!, tasks!, context.language)
        },
      }
    },
  }),
  answer(calls.historyFlowList, {
    read(context): ReadPlan<Records> {
      const id = namedId(context, calls.historyFlowList.input, 'processInstanceId')
      return {
        queries: [present(context, id), recordsOf(context, id)],
        answer([found, records]) {
          refuseMissing(found)
          const said = recordRows(records!, context.language)
          return context.isOther ? theirRecords(said) : said
        },
      }
    },
  }),
  answer(calls.approvalRecord, {
    read(context): ReadPlan<Records> {
      const id = namedId(context, calls.approvalRecord.input, 'documentId')
      return {
        queries: [recordsOf(context, id, 'i.document_id')],
        answer([records]) {
          const said = recordRows(records!, context.language)
          return context.isOther ? theirRecords(said) : said
        },
      }
    },
  }),
]
