import type { Entity } from '#contract/kit/entity.ts'

/** Rows that hang on a department and are counted on its page. */
export interface DeptPart {
  /** The name of the figure in the answer. */
  readonly as: string
  readonly of: Entity
  /** The column that names the department. */
  readonly by: string
}

/** What the modules hang on departments. */
export const deptParts: DeptPart[] = []
