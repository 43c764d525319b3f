import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { deviceDisposal } from '#contract/entities/disposal/device-disposal.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { isNoDecision } from '#src/kit/record/audit-buttons.tsx'
import { auditing, disposalActs } from './disposal-acts.ts'

/** The disposals; one opens in a tab of its own. */
export function DisposalPage(): ReactNode {
  const navigate = useNavigate()
  const open = (id: string): void => void navigate(`/eam/dev-disposal/${id}`)
  return (
    <EntityPage
      of={deviceDisposal}
      order={disposalActs}
      allows={isNoDecision(auditing)}
      onOpen={(row) => open(row.id)}
      onSaved={({ id }) => open(id)}
    />
  )
}
