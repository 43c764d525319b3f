import type { ImportTarget } from '#contract/registry.ts'
import type { Query, Row } from '#server/db/query.ts'
import { nameKey } from '#server/kit/import/cells/cell-values.ts'

/** A value of a sheet and what a hospital means by it; an empty text: nothing. */
export interface Meaning {
  readonly field: string
  readonly said: string
  readonly means?: string | null
}

/** What a hospital means by the values of its sheets. */
export const rememberedValues = (tenantId: string, target: ImportTarget): Query => ({
  text: 'select field, said, means from import_value where tenant_id = $1 and entity = $2',
  values: [tenantId, target],
})

/** Remembered values by field and by the key of the value. */
export function meaningsOf(rows: readonly Row[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const meanings = new Map<string, Map<string, string>>()
  for (const { field, said, means } of rows) {
    const of = meanings.get(String(field)) ?? new Map<string, string>()
    meanings.set(String(field), of.set(String(said), String(means)))
  }
  return meanings
}

/** The most meanings that one list keeps for a hospital: every import loads them. */
export const mostMeanings = 5000

/** Remembers what values mean; beyond the most, only those that are known already change. */
export const rememberValues = (tenantId: string, target: ImportTarget, values: readonly Meaning[]): Query => {
  const last = new Map(values.map((one) => [JSON.stringify([one.field, nameKey(one.said)]), one]))
  const rows = [...last.values()].map(({ field, said, means }) => ({ field, said: nameKey(said), means: means ?? '' }))
  return {
    text: `insert into import_value (tenant_id, entity, field, said, means) select $1, $2, v.field, v.said, v.means
      from (select v.*, k.said is not null as is_known, row_number() over (partition by k.said is null order by v.place) as turn
        from rows from (jsonb_to_recordset($3::jsonb) as (field text, said text, means text)) with ordinality v(field, said, means, place)
        left join import_value k on k.tenant_id = $1 and k.entity = $2 and k.field = v.field and k.said = v.said) v
      where v.is_known or v.turn <= $4 - (select count(*) from import_value where tenant_id = $1 and entity = $2)
      on conflict (tenant_id, entity, field, said) do update set means = excluded.means`,
    values: [tenantId, target, JSON.stringify(rows), mostMeanings],
  }
}
