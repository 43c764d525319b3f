import { maintainOrder } from '#contract/entities/maintenance/maintain-order.ts'
import { maintainPosting } from '#contract/entities/maintenance/maintain-rules.ts'
import { openMaintainStates } from '#contract/entities/maintenance/maintain-states.ts'
import { passedBetween, type WorkCalendar } from '#contract/kit/time/due-day.ts'
import type { Transaction } from '#server/db/pool.ts'
import { type Acting, lockByRule } from '#server/kit/access/as-system.ts'
import { daily } from '#server/kit/jobs/daily.ts'
import type { Job } from '#server/kit/jobs/job.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { alignPlan } from './align-plans.ts'
import { endOrphans } from './gone-devices.ts'
import { lockName } from './lock-schedules.ts'
import { tellOfOrders } from './maintain-people.ts'
import { calendarOf, plansOf, termsOf } from './maintain-terms.ts'
import { makeDueOrders } from './make-orders.ts'
import { feedSensors } from './meters/feed-sensors.ts'

// Orders are locked before schedules, as the steps of an order do.

const open: readonly string[] = openMaintainStates

/** Days between two notices of one overdue order. */
const againDays = 7

/** Open orders of plans by planned dates whose schedule has been due before day $2. */
const lateOrders = `select o.id, o.missed_count, c.plan_id, c.anchor_day, c.next_due from maintain_order o
    join maintain_card c on c.tenant_id = o.tenant_id and c.open_order_id = o.id and not c.is_deleted
    join device_plan p on p.tenant_id = c.tenant_id and p.id = c.plan_id and p.counted_from = 'planned' and p.plan_basis = 'date'
  where o.tenant_id = $1 and o.order_state = any($3::text[]) and not o.is_deleted and c.next_due < $2::date`

/** Counts the further due dates that have passed while orders are open. */
async function countMissed(by: Acting, tx: Transaction, today: string, calendar: WorkCalendar): Promise<void> {
  const { rows } = await tx.run({ text: lateOrders, values: [tx.tenantId, today, open] })
  const plans = await plansOf(
    tx,
    rows.map((row) => row.plan_id),
  )
  const passed = new Map(
    rows.map((row) => [
      row.id,
      passedBetween(String(row.anchor_day), termsOf(plans.get(row.plan_id)!, calendar), String(row.next_due), today),
    ]),
  )
  const changed = rows.filter((row) => passed.get(row.id) !== Number(row.missed_count ?? 0)).map((row) => row.id)
  const orders = (await lockByRule(maintainOrder, by, tx, changed)).filter((row) => open.includes(String(row.order_state)))
  await writeRows(
    maintainOrder,
    by,
    tx,
    { verb: 'change' },
    orders.map((row) => {
      const to = passed.get(row.id)!
      return { row, set: { missed_count: to }, changes: { missedCount: { from: row.missed_count, to } } }
    }),
  )
}

/** Brings plans, schedules and orders up to a day. */
async function makeOrders(by: Acting, tx: Transaction, today: string): Promise<void> {
  await endOrphans(by, tx)
  await feedSensors(by, tx, today)
  const calendar = await calendarOf(tx)
  await countMissed(by, tx, today, calendar)
  const { rows: plans } = await tx.run({ text: 'select * from device_plan where tenant_id = $1 order by id', values: [tx.tenantId] })
  for (const plan of plans) await alignPlan(by, tx, plan, today, calendar)
  await makeDueOrders(by, tx, today)
}

/** Tells of orders that are overdue on a day, and again every week. */
async function tellOverdue(by: Acting, tx: Transaction, today: string): Promise<void> {
  const { rows } = await tx.run({
    text: `select o.id from maintain_order o where o.tenant_id = $1 and o.order_state = any($3::text[]) and not o.is_deleted
      and o.due_date < $2::date and (o.reminded_on is null or o.reminded_on <= $2::date - ${againDays})`,
    values: [tx.tenantId, today, open],
  })
  const locked = await lockByRule(
    maintainOrder,
    by,
    tx,
    rows.map((row) => row.id),
  )
  const orders = locked.filter((row) => open.includes(String(row.order_state)))
  await tellOfOrders(by, tx, 'maintain_overdue', orders)
  await writeRows(
    maintainOrder,
    by,
    tx,
    { verb: 'change' },
    orders.map((row) => ({ row, set: { reminded_on: today }, changes: { remindedOn: { from: row.reminded_on, to: today } } })),
  )
}

/** Makes the orders that are due, in the first minutes of a day. */
export const maintainOrders: Job = {
  name: 'maintainOrders',
  zh: '保养派单',
  en: 'Maintenance orders',
  cron: '15 0 * * *',
  run: (tools) => daily(maintainPosting, lockName, tools, makeOrders),
}

/** Tells of overdue maintenance when people begin to work; orders that the night did not make are made here. */
export const maintainReminders: Job = {
  name: 'maintainReminders',
  zh: '保养逾期提醒',
  en: 'Maintenance reminders',
  cron: '35 7 * * *',
  run: (tools) =>
    daily(maintainPosting, lockName, tools, async (by, tx, today) => {
      await endOrphans(by, tx)
      await tellOverdue(by, tx, today)
      await makeOrders(by, tx, today)
    }),
}
