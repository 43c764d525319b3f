import type { ReactNode } from 'react'
import { decideFieldUpdate } from '#contract/calls/card-field-update.ts'
import { cardFieldUpdate, fieldUpdating } from '#contract/entities/asset/card-field-update.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { AuditButtons, isNoDecision } from '#src/kit/record/audit-buttons.tsx'

const deciding = { call: decideFieldUpdate, on: fieldUpdating, steps: { approve: 'approve', reject: 'reject' } }
const allows = isNoDecision(deciding)

/** The change requests of cards: what is asked for, and the decision. */
export function FieldUpdatePage(): ReactNode {
  return <EntityPage of={cardFieldUpdate} allows={allows} rowActions={(row) => <AuditButtons of={deciding} row={row} />} />
}
