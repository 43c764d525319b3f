import type { Brief } from '#contract/entities/flow/brief.ts'
import { placesOf } from '#contract/entities/flow/find-node.ts'
import { endedByReturn } from '#contract/entities/flow/next-nodes.ts'
import { outcomeOf } from '#contract/entities/flow/outcome.ts'
import type { ApproveMode } from '#contract/entities/flow/tree.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Row } from '#server/db/query.ts'
import { mayCall } from '#server/kit/access/access.ts'
import { type Course, isApplicant, nodeOf, openNodes, overtaken, refuseEdited, refuseEnded, refuseStranger, tasksAt } from './course.ts'
import { refuse, showNode } from './end.ts'
import { enterApprove, goOn, openTask } from './enter.ts'
import { act, addRecord, addTask, setNode, setTask, setTasks } from './write.ts'
import { hasWritten } from './writers.ts'

export interface Said {
  readonly opinion?: unknown
  readonly images?: unknown
}

/** Refuses people who decide about what they asked for, wrote or handed in themselves, unless the definition allows it. */
export async function refuseSelf(course: Course): Promise<void> {
  if (course.tree.allowSelf === true) return
  if (isApplicant(course) || (await hasWritten(course.tx, course.approval, course.row.document_id, course.context.actor.userId)))
    throw new Refusal('rule', { zh: '不能审批自己提交的申请', en: 'You cannot decide on your own request' })
}

/** A holder of the deciding right who was not asked, for example because the right came later, may answer where any holder may. */
function joined(course: Course): Row | undefined {
  const { context, approval } = course
  if (!mayCall(context.actor, approval.may, approval.may)) return undefined
  const node = openNodes(course).find((one) => one.mode === 'one' && nodeOf(course, one).who.some(({ by }) => by === 'holders'))
  if (!node || tasksAt(course, node).some((task) => task.user_id === context.actor.userId)) return undefined
  const now = new Date().toISOString()
  const given = {
    user_id: context.actor.userId,
    task_state: 'open',
    is_candidate: 1,
    after_id: null,
    added_to_id: null,
    instead_of_id: null,
  }
  return addTask(course, node, { ...given, opened_at: now })
}

/** What the person saw: the id of the task, or its version; the revision of the document. */
export interface SeenTask {
  readonly version?: unknown
  readonly taskId?: unknown
  readonly revision?: unknown
}

/** The open task of the person. Refuses strangers, ended approvals, and who has nothing to decide. */
export async function myTask(course: Course, { version, taskId, revision }: SeenTask = {}): Promise<Row> {
  const { context, tasks } = course
  const mine = tasks.filter((task) => task.user_id === context.actor.userId && task.task_state !== 'copied')
  if (course.row.instance_status !== 'running' && mine.length === 0) await refuseStranger(course)
  await refuseEnded(course)
  const task =
    mine.find(({ id, task_state }) => task_state === 'open' && (!taskId || id === taskId)) ?? (taskId ? undefined : joined(course))
  if (!task) {
    await refuseStranger(course)
    if (mine.length > 0) throw await overtaken(course)
    throw new Refusal('forbidden', { right: { zh: '审批这张单据', en: 'Decide this application' } })
  }
  const isOther = (seen: unknown, now: unknown): boolean => seen !== undefined && seen !== null && Number(seen) !== Number(now)
  if (isOther(version, task.version)) {
    await refuseEdited(course, task)
    throw await overtaken(course)
  }
  const { revision: current = 0 } = (course.row.brief ?? {}) as Partial<Brief>
  if (isOther(revision, current))
    // Not a clash of two versions that the person could choose from: the decision is about another document.
    throw new Refusal('rule', {
      zh: '这张单据在您查看后被修改过，请重新查看后再审批',
      en: 'This document was changed after you read it. Read it again, then decide',
    })
  return task
}

/** Takes a task that several candidates have. `values`: what the task becomes beside that. */
export function takeFromOthers(course: Course, task: Row, values: Row = {}): void {
  if (task.is_candidate !== 1) {
    if (Object.keys(values).length > 0) setTask(course, task, values)
    return
  }
  const others = course.tasks.filter(
    (one) => one !== task && one.node_id === task.node_id && one.is_candidate === 1 && one.task_state === 'open',
  )
  setTasks(course, others, { task_state: 'ended' })
  setTask(course, task, { ...values, is_candidate: 0 })
}

const votesAt = (course: Course, node: Row) =>
  tasksAt(course, node).map((task) => ({
    id: String(task.id),
    state: String(task.task_state),
    addedTo: (task.added_to_id as string | null) ?? null,
  }))

