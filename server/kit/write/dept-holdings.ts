import type { Entity } from '#contract/kit/entity/entity.ts'
import { entities } from '#contract/registry.ts'

/**
 * Rows that belong to a department and move with it when it is merged into another one. Rows that are only history stay with the former
 * department.
 */
export interface DeptHolding {
  readonly of: Entity
  /** The field that refers to the department: a link, or a list of departments. */
  readonly field: string
  /** Restricts the rows: SQL over `p` and the placeholder of the target department; all rows if absent. */
  readonly where?: (to: string) => string
  /** The department cannot be closed while such rows exist; `open`: SQL over `p` that selects the relevant ones. */
  readonly keeps?: true | { readonly open: string }
}

/** The holdings that fields declare as `merges`. */
const declaredHoldings = entities.flatMap((of) =>
  Object.entries(of.fields).flatMap(([field, { kind, ...facts }]): DeptHolding[] =>
    kind === 'link' && 'merges' in facts ? [{ of, field, ...(facts.merges === 'keeps' ? { keeps: true } : {}) }] : [],
  ),
)

/** All holdings, with those that the modules register. */
export const deptHoldings: DeptHolding[] = [...declaredHoldings]
