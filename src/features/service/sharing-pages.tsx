import type { ReactNode } from 'react'
import { proposeCard } from '#contract/calls/service/sharing.ts'
import { cardProposal } from '#contract/entities/service/card-proposal.ts'
import { providerOrder } from '#contract/entities/service/provider-order.ts'
import { serviceOrder } from '#contract/entities/service/service-order.ts'
import { heldShareStates } from '#contract/entities/service/share-states.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallButton } from '#src/kit/form/call-button.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import type { ActOrder } from '#src/kit/record/act-bar.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { OrderThread } from './order-thread.tsx'

/** How the acts of a shared order stand, on the hospital's side. */
const hospitalActs: ActOrder = {
  next: ['confirmPlan', 'seekApproval', 'approvePlan', 'rejectPlan', 'remindWait', 'remind', 'askAgain'],
  rare: ['end'],
}

/** Orders that the hospital shares with providers, each with the messages of both sides and the card changes that its provider proposes. */
export function ServiceOrderPage(): ReactNode {
  const maySee = useRight('cardProposal.list')
  return (
    <EntityPage
      of={serviceOrder}
      order={hospitalActs}
      more={(row) => (
        <>
          <OrderThread id={row.id} side="hospital" />
          {maySee && (
            <RelatedList
              of={cardProposal}
              fixed={{ serviceOrderId: row.id }}
              columns={['fieldName', 'currentValue', 'proposedValue', 'proposalState', 'reason']}
            />
          )}
        </>
      )}
    />
  )
}

/** How the acts of an order stand, on the provider's side. */
const providerActs: ActOrder = { next: ['accept', 'plan', 'changePlan', 'start', 'finish', 'report'], rare: ['decline'] }

/** Whether the provider has taken the order and may propose changes of its card. */
const isHeld = (row: Row): boolean => (heldShareStates as readonly string[]).includes(String(row.shareState))

/** Orders of hospitals, in the tenant of the provider. */
export function ProviderOrderPage(): ReactNode {
  return (
    <EntityPage
      of={providerOrder}
      order={providerActs}
      more={(row) => (
        <>
          {isHeld(row) && <CallButton of={proposeCard} given={{ id: row.id }} />}
          <OrderThread id={row.id} side="provider" />
        </>
      )}
    />
  )
}
