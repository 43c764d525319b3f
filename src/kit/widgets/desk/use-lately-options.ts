import type { Entity } from '#contract/kit/entity/entity.ts'
import { type Option, useOptionsByIds } from '#src/data/hooks.ts'
import { useLately } from '#src/data/lately.ts'

const none: readonly string[] = []

/**
 * The rows of an entity that the person opened or chose last and that can still be chosen, for a picker before anything is typed. Only entities that
 * tell their rows apart (`about`) have them. `isOn`: the picker is open.
 */
export function useLatelyOptions(of: Entity, isOn: boolean): readonly Option[] {
  const ids = useLately((state) => (of.about ? state.ids[of.name] : undefined)) ?? none
  const found = useOptionsByIds(of, isOn ? ids : none)
  if (!isOn || !found.data) return []
  const byId = new Map(found.data.map((option) => [option.id, option]))
  return ids.flatMap((id) => {
    const option = byId.get(id)
    return option && !option.retired ? [option] : []
  })
}
