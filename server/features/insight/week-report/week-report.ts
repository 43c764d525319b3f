import { v7 as uuid } from 'uuid'
import { pushWeekReports } from '#contract/calls/insight/notice-report.ts'
import { noticeReport } from '#contract/entities/insight/notice-report.ts'
import { weekReporting } from '#contract/entities/insight/report-rules.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { daysAfter, homeDay, mondayOf } from '#contract/kit/time/day.ts'
import { isWeekPushed, weekReportKey } from '#contract/params.ts'
import type { Transaction } from '#server/db/pool.ts'
import { notifyOfEach } from '#server/features/notice/public.ts'
import { paramOf } from '#server/features/settings/public.ts'
import { type Acting, asSystem } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { daily } from '#server/kit/jobs/daily.ts'
import type { Job } from '#server/kit/jobs/job.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { recordMany } from '#server/kit/steps/event.ts'
import { insertAll } from '#server/kit/write/insert-of.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'
import { refuseRetired } from '#server/kit/write/refuse-retired.ts'
import { weekFigures } from './week-figures.ts'

const lock = 'week reports'

/** Departments `d` with figures that have no report of the week $2 yet; $3: their ids. */
const untold = `select d.id, d.dept_name from dept d where d.tenant_id = $1 and d.id = any($3::uuid[]) and not d.is_deleted
    and not exists (select 1 from notice_report r where r.tenant_id = d.tenant_id and r.dept_id = d.id and r.week_start = $2::date)
  order by d.dept_name, d.id`

/**
 * Writes the report of each department with devices or work in a week and tells its people, each once. `only`: these departments. The caller holds the
 * lock of the hospital's reports. Answers how many were written.
 */
export async function reportWeek(
  by: Acting,
  tx: Transaction,
  monday: string,
  only?: ReadonlySet<string>,
): Promise<{ made: number; skipped: number }> {
  const figures = await weekFigures(tx, by.occurredAt, monday)
  const wanted = [...figures]
    .filter(([id, row]) => (!only || only.has(id)) && Object.values(row).some((count) => count > 0))
    .map(([id]) => id)
  const { rows: depts } = await tx.run({ text: untold, values: [tx.tenantId, monday, wanted] })
  const sunday = daysAfter(monday, 6)
  const who = by.actor.userId
  const reports = depts.map((row) => ({
    ...{ id: uuid(), created_by: who, updated_by: who, dept_id: String(row.id), week_start: monday, week_end: sunday },
    report_title: `${row.dept_name} ${monday}～${sunday}`,
    ...figures.get(String(row.id)),
  }))
  if (reports.length > 0) {
    await tx.run(insertAll('notice_report', tx.tenantId, reports))
    recordMany(
      by,
      tx,
      { entity: noticeReport.name, verb: 'add' },
      reports.map(({ id }) => ({ entityId: id, version: 1, changes: {} })),
    )
    notifyOfEach(
      by,
      tx,
      { kind: 'week_report', to: {} },
      reports.map((row) => ({
        subject: row.report_title,
        target: 'noticeReport',
        targetId: row.id,
        holders: { right: 'noticeReport.list', deptId: row.dept_id },
      })),
    )
  }
  return { made: reports.length, skipped: wanted.length - reports.length }
}

/** The departments of a request: the named one, or all that the person sees; undefined for everything. */
function deptsOf(context: Context, named: unknown): ReadonlySet<string> | undefined {
  const scope = context.actor.scopeOf(noticeReport)
  if (scope.isAll) return named ? new Set([String(named)]) : undefined
  const seen = scope.deptIds ?? []
  if (named && !seen.includes(String(named))) throw refusalOf([{ field: 'deptId', label: pushWeekReports.input.dept, rule: 'absent' }])
  return new Set(named ? [String(named)] : seen)
}

async function refuseAbsent(tx: Transaction, deptId: unknown): Promise<void> {
  const { rows } = await tx.run({
    text: 'select 1 from dept where tenant_id = $1 and id = $2 and not is_deleted',
    values: [tx.tenantId, deptId],
  })
  if (rows.length === 0) throw refusalOf([{ field: 'deptId', label: pushWeekReports.input.dept, rule: 'absent' }])
}

async function push(context: Context, tx: Transaction) {
  const fields = context.actor.settings.inputs(pushWeekReports.input)
  const given = read(fields, context.input)
  await refuseRetired(context, tx, fields, given, [])
  const thisWeek = mondayOf(homeDay(context.occurredAt))
  const monday = given.weekStart ? mondayOf(String(given.weekStart)) : daysAfter(thisWeek, -7)
  if (monday >= thisWeek)
    throw new Refusal('rule', { zh: '只能推送已结束的周', en: 'Only weeks that have ended can be pushed' }, [{ field: 'weekStart' }])
  const only = deptsOf(context, given.deptId)
  if (given.deptId) await refuseAbsent(tx, given.deptId)
  takeNamedLock(tx, `${lock} ${tx.tenantId}`)
  return reportWeek(asSystem(context, weekReporting), tx, monday, only)
}

export const weekReportAnswers: readonly Answer[] = [answer(pushWeekReports, { write: push })]

/** Tells departments the week before, on Mondays, where the hospital has switched it on. */
export const weekReports: Job = {
  name: 'weekReports',
  zh: '科室周报推送',
  en: 'Weekly report push',
  cron: '30 7 * * 1',
  run: (tools) =>
    daily(weekReporting, lock, tools, async (by, tx, today) => {
      if (isWeekPushed(await paramOf(tx, weekReportKey))) await reportWeek(by, tx, daysAfter(mondayOf(today), -7))
    }),
}
