import { type Hours, minuteOf, type ShiftTimes, type Stretch, stretchAt } from '#contract/entities/service/oncall/on-call-hours.ts'
import type { WorkCalendar } from '#contract/kit/time/due-day.ts'
import { workHoursKey, workHoursOf } from '#contract/params.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Query, Row } from '#server/db/query.ts'

/** A shift as it is stored, with its times. */
export type Shift = ShiftTimes & {
  readonly id: string
  readonly rotaId: string
  readonly personId: string
  readonly backupId: string | null
}

/** A shift from its row. */
export function shiftOf(row: Row): Shift {
  const of = {
    id: String(row.id),
    rotaId: String(row.rota_id),
    personId: String(row.person_id),
    backupId: (row.backup_id ?? null) as string | null,
  }
  if (row.shift_kind === 'dated')
    return { ...of, kind: 'dated', from: Date.parse(String(row.starts_at)), to: Date.parse(String(row.ends_at)) }
  return {
    ...of,
    kind: 'weekly',
    weekday: Number(row.weekday),
    from: minuteOf(String(row.from_time)) ?? 0,
    to: minuteOf(String(row.to_time)) ?? 0,
    validFrom: String(row.valid_from),
    validTo: row.valid_to ? String(row.valid_to) : null,
  }
}

/** The shifts of rotas that may lie between two moments; of all rotas without their ids. */
export const shiftsQuery = (tenantId: string, from: Date, to: Date, rotaIds: readonly unknown[] | null): Query => ({
  text: `select s.* from on_call_shift s where s.tenant_id = $1 and not s.is_deleted and ($4::uuid[] is null or s.rota_id = any($4::uuid[]))
    and (s.shift_kind = 'weekly' or (s.starts_at < $3::timestamptz and s.ends_at > $2::timestamptz)) order by s.id`,
  values: [tenantId, from, to, rotaIds],
})

/** The working hours of a hospital, and the days that differ in its calendar. */
export const hoursQueries = (tenantId: string): readonly [Query, Query] => [
  {
    text: 'select param_value from param where tenant_id = $1 and param_key = $2 and not is_deleted',
    values: [tenantId, workHoursKey],
  },
  { text: 'select day, day_kind, day_name from work_day where tenant_id = $1 and not is_deleted', values: [tenantId] },
]

/** The same from the rows of both. */
export const hoursFrom = (params: readonly Row[], days: readonly Row[]): { hours: readonly Hours[]; calendar: WorkCalendar } => ({
  hours: workHoursOf(params[0]?.param_value),
  calendar: new Map(days.map((row) => [String(row.day), row.day_kind as 'rest' | 'work'])),
})

/** Working hours within a transaction. */
export async function hoursOf(tx: Transaction): Promise<ReturnType<typeof hoursFrom>> {
  const [param, days] = hoursQueries(tx.tenantId)
  const found = await tx.run(param)
  return hoursFrom(found.rows, (await tx.run(days)).rows)
}

/**
 * The open rota that serves a department: the one that names it or the nearest department above it, else the one that names none. `dept`: the placeholder
 * of the department; without one all open rotas.
 */
export const rotasQuery = (tenantId: string, deptId: string | null): Query => ({
  text: `select r.*, (select max(length(d.path)) from dept d join dept own on own.tenant_id = d.tenant_id and own.id = $2::uuid
        and own.path >= d.path and own.path < d.path || chr(127) where d.tenant_id = r.tenant_id and d.id = any(r.depts)) as near
    from on_call_rota r where r.tenant_id = $1 and not r.is_deleted and coalesce(r.is_inactive, 0) = 0`,
  values: [tenantId, deptId],
})

const isForAll = (row: Row): boolean => ((row.depts as readonly string[] | null) ?? []).length === 0

/** The one of those rotas that serves the department. */
export function serving(rows: readonly Row[]): Row | undefined {
  const near = rows.filter((row) => row.near !== null).sort((one, other) => Number(other.near) - Number(one.near))
  return near[0] ?? rows.find(isForAll)
}

/** The rota that serves a department, within a transaction. */
export const servingDept = async (tx: Transaction, deptId: unknown): Promise<Row | undefined> =>
  serving((await tx.run(rotasQuery(tx.tenantId, (deptId ?? null) as string | null))).rows)

/** Who is on call in a rota at a moment. */
export async function stretchIn(tx: Transaction, rotaId: unknown, at: Date): Promise<Stretch<Shift> | undefined> {
  const { rows } = await tx.run(shiftsQuery(tx.tenantId, at, new Date(at.getTime() + 1), [rotaId]))
  return stretchAt(rows.map(shiftOf), at.getTime())
}

/** SQL over a user `u` and a day: on leave that was granted, or with a deputy. */
export const isAway = (
  day: string,
): string => `(exists (select 1 from flow_leave l where l.tenant_id = u.tenant_id and l.applicant_id = u.id and l.leave_status = 'approved' and ${day} between l.start_date and l.end_date)
  or exists (select 1 from flow_absence a where a.tenant_id = u.tenant_id and a.user_id = u.id and not a.is_deleted and ${day} between a.begin_date and a.end_date))`
