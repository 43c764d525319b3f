import type { Field } from '#contract/kit/field.ts'

/** What every control of a form takes. `value` is undefined while nothing was given. */
export interface ControlProps<F extends Field, V> {
  readonly field: F
  readonly value: V | undefined
  readonly onChange: (value: V | undefined) => void
  readonly problem?: string | undefined
}
