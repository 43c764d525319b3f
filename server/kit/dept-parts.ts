import type { Entity } from '#contract/kit/entity.ts'

/** Rows that belong to a department and are counted on its page. */
export interface DeptPart {
  /** The name of the figure in the answer. */
  readonly as: string
  readonly of: Entity
  /** The column that names the department. */
  readonly by: string
}

/** The department rows that the modules register. */
export const deptParts: DeptPart[] = []
