import { applyKinds, type HandedKind } from '#contract/entities/custody/apply-kinds.ts'
import { custodyOfCard } from '#contract/entities/custody/custody-rules.ts'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import { deviceUseMachine } from '#contract/entities/custody/device-use-machine.ts'
import { proofs } from '#contract/entities/custody/device-use-states.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Row } from '#server/db/query.ts'
import { stopKindsOf, tellStopped } from '#server/features/asset/public.ts'
import { openRepair } from '#server/features/service/public.ts'
import type { Context } from '#server/kit/context.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { type StepGiven, step } from '#server/kit/steps/step.ts'
import { refuseRetired } from '#server/kit/write/refuse-retired.ts'
import { cardSteps, followUse } from './apply-devices.ts'
import { refuseUnauthorised } from './authorised.ts'
import { type Custody, lockCards, raiseCard, refuseUnfit } from './cards.ts'
import { namesOther, otherOf, type Proven } from './other-person.ts'
import { tellOfUse } from './tell.ts'
import { keepRecord } from './use-records.ts'

type Side = 'giving' | 'taking'

const kindOf = (use: Row): HandedKind => String(use.event_type) as HandedKind

/** Refuses who is not of the department that gives or takes; the applicant of a use may always take. */
function refuseOutsider({ context: { actor }, row }: StepGiven, side: Side): void {
  const { isAll, deptIds } = actor.scopeOf(deviceUse)
  const dept = side === 'giving' ? row.from_dept_id : row.to_dept_id
  if (isAll || (dept && deptIds?.includes(String(dept)))) return
  if (side === 'taking' && (row.applicant_id === actor.userId || row.receiver_id === actor.userId)) return
  throw new Refusal(
    'rule',
    side === 'giving'
      ? { zh: '只有交出科室可以办理', en: 'Only the sending department can do this' }
      : { zh: '只有接收科室或申请人可以办理', en: 'Only the receiving department or the applicant can do this' },
  )
}

/** Refuses a step that only loans have. */
function refuseNoLoan(row: Row): void {
  const kind = kindOf(row)
  if (kind !== 'borrow')
    throw new Refusal('rule', {
      zh: `${applyKinds[kind].zh}的设备不用归还`,
      en: `Devices of this application type (${applyKinds[kind].en}) are not given back`,
    })
}

/** Where the card goes with a hand-over. */
function custodyAfter(use: Row): Custody {
  const location = use.to_location_id ? { location: use.to_location_id } : {}
  if (use.event_type === 'borrow') return { borrowDept: use.to_dept_id, ...location }
  // What moves to another department is no longer in its former place, nor with its former keeper.
  return { useDept: use.to_dept_id, location: use.to_location_id ?? null, keeper: use.to_keeper_id ?? null }
}

const { toDept, toLocation, toKeeper } = deviceUse.fields
const goal = { toDept, toLocation, toKeeper }

const reference = (use: Row) => ({ use: use.use_no })

/** Tells of a code that was scanned offline, so that its owner looks at it. */
const offlineWord = (context: Context, proof: Proven['proof'] | undefined): string | undefined =>
  proof === 'offlineCode' ? proofs[proof][context.language] : undefined

/** A stopped device whose hand-over a phone recorded before the stop is called back at once. */
async function callBack({ context, tx, row }: StepGiven, card: Row, other: unknown): Promise<void> {
  if (stopKindsOf(card).length > 0 && row.event_type !== 'regain')
    await tellStopped(context, tx, card, String(row.use_no), [row.applicant_id, other])
}

/** Both people stand for it: the card changes hands. */
async function transfer(given: StepGiven, receiver: unknown, proof?: Proven['proof']) {
  const { context, tx, row } = given
  // A hand-over that a phone reports has happened; one that is done now goes to no closed place.
  if (!context.op)
    await refuseRetired(context, tx, goal, { toDeptId: row.to_dept_id, toLocationId: row.to_location_id, toKeeperId: row.to_keeper_id })
  const [card] = await lockCards(context, tx, [row.card_id])
  // What goes back to the stock is not used there.
  if (row.event_type !== 'regain') await refuseUnauthorised(context, tx, card!, receiver)
  await raiseCard(context, tx, card!, cardSteps[kindOf(row)], custodyAfter(row), reference(row))
  await callBack(given, card!, receiver)
  await followUse(context, tx, row, row.event_type !== 'borrow')
  tellOfUse(context, tx, { use: row, card: card! }, 'use_received', {
    users: [row.applicant_id, row.giver_id, receiver],
    said: offlineWord(context, proof),
  })
  return { receiver_id: receiver, received_at: context.occurredAt, at_dept_id: row.to_dept_id }
}

