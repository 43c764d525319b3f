import type { DictionaryField } from '#contract/kit/fields/field.ts'
import { useDictionary } from '#src/kit/phone/field-view.ts'
import { ChipsControl } from './field-choice.tsx'
import type { ControlProps } from './field-control.ts'

/** Dictionary values as chips, from the phone's pulled rows, so that they work offline. */
export function DictionaryControl({ field, ...more }: ControlProps<DictionaryField, string>) {
  const of = useDictionary(field.code)
  return <ChipsControl field={{ ...field, kind: 'choice', of: of ?? {} }} {...more} />
}
