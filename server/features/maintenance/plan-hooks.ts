import { device } from '#contract/entities/asset/device/device.ts'
import { devicePlan } from '#contract/entities/maintenance/device-plan.ts'
import { maintainCard } from '#contract/entities/maintenance/maintain-card.ts'
import { maintaining } from '#contract/entities/maintenance/maintain-flow.ts'
import { maintainPosting } from '#contract/entities/maintenance/maintain-rules.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cycleOf } from '#contract/kit/fields/cycle.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { daysOfCycle, dueAfter } from '#contract/kit/time/due-day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { publishedVersion } from '#server/features/checklist/public.ts'
import { teamFor } from '#server/features/service/public.ts'
import { seesAll } from '#server/kit/access/access.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { columnName } from '#server/kit/table.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { alignPlan } from './align-plans.ts'
import { lockSchedules } from './lock-schedules.ts'
import { assigneeNamed } from './maintain-people.ts'
import { calendarOf, termsOf } from './maintain-terms.ts'
import { countDevices } from './plan-devices.ts'

const { fields } = devicePlan
const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })
const missing = (field: 'device' | 'planCycle' | 'meterKind' | 'meterEvery') =>
  refusalOf([{ field: wireName(field, fields[field]), label: fields[field], rule: 'required' }])

/** The most orders of one plan on a day, and the most devices that may be due on one day. */
const most = { ordersOfDay: 200, devicesAtOnce: 500 } as const

const conditions = ['classify', 'useDept', 'location', 'importantClassification'] as const

/** The plan as it will be stored, by column. */
function planned(row: Row | undefined, draft: Parsed): Row {
  const next: Row = { ...row }
  for (const [name, field] of Object.entries(fields)) {
    const value = draft[wireName(name, field)]
    if (value !== undefined) next[columnName(name, field)] = value
  }
  return next
}

/** Refuses a plan that is about nothing, or that has no cycle. */
function refuseIncomplete(plan: Row): void {
  if (plan.plan_subject === 'device' && !plan.device_id) throw missing('device')
  if (plan.plan_subject === 'rule' && conditions.every((name) => !plan[columnName(name, fields[name])]))
    throw rule(
      '请至少选择一个条件：医疗器械分类、使用科室、存放位置或重点分类',
      'Choose at least one condition: class, department, location or priority class',
    )
  if (plan.plan_basis !== 'meter' && !cycleOf(plan.plan_cycle, plan.plan_cycle_unit)) throw missing('planCycle')
  if (plan.plan_basis === 'date') return
  if (!plan.meter_kind) throw missing('meterKind')
  if (!plan.meter_every) throw missing('meterEvery')
  if (Number(plan.meter_lead ?? 0) >= Number(plan.meter_every))
    throw rule('提前派单（计数）须小于每隔的计数', 'The lead must be less than the count between two orders')
}

/** The schedules of a plan keep what they count. */
function refuseOtherBasis(row: Row | undefined, plan: Row): void {
  if (row && (row.plan_basis !== plan.plan_basis || (row.meter_kind !== null && row.meter_kind !== plan.meter_kind)))
    throw rule('到期方式和计数内容不能更改，请新建计划', 'What a plan is due by does not change. Make a new plan')
}

/** Refuses a plan by conditions of a person who does not see every device: it would reach devices of others. */
function refuseNarrow(context: Context, plan: Row): void {
  if (plan.plan_subject === 'rule' && !seesAll(device, context.actor))
    throw rule('您只能查看部分设备，请按单台设备建立保养计划', 'You can see only some devices. Make a plan for each of them')
}

/** Refuses a plan that makes more orders than people can do, and one that is due for too many devices on one day. */
async function refuseTooMany(tx: Transaction, plan: Row): Promise<void> {
  if (plan.plan_subject !== 'rule' || plan.is_inactive === 1 || plan.plan_basis === 'meter') return
  const count = await countDevices(tx, plan)
  const days = daysOfCycle(cycleOf(plan.plan_cycle, plan.plan_cycle_unit)!)
  const ofDay = Math.ceil(count / days)
  if (ofDay > most.ordersOfDay)
    throw rule(
      `此计划包含 ${count} 台设备，平均每天 ${ofDay} 张工单，超过 ${most.ordersOfDay} 张，请延长周期或缩小范围`,
      `This plan is about ${count} devices and makes ${ofDay} orders a day, more than ${most.ordersOfDay}. Choose a longer cycle or fewer devices`,
    )
  if (count > most.devicesAtOnce && plan.spreads !== 1)
    throw rule(
      `此计划包含 ${count} 台设备，同一天到期的最多 ${most.devicesAtOnce} 台，请选择“错开首次日期”`,
      `This plan is about ${count} devices; at most ${most.devicesAtOnce} may be due on one day. Choose “Spread first dates”`,
    )
}

