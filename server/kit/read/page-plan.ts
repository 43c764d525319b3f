import type { PageOf } from '#contract/kit/entity/answer.ts'
import { type Row, rowsAs } from '#server/db/query.ts'
import type { Context, ReadPlan } from '../context.ts'
import { paged, pageOf } from './list.ts'

/** SQL parts of a statement that is answered in pages. */
interface PageParts {
  readonly columns: string
  /** Table, joins and condition. */
  readonly from: string
  /** Replaces `from` in the count, if its joins do not change the number of rows. */
  readonly counted?: string
  readonly order: string
  readonly values: unknown[]
}

/** One page of a handwritten statement and the number of all rows; `usual`: the default page size. */
export function pagePlan<T = Row, R = T>(
  context: Context,
  { columns, from, counted = from, order, values }: PageParts,
  recordOf: (row: T) => R,
  usual?: number,
): ReadPlan<PageOf<R>> {
  const page = pageOf(context, usual)
  return {
    queries: [
      { text: `select ${columns} from ${from} order by ${order} limit ${page.size} offset ${page.offset}`, values },
      { text: `select count(*)::int as total from ${counted}`, values },
    ],
    answer([found, count]) {
      return paged(rowsAs<T>(found).map(recordOf), Number(count!.rows[0]!.total), page)
    },
  }
}
