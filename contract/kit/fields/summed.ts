import type { View } from '../entity/view.ts'
import type { Field } from './field.ts'

/** Whether to sum a field over a list: money that is not a unit price. */
export const isSummed = (view: View, name: string, field: Field): boolean =>
  field.kind === 'money' && !field.perUnit && !view.custom.has(name) && !field.computed
