import type { Entity } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { type Measure, openFigures, openGroups, type Wanted } from '#contract/kit/figures/measure.ts'
import type { Row } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { measurePlan } from '#server/kit/measures/measure-plan.ts'
import { listPlan } from '#server/kit/read/list.ts'

interface Panel {
  readonly group: string
  readonly figures: readonly string[]
  /** Filters of the list of the source. */
  readonly wanted?: Wanted
}

const nothing: ReadPlan<null> = { queries: [], answer: () => null }

const shows = (view: View, wires: readonly string[]): boolean => {
  const known = new Set(Object.entries(view.fields).map(([name, field]) => wireName(name, field)))
  return wires.every((wire) => known.has(wire.replace(/_[gl]e$/, '')))
}

/** A measure in one grouping for a board; nothing where the hospital hides a field that it needs. */
export function measuredPart(of: Measure, context: Context, { group, figures, wanted = {} }: Panel) {
  const view = context.actor.settings.view(of.of)
  const open = openFigures(of, view)
  const shown = figures.filter((name) => open.includes(name))
  if (!openGroups(of, view).includes(group) || shown.length === 0 || !shows(view, Object.keys(wanted))) return nothing
  return measurePlan(of, { ...context, input: wanted }, { group, figures: shown })
}

interface Listing<R> {
  readonly wanted: Wanted
  readonly columns: readonly string[]
  /** Columns without which a row says nothing. */
  readonly needs: readonly string[]
  readonly ascs: string
  readonly size: number
  readonly row: (row: Row) => R
}

/** The first rows of a list for a board, with how many there are; nothing where the hospital hides a field that chooses or orders them. */
export function listedPart<R>(of: Entity, context: Context, { wanted, columns, needs, ascs, size, row }: Listing<R>) {
  const view = context.actor.settings.view(of)
  if (!shows(view, [...Object.keys(wanted), ...needs, ascs])) return nothing
  const plan = listPlan(view, { ...context, input: { ...wanted, ascs, size, columns: columns.join() } })
  return {
    queries: plan.queries,
    async answer(results) {
      const { total, records } = await plan.answer(results)
      return { filter: wanted, total, records: records.map((one) => row(one as unknown as Row)) }
    },
  } satisfies ReadPlan
}
