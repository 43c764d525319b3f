import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { repairEnding } from '#contract/entities/service/repair-rules.ts'
import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { releaseParts } from '#server/features/place/public.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { shareFollows } from './sharing/share-follows.ts'

const open: readonly string[] = openRepairStates
const isOpen = (order: Row): boolean => !order.is_deleted && open.includes(String(order.repair_status))

/** Locks the open repair orders of devices; to be called before their cards are locked, as the steps of an order lock it first. */
export async function lockRepairsOf(context: Context, tx: Transaction, deviceIds: readonly unknown[]): Promise<Row[]> {
  const { rows } = await tx.run({
    text: 'select id from repair_order where tenant_id = $1 and device_id = any($2::uuid[]) and repair_status = any($3::text[]) and not is_deleted',
    values: [tx.tenantId, deviceIds, [...open]],
  })
  const ids = rows.map((row) => row.id)
  return (await lockByRule(repairOrder, asSystem(context, repairEnding), tx, ids)).filter(isOpen)
}

const waitedMinutes = (order: Row, now: Date): number => {
  const more = order.waiting_since ? Math.max(0, Math.round((now.getTime() - Date.parse(String(order.waiting_since))) / 60_000)) : 0
  return Number(order.waited_minutes ?? 0) + more
}

/** The open repairs of devices end with their disposal; one that waits for its sign-off was done. The devices are locked. */
export async function endRepairs(context: Context, tx: Transaction, deviceIds: readonly unknown[]): Promise<void> {
  // A report may have come between the lock of the orders and that of the cards.
  const orders = await lockRepairsOf(context, tx, deviceIds)
  const closed = context.occurredAt.toISOString()
  await writeRows(
    repairOrder,
    asSystem(context, repairEnding),
    tx,
    { verb: 'change' },
    orders.map((row) => {
      const to = row.repair_status === 'finished' ? 'done' : 'scrapped'
      return {
        row,
        set: {
          repair_status: to,
          closed_at: closed,
          waited_minutes: waitedMinutes(row, context.occurredAt),
          waiting_since: null,
          waiting_for: null,
        },
        changes: { repairStatus: { from: row.repair_status, to } },
      }
    }),
  )
  await releaseParts(
    context,
    tx,
    'repair',
    orders.map((row) => row.id),
  )
  for (const { id } of orders) await shareFollows(context, tx, id, 'end', '设备已报废')
}
