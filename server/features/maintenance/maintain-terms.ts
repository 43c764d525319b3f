import type { CycleUnit } from '#contract/kit/fields/cycle.ts'
import type { CountedFrom, DueTerms, WorkCalendar } from '#contract/kit/time/due-day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Query, Row } from '#server/db/query.ts'

/** The days that differ in the working calendar of a hospital. */
export const calendarQuery = (tenantId: string): Query => ({
  text: 'select day, day_kind from work_day where tenant_id = $1 and not is_deleted',
  values: [tenantId],
})

/** A working calendar from its rows. */
export const calendarFrom = (rows: readonly Row[]): WorkCalendar =>
  new Map(rows.map((row) => [String(row.day), row.day_kind as 'rest' | 'work']))

/** The hospital's working calendar. */
export const calendarOf = async (tx: Transaction): Promise<WorkCalendar> => calendarFrom((await tx.run(calendarQuery(tx.tenantId))).rows)

/** When the devices of a plan are due. */
export const termsOf = (plan: Row, calendar: WorkCalendar): DueTerms => ({
  cycle: { count: Number(plan.plan_cycle), unit: (plan.plan_cycle_unit ?? 'day') as CycleUnit },
  season: ((plan.season as string[] | null) ?? []).map(Number),
  calendar: plan.moves_rest === 1 ? calendar : undefined,
})

/** How the next date of a plan is counted. One that is due by a counter as well begins again with each completion. */
export const countedFromOf = (plan: Row): CountedFrom => (plan.plan_basis === 'either' ? 'completed' : (plan.counted_from as CountedFrom))

/** Plans by id, removed ones included. */
export async function plansOf(tx: Transaction, ids: readonly unknown[]): Promise<Map<unknown, Row>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.run({
    text: 'select * from device_plan where tenant_id = $1 and id = any($2::uuid[])',
    values: [tx.tenantId, [...new Set(ids)]],
  })
  return new Map(rows.map((row) => [row.id, row]))
}
