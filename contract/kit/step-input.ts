import type { Field, FieldMap } from './field.ts'
import type { View } from './view.ts'

/** The field of a record that an input stands for: it has its name and its words. */
const standsFor = ({ entity }: View, name: string, field: Field): Field | undefined => {
  const own = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  return own?.zh === field.zh ? own : undefined
}

/** The input of a step under the tenant's names for the fields of the record that it writes. */
export function namedInput(view: View, input: FieldMap): FieldMap {
  return Object.fromEntries(
    Object.entries(input).map(([name, field]) => {
      const shown = standsFor(view, name, field) && view.fields[name]
      return [name, shown && shown.zh !== field.zh ? { ...field, zh: shown.zh, en: shown.en } : field]
    }),
  )
}

/** What a form asks of the input of a step: under the tenant's names, without fields that it hides, unless the step cannot do without them. */
export function askedInput(view: View, input: FieldMap): FieldMap {
  const isAsked = ([name, field]: [string, Field]): boolean =>
    field.required === true || !standsFor(view, name, field) || name in view.fields
  return Object.fromEntries(Object.entries(namedInput(view, input)).filter(([name]) => isAsked([name, input[name]!])))
}
