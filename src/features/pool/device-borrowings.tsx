import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { sharedBorrowing } from '#contract/entities/pool/shared-borrowing.ts'
import type { Row } from '#src/data/hooks.ts'
import { RelatedRows } from '#src/kit/record/related-list.tsx'

/** The shared borrowings of a device. */
export function DeviceBorrowings({ row }: { readonly row: Row }): ReactNode {
  const navigate = useNavigate()
  return (
    <RelatedRows of={sharedBorrowing} fixed={{ deviceId: row.id }} onOpen={(one) => void navigate(`/eam/shared-borrowing/${one.id}`)} />
  )
}