step(deviceUseMachine, 'handOut', async (given) => {
  const { context, tx, row, input } = given
  refuseOutsider(given, 'giving')
  const [card] = await lockCards(context, tx, [row.card_id])
  await refuseUnfit(tx, [card!], cardSteps[kindOf(row)], context)
  await callBack(given, card!, context.actor.userId)
  keepRecord(context, tx, row, { act: 'hand_out', giver: { userId: context.actor.userId, proof: 'session' }, content: input.note })
  tellOfUse(context, tx, { use: row, card: card! }, 'use_handed', { users: [row.applicant_id], side: 'taking' })
  return { giver_id: context.actor.userId, handed_at: context.occurredAt, at_dept_id: row.to_dept_id }
})

step(deviceUseMachine, 'confirm', async (given) => {
  const { context, tx, row, input } = given
  refuseOutsider(given, 'taking')
  if (row.giver_id === context.actor.userId)
    throw new Refusal('rule', { zh: '交出人和接收人不能是同一人', en: 'A hand-over needs two people' })
  const taker = { userId: context.actor.userId, proof: 'session' } as const
  keepRecord(context, tx, row, { act: 'receive', giver: { userId: row.giver_id, proof: 'session' }, taker, content: input.note })
  return transfer(given, context.actor.userId)
})

step(deviceUseMachine, 'handOver', async (given) => {
  const { context, tx, row, input } = given
  refuseOutsider(given, 'giving')
  const other = await otherOf(context, tx, input)
  keepRecord(context, tx, row, {
    act: 'hand_over',
    giver: { userId: context.actor.userId, proof: 'session' },
    taker: other,
    signature: other.signature,
    content: input.note,
    images: input.photos,
  })
  const moved = await transfer(given, other.userId, other.proof)
  return { giver_id: context.actor.userId, handed_at: context.occurredAt, ...moved, ...withPhotos(given) }
})

/** The photos of a use so far and those of this step. */
const withPhotos = ({ row, input }: StepGiven): { images?: string[] } => {
  const photos = (input.photos as string[] | null | undefined) ?? []
  return photos.length === 0 ? {} : { images: [...((row.images as string[] | null) ?? []), ...photos] }
}

step(deviceUseMachine, 'giveBack', async (given) => {
  const { context, tx, row, input } = given
  refuseNoLoan(row)
  refuseOutsider(given, 'taking')
  const [card] = await lockCards(context, tx, [row.card_id])
  const giver = { userId: context.actor.userId, proof: 'session' } as const
  keepRecord(context, tx, row, { act: 'give_back', giver, content: input.note, images: input.photos })
  tellOfUse(context, tx, { use: row, card: card! }, 'use_returning', { users: [row.giver_id], side: 'giving' })
  return { given_back_at: context.occurredAt, at_dept_id: row.from_dept_id, ...withPhotos(given) }
})

/** Who gave the device back: the person beside the lender, or the one who said so before. */
async function broughtBy(given: StepGiven): Promise<Proven | undefined> {
  const { context, tx, row, input } = given
  if (namesOther(input) || row.status === 'received') return otherOf(context, tx, input)
  const { rows } = await tx.run({
    text: `select giver_id from device_use_record where tenant_id = $1 and use_manage_id = $2 and event_type = 'give_back' order by id desc limit 1`,
    values: [tx.tenantId, row.id],
  })
  const userId = rows[0]?.giver_id
  return userId ? { userId: String(userId), proof: 'session', signature: null } : undefined
}

