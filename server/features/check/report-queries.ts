import { checkDept } from '#contract/entities/check/check-dept.ts'
import { checkLine } from '#contract/entities/check/check-line.ts'
import { checkTask } from '#contract/entities/check/check-task.ts'
import { location } from '#contract/entities/place/location.ts'
import { user } from '#contract/entities/platform/user.ts'
import { selecting, sql, table } from '#server/db/columns.ts'
import { Parameters } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access.ts'
import { veilSql } from '#server/kit/blind-tasks.ts'
import type { Context } from '#server/kit/context.ts'
import { figureColumns, figures, joinedFigures } from './figures.ts'

const [tasks, k] = table(checkTask, 'k')
const [lineTable, l] = table(checkLine, 'l')
const [depts, d] = table(checkDept, 'd')
const [users, u] = table(user, 'u')
const [locations, p] = table(location, 'p')
const once = { once: true } as const

/** The condition that a person sees a check, over the alias `k`. */
export function seesSql(context: Context, into: Parameters): string {
  const scope = scopeSql(checkTask, context.actor, 'k', into)
  return `${k.tenantId} = ${into.add(context.actor.tenantId)} and not ${k.isDeleted}${scope ? ` and ${scope}` : ''}`
}

/** The condition that a person sees one check, and the parameters of the statement. */
function ofCheck(context: Context, checkId: unknown): { into: Parameters; where: string } {
  const into = new Parameters()
  const where = `${seesSql(context, into)} and ${k.id} = ${into.add(checkId)}`
  return { into, where }
}

/** The same over the lines of the check, with the condition that they are not hidden from who counts in a blind one. */
function linesOf(context: Context, checkId: unknown): { into: Parameters; where: string } {
  const { into, where } = ofCheck(context, checkId)
  return { into, where: `${where}${shownSql(context, into)}` }
}

/** The condition that the lines are not hidden from who counts in a blind check, as a further part of one over the alias `l`. */
export function shownSql({ actor }: Context, into: Parameters): string {
  const veil = veilSql(checkLine, actor, 'l', into)
  return veil ? ` and ${veil}` : ''
}

/** FROM of the lines of checks, for `seesSql` and `figures`. */
export const lines = `${tasks} join ${lineTable} on ${l.tenantId} = ${k.tenantId} and ${l.checkId} = ${k.id}`

/** The check itself, and whether the person counts in it. No row for who does not see it. */
export function taskQuery(context: Context, checkId: unknown) {
  const { into, where } = ofCheck(context, checkId)
  const me = into.add(context.actor.userId)
  const member = `exists (select 1 from check_member m where m.tenant_id = ${k.tenantId} and m.check_id = ${k.id} and m.user_id = ${me})`
  return selecting(
    {
      id: k.id,
      checkTitle: k.checkTitle,
      checkStatus: k.checkStatus,
      mode: k.mode,
      beginDate: k.beginDate,
      endDate: k.endDate,
      startedAt: k.startedAt,
      closedAt: k.closedAt,
      createUserName: sql<string | null>(u.realName),
      isCounter: sql<boolean>(`(${k.createdBy} = ${me} or ${member})`),
    },
    `from ${tasks} left join ${users} on ${u.tenantId} = ${k.tenantId} and ${u.id} = ${k.createdBy} where ${where}`,
    into,
    once,
  )
}

/** The figures of a whole check. */
export function totalQuery(context: Context, checkId: unknown) {
  const { into, where } = linesOf(context, checkId)
  return selecting(figures, `from ${lines} where ${where}`, into, once)
}

/** The figures of several checks. */
export function progressQuery(context: Context, checks: readonly string[]) {
  const into = new Parameters()
  const where = `${seesSql(context, into)} and ${k.id} = any(${into.add(checks)}::uuid[])${shownSql(context, into)}`
  return selecting({ id: k.id, ...figures }, `from ${lines} where ${where} group by ${k.id}`, into, once)
}

/** The figures of the running checks, those that end first; none of a blind one for who counts in it. */
export function runningQuery(context: Context, most: number) {
  const into = new Parameters()
  const where = `${seesSql(context, into)} and ${k.checkStatus} = 'open'${shownSql(context, into)}`
  return selecting(
    { id: k.id, checkTitle: k.checkTitle, endDate: k.endDate, ...figures },
    `from ${lines} where ${where} group by ${k.tenantId}, ${k.id} order by ${k.endDate} nulls last, ${k.id} limit ${most}`,
    into,
    once,
  )
}

/** The departments of a check with their figures. */
export function deptQuery(context: Context, checkId: unknown) {
  const { into, where } = ofCheck(context, checkId)
  const shown = shownSql(context, into)
  return selecting(
    {
      id: d.id,
      version: d.version,
      deptId: d.deptId,
      deptTitle: d.deptTitle,
      deptStatus: d.deptStatus,
      round: d.round,
      submittedAt: d.submittedAt,
      postedAt: d.postedAt,
      submittedByName: sql<string | null>(u.realName),
      ...joinedFigures,
    },
    `from ${tasks} join ${depts} on ${d.tenantId} = ${k.tenantId} and ${d.checkId} = ${k.id}
      left join f on f.dept_id is not distinct from ${d.deptId}
      left join ${users} on ${u.tenantId} = ${d.tenantId} and ${u.id} = ${d.submittedById}
      where ${where} order by ${d.deptTitle}, ${d.id}`,
    into,
    {
      ...once,
      first: `with f as materialized (select ${l.deptId}, ${figureColumns} from ${lines} where ${where}${shown} group by ${l.deptId}) `,
    },
  )
}

/** Where a line belongs to: the place on the book; what is not on the book counts where it was found. */
const place = `case when ${l.isSurplus} = 1 then ${l.seenLocationId} else coalesce(${l.bookLocationId}, ${l.seenLocationId}) end`

/** The locations of a check with their figures, all or one page. */
export function locationQuery(context: Context, checkId: unknown, page?: { size: number; offset: number }) {
  const { into, where } = linesOf(context, checkId)
  return selecting(
    { locationId: sql<string | null>('f.place'), locationName: sql<string | null>(p.fullName), ...joinedFigures },
    `from (select ${place} as place, ${k.tenantId}, ${figureColumns} from ${lines} where ${where} group by 1, 2) f
      left join ${locations} on ${p.tenantId} = f.tenant_id and ${p.id} = f.place
      order by ${p.fullName} nulls last, f.place${page ? ` limit ${page.size} offset ${page.offset}` : ''}`,
    into,
    once,
  )
}

/** How many locations a check has, lines without one together as one. */
export function locationCount(context: Context, checkId: unknown) {
  const { into, where } = linesOf(context, checkId)
  return selecting({ total: sql<number>(`count(distinct coalesce(${place}, ${k.id}))::int`) }, `from ${lines} where ${where}`, into, once)
}
