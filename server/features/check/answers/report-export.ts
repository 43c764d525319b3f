import { checkReportExport } from '#contract/calls/check/check-report.ts'
import { figureNames } from '#contract/entities/check/check-figures.ts'
import { checkResults } from '#contract/entities/check/check-results.ts'
import { reportWords } from '#contract/entities/check/report-words.ts'
import type { SheetFormat } from '#contract/kit/sheets/sheet.ts'
import { type Context, planOf, type ReadPlan } from '#server/kit/context.ts'
import type { SheetColumn } from '#server/kit/export/sheet-cell.ts'
import { sheetFile } from '#server/kit/export/sheet-file.ts'
import type { Download } from '#server/kit/files/download.ts'
import { read } from '#server/kit/refuse.ts'
import { refuseBlind } from '../task.ts'
import { type FiguresRow, withAccuracy } from './figures.ts'
import { deptQuery, locationQuery, taskQuery, totalQuery } from './report-queries.ts'

type Cells = (string | number | null)[]

function cells(part: string, name: string | null, row: FiguresRow): Cells {
  const amounts = figureNames.flatMap((figure) => [row[figure], Number(row[`${figure}Value`])])
  return [part, name, ...amounts, withAccuracy(row).accuracy]
}

/** The report of a check as a sheet: all, each department, each location; the figures of the page and the print. */
export function exportReport(context: Context): ReadPlan {
  const { language } = context
  const input = read(checkReportExport.input, { checkId: context.input.checkId, format: context.input.format ?? 'xlsx' })
  const id = input.checkId
  return planOf(
    [taskQuery(context, id), totalQuery(context, id), deptQuery(context, id), locationQuery(context, id)],
    (tasks, total, depts, places): Download => {
      const task = refuseBlind(context, tasks)
      const words = reportWords
      const names = { ...checkResults, book: words.book }
      const columns: SheetColumn[] = [
        { heading: words.part[language] },
        { heading: words.name[language] },
        ...figureNames.flatMap((name): SheetColumn[] => [
          { heading: names[name][language], kind: 'number' },
          { heading: `${names[name][language]} ${words.money[language]}`, kind: 'money' },
        ]),
        { heading: words.accuracy[language], kind: 'number' },
      ]
      const rows = [
        cells(words.total[language], task.checkTitle, total[0]!),
        ...depts.map((row) => cells(words.dept[language], row.deptTitle, row)),
        ...places.map((row) => cells(words.location[language], row.locationName ?? words.noPlace[language], row)),
      ]
      const name = `${task.checkTitle} ${words.report[language]}`
      return sheetFile({ name, sheet: words.report[language], format: input.format as SheetFormat, columns, rows, at: context.occurredAt })
    },
  )
}
