import type { View } from '#contract/kit/entity/view.ts'
import type { Field, FieldMap } from '#contract/kit/fields/field.ts'

/** Whether the phone has a control for the field. Links have none, as a phone holds no lists to choose from. */
const hasControl = (field: Field): boolean =>
  !field.readOnly && !['link', 'choices', 'json', 'numbering'].includes(field.kind) && !(field.kind === 'ids' && field.to !== 'file')

const required = (field: Field): Field => ({ ...field, required: true })

/** The named fields of a form in the hospital's view; hidden ones are left out. */
export const namedIn = ({ fields }: View, names: readonly string[]): FieldMap =>
  Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])))

/** Fields that the hospital requires but the declaration does not, except those that the form already contains or fills in. */
export function furtherRequired({ entity, fields }: View, known: readonly string[]): FieldMap {
  const isFurther = ([name, field]: [string, Field]): boolean =>
    Boolean(field.required) && hasControl(field) && !entity.fields[name]?.required && !known.includes(name)
  return Object.fromEntries(Object.entries(fields).filter(isFurther))
}

export interface FormOf {
  /** Names of the fields in the form. */
  readonly asks: readonly string[]
  /** Names of fields that the form requires, though the declaration does not. */
  readonly needs?: readonly string[]
  /** Names of fields that the form fills in automatically. */
  readonly fills: readonly string[]
}

/** The fields of a form in the hospital's order: its own, unless hidden, and further ones that the hospital requires. */
export function askedFields(view: View, { asks, needs = [], fills }: FormOf): FieldMap {
  const all = { ...namedIn(view, asks), ...furtherRequired(view, [...asks, ...fills]) }
  return Object.fromEntries(
    Object.keys(view.fields).flatMap((name) => {
      const field = all[name]
      return field ? [[name, needs.includes(name) ? required(field) : field]] : []
    }),
  )
}
