import type { View } from '#contract/kit/view.ts'
import type { Query } from '#server/db/query.ts'
import type { Context } from './context.ts'
import { conditionsOf } from './list.ts'
import { tableName } from './table.ts'
import { talliedCount } from './tally.ts'

/** How many rows the list shows, as `count`: from the kept counts where they tell it, else counted. Refuses unknown or wrong filters. */
export function totalQuery(view: View, context: Context): Query {
  const { where, into, keyword } = conditionsOf(view, context)
  const kept = keyword === '' ? talliedCount(view.entity, context) : undefined
  return kept
    ? { text: `select (${kept.text})::bigint as count`, values: kept.values }
    : { text: `select count(*) as count from ${tableName(view.entity)} t where ${where}`, values: into.values, once: true }
}
