import type { View } from '#contract/kit/entity/view.ts'
import type { Query } from '#server/db/query.ts'
import type { Context } from '../context.ts'
import { conditionsOf } from '../read/list.ts'
import { tableName } from '../table.ts'
import { talliedCount } from './tally.ts'

/**
 * The number of rows in a list, as `count`: from the count table if it has the answer, else counted. Throws for unknown or invalid filters.
 */
export function totalQuery(view: View, context: Context): Query {
  const { where, into, keyword } = conditionsOf(view, context)
  const kept = keyword === '' ? talliedCount(view.entity, context) : undefined
  return kept
    ? { text: `select (${kept.text})::bigint as count`, values: kept.values }
    : { text: `select count(*) as count from ${tableName(view.entity)} t where ${where}`, values: into.values, once: true }
}
