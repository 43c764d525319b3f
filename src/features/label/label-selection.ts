import { type LabelKind, labelKinds } from '#contract/entities/label/label-lines.ts'

/** Which rows get labels: named by their ids, or all that a list finds (`search`, beginning with `?`). */
export interface LabelSelection {
  readonly kind: LabelKind
  readonly ids?: readonly string[]
  readonly search?: string
}

/** So many ids fit into an address that every server takes. */
export const mostInAddress = 300

/** The address of the label page for a selection. */
export function labelAddress({ kind, ids, search }: LabelSelection): string {
  const query = new URLSearchParams({ kind, ...(ids ? { ids: ids.join(',') } : {}), ...(search ? { search } : {}) })
  return `/eam/labels?${query}`
}

/** The selection that an address names; without rows when it names none. */
export function selectionIn(query: URLSearchParams): LabelSelection {
  const kind = query.get('kind') ?? ''
  const ids = query.get('ids')?.split(',').filter(Boolean)
  return {
    kind: Object.hasOwn(labelKinds, kind) ? (kind as LabelKind) : 'device',
    ...(ids?.length ? { ids } : {}),
    ...(query.get('search') ? { search: query.get('search') ?? '' } : {}),
  }
}
