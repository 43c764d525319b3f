import type { Context } from '#server/kit/context.ts'
import { planOf } from '#server/kit/context.ts'
import { withAccuracy } from './answers/figures.ts'
import { runningQuery } from './answers/report-queries.ts'

/** The running checks that a person sees, those that end first, with the cards on their book and how many are counted. */
export const runningChecks = (context: Context, most: number) =>
  planOf([runningQuery(context, most)], (rows) =>
    rows.map((row) => {
      const { id, checkTitle, endDate, book, counted } = withAccuracy(row)
      return { id, checkTitle, endDate, book, counted }
    }),
  )
