import { device } from '#contract/entities/asset/device.ts'
import { checkLine } from '#contract/entities/check/check-line.ts'
import { checkScan } from '#contract/entities/check/check-scan.ts'
import { checkTask } from '#contract/entities/check/check-task.ts'
import { location } from '#contract/entities/place/location.ts'
import { dept } from '#contract/entities/platform/dept.ts'
import { homeOffset } from '#contract/kit/moment.ts'
import { selecting, sql, table } from '#server/db/columns.ts'
import { Parameters } from '#server/db/query.ts'
import { veilSql } from '#server/kit/blind-tasks.ts'
import type { Context } from '#server/kit/context.ts'
import { figures } from './figures.ts'
import { lines, seesSql, shownSql } from './report-queries.ts'

const [, k] = table(checkTask, 'k')
const [, l] = table(checkLine, 'l')
const [tasks] = table(checkTask, 'k')
const [scans, s] = table(checkScan, 's')
const [devices, c] = table(device, 'c')
const [places, p] = table(location, 'p')
const [depts, d] = table(dept, 'd')
const once = { once: true } as const
const homeDayOf = (column: string): string => `(${column} at time zone interval '${homeOffset}')`

/** The condition of the lines of running checks that the person sees. */
function runningSql(context: Context, into: Parameters): string {
  return `${seesSql(context, into)} and ${k.checkStatus} = 'open'${shownSql(context, into)}`
}

/** The departments of running checks with their cards on the book and those not counted yet, most of which are left first. */
export function countingDepts(context: Context) {
  const into = new Parameters()
  return selecting(
    {
      id: sql<string>(`coalesce(${l.deptId}::text, '')`),
      name: sql<string | null>(`max(${d.deptName})`),
      book: figures.book,
      pending: figures.pending,
    },
    `from ${lines} left join ${depts} on ${d.tenantId} = ${k.tenantId} and ${d.id} = ${l.deptId}
      where ${runningSql(context, into)} group by ${l.deptId} having count(*) filter (where ${l.isSurplus} = 0) > 0 order by 4 desc, 3 desc, 1`,
    into,
    once,
  )
}

/** How many cards on the book of running checks were counted on each day since one. */
export function countedDays(context: Context, since: string) {
  const into = new Parameters()
  const day = `${homeDayOf(l.seenAt)}::date`
  return selecting(
    { day: sql<string>(`to_char(${day}, 'YYYY-MM-DD')`), counted: sql<number>('count(*)::int') },
    `from ${lines} where ${runningSql(context, into)} and ${l.isSurplus} = 0 and ${day} >= ${into.add(since)}::date group by ${day} order by ${day}`,
    into,
    once,
  )
}

/** The checks that ended last, with what they found. */
export function closedQuery(context: Context, most: number) {
  const into = new Parameters()
  return selecting(
    { id: k.id, checkTitle: k.checkTitle, closedAt: k.closedAt, ...figures },
    `from ${lines} where ${seesSql(context, into)} and ${k.checkStatus} = 'closed'${shownSql(context, into)}
      group by ${k.tenantId}, ${k.id} order by ${k.closedAt} desc nulls last, ${k.id} limit ${most}`,
    into,
    once,
  )
}

/** FROM and WHERE of the observations since the beginning of a day in checks that the person sees; withdrawn ones are none. */
function observed(context: Context, into: Parameters, day: string): string {
  const veil = veilSql(checkScan, context.actor, 's', into)
  return `from ${tasks} join ${scans} on ${s.tenantId} = ${k.tenantId} and ${s.checkId} = ${k.id}
    where ${seesSql(context, into)} and ${s.isWithdrawn} = 0${veil ? ` and ${veil}` : ''}
      and ${s.correctedAt} >= ${into.add(`${day}T00:00:00${homeOffset}`)}::timestamptz`
}

/** How many observations, devices, places and people there are since the beginning of a day. */
export function scanTotals(context: Context, day: string) {
  const into = new Parameters()
  const distinct = (column: string) => sql<number>(`count(distinct ${column})::int`)
  return selecting(
    { scans: sql<number>('count(*)::int'), devices: distinct(s.deviceId), places: distinct(s.locationId), people: distinct(s.userId) },
    observed(context, into, day),
    into,
    once,
  )
}

/** Observations by the way they were made. */
export function scanWays(context: Context, day: string) {
  const into = new Parameters()
  return selecting(
    { way: s.way, count: sql<number>('count(*)::int') },
    `${observed(context, into, day)} group by ${s.way} order by 2 desc, 1`,
    into,
    once,
  )
}

/** Observations by the hour of the day. */
export function scanHours(context: Context, day: string) {
  const into = new Parameters()
  const hour = `extract(hour from ${homeDayOf(s.correctedAt)})`
  return selecting(
    { hour: sql<number>(`${hour}::int`), count: sql<number>('count(*)::int') },
    `${observed(context, into, day)} group by ${hour} order by 1`,
    into,
    once,
  )
}

/** The last observations. */
export function latestScans(context: Context, day: string, most: number) {
  const into = new Parameters()
  return selecting(
    {
      id: s.id,
      deviceName: sql<string | null>(c.deviceName),
      code: sql<string>(`coalesce(${s.code}, '')`),
      locationName: sql<string | null>(p.fullName),
      way: s.way,
      at: sql<string>(s.correctedAt),
    },
    `from (select s.* ${observed(context, into, day)} order by ${s.correctedAt} desc, ${s.id} desc limit ${most}) s
      left join ${devices} on ${c.tenantId} = ${s.tenantId} and ${c.id} = ${s.deviceId}
      left join ${places} on ${p.tenantId} = ${s.tenantId} and ${p.id} = ${s.locationId}
      order by ${s.correctedAt} desc, ${s.id} desc`,
    into,
    once,
  )
}
