import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { deviceUse, useHistoryFields } from '#contract/entities/custody/device-use.ts'
import type { Row } from '#src/data/hooks.ts'
import { RelatedRows } from '#src/kit/record/related-list.tsx'
import { CustodyOnDay } from './custody-on-day.tsx'
import { overdueColumn } from './overdue-tag.tsx'

/** Who had a device and has it now: where it was on a day, and its hand-overs, the newest first. */
export function DeviceUses({ row }: { readonly row: Row }): ReactNode {
  const navigate = useNavigate()
  return (
    <>
      <CustodyOnDay row={row} />
      <RelatedRows
        of={deviceUse}
        columns={useHistoryFields}
        fixed={{ cardId: row.id }}
        extraColumns={overdueColumn}
        onOpen={(use) => void navigate(`/eam/device-use/${use.id}`)}
      />
    </>
  )
}
