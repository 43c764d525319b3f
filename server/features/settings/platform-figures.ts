import { errorLog } from '#contract/calls/record/log.ts'
import type { hospitalFigures } from '#contract/calls/settings/hospital.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { dayStart, homeDay } from '#contract/kit/time/day.ts'
import { platformTenant } from '#contract/roles.ts'
import { type Rows, rowsAs } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'

type Figures = AnswerOf<typeof hospitalFigures>
type Row = Figures['rows'][number]

/** The figures of every organisation, for the platform's own people. */
export function platformFigures({ actor, occurredAt }: Context): ReadPlan<Figures> {
  // Tenants are no secret of row level security, so that it is asked here as well as by the right.
  if (actor.tenantId !== platformTenant) throw new Refusal('forbidden', { right: { zh: '机构', en: 'Organisation' } })
  const since = dayStart(homeDay(occurredAt))
  return {
    queries: [
      {
        text: `select f.tenant as "tenantId", t.tenant_name as "tenantName", (t.stopped_at is not null)::int as "isStopped", f.people, f.devices, f.errors, f.sign_ins as "signIns"
          from platform_figures($1) f join tenant t on t.id = f.tenant order by t.created_at desc, t.id`,
        values: [since],
      },
      {
        text: `select e.id, t.tenant_name as "tenantName", e.message, e.url, e.at as "createTime"
          from platform_errors($1, 50) e join tenant t on t.id = e.tenant order by e.at desc, e.id limit 50`,
        values: [since],
      },
    ],
    answer([found, errors]: Rows[]) {
      const rows = rowsAs<Row>(found)
      const sum = (name: 'people' | 'devices' | 'errors' | 'signIns'): number => rows.reduce((all, row) => all + Number(row[name]), 0)
      return {
        hospitals: rows.filter(({ tenantId }) => tenantId !== platformTenant).length,
        people: sum('people'),
        devices: sum('devices'),
        errors: sum('errors'),
        signIns: sum('signIns'),
        rows,
        // Errors of pages are a log.
        newest: actor.rights.has(errorLog.may) ? rowsAs<Figures['newest'][number]>(errors) : [],
      }
    },
  }
}
