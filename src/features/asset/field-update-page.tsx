import type { ReactNode } from 'react'
import { decideFieldUpdate } from '#contract/calls/asset/card-field-update.ts'
import { cardFieldUpdate, fieldUpdating } from '#contract/entities/asset/card-field-update.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import type { ActOrder } from '#src/kit/record/act-bar.tsx'
import { AuditButtons, isNoDecision } from '#src/kit/record/audit-buttons.tsx'

const deciding = { call: decideFieldUpdate, on: fieldUpdating, steps: { approve: 'approve', reject: 'reject' } }
const allows = isNoDecision(deciding)
/** The decision is the next act; its buttons stand out, editing does not. */
const decisionFirst: ActOrder = { next: [], rare: [] }

/** The change requests of cards: what is asked for, and the decision. */
export function FieldUpdatePage(): ReactNode {
  return (
    <EntityPage of={cardFieldUpdate} order={decisionFirst} allows={allows} rowActions={(row) => <AuditButtons of={deciding} row={row} />} />
  )
}
