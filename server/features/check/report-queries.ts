import { checkTask } from '#contract/entities/check/check-task.ts'
import { Parameters, type Query } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access.ts'
import type { Context } from '#server/kit/context.ts'
import { figureColumns, joinedFigures } from './figures.ts'

/** The condition that a person sees a check, over the alias `k`. */
export function seesSql(context: Context, into: Parameters): string {
  const scope = scopeSql(checkTask, context.actor, 'k', into)
  return `k.tenant_id = ${into.add(context.actor.tenantId)} and not k.is_deleted${scope ? ` and ${scope}` : ''}`
}

const ofCheck = (context: Context, checkId: unknown, text: (where: string, into: Parameters) => string): Query => {
  const into = new Parameters()
  const where = `${seesSql(context, into)} and k.id = ${into.add(checkId)}`
  return { text: text(where, into), values: into.values, once: true }
}

/** FROM of the lines of checks, for `seesSql` and `figureColumns`. */
export const lines = 'check_task k join check_line l on l.tenant_id = k.tenant_id and l.check_id = k.id'

/** The check itself, and whether the person counts in it. No row for who does not see it. */
export const taskQuery = (context: Context, checkId: unknown): Query =>
  ofCheck(context, checkId, (where, into) => {
    const me = into.add(context.actor.userId)
    return `select k.id, k.check_title as "checkTitle", k.check_status as "checkStatus", k.mode, k.begin_date as "beginDate", k.end_date as "endDate", k.started_at as "startedAt",
        k.closed_at as "closedAt", u.real_name as "createUserName",
        (k.created_by = ${me} or exists (select 1 from check_member m where m.tenant_id = k.tenant_id and m.check_id = k.id and m.user_id = ${me})) as "isCounter"
      from check_task k left join app_user u on u.tenant_id = k.tenant_id and u.id = k.created_by where ${where}`
  })

/** The figures of a whole check. */
export const totalQuery = (context: Context, checkId: unknown): Query =>
  ofCheck(context, checkId, (where) => `select ${figureColumns} from ${lines} where ${where}`)

/** The departments of a check with their figures. */
export const deptQuery = (context: Context, checkId: unknown): Query =>
  ofCheck(
    context,
    checkId,
    (where) => `with f as materialized (select l.dept_id, ${figureColumns} from ${lines} where ${where} group by l.dept_id)
      select d.id, d.version, d.dept_id as "deptId", d.dept_title as "deptTitle", d.dept_status as "deptStatus", d.round, d.submitted_at as "submittedAt", d.posted_at as "postedAt",
        u.real_name as "submittedByName", ${joinedFigures}
      from check_task k join check_dept d on d.tenant_id = k.tenant_id and d.check_id = k.id
      left join f on f.dept_id is not distinct from d.dept_id
      left join app_user u on u.tenant_id = d.tenant_id and u.id = d.submitted_by_id
      where ${where} order by d.dept_title, d.id`,
  )

/** Where a line belongs to: the place on the book; what is not on the book counts where it was found. */
const place = 'case when l.is_surplus = 1 then l.seen_location_id else coalesce(l.book_location_id, l.seen_location_id) end'

/** The locations of a check with their figures, all or one page. */
export const locationQuery = (context: Context, checkId: unknown, page?: { size: number; offset: number }): Query =>
  ofCheck(
    context,
    checkId,
    (where) => `select f.place as "locationId", p.full_name as "locationName", ${joinedFigures}
      from (select ${place} as place, k.tenant_id, ${figureColumns} from ${lines} where ${where} group by 1, 2) f
      left join location p on p.tenant_id = f.tenant_id and p.id = f.place order by p.full_name nulls last, f.place${page ? ` limit ${page.size} offset ${page.offset}` : ''}`,
  )

/** How many locations a check has, lines without one together as one. */
export const locationCount = (context: Context, checkId: unknown): Query =>
  ofCheck(context, checkId, (where) => `select count(distinct coalesce(${place}, k.id))::int as total from ${lines} where ${where}`)
