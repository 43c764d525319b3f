import { devicePlan } from '#contract/entities/maintenance/device-plan.ts'
import { maintainCard } from '#contract/entities/maintenance/maintain-card.ts'
import { proposing } from '#contract/entities/maintenance/risk/risk-flow.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { type Cycle, countText, cycleUnits, dayAfterCycle } from '#contract/kit/fields/cycle.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { daysOfCycle, spreadDays } from '#contract/kit/time/due-day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { seesAll } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { idOf, idsOf } from '#server/kit/refuse.ts'
import { step } from '#server/kit/steps/step.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'
import { remove } from '#server/kit/write/remove.ts'
import { submit } from '#server/kit/write/save.ts'
import { lockSchedules } from '../lock-schedules.ts'
import { columnsOf, proposalLock } from './refresh-proposals.ts'
import { groundOf, type Judged, judgeDevices } from './risk-facts.ts'

/** What the proposals of one request share: what is proposed now, by device, and their places among them. */
interface Batch {
  readonly input: unknown
  readonly judged: ReadonlyMap<string, Judged>
  readonly devices: readonly string[]
}
const batches = new WeakMap<Transaction, Batch>()

/** Judges the devices of a request once, under the lock of schedules: plans do not change meanwhile. */
async function batchOf(context: Context, tx: Transaction): Promise<Batch> {
  const known = batches.get(tx)
  if (known?.input === context.input) return known
  lockSchedules(tx)
  const ids = context.input.ids === undefined ? [idOf(context)] : idsOf(context)
  const { rows } = await tx.run({
    text: 'select device_id from risk_proposal where tenant_id = $1 and id = any($2::uuid[]) order by device_id',
    values: [tx.tenantId, ids],
  })
  const devices = rows.map((row) => String(row.device_id))
  const judged = await judgeDevices(tx, await groundOf(tx), devices, homeDay(context.occurredAt))
  const batch = { input: context.input, judged: new Map(judged.map((one) => [one.deviceId, one])), devices }
  batches.set(tx, batch)
  return batch
}

/** Refuses a proposal that is no longer what the person saw. */
function refuseOther(row: Row, judged: Judged | undefined): asserts judged is Judged {
  const next = judged && columnsOf(judged)
  const names = ['proposal_kind', 'proposed_cycle', 'proposed_cycle_unit', 'plan_id'] as const
  if (next && names.every((name) => (row[name] ?? null) === next[name])) return
  throw new Refusal('rule', {
    zh: `“${row.proposal_title}”的保养建议已变化，请重新计算后再采纳`,
    en: `The proposal for “${row.proposal_title}” has changed. Recalculate, then accept it`,
  })
}

const saving = (context: Context, tx: Transaction, input: Record<string, unknown>) => {
  const { op: _, ...plain } = context
  const said = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null))
  return submit(context.actor.settings.view(devicePlan), { ...plain, input: said }, tx)
}

const cycleInput = ({ count, unit }: Cycle) => ({ planCycle: count, planCycleUnit: unit })

/** The name of a plan that is made for one device. */
function planName(device: Row, cycle: Cycle, context: Context): string {
  const every = countText(cycle.count, cycleUnits[cycle.unit], context.language)
  const tail = ` ${device.device_code ?? ''} ${every}`.replace(/ +/g, ' ').trimEnd()
  return `${String(device.device_name).slice(0, 100 - tail.length)}${tail}`
}

async function deviceOf(tx: Transaction, id: string): Promise<Row> {
  const { rows } = await tx.run({
    text: 'select device_name, device_code from device where tenant_id = $1 and id = $2',
    values: [tx.tenantId, id],
  })
  return rows[0]!
}

/** Makes the plan of a device without one. Plans of one request are due evenly over their interval. */
async function makeFirst(context: Context, tx: Transaction, { devices }: Batch, deviceId: string, cycle: Cycle, input: Parsed) {
  const start = daysAfter(homeDay(context.occurredAt), 1)
  const days = spreadDays(start, { cycle, season: [] }, devices.length)
  const name = planName(await deviceOf(tx, deviceId), cycle, context)
  return saving(context, tx, {
    ...{ planName: name, planSubject: 'device', deviceId, ...cycleInput(cycle) },
    ...{ firstDue: days[devices.indexOf(deviceId)], ...input },
  })
}

/** The schedules of a plan that are not taken out of it. */
async function schedulesOf(tx: Transaction, planId: string): Promise<Row[]> {
  const { rows } = await tx.run({
    text: `select id, device_id, next_due, last_done, pause from maintain_card where tenant_id = $1 and plan_id = $2 and not is_deleted and coalesce(pause, '') <> 'left'`,
    values: [tx.tenantId, planId],
  })
  return rows
}

async function planOf(tx: Transaction, id: string): Promise<Row> {
  const { rows } = await tx.run({ text: 'select * from device_plan where tenant_id = $1 and id = $2', values: [tx.tenantId, id] })
  return rows[0]!
}

