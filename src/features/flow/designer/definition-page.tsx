import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { flowDefinition } from '#contract/entities/flow/flow-definition.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'

/** The approval flows of a hospital; each opens in the designer, and so does a new one. */
export function DefinitionPage(): ReactNode {
  const navigate = useNavigate()
  const open = ({ id }: { readonly id: string }): void => void navigate(`/flow/definition/${id}`)
  return <EntityPage of={flowDefinition} onOpen={open} onSaved={open} />
}
