import type { ReactNode } from 'react'
import { contractDevice } from '#contract/entities/service/contracts/contract-device.ts'
import { contractInstalment } from '#contract/entities/service/contracts/contract-instalment.ts'
import { serviceContract } from '#contract/entities/service/contracts/service-contract.ts'
import { serviceInvoice } from '#contract/entities/service/contracts/service-invoice.ts'
import { serviceInvoiceLine } from '#contract/entities/service/contracts/service-invoice-line.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { RelatedList, RelatedRows } from '#src/kit/record/related-list.tsx'

/** Payments of a contract in force, where they are recorded. */
function Payments({ row }: { readonly row: Row }): ReactNode {
  if (!useRight('contractInstalment.list')) return null
  return (
    <RelatedList
      of={contractInstalment}
      fixed={{ contractId: row.id }}
      columns={['instalmentName', 'payState', 'dueOn', 'amount', 'paidOn']}
    />
  )
}

/** Service contracts, each with its devices and payments. */
export const ContractPage = (): ReactNode => (
  <EntityPage
    of={serviceContract}
    order={{ next: ['activate', 'addDevices', 'renew'], rare: ['leave', 'terminate'] }}
    more={(row) => row.contractState !== 'draft' && <Payments row={row} />}
  />
)

/** The contracts that cover or have covered a device. */
export const DeviceContracts = ({ row }: { readonly row: Row }): ReactNode => (
  <RelatedRows
    of={contractDevice}
    fixed={{ deviceId: row.id }}
    columns={['contract', 'supplier', 'validFrom', 'validUntil', 'joinedOn', 'leftOn', 'leftReason']}
  />
)

/** The contracts with a supplier. */
export function SupplierContracts({ row }: { readonly row: Row }): ReactNode {
  if (!useRight('serviceContract.list')) return null
  return (
    <RelatedList
      of={serviceContract}
      fixed={{ supplierId: row.id }}
      columns={['contractNo', 'contractState', 'contractName', 'contractKind', 'validUntil', 'price']}
      initial={{ supplierId: row.id, supplierName: row.supplierName }}
    />
  )
}

/** Invoices of providers. */
export const InvoicePage = (): ReactNode => (
  <EntityPage of={serviceInvoice} order={{ next: ['match', 'approve', 'pay'], rare: ['matchDiffering', 'sendBack', 'takeBack'] }} />
)

/** What invoices charge for an order; nothing where no provider was paid. */
function Charged({
  row,
  by,
  cost,
}: {
  readonly row: Row
  readonly by: 'repairOrderId' | 'maintainOrderId'
  readonly cost: unknown
}): ReactNode {
  const maySee = useRight('serviceInvoiceLine.list')
  if (!maySee || (!row.providerId && Number(cost ?? 0) === 0)) return null
  return <RelatedList of={serviceInvoiceLine} fixed={{ [by]: row.id }} columns={['invoice', 'amount', 'agreedAmount', 'moreReason']} />
}

/** The invoices of a repair. */
export const InvoicesOfRepair = ({ row }: { readonly row: Row }): ReactNode => (
  <Charged row={row} by="repairOrderId" cost={row.outsideCost} />
)

/** The invoices of a maintenance order. */
export const InvoicesOfMaintenance = ({ row }: { readonly row: Row }): ReactNode => (
  <Charged row={row} by="maintainOrderId" cost={row.cost} />
)
