import type { Measure, MeasureValues, Wanted } from '#contract/kit/figures/measure.ts'
import { daysAfter } from '#contract/kit/time/day.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import { inspections } from '#contract/measures/inspections.ts'
import { maintenance } from '#contract/measures/maintenance.ts'
import { metrology } from '#contract/measures/metrology.ts'
import { quality } from '#contract/measures/quality.ts'
import { repairs } from '#contract/measures/repairs.ts'
import type { Transaction } from '#server/db/pool.ts'
import { wholeActor } from '#server/kit/access/whole-actor.ts'
import type { Context, Tools } from '#server/kit/context.ts'
import { measurePlan } from '#server/kit/measures/measure-plan.ts'

/** The figures of a report: a measure by department within the week, and the column that takes each of its figures. */
const parts: readonly { readonly of: Measure; readonly takes: Readonly<Record<string, string>> }[] = [
  { of: deviceCards, takes: { count: 'device_count' } },
  { of: repairs, takes: { count: 'repair_count' } },
  { of: maintenance, takes: { count: 'maintain_count', done: 'maintain_done' } },
  { of: inspections, takes: { count: 'inspection_count', done: 'inspection_done' } },
  { of: metrology, takes: { count: 'metrology_count' } },
  { of: quality, takes: { count: 'control_count' } },
]

const columns = parts.flatMap(({ takes }) => Object.values(takes))

/** The filters of a measure for a week; what is a stock has none. */
const within = ({ isStock, period }: Measure, monday: string): Wanted =>
  isStock || !period ? {} : { [`${period}_ge`]: monday, [`${period}_le`]: daysAfter(monday, 6) }

/** The figures of each department in the week of a Monday, as the declared measures say them over the whole hospital. */
export async function weekFigures(tx: Transaction, now: Date, monday: string): Promise<Map<string, Record<string, number>>> {
  const actor = wholeActor(tx.tenantId)
  const found = new Map<string, Record<string, number>>()
  for (const { of, takes } of parts) {
    const context: Context = {
      ...{ actor, language: 'zh', requestId: 'week', occurredAt: now, tools: {} as Tools },
      input: within(of, monday),
    }
    const plan = measurePlan(of, context, { group: 'useDept', figures: Object.keys(takes) })
    const [query] = plan.queries
    const { rows } = await plan.answer([await tx.run(query!)])
    for (const { key, values } of rows) {
      if (key === null) continue
      const row = found.get(key) ?? Object.fromEntries(columns.map((column) => [column, 0]))
      for (const [figure, column] of Object.entries(takes)) row[column] = Number((values as MeasureValues)[figure] ?? 0)
      found.set(key, row)
    }
  }
  return found
}
