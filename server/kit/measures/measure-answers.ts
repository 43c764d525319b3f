import type { Call } from '#contract/kit/entity/call.ts'
import { callsOfMeasure, type Measure } from '#contract/kit/figures/measure.ts'
import { calls } from '#contract/registry.ts'
import type { Reader } from '../context.ts'
import type { Answer } from '../family.ts'
import { measureExport } from './measure-export.ts'
import { measurePlan } from './measure-plan.ts'

/** The handlers of a measure's calls, in the order of `callsOfMeasure`: any grouping, the export, and each report. */
export function measureAnswers(of: Measure): Answer[] {
  const reports = Object.values(of.reports ?? {}).map(
    (report): Reader =>
      (context) => {
        const plan = measurePlan(of, context, report)
        return {
          queries: plan.queries,
          answer: async (results) =>
            (await plan.answer(results)).rows.flatMap(({ values, parts: _, ...row }) =>
              report.isTrend && row.key === null ? [] : [{ ...row, ...values }],
            ),
        }
      },
  )
  const readers: readonly Reader[] = [(context) => measurePlan(of, context), (context) => measureExport(of, context), ...reports]
  const declared = new Map(calls.map((one) => [one.name, one]))
  return callsOfMeasure(of).map(({ name }, index) => ({ of: declared.get(name) as Call, read: readers[index]! }))
}
