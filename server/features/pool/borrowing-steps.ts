import { borrowingFlow } from '#contract/entities/pool/borrowing-flow.ts'
import type { PriceKind } from '#contract/entities/pool/pool-price.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import { feeOf } from '#contract/pool-fee.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { stopKindsOf, tellStopped } from '#server/features/asset/public.ts'
import { refuseUnauthorised } from '#server/features/custody/public.ts'
import { notify } from '#server/features/notice/public.ts'
import type { Context } from '#server/kit/context.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { type StepGiven, step } from '#server/kit/steps/step.ts'
import { notBeforeMoment } from '#server/kit/write/not-before.ts'
import { submit } from '#server/kit/write/save.ts'
import { claim, refuseTimes } from './claim.ts'
import { lockCard, moveCard, refuseOtherDept } from './pool-card.ts'
import { tellFirst } from './waiting.ts'

const iso = (value: unknown): string => new Date(String(value)).toISOString()

/** When a device last came back from a borrowing, milliseconds: the next borrowing is not charged for the time before. */
async function lastReturn(tx: Transaction, deviceId: unknown): Promise<number> {
  const { rows } = await tx.run({
    text: 'select max(returned_at) as at from shared_borrowing where tenant_id = $1 and device_id = $2',
    values: [tx.tenantId, deviceId],
  })
  return rows[0]?.at ? Date.parse(String(rows[0].at)) : Number.NEGATIVE_INFINITY
}

step(borrowingFlow, 'handOut', async ({ context, tx, row }) => {
  await refuseOtherDept(context, tx, row.device_id)
  const at = notBeforeMoment(context, await lastReturn(tx, row.device_id)).occurredAt
  // Handed out before its time it takes the device from now on; that stretch has to be free as well.
  const from = at.getTime() < Date.parse(iso(row.from_time)) ? at.toISOString() : iso(row.from_time)
  const wanted = { deviceId: row.device_id, borrowDeptId: row.borrow_dept_id, from, to: iso(row.to_time), except: row.id }
  refuseTimes(wanted, at)
  const { card } = await claim(tx, wanted, (id) => lockCard(context, tx, id), context)
  await refuseUnauthorised(context, tx, card, row.borrower_id)
  await moveCard(context, tx, card, 'lend', row.borrow_dept_id)
  // Recorded on a phone before the device was stopped: it is called back at once.
  if (stopKindsOf(card).length > 0)
    await tellStopped(context, tx, card, String(row.borrowing_no), [row.borrower_id, row.lender_id, context.actor.userId])
  return { from_time: from, handed_out_at: at }
})

/** What a borrowing costs, from the hand-out until `at`. */
function charged(row: Row, at: Date): Record<string, unknown> {
  const { units, fee } = feeOf({
    priceKind: row.price_kind as PriceKind,
    unitPrice: cents(row.unit_price),
    from: Date.parse(iso(row.handed_out_at)),
    to: at.getTime(),
  })
  return { units, fee: decimalText(fee, 2) }
}

/** Damage found on return becomes a repair report in the same transaction. */
async function reportDamage({ context, tx, row, input }: StepGiven): Promise<void> {
  const view = context.actor.settings.view(repairOrder)
  const report: Context = {
    ...context,
    input: {
      ...{ deviceId: row.device_id, faultDescription: input.note, urgency: 'normal' },
      // A field that the hospital hides takes no value.
      ...('isStopped' in view.fields && { isStopped: 1 }),
    },
  }
  await submit(view, report, tx)
}

step(borrowingFlow, 'giveBack', async (given) => {
  const { context, tx, row, input } = given
  if (input.condition === 'damaged' && !input.note)
    throw refusalOf([{ field: 'note', label: borrowingFlow.steps.giveBack.input.note, rule: 'required' }])
  await refuseOtherDept(context, tx, row.device_id)
  const card = await lockCard(context, tx, row.device_id)
  await moveCard(context, tx, card, 'takeBack', null)
  const at = context.occurredAt
  if (input.condition === 'damaged') await reportDamage(given)
  else await tellFirst(context, tx, card)
  tellBorrower(context, tx, row, card)
  return { returned_at: at, return_condition: input.condition, return_note: input.note ?? null, ...charged(row, at) }
})

function tellBorrower(context: Context, tx: Transaction, row: Row, card: Row): void {
  notify(context, tx, {
    kind: 'pool_returned',
    subject: `${card.device_name} ${card.device_code ?? ''}`,
    detail: String(row.borrowing_no),
    target: 'sharedBorrowing',
    targetId: String(row.id),
    to: { users: [row.borrower_id as string | null] },
  })
}

step(borrowingFlow, 'extend', async ({ context, tx, row, input }) => {
  const to = iso(input.toTime)
  if (Date.parse(to) <= Date.parse(iso(row.to_time)))
    throw new Refusal('rule', { zh: '新的归还时间必须晚于原计划', en: 'The new return time must be later than the planned one' })
  const wanted = { deviceId: row.device_id, borrowDeptId: row.borrow_dept_id, from: iso(row.from_time), to, except: row.id }
  refuseTimes(wanted, context.occurredAt)
  await claim(tx, wanted, (id) => lockCard(context, tx, id))
  return { to_time: to }
})

step(borrowingFlow, 'cancel', async ({ context, tx, row }) => {
  const card = await lockCard(context, tx, row.device_id)
  await tellFirst(context, tx, card)
  return undefined
})
