import { device } from '#contract/entities/asset/device/device.ts'
import { isSummedSql } from '#server/kit/counts/summed.ts'

/** What held of a field up to and with a month: field, last month (months since the year 0), value, and why the value was changed. */
export type HeldTerm = readonly [field: string, last: number, value: string | null, reason: string | null]

/** SQL of the terms that held before changes of the owners (comma separated), the earliest first; null where nothing was changed. */
export const termsSql = (tenant: string, owners: string): string =>
  `(select json_agg(json_build_array(h.field, h.last_month, h.value, h.reason) order by h.last_month) from depreciation_term h
    where h.tenant_id = ${tenant} and h.owner_id in (${owners}))`

/** SQL of a month, in months since the year 0, of a day. */
export const monthSql = (day: string): string => `(extract(year from ${day})::int * 12 + extract(month from ${day})::int - 1)`

/** SQL of what a link of the device `d` was in the month of a day: the kept value, else `now`. */
export const heldSql = (field: 'dept' | 'fund' | 'ownership', now: string, day: string): string =>
  `coalesce((select h.value from depreciation_term h where h.tenant_id = d.tenant_id and h.owner_id = d.id and h.field = '${field}'
    and h.last_month >= ${monthSql(day)} order by h.last_month limit 1)${field === 'dept' ? '::uuid' : ''}, ${now})`

/** SQL that the device `d` belongs to the hospital: only then its value is in a book. */
export const ownedSql = isSummedSql(device, 'originalValue', 'd')

/** SQL that the device `d` with its place `b` in a book is charged by it: filed and there, and owned now or before; or charged before. */
export const inBookSql = `(d.filing_status = 'filed' and d.eam_status <> 'disposed' and (${ownedSql} or exists (select 1 from depreciation_term o
        where o.tenant_id = d.tenant_id and o.owner_id = d.id and o.field = 'ownership')) or b.id is not null)`

/** What held in a month, by field; a field that has not changed since is absent. */
export function heldIn(terms: readonly HeldTerm[], month: number): Record<string, string | null> {
  const held: Record<string, string | null> = {}
  for (const [field, last, value] of terms) if (last >= month && !(field in held)) held[field] = value
  return held
}
