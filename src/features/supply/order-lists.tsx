import type { ReactNode } from 'react'
import { purchaseOrder } from '#contract/entities/supply/purchase-order.ts'
import { purchaseOrigin } from '#contract/entities/supply/purchase-origin.ts'
import { useRight } from '#src/data/session.ts'
import { RelatedList } from '#src/kit/record/related-list.tsx'

type Fixed = Readonly<Record<string, string>>

/** The orders of a plan. */
export function Orders({ fixed, initial }: { readonly fixed: Fixed; readonly initial?: Fixed }): ReactNode {
  if (!useRight('purchaseOrder.list')) return null
  return (
    <RelatedList
      of={purchaseOrder}
      fixed={fixed}
      columns={['orderNo', 'orderStatus', 'supplier', 'deliveryDue', 'receivedTotal', 'amountTotal']}
      {...(initial && { initial })}
    />
  )
}

/** The cards that came by a budget, a plan, an order, an arrival or an entry, among those that the person sees. */
export function Origins({ fixed }: { readonly fixed: Fixed }): ReactNode {
  if (!useRight('purchaseOrigin.list')) return null
  return <RelatedList of={purchaseOrigin} fixed={fixed} columns={['device', 'entry', 'order', 'supplier', 'unitPrice']} />
}
