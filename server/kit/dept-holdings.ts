import type { Entity } from '#contract/kit/entity.ts'

/** Rows that hang on a department and go with it when it is merged into another one. What is history alone stays with the former department. */
export interface DeptHolding {
  readonly of: Entity
  /** The field that names it: a link, or several departments. */
  readonly field: string
  /** Which rows, as SQL over `p` and the placeholder of the department they would go to; all when absent. */
  readonly where?: (to: string) => string
  /** Says that a department cannot be closed while there are such rows; `open`: SQL over `p` of those. */
  readonly keeps?: true | { readonly open: string }
}

/** What the modules hand in. */
export const deptHoldings: DeptHolding[] = []
