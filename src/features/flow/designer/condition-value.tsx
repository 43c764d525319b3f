import { type ReactNode, useId } from 'react'
import { businessDictionary } from '#contract/calls/settings/dictionary.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { entityNamed } from '#contract/registry.ts'
import { useCall } from '#src/data/hooks.ts'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'
import { ManyPicker } from '#src/kit/widgets/desk/many-picker.tsx'
import { ManySelect } from '#src/kit/widgets/desk/many-select.tsx'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly field: Field
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** The value that a fact is compared with: several for facts that are keys or rows, else one. */
export function ConditionValue({ field, value, onChange }: Props): ReactNode {
  const { word, say } = useWords()
  const id = useId()
  const many = Array.isArray(value) ? value.map(String) : []
  const label = `${say(field)} ${word('flow.value')}`
  if ((field.kind === 'link' || field.kind === 'ids') && field.to)
    return <ManyPicker of={entityNamed(field.to)} value={many} onChange={onChange} />
  if (field.kind === 'choice' || field.kind === 'choices') {
    const options = Object.entries(field.of).map(([key, choice]) => ({ value: key, label: say(choice) }))
    return <ManySelect aria-label={label} value={many} options={options} onChange={onChange} />
  }
  if (field.kind === 'dictionary') return <DictionaryValues code={field.code} label={label} value={many} onChange={onChange} />
  return (
    <>
      <label htmlFor={id} className="eam-unseen">
        {label}
      </label>
      <FieldInput id={id} field={field} value={value} onChange={(next) => onChange(next ?? '')} />
    </>
  )
}

interface DictionaryProps {
  readonly code: string
  readonly label: string
  readonly value: string[]
  readonly onChange: (value: unknown) => void
}

function DictionaryValues({ code, label, value, onChange }: DictionaryProps): ReactNode {
  const { say } = useWords()
  const found = useCall(businessDictionary.dictionary, { code })
  const options = (found.data ?? []).map(({ dictKey, dictValue, dictValueEn }) => ({
    value: dictKey ?? '',
    label: say({ zh: dictValue, en: dictValueEn ?? dictValue }),
  }))
  return <ManySelect aria-label={label} loading={found.isPending} value={value} options={options} onChange={onChange} />
}
