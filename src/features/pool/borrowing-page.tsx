import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { sharedBorrowing } from '#contract/entities/pool/shared-borrowing.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { borrowingActs } from './borrowing-acts.ts'

/** The borrowings of shared devices. */
export function BorrowingPage(): ReactNode {
  const navigate = useNavigate()
  return <EntityPage of={sharedBorrowing} order={borrowingActs} onOpen={(row) => void navigate(`/eam/shared-borrowing/${row.id}`)} />
}
