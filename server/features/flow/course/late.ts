import { Refusal } from '#contract/kit/errors.ts'
import type { Language, Words } from '#contract/kit/words.ts'
import { eachTenant } from '#server/db/each-tenant.ts'
import { writeAs } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { rememberTotals } from '#server/kit/counts/totals.ts'
import type { Job, JobTools } from '#server/kit/jobs/job.ts'
import { actorNow } from '#server/kit/jobs/job-actor.ts'
import { administrators, headsAbove } from '../people/people.ts'
import { type Course, nodeOf, openCourse } from './course.ts'
import { decide } from './decide.ts'
import { reassign } from './other-acts.ts'
import { tell } from './tell.ts'
import { act, addRecord, setTask } from './write.ts'

const language: Language = 'zh'
const sentences = {
  agree: { zh: '超时自动同意', en: 'Agreed automatically: the time limit is over' },
  reject: { zh: '超时自动驳回', en: 'Rejected automatically: the time limit is over' },
} as const satisfies Record<string, Words>

/** The task goes to the head above its assignee’s department, else to an administrator. */
async function handUp(course: Course, task: Row): Promise<void> {
  const asked = new Set(course.tasks.filter((one) => one.node_id === task.node_id).map((one) => one.user_id))
  const found = [...(await headsAbove(course, task.user_id)), ...(await administrators(course))]
  const to = found.find((id) => !asked.has(id) && (id !== course.row.applicant_id || course.tree.allowSelf === true))
  if (!to) {
    setTask(course, task, { due_at: null })
    return
  }
  const made = reassign(course, task, to)
  setTask(course, made, { due_at: null, remind_at: null })
  addRecord(course, { act: 'handUp', task: made, toUserId: to })
  await act(course, 'handUp', { toUserId: to, node: task.node_name })
  tell(course, 'flow_late', [to], task.node_name)
}

/** The task of a person who works here no longer: the other candidates answer, else an administrator does. */
async function replaceGone(course: Course, task: Row): Promise<void> {
  const others = course.tasks.filter((one) => one !== task && one.node_id === task.node_id && one.task_state === 'open')
  if (task.is_candidate === 1 && others.some((one) => one.is_candidate === 1)) {
    setTask(course, task, { task_state: 'ended' })
    return
  }
  const asked = new Set(others.map((one) => one.user_id))
  const free = (await administrators(course)).filter((id) => !asked.has(id))
  // The only administrator may be the applicant, who passes it on.
  const to = free.find((id) => id !== course.row.applicant_id || course.tree.allowSelf === true) ?? free[0]
  if (!to) return
  const made = reassign(course, task, to)
  addRecord(course, { act: 'handOver', task: made, toUserId: to })
  await act(course, 'handOver', { toUserId: to, node: task.node_name })
  tell(course, 'flow_waits', [to], task.node_name, true)
}

async function remind(course: Course, task: Row): Promise<void> {
  setTask(course, task, { remind_at: null })
  addRecord(course, { act: 'remind', task, toUserId: task.user_id })
  await act(course, 'remind', { toUserId: task.user_id, node: task.node_name })
  tell(course, 'flow_late', [task.user_id], task.node_name, true)
}

/** What is due of one task that still waits. */
async function answerOne(course: Course, taskId: string, how: 'asked' | 'handUp' | 'gone'): Promise<void> {
  const task = course.tasks.find((one) => one.id === taskId)
  if (course.row.instance_status !== 'running' || task?.task_state !== 'open') return
  if (how === 'gone') {
    await replaceGone(course, task)
    return
  }
  const now = course.context.occurredAt.toISOString()
  const isDue = task.due_at !== null && new Date(String(task.due_at)).toISOString() <= now
  if (!isDue) {
    if (task.remind_at !== null && new Date(String(task.remind_at)).toISOString() <= now) await remind(course, task)
    return
  }
  const late = nodeOf(course, course.nodes.find((one) => one.id === task.node_id)!).limit?.late ?? 'none'
  if (late === 'none') {
    setTask(course, task, { due_at: null })
    await remind(course, task)
  } else if (late === 'handUp' || how === 'handUp') await handUp(course, task)
  else await decide(course, late, { opinion: sentences[late][language] })
}

type Needed = Pick<JobTools, 'pool' | 'contents'> & Partial<Pick<JobTools, 'now'>>

/** SQL of the first active administrator of the tenant in $1. */
export const firstAdministrator = `(select u.id from app_user u join user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
    join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.role_alias = 'administrator'
    where u.tenant_id = $1 and u.status = 'active' and not u.is_deleted order by u.created_at limit 1)`

/** Acts as the assignee, or as an administrator where that person has left. */
export async function timedContext(
  { pool, contents, now = new Date() }: Needed,
  tenantId: string,
  userId: string,
  adminId: unknown,
): Promise<Context> {
  const actor = await actorNow(pool, tenantId, userId).catch(() => actorNow(pool, tenantId, String(adminId)))
  const tools = { pool, contents, totals: rememberTotals(), searchMode: 'index', secrets: { current: () => [] } } as const
  return { tools, actor, language, input: {}, requestId: 'lateApprovals', occurredAt: now }
}

/**
 * Reminds of approvals that wait too long, and answers or hands up those whose time is over. One that cannot be answered is handed up. What waits for people who
 * work here no longer goes to others. One that fails keeps none of the others waiting, and fails the job.
 */
export async function answerLate(tools: Needed): Promise<void> {
  const found: { tenantId: string; row: Row }[] = []
  await eachTenant(tools.pool, async (tx) => {
    const { rows } = await tx.run({
      text: `select t.id, t.instance_id, t.user_id, ${firstAdministrator} as admin, g.id is not null as gone
        from flow_task t left join app_user g on g.tenant_id = t.tenant_id and g.id = t.user_id and (g.status <> 'active' or g.is_deleted)
        where t.tenant_id = $1 and t.task_state = 'open' and (t.due_at <= $2::timestamptz or t.remind_at <= $2::timestamptz
          or t.user_id in (select u.id from app_user u where u.tenant_id = $1 and (u.status <> 'active' or u.is_deleted))) order by t.due_at nulls last limit 500`,
      values: [tx.tenantId, tools.now ?? new Date()],
    })
    for (const row of rows) found.push({ tenantId: tx.tenantId, row })
  })
  const failed: unknown[] = []
  const answer = async ({ tenantId, row }: (typeof found)[number]): Promise<void> => {
    const context = await timedContext(tools, tenantId, String(row.user_id), row.admin)
    const once = (how: 'asked' | 'handUp' | 'gone') =>
      writeAs(tools.pool, tenantId, async (tx) => answerOne(await openCourse(context, tx, String(row.instance_id)), String(row.id), how))
    await once(row.gone ? 'gone' : 'asked').catch((error: unknown) => {
      if (error instanceof Refusal && !row.gone) return once('handUp')
      throw error
    })
  }
  for (const one of found) await answer(one).catch((error: unknown) => failed.push(error))
  if (failed.length > 0) throw failed.length === 1 ? failed[0] : new AggregateError(failed, `${failed.length} late approvals failed`)
}

export const lateApprovals: Job = {
  name: 'lateApprovals',
  zh: '审批超时处理',
  en: 'Late approvals',
  cron: '*/10 * * * *',
  run: answerLate,
}
