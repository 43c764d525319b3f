import { planTasks, taskBatch } from '#contract/calls/checklist/checklist.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { checklistTask, filling } from '#contract/entities/checklist/checklist-task.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { refuseCall, scopeSql } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { apply } from '#server/kit/steps/step.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'
import { refuseRetired } from '#server/kit/write/refuse-retired.ts'
import { submit } from '#server/kit/write/save.ts'
import { lockBatch } from './batch.ts'
import { publishedVersion } from './versions.ts'

/** The maximum number of checklists that one call makes. */
const mostMade = 500

interface Plan {
  readonly templateId: string
  readonly devices?: readonly string[] | null
  readonly classifyId?: string | null
  readonly useDeptId?: string | null
  readonly assigneeId?: string | null
  readonly dueDate?: string | null
}

/** The classes that a plan is for: the named one, or those of its template where it names no devices. */
async function classesOf(tx: Transaction, plan: Plan): Promise<readonly unknown[]> {
  if (plan.classifyId) return [plan.classifyId]
  if (plan.devices?.length) return []
  const { rows } = await tx.run({
    text: 'select classes from checklist_template where tenant_id = $1 and id = $2',
    values: [tx.tenantId, plan.templateId],
  })
  return (rows[0]?.classes ?? []) as unknown[]
}

/** The devices of a plan that the person sees, and whether each has an open checklist by the template; none without any limit. */
async function devicesOf(context: Context, tx: Transaction, plan: Plan): Promise<Row[]> {
  const into = new Parameters()
  const classes = await classesOf(tx, plan)
  if (!plan.devices?.length && !plan.useDeptId && classes.length === 0) return []
  const [tenant, template] = [into.add(tx.tenantId), into.add(plan.templateId)]
  const [ids, dept] = [into.add(plan.devices?.length ? plan.devices : null), into.add(plan.useDeptId ?? null)]
  const above = into.add(classes.length > 0 ? classes : null)
  const scope = scopeSql(device, context.actor, 'd', into)
  const { rows } = await tx.run({
    text: `select d.id, exists (select 1 from checklist_task t where t.tenant_id = d.tenant_id and t.device_id = d.id and t.template_id = ${template}
        and t.task_status in ('todo', 'filling') and not t.is_deleted) as is_open
      from device d where d.tenant_id = ${tenant} and not d.is_deleted and d.eam_status <> 'disposed'
        and (${ids}::uuid[] is null or d.id = any(${ids})) and (${dept}::uuid is null or d.use_dept_id = ${dept})
        and (${above}::uuid[] is null or exists (select 1 from device_class own join device_class above on above.tenant_id = own.tenant_id
          and above.id = any(${above}) where own.tenant_id = d.tenant_id and own.id = d.classify_id and own.path >= above.path and own.path < above.path || chr(127)))
        ${scope ? `and ${scope}` : ''} order by d.id limit ${mostMade + 1}`,
    values: into.values,
  })
  return rows
}

async function plan(context: Context, tx: Transaction) {
  const fields = context.actor.settings.inputs(planTasks.input)
  const given = read(fields, context.input) as unknown as Plan
  await refuseRetired(context, tx, fields, { ...given }, [])
  await publishedVersion(tx, given.templateId)
  // Two people at once plan one after the other.
  takeNamedLock(tx, `checklist_task ${tx.tenantId} ${given.templateId}`)
  const found = await devicesOf(context, tx, given)
  if (found.length === 0) throw new Refusal('rule', { zh: '没有符合条件的设备', en: 'No device matches' })
  if (found.length > mostMade)
    throw new Refusal('rule', {
      zh: `符合条件的设备超过 ${mostMade} 台，请缩小范围`,
      en: `More than ${mostMade} devices match. Narrow the selection`,
    })
  const view = context.actor.settings.view(checklistTask)
  const { templateId, assigneeId = null, dueDate = null } = given
  const wanted = found.filter((row) => !row.is_open)
  for (const { id } of wanted) await submit(view, { ...context, input: { deviceId: id, templateId, assigneeId, dueDate } }, tx)
  return { made: wanted.length, skipped: found.length - wanted.length }
}

async function change(context: Context, tx: Transaction) {
  const fields = context.actor.settings.inputs(taskBatch.input)
  const { act, tasks, ...given } = read(fields, context.input) as {
    act: 'finish' | 'assign'
    tasks: { id: string; version: number }[]
    assigneeId?: string | null
    dueDate?: string | null
  }
  if (act === 'assign') {
    refuseCall(context.actor, filling.steps.assign.may, 'checklistTask.assign')
    if (!given.assigneeId) throw refusalOf([{ field: 'assigneeId', label: taskBatch.input.assignee, rule: 'required' }])
    await refuseRetired(context, tx, fields, given, [])
  }
  const rows = await lockBatch(checklistTask, context, tx, tasks, { field: 'tasks', label: taskBatch.input.tasks })
  const done = []
  for (const row of rows) done.push(await apply(filling, act, context, tx, row, act === 'assign' ? given : {}))
  return done
}

export const taskAnswers: readonly Answer[] = [answer(planTasks, { write: plan }), answer(taskBatch, { write: change })]
