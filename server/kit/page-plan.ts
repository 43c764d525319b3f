import type { PageOf } from '#contract/kit/answer.ts'
import { type Row, rowsAs } from '#server/db/query.ts'
import type { Context, ReadPlan } from './context.ts'
import { pageOf } from './list.ts'

/** The parts of a statement whose rows are answered as pages, as SQL. */
interface PageParts {
  readonly columns: string
  /** Table, joins and condition. */
  readonly from: string
  /** What is counted in place of `from`, where its joins change no number. */
  readonly counted?: string
  readonly order: string
  readonly values: unknown[]
}

/** One page of a statement written by hand and the number of all rows; `usual` is the size of a page that names none. */
export function pagePlan<T = Row, R = T>(
  context: Context,
  { columns, from, counted = from, order, values }: PageParts,
  recordOf: (row: T) => R,
  usual?: number,
): ReadPlan<PageOf<R>> {
  const { current, size, offset } = pageOf(context, usual)
  return {
    queries: [
      { text: `select ${columns} from ${from} order by ${order} limit ${size} offset ${offset}`, values },
      { text: `select count(*)::int as total from ${counted}`, values },
    ],
    answer([found, count]) {
      const total = Number(count!.rows[0]!.total)
      return { records: rowsAs<T>(found).map(recordOf), total, size, current, pages: Math.ceil(total / size) }
    },
  }
}
