import type { Field } from './field.ts'
import type { View } from './view.ts'

/** Whether the amounts of a field are worth adding up over a list: money that is not the price of one piece. */
export const isSummed = (view: View, name: string, field: Field): boolean =>
  field.kind === 'money' && !field.perUnit && !view.custom.has(name) && !field.computed
