import { placesOf } from '#contract/entities/flow/find-node.ts'
import { firstNodes, nextNodes, type Walk } from '#contract/entities/flow/next-nodes.ts'
import { nameOfNode } from '#contract/entities/flow/seeded-names.ts'
import type { ApproveNode, FlowNode } from '#contract/entities/flow/tree.ts'
import type { Facts } from '#contract/kit/entity/approval.ts'
import type { Row } from '#server/db/query.ts'
import { type DocumentFacts, factsOf } from '#server/kit/steps/approval-facts.ts'
import { type Depts, peopleOf } from '../people/people.ts'
import { type Course, nodeOf, openNodes } from './course.ts'
import { finish, raise, showNode } from './end.ts'
import { tell } from './tell.ts'
import { addNode, addRecord, addTask, setTask } from './write.ts'

const known = new WeakMap<Course, Promise<DocumentFacts>>()

/** What the engine knows of the document, read once in an act. */
export function documentFacts(course: Course): Promise<DocumentFacts> {
  const { context, tx, approval, doc } = course
  const found = known.get(course) ?? (doc ? factsOf(approval.kind, { context, tx, row: doc }) : Promise.resolve({ facts: {}, title: '' }))
  known.set(course, found)
  return found
}

const deptsOf = async (course: Course): Promise<Depts> => ({
  applicant: course.row.dept_id as string | null,
  ...(await documentFacts(course)).depts,
})

const hoursOn = (hours: number | undefined): string | null => (hours ? new Date(Date.now() + hours * 3_600_000).toISOString() : null)

/** Asks the people of a node. Of one that needs one answer, several people are candidates. */
export async function enterApprove(course: Course, node: ApproveNode, kind: 'flow_waits' | 'flow_returned' = 'flow_waits'): Promise<Row> {
  const people = await peopleOf(course, node, await deptsOf(course))
  const made = addNode(course, {
    node_key: node.id,
    node_name: nameOfNode(node),
    node_kind: node.kind,
    node_state: 'open',
    mode: node.mode,
    share: node.share ?? null,
  })
  const now = new Date().toISOString()
  let last: Row | undefined
  const asked: string[] = []
  for (const { id, insteadOf } of people) {
    const waits = node.mode === 'order' && last !== undefined
    last = addTask(course, made, {
      user_id: id,
      task_state: waits ? 'waiting' : 'open',
      is_candidate: node.mode === 'one' && people.length > 1 ? 1 : 0,
      after_id: waits ? last!.id : null,
      added_to_id: null,
      instead_of_id: insteadOf,
      opened_at: waits ? null : now,
      remind_at: waits ? null : hoursOn(node.limit?.remindAfter),
      due_at: waits ? null : hoursOn(node.limit?.hours),
    })
    if (!waits) asked.push(id)
  }
  tell(course, kind, asked, made.node_name)
  return made
}

/** Opens a task that waited for another one. */
export function openTask(course: Course, node: Row, task: Row): void {
  const limit = nodeOf(course, node).limit
  setTask(course, task, {
    task_state: 'open',
    opened_at: new Date().toISOString(),
    remind_at: hoursOn(limit?.remindAfter),
    due_at: hoursOn(limit?.hours),
  })
  tell(course, 'flow_waits', [task.user_id], node.node_name)
}

async function pass(course: Course, node: FlowNode, branchId: string | undefined): Promise<void> {
  const made = addNode(course, {
    node_key: node.id,
    node_name: nameOfNode(node),
    node_kind: node.kind,
    node_state: 'done',
    branch_key: branchId ?? null,
    ended_at: new Date().toISOString(),
  })
  if (node.kind === 'copy') {
    const people = await peopleOf(course, node, await deptsOf(course))
    for (const { id } of people) addTask(course, made, { user_id: id, task_state: 'copied', opened_at: new Date().toISOString() })
    tell(
      course,
      'flow_copied',
      people.map(({ id }) => id),
    )
  }
  if (node.kind === 'automatic') {
    await raise(course, node.act)
    addRecord(course, { act: 'automatic', nodeName: made.node_name })
  }
}

/** Goes along a walk: asks people, copies, acts, writes the act that led here, and ends the approval where it has come to its end: `write` is told whether it does. */
async function follow(
  course: Course,
  { passed, isEnd }: Walk,
  write: (isLast: boolean) => Promise<unknown>,
  said: Record<string, unknown> = {},
): Promise<void> {
  for (const one of passed) {
    if (one.is === 'waits') await enterApprove(course, one.node)
    else await pass(course, one.node, one.branchId)
  }
  await write(isEnd)
  if (isEnd) await finish(course, 'finish', said)
  else await showNode(course)
}

/** Begins at the top of the definition. */
export const enterFirst = async (course: Course, write: () => Promise<unknown>): Promise<void> =>
  follow(course, firstNodes(course.tree, (await documentFacts(course)).facts), write)

/** What the conditions of the definition look at. Nothing is read for a definition without any. */
async function conditionFacts(course: Course): Promise<Facts> {
  const hasConditions = [...placesOf(course.tree).values()].some(({ node }) => node.kind === 'condition')
  return hasConditions ? (await documentFacts(course)).facts : {}
}

/** Goes on after a node that is done; `said`: with the answer that ended it. */
export async function goOn(
  course: Course,
  node: Row,
  write: (isLast: boolean) => Promise<unknown>,
  said: Record<string, unknown>,
): Promise<void> {
  const waiting = new Set(openNodes(course).map((one) => String(one.node_key)))
  await follow(course, nextNodes(course.tree, String(node.node_key), await conditionFacts(course), waiting), write, said)
}
