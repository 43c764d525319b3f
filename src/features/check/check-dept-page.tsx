import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { checkDept } from '#contract/entities/check/check-dept.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'

/** The departments of all checks that the person sees; figures open it filtered, and a row opens its check. */
export function CheckDeptPage(): ReactNode {
  const navigate = useNavigate()
  return <EntityPage of={checkDept} onOpen={(row) => void navigate(`/eam/check/${String(row.checkId)}`)} />
}
