import type { Field, FieldMap } from '../fields/field.ts'
import type { View } from './view.ts'

/** The record field that an input corresponds to: it has the same name and label. */
const standsFor = ({ entity }: View, name: string, field: Field): Field | undefined => {
  const own = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  return own?.zh === field.zh ? own : undefined
}

/** The input of a step with the tenant's labels of the record fields that it writes. */
export function namedInput(view: View, input: FieldMap): FieldMap {
  return Object.fromEntries(
    Object.entries(input).map(([name, field]) => {
      const shown = standsFor(view, name, field) && view.fields[name]
      return [name, shown && shown.zh !== field.zh ? { ...field, zh: shown.zh, en: shown.en } : field]
    }),
  )
}

/** The input fields of a step's form: with the tenant's labels, without fields that the tenant hides, unless they are required. */
export function askedInput(view: View, input: FieldMap): FieldMap {
  const isAsked = ([name, field]: [string, Field]): boolean =>
    field.required === true || !standsFor(view, name, field) || name in view.fields
  return Object.fromEntries(Object.entries(namedInput(view, input)).filter(([name]) => isAsked([name, input[name]!])))
}
