import type { ReactNode } from 'react'
import { purchaseInvoice } from '#contract/entities/supply/invoices/purchase-invoice.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'

/** Invoices of purchases, each held against its order and what has arrived. */
export const PurchaseInvoicePage = (): ReactNode => (
  <EntityPage of={purchaseInvoice} order={{ next: ['match', 'approve', 'pay'], rare: ['matchDiffering', 'sendBack', 'takeBack'] }} />
)
