import { maintaining } from '#contract/entities/maintenance/maintain-flow.ts'
import { maintainPosting } from '#contract/entities/maintenance/maintain-rules.ts'
import { notNormal } from '#contract/entities/maintenance/maintain-sides.ts'
import { supplier } from '#contract/entities/supply/supplier.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cents } from '#contract/kit/fields/amount.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { Parameters } from '#server/db/query.ts'
import { assignChecklists, cancelChecklists, checklistResult } from '#server/features/checklist/public.ts'
import { costText, releaseParts, returnParts, spendParts } from '#server/features/place/public.ts'
import { refuseNonMember, refuseTaken, teamFor } from '#server/features/service/public.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import { asSystem } from '#server/kit/access/as-system.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { afterStep, type Effect, type StepGiven, step } from '#server/kit/steps/step.ts'
import { endOrder } from './end-order.ts'
import { maintainParts } from './maintain-parts.ts'
import { assigneeNamed, refuseOther, tellOfOrders, tellToAccept } from './maintain-people.ts'

const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })

/** The name of a provider. Refuses one that the person does not see. */
async function providerNamed({ context, tx, input }: StepGiven): Promise<unknown> {
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(tx.tenantId)} and t.id = ${into.add(input.providerId)} and not t.is_deleted`
  const scope = scopeSql(supplier, context.actor, 't', into)
  const { rows } = await tx.run({
    text: `select t.supplier_name as name from supplier t where ${where}${scope ? ` and ${scope}` : ''} for key share of t`,
    values: into.values,
  })
  if (rows.length === 0) throw refusalOf([{ field: 'providerId', label: maintaining.steps.assign.input.provider, rule: 'absent' }])
  return rows[0]!.name
}

/** Puts a person or a service provider in charge. */
const assign: Effect = async (given) => {
  const { context, tx, row, input } = given
  if (!input.assigneeId && !input.teamId && !input.providerId)
    throw rule('请选择执行人、维修班组或维保服务商', 'Choose an assignee, a team or a service provider')
  if (input.assigneeId && input.teamId) throw rule('执行人和维修班组只能选一个', 'Choose either an assignee or a team')
  // The event keeps the names as they are now.
  if (input.assigneeId) input.assigneeName = await assigneeNamed(context, tx, input.assigneeId)
  if (input.providerId) input.providerName = await providerNamed(given)
  if (input.teamId) input.teamName = (await teamFor(maintaining.steps.takeOver.may, tx, input.teamId)).name
  if (input.scheduledOn && row.order_state === 'working' && String(input.scheduledOn) !== String(row.scheduled_on))
    throw rule('保养已经开始，不能再改安排日期', 'The work has begun. Its planned day no longer changes')
  const set = {
    ...{ assignee_id: input.assigneeId ?? null, team_id: input.teamId ?? null, provider_id: input.providerId ?? null },
    ...(input.scheduledOn ? { scheduled_on: input.scheduledOn } : {}),
  }
  if (row.checklist_id) await assignChecklists(asSystem(context, maintainPosting), tx, [row.checklist_id], set.assignee_id as string | null)
  // An order that a member had taken waits for the whole team again.
  const isNew = input.teamId ? input.teamId !== row.team_id || row.assignee_id : input.assigneeId && input.assigneeId !== row.assignee_id
  if (isNew) await tellOfOrders(context, tx, 'maintain_assigned', [{ ...row, ...set }])
  return set
}
step(maintaining, 'assign', assign)
step(maintaining, 'reassign', assign)

step(maintaining, 'takeOver', async ({ context, tx, row }) => {
  if (!row.team_id) throw rule('只有派给班组、尚无人接单的工单可以接单', 'Only an order that waits for a team can be taken on')
  await refuseTaken(tx, row.assignee_id)
  await refuseNonMember(context, tx, row.team_id)
  if (row.checklist_id) await assignChecklists(asSystem(context, maintainPosting), tx, [row.checklist_id], context.actor.userId)
  return undefined
})

step(maintaining, 'start', async ({ context, tx, row }) => {
  await refuseOther(context, tx, row)
  if (row.checklist_id && !row.assignee_id && !row.provider_id)
    await assignChecklists(asSystem(context, maintainPosting), tx, [row.checklist_id], context.actor.userId)
  return { assignee_id: row.assignee_id ?? (row.provider_id ? null : context.actor.userId) }
})

/** The cost of an order in all: parts in cents, labour, and the rest; none if all are empty. */
const totalOf = (parts: bigint, labour: unknown, rest: unknown): string | null =>
  parts === 0n && (labour ?? null) === null && (rest ?? null) === null ? null : costText(parts + cents(labour) + cents(rest))

step(maintaining, 'finish', async (given) => {
  const { context, tx, row, input, changes } = given
  await refuseOther(context, tx, row)
  const today = homeDay(context.occurredAt)
  const doneOn = (input.doneOn as string | null | undefined) ?? today
  if (doneOn > today) throw rule('保养日期不能晚于今天', 'The maintenance date cannot be in the future')
  const startedOn = row.started_at ? homeDay(new Date(row.started_at as string | Date)) : doneOn
  if (doneOn < startedOn)
    throw rule(`保养日期早于开始保养的日期 ${startedOn}`, `The maintenance date is before the day on which the work began, ${startedOn}`)
  if ((await checklistResult(asSystem(context, maintainPosting), tx, row.checklist_id)) === 'abnormal' && input.result === 'good')
    throw new Refusal('rule', notNormal)
  if (doneOn !== (input.doneOn ?? null)) changes.doneOn = { from: null, to: doneOn }
  const parts = await spendParts(maintainParts, given)
  const missed = await endOrder(context, tx, row, {
    verb: 'maintained',
    doneOn,
    said: (input.resultNote as string | null | undefined) ?? null,
  })
  return {
    done_on: doneOn,
    finished_at: context.occurredAt,
    assignee_id: row.assignee_id ?? (row.provider_id ? null : context.actor.userId),
    result: input.result,
    result_note: input.resultNote ?? null,
    hours: input.hours ?? null,
    labour_cost: input.labourCost ?? null,
    parts_cost: costText(parts),
    cost: input.cost ?? null,
    total_cost: totalOf(parts, input.labourCost, input.cost),
    photos: input.photos ?? null,
    signature: input.signature ?? null,
    // A day of the past is what a person says; that the work was in time is decided by the day on which they say it.
    is_in_time: today <= String(row.due_date) ? 1 : 0,
    is_supplement: doneOn < today ? 1 : 0,
    missed_count: missed,
  }
})

afterStep(maintaining, 'finish', async ({ context, tx, row }) => {
  if (row.needs_acceptance === 1) await tellToAccept(context, tx, row)
})

step(maintaining, 'accept', async ({ context, row }) => {
  if (row.needs_acceptance !== 1)
    throw rule(`保养工单“${row.order_no}”不需要科室验收`, `“${row.order_no}” needs no sign-off by the department`)
  if (row.assignee_id === context.actor.userId)
    throw rule('保养由使用科室验收，执行人不能验收自己的保养', 'The department signs off; the person who did the work cannot')
  return { accepted_at: context.occurredAt }
})

step(maintaining, 'giveBack', async (given) => {
  const { context, tx, row } = given
  await refuseOther(context, tx, row)
  const parts = await returnParts(maintainParts, given)
  return { parts_cost: costText(parts), total_cost: totalOf(parts, row.labour_cost, row.cost) }
})

/** An order that ends without its work takes its checklist with it, and the parts that are kept for it are free again. */
async function dropWork({ context, tx, row, input }: StepGiven): Promise<void> {
  await releaseParts(context, tx, maintainParts.link, [row.id])
  if (row.checklist_id)
    await cancelChecklists(asSystem(context, maintainPosting), tx, [row.checklist_id], (input.reason as string | null | undefined) ?? null)
}

step(maintaining, 'skip', async (given) => {
  const { context, tx, row, input } = given
  await refuseOther(context, tx, row)
  await dropWork(given)
  const missed = await endOrder(context, tx, row, { verb: 'maintainSkipped', said: String(input.reason) })
  return { missed_count: missed, is_in_time: 0 }
})

step(maintaining, 'undo', async (given) => {
  const { context, tx, row, input } = given
  await dropWork(given)
  await endOrder(context, tx, row, { verb: 'maintainCancelled', said: (input.reason as string | null | undefined) ?? null })
  return { reason: input.reason ?? null }
})
