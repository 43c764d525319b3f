import { device } from '#contract/entities/asset/device/device.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { useDetail } from '#src/data/hooks.ts'
import { useFieldView } from '#src/kit/phone/field-view.ts'
import { textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import type { PhoneDevice } from '../public/device.ts'

export const overdue = { zh: '已过期', en: 'expired' } as const

/** What a phone does not keep of a card: its value; of one that was pulled by an older program the end of its warranty too, red when that is past. */
export function ServerFacts({ row: { id, warrantyEnd } }: { row: PhoneDevice }) {
  const { say, language } = useWords()
  const view = useFieldView(device)
  const { data } = useDetail(device, id)
  if (!data) return null
  const names = warrantyEnd === undefined ? (['originalValue', 'warrantyEnd'] as const) : (['originalValue'] as const)
  return (
    <dl className="ph-facts">
      {names.map((name) => {
        const field = view.fields[name]
        const text = field ? textOf(name, field, data, language) : ''
        if (!field || !text) return null
        const isPast = name === 'warrantyEnd' && String(data[name]) < homeDay(new Date())
        return [
          <dt key={`${name} name`}>{say(field)}</dt>,
          <dd key={name} className={isPast ? 'ph-past' : undefined}>
            {isPast ? `${text} · ${say(overdue)}` : text}
          </dd>,
        ]
      })}
    </dl>
  )
}
