import { ambulanceCheckLine } from '#contract/entities/check/ambulance-check-line.ts'
import { completeness } from '#contract/entities/check/completeness.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { ChoiceBar } from '#src/kit/widgets/phone/choice-bar.tsx'
import { FormFields } from '#src/kit/widgets/phone/fields/form-fields.tsx'
import type { Problems, Values } from '#src/kit/widgets/phone/fields/form-values.ts'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { expiryOf, type PhoneItem, type Result } from './ambulance-model.ts'
import { ambulanceWords as words } from './ambulance-words.ts'

const { quantity, note } = ambulanceCheckLine.fields
/** What is asked about a loss. */
export const lossFields = { quantity: { ...quantity, required: true }, note: { ...note, ...words.reason, required: true } } as const

interface Props {
  readonly of: PhoneItem
  readonly values: Values
  readonly problems: Problems
  readonly onChange: (values: Values) => void
}

/** One item: how many there must be, until when it may be used, and whether it is complete; a loss asks for the number and the reason. */
export function AmbulanceItem({ of, values, problems, onChange }: Props) {
  const { say } = useWords()
  const expiry = expiryOf(of, homeDay(new Date()))
  const facts = [
    `${say(words.standard)} ${of.quantity}${of.unit ?? ''}`,
    of.leastQuantity ? `${say(words.least)} ${of.leastQuantity}` : '',
    of.expiresOn ? `${say(words.expires)} ${of.expiresOn}` : '',
  ]
  return (
    <section aria-label={of.itemName}>
      <h2 className="ph-heading">
        {of.itemName} {expiry ? <ToneTag tone={expiry === 'expired' ? 'bad' : 'warn'}>{say(words[expiry])}</ToneTag> : null}
      </h2>
      <p className="ph-quiet">{facts.filter(Boolean).join(' · ')}</p>
      <ChoiceBar
        label={of.itemName}
        value={(values.result as Result | undefined) ?? ('' as Result)}
        options={Object.entries(completeness).map(([value, one]) => ({ value: value as Result, label: say(one) }))}
        onChange={(result) => onChange({ ...values, result })}
      />
      {values.result === 'loss' ? <FormFields fields={lossFields} values={values} onChange={onChange} problems={problems} /> : null}
    </section>
  )
}
