import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { checkTask } from '#contract/entities/check/check-task.ts'
import { EntityPage } from '#src/kit/entity-page.tsx'
import { CheckParts } from './check-parts.tsx'

/** The list of checks; a new one names its devices and people. */
export function CheckPage(): ReactNode {
  const navigate = useNavigate()
  return (
    <EntityPage
      of={checkTask}
      onOpen={(row) => void navigate(`/eam/check/${row.id}`)}
      onSaved={(saved) => void navigate(`/eam/check/${saved.id}`)}
      extra={(row, report) => <CheckParts row={row} report={report} />}
    />
  )
}
