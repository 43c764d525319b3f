import type { Entity } from '#contract/kit/entity/entity.ts'
import { titleIn, useDetail } from '#src/data/hooks.ts'

/** The title of a row by its id; fetched only when `known` is missing. */
export function useNameOf(of: Entity, id: string | null | undefined, known?: string | null): string | undefined {
  const row = useDetail(of, id && !known ? id : undefined)
  return known ?? (row.data ? titleIn(of, row.data) : undefined)
}
