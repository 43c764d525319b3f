import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { warehouseEntry } from '#contract/entities/place/warehouse-entry.ts'
import { purchaseInvoice } from '#contract/entities/supply/invoices/purchase-invoice.ts'
import { orderArrival } from '#contract/entities/supply/order-arrival.ts'
import { purchaseInstalment } from '#contract/entities/supply/purchase-instalment.ts'
import { purchaseOrder } from '#contract/entities/supply/purchase-order.ts'
import { purchaseOrigin } from '#contract/entities/supply/purchase-origin.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { History } from '#src/kit/record/history.tsx'
import { RecordPage } from '#src/kit/record/record-page.tsx'
import { RelatedList, RelatedRows } from '#src/kit/record/related-list.tsx'
import { useWords } from '#src/words/words.ts'
import { Origins } from './order-lists.tsx'
import { beyondOrder } from './order-words.ts'
import { PriceHistory } from './price-history.tsx'

/** Payments of an order that is placed, where they are recorded. */
function Payments({ row }: { readonly row: Row }): ReactNode {
  if (!useRight('purchaseInstalment.list')) return null
  return (
    <RelatedList
      of={purchaseInstalment}
      fixed={{ orderId: row.id }}
      columns={['instalmentName', 'payState', 'dueOn', 'amount', 'paidOn']}
    />
  )
}

/** By how much the instalments come to more than what is left of an order after its cancellation. */
function Excess({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  if (!row.instalmentExcess) return null
  return <Alert type="warning" showIcon title={say(beyondOrder(String(row.instalmentExcess)))} />
}

function Arrivals({ row }: { readonly row: Row }): ReactNode {
  if (!useRight('orderArrival.list')) return null
  return (
    <RelatedList
      of={orderArrival}
      fixed={{ orderId: row.id }}
      columns={['arrivalNo', 'arrivalState', 'receivedOn', 'receivedTotal', 'refusedTotal', 'acceptedOn']}
      initial={{ orderId: row.id, orderName: row.orderNo }}
    />
  )
}

/** What the supplier charges for an order. */
function Invoices({ row }: { readonly row: Row }): ReactNode {
  if (!useRight('purchaseInvoice.list')) return null
  return (
    <RelatedList
      of={purchaseInvoice}
      fixed={{ orderId: row.id }}
      columns={['invoiceNo', 'invoiceState', 'invoiceDate', 'amount', 'difference', 'paidOn']}
      initial={{ orderId: row.id, orderName: row.orderNo }}
    />
  )
}

const ofOrder = {
  of: purchaseOrder,
  order: { next: ['place', 'arrive', 'close'], rare: ['allowSingle', 'cancelRest', 'cancel'] },
  more: (row: Row): ReactNode =>
    row.orderStatus !== 'draft' && (
      <>
        <Excess row={row} />
        <Arrivals row={row} />
        <Invoices row={row} />
        <Payments row={row} />
        <Origins fixed={{ orderId: row.id }} />
      </>
    ),
} as const

/** Orders, each with what arrived, what is paid, and the cards that came of it. */
export const OrderPage = (): ReactNode => <EntityPage {...ofOrder} />

/** One order at its own address. */
export function OrderRecordPage(): ReactNode {
  const { word } = useWords()
  const { id = '' } = useParams()
  return (
    <RecordPage
      {...ofOrder}
      id={id}
      listPath="/eam/purchase-order"
      aside={(row) => <History of={purchaseOrder} id={row.id} title={word('history.title')} />}
    />
  )
}

function Entries({ row }: { readonly row: Row }): ReactNode {
  if (!useRight('warehouseEntry.list')) return null
  return <RelatedList of={warehouseEntry} fixed={{ arrivalId: row.id }} columns={['entryNo', 'entryStatus', 'entryDate', 'amountTotal']} />
}

const ofArrival = {
  of: orderArrival,
  order: { next: ['receive', 'accept'], rare: ['withdraw', 'reject', 'enterAgain'] },
  more: (row: Row): ReactNode =>
    row.arrivalState === 'accepted' && (
      <>
        <Entries row={row} />
        <Origins fixed={{ arrivalId: row.id }} />
      </>
    ),
} as const

/** Arrivals, each with its warehouse entry and the cards that came of it. */
export const ArrivalPage = (): ReactNode => <EntityPage {...ofArrival} />

/** One arrival at its own address, where the notice of its acceptance leads. */
export function ArrivalRecordPage(): ReactNode {
  const { word } = useWords()
  const { id = '' } = useParams()
  return (
    <RecordPage
      {...ofArrival}
      id={id}
      listPath="/eam/order-arrival"
      aside={(row) => <History of={orderArrival} id={row.id} title={word('history.title')} />}
    />
  )
}

/** By which entry, arrival, order, plan and budget a device came, and what the same model cost over time. */
export function DeviceOrigin({ row }: { readonly row: Row }): ReactNode {
  return (
    <>
      <RelatedRows
        of={purchaseOrigin}
        fixed={{ deviceId: row.id }}
        columns={['entry', 'arrival', 'order', 'plan', 'budget', 'supplier', 'unitPrice']}
      />
      <PriceHistory deviceId={row.id} />
    </>
  )
}
