import type { ReactNode } from 'react'
import { proposeNames } from '#contract/calls/asset/standard-names.ts'
import { nameProposal } from '#contract/entities/asset/device/name-proposal.ts'
import { useRight } from '#src/data/session.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { NameAlternatives } from './name-alternatives.tsx'
import { ProposeNames } from './propose-names.tsx'

/** Free-text names and what is proposed for them; chosen ones are accepted or refused together. */
export function StandardNamesPage(): ReactNode {
  const mayPropose = useRight(proposeNames.may)
  return (
    <EntityPage
      of={nameProposal}
      listActions={(selected) => mayPropose && selected.length === 0 && <ProposeNames />}
      more={(row) => <NameAlternatives row={row} />}
    />
  )
}
