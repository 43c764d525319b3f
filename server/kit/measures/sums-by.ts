import { type Measure, openFigures, type Wanted } from '#contract/kit/figures/measure.ts'
import type { Parameters } from '#server/db/query.ts'
import type { Context } from '../context.ts'
import { embedQuery } from '../counts/tally-months.ts'
import { conditionsOf } from '../read/list.ts'
import { columnName, tableName } from '../table.ts'
import { askedOf } from './measure-ask.ts'
import { figureSql } from './measure-sql.ts'

/** The alias of the rows that figures are joined to. */
const rows = 't'
/** SQL of a figure that the hospital hides. */
export const hiddenSum = 'null::numeric'

/** Figures of a measure for each row that a link names, in a join. */
export interface SumsBy {
  readonly of: Measure
  /** The link of its rows to the rows `t`. */
  readonly by: string
  /** Columns of the join by figure. */
  readonly figures: Readonly<Record<string, string>>
  /** Filters of the list, such as a period. */
  readonly where: Wanted
  /** SQL of a further condition over the rows of the measure `t`. */
  readonly only?: (into: Parameters) => string
}

/**
 * Joins figures of a measure to the rows `t`, as the measure itself computes them for the person: SQL of the join under this alias, and of each
 * column; null where the hospital hides what a figure is made of.
 */
export function sumsJoin({ of, by, figures, where, only }: SumsBy, alias: string, context: Context, into: Parameters) {
  const view = context.actor.settings.view(of.of)
  const open = openFigures(of, view)
  const names = Object.keys(figures).filter((name) => open.includes(name))
  const columns = Object.fromEntries(
    Object.entries(figures).map(([name, column]) => [column, names.includes(name) ? `${alias}.${column}` : hiddenSum]),
  )
  if (names.length === 0) return { join: '', columns }
  const asked = askedOf(of, { ...context, input: where }, { group: Object.keys(of.groups)[0]!, figures: names })
  const { into: own, where: condition } = conditionsOf(view, { ...context, input: asked.wanted }, only ? [only] : [])
  const sums = names.map((name) => `${figureSql(asked, of.figures[name]!, own, false)} as ${figures[name]}`)
  const text = `select t.${columnName(by, of.of.fields[by]!)} as row_id, ${sums.join(', ')} from ${tableName(of.of)} t where ${condition} group by 1`
  return { join: ` left join ${embedQuery({ text, values: own.values }, into)} ${alias} on ${alias}.row_id = ${rows}.id`, columns }
}
