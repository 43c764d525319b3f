import type { Field } from '../fields/field.ts'
import { isEmpty } from '../fields/same.ts'

/**
 * Whether a field applies to a record with these values. A field that requires certain choices (`when`) does not apply with others, unless
 * it is filled or required, so that no value is hidden.
 */
export const belongs = (field: Field, value: unknown, values: Readonly<Record<string, unknown>>): boolean =>
  !field.when || field.required === true || field.when.is.includes(String(values[field.when.field])) || !(isEmpty(value) || value === 0)
