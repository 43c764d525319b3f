import { v7 as uuid } from 'uuid'
import { maintainCard } from '#contract/entities/maintenance/maintain-card.ts'
import { maintainOrder } from '#contract/entities/maintenance/maintain-order.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { openChecklists, type WantedChecklist } from '#server/features/checklist/public.ts'
import { isTeamOpen } from '#server/features/service/public.ts'
import { type Acting, lockByRule } from '#server/kit/access/as-system.ts'
import { recordMany } from '#server/kit/steps/event.ts'
import { insertAll } from '#server/kit/write/insert-of.ts'
import { nextNumbers } from '#server/kit/write/numbering.ts'
import { gatherStatistics } from '#server/kit/write/statistics.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { mayMaintain, tellOfOrders } from './maintain-people.ts'

/** Schedules that are due on day $2, or by their counter, each counted with the lead of its plan; $3: of these devices, null: of all. */
const dueCards = `select c.id, case when p.plan_basis <> 'meter' then coalesce(p.lead_days, 0) end as lead_days,
    coalesce(p.plan_basis <> 'date' and m.total >= c.meter_due - coalesce(p.meter_lead, 0), false) as is_reached
  from maintain_card c join device_plan p on p.tenant_id = c.tenant_id and p.id = c.plan_id
    left join device_meter m on m.tenant_id = c.tenant_id and m.device_id = c.device_id and m.meter_kind = p.meter_kind
  where c.tenant_id = $1 and not c.is_deleted and c.pause is null and c.open_order_id is null and ($3::uuid[] is null or c.device_id = any($3::uuid[]))
    and (p.plan_basis <> 'meter' and c.next_due - coalesce(p.lead_days, 0) <= $2::date
      or p.plan_basis <> 'date' and m.total >= c.meter_due - coalesce(p.meter_lead, 0)) order by c.id`

/** What an order takes from its schedule, plan and device. An assignee who left or may not do the work any more is none. */
const facts = `select c.id, c.device_id, c.plan_id, p.plan_basis, d.use_dept_id, p.hours_expected, p.needs_acceptance, p.provider_id, p.template_id,
    (select t.id from app_user t where t.tenant_id = c.tenant_id and t.id = p.assignee_id and ${mayMaintain}) as assignee_id,
    (select g.id from service_team g where g.tenant_id = c.tenant_id and g.id = p.team_id and p.assignee_id is null and ${isTeamOpen}) as team_id
  from maintain_card c join device_plan p on p.tenant_id = c.tenant_id and p.id = c.plan_id join device d on d.tenant_id = c.tenant_id and d.id = c.device_id
  where c.tenant_id = $1 and c.id = any($2::uuid[])`

/** The day of an order: by the calendar that of the schedule; by a counter the expected one, today at the earliest; of both the first. */
function dueDayOf(basis: unknown, card: Row, today: string): string {
  if (basis === 'date') return String(card.next_due)
  const expected = card.expected_on && String(card.expected_on) > today ? String(card.expected_on) : today
  if (basis === 'meter') return expected
  const isExpected = card.expected_on !== null && (card.next_due === null || expected < String(card.next_due))
  return isExpected ? expected : String(card.next_due)
}

/** Makes an order for each of these schedules that has none open. The schedules are locked by the rule of maintenance. */
export async function orderCards(by: Acting, tx: Transaction, cards: readonly Row[]): Promise<Row[]> {
  const open = cards.filter((card) => card.open_order_id === null && !card.is_deleted)
  if (open.length === 0) return []
  const { rows } = await tx.run({ text: facts, values: [tx.tenantId, open.map((card) => card.id)] })
  const factsOf = new Map(rows.map(({ id, ...row }) => [id, row as Row & Omit<WantedChecklist, 'due_date'>]))
  const today = homeDay(by.occurredAt)
  const dueDays = new Map(open.map((card) => [card.id, dueDayOf(factsOf.get(card.id)!.plan_basis, card, today)]))
  const numbers = await nextNumbers(tx, maintainOrder.name, maintainOrder.fields.orderNo.rule, open.length)
  const who = by.actor.userId
  const checklists = await openChecklists(
    by,
    tx,
    open.map((card) => ({ ...factsOf.get(card.id)!, due_date: dueDays.get(card.id) })),
  )
  const orders = open.map((card, at): Row => {
    const { template_id: _, plan_basis: _basis, ...given } = factsOf.get(card.id)!
    const state = given.assignee_id || given.team_id || given.provider_id ? 'assigned' : 'due'
    return {
      ...given,
      ...{
        id: uuid(),
        order_no: numbers[at],
        order_state: state,
        due_date: dueDays.get(card.id),
        scheduled_on: dueDays.get(card.id),
        missed_count: 0,
        checklist_id: checklists[at],
      },
      ...{ created_by: who, updated_by: who },
    }
  })
  await tx.run(insertAll('maintain_order', tx.tenantId, orders))
  recordMany(
    by,
    tx,
    { entity: maintainOrder.name, verb: 'add' },
    orders.map((order) => ({ entityId: order.id, version: 1, changes: { dueDate: { from: null, to: order.due_date } } })),
  )
  await writeRows(
    maintainCard,
    by,
    tx,
    { verb: 'change' },
    open.map((row, at) => {
      const order = orders[at]!
      return {
        row,
        set: { open_order_id: order.id },
        changes: { openOrderId: { from: null, to: order.id, toName: String(order.order_no) } },
      }
    }),
  )
  await gatherStatistics(tx, orders.length, [maintainCard, maintainOrder])
  return orders
}

/** Makes the orders that are due on a day, of all devices or of some, and tells their people. */
export async function makeDueOrders(
  by: Acting,
  tx: Transaction,
  today: string,
  deviceIds: readonly unknown[] | null = null,
): Promise<number> {
  const { rows } = await tx.run({ text: dueCards, values: [tx.tenantId, today, deviceIds] })
  const cards = await lockByRule(
    maintainCard,
    by,
    tx,
    rows.map((row) => row.id),
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  // A person may have changed a date before its schedule was locked.
  const isDue = (card: Row): boolean => {
    const { is_reached: isReached, lead_days: lead } = found.get(card.id)!
    return isReached === true || (lead !== null && card.next_due !== null && daysAfter(String(card.next_due), -Number(lead)) <= today)
  }
  const due = cards.filter((card) => card.pause === null && isDue(card))
  const orders = await orderCards(by, tx, due)
  await tellOfOrders(by, tx, 'maintain_due', orders)
  return orders.length
}
