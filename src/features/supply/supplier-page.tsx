import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { setSupplier } from '#contract/calls/supply/supply.ts'
import { supplier } from '#contract/entities/supply/supplier.ts'
import { supplierQualification } from '#contract/entities/supply/supplier-qualification.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { Parts } from '#src/kit/parts.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { useWords } from '#src/words/words.ts'

function SetDevices({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  const [isOpen, setOpen] = useState(false)
  if (!useRight(setSupplier.may)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say(setSupplier)}</Button>
      {isOpen && <CallDialog of={setSupplier} given={{ supplierId: row.id }} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Suppliers; a record has its qualifications and what other modules know of it, and sets the supplier of devices. */
export function SupplierPage(): ReactNode {
  const maySee = useRight('supplierQualification.list')
  return (
    <EntityPage
      of={supplier}
      rowActions={(row) => <SetDevices row={row} />}
      more={(row) => (
        <>
          {maySee && (
            <RelatedList
              of={supplierQualification}
              fixed={{ supplierId: row.id }}
              columns={['certificateNo', 'qualificationKind', 'validUntil', 'issuedBy']}
              initial={{ supplierId: row.id, supplierName: row.supplierName }}
            />
          )}
          <Parts at="supplier.record" given={{ row }} />
        </>
      )}
    />
  )
}
