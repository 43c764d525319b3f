import { v7 as uuid } from 'uuid'
import { maintainCard } from '#contract/entities/maintenance/maintain-card.ts'
import type { Pause } from '#contract/entities/maintenance/maintain-pauses.ts'
import { dayAfterCycle } from '#contract/kit/fields/cycle.ts'
import { daysAfter } from '#contract/kit/time/day.ts'
import { dueFrom, spreadDays, type WorkCalendar } from '#contract/kit/time/due-day.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { type Acting, lockByRule } from '#server/kit/access/as-system.ts'
import { recordMany } from '#server/kit/steps/event.ts'
import { insertAll } from '#server/kit/write/insert-of.ts'
import { gatherStatistics } from '#server/kit/write/statistics.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { calendarOf, termsOf } from './maintain-terms.ts'
import { followMeters } from './meters/meter-rows.ts'
import { devicesSql } from './plan-devices.ts'

/** The first due days of devices that come into a plan together, in the order of the devices. */
export function firstDays(plan: Row, calendar: WorkCalendar, today: string, count: number): { anchor: string; due: string | null }[] {
  // The counter of each device says when.
  if (plan.plan_basis === 'meter') return Array.from({ length: count }, () => ({ anchor: today, due: null }))
  const terms = termsOf(plan, calendar)
  const said = plan.first_due as string | null
  if (plan.spreads === 1) {
    const start = said && said > today ? said : daysAfter(today, 1)
    return spreadDays(start, terms, count).map((day) => ({ anchor: day, due: day }))
  }
  // Devices that come later are due with the others, at the next occurrence.
  const anchor = said ?? dayAfterCycle(today, terms.cycle)
  const due = dueFrom(anchor, terms, today)
  return Array.from({ length: count }, () => ({ anchor, due }))
}

/** Gives each device that came under a plan its schedule. A device that a person has taken out of the plan stays out. */
async function addCards(by: Acting, tx: Transaction, plan: Row, today: string, calendar: WorkCalendar): Promise<void> {
  const into = new Parameters()
  const [tenant, id] = [into.add(tx.tenantId), into.add(plan.id)]
  const { rows } = await tx.run({
    text: `select d.id from device d where d.tenant_id = ${tenant} and d.id in (${devicesSql(plan, tenant, into)})
        and not exists (select 1 from maintain_card c where c.tenant_id = d.tenant_id and c.plan_id = ${id} and c.device_id = d.id)
      order by d.id`,
    values: into.values,
  })
  if (rows.length === 0) return
  const days = firstDays(plan, calendar, today, rows.length)
  const who = by.actor.userId
  const cards = rows.map((row, at) => ({
    ...{ id: uuid(), device_id: row.id, plan_id: plan.id, card_title: '', anchor_day: days[at]!.anchor, next_due: days[at]!.due },
    ...{ missed_count: 0, is_manual: 0, created_by: who, updated_by: who },
  }))
  await tx.run(insertAll('maintain_card', tx.tenantId, cards))
  recordMany(
    by,
    tx,
    { entity: maintainCard.name, verb: 'add' },
    cards.map((card) => ({ entityId: card.id, version: 1, changes: { nextDue: { from: null, to: card.next_due } } })),
  )
  await gatherStatistics(tx, cards.length, [maintainCard])
}

/** Writes why schedules of a plan wait. A schedule that goes on is due on the next working day, if its day has passed meanwhile. */
async function pauseCards(by: Acting, tx: Transaction, plan: Row, today: string, calendar: WorkCalendar): Promise<void> {
  const into = new Parameters()
  const [tenant, id, isOver] = [into.add(tx.tenantId), into.add(plan.id), into.add(plan.is_deleted === true || plan.is_inactive === 1)]
  // Sealed devices wait; one that a stop keeps idle is maintained.
  const { rows } = await tx.run({
    text: `select * from (select c.id, c.pause as was, d.is_deleted as is_gone, case when ${isOver}::boolean then 'inactive'
          when d.eam_status in ('disposed', 'missing') then d.eam_status
          when d.eam_status = 'idle' and coalesce(cardinality(d.stop_kinds), 0) = 0 then 'idle'
          when c.is_manual is distinct from 1 and d.id not in (${devicesSql(plan, tenant, into)}) then 'left' end as pause
        from maintain_card c join device d on d.tenant_id = c.tenant_id and d.id = c.device_id
        where c.tenant_id = ${tenant} and c.plan_id = ${id} and not c.is_deleted) x where x.is_gone or x.pause is distinct from x.was`,
    values: into.values,
  })
  if (rows.length === 0) return
  const found = new Map(rows.map((row) => [row.id, row]))
  const locked = await lockByRule(maintainCard, by, tx, [...found.keys()])
  const gone = locked.filter((card) => found.get(card.id)!.is_gone)
  await writeRows(
    maintainCard,
    by,
    tx,
    { verb: 'remove' },
    gone.map((row) => ({ row, set: { is_deleted: true }, changes: { isDeleted: { from: false, to: true } } })),
  )
  const terms = termsOf(plan, calendar)
  const changed = locked
    .filter((card) => !found.get(card.id)!.is_gone)
    .map((card) => {
      const pause = found.get(card.id)!.pause as Pause | null
      const isLate = plan.plan_basis !== 'meter' && pause === null && card.open_order_id === null && String(card.next_due) < today
      const due =
        pause === 'disposed' ? null : isLate ? dueFrom(today, { ...terms, cycle: { count: 1, unit: 'day' } }, today) : card.next_due
      return {
        row: card,
        set: { pause, next_due: due },
        changes: {
          pause: { from: card.pause, to: pause },
          ...(due === card.next_due ? {} : { nextDue: { from: card.next_due, to: due } }),
        },
      }
    })
  await writeRows(maintainCard, by, tx, { verb: 'change' }, changed)
}

/** Brings the schedules of a plan in line with its devices. The plan is locked, or the caller is alone in the tenant. */
export async function alignPlan(by: Acting, tx: Transaction, plan: Row, today: string, calendar?: WorkCalendar): Promise<void> {
  const days = calendar ?? (await calendarOf(tx))
  if (plan.is_deleted !== true && plan.is_inactive !== 1) await addCards(by, tx, plan, today, days)
  await pauseCards(by, tx, plan, today, days)
  if (plan.plan_basis !== 'date') await followMeters(by, tx, { planId: plan.id }, today)
}
