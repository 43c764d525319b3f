import { updatesByDate, updatesByDept, updatesByKind, updatesByMonth, updatesCount } from '#contract/calls/asset/device-updates.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Call } from '#contract/kit/entity/call.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { dayStart, daysAfter } from '#contract/kit/time/day.ts'
import { homeTimeSql } from '#server/db/home-time.ts'
import { Parameters, rowsAs } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { nameSql } from '#server/kit/read/by-name.ts'
import { paged, pageOf } from '#server/kit/read/list.ts'
import { read } from '#server/kit/refuse.ts'
import { eventsOf, wordsOf } from '#server/kit/steps/history.ts'

interface Days {
  readonly startTime?: string | null
  readonly endTime?: string | null
}

/** SQL of the events `e` of the devices that the person sees, as their histories show them, on the asked days. */
function eventsSql(context: Context, { startTime, endTime }: Days, into: Parameters): string {
  if (startTime && endTime && endTime < startTime)
    throw new Refusal('rule', { zh: '结束日期早于开始日期', en: 'The last day is before the first day' })
  const since = startTime ? ` and e.at >= ${into.add(dayStart(startTime))}::timestamptz` : ''
  const until = endTime ? ` and e.at < ${into.add(dayStart(daysAfter(endTime, 1)))}::timestamptz` : ''
  return `${eventsOf(device, context, undefined, into)}${since}${until}`
}

/** A plan of one statement over these events; `text` takes their conditions. */
function counted<T>(
  of: Call,
  text: (where: string, asked: Readonly<Record<string, unknown>>, into: Parameters) => string,
  answered: (rows: never[], context: Context) => T,
): (context: Context) => ReadPlan<T> {
  return (context) => {
    const asked = read(of.input, context.input)
    const into = new Parameters()
    const where = eventsSql(context, asked as Days, into)
    return {
      queries: [{ text: text(where, asked, into), values: into.values }],
      answer: ([rows]) => answered(rowsAs<never>(rows), context),
    }
  }
}

const formats = { day: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' } as const
const as = (format: keyof typeof formats): string => `to_char(${homeTimeSql('e.at')}, '${formats[format]}')`

function byDept(context: Context): ReadPlan<AnswerOf<typeof updatesByDept>> {
  const { current, size, offset } = pageOf(context)
  const asked = read(updatesByDept.input, context.input)
  const into = new Parameters()
  const where = eventsSql(context, asked as Days, into)
  const dept = asked.deptId ? ` where d.use_dept_id = ${into.add(asked.deptId)}::uuid` : ''
  const text = `select coalesce(d.use_dept_id::text, 'none') as id, d.use_dept_id as "useDeptId", p.dept_name as "useDeptName", sum(x.count)::int as count,
      count(*)::int as devices, max(x.last) as "lastTime", count(*) over ()::int as total
    from (select e.entity_id, count(*) as count, max(e.at) as last from audit_event e where ${where} group by 1) x
    join device d on d.tenant_id = ${into.add(context.actor.tenantId)} and d.id = x.entity_id left join dept p on p.tenant_id = d.tenant_id and p.id = d.use_dept_id${dept}
    group by d.use_dept_id, p.dept_name order by ${nameSql('p.dept_name')} nulls last, d.use_dept_id limit ${size} offset ${into.add(offset)}`
  return {
    queries: [{ text, values: into.values }],
    answer([found]) {
      const rows = rowsAs<AnswerOf<typeof updatesByDept>['records'][number] & { readonly total: number }>(found)
      return paged(
        rows.map(({ total: _, ...row }) => row),
        rows[0]?.total ?? 0,
        { current, size },
      )
    },
  }
}

/** How often devices changed: over time, by kind and by department. */
export const deviceUpdateAnswers: readonly Answer[] = [
  answer(updatesByMonth, {
    read: counted(
      updatesByMonth,
      (where) =>
        `select ${as('month')} as month, count(*)::int as count, count(distinct e.entity_id)::int as devices from audit_event e where ${where} group by 1 order by 1`,
      (rows): AnswerOf<typeof updatesByMonth> => rows,
    ),
  }),
  answer(updatesCount, {
    read: counted(
      updatesCount,
      (where) =>
        `select count(*)::int as count, count(distinct e.entity_id)::int as devices, count(distinct e.actor_id)::int as people from audit_event e where ${where}`,
      ([row]): AnswerOf<typeof updatesCount> => row!,
    ),
  }),
  answer(updatesByDate, {
    read: counted(
      updatesByDate,
      (where, asked) =>
        `select ${as((asked.dateType as keyof typeof formats | null | undefined) ?? 'day')} as date, count(*)::int as count from audit_event e where ${where} group by 1 order by 1 desc limit 366`,
      (rows): AnswerOf<typeof updatesByDate> => rows,
    ),
  }),
  answer(updatesByKind, {
    read: counted(
      updatesByKind,
      (where) => `select e.verb as key, count(*)::int as count from audit_event e where ${where} group by 1 order by 2 desc, 1`,
      (rows: { key: string; count: number }[], { language }): AnswerOf<typeof updatesByKind> =>
        rows.map((row) => ({ ...row, name: wordsOf(device, row.key)?.[language] ?? row.key })),
    ),
  }),
  answer(updatesByDept, { read: byDept }),
]
