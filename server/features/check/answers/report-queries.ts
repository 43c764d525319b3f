import type { checkDept } from '#contract/entities/check/check-dept.ts'
import { checkLine } from '#contract/entities/check/check-line.ts'
import { checkTask } from '#contract/entities/check/check-task.ts'
import { Parameters, type Query } from '#server/db/query.ts'
import type { RowOf } from '#server/db/row-of.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import { hideBlindLinesSql } from '#server/kit/access/blind-tasks.ts'
import type { Context } from '#server/kit/context.ts'
import { noDept } from '#server/kit/counts/tally-facts.ts'
import { nameSql } from '#server/kit/read/by-name.ts'
import { type FiguresRow, figureColumns, joinedFigures, keptColumns } from './figures.ts'

/** The condition that a person sees a check, over the alias `k`. */
export function seesSql(context: Context, into: Parameters): string {
  const scope = scopeSql(checkTask, context.actor, 'k', into)
  return `k.tenant_id = ${into.add(context.actor.tenantId)} and not k.is_deleted${scope ? ` and ${scope}` : ''}`
}

/** The condition that a person sees one check, and the parameters of the statement. */
function ofCheck(context: Context, checkId: unknown): { into: Parameters; where: string } {
  const into = new Parameters()
  const where = `${seesSql(context, into)} and k.id = ${into.add(checkId)}`
  return { into, where }
}

/** The same over the lines of the check, with the condition that they are not hidden from who counts in a blind one. */
function linesOf(context: Context, checkId: unknown): { into: Parameters; where: string } {
  const { into, where } = ofCheck(context, checkId)
  return { into, where: `${where}${shownSql(context, into)}` }
}

/** The condition that the lines are not hidden from who counts in a blind check, as a further part of one over the alias `l`. */
export function shownSql({ actor }: Context, into: Parameters): string {
  const veil = hideBlindLinesSql(checkLine, actor, 'l', into)
  return veil ? ` and ${veil}` : ''
}

/** FROM of the lines of checks, for `seesSql` and the figures. */
const lines = 'check_task k join check_line l on l.tenant_id = k.tenant_id and l.check_id = k.id'

/** The same of what is counted beside them, a few rows for a department: a blind check hides all of its lines or none, so that `shownSql` holds for both. */
export const keptLines = 'check_task k join check_line_count l on l.tenant_id = k.tenant_id and l.check_id = k.id'

/** The department of what is counted beside the lines. */
export const keptDept = `nullif(l.dept_id, '${noDept}')`

type TaskRow = RowOf<
  typeof checkTask,
  'id' | 'checkTitle' | 'checkStatus' | 'mode' | 'beginDate' | 'endDate' | 'startedAt' | 'closedAt'
> & {
  readonly createUserName: string | null
  readonly isCounter: boolean
}

/** The check itself, and whether the person counts in it. No row for who does not see it. */
export function taskQuery(context: Context, checkId: unknown): Query<TaskRow> {
  const { into, where } = ofCheck(context, checkId)
  const me = into.add(context.actor.userId)
  return {
    text: `select k.id, k.check_title as "checkTitle", k.check_status as "checkStatus", k.mode, k.begin_date as "beginDate", k.end_date as "endDate",
        k.started_at as "startedAt", k.closed_at as "closedAt", u.real_name as "createUserName",
        (k.created_by = ${me} or exists (select 1 from check_member m where m.tenant_id = k.tenant_id and m.check_id = k.id and m.user_id = ${me})) as "isCounter"
      from check_task k left join app_user u on u.tenant_id = k.tenant_id and u.id = k.created_by where ${where}`,
    values: into.values,
    once: true,
  }
}

/** The figures of a whole check. */
export function totalQuery(context: Context, checkId: unknown): Query<FiguresRow> {
  const { into, where } = linesOf(context, checkId)
  return { text: `select ${keptColumns} from ${keptLines} where ${where}`, values: into.values, once: true }
}