async function check(context: Context, tx: Transaction, row: Row | undefined, draft: Parsed): Promise<Record<string, unknown>> {
  lockSchedules(tx)
  const plan = planned(row, draft)
  refuseIncomplete(plan)
  refuseOtherBasis(row, plan)
  refuseNarrow(context, plan)
  await refuseTooMany(tx, plan)
  if (draft.assigneeId && draft.assigneeId !== row?.assignee_id) await assigneeNamed(context, tx, draft.assigneeId)
  if (plan.assignee_id && plan.team_id) throw rule('执行人和维修班组只能选一个', 'Choose either an assignee or a team')
  if (draft.teamId && draft.teamId !== row?.team_id) await teamFor(maintaining.steps.takeOver.may, tx, draft.teamId)
  if (draft.templateId && draft.templateId !== row?.template_id) await publishedVersion(tx, draft.templateId)
  // What the other kind of plan is about does not stay behind.
  const subject =
    plan.plan_subject === 'device'
      ? Object.fromEntries(conditions.map((name) => [columnName(name, fields[name]), null]))
      : { device_id: null }
  if (plan.plan_basis === 'date') return { ...subject, meter_kind: null, meter_every: null, meter_lead: null }
  return plan.plan_basis === 'meter' ? { ...subject, plan_cycle: null, plan_cycle_unit: null } : subject
}

const timing = ['planCycle', 'planCycleUnit', 'season', 'movesRest'] as const

/** Gives schedules without an open order the next day of the new terms. What is due already stays due. */
async function retime(context: Context, tx: Transaction, plan: Row, today: string): Promise<void> {
  const { rows } = await tx.run({
    text: 'select id from maintain_card where tenant_id = $1 and plan_id = $2 and open_order_id is null and not is_deleted and next_due > $3',
    values: [tx.tenantId, plan.id, today],
  })
  const by = asSystem(context, maintainPosting)
  const cards = await lockByRule(
    maintainCard,
    by,
    tx,
    rows.map((row) => row.id),
  )
  const terms = termsOf(plan, await calendarOf(tx))
  const yesterday = daysAfter(today, -1)
  const changed = cards.flatMap((row) => {
    // Counted from the last completion, or from the first day where there is none.
    const anchor = plan.counted_from === 'completed' && row.last_done ? String(row.last_done) : String(row.anchor_day)
    const [, after] = [String(row.last_done ?? ''), yesterday].sort()
    const due = dueAfter(anchor, terms, after!)
    if (due === row.next_due) return []
    return [{ row, set: { next_due: due, anchor_day: anchor }, changes: { nextDue: { from: row.next_due, to: due } } }]
  })
  await writeRows(maintainCard, by, tx, { verb: 'change' }, changed)
}

hook(devicePlan, {
  // A plan that says nothing of it is for one device, counted from planned dates.
  given: (input) =>
    input.id
      ? input
      : {
          ...{ planSubject: fields.planSubject.initial, countedFrom: fields.countedFrom.initial, planBasis: fields.planBasis.initial },
          ...input,
        },
  beforeAdd: (context, tx, { draft }) => check(context, tx, undefined, draft),
  beforeChange: (context, tx, { row, draft }) => check(context, tx, row, draft),
  async afterSave(context, tx, { id, draft, isNew }) {
    const { rows } = await tx.run({ text: 'select * from device_plan where tenant_id = $1 and id = $2', values: [tx.tenantId, id] })
    const plan = rows[0]!
    const today = homeDay(context.occurredAt)
    if (!isNew && plan.plan_basis !== 'meter' && timing.some((name) => draft[name] !== undefined)) await retime(context, tx, plan, today)
    await alignPlan(asSystem(context, maintainPosting), tx, plan, today)
  },
  async beforeRemove(context, tx, { rows }) {
    lockSchedules(tx)
    const by = asSystem(context, maintainPosting)
    const { rows: found } = await tx.run({
      text: 'select id from maintain_card where tenant_id = $1 and plan_id = any($2::uuid[]) and not is_deleted',
      values: [tx.tenantId, rows.map((row) => row.id)],
    })
    const cards = await lockByRule(
      maintainCard,
      by,
      tx,
      found.map((row) => row.id),
    )
    const changes = { isDeleted: { from: false, to: true } }
    await writeRows(
      maintainCard,
      by,
      tx,
      { verb: 'remove' },
      cards.map((row) => ({ row, set: { is_deleted: true }, changes })),
    )
  },
})
