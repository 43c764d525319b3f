import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { openCourse, tasksAt } from '../course/course.ts'
import { reassign } from '../course/other-acts.ts'
import { tell } from '../course/tell.ts'
import { act, addRecord } from '../course/write.ts'

const waits = ({ task_state: state }: Row): boolean => state === 'open' || state === 'waiting'

/**
 * Hands over to a person what waits in an approval. Tasks that the person may not decide, or is asked about already, stay. `insteadOf`: the absent
 * person for whom the new one acts; `undo`: what taking the hand-over back needs. Answers how many tasks were handed over.
 */
export async function handOver(
  context: Context,
  tx: Transaction,
  instanceId: string,
  to: string,
  { which, insteadOf = null, undo }: { which: (task: Row) => boolean; insteadOf?: string | null; undo?: Readonly<Record<string, unknown>> },
): Promise<number> {
  const course = await openCourse({ ...context, rule: undefined }, tx, instanceId)
  if (course.row.instance_status !== 'running' || (course.row.applicant_id === to && course.tree.allowSelf !== true)) return 0
  let moved = 0
  for (const task of course.tasks.filter((one) => waits(one) && which(one))) {
    const node = course.nodes.find((one) => one.id === task.node_id)!
    if (tasksAt(course, node).some((one) => one.user_id === to && waits(one))) continue
    const made = reassign(course, task, to, insteadOf)
    addRecord(course, { act: 'handOver', task: made, toUserId: to, ...(undo && { undo }) })
    await act(course, 'handOver', { toUserId: to, node: task.node_name })
    if (made.task_state === 'open') tell(course, 'flow_waits', [to], task.node_name)
    moved++
  }
  return moved
}
