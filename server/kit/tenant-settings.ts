import type { Entity } from '#contract/kit/entity/entity.ts'
import { type CustomField, type FieldConfig, type View, viewOf } from '#contract/kit/entity/view.ts'
import { choicesOf, type DictionaryChoices, type DictionaryRow, withAllChoices } from '#contract/kit/fields/dictionary.ts'
import { dictionaryCode, type FieldMap } from '#contract/kit/fields/field.ts'
import { entities } from '#contract/registry.ts'
import type { Query, Row } from '#server/db/query.ts'

/** The settings of a tenant as plain data that can be passed to a worker thread; valid for one cache version (`epoch`). */
export interface PlainSettings {
  readonly epoch: number
  readonly config: readonly (FieldConfig & { entity: string })[]
  readonly custom: readonly (CustomField & { id: string; entity: string })[]
  /** The choices of the dictionaries that its fields use, by code. */
  readonly dictionaries: ReadonlyMap<string, DictionaryChoices>
}

/** The settings with the views derived from them. */
export interface TenantSettings extends PlainSettings {
  /** The entity with the tenant's field configuration. */
  view<E extends Entity>(of: E): View<E>
  /** The inputs of a call or a step with the tenant's own choices. */
  inputs(fields: FieldMap): FieldMap
}

/** The codes of the dictionaries that declared fields use. */
const declaredCodes: readonly string[] = [
  ...new Set(entities.flatMap((of) => Object.values(of.fields).flatMap((field) => dictionaryCode(field) ?? []))),
]

/** The maximum number of dictionary rows for the fields of one tenant. */
const mostRows = 5000

/** The rows of the dictionaries that a tenant's fields use, both its own and the system's, including the heads. */
export const dictionariesQuery = (tenantId: string): Query => ({
  text: `with c as (select unnest($2::text[]) as code union select dictionary_code from custom_field where tenant_id = $1 and dictionary_code is not null)
    select true as own, d.id, d.parent_id as "parentId", d.code, d.dict_key as "dictKey", d.dict_value as "dictValue", d.dict_value_en as "dictValueEn", d.sort, d.is_sealed as "isSealed"
      from dict_biz d join c on c.code = d.code where d.tenant_id = $1
    union all
    select false, d.id, d.parent_id, d.code, d.dict_key, d.dict_value, d.dict_value_en, d.sort, d.is_sealed from dict d join c on c.code = d.code
    limit ${mostRows}`,
  values: [tenantId, declaredCodes],
})

type Found = DictionaryRow & { readonly own: boolean; readonly code: string }

/** The choices of every dictionary in rows of `dictionariesQuery`. The system's dictionary applies if the tenant has no open one. */
export function dictionariesOf(rows: readonly Row[]): Map<string, DictionaryChoices> {
  const all = rows as unknown as Found[]
  const part = (code: string, own: boolean) => {
    const found = all.filter((row) => row.code === code && row.own === own)
    const isOpen = found.some((row) => row.parentId === null && row.isSealed === 0)
    return { isOpen, values: found.filter((row) => row.parentId !== null) }
  }
  return new Map(
    [...new Set(all.map((row) => row.code))].map((code) => {
      const [own, system] = [part(code, true), part(code, false)]
      if (own.isOpen) return [code, choicesOf(own.values, system.values)]
      return [code, choicesOf(system.isOpen ? system.values : [], system.isOpen ? own.values : [...own.values, ...system.values])]
    }),
  )
}

/** Settings with views, each computed on first access. */
export function settingsOf(plain: PlainSettings): TenantSettings {
  const { epoch, config, custom, dictionaries } = plain
  const views = new Map<string, View>()
  const customOf = (entity: string) => custom.filter((row) => row.entity === entity)
  const dictionaryOf = (code: string): DictionaryChoices => dictionaries.get(code) ?? {}
  return {
    epoch,
    config,
    custom,
    dictionaries,
    inputs: (fields) => withAllChoices(fields, dictionaryOf),
    view<E extends Entity>(of: E) {
      let view = views.get(of.name)
      if (!view) {
        const said = config.filter((row) => row.entity === of.name)
        view = viewOf(of, said, customOf(of.name), customOf, dictionaryOf)
        views.set(of.name, view)
      }
      return view as View<E>
    },
  }
}

/** The part of the settings that is passed to a thread. */
export const plainSettings = ({ epoch, config, custom, dictionaries }: PlainSettings): PlainSettings => ({
  epoch,
  config,
  custom,
  dictionaries,
})

/** Estimated bytes of settings, as strings in maps. */
export function bytesOf({ config, custom, dictionaries }: PlainSettings): number {
  const choices = [...dictionaries.values()].flatMap((of) => Object.entries(of))
  const words = choices.reduce((sum, [key, { zh, en }]) => sum + 240 + 2 * (key.length + zh.length + en.length), 0)
  return 1000 + words + 300 * config.length + custom.reduce((sum, { options }) => sum + 400 + 6 * (options?.length ?? 0), 0)
}
