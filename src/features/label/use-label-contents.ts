import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { labelPreview } from '#contract/calls/label/label.ts'
import type { LabelContent } from '#contract/label/label-content.ts'
import type { LabelDesign } from '#contract/label/label-design.ts'
import { invoke } from '#src/data/client.ts'
import { language } from '#src/data/language.ts'
import type { LabelSelection } from './label-selection.ts'

export interface FoundLabels {
  readonly total: number
  readonly printed: number
  readonly hospital: string
  readonly template: string | null
  readonly contents: readonly LabelContent[]
}

/** A selection as the calls of labels take it. */
export const bodyOf = ({ kind, ids, search }: LabelSelection) => ({
  labelKind: kind,
  ...(ids ? { ids } : search ? { search } : {}),
})

/** What stands on the first labels of a selection; nothing is asked while nothing is selected. */
export function useLabelContents(selection: LabelSelection, design: LabelDesign | undefined, size = 100) {
  const { lines = [], barcode, udiSize } = design ?? {}
  const body = { ...bodyOf(selection), lines, size, ...(barcode ? { barcode } : {}), ...(udiSize ? { withUdi: 1 } : {}) }
  return useQuery({
    queryKey: ['call', labelPreview.name, body, language()],
    queryFn: ({ signal }) => invoke(labelPreview, { body, signal }),
    enabled: Boolean(selection.ids ?? selection.search) && lines.length > 0,
    placeholderData: keepPreviousData,
  })
}
