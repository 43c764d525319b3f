import { v7 as uuid } from 'uuid'
import { serialsIn } from '#contract/codes/serials.ts'
import { orderArrival } from '#contract/entities/supply/order-arrival.ts'
import { purchaseOrdering } from '#contract/entities/supply/purchase-order.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'
import type { Line } from '#server/kit/lines/lines.ts'
import { type ArrivalLine, refuseSerialless, refuseSerials, refuseUnreasoned } from './arrival-lines.ts'
import { rule } from './refusals.ts'

/** The lines of an order, by id. */
async function orderLines(tx: Transaction, orderId: unknown): Promise<ReadonlyMap<string, Row>> {
  const { rows } = await tx.run({
    text: 'select * from purchase_order_line where tenant_id = $1 and order_id = $2 order by place',
    values: [tx.tenantId, orderId],
  })
  return new Map(rows.map((row) => [String(row.id), row]))
}

const restOf = (line: Row): number => Number(line.quantity) - Number(line.cancelled_quantity ?? 0) - Number(line.received_quantity ?? 0)

/** Names the lines after those of the order, and refuses lines of another order, pieces without a reason, and wrong serial numbers. */
async function settleLines(tx: Transaction, arrivalId: unknown, { lines }: HookLines, known: ReadonlyMap<string, Row>): Promise<void> {
  const checked: ArrivalLine[] = []
  for (const [at, line] of (lines!.after as unknown as Row[]).entries()) {
    const of = known.get(String(line.orderLineId))
    if (!of)
      throw rule(`第 ${at + 1} 行不是该采购订单的明细`, `Line ${at + 1} is not a line of this purchase order`, `lines.${at}.orderLineId`)
    line.itemName = of.item_name
    refuseSerialless(line.serials)
    checked.push({
      name: String(of.item_name),
      manufacturer: (of.manufacturer as string | null) || null,
      received: Number(line.receivedQuantity ?? 0),
      refused: Number(line.refusedQuantity ?? 0),
      reason: (line.refuseReason as string | null) || null,
      serials: serialsIn(line.serials as string | null),
    })
  }
  refuseUnreasoned(checked)
  await refuseSerials(tx, arrivalId, checked)
}

const refuseFuture = (day: unknown, occurredAt: Date): void => {
  if (typeof day === 'string' && day > homeDay(occurredAt))
    throw rule('到货日期不能晚于今天', 'The day of arrival cannot be in the future', 'receivedOn')
}

hook(orderArrival, {
  async beforeAdd(context, tx, { draft, lines }) {
    refuseFuture(draft.receivedOn, context.occurredAt)
    const { rows } = await tx.run({
      text: 'select * from purchase_order where tenant_id = $1 and id = $2',
      values: [tx.tenantId, draft.orderId],
    })
    const order = rows[0]!
    if (order.order_status !== 'placed' && order.order_status !== 'partly') {
      const { zh, en } = purchaseOrdering.states[String(order.order_status)]!
      throw rule(
        `采购订单“${order.order_no}”当前状态为“${zh}”，不能登记到货`,
        `The order “${order.order_no}” is “${en}” and takes no arrivals`,
        'orderId',
      )
    }
    const known = await orderLines(tx, order.id)
    const after = lines.lines!.after as Line[]
    if (after.length === 0)
      after.push(
        ...[...known.values()]
          .filter((line) => restOf(line) > 0)
          .map(
            (line): Line => ({
              ...{ id: uuid(), orderLineId: line.id, itemName: line.item_name, receivedQuantity: restOf(line) },
              ...{ refusedQuantity: null, refuseReason: null, serials: null },
            }),
          ),
      )
    await settleLines(tx, null, lines, known)
    return { supplier_id: order.supplier_id, received_by_id: context.actor.userId }
  },
  async beforeChange(context, tx, { row, draft, lines }) {
    refuseFuture(draft.receivedOn, context.occurredAt)
    if ('orderId' in draft && draft.orderId !== row.order_id)
      throw rule(
        '到货单不能改为另一张采购订单，请删除后重新登记',
        'An arrival keeps its order. Delete it and record another one',
        'orderId',
      )
    await settleLines(tx, row.id, lines, await orderLines(tx, row.order_id))
    return undefined
  },
})
