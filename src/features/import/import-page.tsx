import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { importJob } from '#contract/entities/import/import-job.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { NewImport } from './new-import.tsx'

/** Imports: a new one from a file, and the earlier ones. */
export function ImportPage(): ReactNode {
  const navigate = useNavigate()
  const show = (id: string): void => void navigate(`/eam/imports/${id}`)
  return (
    <div className="eam-record-main">
      <NewImport onStarted={show} />
      <EntityPage of={importJob} onOpen={(row) => show(row.id)} />
    </div>
  )
}
