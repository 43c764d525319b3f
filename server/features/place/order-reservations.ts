import { devicePart } from '#contract/entities/asset/parts/device-part.ts'
import { partReservation } from '#contract/entities/place/part-reservation.ts'
import { partsFollowing } from '#contract/entities/place/part-rules.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { type Acting, lockByRule } from '#server/kit/access/as-system.ts'
import { hook } from '#server/kit/hooks.ts'
import { lockSeen } from '#server/kit/write/lock.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'

/** The link of reservations and movements to an order. */
export type OrderLink = 'repair' | 'maintenance'

/** A kind of order that parts are used on: its entity, and the link that movements, reservations and used parts have to it. */
export interface PartsOrder {
  readonly of: Entity
  readonly link: OrderLink
}

/** The same request or job, acting by the rule of parts on orders: a stock follows its orders in every department. */
export const ofOrders = <C extends Acting>(by: C): C => ({ ...by, rule: partsFollowing })

const reservedOf = (part: Row): number => Number(part.reserved ?? 0)

/** The pieces of a part that nothing is kept for. */
export const freePart = (part: Row): number => Number(part.quantity) - reservedOf(part)

/** The open reservations of orders, locked, and the pieces of each part that they keep. */
export async function reservedBy(
  by: Acting,
  tx: Transaction,
  link: OrderLink,
  orderIds: readonly unknown[],
): Promise<{ reservations: readonly Row[]; own: ReadonlyMap<string, number> }> {
  const { rows } = await tx.run({
    text: `select id from part_reservation where tenant_id = $1 and (($3 = 'repair' and repair_id = any($2::uuid[])) or ($3 = 'maintenance' and maintenance_id = any($2::uuid[])))
      and reservation_status = 'open' and not is_deleted`,
    values: [tx.tenantId, orderIds, link],
  })
  const ids = rows.map((row) => row.id)
  const found = await lockByRule(partReservation, ofOrders(by), tx, ids)
  const reservations = found.filter((row) => row.reservation_status === 'open' && row.is_deleted !== true)
  const own = new Map<string, number>()
  for (const row of reservations) own.set(String(row.part_id), (own.get(String(row.part_id)) ?? 0) + Number(row.quantity))
  return { reservations, own }
}

/**
 * Ends reservations of an order: issued as far as their pieces were used, the rest is free. `used`: the pieces used of a part; the stock of
 * those parts keeps nothing for the order any more.
 */
export async function settle(
  by: Acting,
  tx: Transaction,
  reservations: readonly Row[],
  parts: readonly Row[],
  used: (partId: string) => number,
): Promise<void> {
  if (reservations.length === 0) return
  const left = new Map(parts.map((part) => [String(part.id), used(String(part.id))]))
  const freed = new Map<string, number>()
  const ended = reservations.map((row) => {
    const [part, quantity] = [String(row.part_id), Number(row.quantity)]
    const taken = Math.min(quantity, left.get(part) ?? 0)
    left.set(part, (left.get(part) ?? 0) - taken)
    if (used(part) === 0) freed.set(part, (freed.get(part) ?? 0) + quantity)
    const set = { reservation_status: taken > 0 ? 'issued' : 'released', quantity: taken > 0 ? taken : quantity }
    const changes = {
      reservationStatus: { from: row.reservation_status, to: set.reservation_status },
      ...(set.quantity === quantity ? {} : { quantity: { from: quantity, to: set.quantity } }),
    }
    return { row, set, changes }
  })
  const lowered = parts.flatMap((row) => {
    const less = freed.get(String(row.id))
    if (less === undefined) return []
    const [from, to] = [reservedOf(row), reservedOf(row) - less]
    return [{ row, set: { reserved: to }, changes: { reserved: { from, to } } }]
  })
  await writeRows(devicePart, ofOrders(by), tx, { verb: 'change' }, lowered)
  await writeRows(partReservation, ofOrders(by), tx, { verb: 'change' }, ended)
}

/** What is kept for orders that end without using it is free again. The orders are locked. */
export async function releaseParts(by: Acting, tx: Transaction, link: OrderLink, orderIds: readonly unknown[]): Promise<void> {
  if (orderIds.length === 0) return
  const { reservations, own } = await reservedBy(by, tx, link, orderIds)
  if (reservations.length === 0) return
  const parts = await lockByRule(devicePart, ofOrders(by), tx, [...own.keys()])
  await settle(by, tx, reservations, parts, () => 0)
}

/**
 * Lets pieces be kept for orders of a kind while parts are still used on them. `state`: the column of their state, `open`: the states that do.
 * `order`: where among the hooks of reservations, before the parts are locked.
 */
export function keepForOrder(
  { of, link }: PartsOrder,
  { state, open, order }: { readonly state: string; readonly open: readonly string[]; readonly order: number },
): void {
  hook(
    partReservation,
    {
      async beforeAdd(context, tx, { draft }) {
        const id = draft[`${link}Id`]
        if (!id) return undefined
        // Locked, so that an order that ends in the same moment leaves no pieces behind.
        const [row] = await lockSeen(of, context, tx, [String(id)], 'no key update')
        if (!row) throw new Refusal('not_found', { what: of })
        if (!open.includes(String(row[state])))
          throw new Refusal('rule', {
            zh: `${of.zh}“${row.order_no}”已完工或已结束，不能再预留配件`,
            en: `“${row.order_no}” is finished or has ended, so no parts can be reserved for it`,
          })
        return { device_id: row.device_id }
      },
    },
    order,
  )
}
