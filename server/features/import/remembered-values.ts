import type { ImportTarget } from '#contract/imports.ts'
import type { Query, Row } from '#server/db/query.ts'
import { nameKey } from '#server/kit/import/cell-values.ts'

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

/** Remembers what values mean. */
export const rememberValues = (tenantId: string, target: ImportTarget, values: readonly Meaning[]): Query => {
  const last = new Map(values.map((one) => [JSON.stringify([one.field, nameKey(one.said)]), one]))
  const rows = [...last.values()].map(({ field, said, means }) => ({ field, said: nameKey(said), means: means ?? '' }))
  return {
    text: `insert into import_value (tenant_id, entity, field, said, means) select $1, $2, v.field, v.said, v.means
      from jsonb_to_recordset($3::jsonb) v(field text, said text, means text)
      on conflict (tenant_id, entity, field, said) do update set means = excluded.means`,
    values: [tenantId, target, JSON.stringify(rows)],
  }
}