/** Opens the repair of a device that came back damaged. */
async function repairOf(given: StepGiven): Promise<string | null> {
  const { context, tx, row, input } = given
  if (input.condition !== 'damaged') return null
  if (!input.conditionNote)
    throw refusalOf([{ field: 'conditionNote', label: deviceUseMachine.steps.takeBack.input.conditionNote, rule: 'required' }])
  const { id } = await openRepair(context, tx, {
    deviceId: String(row.card_id),
    faultDescription: String(input.conditionNote),
    isStopped: input.isStopped === 1,
    source: String(row.id),
  })
  return id
}

step(deviceUseMachine, 'takeBack', async (given) => {
  const { context, tx, row, input } = given
  refuseNoLoan(row)
  refuseOutsider(given, 'giving')
  const other = await broughtBy(given)
  const [card] = await lockCards(context, tx, [row.card_id])
  await raiseCard(context, tx, card!, 'takeBack', { borrowDept: null, location: row.from_location_id ?? null }, reference(row))
  const repairId = await repairOf(given)
  keepRecord(context, tx, row, {
    act: 'take_back',
    giver: other,
    taker: { userId: context.actor.userId, proof: 'session' },
    signature: other?.signature,
    condition: input.condition,
    content: input.conditionNote,
    images: input.photos,
  })
  await followUse(context, tx, row, true)
  tellOfUse(context, tx, { use: row, card: card! }, 'use_returned', {
    users: [row.applicant_id, row.receiver_id],
    said: offlineWord(context, other?.proof),
  })
  await markReturned(given)
  return {
    actual_return_time: context.occurredAt,
    at_dept_id: row.from_dept_id,
    condition: input.condition,
    condition_note: input.conditionNote ?? null,
    repair_id: repairId,
    overdue_days: null,
    extend_to: null,
    ...withPhotos(given),
  }
})

/** The line of the application says when its device came back. */
async function markReturned({ context, tx, row }: StepGiven): Promise<void> {
  tx.later({
    text: 'update device_apply_item set actual_return_time = $4 where tenant_id = $1 and apply_id = $2 and device_id = $3',
    values: [tx.tenantId, row.apply_id, row.card_id, context.occurredAt],
  })
}

step(deviceUseMachine, 'extend', async (given) => {
  const { context, tx, row, input } = given
  refuseNoLoan(row)
  refuseOutsider(given, 'taking')
  if (Date.parse(String(input.extendTo)) <= Math.max(Date.parse(String(row.return_time)), context.occurredAt.getTime()))
    throw new Refusal('rule', {
      zh: '续借时间须晚于应还时间和当前时间',
      en: 'The extension must be later than the due time and the current time',
    })
  const [card] = await lockCards(context, tx, [row.card_id])
  tellOfUse(context, tx, { use: row, card: card! }, 'use_extension', { users: [row.giver_id], side: 'giving', said: input.reason })
  return { extend_to: input.extendTo, extend_reason: input.reason }
})

/** Decides an extension; refuses where none was asked for, and by who asked. */
async function decide(given: StepGiven): Promise<void> {
  const { context, tx, row, input } = given
  refuseOutsider(given, 'giving')
  if (!row.extend_to) throw new Refusal('rule', { zh: '没有待审批的续借申请', en: 'No extension was requested' })
  if (row.receiver_id === context.actor.userId || row.applicant_id === context.actor.userId)
    throw new Refusal('rule', { zh: '不能审批自己的续借申请', en: 'You cannot decide on your own extension' })
  const [card] = await lockCards(context, tx, [row.card_id])
  tellOfUse(context, tx, { use: row, card: card! }, 'use_extension_decided', {
    users: [row.applicant_id, row.receiver_id],
    said: input.note,
  })
}

step(deviceUseMachine, 'agreeExtension', async (given) => {
  await decide(given)
  const { row, changes } = given
  changes.returnTime = { from: row.return_time, to: row.extend_to }
  return { return_time: row.extend_to, extend_to: null, overdue_days: null }
})

step(deviceUseMachine, 'refuseExtension', async (given) => {
  await decide(given)
  return { extend_to: null }
})

step(deviceUseMachine, 'cancel', async (given) => {
  const { context, tx, row, input } = given
  // An application that ends takes all of its uses with it.
  if (context.rule !== custodyOfCard) await followUse(context, tx, { ...row, status: 'cancelled' }, true)
  return { closed_reason: input.reason }
})
