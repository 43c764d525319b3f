import { v7 as uuid } from 'uuid'
import { providerOrder } from '#contract/entities/service/provider-order.ts'
import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { serviceOrder } from '#contract/entities/service/service-order.ts'
import { providing, sharing } from '#contract/entities/service/share-flow.ts'
import { providerActs, shareFollowing } from '#contract/entities/service/share-rules.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cents } from '#contract/kit/fields/amount.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { NoticeKind } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { notify } from '#server/features/notice/public.ts'
import { costText } from '#server/features/place/public.ts'
import { acrossTenants } from '#server/kit/access/across-tenants.ts'
import { lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { copyContents, filesToShare, takeFiles } from '#server/kit/files/share-files.ts'
import { idOf, read } from '#server/kit/refuse.ts'
import { afterStep, apply, askBeforeStep, overrideStepRoute, type StepGiven, step, takeStep } from '#server/kit/steps/step.ts'
import { readSeen, rowBefore } from '#server/kit/write/lock.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { blankCopy } from './agreed-fields.ts'
import { endPlanApproval, isAbovePlanLimit } from './plan-limit.ts'
import { shareFollows } from './share-follows.ts'

type Followed = 'confirmPlan' | 'askAgain' | 'seekApproval' | 'approvePlan' | 'rejectPlan' | 'withdrawPlan' | 'end' | 'sign' | 'rework'
type Act = 'accept' | 'decline' | 'plan' | 'changePlan' | 'start' | 'report' | 'finish'

/** Tells the provider's people; the number says which order, as notices outlive a share. */
function tellProvider(there: Context, inside: Transaction, copy: Row, kind: NoticeKind, detail?: unknown): void {
  notify(there, inside, {
    kind,
    subject: `${copy.hospital_name} · ${copy.order_no}`,
    detail: (detail as string | null | undefined) ?? null,
    target: 'providerOrder',
    targetId: String(copy.id),
    to: { holders: { right: 'providerOrder.work' } },
  })
}

/** Tells who shared the order, and who decides on plans. */
function tellHospital(there: Context, inside: Transaction, order: Row, kind: NoticeKind, detail?: unknown): void {
  notify(there, inside, {
    kind,
    subject: String(order.order_no),
    detail: (detail as string | null | undefined) ?? null,
    target: 'serviceOrder',
    targetId: String(order.id),
    to: {
      users: [order.shared_by_id as string | null],
      holders: kind === 'share_planned' ? { right: 'serviceOrder.decide', deptId: (order.use_dept_id ?? null) as string | null } : [],
    },
  })
}

/** The notice to the provider's people about a step of the hospital. */
const told: Readonly<Partial<Record<Followed, NoticeKind>>> = {
  confirmPlan: 'share_confirmed',
  askAgain: 'share_ask_again',
  seekApproval: 'share_approving',
  approvePlan: 'share_confirmed',
  rejectPlan: 'share_ask_again',
  end: 'share_ended',
  sign: 'share_done',
  rework: 'share_rework',
}

/** Why the hospital decides as it does. Who rejects in an approval may say nothing. */
const reasonOf = ({ reason, opinion }: Parsed): unknown => reason ?? opinion ?? '审批未通过'

/** The provider's copy takes the step that the hospital's row has taken. */
async function follow(context: Context, tx: Transaction, order: Row, name: Followed, input: Parsed): Promise<void> {
  await acrossTenants(context, tx, { tenantId: String(order.provider_tenant), rule: shareFollowing }, async (there, inside) => {
    const [copy] = await lockByRule(providerOrder, there, inside, [order.id])
    if (!copy || copy.is_deleted) return
    const takes = providing.steps[name].input
    const said = 'reason' in takes ? { reason: reasonOf(input) } : {}
    await apply(providing, name, there, inside, copy, said)
    const kind = told[name]
    if (kind) tellProvider(there, inside, copy, kind, name === 'end' ? undefined : said.reason)
  })
}
for (const name of ['confirmPlan', 'askAgain', 'approvePlan', 'rejectPlan', 'withdrawPlan', 'end', 'sign', 'rework'] as const)
  afterStep(sharing, name, async ({ context, tx, row, input }) => follow(context, tx, row, name, input))
// An approval that asks no one ends as it begins: the copy has to wait for it before that.
step(sharing, 'seekApproval', async ({ context, tx, row, input }) => {
  await follow(context, tx, row, 'seekApproval', input)
  return undefined
})

const planned = ({ input }: Pick<StepGiven, 'input'>): Record<string, unknown> => ({
  ...{ plan_content: input.planContent, plan_price: input.planPrice, plan_date: input.planDate, reason: null },
})

/** What a step writes on the rows of both sides. */
const columns: Readonly<Partial<Record<Followed | Act, (given: Pick<StepGiven, 'context' | 'input'>) => Record<string, unknown>>>> = {
  accept: ({ context }) => ({ accepted_at: context.occurredAt }),
  decline: ({ context, input }) => ({ reason: input.reason, closed_at: context.occurredAt }),
  plan: planned,
  changePlan: planned,
  start: ({ context }) => ({ started_at: context.occurredAt }),
  finish: ({ context, input }) => ({
    ...{ diagnosis: input.diagnosis, measures: input.measures, finished_at: context.occurredAt, reason: null },
  }),
  confirmPlan: ({ context }) => ({ confirmed_at: context.occurredAt }),
  approvePlan: ({ context }) => ({ confirmed_at: context.occurredAt }),
  askAgain: ({ input }) => ({ reason: input.reason }),
  rejectPlan: ({ input }) => ({ reason: reasonOf(input) }),
  rework: ({ input }) => ({ reason: input.reason, finished_at: null }),
  sign: ({ context }) => ({ closed_at: context.occurredAt }),
  end: ({ context, input }) => ({ reason: input.reason, closed_at: context.occurredAt }),
}

/** The report replaces the former one; its pictures come to those that are there. */
const reported = ({ row, input }: Pick<StepGiven, 'row' | 'input'>): Record<string, unknown> => ({
  work_note: input.workNote,
  work_hours: input.workHours ?? row.work_hours,
  parts_note: input.partsNote ?? row.parts_note,
  photos: [...((row.photos as string[] | null) ?? []), ...((input.photos as string[] | null | undefined) ?? [])],
})

/** A plan is judged by the limit of the day; what was asked about the former one is over. */
async function newPlan(given: StepGiven): Promise<Record<string, unknown>> {
  await endPlanApproval(given)
  const isAbove = await isAbovePlanLimit(given.tx, given.input.planPrice)
  return { plan_confirm_id: uuid(), plan_level: isAbove ? 'above' : 'within', approval_node: null }
}

/** What a step writes on the hospital's row alone. */
const ours: Readonly<Partial<Record<Followed | Act, (given: StepGiven) => Promise<Record<string, unknown>>>>> = {
  plan: newPlan,
  changePlan: newPlan,
  approvePlan: async () => ({ approval_node: null }),
  rejectPlan: async () => ({ approval_node: null }),
  withdrawPlan: async () => ({ approval_node: null }),
  async decline(given) {
    await endPlanApproval(given)
    return { approval_node: null }
  },
  async end(given) {
    await endPlanApproval(given)
    return { approval_node: null }
  },
  finish: async ({ row }) => ({ charged_price: row.plan_price, charged_hours: row.work_hours }),
}

for (const [name, written] of Object.entries(columns) as [Followed | Act, NonNullable<(typeof columns)[Act]>][])
  step(sharing, name, async (given) => ({ ...written(given), ...(await ours[name]?.(given)) }))
step(sharing, 'withdrawPlan', async (given) => ours.withdrawPlan!(given))
step(sharing, 'report', async (given) => reported(given))

for (const name of ['confirmPlan', 'approvePlan', 'askAgain', 'rejectPlan', 'sign', 'rework'] as const)
  step(providing, name, async (given) => columns[name]!(given))
// The order is closed for the provider at once: its row is gone, with all that the hospital gave.
step(providing, 'end', async (given) => ({ ...columns.end!(given), ...blankCopy, is_deleted: true }))

/** The notice to the hospital about an act of the provider. */
const heard: Readonly<Partial<Record<Act, NoticeKind>>> = {
  accept: 'share_accepted',
  decline: 'share_declined',
  plan: 'share_planned',
  changePlan: 'share_planned',
  finish: 'share_finished',
}

const gone = (): Refusal => new Refusal('not_found', { what: providerOrder })

/** What a person is told who still has an order on a phone that the hospital took back. */
const takenBack = (): Refusal =>
  new Refusal('withdrawn', {
    zh: '医院已终止共享这张工单，不能再办理',
    en: 'The hospital no longer shares this order, so nothing can be done on it',
  })

/** Why an act finds no order. */
async function absence(tx: Transaction, id: unknown): Promise<Refusal> {
  const { rows } = await tx.run({
    text: `select 1 from provider_order where tenant_id = $1 and id = $2 and is_deleted and share_state = 'ended'`,
    values: [tx.tenantId, id],
  })
  return rows.length > 0 ? takenBack() : gone()
}

/** What an amount has grown by since a part of it was charged; null where nothing is to be charged. */
const moreThan = (all: unknown, charged: unknown): string | null => {
  const more = cents(all) - cents(charged)
  return more > 0n ? costText(more) : null
}

/** The repair order goes on with the provider's work. */
async function workOn(there: Context, inside: Transaction, order: Row, repair: Row, name: Act, input: Parsed): Promise<void> {
  // An order that an engineer is at already names who works on it now.
  const named = {
    row: repair,
    set: { provider_id: order.provider_id },
    changes: { providerId: { from: repair.provider_id, to: order.provider_id } },
  }
  if (name === 'start' && repair.repair_status === 'working') await writeRows(repairOrder, there, inside, { verb: 'change' }, [named])
  else if (name === 'start') await apply(repairFlow, 'provide', there, inside, repair, { providerId: order.provider_id })
  if (name === 'finish')
    await apply(repairFlow, 'provided', there, inside, repair, {
      ...{
        diagnosis: input.diagnosis,
        measures: input.measures,
        labourHours: moreThan(order.work_hours, order.charged_hours),
        outsideCost: moreThan(order.plan_price, order.charged_price),
      },
    })
}

interface OrderThere {
  readonly order: Row
  readonly repair: Row
}

/** Locks the hospital's rows behind a copy: the repair order first, as the hospital's own steps do. The shared order has to name this provider. */
async function lockThere(there: Context, inside: Transaction, id: unknown, provider: string): Promise<OrderThere> {
  const { rows } = await inside.run({
    text: 'select repair_order_id from service_order where tenant_id = $1 and id = $2 and provider_tenant = $3',
    values: [inside.tenantId, id, provider],
  })
  if (!rows[0]) throw gone()
  const [repair] = await lockByRule(repairOrder, there, inside, [rows[0].repair_order_id])
  const [order] = await lockByRule(serviceOrder, there, inside, [id])
  if (!repair || !order) throw gone()
  return { order, repair }
}

/**
 * An act of the provider in the transaction and the tenant of the hospital. The provider's own row is locked; it names the hospital, whose row of the same
 * id has to be in the same state.
 */
async function actThere(given: StepGiven, name: Act): Promise<void> {
  const { context, tx, row, input } = given
  const files = await filesToShare(tx, input.photos)
  await acrossTenants(context, tx, { tenantId: String(row.hospital), rule: providerActs }, async (there, inside) => {
    const { order, repair } = await lockThere(there, inside, row.id, tx.tenantId)
    if (order.share_state !== row.share_state) throw gone()
    const said = { ...input }
    // The step below writes into the row what is charged from now on.
    const before = { ...order }
    if (name === 'report') said.photos = await takeFiles(there, inside, files)
    await apply(sharing, name, there, inside, order, said)
    await workOn(there, inside, before, repair, name, input)
    const kind = heard[name]
    if (kind) tellHospital(there, inside, order, kind, name === 'decline' ? input.reason : undefined)
  })
}

/** Locks in the order of the hospital's steps, before the provider's own row: two people of both sides would else wait for each other. */
async function lockInOrder(context: Context, tx: Transaction): Promise<void> {
  const copy = await readSeen(providerOrder, context, tx, idOf(context))
  if (!copy) throw await absence(tx, idOf(context))
  const { order } = await acrossTenants(context, tx, { tenantId: String(copy.hospital), rule: providerActs }, (there, inside) =>
    lockThere(there, inside, copy.id, tx.tenantId),
  )
  // It ended while this waited for the hospital.
  if (order.share_state === 'ended') throw takenBack()
}

for (const name of ['accept', 'decline', 'plan', 'changePlan', 'start', 'report', 'finish'] as const)
  overrideStepRoute(providing, name, async (context, tx) => {
    await lockInOrder(context, tx)
    return takeStep(providing, name, context, tx)
  })

for (const name of ['accept', 'decline', 'plan', 'changePlan', 'start', 'report', 'finish'] as const)
  step(providing, name, async (given) => {
    if ((name === 'plan' || name === 'changePlan') && String(given.input.planDate) < homeDay(given.context.occurredAt))
      throw new Refusal('rule', { zh: '计划服务日期不能早于今天', en: 'The planned date cannot be in the past' })
    await actThere(given, name)
    if (name === 'report') return reported(given)
    return { ...columns[name]!(given), ...(name === 'decline' ? blankCopy : {}) }
  })

const photos = providing.steps.report.input.photos

// Contents are copied before the transaction; what else is wrong with the request is said by the step.
askBeforeStep(providing, 'report', async (context) => {
  const { photos: given } = read({ photos }, { photos: context.input.photos })
  if (!Array.isArray(given) || given.length === 0) return
  const copy = await rowBefore(providerOrder, context, idOf(context))
  if (copy) await copyContents(context, String(copy.hospital), given as string[])
})

const hour = 3_600_000

for (const name of ['remind', 'remindWait'] as const)
  step(sharing, name, async ({ context, tx, row }) => {
    const passed = row.reminded_at ? context.occurredAt.getTime() - Date.parse(String(row.reminded_at)) : hour
    const minutes = Math.min(60, Math.ceil((hour - passed) / 60_000))
    if (minutes > 0)
      throw new Refusal('rule', {
        zh: `每小时只能催单一次，请在 ${minutes} 分钟后再试`,
        en: `You can remind once an hour. Try again in ${minutes} minutes`,
      })
    await acrossTenants(context, tx, { tenantId: String(row.provider_tenant), rule: shareFollowing }, async (there, inside) => {
      const [copy] = await lockByRule(providerOrder, there, inside, [row.id])
      if (copy && !copy.is_deleted) tellProvider(there, inside, copy, 'share_reminded')
    })
    return { reminders: Number(row.reminders ?? 0) + 1, reminded_at: context.occurredAt }
  })

// Who ends an order that is with a provider has taken it back.
for (const name of ['finish', 'scrap', 'merge'] as const)
  afterStep(repairFlow, name, async ({ context, tx, row }) => shareFollows(context, tx, row.id, 'end', repairFlow.steps[name].zh))
afterStep(repairFlow, 'check', async ({ context, tx, row }) => shareFollows(context, tx, row.id, 'sign'))
afterStep(repairFlow, 'sendBack', async ({ context, tx, row, input }) => shareFollows(context, tx, row.id, 'rework', String(input.reason)))
