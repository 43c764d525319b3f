import { device } from '#contract/entities/asset/device/device.ts'
import { filling } from '#contract/entities/checklist/checklist-task.ts'
import { judge } from '#contract/entities/checklist/judge.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import { openRepair } from '#server/features/service/public.ts'
import { refuseCall } from '#server/kit/access/access.ts'
import { record } from '#server/kit/steps/event.ts'
import { step } from '#server/kit/steps/step.ts'
import { refuseStranger } from './assignee.ts'
import { keepRecord, resultOf } from './keep-record.ts'
import { itemsOfVersion } from './versions.ts'

/** The maximum number of missing answers that a refusal names. */
const mostSaid = 5

step(filling, 'finish', async ({ context, tx, row }) => {
  const judged = judge(await itemsOfVersion(tx, row.template_version_id), (row.answers ?? {}) as Raw)
  const { missing } = judged
  if (missing.length > 0) {
    const said = missing.slice(0, mostSaid).map(({ text }) => text)
    const left = missing.length - said.length
    throw new Refusal('rule', {
      zh: `检查表“${row.task_no}”还有 ${missing.length} 个必填项目未填：${said.join('、')}${left > 0 ? ' 等' : ''}`,
      en: `The checklist “${row.task_no}” still needs ${missing.length} answers: ${said.join(', ')}${left > 0 ? ' and more' : ''}`,
    })
  }
  await keepRecord(context, tx, row, judged, { place: 1, photos: row.photos })
  const result = resultOf(judged, context)
  record(context, tx, {
    ...{ entity: device.name, entityId: String(row.device_id), verb: 'inspect' },
    input: { task: row.task_no, findings: result.findings },
  })
  return {
    ...result,
    started_at: row.started_at ?? context.occurredAt,
    finished_at: context.occurredAt,
    finished_by_id: context.actor.userId,
  }
})

step(filling, 'assign', async ({ context, tx, row, input }) => {
  await refuseStranger(context, tx, input.assigneeId)
  const said = (value: unknown, before: unknown): unknown => (value === undefined ? before : value)
  return {
    assignee_id: input.assigneeId,
    due_date: said(input.dueDate, row.due_date),
    planned_on: said(input.plannedOn, row.planned_on),
  }
})

step(filling, 'correct', async ({ input: { reason: _, ...columns } }) => columns)

step(filling, 'openRepair', async ({ context, tx, row, input }) => {
  refuseCall(context.actor, 'repairOrder.submit', 'repairOrder.submit')
  if (row.repair_id)
    throw new Refusal('rule', {
      zh: `检查表“${row.task_no}”已转报修`,
      en: `A repair has already been reported from the checklist “${row.task_no}”`,
    })
  if (row.result !== 'abnormal')
    throw new Refusal('rule', {
      zh: `检查表“${row.task_no}”没有异常项目，不能转报修`,
      en: `The checklist “${row.task_no}” has no abnormal items to report`,
    })
  const { max } = repairOrder.fields.faultDescription
  const { id } = await openRepair(context, tx, {
    deviceId: String(row.device_id),
    faultDescription: String(input.faultDescription ?? row.findings ?? row.task_no).slice(0, max),
    isStopped: input.isStopped === 1,
    source: String(row.id),
  })
  return { repair_id: id }
})
