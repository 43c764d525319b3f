import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fieldConfigList } from '#contract/calls/field-config.ts'
import type { Entity } from '#contract/kit/entity.ts'
import { type CustomField, type FieldConfig, type View, viewOf } from '#contract/kit/view.ts'
import { entityNamed } from '#contract/registry.ts'
import { invoke } from './client.ts'

/** One field as the tenant set it; `custom` is there for a field the tenant added. */
export interface FieldSetting extends FieldConfig {
  readonly custom?: CustomField
}

/** The query of an entity's field settings; shared by views and the configuration page. */
export function settingsQuery(of: Entity) {
  return {
    queryKey: ['call', fieldConfigList.name, of.name],
    queryFn: ({ signal }: { signal: AbortSignal }) => invoke(fieldConfigList, { query: { entity: of.name }, signal }),
    staleTime: 5 * 60_000,
  }
}

/** The entity as this tenant sees it, from its settings. `others`: those of the entity whose own fields are words of this one. */
export function readView(of: Entity, settings: readonly FieldSetting[], others: readonly FieldSetting[] = []): View {
  const customOf = (rows: readonly FieldSetting[]) => rows.flatMap((row) => (row.custom ? [row.custom] : []))
  return viewOf(of, settings, customOf(settings), () => customOf(others))
}

/** The entity whose fields of the tenant's own are words of this one. */
function namedIn(of: Entity): Entity | undefined {
  const field = Object.values(of.fields).find((one) => one.kind === 'choices' && one.own)
  return field?.kind === 'choices' && field.own ? entityNamed(field.own) : undefined
}

/** The entity as the signed-in tenant sees it; undefined until its settings are known. */
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
