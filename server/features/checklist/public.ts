import { v7 as uuid } from 'uuid'
import { checklistTask } from '#contract/entities/checklist/checklist-task.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { holdsRight } from '#server/features/identity/public.ts'
import { type Acting, lockByRule } from '#server/kit/access/as-system.ts'
import { recordMany } from '#server/kit/steps/event.ts'
import { insertAll } from '#server/kit/write/insert-of.ts'
import { nextNumbers } from '#server/kit/write/numbering.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { assigneeRight } from './assignee.ts'

/** A checklist that belongs to an order of another module. */
export interface WantedChecklist {
  readonly device_id: unknown
  readonly use_dept_id: unknown
  readonly template_id: unknown
  readonly assignee_id: unknown
  readonly due_date: unknown
}

/** The people among these who may see checklists: one that is given to others would be seen by no one who is to fill it. */
async function whoMaySee(tx: Transaction, ids: readonly unknown[]): Promise<ReadonlySet<unknown>> {
  const asked = [...new Set(ids.filter(Boolean))]
  if (asked.length === 0) return new Set()
  const { rows } = await tx.run({
    text: `select t.id from app_user t where t.tenant_id = $1 and t.id = any($2::uuid[]) and ${holdsRight(assigneeRight)}`,
    values: [tx.tenantId, asked],
  })
  return new Set(rows.map(({ id }) => id))
}

const isOpen = (task: Row): boolean => !task.is_deleted && (task.task_status === 'todo' || task.task_status === 'filling')

/**
 * Makes checklists by the newest version of their templates. Answers their ids in the order asked; null where the template is out of use, removed or
 * not published. One for a person who may not see checklists has no assignee. `by` acts under a rule that adds checklists.
 */
export async function openChecklists(by: Acting, tx: Transaction, wanted: readonly WantedChecklist[]): Promise<(string | null)[]> {
  const templates = [...new Set(wanted.map((one) => one.template_id).filter(Boolean))]
  if (templates.length === 0) return wanted.map(() => null)
  const { rows } = await tx.run({
    text: `select distinct on (v.template_id) v.template_id, v.id, t.use_kind from checklist_version v join checklist_template t on t.tenant_id = v.tenant_id and t.id = v.template_id
      where v.tenant_id = $1 and v.template_id = any($2::uuid[]) and not t.is_deleted and coalesce(t.is_inactive, 0) = 0 order by v.template_id, v.version_no desc`,
    values: [tx.tenantId, templates],
  })
  const versions = new Map(rows.map((row) => [row.template_id, row]))
  const usable = wanted.filter((one) => versions.has(one.template_id))
  if (usable.length === 0) return wanted.map(() => null)
  const numbers = await nextNumbers(tx, checklistTask.name, checklistTask.fields.taskNo.rule, usable.length)
  const who = by.actor.userId
  const seeing = await whoMaySee(
    tx,
    usable.map((one) => one.assignee_id),
  )
  const tasks = usable.map((one, at) => {
    const version = versions.get(one.template_id)!
    return {
      ...{ id: uuid(), task_no: numbers[at], task_status: 'todo', created_by: who, updated_by: who },
      ...{ device_id: one.device_id, use_dept_id: one.use_dept_id, due_date: one.due_date },
      assignee_id: seeing.has(one.assignee_id) ? one.assignee_id : null,
      ...{ template_id: one.template_id, template_version_id: version.id, use_kind: version.use_kind },
    }
  })
  await tx.run(insertAll('checklist_task', tx.tenantId, tasks))
  recordMany(
    by,
    tx,
    { entity: checklistTask.name, verb: 'add' },
    tasks.map((task) => ({ entityId: task.id, version: 1, changes: { dueDate: { from: null, to: task.due_date } } })),
  )
  const ids = new Map(usable.map((one, at) => [one, tasks[at]!.id]))
  return wanted.map((one) => ids.get(one) ?? null)
}

/** Gives open checklists to a person, to no one if the person may not see checklists; `by` acts under a rule that changes checklists. */
export async function assignChecklists(by: Acting, tx: Transaction, ids: readonly unknown[], person: string | null): Promise<void> {
  const assigneeId = (await whoMaySee(tx, [person])).has(person) ? person : null
  const tasks = (await lockByRule(checklistTask, by, tx, ids)).filter(isOpen)
  await writeRows(
    checklistTask,
    by,
    tx,
    { verb: 'change' },
    tasks
      .filter((row) => row.assignee_id !== assigneeId)
      .map((row) => ({ row, set: { assignee_id: assigneeId }, changes: { assigneeId: { from: row.assignee_id, to: assigneeId } } })),
  )
}

/** Cancels open checklists, as their orders have ended without them; `by` acts under a rule that changes checklists. */
export async function cancelChecklists(by: Acting, tx: Transaction, ids: readonly unknown[], reason: string | null): Promise<void> {
  const tasks = (await lockByRule(checklistTask, by, tx, ids)).filter(isOpen)
  await writeRows(
    checklistTask,
    by,
    tx,
    { verb: 'change' },
    tasks.map((row) => ({
      row,
      set: { task_status: 'cancelled', cancel_reason: reason },
      changes: { taskStatus: { from: row.task_status, to: 'cancelled' }, cancelReason: { from: null, to: reason } },
    })),
  )
}

/**
 * What a finished checklist says; undefined where there is none or it was cancelled. Throws while it is open. The row is locked until the commit; `by` acts
 * under a rule that changes checklists.
 */
export async function checklistResult(by: Acting, tx: Transaction, id: unknown): Promise<'normal' | 'abnormal' | undefined> {
  const [task] = id ? await lockByRule(checklistTask, by, tx, [id]) : []
  if (task && isOpen(task))
    throw new Refusal('rule', {
      zh: `请先完成检查表“${task.task_no}”`,
      en: `Finish the checklist “${task.task_no}” first`,
    })
  return task?.task_status === 'finished' && !task.is_deleted ? (task.result as 'normal' | 'abnormal') : undefined
}

/** Throws for a template that has no published version. */
export { publishedVersion } from './versions.ts'
