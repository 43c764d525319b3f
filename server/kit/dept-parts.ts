import type { Entity } from '#contract/kit/entity.ts'

/** Rows that belong to a department and are counted on its page. */
export interface DeptPart {
  /** The name of the figure in the answer. */
  readonly as: string
  readonly of: Entity
  /** The column that refers to the department. */
  readonly by: string
}

/** The parts that the modules register. */
export const deptParts: DeptPart[] = []
