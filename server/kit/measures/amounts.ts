import { snake } from '#contract/kit/fields/names.ts'
import type { Measure } from '#contract/kit/figures/measure.ts'
import type { Parameters } from '#server/db/query.ts'
import type { Stretch } from './measure-ask.ts'

/** SQL of the parameters that amounts are computed with. */
export interface AmountsGiven {
  readonly tenant: string
  readonly from: string
  readonly to: string
}

/** Joins for the rows `t`, and SQL of each amount by its name; an amount of nothing may be null. */
export interface Amounts {
  readonly joins: string
  readonly columns: Readonly<Record<string, string>>
}

const registered = new Map<string, (given: AmountsGiven) => Amounts>()

/** Registers how the amounts of a measure are computed. */
export function amountsOf(of: Measure, compute: (given: AmountsGiven) => Amounts): void {
  registered.set(of.name, compute)
}

/** The column of an amount. */
export const amountColumn = (name: string): string => `amount_${snake(name)}`

/** A join of the amounts that the rows `t` have in a period, as `amounts`. */
export function amountsJoin(of: Measure, { from, to }: Stretch, tenantId: string, into: Parameters): string {
  const given = { tenant: into.add(tenantId), from: `${into.add(from)}::timestamptz`, to: `${into.add(to)}::timestamptz` }
  const { joins, columns } = registered.get(of.name)!(given)
  const named = of.amounts!.map((name) => `coalesce(${columns[name]}, 0) as ${amountColumn(name)}`)
  return `${joins} cross join lateral (select ${named.join(', ')}) amounts`
}
