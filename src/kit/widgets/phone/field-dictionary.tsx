import type { DictionaryField } from '#contract/kit/field.ts'
import { useDictionary } from '#src/kit/phone/field-view.ts'
import { ChipsControl } from './field-choice.tsx'
import type { ControlProps } from './field-control.ts'

/** The values of a dictionary as chips, from the rows that this phone pulled, so that they are there without a network too. */
export function DictionaryControl({ field, ...more }: ControlProps<DictionaryField, string>) {
  const of = useDictionary(field.code)
  return <ChipsControl field={{ ...field, kind: 'choice', of: of ?? {} }} {...more} />
}
