import { checkReportExport } from '#contract/calls/check-report.ts'
import { checkResults } from '#contract/entities/check/check-results.ts'
import { reportWords } from '#contract/entities/check/report-words.ts'
import type { Row, Rows } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import type { Download } from '#server/kit/download.ts'
import { neutral } from '#server/kit/neutral.ts'
import { read } from '#server/kit/refuse.ts'
import { type SheetFormat, sheetFile } from '#server/kit/sheet-file.ts'
import { figureNames, withAccuracy } from './figures.ts'
import { deptQuery, locationQuery, taskQuery, totalQuery } from './report-queries.ts'
import { refuseUnseen } from './task.ts'

type Cells = (string | number | null)[]

function cells(part: string, name: unknown, row: Row): Cells {
  const figures: Row & { accuracy: number | null } = withAccuracy(row)
  const amounts = figureNames.flatMap((figure) => [Number(figures[figure]), Number(figures[`${figure}Value`])])
  return [part, name ? neutral(String(name)) : null, ...amounts, figures.accuracy]
}

/** The report of a check as a sheet: all, each department, each location; the figures of the page and the print. */
export function exportReport(context: Context): ReadPlan {
  const { language } = context
  const input = read(checkReportExport.input, { checkId: context.input.checkId, format: context.input.format ?? 'xlsx' })
  const id = input.checkId
  return {
    queries: [taskQuery(context, id), totalQuery(context, id), deptQuery(context, id), locationQuery(context, id)],
    answer([tasks, total, depts, places]: Rows[]): Download {
      const task = refuseUnseen(tasks)
      const words = reportWords
      const names = { ...checkResults, book: words.book }
      const headers = [
        words.part[language],
        words.name[language],
        ...figureNames.flatMap((name) => [names[name][language], `${names[name][language]} ${words.money[language]}`]),
        words.accuracy[language],
      ]
      const rows = [
        cells(words.total[language], task.checkTitle, total!.rows[0]!),
        ...depts!.rows.map((row) => cells(words.dept[language], row.deptTitle, row)),
        ...places!.rows.map((row) => cells(words.location[language], row.locationName ?? words.noPlace[language], row)),
      ]
      const name = `${String(task.checkTitle)} ${words.report[language]}`
      return sheetFile({ name, sheet: words.report[language], format: input.format as SheetFormat, headers, rows })
    },
  }
}
