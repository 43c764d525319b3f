import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fieldConfigList } from '#contract/calls/asset.ts'
import type { Entity } from '#contract/kit/entity.ts'
import { type CustomField, type FieldConfig, type View, viewOf } from '#contract/kit/view.ts'
import { invoke } from './client.ts'

/** One field as the tenant set it; `custom` is there for a field the tenant added. */
export interface FieldSetting extends FieldConfig {
  readonly custom?: CustomField
}

/** The query of an entity's field settings; shared by views and the configuration page. */
export function settingsQuery(of: Entity) {
  return {
    queryKey: ['call', fieldConfigList.name, of.name],
    queryFn: ({ signal }: { signal: AbortSignal }) => invoke<FieldSetting[]>(fieldConfigList, { query: { entity: of.name }, signal }),
    staleTime: 5 * 60_000,
  }
}

/** The entity as this tenant sees it, from its settings. */
export function readView(of: Entity, settings: readonly FieldSetting[]): View {
  return viewOf(
    of,
    settings,
    settings.flatMap((row) => (row.custom ? [row.custom] : [])),
  )
}

/** The entity as the signed-in tenant sees it; undefined until its settings are known. */
export function useView(of: Entity) {
  const settings = useQuery(settingsQuery(of))
  const view = useMemo(() => (settings.data ? readView(of, settings.data) : undefined), [of, settings.data])
  return { view, error: settings.error, retry: settings.refetch }
}
