import { Parameters } from '#server/db/query.ts'
import type { CountedLogPlan, LogFilter } from '#server/kit/counts/log-count.ts'

/** Up to so many entries with the keyword are read, each by its text; of more, the newest entries are walked through until a page is full. */
const fewEntries = 20_000

/** The first moment of the month of an ISO moment, or of the month after it. */
function monthOf(moment: string, later = 0): string {
  const at = new Date(moment)
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later)).toISOString()
}

/**
 * Sign-ins whose account or address holds a keyword: which of these texts hold it (`log_word`), and their entries. Totals are exact: whole months come from
 * what is counted of each text; those that a moment cuts, and those of some events alone, from the entries.
 */
export function foundSignIns(tenantId: string, { kinds, acts, since, until }: LogFilter, keyword: string): CountedLogPlan {
  const into = new Parameters()
  const moment = (value: string | undefined, beyond: string, place = into) =>
    `coalesce(${place.add(value ?? null)}::timestamptz, '${beyond}')`
  const [tenant, typed, events, outcomes] = [tenantId, keyword, kinds ?? null, acts ?? null].map((value) => into.add(value))
  const [from, to] = [moment(since, '-infinity'), moment(until, 'infinity')]
  const [first, last] = [moment(since && monthOf(since), '-infinity'), moment(until && monthOf(until), 'infinity')]
  const entries = `access_log t where t.tenant_id = ${tenant} and t.created_at >= ${from} and t.created_at <= ${to}
    and (${events}::text[] is null or t.event = any(${events})) and (${outcomes}::text[] is null or t.outcome = any(${outcomes}))`
  const texts = `log_word w where w.tenant_id = ${tenant} and w.log = 'access_log' and strpos(w.word, ${typed}) > 0
    and w.month::timestamp at time zone 'UTC' >= ${first} and w.month::timestamp at time zone 'UTC' <= ${last}`
  const holding = `t.search = any(array(select w.word from ${texts}))`
  return {
    total: totalOf(),
    keys(size, offset) {
      const place = into.copy()
      const page = `order by t.created_at desc, t.id desc limit ${size} offset ${place.add(offset)}`
      return {
        text: `with few as materialized (select coalesce(sum(w.n), 0) <= ${fewEntries} as yes, (max(w.month) + interval '1 month') at time zone 'UTC' as until from ${texts}),
          read as materialized (select t.tenant_id, t.id, t.created_at from ${entries} and (select yes from few) and ${holding})
          (select t.tenant_id, t.id, t.created_at as at from read t ${page}) union all
          (select t.tenant_id, t.id, t.created_at as at from ${entries} and not (select yes from few) and strpos(t.search, ${typed}) > 0
            and t.created_at < (select until from few) ${page})`,
        values: place.values,
      }
    },
  }

  function totalOf() {
    const each = `select count(*) from ${entries} and ${holding}`
    if (kinds || acts || (since && until && monthOf(since, 1) >= monthOf(until)))
      return { text: `select (${each})::bigint as total`, values: into.values }
    const place = into.copy()
    const [begin, end] = [moment(since && monthOf(since, 1), '-infinity', place), moment(until && monthOf(until), 'infinity', place)]
    return {
      text: `select ((select coalesce(sum(w.n), 0) from ${texts} and w.month::timestamp at time zone 'UTC' >= ${begin} and w.month::timestamp at time zone 'UTC' < ${end})
        + (${each} and t.created_at < ${begin}) + (${each} and t.created_at >= ${end}))::bigint as total`,
      values: place.values,
    }
  }
}
