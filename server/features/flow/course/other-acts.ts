import type { FlowAct } from '#contract/entities/flow/flow-acts.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { homeTime } from '#contract/kit/time/moment.ts'
import type { Row } from '#server/db/query.ts'
import { mayCall } from '#server/kit/access/access.ts'
import { refuseOutsiders } from '../people/staff.ts'
import { type Course, isApplicant, openNodes, overtaken, refuseEnded, refuseStranger, tasksAt } from './course.ts'
import { myTask, refuseSelf, type Said, type SeenTask, takeFromOthers } from './decide.ts'
import { endOpen, finish, raise, showNode } from './end.ts'
import { openTask } from './enter.ts'
import { tell } from './tell.ts'
import { act, addRecord, addTask, setNode, setTask } from './write.ts'

const mayManage = ({ context }: Course): boolean => mayCall(context.actor, 'flowDefinition.submit', 'flowDefinition.submit')

/** Refuses a person who is not on the staff, or the applicant where people do not decide about their own. */
async function refuseWrongPerson(course: Course, id: string): Promise<void> {
  await refuseOutsiders(course.tx, 'toUserId', [id])
  if (id === course.row.applicant_id && course.tree.allowSelf !== true)
    throw new Refusal('rule', { zh: '不能交给申请人审批', en: 'The applicant cannot decide on this application' })
}

function refuseAsked(course: Course, node: Row, id: string): void {
  if (tasksAt(course, node).some((task) => task.user_id === id && ['open', 'waiting'].includes(String(task.task_state))))
    throw new Refusal('conflict', { zh: '此人已在这个节点的审批人中', en: 'This person is already an approver at this node' })
}

/** A task goes to another person, who may act for an absent one; the former one stays in the history. */
export function reassign(course: Course, task: Row, toUserId: unknown, insteadOf: string | null = null): Row {
  const node = course.nodes.find((one) => one.id === task.node_id)!
  const made = addTask(course, node, {
    user_id: toUserId,
    task_state: task.task_state,
    is_candidate: task.is_candidate,
    after_id: task.after_id ?? null,
    added_to_id: task.added_to_id ?? null,
    instead_of_id: insteadOf,
    opened_at: task.opened_at ?? null,
    remind_at: task.remind_at ?? null,
    due_at: task.due_at ?? null,
  })
  for (const one of tasksAt(course, node)) {
    if (one === made) continue
    if (one.after_id === task.id) setTask(course, one, { after_id: made.id })
    if (one.added_to_id === task.id) setTask(course, one, { added_to_id: made.id })
  }
  setTask(course, task, { task_state: 'ended' })
  return made
}

/** Gives the person’s task to another one. */
export async function passOn(course: Course, toUserId: string, said: Said, seen: SeenTask): Promise<void> {
  const task = await myTask(course, seen)
  await refuseWrongPerson(course, toUserId)
  refuseAsked(course, course.nodes.find((one) => one.id === task.node_id)!, toUserId)
  takeFromOthers(course, task)
  reassign(course, task, toUserId)
  addRecord(course, { act: 'passOn', task, toUserId, ...said })
  await act(course, 'passOn', { ...said, toUserId, node: task.node_name })
  tell(course, 'flow_waits', [toUserId], said.opinion)
}

/** Lets another person answer before or after the person. */
export async function addSigner(course: Course, toUserId: string, place: 'before' | 'after', said: Said, version: unknown): Promise<void> {
  const task = await myTask(course, { version })
  const node = course.nodes.find((one) => one.id === task.node_id)!
  await refuseWrongPerson(course, toUserId)
  refuseAsked(course, node, toUserId)
  takeFromOthers(course, task)
  const given = {
    user_id: toUserId,
    is_candidate: 0,
    added_to_id: task.id,
    instead_of_id: null,
    opened_at: null,
    remind_at: null,
    due_at: null,
  }
  const after = place === 'after' ? task.id : (task.after_id ?? null)
  const followers = tasksAt(course, node).filter((one) => one.after_id === task.id)
  const made = addTask(course, node, { ...given, task_state: 'waiting', after_id: after })
  if (place === 'before') {
    setTask(course, task, { task_state: 'waiting', after_id: made.id })
    openTask(course, node, made)
  } else for (const one of followers) setTask(course, one, { after_id: made.id })
  addRecord(course, { act: 'addSigner', task, toUserId, ...said })
  await act(course, 'addSigner', { ...said, toUserId, node: task.node_name })
}

/** The candidate takes the task from the others. */
export async function claim(course: Course, taskId: string): Promise<void> {
  const task = await myTask(course)
  if (task.id !== taskId) throw await overtaken(course)
  if (task.is_candidate !== 1) return
  takeFromOthers(course, task)
  addRecord(course, { act: 'claim', task })
  await act(course, 'claim', { node: task.node_name })
}

/** The applicant takes the application back. */
export async function cancel(course: Course, said: Said): Promise<void> {
  await refuseStranger(course)
  await refuseEnded(course)
  if (!isApplicant(course)) throw new Refusal('forbidden', { right: { zh: '撤销别人的申请', en: 'Withdraw another person’s application' } })
  const { withdrawn } = course.approval.steps
  if (!withdrawn)
    throw new Refusal('rule', {
      zh: '这类申请不能撤销，请删除单据',
      en: 'This type of application cannot be withdrawn. Delete the document instead',
    })
  const waiting = course.tasks.filter(({ task_state }) => task_state === 'open').map((task) => task.user_id)
  endOpen(course)
  addRecord(course, { act: 'cancel', ...said })
  await act(course, 'cancel', { ...said }, { ended_at: new Date().toISOString() })
  await raise(course, withdrawn, said)
  await showNode(course)
  tell(course, 'flow_cancelled', waiting, said.opinion)
}

