import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { flowInstance } from '#contract/entities/flow/flow-instance.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'

/** All approvals that a person sees; each opens on a page of its own. */
export function InstancesPage(): ReactNode {
  const navigate = useNavigate()
  return <EntityPage of={flowInstance} onOpen={({ id }) => void navigate(`/flow/process-new/${id}`)} />
}
