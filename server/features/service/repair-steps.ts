import { device } from '#contract/entities/asset/device/device.ts'
import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import { supplier } from '#contract/entities/supply/supplier.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cents } from '#contract/kit/fields/amount.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { costText, releaseParts, returnParts, spendParts } from '#server/features/place/public.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { apply, type Effect, type StepGiven, step } from '#server/kit/steps/step.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { lockCard, refuseOutsider, releaseCard, scrapCard, stopCard } from './repair-card.ts'
import { repairParts } from './repair-parts.ts'
import { engineerNamed, engineerOr, mayOpen, refuseOtherSide, takers, tell } from './repair-people.ts'
import { refuseNonMember } from './team/team.ts'

type Name = keyof typeof repairFlow.steps

/** When a step happened; never before the report, even when the clocks of two phones differ. */
const happened = ({ context, row }: StepGiven): Date =>
  new Date(Math.max(context.occurredAt.getTime(), Date.parse(String(row.reported_at ?? context.occurredAt.toISOString()))))

/** Steps for people with the device's department in their scope: a mere reporter neither takes the repair over nor decides on its use. */
const departmental: ReadonlySet<Name> = new Set(['accept', 'assign', 'reassign', 'confirmStop'])

/** Steps that put a device into use again that its department has stopped. */
const releasing: ReadonlySet<Name> = new Set(['check', 'cancel'])

/** Steps that work on a repair: who takes one has the repair, if it waits for a team. */
const working: ReadonlySet<Name> = new Set(['arrive', 'wait', 'sendOut', 'resume', 'finish', 'scrap'])

/** Gives a step its effect, after asking whether it is this person's to take. */
function on(name: Name, effect: Effect): void {
  step(repairFlow, name, async (given) => {
    const { context, tx, row } = given
    refuseOtherSide(name, context, row)
    if (departmental.has(name) || (releasing.has(name) && row.is_stopped === 1)) await refuseOutsider(context, tx, row)
    // A provider may have begun it for the team.
    const isOfTeam = row.team_id && !row.engineer_id && working.has(name)
    if (isOfTeam) await refuseNonMember(context, tx, row.team_id)
    const set = await effect(given)
    return isOfTeam ? { ...set, engineer_id: context.actor.userId } : set
  })
}

on('accept', async (given) => {
  const { context, tx, row } = given
  await tell(context, tx, row, 'repair_accepted', { people: ['reporter'] })
  return { engineer_id: row.engineer_id ?? context.actor.userId, accepted_at: happened(given) }
})

on('assign', async (given) => {
  const { context, tx, row, input } = given
  // The event keeps the name as it is now.
  input.engineerName = await engineerNamed(context, tx, input.engineerId)
  await tell(context, tx, row, 'repair_assigned', { also: [input.engineerId] })
  if (row.repair_status === 'reported') await tell(context, tx, row, 'repair_accepted', { people: ['reporter'] })
  return { engineer_id: input.engineerId, team_id: null, accepted_at: row.accepted_at ?? happened(given) }
})

on('reassign', async ({ context, tx, row, input }) => {
  // The event keeps the name as it is now.
  input.engineerName = await engineerNamed(context, tx, input.engineerId)
  if (row.engineer_id === input.engineerId)
    throw new Refusal('rule', { zh: '此工单已由该工程师负责', en: 'This order is already assigned to this engineer' })
  await tell(context, tx, row, 'repair_assigned', { also: [input.engineerId] })
  return { engineer_id: input.engineerId, team_id: null }
})

on('arrive', async (given) => ({ arrived_at: given.row.arrived_at ?? happened(given) }))

on('wait', async (given) => {
  const { context, tx, row, input } = given
  await tell(context, tx, row, 'repair_waiting', { people: ['reporter'] }, input.reason)
  return { waiting_since: happened(given), waiting_for: input.reason }
})

on('sendOut', async (given) => {
  const { context, tx, row, input } = given
  input.providerName = await providerNamed(given)
  await tell(context, tx, row, 'repair_waiting', { people: ['reporter'] }, input.reason)
  return { provider_id: input.providerId, waiting_since: row.waiting_since ?? happened(given), waiting_for: input.reason }
})

