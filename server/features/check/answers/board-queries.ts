import { checkScan } from '#contract/entities/check/check-scan.ts'
import type { checkTask } from '#contract/entities/check/check-task.ts'
import { dayStart } from '#contract/kit/time/day.ts'
import { homeTimeSql } from '#server/db/home-time.ts'
import { Parameters, type Query } from '#server/db/query.ts'
import type { RowOf } from '#server/db/row-of.ts'
import { hideBlindLinesSql } from '#server/kit/access/blind-tasks.ts'
import type { Context } from '#server/kit/context.ts'
import { bookFigure, countedSql, type FiguresRow, keptColumns, pendingFigure } from './figures.ts'
import { keptDept, keptLines, seesSql, shownSql } from './report-queries.ts'

/** The condition of the lines of running checks that the person sees. */
function runningSql(context: Context, into: Parameters): string {
  return `${seesSql(context, into)} and k.check_status = 'open'${shownSql(context, into)}`
}

/** The running checks that the person sees, so many at most. */
export function runningIds(context: Context, most: number): Query<{ readonly id: string }> {
  const into = new Parameters()
  return {
    text: `select k.id from check_task k where ${seesSql(context, into)} and k.check_status = 'open' order by k.id limit ${most}`,
    values: into.values,
    once: true,
  }
}

type CountingRow = Pick<FiguresRow, 'book' | 'pending'> & { readonly id: string; readonly name: string | null }

/** The departments of running checks with their cards on the book and those not counted yet, most of which are left first. */
export function countingDepts(context: Context): Query<CountingRow> {
  const into = new Parameters()
  return {
    text: `select coalesce(${keptDept}::text, '') as id, max(d.dept_name) as name, ${bookFigure} as book, ${pendingFigure} as pending
      from ${keptLines} left join dept d on d.tenant_id = k.tenant_id and d.id = l.dept_id
      where ${runningSql(context, into)} group by l.dept_id having sum(l.n) filter (where l.is_surplus = 0) > 0 order by 4 desc, 3 desc, 1`,
    values: into.values,
    once: true,
  }
}

/** How many cards on the book of running checks were counted on each day since one. */
export function countedDays(context: Context, since: string): Query<{ readonly day: string; readonly counted: number }> {
  const into = new Parameters()
  return {
    text: `select to_char(l.seen_on, 'YYYY-MM-DD') as day, sum(l.n)::int as counted
      from ${keptLines} where ${runningSql(context, into)} and ${countedSql} and l.seen_on >= ${into.add(since)}::date
      group by l.seen_on having sum(l.n) <> 0 order by l.seen_on`,
    values: into.values,
    once: true,
  }
}

/** The checks that ended last, with what they found. */
export function closedQuery(context: Context, most: number): Query<FiguresRow & RowOf<typeof checkTask, 'id' | 'checkTitle' | 'closedAt'>> {
  const into = new Parameters()
  return {
    text: `select k.id, k.check_title as "checkTitle", k.closed_at as "closedAt", ${keptColumns}
      from ${keptLines} where ${seesSql(context, into)} and k.check_status = 'closed'${shownSql(context, into)}
      group by k.tenant_id, k.id having sum(l.n) <> 0 order by k.closed_at desc nulls last, k.id limit ${most}`,
    values: into.values,
    once: true,
  }
}

/** FROM and WHERE of the observations since the beginning of a day in checks that the person sees; withdrawn ones are none. */
function observed(context: Context, into: Parameters, day: string): string {
  const veil = hideBlindLinesSql(checkScan, context.actor, 's', into)
  return `from check_task k join check_scan s on s.tenant_id = k.tenant_id and s.check_id = k.id
    where ${seesSql(context, into)} and s.is_withdrawn = 0${veil ? ` and ${veil}` : ''}
      and s.corrected_at >= ${into.add(dayStart(day))}::timestamptz`
}

/** How many observations, devices, places and people there are since the beginning of a day. */
export function scanTotals(context: Context, day: string): Query<Readonly<Record<'scans' | 'devices' | 'places' | 'people', number>>> {
  const into = new Parameters()
  return {
    text: `select count(*)::int as scans, count(distinct s.device_id)::int as devices, count(distinct s.location_id)::int as places,
      count(distinct s.user_id)::int as people ${observed(context, into, day)}`,
    values: into.values,
    once: true,
  }
}

/** Observations by the way they were made. */
export function scanWays(context: Context, day: string): Query<RowOf<typeof checkScan, 'way'> & { readonly count: number }> {
  const into = new Parameters()
  return {
    text: `select s.way, count(*)::int as count ${observed(context, into, day)} group by s.way order by 2 desc, 1`,
    values: into.values,
    once: true,
  }
}

/** Observations by the hour of the day. */
export function scanHours(context: Context, day: string): Query<{ readonly hour: number; readonly count: number }> {
  const into = new Parameters()
  const hour = `extract(hour from ${homeTimeSql('s.corrected_at')})`
  return {
    text: `select ${hour}::int as hour, count(*)::int as count ${observed(context, into, day)} group by ${hour} order by 1`,
    values: into.values,
    once: true,
  }
}

type ScanRow = RowOf<typeof checkScan, 'id' | 'way'> & {
  readonly deviceName: string | null
  readonly code: string
  readonly locationName: string | null
  readonly at: string
}

/** The last observations. */
export function latestScans(context: Context, day: string, most: number): Query<ScanRow> {
  const into = new Parameters()
  return {
    text: `select s.id, c.device_name as "deviceName", coalesce(s.code, '') as code, p.full_name as "locationName", s.way, s.corrected_at as at
      from (select s.* ${observed(context, into, day)} order by s.corrected_at desc, s.id desc limit ${most}) s
      left join device c on c.tenant_id = s.tenant_id and c.id = s.device_id
      left join location p on p.tenant_id = s.tenant_id and p.id = s.location_id
      order by s.corrected_at desc, s.id desc`,
    values: into.values,
    once: true,
  }
}
