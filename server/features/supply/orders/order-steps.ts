import { orderArrival } from '#contract/entities/supply/order-arrival.ts'
import { paying, purchaseInstalment } from '#contract/entities/supply/purchase-instalment.ts'
import { purchaseOrder, purchaseOrdering } from '#contract/entities/supply/purchase-order.ts'
import { purchasePlan, purchasePlanning } from '#contract/entities/supply/purchase-plan.ts'
import { purchaseReceiving } from '#contract/entities/supply/purchase-rules.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { changeLines } from '#server/kit/lines/write-lines.ts'
import { afterStep, apply, step } from '#server/kit/steps/step.ts'
import { refuseRetired } from '#server/kit/write/refuse-retired.ts'
import { submit } from '#server/kit/write/save.ts'
import { spending } from '../budget-book.ts'
import { instalmentEffects, instalmentTotal } from '../instalments.ts'
import { refuseBeyondRest, restColumns, restOf, restWords } from './order-rest.ts'
import { refuseSupplier } from './order-supplier.ts'
import { rule } from './refusals.ts'
import { refuseBeyondPlan, waitingOf } from './waiting.ts'

// Rows are locked in the order arrival, order, plan.

/** The plan of an order, locked. Refuses one that is not approved. */
export async function approvedPlan(context: Context, tx: Transaction, planId: unknown): Promise<Row> {
  const [plan] = await lockByRule(purchasePlan, spending(context), tx, [planId])
  if (plan!.plan_status === 'approved' && plan!.is_deleted !== true) return plan!
  const { zh, en } = purchasePlanning.states[String(plan!.plan_status)]!
  throw rule(
    `采购计划“${plan!.plan_title}”当前状态为“${zh}”，不能下单`,
    `The purchase plan “${plan!.plan_title}” is “${en}” and cannot be ordered`,
  )
}

/** Brings the instalments of an order that are in one of these states into the next one. */
async function moveInstalments(
  context: Context,
  tx: Transaction,
  orderId: unknown,
  name: 'begin' | 'drop',
  from: readonly string[],
): Promise<void> {
  const by = asSystem(context, purchaseReceiving)
  const { rows } = await tx.run({
    text: 'select id from purchase_instalment where tenant_id = $1 and order_id = $2 and pay_state = any($3::text[])',
    values: [tx.tenantId, orderId, from],
  })
  const ids = rows.map((row) => row.id)
  for (const one of await lockByRule(purchaseInstalment, by, tx, ids)) await apply(paying, name, by, tx, one)
}

step(purchaseOrdering, 'place', async ({ context, tx, row }) => {
  const { rows: lines } = await tx.run({
    text: 'select * from purchase_order_line where tenant_id = $1 and order_id = $2',
    values: [tx.tenantId, row.id],
  })
  if (lines.length === 0) throw rule('采购订单没有明细', 'The order has no lines')
  await refuseSupplier(context, tx, row.supplier_id)
  await refuseRetired(context, tx, { warehouse: purchaseOrder.fields.warehouse }, { warehouseId: row.warehouse_id })
  const plan = await approvedPlan(context, tx, row.plan_id)
  refuseBeyondPlan(plan, await waitingOf(tx, plan, row.id), lines)
  await moveInstalments(context, tx, row.id, 'begin', ['planned'])
  return { placed_by_id: context.actor.userId, placed_at: context.occurredAt, received_total: 0 }
})

step(purchaseOrdering, 'arrive', async ({ context, tx, row, input }) => {
  const { receivedOn, deliveryNote = null } = input
  const draft = { orderId: row.id, receivedOn, deliveryNote }
  await submit(context.actor.settings.view(orderArrival), { ...context, input: draft }, tx)
  return undefined
})

for (const name of ['receiveNone', 'receiveSome'] as const)
  step(purchaseOrdering, name, async ({ input }) => ({ received_total: input.receivedTotal, arrived_at: null }))
step(purchaseOrdering, 'count', async (given) => ({
  received_total: given.input.receivedTotal,
  // What goes back of a closed order is cancelled.
  ...(await restColumns(given, given.row.instalment_total)),
}))
step(purchaseOrdering, 'receiveAll', async ({ context, input }) => ({
  received_total: input.receivedTotal,
  arrived_at: context.occurredAt,
}))

/** Refuses to end an order while a delivery of it is open in one of these states. */
async function refuseOpenArrival(tx: Transaction, order: Row): Promise<void> {
  const { rows } = await tx.run({
    text: `select arrival_no from order_arrival where tenant_id = $1 and order_id = $2 and not is_deleted and arrival_state in ('draft', 'received')
      order by arrival_no limit 1`,
    values: [tx.tenantId, order.id],
  })
  if (rows[0])
    throw rule(
      `到货单“${rows[0].arrival_no}”尚未验收，请先验收或删除`,
      `The arrival “${rows[0].arrival_no}” is not accepted yet. Accept or delete it first`,
    )
}

