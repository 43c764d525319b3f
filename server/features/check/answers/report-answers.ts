import * as call from '#contract/calls/check/check-report.ts'
import { checkDept, checkDeptFlow } from '#contract/entities/check/check-dept.ts'
import { can } from '#contract/kit/entity/may.ts'
import type { RowsOf } from '#server/db/query.ts'
import { type Context, planOf } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { paged, pageOf } from '#server/kit/read/list.ts'
import { read } from '#server/kit/refuse.ts'
import { refuseBlind, refuseUnseen } from '../task.ts'
import { withAccuracy } from './figures.ts'
import { exportReport } from './report-export.ts'
import { deptQuery, locationCount, locationQuery, progressQuery, taskQuery, totalQuery } from './report-queries.ts'

const statuses = checkDept.fields.deptStatus.of
const states = Object.keys(statuses) as (keyof typeof statuses)[]
type DeptRow = RowsOf<ReturnType<typeof deptQuery>>[number]
type TaskRow = RowsOf<ReturnType<typeof taskQuery>>[number]

/** A department as it travels: its word, its figures, and what this person may do with it now. */
const said = (context: Context, task: TaskRow) => (row: DeptRow) => {
  const open = task.checkStatus === 'open' ? can(checkDept, [checkDeptFlow], row, context.actor) : []
  return withAccuracy({
    ...row,
    deptStatusValue: statuses[row.deptStatus]?.[context.language] ?? null,
    can: open.filter((step) => step !== 'finish' || task.isCounter),
  })
}

const checkOf = (context: Context): string =>
  (read(call.checkDepts.input, { checkId: context.input.checkId }) as { checkId: string }).checkId

export const reportAnswers: readonly Answer[] = [
  answer(call.checkDepts, {
    read(context) {
      const id = checkOf(context)
      return planOf([taskQuery(context, id), deptQuery(context, id)], (task, depts) => depts.map(said(context, refuseUnseen(task))))
    },
  }),
  answer(call.checkStatistics, {
    read(context) {
      const id = checkOf(context)
      return planOf([taskQuery(context, id), totalQuery(context, id), deptQuery(context, id)], (task, total, depts) => {
        const byStatus = Object.fromEntries(states.map((state) => [state, depts.filter((row) => row.deptStatus === state).length]))
        return {
          ...refuseUnseen(task),
          ...withAccuracy(total[0]!),
          departments: depts.length,
          ...(byStatus as Record<keyof typeof statuses, number>),
        }
      })
    },
  }),
  answer(call.checkReport, {
    read(context) {
      const id = checkOf(context)
      return planOf(
        [taskQuery(context, id), totalQuery(context, id), deptQuery(context, id), locationQuery(context, id)],
        (task, total, depts, locations) => {
          const check = refuseBlind(context, task)
          return {
            check,
            total: withAccuracy(total[0]!),
            depts: depts.map(said(context, check)),
            locations: locations.map(withAccuracy),
          }
        },
      )
    },
  }),
  answer(call.checkReportExport, { read: exportReport }),
  answer(call.checkProgress, {
    read(context) {
      const { checks } = read(call.checkProgress.input, { checks: context.input.checks }) as { checks: string[] }
      return planOf([progressQuery(context, checks)], (rows) => rows.map(withAccuracy))
    },
  }),
  answer(call.checkLocations, {
    read(context) {
      const id = checkOf(context)
      return planOf([taskQuery(context, id), locationQuery(context, id)], (task, rows) => {
        refuseBlind(context, task)
        return rows.map(withAccuracy)
      })
    },
  }),
  answer(call.checkLocationPage, {
    read(context) {
      const id = checkOf(context)
      const page = pageOf(context)
      const queries = [taskQuery(context, id), locationQuery(context, id, page), locationCount(context, id)] as const
      return planOf(queries, (task, rows, count) => {
        refuseBlind(context, task)
        return paged(rows.map(withAccuracy), count[0]!.total, page)
      })
    },
  }),
]
