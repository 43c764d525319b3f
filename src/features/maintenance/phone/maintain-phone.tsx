import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { maintainOrder } from '#contract/entities/maintenance/maintain-order.ts'
import { type FamilyPages, familyPages } from '#src/kit/phone/family/family-pages.tsx'
import { FamilyOnCard } from '#src/kit/phone/family/family-parts.tsx'
import { useFamilyRows } from '#src/kit/phone/family/phone-family.ts'
import { useWords } from '#src/words/words.ts'
import { maintainFamily as family, orderOf, useMayWorkOn } from './maintain-family.tsx'

/** On a card: the open maintenance of the device, begun with one tap. */
function OnCard({ row }: { readonly row: { readonly id: string } }): ReactNode {
  const mayTake = useMayWorkOn()
  return <FamilyOnCard family={family} row={row} first="start" mayTake={mayTake} />
}

/** Maintenance on phones. */
export const maintainPages: FamilyPages = { ...familyPages(family), OnCard }

/** On a checklist: the order that ends after it, where this phone holds it. */
export function OrderOfChecklist({ id }: { readonly id: string }): ReactNode {
  const { say } = useWords()
  const [order] = useFamilyRows(family, { by: 'checklist', id }) ?? []
  return order ? (
    <p className="ph-alert ph-alert-calm" role="status">
      {say(maintainOrder)}{' '}
      <Link className="ph-text-link" to={`${family.path}/${order.id}`}>
        {orderOf(order).orderNo}
      </Link>
    </p>
  ) : null
}
