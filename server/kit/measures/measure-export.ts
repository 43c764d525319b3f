import type { Figure, Measure, MeasureGroup, MeasureValues } from '#contract/kit/figures/measure.ts'
import { groupName, groupWords } from '#contract/kit/figures/measure.ts'
import { unitWords } from '#contract/kit/figures/measure-units.ts'
import type { Context, ReadPlan } from '../context.ts'
import { formatOf } from '../export/export.ts'
import type { SheetColumn } from '../export/sheet-cell.ts'
import { sheetFile } from '../export/sheet-file.ts'
import { measurePlan } from './measure-plan.ts'

const all = { zh: '合计', en: 'Total' } as const

/** The table of a measure as XLSX or CSV: one row per group or part of a group, and the total. */
export function measureExport(of: Measure, context: Context): ReadPlan {
  const { language } = context
  const format = formatOf(context)
  const plan = measurePlan(of, context)
  const { asked } = plan
  const heading = (name: string): SheetColumn => ({ heading: groupWords(of, name)[language] })
  const columns = [
    heading(asked.group),
    ...(asked.split === undefined ? [] : [heading(asked.split)]),
    ...asked.figures.map((name) => {
      const figure = of.figures[name] as Figure
      return {
        heading: `${figure[language]} (${unitWords[figure.unit][language]})`,
        kind: figure.unit === 'money' ? ('money' as const) : ('number' as const),
      }
    }),
  ]
  const cells = (values: MeasureValues): (number | null)[] =>
    asked.figures.map((name) => (values[name] === null ? null : Number(values[name])))
  const nameOf = (row: MeasureGroup): string => groupName(row, language)
  return {
    queries: plan.queries,
    async answer(results) {
      const { rows, values } = await plan.answer(results)
      const body = rows.flatMap((row) =>
        asked.split === undefined
          ? [[nameOf(row), ...cells(row.values)]]
          : (row.parts ?? []).map((part) => [nameOf(row), nameOf(part), ...cells(part.values)]),
      )
      const total = [all[language], ...(asked.split === undefined ? [] : [null]), ...cells(values)]
      return sheetFile({ name: of[language], sheet: of[language], format, columns, rows: [...body, total], at: context.occurredAt })
    },
  }
}
