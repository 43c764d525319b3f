import type { Field } from './field.ts'
import { isEmpty } from './same.ts'

/**
 * Whether a field stands on the record of these values. One that goes with certain choices only is left out with others, unless it is filled or required:
 * nothing is kept unseen.
 */
export const belongs = (field: Field, value: unknown, values: Readonly<Record<string, unknown>>): boolean =>
  !field.when || field.required === true || field.when.is.includes(String(values[field.when.field])) || !(isEmpty(value) || value === 0)
