import type { Entity } from '#contract/kit/entity.ts'
import type { Grouping } from '#contract/kit/measure.ts'

/** What is counted beside the rows of an entity, for every department of its scope, by a trigger of its table. */
export interface Tally {
  readonly of: Entity
  readonly table: string
  /** The fields by which rows are counted in every department; each alone. */
  readonly by: readonly string[]
  /** The fields whose values together rows are counted by in the whole tenant, in the order they stand in a key. */
  readonly together: readonly string[]
  /** Whether rows are also counted by which of their important fields are filled, in every department: what their completeness is worked out from. */
  readonly filled?: boolean
  /**
   * Other groupings by which rows are counted in the whole tenant, each together with the value of the choice `told`, so that rates of groups are told too.
   * Departments have about one row of each, which costs less to read than to count.
   */
  readonly crossed?: { readonly told: string; readonly by: readonly Grouping[] }
  /** Links and flags that few rows have, each with an index of those that do: rows without one are all rows less these. */
  readonly few?: readonly string[]
  /** The column that is summed up. */
  readonly amount: string
}

/** How a tally writes that a row has no department. */
export const noDept = '00000000-0000-0000-0000-000000000000'

/** The name under which rows are counted by what is filled. */
export const filledDim = 'filled'

/** The tallies that the modules hand in. */
export const tallies: Tally[] = []
