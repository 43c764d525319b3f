import { metrologyCard } from '#contract/entities/service/metrology-card.ts'
import { openRecordStates } from '#contract/entities/service/metrology-record.ts'
import { type CertificateEnd, certificateEnd } from '#contract/kit/fields/cycle.ts'
import { certificateEndOf } from '#contract/params.ts'
import { Parameters, type Query, type Row } from '#server/db/query.ts'
import { mayList, scopeSql } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { cycleOfCard, endParam } from '../certificate-end.ts'

/** The metrology cards that a person sees and that go on, with the planned day of an open record. None where the person may not list them. */
export function cardsAhead(context: Context, deptId: string | null): readonly [cards: Query, ends: Query] {
  const { actor } = context
  const into = new Parameters()
  const tenant = into.add(actor.tenantId)
  const scope = scopeSql(metrologyCard, actor, 't', into)
  const dept = into.add(deptId)
  const seen = mayList(actor, metrologyCard) ? 'true' : 'false'
  const text = `select t.id, t.device_id, t.due_date, t.measure_kind, t.measure_cycle, t.measure_cycle_unit, t.first_only, o.planned_on,
      d.device_name, d.device_code, q.dept_name
    from measure_card t join device d on d.tenant_id = t.tenant_id and d.id = t.device_id and not d.is_deleted
      left join dept q on q.tenant_id = d.tenant_id and q.id = d.use_dept_id
      left join lateral (select coalesce(r.planned_on, r.due_date) as planned_on from measure_record r where r.tenant_id = t.tenant_id and r.device_id = t.device_id
        and r.measure_kind = t.measure_kind and r.record_status = any(${into.add([...openRecordStates])}::text[]) and not r.is_deleted
        order by r.created_at desc, r.id desc limit 1) o on true
    where ${seen} and t.tenant_id = ${tenant} and not t.is_deleted and t.pause is null and (t.due_date is not null or o.planned_on is not null)${scope ? ` and ${scope}` : ''}
      and (${dept}::uuid is null or d.use_dept_id in (select b.id from dept a join dept b on b.tenant_id = a.tenant_id
        and b.path >= a.path and b.path < a.path || chr(127) where a.tenant_id = ${tenant} and a.id = ${dept}))`
  return [{ text, values: into.values }, endParam(actor.tenantId)]
}

/** The setting of the hospital among the rows of that query. */
export const endsIn = (rows: readonly Row[]): CertificateEnd => certificateEndOf(rows[0]?.param_value as string | undefined)

/** The days until a day on which a device needs a certificate, if each is got on its day; what is overdue stands today. */
export function metrologyDays(card: Row, ends: CertificateEnd, today: string, until: string): string[] {
  const cycle = cycleOfCard(card)
  const found: string[] = []
  let day = String(card.planned_on ?? card.due_date)
  if (day < today) day = today
  while (day <= until) {
    found.push(day)
    if (!cycle) break
    const next = certificateEnd(day, cycle, ends, found)
    // A cycle of one day that ends on the day before.
    if (next <= day) break
    day = next
  }
  return found
}