const nodeById = (course: Course, task: Row): Row => course.nodes.find((one) => one.id === task.node_id)!

const close = (course: Course, node: Row, state: 'done' | 'refused' | 'ended'): void => {
  setNode(course, node, { node_state: state, ended_at: new Date().toISOString() })
  setTasks(
    course,
    tasksAt(course, node).filter(({ task_state }) => task_state === 'open' || task_state === 'waiting'),
    { task_state: 'ended' },
  )
}

const ids = (rows: readonly Row[]): string[] => rows.map((row) => String(row.id))
const states = (course: Course): Map<Row, string> =>
  new Map([...course.tasks, ...course.nodes].map((row) => [row, String(row.task_state ?? row.node_state)]))

/** What an act changed beside the task itself, so that taking the opinion back puts it back. */
function changedSince(course: Course, before: Map<Row, string>, task: Row) {
  const was = (rows: readonly Row[], name: string) =>
    rows.flatMap((row) => (row !== task && before.has(row) && before.get(row) !== row[name] ? [[String(row.id), before.get(row)!]] : []))
  return {
    tasks: was(course.tasks, 'task_state'),
    nodes: was(course.nodes, 'node_state'),
    newTasks: ids(course.tasks.filter((row) => !before.has(row))),
    newNodes: ids(course.nodes.filter((row) => !before.has(row))),
  }
}

/** The answer of one person: what it does to the node, and to the approval. */
async function answerTask(course: Course, task: Row, state: 'agreed' | 'rejected', said: Said): Promise<void> {
  const before = states(course)
  const name = state === 'agreed' ? 'agree' : 'reject'
  const node = nodeById(course, task)
  takeFromOthers(course, task, { task_state: state, decided_at: new Date().toISOString(), opinion: said.opinion ?? null })
  if (state === 'agreed')
    for (const next of tasksAt(course, node)) if (next.after_id === task.id && next.task_state === 'waiting') openTask(course, node, next)
  const write = async (isLast = false): Promise<void> => {
    addRecord(course, { act: name, task, ...said, undo: changedSince(course, before, task) })
    await act(course, name, { ...said, node: task.node_name }, { isHeld: isLast })
  }
  const outcome = outcomeOf(String(node.mode) as ApproveMode, Number(node.share ?? 100), votesAt(course, node))
  if (outcome === 'open') {
    await write()
    return
  }
  close(course, node, outcome === 'agreed' ? 'done' : 'refused')
  if (outcome === 'agreed') {
    await goOn(course, node, write, { ...said })
    return
  }
  await write(true)
  await refuse(course, { ...said })
}

/** Goes back to an earlier node that was passed; what waits after it ends. */
async function goBack(course: Course, task: Row, toNode: string, said: Said): Promise<void> {
  const place = placesOf(course.tree).get(toNode)
  const passed = course.nodes.some((node) => node.node_key === toNode && node.node_state === 'done')
  if (place?.node.kind !== 'approve' || !passed)
    throw new Refusal('rule', { zh: '只能退回到已经审批过的节点', en: 'It can only return to an approved node' })
  setTask(course, task, { task_state: 'rejected', decided_at: new Date().toISOString(), opinion: said.opinion ?? null })
  const ending = new Set(endedByReturn(course.tree, toNode, new Set(openNodes(course).map((node) => String(node.node_key)))))
  for (const node of openNodes(course))
    if (ending.has(String(node.node_key))) close(course, node, node.id === task.node_id ? 'refused' : 'ended')
  for (const node of course.nodes)
    if (node.node_key === toNode && node.node_state === 'done') setNode(course, node, { node_state: 'ended' })
  addRecord(course, { act: 'reject', task, ...said })
  await enterApprove(course, place.node, 'flow_returned')
  await act(course, 'reject', { ...said, node: String(place.node.name ?? toNode) })
  await showNode(course)
}

/** Agrees or rejects for the person; a rejection goes to the applicant, or to an earlier node. */
export async function decide(
  course: Course,
  type: 'agree' | 'reject',
  said: Said,
  more: SeenTask & { toNode?: string | null } = {},
): Promise<void> {
  await refuseSelf(course)
  const task = await myTask(course, more)
  if (type === 'reject' && more.toNode && more.toNode !== 'start') {
    await goBack(course, task, more.toNode, said)
    return
  }
  await answerTask(course, task, type === 'agree' ? 'agreed' : 'rejected', said)
}
