import { v7 as uuid } from 'uuid'
import { purchaseOrder } from '#contract/entities/supply/purchase-order.ts'
import { decimalText, productOf } from '#contract/kit/fields/amount.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'
import type { Line } from '#server/kit/lines/lines.ts'
import { rule } from './refusals.ts'
import { draftsOf, waitingOf } from './waiting.ts'

/** The departments of an order: that of its plan, and that of the warehouse which receives the goods. */
async function departments(tx: Transaction, planId: unknown, warehouseId: unknown): Promise<{ plan: Row; columns: Row }> {
  const { rows } = await tx.run({
    text: `select p.*, w.dept_id as warehouse_dept from purchase_plan p join warehouse w on w.tenant_id = p.tenant_id and w.id = $3
      where p.tenant_id = $1 and p.id = $2`,
    values: [tx.tenantId, planId, warehouseId],
  })
  const plan = rows[0]!
  return { plan, columns: { dept_id: plan.dept_id, receive_dept_id: plan.warehouse_dept ?? plan.dept_id } }
}

/** Shares have two decimals. */
const whole = 10_000n

/** Rounded half up: what a share in hundredths of a percent is of an amount in cents. */
const partOf = (amount: bigint, share: bigint): bigint => (amount * share * 2n + whole) / (whole * 2n)

/**
 * Works out the amounts of shares, so that shares of 100 % are the whole amount to the cent, and refuses instalments of more than the order.
 */
function settleInstalments({ lines, instalments }: HookLines, supplierId: unknown): void {
  const amount = (lines!.after as readonly Row[]).reduce((all, line) => all + (productOf([line.quantity, line.unitPrice], 2) ?? 0n), 0n)
  let [shares, total] = [0n, 0n]
  for (const [at, one] of (instalments!.after as unknown as Row[]).entries()) {
    one.supplierId = supplierId
    const share = productOf([one.share], 2)
    if (share !== undefined) {
      one.amount = decimalText(partOf(amount, shares + share) - partOf(amount, shares), 2)
      shares += share
    }
    const own = productOf([one.amount], 2)
    if (own === undefined || own <= 0n)
      throw rule(`第 ${at + 1} 期请填写应付金额或比例`, `Instalment ${at + 1} needs an amount or a share`, `instalments.${at}.amount`)
    total += own
  }
  if (shares > whole)
    throw rule(
      `各期比例合计 ${decimalText(shares, 2)}%，超过 100%`,
      `The shares add up to ${decimalText(shares, 2)} %, more than 100 %`,
      'instalments',
    )
  if (total > amount)
    throw rule(
      `各期付款合计 ${decimalText(total, 2)} 元超过订单金额 ${decimalText(amount, 2)} 元`,
      `The instalments add up to ${decimalText(total, 2)}, more than the order amount ${decimalText(amount, 2)}`,
      'instalments',
    )
}

hook(purchaseOrder, {
  async beforeAdd(_context, tx, { draft, lines }) {
    const { plan, columns } = await departments(tx, draft.planId, draft.warehouseId)
    const after = lines.lines!.after as Line[]
    if (after.length === 0 && plan.plan_status === 'approved')
      after.push(
        ...draftsOf(await waitingOf(tx, plan)).map(
          (one): Line => ({
            ...{ registrationNo: null, warrantyMonths: null, receivedQuantity: null, cancelledQuantity: null },
            ...one,
            id: uuid(),
          }),
        ),
      )
    settleInstalments(lines, draft.supplierId)
    return columns
  },
  async beforeChange(_context, tx, { row, draft, lines }) {
    settleInstalments(lines, draft.supplierId ?? row.supplier_id)
    if (!('planId' in draft) && !('warehouseId' in draft)) return undefined
    return (await departments(tx, draft.planId ?? row.plan_id, draft.warehouseId ?? row.warehouse_id)).columns
  },
})
