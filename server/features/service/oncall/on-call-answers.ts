import { onCallNow, onCallWeek } from '#contract/calls/service/on-call.ts'
import { user } from '#contract/entities/identity/user.ts'
import { isWorkTime, partsOf } from '#contract/entities/service/oncall/on-call-hours.ts'
import { onCallRota } from '#contract/entities/service/oncall/on-call-rota.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { dayStart, daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { isRestDay } from '#contract/kit/time/due-day.ts'
import type { Row } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { hoursFrom, hoursQueries, isAway, rotasQuery, serving, shiftOf, shiftsQuery } from './rota.ts'

type Now = AnswerOf<typeof onCallNow>

const iso = (at: number): string => new Date(at).toISOString()

/** Far enough ahead for every change but those at the next start of a day, which is one itself: people are on leave by days. */
const aheadMs = 86_400_000

/** Who is on call now. The working hours of the moment say whether it matters. */
function now(context: Context): ReadPlan<Now> {
  const { actor } = context
  const { deptId } = read(onCallNow.input, context.input) as { deptId?: string | null }
  const at = new Date()
  const { tenantId } = actor
  // A field that the hospital hides says nothing.
  const showsPhone = 'phone' in actor.settings.view(user).fields
  return {
    queries: [
      ...hoursQueries(tenantId),
      rotasQuery(tenantId, deptId ?? null),
      shiftsQuery(tenantId, at, new Date(at.getTime() + aheadMs), null),
      {
        text: `select u.id, u.real_name, u.phone, u.status <> 'active' or u.is_deleted or ${isAway('$2')} as is_away from app_user u where u.tenant_id = $1 and u.id in (
          select r.leader_id from on_call_rota r where r.tenant_id = $1 and not r.is_deleted
          union select unnest(array[s.person_id, s.backup_id]) from on_call_shift s where s.tenant_id = $1 and not s.is_deleted
            and (s.shift_kind = 'weekly' or (s.starts_at <= $3::timestamptz and s.ends_at > $3::timestamptz)))`,
        values: [tenantId, homeDay(at), at],
      },
    ],
    answer([params, days, rotas, shifts, users]) {
      const { hours, calendar } = hoursFrom(params!.rows, days!.rows)
      const served = serving(rotas!.rows)
      const shown = deptId ? (served ? [served] : []) : rotas!.rows
      const all = shifts!.rows.map(shiftOf)
      const [from, ends] = [at.getTime(), at.getTime() + aheadMs]
      const partsOfRota = (rota: Row) =>
        partsOf(
          all.filter(({ rotaId }) => rotaId === rota.id),
          from,
          ends,
          hours,
          calendar,
        )
      const dayEnds = Date.parse(dayStart(daysAfter(homeDay(at), 1)))
      const worksUntil = partsOf([], from, ends, hours, calendar)[0]!.to
      const next = Math.min(dayEnds, worksUntil, ...shown.map((rota) => partsOfRota(rota)[0]!.to))
      const people = new Map(
        users!.rows.map((row) => [
          row.id,
          { name: String(row.real_name), phone: showsPhone ? ((row.phone ?? null) as string | null) : null, isAway: row.is_away === true },
        ]),
      )
      return {
        isWorkTime: isWorkTime(from, hours, calendar),
        changesIn: Math.max(1, Math.ceil((next - from) / 1000)),
        rotas: shown
          .map((rota) => {
            const [part] = partsOfRota(rota)
            const shift = part?.shift
            // A shift that goes on beyond what was looked at, such as a dated one of a week, ends by itself.
            const until = shift && (part.to < ends ? part.to : shift.kind === 'dated' ? shift.to : part.to)
            return {
              id: String(rota.id),
              name: String(rota.rota_name),
              until: until === undefined ? null : iso(until),
              person: people.get(shift?.personId) ?? null,
              backup: people.get(shift?.backupId) ?? null,
              leader: people.get(rota.leader_id) ?? null,
            }
          })
          .sort((one, other) => one.name.localeCompare(other.name, 'zh')),
      }
    },
  }
}

const weekDays = 7

/** The parts of a week of one rota. */
function week(context: Context): ReadPlan<AnswerOf<typeof onCallWeek>> {
  const { tenantId } = context.actor
  const { rotaId, from } = read(onCallWeek.input, context.input) as { rotaId: string; from: string }
  const days = Array.from({ length: weekDays }, (_, at) => daysAfter(from, at))
  const [begins, ends] = [new Date(dayStart(from)), new Date(dayStart(daysAfter(from, weekDays)))]
  return {
    queries: [
      ...hoursQueries(tenantId),
      shiftsQuery(tenantId, begins, ends, [rotaId]),
      { text: 'select id from on_call_rota where tenant_id = $1 and id = $2 and not is_deleted', values: [tenantId, rotaId] },
      {
        text: `select u.id, u.real_name from app_user u where u.tenant_id = $1 and u.id in (
          select unnest(array[s.person_id, s.backup_id]) from on_call_shift s where s.tenant_id = $1 and s.rota_id = $2 and not s.is_deleted)`,
        values: [tenantId, rotaId],
      },
    ],
    answer([params, marked, shifts, rota, users]) {
      if (rota!.rows.length === 0) throw new Refusal('not_found', { what: onCallRota })
      const { hours, calendar } = hoursFrom(params!.rows, marked!.rows)
      const names = new Map(users!.rows.map((row) => [row.id, String(row.real_name)]))
      const called = new Map(marked!.rows.map((row) => [String(row.day), String(row.day_name)]))
      const parts = partsOf(shifts!.rows.map(shiftOf), begins.getTime(), ends.getTime(), hours, calendar)
      return {
        days: days.map((day) => ({ day, isRest: isRestDay(day, calendar), name: called.get(day) ?? null })),
        parts: parts.map((part) => ({
          ...{ from: iso(part.from), to: iso(part.to), kind: part.kind, shiftId: part.shift?.id ?? null },
          personName: names.get(part.shift?.personId) ?? null,
          backupName: names.get(part.shift?.backupId) ?? null,
        })),
        gapMinutes: parts.filter(({ kind }) => kind === 'gap').reduce((sum, part) => sum + (part.to - part.from) / 60_000, 0),
      }
    },
  }
}

/** Who is on call now, and in a week. */
export const onCallAnswers: readonly Answer[] = [answer(onCallNow, { read: now }), answer(onCallWeek, { read: week })]
