import { applyFlow } from '#contract/entities/custody/apply-flow.ts'
import { applyKinds, isHanded } from '#contract/entities/custody/apply-kinds.ts'
import { deviceUseMachine } from '#contract/entities/custody/device-use-machine.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { openRepair } from '#server/features/service/public.ts'
import type { Context } from '#server/kit/context.ts'
import { apply as raise, type StepGiven, step } from '#server/kit/steps/step.ts'
import { devicesOf, freeOf, holdOf, isOpenUse, kindOf, refuseIncomplete, reserveOf, usesOf } from './apply-devices.ts'
import { forCustody, lockCards } from './cards.ts'
import { cardName } from './names.ts'
import { tellOfApply } from './tell.ts'

/** Refuses the kind that has a document of its own; a phone may have queued such a draft. */
function refuseDisposal(row: Row): void {
  if (row.type === 'disposal') throw new Refusal('rule', { zh: '处置请在“处置管理”中申报', en: 'Declare the disposal under “Disposal”' })
}

/** Refuses who did not apply and does not answer for all applications. */
function refuseOthers({ context, row }: StepGiven): void {
  if (row.applicant_id === context.actor.userId || context.actor.rights.has(applyFlow.steps.end.may)) return
  throw new Refusal('rule', { zh: '只有申请人可以办理', en: 'Only the applicant may do this' })
}

step(applyFlow, 'eventSubmit', async (given) => {
  const { context, tx, row } = given
  refuseOthers(given)
  refuseDisposal(row)
  const { rows } = await tx.run({
    text: 'select count(*)::int as lines from device_apply_item where tenant_id = $1 and apply_id = $2',
    values: [tx.tenantId, row.id],
  })
  refuseIncomplete(row, Number(rows[0]!.lines))
  await holdOf(context, tx, row)
  return { submitted_at: context.occurredAt, decided_by_id: null, decided_at: null, opinion: null, approval_node: null }
})

/** The applicant, where a colleague wrote the application: the approval itself tells who wrote it of its end, and who is asked of its beginning. */
const absentApplicant = (row: Row): unknown => (row.applicant_id === row.created_by ? null : row.applicant_id)

step(applyFlow, 'approve', async ({ context, tx, row, input }) => {
  await reserveOf(context, tx, row)
  tellOfApply(context, tx, row, 'apply_approved', { users: [absentApplicant(row)], said: input.opinion })
  return { decided_by_id: context.actor.userId, decided_at: context.occurredAt, opinion: input.opinion ?? null, approval_node: null }
})

step(applyFlow, 'reject', async ({ context, tx, row, input }) => {
  freeOf(tx, row)
  tellOfApply(context, tx, row, 'apply_rejected', { users: [absentApplicant(row)], said: input.opinion })
  return { decided_by_id: context.actor.userId, decided_at: context.occurredAt, opinion: input.opinion ?? null, approval_node: null }
})

step(applyFlow, 'cancel', async (given) => {
  const { context, tx, row } = given
  refuseOthers(given)
  freeOf(tx, row)
  return { closed_at: context.occurredAt, approval_node: null }
})

/** Ends what waits to be handed over. Refuses while a borrowed device is out: it comes back first. */
async function cancelUses(context: Context, tx: Transaction, apply: Row, reason: unknown): Promise<void> {
  const uses = (await usesOf(context, tx, apply.id)).filter(isOpenUse)
  const out = uses.find((use) => use.status === 'received' || use.status === 'returning')
  if (out) {
    const [card] = await lockCards(context, tx, [out.card_id])
    throw new Refusal('conflict', {
      zh: `设备“${cardName(card!)}”借出未归还，请先收回再终止申请`,
      en: `“${cardName(card!)}” is still lent. Take it back before the application is ended`,
    })
  }
  for (const use of uses) await raise(deviceUseMachine, 'cancel', forCustody(context), tx, use, { reason })
}

step(applyFlow, 'end', async ({ context, tx, row, input }) => {
  await cancelUses(context, tx, row, input.reason)
  freeOf(tx, row)
  tellOfApply(context, tx, row, 'apply_ended', { users: [row.applicant_id], said: input.reason })
  return { closed_at: context.occurredAt, close_reason: input.reason }
})

step(applyFlow, 'execute', async ({ context, tx, row }) => {
  const kind = kindOf(row)
  if (isHanded(kind))
    throw new Refusal('rule', {
      zh: `${applyKinds[kind].zh}申请在使用记录中逐台交接`,
      en: `Devices of this application (${applyKinds[kind].en}) are handed over one by one in their use records`,
    })
  if (kind !== 'repair') return undefined
  const faultDescription = String(row.reason ?? row.apply_title)
  for (const deviceId of (await devicesOf(tx, row)).sort())
    await openRepair(context, tx, { deviceId, faultDescription, isStopped: false, source: String(row.id) })
  return undefined
})

step(applyFlow, 'complete', async ({ context, row }) => {
  if (isHanded(kindOf(row)))
    throw new Refusal('rule', {
      zh: '设备全部交接后申请自动完成',
      en: 'The application is completed automatically with its last hand-over',
    })
  return { closed_at: context.occurredAt }
})

step(applyFlow, 'finish', async ({ context, row }) => ({
  closed_at: context.occurredAt,
  ...(row.type === 'borrow' ? { actual_return_time: context.occurredAt } : {}),
}))
