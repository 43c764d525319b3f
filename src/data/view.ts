import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fieldConfigList } from '#contract/calls/settings/field-config.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { type CustomField, type FieldConfig, type View, viewOf } from '#contract/kit/entity/view.ts'
import type { DictionaryChoices } from '#contract/kit/fields/dictionary.ts'
import { dictionaryCode } from '#contract/kit/fields/field.ts'
import { entityNamed } from '#contract/registry.ts'
import { invoke } from './client.ts'

/** One field with the tenant's settings; `custom` is present for fields that the tenant added. */
export interface FieldSetting extends FieldConfig {
  readonly custom?: CustomField
  /** Entries of the dictionary, when the field takes its choices from one. */
  readonly choices?: readonly { readonly key: string; readonly zh: string; readonly en: string; readonly isSealed: 0 | 1 }[]
}

/** The choices of the dictionaries that the settings contain, by code. */
function dictionariesIn(of: Entity, settings: readonly FieldSetting[]): ReadonlyMap<string, DictionaryChoices> {
  return new Map(
    settings.flatMap(({ fieldCode, custom, choices }) => {
      const field = of.fields[fieldCode]
      const code = custom ? custom.dictionaryCode : field && dictionaryCode(field)
      if (!code || !choices) return []
      const words = choices.map(({ key, zh, en, isSealed }) => [key, { zh, en, ...(isSealed === 1 ? { sealed: true as const } : {}) }])
      return [[code, Object.fromEntries(words) as DictionaryChoices] as const]
    }),
  )
}

/** Query of an entity's field settings; shared by views and the configuration page. */
export function settingsQuery(of: Entity) {
  return {
    queryKey: ['call', fieldConfigList.name, of.name],
    queryFn: ({ signal }: { signal: AbortSignal }) => invoke(fieldConfigList, { query: { entity: of.name }, signal }),
    staleTime: 5 * 60_000,
  }
}

/** Builds the tenant's view of an entity. `others`: settings of the entity that provides choices by its custom fields (`namedIn`). */
export function readView(of: Entity, settings: readonly FieldSetting[], others: readonly FieldSetting[] = []): View {
  const customOf = (rows: readonly FieldSetting[]) => rows.flatMap((row) => (row.custom ? [row.custom] : []))
  const dictionaries = dictionariesIn(of, settings)
  return viewOf(
    of,
    settings,
    customOf(settings),
    () => customOf(others),
    (code) => dictionaries.get(code),
  )
}

/** The entity whose custom fields are choices of a field of this entity. */
function namedIn(of: Entity): Entity | undefined {
  const field = Object.values(of.fields).find((one) => one.kind === 'choices' && one.own)
  return field?.kind === 'choices' && field.own ? entityNamed(field.own) : undefined
}

/** The signed-in tenant's view of an entity; undefined until its settings are loaded. */
export function useView(of: Entity) {
  const settings = useQuery(settingsQuery(of))
  const other = namedIn(of)
  const others = useQuery({ ...settingsQuery(other ?? of), enabled: other !== undefined })
  const isKnown = other === undefined || others.data !== undefined
  const view = useMemo(
    () => (settings.data && isKnown ? readView(of, settings.data, others.data) : undefined),
    [of, settings.data, isKnown, others.data],
  )
  const retry = () => Promise.all([settings.refetch(), ...(other ? [others.refetch()] : [])])
  return { view, error: settings.error ?? (isKnown ? null : others.error), retry }
}
