import { device } from '#contract/entities/asset/device/device.ts'
import { deviceEnds } from '#contract/entities/asset/device/device-ends.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { useDetail } from '#src/data/hooks.ts'
import { useFieldView } from '#src/kit/phone/field-view.ts'
import { textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import type { PhoneDevice } from '../public/device.ts'

const kept = ['originalValue', 'ownership', 'ownershipEnd'] as const

export const overdue = { zh: '已过期', en: 'expired' } as const

/** What a phone does not keep of a card: its value, whose it is and until when; of one that was pulled by an older program the end of its warranty too, red when that is past. */
export function ServerFacts({ row: { id, warrantyEnd } }: { row: PhoneDevice }) {
  const { say, language } = useWords()
  const view = useFieldView(device)
  const { data } = useDetail(device, id)
  if (!data) return null
  const names = warrantyEnd === undefined ? ([...kept, 'warrantyEnd'] as const) : kept
  return (
    <dl className="ph-facts">
      {names.map((name) => {
        const field = view.fields[name]
        const text = field ? textOf(name, field, data, language) : ''
        if (!field || !text) return null
        const isPast = deviceEnds.has(name) && String(data[name]) < homeDay(new Date())
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