/** The figures of several checks. */
export function progressQuery(context: Context, checks: readonly string[]): Query<FiguresRow & { readonly id: string }> {
  const into = new Parameters()
  const where = `${seesSql(context, into)} and k.id = any(${into.add(checks)}::uuid[])${shownSql(context, into)}`
  return {
    text: `select k.id, ${keptColumns} from ${keptLines} where ${where} group by k.id having sum(l.n) <> 0`,
    values: into.values,
    once: true,
  }
}

/** The figures of the running checks, those that end first; none of a blind one for who counts in it. */
export function runningQuery(context: Context, most: number): Query<FiguresRow & RowOf<typeof checkTask, 'id' | 'checkTitle' | 'endDate'>> {
  const into = new Parameters()
  const where = `${seesSql(context, into)} and k.check_status = 'open'${shownSql(context, into)}`
  return {
    text: `select k.id, k.check_title as "checkTitle", k.end_date as "endDate", ${keptColumns}
      from ${keptLines} where ${where} group by k.tenant_id, k.id having sum(l.n) <> 0 order by k.end_date nulls last, k.id limit ${most}`,
    values: into.values,
    once: true,
  }
}

type DeptRow = FiguresRow &
  RowOf<typeof checkDept, 'id' | 'version' | 'deptId' | 'deptTitle' | 'deptStatus' | 'round' | 'submittedAt' | 'postedAt'> & {
    readonly submittedByName: string | null
  }

/** The departments of a check with their figures. */
export function deptQuery(context: Context, checkId: unknown): Query<DeptRow> {
  const { into, where } = ofCheck(context, checkId)
  const shown = shownSql(context, into)
  return {
    text: `with f as materialized (select ${keptDept} as dept_id, ${keptColumns} from ${keptLines} where ${where}${shown} group by 1)
      select d.id, d.version, d.dept_id as "deptId", d.dept_title as "deptTitle", d.dept_status as "deptStatus", d.round,
        d.submitted_at as "submittedAt", d.posted_at as "postedAt", u.real_name as "submittedByName", ${joinedFigures}
      from check_task k join check_dept d on d.tenant_id = k.tenant_id and d.check_id = k.id
      left join f on f.dept_id is not distinct from d.dept_id
      left join app_user u on u.tenant_id = d.tenant_id and u.id = d.submitted_by_id
      where ${where} order by ${nameSql('d.dept_title')}, d.id`,
    values: into.values,
    once: true,
  }
}

/** Where a line belongs to: the place on the book; what is not on the book counts where it was found. */
const place = 'case when l.is_surplus = 1 then l.seen_location_id else coalesce(l.book_location_id, l.seen_location_id) end'

type PlaceRow = FiguresRow & { readonly locationId: string | null; readonly locationName: string | null }

/** The locations of a check with their figures, all or one page. */
export function locationQuery(context: Context, checkId: unknown, page?: { size: number; offset: number }): Query<PlaceRow> {
  const { into, where } = linesOf(context, checkId)
  return {
    text: `select f.place as "locationId", p.full_name as "locationName", ${joinedFigures}
      from (select ${place} as place, k.tenant_id, ${figureColumns} from ${lines} where ${where} group by 1, 2) f
      left join location p on p.tenant_id = f.tenant_id and p.id = f.place
      order by ${nameSql('p.full_name')} nulls last, f.place${page ? ` limit ${page.size} offset ${page.offset}` : ''}`,
    values: into.values,
    once: true,
  }
}

/** How many locations a check has, lines without one together as one. */
export function locationCount(context: Context, checkId: unknown): Query<{ readonly total: number }> {
  const { into, where } = linesOf(context, checkId)
  return {
    text: `select count(distinct coalesce(${place}, k.id))::int as total from ${lines} where ${where}`,
    values: into.values,
    once: true,
  }
}