/** The name of a provider. Refuses one that the person does not see. */
async function providerNamed({ context, tx, input }: StepGiven): Promise<unknown> {
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(tx.tenantId)} and t.id = ${into.add(input.providerId)} and not t.is_deleted`
  const scope = scopeSql(supplier, context.actor, 't', into)
  const { rows } = await tx.run({
    text: `select t.supplier_name as name from supplier t where ${where}${scope ? ` and ${scope}` : ''} for key share of t`,
    values: into.values,
  })
  if (rows.length === 0) throw refusalOf([{ field: 'providerId', label: repairFlow.steps.sendOut.input.provider, rule: 'absent' }])
  return rows[0]!.name
}

/** The wait that ends now, added to those before. */
function waited(given: StepGiven): Record<string, unknown> {
  const { row } = given
  if (!row.waiting_since) return {}
  const minutes = Math.max(0, Math.round((happened(given).getTime() - Date.parse(String(row.waiting_since))) / 60_000))
  return { waited_minutes: Number(row.waited_minutes ?? 0) + minutes, waiting_since: null, waiting_for: null }
}

on('resume', async (given) => waited(given))

const sum = (one: unknown, other: unknown): string | null =>
  one === null && (other ?? null) === null ? null : costText(cents(one) + cents(other))

/** What a repair was and cost. A second visit after a return adds its hours and costs; its words stand for the whole. */
async function result(given: StepGiven): Promise<Record<string, unknown>> {
  const { row, input } = given
  const parts = await spendParts(repairParts, given)
  const [labour, outside] = [sum(row.labour_cost, input.labourCost), sum(row.outside_cost, input.outsideCost)]
  const hours = input.labourHours ?? null
  return {
    diagnosis: input.diagnosis,
    measures: input.measures,
    labour_hours: hours === null ? row.labour_hours : sum(row.labour_hours, hours),
    labour_cost: labour,
    outside_cost: outside,
    parts_cost: costText(parts),
    total_cost: costText(parts + cents(labour) + cents(outside)),
    repair_images: [...((row.repair_images as string[] | null) ?? []), ...((input.photos as string[] | null | undefined) ?? [])],
  }
}

on('finish', async (given) => {
  const { context, tx, row, input } = given
  const done = await result(given)
  await tell(context, tx, row, 'repair_finished', { people: ['reporter', 'keeper'] }, input.measures)
  return { ...done, finished_at: happened(given) }
})

// A service provider works in the place of the engineer, who stays in charge.
step(repairFlow, 'provide', async (given) => ({
  ...waited(given),
  arrived_at: given.row.arrived_at ?? happened(given),
  provider_id: given.input.providerId ?? given.row.provider_id,
}))

step(repairFlow, 'provided', async (given) => {
  const { context, tx, row, input } = given
  const done = await result(given)
  await tell(context, tx, row, 'repair_finished', { people: ['reporter', 'keeper', 'engineer'] }, input.measures)
  return { ...waited(given), ...done, finished_at: happened(given) }
})

on('fixOnSpot', async (given) => {
  const { context, tx, row } = given
  const done = await result(given)
  await releaseCard(context, tx, row, 'acceptRepair')
  const at = happened(given)
  return { ...done, engineer_id: context.actor.userId, accepted_at: at, arrived_at: at, finished_at: at, closed_at: at }
})

step(repairFlow, 'enterPast', async (given) => {
  const { context, tx, row, input } = given
  const { finishedAt } = input
  const day = homeDay(new Date(String(finishedAt)))
  // The timeline of the device tells it, as no step of the card does.
  record(context, tx, {
    entity: device.name,
    entityId: String(row.device_id),
    verb: 'pastRepair',
    input: { order: row.order_no, day, said: input.measures },
  })
  return { ...(await result(given)), finished_at: finishedAt, closed_at: finishedAt }
})

on('check', async (given) => {
  const { context, tx, row, input } = given
  await releaseCard(context, tx, row, 'acceptRepair')
  await tell(context, tx, row, 'repair_done', engineerOr(row), input.ratingNote)
  return { rating: input.rating, rating_note: input.ratingNote ?? null, closed_at: happened(given) }
})

on('giveBack', async (given) => {
  const { row } = given
  const parts = await returnParts(repairParts, given)
  return { parts_cost: costText(parts), total_cost: costText(parts + cents(row.labour_cost) + cents(row.outside_cost)) }
})

on('sendBack', async ({ context, tx, row, input }) => {
  await tell(context, tx, row, 'repair_returned', engineerOr(row), input.reason)
  return undefined
})

on('cancel', async (given) => {
  const { context, tx, row } = given
  await releaseCard(context, tx, row, 'cancelRepair')
  await releaseParts(context, tx, 'repair', [row.id])
  await tell(context, tx, row, 'repair_cancelled', { people: ['reporter', 'engineer', 'keeper'], holding: takers })
  return { closed_at: happened(given) }
})

const hour = 3_600_000

/** Minutes until the next reminder is open; nothing once it is. */
function minutesLeft(row: Row, at: Date): number {
  const passed = row.reminded_at ? at.getTime() - Date.parse(String(row.reminded_at)) : hour
  return Math.min(60, Math.ceil((hour - passed) / 60_000))
}

on('remind', async (given) => {
  const { context, tx, row } = given
  const at = happened(given)
  const minutes = minutesLeft(row, at)
  if (minutes > 0)
    throw new Refusal('rule', {
      zh: `每小时只能催单一次，请在 ${minutes} 分钟后再试`,
      en: `You can remind once an hour. Try again in ${minutes} minutes`,
    })
  await tell(context, tx, row, 'repair_reminded', engineerOr(row), row.fault_description)
  return { reminders: Number(row.reminders ?? 0) + 1, reminded_at: at }
})

/** What was said before, and what is said now; without it where both are longer than the field. The event keeps it in full. */
function described(before: unknown, details: unknown): string {
  const whole = `${before}\n${details}`
  return whole.length <= repairOrder.fields.faultDescription.max ? whole : String(before)
}

on('supplement', async ({ context, tx, row, input }) => {
  await tell(context, tx, row, 'repair_supplemented', engineerOr(row), input.details)
  const photos = [...((input.photos as string[] | null | undefined) ?? []), ...((input.mergedImages as string[] | undefined) ?? [])]
  return {
    fault_description: described(row.fault_description, input.details),
    images: [...((row.images as string[] | null) ?? []), ...photos],
    ...((input.mergedStop as Record<string, unknown> | undefined) ?? {}),
  }
})

/** The order that a report is merged into, locked. Refuses one that is not open or about another device. */
async function mergedInto({ context, tx, row, input }: StepGiven): Promise<Row> {
  const [into] = await lockRows(repairOrder, context, tx, [String(input.intoId)])
  const isOther = into !== undefined && into.id !== row.id && into.device_id === row.device_id
  if (!isOther || !openRepairStates.some((state) => state === into.repair_status))
    throw new Refusal('rule', {
      zh: '只能合并到同一设备的另一张未完成工单',
      en: 'A report can only be merged into another open order of the same device',
    })
  return into
}

on('merge', async (given) => {
  const { context, tx, row, input } = given
  const into = await mergedInto(given)
  // The event keeps the number as it is now.
  input.intoName = into.order_no
  await apply(repairFlow, 'supplement', context, tx, into, {
    details: `${row.order_no} ${row.fault_description}`,
    mergedImages: row.images ?? [],
    // The card stays out of use because of the remaining order.
    mergedStop: row.is_stopped === 1 && into.is_stopped !== 1 ? { is_stopped: 1, stopped_card: row.stopped_card } : {},
  })
  await releaseParts(context, tx, 'repair', [row.id])
  // The notice leads to where the repair goes on; who does not see that order stays with their own.
  const opens = row.reporter_id && (await mayOpen(tx, String(row.reporter_id), into.id)) ? into.id : row.id
  await tell(context, tx, row, 'repair_merged', { people: ['reporter'] }, into.order_no, opens)
  return { closed_at: happened(given), merged_into_id: into.id }
})

on('confirmStop', async ({ context, tx, row }) => {
  const card = await lockCard(context, tx, row.device_id)
  const stopped = card !== undefined && (await stopCard(context, tx, card))
  return { is_stopped: 1, stop_requested: 0, stopped_card: stopped ? 1 : 0 }
})

on('scrap', async (given) => {
  const { context, tx, row, input } = given
  await scrapCard(context, tx, row)
  await releaseParts(context, tx, 'repair', [row.id])
  await tell(context, tx, row, 'repair_scrapped', { people: ['reporter'], holding: ['repairOrder.assign'] }, input.reason)
  return { ...waited(given), closed_at: happened(given) }
})
