import { cents, decimalText, productOf } from '#contract/kit/fields/amount.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { deliveredOf } from '../delivered.ts'
import { rule } from './refusals.ts'

/** What a plan still waits for, without the pieces that orders hold. */
export interface Waiting {
  /** The lines of the plan, in their order. */
  readonly lines: readonly Row[]
  /** Pieces that may be ordered, by name as it is compared. */
  readonly byName: ReadonlyMap<string, number>
  /** Pieces that may be ordered in all. */
  readonly pieces: number
  /** Pieces that orders hold: ordered and not in a warehouse yet. */
  readonly held: number
  /** The numbers of the orders that hold them. */
  readonly holders: readonly string[]
  /** Money that may be ordered, in cents; undefined where a line of the plan has no price. */
  readonly money: bigint | undefined
}

const none = '00000000-0000-0000-0000-000000000000'

/** How names of pieces are compared. */
export const nameKey = (name: unknown): string => String(name).trim().toLowerCase()

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0)

/** What each order of a plan asks for and what came into a warehouse by it. */
const ordered = `select o.order_no, lower(btrim(l.item_name)) as name, l.quantity - coalesce(l.cancelled_quantity, 0) as pieces, l.unit_price as price, false as is_in
  from purchase_order_line l join purchase_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
  where o.tenant_id = $1 and o.plan_id = $2 and o.id <> $3 and not o.is_deleted and o.order_status in ('placed', 'partly', 'arrived', 'closed')
  union all
  select o.order_no, lower(btrim(l.item_name)), l.quantity, l.unit_price, true
  from warehouse_entry_line l join warehouse_entry e on e.tenant_id = l.tenant_id and e.id = l.entry_id
    join order_arrival a on a.tenant_id = e.tenant_id and a.id = e.arrival_id
    join purchase_order o on o.tenant_id = a.tenant_id and o.id = a.order_id
  where o.tenant_id = $1 and o.plan_id = $2 and o.id <> $3 and l.line_kind <> 'accessory' and e.entry_status = 'done' and not e.is_deleted`

/** What one order holds of its plan. */
interface Held {
  readonly orderNo: string
  readonly byName: Map<string, number>
  pieces: number
  money: bigint
}

/** The orders that hold pieces. One that is all in a warehouse holds no money either, even if its entries cost less. */
function heldBy(rows: readonly Row[]): Held[] {
  const orders = new Map<string, Held>()
  for (const { order_no: no, name, pieces, price, is_in: isIn } of rows) {
    const orderNo = String(no)
    const held = orders.get(orderNo) ?? { orderNo, byName: new Map<string, number>(), pieces: 0, money: 0n }
    const sign = isIn === true ? -1 : 1
    held.byName.set(String(name), (held.byName.get(String(name)) ?? 0) + sign * Number(pieces))
    held.pieces += sign * Number(pieces)
    held.money += BigInt(sign) * (productOf([pieces, price], 2) ?? 0n)
    orders.set(orderNo, held)
  }
  return [...orders.values()].filter(({ pieces }) => pieces > 0)
}

/**
 * What a locked plan waits for, less what orders hold: of an order, the pieces that are not in a warehouse yet. `butOrder`: an order that is
 * looked at and holds nothing itself.
 */
export async function waitingOf(tx: Transaction, plan: Row, butOrder: unknown = none): Promise<Waiting> {
  const [delivered, { rows: lines }, { rows }] = await Promise.all([
    deliveredOf(tx, plan.id),
    tx.run({
      text: 'select * from purchase_plan_line where tenant_id = $1 and plan_id = $2 order by place',
      values: [tx.tenantId, plan.id],
    }),
    tx.run({ text: ordered, values: [tx.tenantId, plan.id, butOrder] }),
  ])
  const orders = heldBy(rows)
  const heldOf = (name: string): number => sum(orders.map(({ byName }) => Math.max(0, byName.get(name) ?? 0)))
  const held = sum(orders.map(({ pieces }) => pieces))
  const committed = orders.reduce((all, { money }) => all + (money > 0n ? money : 0n), 0n)
  return {
    lines,
    held,
    holders: orders.map(({ orderNo }) => orderNo).sort(),
    byName: new Map(
      [...delivered.planned].map(([name, planned]) => [name, Math.max(0, planned - (delivered.before.get(name) ?? 0) - heldOf(name))]),
    ),
    pieces: Math.max(0, sum(delivered.planned.values()) - sum(delivered.before.values()) - held),
    money: lines.every((line) => line.unit_price !== null) ? cents(plan.planned_total) - cents(plan.spent_total) - committed : undefined,
  }
}