step(purchaseOrdering, 'cancelRest', async (given) => {
  const { context, tx, row, input, changes } = given
  await refuseOpenArrival(tx, row)
  const { told } = await changeLines(purchaseOrder, 'lines', context, tx, String(row.id), (line) => {
    const rest = Number(line.quantity) - Number(line.receivedQuantity ?? 0)
    return rest > Number(line.cancelledQuantity ?? 0) ? { cancelledQuantity: rest } : undefined
  })
  Object.assign(changes, told)
  return { end_reason: input.endReason, arrived_at: context.occurredAt, ...(await restColumns(given, row.instalment_total)) }
})

step(purchaseOrdering, 'close', async ({ context, tx, row }) => {
  await refuseOpenArrival(tx, row)
  return { closed_at: context.occurredAt }
})

step(purchaseOrdering, 'cancel', async ({ context, tx, row, input }) => {
  await refuseOpenArrival(tx, row)
  await moveInstalments(context, tx, row.id, 'drop', ['planned', 'open'])
  return { end_reason: input.endReason, closed_at: context.occurredAt }
})

instalmentEffects(paying)

/** Writes what all instalments of an order come to, and refuses more than what is to be paid of it. What is cancelled is not counted. */
async function keepInstalmentTotal(context: Context, tx: Transaction, orderId: unknown): Promise<void> {
  const by = asSystem(context, purchaseReceiving)
  const [order] = await lockByRule(purchaseOrder, by, tx, [orderId])
  const paid = {
    text: `select coalesce(sum(amount), 0) as total from purchase_instalment where tenant_id = $1 and order_id = $2 and pay_state <> 'dropped'`,
    values: [tx.tenantId, orderId],
  }
  const total = await instalmentTotal(tx, paid, decimalText(restOf(order!), 2), restWords(order!), order!.instalment_total)
  await apply(purchaseOrdering, 'countPayments', by, tx, order!, { instalmentTotal: total })
}

step(purchaseOrdering, 'countPayments', async (given) => ({
  instalment_total: given.input.instalmentTotal,
  ...(await restColumns(given, given.input.instalmentTotal)),
}))

// An order may have been cut after its instalments were planned.
step(
  paying,
  'pay',
  async ({ context, tx, row }) => {
    const then = { zh: '请先变更或取消分期付款', en: 'Change or cancel instalments first' }
    await refuseBeyondRest(context, tx, row.order_id, cents(row.amount), then)
    return undefined
  },
  20,
)

for (const name of ['change', 'cancel'] as const)
  afterStep(paying, name, ({ context, tx, row }) => keepInstalmentTotal(context, tx, row.order_id))

/** Nothing is to be paid of a cancelled order. Its lock makes this certain: a cancellation does not see a payment that is being taken back. */
afterStep(paying, 'takeBack', async ({ context, tx, row }) => {
  const by = asSystem(context, purchaseReceiving)
  const [order] = await lockByRule(purchaseOrder, by, tx, [row.order_id])
  if (order!.order_status === 'cancelled') await apply(paying, 'drop', by, tx, row)
})

step(purchasePlanning, 'order', async ({ context, tx, row, input }) => {
  const waiting = await waitingOf(tx, row)
  if (waiting.pieces === 0)
    throw rule(`采购计划“${row.plan_title}”没有可订购的明细`, `The purchase plan “${row.plan_title}” has nothing left to order`)
  const { supplierId, warehouseId, deliveryDue = null } = input
  const draft = { planId: row.id, supplierId, warehouseId, deliveryDue }
  await submit(context.actor.settings.view(purchaseOrder), { ...context, input: draft }, tx)
  return undefined
})

/** Refuses to end a plan while orders of it are on their way: what comes in by them could not be entered. */
const refuseHeldPlan = async (tx: Transaction, plan: Row): Promise<undefined> => {
  const { held, holders } = await waitingOf(tx, plan)
  if (held === 0) return undefined
  throw rule(
    `采购订单 ${holders.join('、')} 还有 ${held} 件未入库，请先入库或取消订单`,
    `Orders ${holders.join(', ')} have ${held} ${held === 1 ? 'piece' : 'pieces'} not in a warehouse yet. Enter them or cancel the order first`,
  )
}

step(purchasePlanning, 'finish', ({ tx, row }) => refuseHeldPlan(tx, row), 10)
step(purchasePlanning, 'cancel', ({ tx, row }) => refuseHeldPlan(tx, row), 10)
