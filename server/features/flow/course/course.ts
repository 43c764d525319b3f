import { approvalNamed } from '#contract/entities/flow/approval-kinds.ts'
import { placesOf } from '#contract/entities/flow/find-node.ts'
import { flowActing, flowInstance } from '#contract/entities/flow/flow-instance.ts'
import { flowRecord } from '#contract/entities/flow/flow-task.ts'
import type { ApproveNode, FlowTree } from '#contract/entities/flow/tree.ts'
import type { Approval } from '#contract/kit/entity/approval.ts'
import type { ProcessRule } from '#contract/kit/entity/process-rule.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { homeTime } from '#contract/kit/time/moment.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { refuseStale } from '#server/kit/write/lock.ts'

/** A running approval whose document and instance are locked, with what belongs to it. Acts change the rows in memory as they write them. */
export interface Course {
  readonly context: Context
  readonly tx: Transaction
  readonly approval: Approval
  /** The document; none once it was removed. */
  readonly doc: Row | undefined
  readonly row: Row
  readonly tree: FlowTree
  readonly nodes: Row[]
  readonly tasks: Row[]
}

/** The right of the engine over documents of a kind. */
export const ruleOf = (approval: Approval): ProcessRule => ({
  ...flowActing,
  touches: { ...flowActing.touches, [approval.entity]: ['change', ...Object.keys(approval.machine.steps)] },
})

const missing = (): Refusal => new Refusal('not_found', { what: flowInstance })

/** Locks an approval: its document first, as acts on the document do. Refuses one that does not exist. */
export async function openCourse(context: Context, tx: Transaction, id: string): Promise<Course> {
  const { rows } = await tx.run({
    text: `select i.approval_kind, i.document_id, v.tree from flow_instance i join flow_version v on v.tenant_id = i.tenant_id and v.id = i.flow_version_id
      where i.tenant_id = $1 and i.id = $2`,
    values: [tx.tenantId, id],
  })
  const found = rows[0]
  if (!found) throw missing()
  const approval = approvalNamed(String(found.approval_kind))
  const by = asSystem(context, ruleOf(approval))
  const [doc] = await lockByRule(entityNamed(approval.entity), by, tx, [found.document_id])
  const [row] = await lockByRule(flowInstance, by, tx, [id])
  const values = [tx.tenantId, id]
  const [nodes, tasks] = await Promise.all([
    tx.run({ text: 'select * from flow_node where tenant_id = $1 and instance_id = $2 order by created_at, id', values }),
    tx.run({ text: 'select * from flow_task where tenant_id = $1 and instance_id = $2 order by created_at, id', values }),
  ])
  return { context, tx, approval, doc, row: row!, tree: found.tree as FlowTree, nodes: [...nodes.rows], tasks: [...tasks.rows] }
}

/** The tree’s node behind a node of an approval. */
export const nodeOf = (course: Course, node: Row): ApproveNode => placesOf(course.tree).get(String(node.node_key))!.node as ApproveNode

export const openNodes = (course: Course): Row[] => course.nodes.filter((node) => node.node_state === 'open')
export const tasksAt = (course: Course, node: Row): Row[] =>
  course.tasks.filter((task) => task.node_id === node.id && task.task_state !== 'copied')

export const isApplicant = ({ context, row }: Course): boolean => row.applicant_id === context.actor.userId

/** Refuses who does not see the approval, as if there were none. */
export async function refuseStranger({ context, tx, row, tasks }: Course): Promise<void> {
  const me = context.actor.userId
  if (row.applicant_id === me || tasks.some((task) => task.user_id === me)) return
  const into = new Parameters()
  const scope = scopeSql(flowInstance, context.actor, 'i', into)
  if (!scope) return
  const { rows } = await tx.run({
    text: `select 1 from flow_instance i where i.tenant_id = ${into.add(tx.tenantId)} and i.id = ${into.add(row.id)} and ${scope}`,
    values: into.values,
  })
  if (rows.length === 0) throw missing()
}

/** The running approval of a document, if there is one. */
export async function runningOf(tx: Transaction, approval: Approval, documentId: unknown): Promise<string | undefined> {
  const { rows } = await tx.run({
    text: `select id from flow_instance where tenant_id = $1 and approval_kind = $2 and document_id = $3 and instance_status = 'running'`,
    values: [tx.tenantId, approval.kind, documentId],
  })
  return rows[0] ? String(rows[0].id) : undefined
}

/** The refusal of an act that came after another one: names who did what, and when. */
export async function overtaken({ tx, row }: Course): Promise<Refusal> {
  const { rows } = await tx.run({
    text: `select r.act, r.created_at, u.real_name from flow_record r left join app_user u on u.tenant_id = r.tenant_id and u.id = r.user_id
      where r.tenant_id = $1 and r.instance_id = $2 order by r.id desc limit 1`,
    values: [tx.tenantId, row.id],
  })
  const last = rows[0]
  const act = flowRecord.fields.act.of[String(last?.act) as 'agree'] ?? { zh: '', en: '' }
  const [who, when] = [String(last?.real_name ?? '—'), homeTime(String(last?.created_at ?? row.updated_at))]
  return new Refusal(
    'conflict',
    {
      zh: `“${row.instance_title}”已由${who}在 ${when} ${act.zh}，没有等您处理的任务`,
      en: `“${row.instance_title}”: ${who} did “${act.en}” at ${when}, and nothing waits for you`,
    },
    { id: row.id, version: row.version, status: row.instance_status },
  )
}

/** Refuses a task that was read before its document was changed: the change is newer than all that was done with the approval. */
export async function refuseEdited({ context, tx, approval, doc, row }: Course, task: Row): Promise<void> {
  if (!doc) return
  const { rows } = await tx.run({
    text: `select 1 from flow_record where tenant_id = $1 and instance_id = $2 and created_at > $3 limit 1`,
    values: [tx.tenantId, row.id, doc.updated_at],
  })
  if (rows.length === 0) await refuseStale(entityNamed(approval.entity), context, tx, doc, 0, task)
}

/** Tasks that wait were read before their document changed: from now on they have another version. */
export function renewTasks(tx: Transaction, approval: Approval, documentId: unknown): void {
  tx.later({
    text: `update flow_task t set version = t.version + 1, updated_at = now() from flow_instance i
      where i.tenant_id = $1 and i.approval_kind = $2 and i.document_id = $3 and i.instance_status = 'running'
        and t.tenant_id = i.tenant_id and t.instance_id = i.id and t.task_state in ('open', 'waiting')`,
    values: [tx.tenantId, approval.kind, documentId],
  })
}

/** Refuses an approval that has ended. */
export async function refuseEnded(course: Course): Promise<void> {
  if (course.row.instance_status !== 'running') throw await overtaken(course)
}
