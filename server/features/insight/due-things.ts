import { dueDays, mostDueDays, mostDueOfDay } from '#contract/calls/insight/due.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { type Due, dues } from '#contract/kit/entity/due.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { daysBetween, homeDay } from '#contract/kit/time/day.ts'
import { entityNamed } from '#contract/registry.ts'
import { homeDaySql } from '#server/db/home-time.ts'
import { type Query, type Rows, rowsAs } from '#server/db/query.ts'
import { mayList } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { isLink, titleSql } from '#server/kit/read/links.ts'
import { conditionsOf } from '#server/kit/read/list.ts'
import { read } from '#server/kit/refuse.ts'
import { columnName, tableName } from '#server/kit/table.ts'
import { addressFilter, listFilter } from './home-filter.ts'

/** A row that is due: its title and the day by the calendar of the hospital. `count`: all rows of its kind on that day. */
export interface DueRow {
  readonly id: string
  readonly title: string
  readonly day: string
  readonly count: number
}

/** The days that are asked for, and the rows that are named of one kind and day. */
interface Span {
  readonly from: string
  readonly to: string
  readonly most: number
}

/** Rows of a kind that are due on these days, as the person sees them; undefined where the person may not list them or the hospital hides the date. */
function queryOf({ of, by, about, where = {} }: Due, context: Context, { from, to, most }: Span): Query | undefined {
  const { actor } = context
  if (!mayList(actor, of)) return undefined
  const view = actor.settings.view(of)
  const filter = addressFilter(view, { ...where, [`${by}_ge`]: from, [`${by}_le`]: to }, actor, homeDay(context.occurredAt))
  if (!filter) return undefined
  const { where: held, into } = conditionsOf(view, { ...context, input: listFilter(view, filter) })
  const columnOf = (name: string): string => columnName(name, of.fields[name]!)
  const day = of.fields[by]!.kind === 'time' ? homeDaySql(`t.${columnOf(by)}`) : `t.${columnOf(by)}`
  const link = about === undefined ? undefined : view.fields[about]
  const linked = isLink(link) && link.to ? entityNamed(link.to) : undefined
  const own = `t.${columnOf(of.title!)}`
  const title = linked ? `coalesce(${titleSql(linked, into.add(actor.tenantId), `t.${columnOf(about!)}`)}, ${own})` : own
  return {
    text: `select id, day, title, count from (select id, ${day}::text as day, ${title} as title, count(*) over (partition by ${day})::int as count,
        row_number() over (partition by ${day} order by id) as place from ${tableName(of)} t where ${held}) q
      where place <= ${most} order by day, place`,
    values: into.values,
    once: true,
  }
}

/** What is due between two days, kind by kind in the order of the modules. */
export function dueBetween(context: Context, span: Span): ReadPlan<readonly (readonly [Due, readonly DueRow[]])[]> {
  const asked = dues.flatMap((one) => {
    const query = queryOf(one, context, span)
    return query ? [{ one, query }] : []
  })
  return {
    queries: asked.map(({ query }) => query),
    answer: (results: Rows[]) => asked.map(({ one }, at) => [one, rowsAs<DueRow>(results[at])] as const),
  }
}

/** What is due on the days of a calendar. */
export function daysOfDue(context: Context): ReadPlan<AnswerOf<typeof dueDays>> {
  const { from, to } = read(dueDays.input, context.input) as { from: string; to: string }
  const days = daysBetween(from, to) + 1
  if (days < 1) throw new Refusal('rule', { zh: '开始日期不能晚于结束日期', en: 'The first day cannot be after the last' })
  if (days > mostDueDays)
    throw new Refusal('rule', { zh: `一次最多查询 ${mostDueDays} 天`, en: `Ask for at most ${mostDueDays} days at once` })
  const plan = dueBetween(context, { from, to, most: mostDueOfDay })
  return {
    queries: plan.queries,
    async answer(results) {
      const found = await plan.answer(results)
      return found.flatMap(([{ name }, rows]) =>
        [...new Set(rows.map((row) => row.day))].map((day) => {
          const those = rows.filter((row) => row.day === day)
          return { kind: name, day, count: those[0]!.count, rows: those.map(({ id, title }) => ({ id, title })) }
        }),
      )
    },
  }
}
