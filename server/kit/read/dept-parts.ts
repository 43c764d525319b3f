import type { Entity } from '#contract/kit/entity/entity.ts'

/** Rows of a department that are counted on its page. */
export interface DeptPart {
  /** The key of the count in the answer. */
  readonly as: string
  readonly of: Entity
  /** The column that refers to the department. */
  readonly by: string
}

/** The parts that the modules register. */
export const deptParts: DeptPart[] = []
