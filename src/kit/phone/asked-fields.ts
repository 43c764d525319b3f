import type { Field, FieldMap } from '#contract/kit/field.ts'
import { wireName } from '#contract/kit/shape.ts'
import type { View } from '#contract/kit/view.ts'

/** A phone keeps no lists to choose from, so it has no control for links. */
const hasControl = (field: Field): boolean =>
  !field.readOnly && !['link', 'choices', 'json', 'numbering'].includes(field.kind) && !(field.kind === 'ids' && field.to !== 'file')

const required = (field: Field): Field => ({ ...field, required: true })

/** The fields that a form asks, by name, as the hospital has them; those that it hides are left out. */
export const namedIn = ({ fields }: View, names: readonly string[]): FieldMap =>
  Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])))

/** What the hospital requires besides what its declaration does, without what a form asks or fills in already. */
export function furtherRequired({ entity, fields }: View, known: readonly string[]): FieldMap {
  const isFurther = ([name, field]: [string, Field]): boolean =>
    Boolean(field.required) && hasControl(field) && !entity.fields[name]?.required && !known.includes(name)
  return Object.fromEntries(Object.entries(fields).filter(isFurther))
}

export interface FormOf {
  /** What the form asks. */
  readonly asks: readonly string[]
  /** What it cannot do without, though the declaration can. */
  readonly needs?: readonly string[]
  /** What it fills in by itself. */
  readonly fills: readonly string[]
}

/** The fields of a form in the order of the hospital: those that it asks, unless they are hidden, and what the hospital requires besides. */
export function askedFields(view: View, { asks, needs = [], fills }: FormOf): FieldMap {
  const all = { ...namedIn(view, asks), ...furtherRequired(view, [...asks, ...fills]) }
  return Object.fromEntries(
    Object.keys(view.fields).flatMap((name) => {
      const field = all[name]
      return field ? [[name, needs.includes(name) ? required(field) : field]] : []
    }),
  )
}

/** What a form sends, without what it fills in by itself into fields that the hospital hides: the server refuses those. */
export function withoutHidden(
  { entity, fields }: View,
  { fills }: FormOf,
  body: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const hidden = new Set(fills.flatMap((name) => (entity.fields[name] && !fields[name] ? [wireName(name, entity.fields[name])] : [])))
  return Object.fromEntries(Object.entries(body).filter(([key]) => !hidden.has(key)))
}
