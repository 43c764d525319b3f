import * as call from '#contract/calls/check-report.ts'
import { checkDept } from '#contract/entities/check/check-dept.ts'
import { checkLine } from '#contract/entities/check/check-line.ts'
import { checkScan } from '#contract/entities/check/check-scan.ts'
import { checkTask } from '#contract/entities/check/check-task.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { Parameters, type Query, type Row, type Rows } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { listPlan, pageOf } from '#server/kit/list.ts'
import { read } from '#server/kit/refuse.ts'
import { figureColumns, withAccuracy } from './figures.ts'

/** The condition that a person sees a check, over the alias `k`. */
function seesSql(context: Context, into: Parameters): string {
  const scope = scopeSql(checkTask, context.actor, 'k', into)
  return `k.tenant_id = ${into.add(context.actor.tenantId)} and not k.is_deleted${scope ? ` and ${scope}` : ''}`
}

const grouped = (context: Context, checkId: unknown, text: (where: string) => string): Query => {
  const into = new Parameters()
  const sees = seesSql(context, into)
  return { text: text(`${sees} and k.id = ${into.add(checkId)}`), values: into.values, once: true }
}

const taskQuery = (context: Context, checkId: unknown): Query =>
  grouped(
    context,
    checkId,
    (
      where,
    ) => `select k.id, k.check_title as "checkTitle", k.check_status as "checkStatus", k.mode, k.begin_date as "beginDate", k.end_date as "endDate", k.started_at as "startedAt",
      k.closed_at as "closedAt", u.real_name as "createUserName" from check_task k left join app_user u on u.tenant_id = k.tenant_id and u.id = k.created_by where ${where}`,
  )
const lines = 'check_task k join check_line l on l.tenant_id = k.tenant_id and l.check_id = k.id'
const totalQuery = (context: Context, checkId: unknown): Query =>
  grouped(context, checkId, (where) => `select ${figureColumns} from ${lines} where ${where}`)
const deptQuery = (context: Context, checkId: unknown): Query =>
  grouped(
    context,
    checkId,
    (
      where,
    ) => `select d.id, d.version, d.dept_id as "deptId", d.dept_title as "deptTitle", d.dept_status as "deptStatus", d.round, d.submitted_at as "submittedAt", d.posted_at as "postedAt",
        u.real_name as "submittedByName", ${figureColumns}
      from check_task k join check_dept d on d.tenant_id = k.tenant_id and d.check_id = k.id
      left join check_line l on l.tenant_id = d.tenant_id and l.check_id = d.check_id and l.dept_id is not distinct from d.dept_id
      left join app_user u on u.tenant_id = d.tenant_id and u.id = d.submitted_by_id
      where ${where} group by d.tenant_id, d.id, u.real_name order by d.dept_title, d.id`,
  )
/** By the place on the book; what is not on the book counts where it was found. */
const place = 'coalesce(l.book_location_id, l.seen_location_id)'
const surplusPlace = `case when l.is_surplus = 1 then l.seen_location_id else ${place} end`
const locationQuery = (context: Context, checkId: unknown, page?: { size: number; offset: number }): Query =>
  grouped(
    context,
    checkId,
    (where) => `select g."locationId", p.full_name as "locationName", ${[
      'book',
      'pending',
      'match',
      'misplaced',
      'mismatch',
      'surplus',
      'deficient',
    ]
      .map((name) => `g."${name}", g."${name}Value"`)
      .join(', ')}, g."changed", count(*) over ()::int as total
      from (select ${surplusPlace} as "locationId", ${figureColumns}, k.tenant_id from ${lines} where ${where} group by 1, k.tenant_id) g
      left join location p on p.tenant_id = g.tenant_id and p.id = g."locationId" order by p.full_name nulls last, g."locationId"${page ? ` limit ${page.size} offset ${page.offset}` : ''}`,
  )

const statuses = checkDept.fields.deptStatus.of
const said = (context: Context) => (row: Row) =>
  withAccuracy({ ...row, deptStatusValue: statuses[row.deptStatus as keyof typeof statuses]?.[context.language] ?? null })
const placed = ({ total: _, ...row }: Row) => withAccuracy(row)

const refuseUnseen = (rows: Rows | undefined): Row => {
  const task = rows?.rows[0]
  if (!task) throw new Refusal('not_found', { what: checkTask })
  return task
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
          refuseUnseen(task)
          return depts!.rows.map(said(context))
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
          return {
            check: refuseUnseen(task),
            total: withAccuracy(total!.rows[0]!),
            depts: depts!.rows.map(said(context)),
            locations: locations!.rows.map(placed),
          }
        },
      }
    },
  }),
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
          return rows!.rows.map(placed)
        },
      }
    },
  }),
  answer(call.checkLocationPage, {
    read(context) {
      const id = checkOf(context)
      const { current, size, offset } = pageOf(context)
      return {
        queries: [
          taskQuery(context, id),
          locationQuery(context, id, { size, offset }),
          grouped(
            context,
            id,
            (where) => `select count(distinct coalesce(${surplusPlace}, k.id))::int as total from ${lines} where ${where}`,
          ),
        ],
        answer([task, rows, count]: Rows[]) {
          refuseUnseen(task)
          const total = Number(count!.rows[0]!.total)
          return { records: rows!.rows.map(placed), total, size, current, pages: Math.ceil(total / size) }
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
