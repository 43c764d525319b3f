import * as call from '#contract/calls/check-report.ts'
import { checkDept, checkDeptFlow } from '#contract/entities/check/check-dept.ts'
import { checkLine } from '#contract/entities/check/check-line.ts'
import { checkScan } from '#contract/entities/check/check-scan.ts'
import { checkTask } from '#contract/entities/check/check-task.ts'
import { can } from '#contract/kit/may.ts'
import { Parameters, type Row, type Rows } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { listPlan, pageOf } from '#server/kit/list.ts'
import { read } from '#server/kit/refuse.ts'
import { figureColumns, withAccuracy } from './figures.ts'
import { exportReport } from './report-export.ts'
import { deptQuery, lines, locationCount, locationQuery, seesSql, taskQuery, totalQuery } from './report-queries.ts'
import { refuseUnseen } from './task.ts'

const statuses = checkDept.fields.deptStatus.of
/** A department as it travels: its word, its figures, and what this person may do with it now. */
const said = (context: Context, task: Row) => (row: Row) => {
  const open = task.checkStatus === 'open' ? can(checkDept, [checkDeptFlow], row, context.actor) : []
  return withAccuracy({
    ...row,
    deptStatusValue: statuses[row.deptStatus as keyof typeof statuses]?.[context.language] ?? null,
    can: open.filter((step) => step !== 'finish' || task.isCounter),
  })
}

const checkOf = (context: Context): string =>
  (read(call.checkDepts.input, { checkId: context.input.checkId }) as { checkId: string }).checkId

/** The lines that the list would show, asked for by the names of those calls. */
function linePage(context: Context) {
  const { applyId, locationId, ...rest } = context.input
  const { checkId, bookLocationId } = rest
  const input = {
    ...rest,
    ...(applyId === undefined || checkId !== undefined ? {} : { checkId: applyId }),
    ...(locationId === undefined || bookLocationId !== undefined ? {} : { bookLocationId: locationId }),
  }
  return listPlan(context.actor.settings.view(checkLine), { ...context, input })
}

export const reportAnswers: readonly Answer[] = [
  answer(call.checkDepts, {
    read(context) {
      const id = checkOf(context)
      return {
        queries: [taskQuery(context, id), deptQuery(context, id)],
        answer([task, depts]: Rows[]) {
          return depts!.rows.map(said(context, refuseUnseen(task)))
        },
      }
    },
  }),
  answer(call.checkStatistics, {
    read(context) {
      const id = checkOf(context)
      return {
        queries: [taskQuery(context, id), totalQuery(context, id), deptQuery(context, id)],
        answer([task, total, depts]: Rows[]) {
          const by = (status: string) => depts!.rows.filter((row) => row.deptStatus === status).length
          const states = Object.keys(statuses).map((status) => [status, by(status)])
          return { ...refuseUnseen(task), ...withAccuracy(total!.rows[0]!), departments: depts!.rows.length, ...Object.fromEntries(states) }
        },
      }
    },
  }),
  answer(call.checkReport, {
    read(context) {
      const id = checkOf(context)
      return {
        queries: [taskQuery(context, id), totalQuery(context, id), deptQuery(context, id), locationQuery(context, id)],
        answer([task, total, depts, locations]: Rows[]) {
          const check = refuseUnseen(task)
          return {
            check,
            total: withAccuracy(total!.rows[0]!),
            depts: depts!.rows.map(said(context, check)),
            locations: locations!.rows.map(withAccuracy),
          }
        },
      }
    },
  }),
  answer(call.checkReportExport, { read: exportReport }),
  answer(call.checkStatusCount, {
    read(context) {
      const into = new Parameters()
      return {
        queries: [
          {
            text: `select k.check_status as status, count(*)::int as count from check_task k where ${seesSql(context, into)} group by 1`,
            values: into.values,
          },
        ],
        answer([rows]: Rows[]) {
          const counted = new Map(rows!.rows.map((row) => [row.status, row.count]))
          return Object.entries(checkTask.fields.checkStatus.of).map(([status, words]) => ({
            status,
            statusValue: words[context.language],
            count: counted.get(status) ?? 0,
          }))
        },
      }
    },
  }),
  answer(call.checkProgress, {
    read(context) {
      const { checks } = read(call.checkProgress.input, { checks: context.input.checks }) as { checks: string[] }
      const into = new Parameters()
      const where = `${seesSql(context, into)} and k.id = any(${into.add(checks)}::uuid[])`
      return {
        queries: [{ text: `select k.id, ${figureColumns} from ${lines} where ${where} group by k.id`, values: into.values, once: true }],
        answer: ([rows]: Rows[]) => rows!.rows.map(withAccuracy),
      }
    },
  }),
  answer(call.checkLinePage, { read: linePage }),
  answer(call.checkLocations, {
    read(context) {
      const id = checkOf(context)
      return {
        queries: [taskQuery(context, id), locationQuery(context, id)],
        answer([task, rows]: Rows[]) {
          refuseUnseen(task)
          return rows!.rows.map(withAccuracy)
        },
      }
    },
  }),
  answer(call.checkLocationPage, {
    read(context) {
      const id = checkOf(context)
      const { current, size, offset } = pageOf(context)
      return {
        queries: [taskQuery(context, id), locationQuery(context, id, { size, offset }), locationCount(context, id)],
        answer([task, rows, count]: Rows[]) {
          refuseUnseen(task)
          const total = Number(count!.rows[0]!.total)
          return { records: rows!.rows.map(withAccuracy), total, size, current, pages: Math.ceil(total / size) }
        },
      }
    },
  }),
  answer(call.deviceCycle, {
    read(context) {
      read({ device: call.deviceCycle.input.device }, { deviceId: context.input.deviceId })
      return listPlan(context.actor.settings.view(checkLine), { ...context, input: { ...context.input, descs: 'createTime' } })
    },
  }),
  answer(call.checkScans, {
    read(context) {
      const { applyId, ...rest } = context.input
      const { apply } = call.checkScans.input
      read({ apply }, { applyId })
      return listPlan(context.actor.settings.view(checkScan), { ...context, input: { ...rest, checkId: applyId } })
    },
  }),
]
