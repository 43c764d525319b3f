import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { openCourse, tasksAt } from './course.ts'
import { reassign } from './other-acts.ts'
import { deputiesOn, standInOf } from './people.ts'
import { answersSql, staffSql } from './staff.ts'
import { tell } from './tell.ts'
import { act, addRecord } from './write.ts'

const isOpen = (state: unknown): boolean => state === 'open' || state === 'waiting'

async function fits(tx: Transaction, id: string, sql: string): Promise<boolean> {
  const { rows } = await tx.run({
    text: `select 1 from app_user u where u.tenant_id = $1 and u.id = $2 and ${sql}`,
    values: [tx.tenantId, id],
  })
  return rows.length > 0
}

/** Moves tasks to a person, in the order of their approvals. What that person may not decide, or is asked about already, stays. */
async function moveTasks(
  context: Context,
  tx: Transaction,
  tasks: readonly { id: string; instanceId: string }[],
  to: string,
  insteadOf: string | null,
) {
  for (const instanceId of [...new Set(tasks.map((one) => one.instanceId))].sort()) {
    const course = await openCourse({ ...context, rule: undefined }, tx, instanceId)
    if (course.row.instance_status !== 'running' || (course.row.applicant_id === to && course.tree.allowSelf !== true)) continue
    const wanted = new Set(tasks.filter((one) => one.instanceId === instanceId).map(({ id }) => id))
    for (const task of course.tasks.filter(({ id, task_state }) => wanted.has(String(id)) && isOpen(task_state))) {
      const node = course.nodes.find((one) => one.id === task.node_id)!
      if (tasksAt(course, node).some((one) => one.user_id === to && isOpen(one.task_state))) continue
      const made = reassign(course, task, to, insteadOf)
      addRecord(course, { act: 'handOver', task: made, toUserId: to })
      await act(course, 'handOver', { toUserId: to, node: task.node_name })
      if (made.task_state === 'open') tell(course, 'flow_waits', [to], task.node_name)
    }
  }
}

/**
 * Brings the open tasks of a person in line with the absences of a day. What others do in the person's place goes to the deputy of that day, or comes back
 * where the person is not away. `moves`: what waits for the person is handed over, too. `without`: absences that are being removed.
 */
export async function followAbsence(
  context: Context,
  tx: Transaction,
  userId: string,
  day: string,
  { moves = false, without = [] }: { readonly moves?: boolean; readonly without?: readonly string[] } = {},
): Promise<void> {
  const deputies = await deputiesOn(tx, day, without)
  const isAway = deputies.has(userId)
  const to = standInOf(userId, deputies)
  if (to === undefined || !(await fits(tx, to, isAway ? staffSql : answersSql))) return
  const { rows } = await tx.run({
    text: `select t.id, t.instance_id, t.user_id, t.instead_of_id from flow_task t join flow_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id and i.instance_status = 'running'
      where t.tenant_id = $1 and (t.instead_of_id = $2 or t.user_id = $2) and t.task_state in ('open', 'waiting')`,
    values: [tx.tenantId, userId],
  })
  const tasks = rows.map((row) => ({
    id: String(row.id),
    instanceId: String(row.instance_id),
    at: String(row.user_id),
    isOwn: row.user_id === userId,
  }))
  const stray = tasks.filter(({ at, isOwn }) => !isOwn && at !== to)
  const own = isAway && moves ? tasks.filter(({ isOwn }) => isOwn) : []
  await moveTasks(context, tx, [...stray, ...own], to, isAway ? userId : null)
}
