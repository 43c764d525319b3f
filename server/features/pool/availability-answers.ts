import { availability, devicesToBorrow, poolCalendar } from '#contract/calls/pool/pool.ts'
import { deviceStop } from '#contract/entities/asset/stops/device-stop.ts'
import { openBorrowingStates } from '#contract/entities/pool/borrowing-states.ts'
import { sharedBorrowing } from '#contract/entities/pool/shared-borrowing.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { dayStart } from '#contract/kit/time/day.ts'
import { availabilitySentence } from '#contract/pool-availability.ts'
import { Parameters, type Row, rowsAs } from '#server/db/query.ts'
import { mayList, scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { nameSql } from '#server/kit/read/by-name.ts'
import { likeText } from '#server/kit/read/like.ts'
import { keywordOf } from '#server/kit/read/search.ts'
import { read } from '#server/kit/refuse.ts'
import { refuseTimes } from './claim.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const mostShown = 500

/** Pool devices over `s` with their cards over `d`, and the condition of a keyword. */
const pool = (into: Parameters, tenant: string, keyword: unknown): string => {
  const like = keyword ? into.add(`%${likeText(keywordOf(keyword))}%`) : undefined
  const found = like ? ` and (s.search like ${like} or search_form(c.class_name) like ${like})` : ''
  return `pool_device s join device d on d.tenant_id = s.tenant_id and d.id = s.device_id
    left join device_class c on c.tenant_id = s.tenant_id and c.id = s.device_class_id
    left join dept p on p.tenant_id = s.tenant_id and p.id = s.lend_dept_id
    where s.tenant_id = ${tenant} and not s.is_deleted and not d.is_deleted${found}`
}

interface Counted {
  readonly name: string
  readonly deptId: string | null
  readonly deptName: string | null
  readonly total: number
  readonly free: number
  /** Devices that may leave before the department has too few of the class; null without a rule. */
  readonly spare: number | null
}

/** What is free of each kind and where; a minimum that has to stay is taken off. */
function freeNow(context: Context): ReadPlan<AnswerOf<typeof availability>> {
  const { keyword, fromTime, toTime } = read(availability.input, context.input) as Record<string, string | null | undefined>
  const from = new Date(fromTime ?? context.occurredAt)
  const to = new Date(toTime ?? from.getTime() + hourMs)
  refuseTimes({ from: from.toISOString(), to: to.toISOString() }, context.occurredAt)
  const into = new Parameters()
  const tenant = into.add(context.actor.tenantId)
  const time = `tstzrange(${into.add(from.toISOString())}::timestamptz, ${into.add(to.toISOString())}::timestamptz, '[)')`
  const open = `${into.add([...openBorrowingStates])}::text[]`
  const taken = (
    card: string,
  ): string => `exists (select 1 from shared_borrowing b where b.tenant_id = ${card}.tenant_id and b.device_id = ${card}.id
      and b.borrowing_status = any(${open}) and not b.is_deleted
      and tstzrange(b.from_time, case when b.borrowing_status = 'lent' then greatest(b.to_time, now()) else b.to_time end, '[)') && ${time})`
  const there = (
    card: string,
  ): string => `(${card}.stop_kinds is null and (${card}.eam_status in ('in_use', 'in_stock') or ${card}.eam_status = 'lent' and exists (select 1 from shared_borrowing l
      where l.tenant_id = ${card}.tenant_id and l.device_id = ${card}.id and l.borrowing_status = 'lent' and not l.is_deleted)))`
  return {
    queries: [
      {
        text: `select f.name, f.dept_id as "deptId", f.dept_name as "deptName", f.total, f.free, (select case when m.id is null then null else
            (select count(*)::int from device x where x.tenant_id = m.tenant_id and x.use_dept_id = m.dept_id and x.classify_id = m.device_class_id and not x.is_deleted
              and ${there('x')} and not ${taken('x')}) - m.minimum end
            from pool_minimum m where m.tenant_id = ${tenant} and m.dept_id = f.dept_id and m.device_class_id = f.class_id and not m.is_deleted) as spare
          from (select coalesce(c.class_name, d.device_name) as name, s.device_class_id as class_id, s.lend_dept_id as dept_id, p.dept_name,
              count(*)::int as total, count(*) filter (where ${there('d')} and not ${taken('d')})::int as free
            from ${pool(into, tenant, keyword)} group by 1, 2, 3, 4) f order by ${nameSql('f.name')}, ${nameSql('f.dept_name')} nulls last`,
        values: into.values,
        once: true,
      },
    ],
    answer: ([rows]) => gathered(rowsAs<Counted>(rows), context.language),
  }
}

function gathered(rows: readonly Counted[], language: Context['language']): AnswerOf<typeof availability> {
  const kinds = new Map<string, Counted[]>()
  for (const row of rows) kinds.set(row.name, [...(kinds.get(row.name) ?? []), row])
  const nowhere = { zh: '未分配科室', en: 'No department' }[language]
  return [...kinds].map(([name, counted]) => {
    const depts = counted.map(({ deptId, deptName, free, spare }) => ({
      deptId,
      deptName: deptName ?? nowhere,
      free: Math.max(0, Math.min(free, spare ?? free)),
    }))
    const sum = (of: readonly number[]): number => of.reduce((all, one) => all + one, 0)
    return {
      name,
      total: sum(counted.map(({ total }) => total)),
      free: sum(depts.map(({ free }) => free)),
      sentence: availabilitySentence(name, depts)[language],
      depts,
    }
  })
}

/** Every shared device with where it is, for pickers. */
function choices(context: Context): ReadPlan<AnswerOf<typeof devicesToBorrow>> {
  const { keyword, ids, num } = read(devicesToBorrow.input, context.input) as {
    keyword?: string | null
    ids?: string[] | null
    num?: number | null
  }
  const into = new Parameters()
  const from = pool(into, into.add(context.actor.tenantId), keyword)
  const stopped = `${into.add(deviceStop[context.language])}::text`
  const named = ids && ids.length > 0 ? ` and d.id = any(${into.add(ids)}::uuid[])` : ''
  return {
    queries: [
      {
        text: `select d.id, concat_ws(' · ', d.device_name, d.device_code, p.dept_name, case when d.stop_kinds is not null then ${stopped} end) as name from ${from}${named} order by ${nameSql('d.device_name')}, d.device_code limit ${num ?? 50}`,
        values: into.values,
        once: true,
      },
    ],
    answer: ([rows]) => rowsAs<{ id: string; name: string }>(rows),
  }
}

type Calendar = AnswerOf<typeof poolCalendar>[number]

/** When shared devices are taken. Whom a borrowing is for stays with its departments; that a time is taken is for all to see. */
function calendar(context: Context): ReadPlan<AnswerOf<typeof poolCalendar>> {
  const { beginDate, days, deviceId, keyword } = read(poolCalendar.input, context.input) as {
    beginDate: string
    days: number
    deviceId?: string | null
    keyword?: string | null
  }
  const begin = new Date(dayStart(beginDate))
  const end = new Date(begin.getTime() + days * dayMs)
  const into = new Parameters()
  const tenant = into.add(context.actor.tenantId)
  const from = pool(into, tenant, keyword)
  const only = deviceId ? ` and d.id = ${into.add(deviceId)}` : ''
  const time = `tstzrange(${into.add(begin.toISOString())}::timestamptz, ${into.add(end.toISOString())}::timestamptz, '[)')`
  const seen = mayList(context.actor, sharedBorrowing) ? scopeSql(sharedBorrowing, context.actor, 'b', into) || 'true' : 'false'
  return {
    queries: [
      {
        text: `select d.id as "deviceId", d.device_name as "deviceName", d.device_code as "deviceCode", p.dept_name as "deptName",
            coalesce((select json_agg(json_build_object('id', case when ${seen} then b.id end, 'fromTime', coalesce(b.handed_out_at, b.from_time), 'toTime', coalesce(b.returned_at, b.to_time), 'status', b.borrowing_status,
                'deptName', q.dept_name, 'isOverdue', b.borrowing_status = 'lent' and b.to_time < now()) order by b.from_time)
              from shared_borrowing b left join dept q on q.tenant_id = b.tenant_id and q.id = b.borrow_dept_id
              where b.tenant_id = s.tenant_id and b.device_id = s.device_id and b.borrowing_status <> 'cancelled' and not b.is_deleted
                and tstzrange(coalesce(b.handed_out_at, b.from_time), greatest(coalesce(b.returned_at, case when b.borrowing_status = 'lent' then greatest(b.to_time, now()) else b.to_time end),
                  coalesce(b.handed_out_at, b.from_time)), '[]') && ${time}), '[]'::json) as spans
          from ${from}${only} order by ${nameSql('p.dept_name')} nulls last, ${nameSql('d.device_name')}, d.device_code limit ${mostShown}`,
        values: into.values,
        once: true,
      },
    ],
    answer: ([rows]) =>
      rowsAs<Row & Calendar>(rows).map((row) => ({
        ...row,
        spans: row.spans.map((span) => ({
          ...span,
          fromTime: new Date(span.fromTime).toISOString(),
          toTime: new Date(span.toTime).toISOString(),
        })),
      })),
  }
}

export const availabilityAnswers: readonly Answer[] = [
  answer(availability, { read: freeNow }),
  answer(devicesToBorrow, { read: choices }),
  answer(poolCalendar, { read: calendar }),
]
