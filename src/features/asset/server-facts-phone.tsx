import { device } from '#contract/entities/asset/device.ts'
import { homeDay } from '#contract/kit/day.ts'
import { useDetail } from '#src/data/hooks.ts'
import { useFieldView } from '#src/kit/phone/field-view.ts'
import { textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

const names = ['originalValue', 'warrantyEnd'] as const
const overdue = { zh: '已过期', en: 'overdue' } as const

/** What a phone does not keep of a card: its value, and until when the maker repairs it, red when that is past. */
export function ServerFacts({ id }: { id: string }) {
  const { say, language } = useWords()
  const view = useFieldView(device)
  const { data } = useDetail(device, id)
  if (!data) return null
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
            {isPast ? `${text} ${say(overdue)}` : text}
          </dd>,
        ]
      })}
    </dl>
  )
}
