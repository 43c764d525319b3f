import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { deviceDisposal } from '#contract/entities/disposal/device-disposal.ts'
import { useView } from '#src/data/view.ts'
import { FormDrawer } from '#src/kit/form/form-drawer.tsx'

interface Props {
  readonly isOpen: boolean
  /** What a new disposal begins with, by wire name, with the titles of its links. */
  readonly initial: Readonly<Record<string, unknown>>
  readonly onClose: () => void
}

/** The form of a new disposal; the saved one opens. */
export function DisposalDrawer({ isOpen, initial, onClose }: Props): ReactNode {
  const navigate = useNavigate()
  const { view } = useView(deviceDisposal)
  if (!view) return null
  return (
    <FormDrawer
      view={view}
      isOpen={isOpen}
      initial={{ disposalType: deviceDisposal.fields.disposalType.initial, ...initial }}
      onClose={onClose}
      onSaved={({ id }) => void navigate(`/eam/dev-disposal/${id}`)}
    />
  )
}
