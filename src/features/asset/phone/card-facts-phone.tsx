import { device } from '#contract/entities/asset/device/device.ts'
import { useFieldView } from '#src/kit/phone/field-view.ts'
import { besideOf, textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import type { PhoneDevice } from '../public/device.ts'

const names = ['manufacturer', 'assetsCode', 'assetTagNo', 'rfidCode', 'sn'] as const

/** What else identifies a card and the hospital's own fields of it: those that the hospital shows, in its order and under its names. */
export function CardFacts({ row }: { readonly row: PhoneDevice }) {
  const { say, language } = useWords()
  const view = useFieldView(device)
  const shown = Object.entries(view.fields).filter(([name]) => view.custom.has(name) || (names as readonly string[]).includes(name))
  return (
    <dl className="ph-facts">
      {shown.map(([name, field]) => {
        const text = textOf(name, field, row as unknown as Readonly<Record<string, unknown>>, language)
        const beside = besideOf(field, view.fields, row as unknown as Readonly<Record<string, unknown>>, language)
        return text || beside
          ? [<dt key={`${name} name`}>{say(field)}</dt>, <dd key={name}>{[text, beside].filter(Boolean).join(' · ')}</dd>]
          : null
      })}
    </dl>
  )
}
