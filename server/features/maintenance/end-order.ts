import { device } from '#contract/entities/asset/device/device.ts'
import { maintainCard } from '#contract/entities/maintenance/maintain-card.ts'
import { maintainPosting } from '#contract/entities/maintenance/maintain-rules.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { scheduleAfter, type WorkCalendar } from '#contract/kit/time/due-day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { record } from '#server/kit/steps/event.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { calendarOf, countedFromOf, plansOf, termsOf } from './maintain-terms.ts'
import { countAfter } from './meters/meter-rows.ts'

/** How an order ends, and the word that the timeline of its device says. */
export type Ending = 'maintained' | 'maintainSkipped' | 'maintainCancelled'

/** What the ends of several orders share: schedules by their open order, plans by id, and the calendar. */
interface Shared {
  readonly cards: ReadonlyMap<unknown, Row>
  readonly plans: ReadonlyMap<unknown, Row>
  readonly calendar: WorkCalendar
}

const shared = new WeakMap<Transaction, Shared>()

/** Locks the schedules of orders, in the order of their ids, and reads what decides their next dates. */
export async function shareEnds(context: Context, tx: Transaction, orders: readonly Row[]): Promise<Shared> {
  const found = await tx.run({
    text: 'select id from maintain_card where tenant_id = $1 and open_order_id = any($2::uuid[]) and not is_deleted',
    values: [tx.tenantId, orders.map((order) => order.id)],
  })
  const cards = await lockByRule(
    maintainCard,
    asSystem(context, maintainPosting),
    tx,
    found.rows.map((row) => row.id),
  )
  const plans = await plansOf(
    tx,
    cards.map((card) => card.plan_id),
  )
  const all = { cards: new Map(cards.map((card) => [card.open_order_id, card])), plans, calendar: await calendarOf(tx) }
  shared.set(tx, all)
  return all
}

/** Writes on the timeline of the device how an order ended. */
function tellCard(context: Context, tx: Transaction, order: Row, verb: Ending, said: string | null): void {
  record(context, tx, {
    entity: device.name,
    entityId: String(order.device_id),
    verb,
    input: { order: order.order_no, ...(said && { said }) },
  })
}

/**
 * Ends an order: its schedule goes on to the next date, in the same transaction. Answers how many occurrences passed while it was open.
 * `doneOn`: the day on which the work was done; absent: it was given up.
 */
export async function endOrder(
  context: Context,
  tx: Transaction,
  order: Row,
  { verb, doneOn, said = null }: { verb: Ending; doneOn?: string; said?: string | null },
): Promise<number> {
  tellCard(context, tx, order, verb, said)
  if (!order.plan_id) return 0
  const known = shared.get(tx)
  const { cards, plans, calendar } = known?.cards.has(order.id) ? known : await shareEnds(context, tx, [order])
  const card = cards.get(order.id)
  if (!card) return 0
  const plan = plans.get(card.plan_id)!
  const today = homeDay(context.occurredAt)
  // Of a plan by the first of both the order names the day of the calendar, or an earlier one by the counter.
  const byDate = String(order.due_date) >= String(card.next_due)
  const count = await countAfter(tx, plan, card, doneOn !== undefined, today, byDate)
  const isDateKept = plan.plan_basis === 'either' && doneOn === undefined && !byDate && String(card.next_due) > today
  const next =
    plan.plan_basis === 'meter'
      ? { anchor: card.anchor_day, due: count.set.next_due, missed: count.missed }
      : isDateKept
        ? { anchor: card.anchor_day, due: card.next_due, missed: 0 }
        : scheduleAfter(
            { anchor: String(card.anchor_day), due: String(card.next_due) },
            termsOf(plan, calendar),
            countedFromOf(plan),
            today,
            doneOn,
          )
  const lastDone = doneOn !== undefined && !(card.last_done && String(card.last_done) > doneOn) ? doneOn : card.last_done
  const set = {
    ...count.set,
    open_order_id: null,
    anchor_day: next.anchor,
    next_due: next.due,
    last_done: lastDone,
    missed_count: Number(card.missed_count ?? 0) + next.missed,
  }
  const changes = {
    openOrderId: { from: order.id, to: null, fromName: String(order.order_no) },
    nextDue: { from: card.next_due, to: next.due },
    ...('meter_due' in count.set ? { meterDue: { from: card.meter_due, to: count.set.meter_due } } : {}),
    ...(lastDone === card.last_done ? {} : { lastDone: { from: card.last_done, to: lastDone } }),
    ...(next.missed === 0 ? {} : { missedCount: { from: card.missed_count, to: set.missed_count } }),
  }
  await writeRows(maintainCard, asSystem(context, maintainPosting), tx, { verb: 'change' }, [{ row: card, set, changes }])
  return next.missed
}
