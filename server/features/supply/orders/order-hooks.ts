import { v7 as uuid } from 'uuid'
import { purchaseOrder } from '#contract/entities/supply/purchase-order.ts'
import { productOf } from '#contract/kit/fields/amount.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'
import type { Line } from '#server/kit/lines/lines.ts'
import { settleInstalments } from '../instalments.ts'
import { asQuoted, chosenQuote, holdAgainst, termsOf } from '../quotes/quoted-order.ts'
import { orderAmount } from './refusals.ts'
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

/** The instalments of an order, by what its lines come to. */
function settle({ lines, instalments }: HookLines, supplierId: unknown): void {
  const amount = (lines!.after as readonly Row[]).reduce((all, line) => all + (productOf([line.quantity, line.unitPrice], 2) ?? 0n), 0n)
  settleInstalments(instalments!, amount, supplierId, orderAmount)
}

hook(purchaseOrder, {
  async beforeAdd({ occurredAt }, tx, { draft, lines }) {
    const { plan, columns } = await departments(tx, draft.planId, draft.warehouseId)
    const chosen = await chosenQuote(tx, draft.planId, draft.supplierId)
    const after = lines.lines!.after as Line[]
    if (after.length === 0 && plan.plan_status === 'approved')
      after.push(
        ...asQuoted(draftsOf(await waitingOf(tx, plan)), chosen).map(
          (one): Line => ({
            ...{ registrationNo: null, warrantyMonths: null, receivedQuantity: null, cancelledQuantity: null },
            ...one,
            id: uuid(),
          }),
        ),
      )
    const held = holdAgainst(lines, chosen)
    settle(lines, draft.supplierId)
    return { ...columns, ...termsOf(chosen, draft as Row, occurredAt), ...held }
  },
  async beforeChange(_context, tx, { row, draft, lines }) {
    const [planId, supplierId] = [draft.planId ?? row.plan_id, draft.supplierId ?? row.supplier_id]
    const held = holdAgainst(lines, await chosenQuote(tx, planId, supplierId))
    settle(lines, supplierId)
    if (!('planId' in draft) && !('warehouseId' in draft)) return held
    return { ...(await departments(tx, planId, draft.warehouseId ?? row.warehouse_id)).columns, ...held }
  },
})