/** Refuses an order that takes more pieces or money than its plan has left, and says how much that is. */
export function refuseBeyondPlan(plan: Row, waiting: Waiting, lines: readonly Row[]): void {
  const title = String(plan.plan_title)
  const own = new Map<string, number>()
  for (const line of lines) own.set(nameKey(line.item_name), (own.get(nameKey(line.item_name)) ?? 0) + Number(line.quantity))
  const refuse = (rest: number, wanted: number, name?: string): never => {
    const [zh, en] = name === undefined ? ['', ''] : [`的“${name}”`, ` of “${name}”`]
    throw rule(
      `采购计划“${title}”${zh}还可订购 ${rest} 件，本单为 ${wanted} 件`,
      `The purchase plan “${title}” has ${rest} left to order${en}, not ${wanted}`,
    )
  }
  for (const [name, wanted] of own) {
    const rest = waiting.byName.get(name)
    if (rest !== undefined && wanted > rest) refuse(rest, wanted, name)
  }
  const all = sum(own.values())
  if (all > waiting.pieces) refuse(waiting.pieces, all)
  const amount = lines.reduce((total, line) => total + (productOf([line.quantity, line.unit_price], 2) ?? 0n), 0n)
  if (waiting.money === undefined || amount <= waiting.money) return
  const [rest, wanted] = [decimalText(waiting.money > 0n ? waiting.money : 0n, 2), decimalText(amount, 2)]
  throw rule(
    `采购计划“${title}”还可订购 ${rest} 元，本单为 ${wanted} 元`,
    `The purchase plan “${title}” has ${rest} left to order, and the order is for ${wanted}`,
  )
}

/** Refuses an entry without an arrival that takes pieces which orders of its locked plan hold. */
export async function refuseHeldPieces(tx: Transaction, entry: Row): Promise<void> {
  const { rows } = await tx.run({
    text: 'select * from purchase_plan where tenant_id = $1 and id = $2',
    values: [tx.tenantId, entry.plan_id],
  })
  const plan = rows[0]!
  const { held, holders, byName, pieces } = await waitingOf(tx, plan)
  if (held === 0) return
  const refuse = (rest: number, wanted: number, name?: string): never => {
    const [zh, en] = name === undefined ? ['', ''] : [`“${name}”`, ` of “${name}”`]
    throw rule(
      `采购计划“${plan.plan_title}”由采购订单 ${holders.join('、')} 订购 ${held} 件，${zh}还可入库 ${rest} 件，本次为 ${wanted} 件；已订购的请按到货单入库`,
      `Orders ${holders.join(', ')} hold ${held} of the purchase plan “${plan.plan_title}”, which leaves ${rest} to receive${en}, not ${wanted}. Enter what is ordered by its arrival`,
    )
  }
  const { own } = await deliveredOf(tx, plan.id, entry.id)
  for (const [name, wanted] of own) {
    const rest = byName.get(name)
    if (rest !== undefined && wanted > rest) refuse(rest, wanted, name)
  }
  const all = sum(own.values())
  if (all > pieces) refuse(pieces, all)
}

/** The lines of a plan that may still be ordered, as drafts of the lines of an order. */
export function draftsOf({ lines, byName, pieces }: Waiting): Record<string, unknown>[] {
  const left = new Map(byName)
  let rest = pieces
  return lines.flatMap((line) => {
    const name = nameKey(line.device_name)
    const quantity = Math.min(Number(line.quantity), left.get(name) ?? 0, rest)
    if (quantity <= 0) return []
    left.set(name, left.get(name)! - quantity)
    rest -= quantity
    const { device_name: itemName, model, maker, unit_price: unitPrice } = line
    return [{ itemName, model, manufacturer: maker ? String(maker).slice(0, 100) : null, quantity, unitPrice: unitPrice ?? '0.00' }]
  })
}
