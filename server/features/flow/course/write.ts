import { v7 as uuid } from 'uuid'
import { flowInstance, flowRunning } from '#contract/entities/flow/flow-instance.ts'
import { cutText } from '#contract/kit/fields/cut-text.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { isGuest } from '#server/kit/access/across-tenants.ts'
import { apply, step } from '#server/kit/steps/step.ts'
import { insertOf } from '#server/kit/write/insert-of.ts'
import { briefColumns, noteAct } from '../brief.ts'
import { type Course, openNodes } from './course.ts'

const inserts = { flow_node: insertOf('flow_node'), flow_task: insertOf('flow_task'), flow_record: insertOf('flow_record') } as const

/** Adds a row of an approval, in one statement with others of the table: a node may ask hundreds of people. Answers it with its id. */
function add(tx: Transaction, table: keyof typeof inserts, row: Row): Row {
  const made: Row = { id: uuid(), ...row }
  tx.gather(inserts[table], made)
  return { version: 1, ...made }
}

export function addNode(course: Course, row: Row): Row {
  const node = add(course.tx, 'flow_node', { instance_id: course.row.id, ...row })
  course.nodes.push(node)
  return node
}

export function addTask(course: Course, node: Row, row: Row): Row {
  const task = add(course.tx, 'flow_task', { instance_id: course.row.id, node_id: node.id, node_name: node.node_name, ...row })
  course.tasks.push(task)
  return task
}

const updates = { flow_node: 'update flow_node set', flow_task: 'update flow_task set' } as const

function set(tx: Transaction, table: 'flow_node' | 'flow_task', rows: readonly Row[], values: Row): void {
  if (rows.length === 0) return
  for (const row of rows) Object.assign(row, values, { version: Number(row.version) + 1 })
  const columns = Object.keys(values)
  tx.later({
    text: `${updates[table]} ${columns.map((name, index) => `${name} = $${index + 3}`).join(', ')}, version = version + 1, updated_at = now()
      where tenant_id = $1 and id = any($2::uuid[])`,
    values: [tx.tenantId, rows.map((row) => row.id), ...Object.values(values)],
  })
}

export const setNode = (course: Course, node: Row, values: Row): void => set(course.tx, 'flow_node', [node], values)
export const setTask = (course: Course, task: Row, values: Row): void => set(course.tx, 'flow_task', [task], values)
/** Gives several tasks the same values in one statement: a node may ask hundreds of people. */
export const setTasks = (course: Course, tasks: readonly Row[], values: Row): void => set(course.tx, 'flow_task', tasks, values)

/** What is kept of an act, for the history that people read. */
export interface Recorded {
  readonly act: string
  readonly task?: Row | undefined
  readonly nodeName?: unknown
  readonly opinion?: unknown
  readonly images?: unknown
  readonly toUserId?: unknown
  readonly undo?: unknown
}

/** Adds a line to the history of an approval. */
export function addRecord(course: Course, { act, task, nodeName, opinion, images, toUserId, undo }: Recorded): void {
  const { tx, row, context } = course
  noteAct(course, { act, node: nodeName ?? task?.node_name, opinion, images, toUserId })
  add(tx, 'flow_record', {
    instance_id: row.id,
    act,
    node_name: nodeName ?? task?.node_name ?? null,
    // Who is of another tenant, as a provider that changes its plan, is no person here.
    user_id: isGuest(context.actor) ? null : context.actor.userId,
    created_by: context.actor.userId,
    to_user_id: toUserId ?? null,
    opinion: opinion ?? null,
    images: images ?? null,
    task_id: task?.id ?? null,
    undo: undo ?? null,
  })
}

const columnsOf = new WeakMap<Row, Row>()

for (const name of Object.keys(flowRunning.steps)) step(flowRunning, name, async ({ row }) => columnsOf.get(row))

/** Where an approval waits, as its lists show it. */
const currentNodes = (course: Course): string | null =>
  cutText(
    openNodes(course)
      .map((node) => String(node.node_name))
      .join('、'),
    flowInstance.fields.currentNodes.max,
  ) || null

/** Writes an act on the instance: its event, its new version, and where it waits now. `isHeld`: the act that ends the approval follows at once and writes both. */
export async function act(
  course: Course,
  name: string,
  input: Row = {},
  { isHeld = false, ...more }: Row & { isHeld?: boolean } = {},
): Promise<{ id: string; version: number }> {
  const { context, tx, row } = course
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null))
  columnsOf.set(row, isHeld ? {} : { current_nodes: currentNodes(course), ...(await briefColumns(course)), ...more })
  return apply(flowRunning, name, context, tx, row, given, { isHeld })
}
