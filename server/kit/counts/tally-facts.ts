import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Grouping } from '#contract/kit/figures/measure.ts'

/** A count table of an entity, maintained by a trigger for every department of its data scope. */
export interface Tally {
  readonly of: Entity
  readonly table: string
  /** The fields to count by in every department; each alone. */
  readonly by: readonly string[]
  /** The fields to count by in combination in the whole tenant, in the order of their values in a key. */
  readonly together: readonly string[]
  /** Whether rows are also counted by which important fields are filled, in every department; used to compute completeness. */
  readonly filled?: boolean
  /**
   * Other groupings to count by in the whole tenant, each combined with the choice `told`, so that ratios of groups can be computed. Not
   * kept by department: there a group has about one row, so counting the rows costs no more.
   */
  readonly crossed?: { readonly told: string; readonly by: readonly Grouping[] }
  /** Links and flags that few rows have, with an index of those rows: rows without one are all rows minus these. */
  readonly few?: readonly string[]
  /** The field that is summed, as far as it is (`notSummed`); the field that decides so is among those counted by. */
  readonly amount: string
}

/** The id for rows without a department. */
export const noDept = '00000000-0000-0000-0000-000000000000'

/** The dimension for counts by filled fields. */
export const filledDim = 'filled'

/** The count tables that the modules register. */
export const tallies: Tally[] = []
