import { borrowingFlow } from '#contract/entities/pool/borrowing-flow.ts'
import { sharedBorrowing } from '#contract/entities/pool/shared-borrowing.ts'
import { rightOf } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import { rights } from '#contract/rights.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { notify } from '#server/features/notice/public.ts'
import { mayCall } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { apply } from '#server/kit/steps/step.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { receiptOf } from '#server/kit/write/not-before.ts'
import { claim, refuseTimes } from './claim.ts'
import { lockCard } from './pool-card.ts'
import { serveWaiting } from './waiting.ts'

const handOut = borrowingFlow.steps.handOut.may

/** Refuses to hand out with the reservation without the right to hand out. */
function refuseHandOut({ actor }: Context): void {
  if (!mayCall(actor, handOut, 'sharedBorrowing.handOut')) throw new Refusal('forbidden', { right: rights.get(handOut) ?? handOut })
}

/** Refuses a borrowing between two departments of which neither is the person's: one may borrow for the own one, or lend what the own one has. */
function refuseForeign({ actor }: Context, borrowDeptId: unknown, lendDeptId: unknown): void {
  const { isAll, deptIds } = actor.scopeOf(sharedBorrowing)
  const own: readonly unknown[] = [...(deptIds ?? []), actor.deptId]
  if (!isAll && !own.includes(borrowDeptId) && !own.includes(lendDeptId))
    throw refusalOf([{ field: 'borrowDeptId', label: sharedBorrowing.fields.borrowDept, rule: 'absent' }])
}

/** The columns that a claim gives a borrowing: who lends, and the price of now. */
async function claimed(context: Context, tx: Transaction, draft: Parsed, row?: Row): Promise<Record<string, unknown>> {
  const given = (wire: string, column: string): unknown => (draft[wire] === undefined ? row?.[column] : draft[wire])
  const moment = (value: unknown): string => new Date(String(value)).toISOString()
  const wanted = {
    deviceId: given('deviceId', 'device_id'),
    borrowDeptId: given('borrowDeptId', 'borrow_dept_id'),
    from: moment(given('fromTime', 'from_time')),
    to: moment(given('toTime', 'to_time')),
    except: row?.id,
  }
  // A reservation is about what comes: what is over when it arrives is refused, however long it waited on a phone.
  refuseTimes(wanted, receiptOf(context))
  const done = draft.handOutNow === 1 ? context : undefined
  const { place, card } = await claim(tx, wanted, (id) => lockCard(context, tx, id), done)
  refuseForeign(context, wanted.borrowDeptId, card.use_dept_id)
  return { lend_dept_id: card.use_dept_id, lender_id: card.keeper_id, price_kind: place.price_kind, unit_price: place.unit_price }
}

hook(sharedBorrowing, {
  async beforeAdd(context, tx, { draft }) {
    if (draft.handOutNow === 1) refuseHandOut(context)
    return { ...(await claimed(context, tx, draft)), borrower_id: context.actor.userId }
  },
  async beforeChange(context, tx, { row, draft }) {
    if (draft.deviceId !== undefined && draft.deviceId !== row.device_id)
      throw new Refusal('rule', { zh: '不能更换设备，请取消后重新预约', en: 'The device cannot be changed. Cancel it and reserve again' })
    if (draft.handOutNow !== undefined) refuseHandOut(context)
    return claimed(context, tx, draft, row)
  },
  async afterSave(context, tx, { id, draft, isNew }) {
    if (isNew) {
      await serveWaiting(context, tx, draft.deviceId)
      await tellLender(context, tx, id)
    }
    if (draft.handOutNow !== 1) return
    const [row] = await lockRows(sharedBorrowing, context, tx, [id])
    await apply(borrowingFlow, 'handOut', context, tx, row!)
  },
})

/** Tells those who lend of a new reservation: the keeper of the device, and who may hand out in its department. */
async function tellLender(context: Context, tx: Transaction, id: string): Promise<void> {
  const { rows } = await tx.run({
    text: `select b.borrowing_no, b.lender_id, b.lend_dept_id, d.device_name, d.device_code, p.dept_name from shared_borrowing b
      join device d on d.tenant_id = b.tenant_id and d.id = b.device_id left join dept p on p.tenant_id = b.tenant_id and p.id = b.borrow_dept_id
      where b.tenant_id = $1 and b.id = $2`,
    values: [tx.tenantId, id],
  })
  const row = rows[0]!
  notify(context, tx, {
    kind: 'pool_reserved',
    subject: `${row.device_name} ${row.device_code ?? ''} · ${row.dept_name}`,
    detail: String(row.borrowing_no),
    target: 'sharedBorrowing',
    targetId: id,
    to: row.lender_id ? { users: [String(row.lender_id)] } : { holders: { right: rightOf(sharedBorrowing, 'remove'), deptId: null } },
  })
}
