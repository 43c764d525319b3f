import type { Field } from '#contract/kit/fields/field.ts'

/** Props of every form control. `value` is undefined while empty. */
export interface ControlProps<F extends Field, V> {
  readonly field: F
  readonly value: V | undefined
  readonly onChange: (value: V | undefined) => void
  readonly problem?: string | undefined
}