const isSame = (one: Cycle | undefined, other: Cycle | undefined): boolean =>
  one === undefined || other === undefined ? one === other : daysOfCycle(one) === daysOfCycle(other)

/**
 * Whether a plan may be changed as a whole: each of its devices has the same proposal in this request, but those that are disposed of or
 * removed. A plan by conditions is about devices to come as well, so only who sees every device changes it.
 */
function isWhole(context: Context, batch: Batch, plan: Row, cards: readonly Row[], cycle: Cycle | undefined): boolean {
  if (plan.plan_subject === 'rule' && !seesAll(devicePlan, context.actor)) return false
  const maintained = cards.filter((card) => card.pause !== 'disposed' && card.pause !== 'removed')
  return maintained.every((card) => {
    const judged = batch.judged.get(String(card.device_id))
    return batch.devices.includes(String(card.device_id)) && judged?.present?.planId === plan.id && isSame(judged?.proposed.cycle, cycle)
  })
}

/** The first day of a plan of its own: a cycle after the last maintenance, else the day that is due, but within the cycle from now. */
function firstOf(card: Row, cycle: Cycle, today: string): string {
  const tomorrow = daysAfter(today, 1)
  const [within] = [dayAfterCycle(today, cycle), String(card.next_due ?? tomorrow)].sort()
  const day = card.last_done ? dayAfterCycle(String(card.last_done), cycle) : within!
  return [day, tomorrow].sort()[1]!
}

/** A plan of its own for a device that leaves a plan of several: it goes on with the people and terms of that one. */
function splitOff(context: Context, tx: Transaction, plan: Row, card: Row, device: Row, cycle: Cycle, input: Parsed) {
  const due = firstOf(card, cycle, homeDay(context.occurredAt))
  return saving(context, tx, {
    ...{ planName: planName(device, cycle, context), planSubject: 'device', deviceId: card.device_id, ...cycleInput(cycle) },
    ...{ countedFrom: plan.counted_from, firstDue: due, season: plan.season, movesRest: plan.moves_rest },
    ...{ leadDays: plan.lead_days, assigneeId: plan.assignee_id, providerId: plan.provider_id, hoursExpected: plan.hours_expected },
    ...{ needsAcceptance: plan.needs_acceptance, templateId: plan.template_id, planBasis: plan.plan_basis },
    ...{ meterKind: plan.meter_kind, meterEvery: plan.meter_every, meterLead: plan.meter_lead, ...input },
  })
}

/** Takes a device out of a plan of several, by the rules of its schedule. */
const takeOut = (context: Context, tx: Transaction, card: Row) =>
  remove(context.actor.settings.view(maintainCard), context, tx, [String(card.id)])

/** What was said in the dialog, without what was left empty. */
const saidOf = (input: Parsed): Parsed =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined))

/** Brings the plan of a device to the proposed interval. Answers the plan that holds then. */
async function change(context: Context, tx: Transaction, batch: Batch, judged: Judged, input: Parsed): Promise<string | null> {
  const { cycle } = judged.proposed
  const plan = await planOf(tx, judged.present!.planId)
  const cards = await schedulesOf(tx, String(plan.id))
  if (cycle && isSame(cycle, { count: Number(plan.plan_cycle), unit: plan.plan_cycle_unit as Cycle['unit'] })) return String(plan.id)
  if (!cycle && plan.is_inactive === 1) return null
  if (isWhole(context, batch, plan, cards, cycle)) {
    await saving(context, tx, { id: plan.id, ...(cycle ? { ...cycleInput(cycle), ...input } : { isInactive: 1 }) })
    return cycle ? String(plan.id) : null
  }
  const card = cards.find((one) => one.device_id === judged.deviceId)!
  await takeOut(context, tx, card)
  if (!cycle) return null
  return (await splitOff(context, tx, plan, card, await deviceOf(tx, judged.deviceId), cycle, input)).id
}

step(proposing, 'accept', async ({ context, tx, row, input }) => {
  const batch = await batchOf(context, tx)
  const deviceId = String(row.device_id)
  const judged = batch.judged.get(deviceId)
  refuseOther(row, judged)
  const said = saidOf(input)
  const { cycle } = judged.proposed
  if (judged.kind === 'first') return { plan_id: (await makeFirst(context, tx, batch, deviceId, cycle!, said)).id }
  return { plan_id: await change(context, tx, batch, judged, said) }
})

step(proposing, 'reopen', async ({ tx, row }) => {
  // A recalculation under way may be writing a newer one.
  takeNamedLock(tx, `${proposalLock} ${tx.tenantId}`)
  const { rows } = await tx.run({
    text: `select 1 from risk_proposal where tenant_id = $1 and device_id = $2 and proposal_state = 'open' and not is_deleted`,
    values: [tx.tenantId, row.device_id],
  })
  if (rows[0])
    throw new Refusal('rule', {
      zh: `“${row.proposal_title}”已有新的保养建议`,
      en: `There is a newer proposal for “${row.proposal_title}”`,
    })
  return { reason: null }
})
