import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { proposeCard } from '#contract/calls/service/sharing.ts'
import { cardProposal } from '#contract/entities/service/card-proposal.ts'
import { providerOrder } from '#contract/entities/service/provider-order.ts'
import { serviceOrder } from '#contract/entities/service/service-order.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import type { ActOrder } from '#src/kit/record/act-bar.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { useWords } from '#src/words/words.ts'

/** How the acts of a shared order stand, on the hospital's side. */
const hospitalActs: ActOrder = { next: ['confirmPlan', 'remindWait', 'remind', 'askAgain'], rare: ['end'] }

/** Orders that the hospital shares with providers, each with the card changes that its provider proposes. */
export function ServiceOrderPage(): ReactNode {
  const maySee = useRight('cardProposal.list')
  return (
    <EntityPage
      of={serviceOrder}
      order={hospitalActs}
      more={(row) =>
        maySee && (
          <RelatedList
            of={cardProposal}
            fixed={{ serviceOrderId: row.id }}
            columns={['fieldName', 'currentValue', 'proposedValue', 'proposalState', 'reason']}
          />
        )
      }
    />
  )
}

/** How the acts of an order stand, on the provider's side. */
const providerActs: ActOrder = { next: ['accept', 'plan', 'start', 'finish', 'report'], rare: ['decline'] }

/** States in which the provider has taken the order and may propose changes of its card. */
const taken: readonly string[] = ['accepted', 'planned', 'confirmed', 'working', 'finished']

/** Orders of hospitals, in the tenant of the provider. */
export function ProviderOrderPage(): ReactNode {
  return <EntityPage of={providerOrder} order={providerActs} more={(row) => <Propose row={row} />} />
}

/** Proposes changes of the device card behind an order. */
function Propose({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  const may = useRight(proposeCard.may)
  const [isOpen, setOpen] = useState(false)
  if (!may || !taken.includes(String(row.shareState))) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say(proposeCard)}</Button>
      {isOpen && <CallDialog of={proposeCard} given={{ id: row.id }} onClose={() => setOpen(false)} />}
    </>
  )
}
