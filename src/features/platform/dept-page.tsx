import type { ReactNode } from 'react'
import { dept } from '#contract/entities/platform/dept.ts'
import { TreePage } from '#src/kit/tree-page.tsx'

/** Departments: the tree and the list of one branch. */
export function DeptPage(): ReactNode {
  return <TreePage of={dept} />
}
