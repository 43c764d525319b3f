import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { labelTemplate } from '#contract/entities/label/label-template.ts'
import { isPreset, type LabelPreset, labelPresets } from '#contract/label/label-design.ts'
import { useRight } from '#src/data/session.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useWords } from '#src/words/words.ts'
import { FormPreview, TemplatePreview } from './template-preview.tsx'

/** The hospital's label templates; a new one starts from a usual size and shows as it is being made. */
export function TemplatePage(): ReactNode {
  const { word, say } = useWords()
  const maySubmit = useRight('labelTemplate.submit')
  const [code, setCode] = useState<LabelPreset>('60x40')
  return (
    <EntityPage
      of={labelTemplate}
      initial={labelPresets[code].values}
      extra={() => <FormPreview />}
      hasBroadForm
      more={(row) => <TemplatePreview values={row} />}
      listActions={() =>
        maySubmit && (
          <Select
            aria-label={word('label.startFrom')}
            title={word('label.startFrom')}
            prefix={`${word('label.startFrom')}${word('mark.colon')}`}
            value={code}
            onChange={(next: string) => {
              if (isPreset(next)) setCode(next)
            }}
            options={Object.entries(labelPresets).map(([value, words]) => ({ value, label: say(words) }))}
            popupMatchSelectWidth={false}
          />
        )
      }
    />
  )
}
