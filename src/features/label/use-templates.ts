import type { LabelKind } from '#contract/entities/label/label-lines.ts'
import { labelTemplate } from '#contract/entities/label/label-template.ts'
import { isPreset, type LabelDesign, labelPresets } from '#contract/label/label-design.ts'
import { printedDesign } from '#contract/label/label-margin.ts'
import { useList } from '#src/data/hooks.ts'
import { useWords } from '#src/words/words.ts'

export interface TemplateChoice {
  readonly value: string
  readonly label: string
}

interface Templates {
  /** Templates of the hospital and usual sizes, for a select. */
  readonly groups: { readonly label: string; readonly options: readonly TemplateChoice[] }[]
  /** The design of a chosen template; undefined while it is not known. */
  designFor(code: string): LabelDesign | undefined
  readonly isLoading: boolean
}

const columns = Object.keys(labelTemplate.fields).join(',')

/** What labels of a kind may look like. */
export function useTemplates(kind: LabelKind): Templates {
  const { word, say } = useWords()
  const own = useList(labelTemplate, { labelKind: kind, size: 200, columns })
  const rows = own.data?.records ?? []
  const presets = Object.entries(labelPresets).map(([value, words]) => ({ value, label: say(words) }))
  const options = rows.map((row) => ({ value: row.id, label: String(row.templateName) }))
  return {
    groups: [...(options.length > 0 ? [{ label: word('label.own'), options }] : []), { label: word('label.presets'), options: presets }],
    designFor(code) {
      if (isPreset(code)) return printedDesign(labelPresets[code].values, kind)
      const row = rows.find((one) => one.id === code)
      return row && printedDesign(row, kind)
    },
    isLoading: own.isPending,
  }
}