/** Asks those who have not answered, once an hour. */
export async function urge(course: Course, said: Said): Promise<void> {
  await refuseStranger(course)
  await refuseEnded(course)
  if (!isApplicant(course) && !mayManage(course)) throw new Refusal('forbidden', { right: { zh: '催办', en: 'Remind' } })
  const { rows } = await course.tx.run({
    text: `select urged_at from flow_instance where tenant_id = $1 and id = $2 and urged_at > now() - interval '1 hour'`,
    values: [course.tx.tenantId, course.row.id],
  })
  if (rows[0]) {
    const when = homeTime(String(rows[0].urged_at))
    throw new Refusal('conflict', { zh: `${when} 已催办过，一小时内只能催办一次`, en: `Reminded at ${when}. You can remind once an hour` })
  }
  addRecord(course, { act: 'urge', ...said })
  await act(course, 'urge', { ...said }, { urged_at: new Date().toISOString() })
  const waiting = course.tasks.filter(({ task_state }) => task_state === 'open').map((task) => task.user_id)
  tell(course, 'flow_urged', waiting, said.opinion)
}

/** Shows the approval to other people of the staff. */
export async function copyTo(course: Course, users: readonly string[]): Promise<void> {
  await refuseStranger(course)
  const node = openNodes(course)[0] ?? course.nodes.at(-1)!
  await refuseEnded(course)
  const isCopied = (id: string): boolean => course.tasks.some((task) => task.user_id === id && task.task_state === 'copied')
  await refuseOutsiders(
    course.tx,
    'users',
    users.filter((id) => !isCopied(id)),
  )
  for (const id of new Set(users)) {
    if (isCopied(id)) continue
    addTask(course, node, { user_id: id, task_state: 'copied', opened_at: new Date().toISOString() })
    addRecord(course, { act: 'copyTo', nodeName: node.node_name, toUserId: id })
  }
  await act(course, 'copyTo', {})
  tell(course, 'flow_copied', users)
}

/** The approval was given on paper: the scan ends it. */
export async function switchOffline(course: Course, said: Said, version: unknown): Promise<void> {
  await refuseSelf(course)
  if (mayManage(course)) {
    await refuseStranger(course)
    await refuseEnded(course)
  } else await myTask(course, { version })
  addRecord(course, { act: 'switchOffline', ...said })
  await finish(course, 'switchOffline', { ...said })
}

interface Undo {
  readonly tasks: readonly (readonly [string, string])[]
  readonly nodes: readonly (readonly [string, string])[]
  readonly newTasks: readonly string[]
  readonly newNodes: readonly string[]
}

/** Acts that leave every task as it was. */
export const leavesTasks: readonly FlowAct[] = ['urge', 'copyTo', 'remind']

/** Takes back the person’s own opinion as long as no task has moved since. */
export async function takeBack(course: Course): Promise<void> {
  await refuseStranger(course)
  await refuseEnded(course)
  const { rows } = await course.tx.run({
    text: 'select act, user_id, task_id, undo from flow_record where tenant_id = $1 and instance_id = $2 and act <> all($3::text[]) order by id desc limit 1',
    values: [course.tx.tenantId, course.row.id, leavesTasks],
  })
  const last = rows[0]
  if (!last || last.user_id !== course.context.actor.userId) throw await overtaken(course)
  if (last.act !== 'agree' && last.act !== 'reject')
    throw new Refusal('rule', {
      zh: '最近的操作不是您的意见，不能撤回',
      en: 'The latest action is not your decision, so you cannot undo it',
    })
  const undo = last.undo as Undo | null
  if (!undo) throw new Refusal('rule', { zh: '退回后的意见不能撤回', en: 'A decision that returned the approval cannot be undone' })
  if (course.nodes.some((node) => undo.newNodes.includes(String(node.id)) && node.node_kind === 'automatic'))
    throw new Refusal('rule', {
      zh: '之后的自动处理已经执行，不能撤回',
      en: 'The automatic action has already run, so this cannot be undone',
    })
  const task = course.tasks.find((one) => one.id === last.task_id)!
  const isOne = course.nodes.find((node) => node.id === task.node_id)!.mode === 'one'
  for (const one of course.tasks) if (undo.newTasks.includes(String(one.id))) setTask(course, one, { task_state: 'ended' })
  for (const one of course.nodes)
    if (undo.newNodes.includes(String(one.id))) setNode(course, one, { node_state: 'ended', ended_at: new Date().toISOString() })
  for (const [id, state] of undo.tasks) {
    const one = course.tasks.find((row) => row.id === id)!
    setTask(course, one, { task_state: state, ...(isOne && state === 'open' ? { is_candidate: 1 } : {}) })
  }
  for (const [id, state] of undo.nodes) setNode(course, course.nodes.find((row) => row.id === id)!, { node_state: state, ended_at: null })
  setTask(course, task, {
    task_state: 'open',
    decided_at: null,
    opinion: null,
    is_candidate: isOne && undo.tasks.some(([, state]) => state === 'open') ? 1 : 0,
  })
  addRecord(course, { act: 'takeBack', task })
  await act(course, 'takeBack', { node: task.node_name })
  await showNode(course)
}
