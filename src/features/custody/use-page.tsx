import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useActOrder } from './apply-acts.ts'
import { overdueColumn } from './overdue-tag.tsx'

/** The uses of devices: what waits for a hand-over, what is out, and what is overdue. */
export function UsePage(): ReactNode {
  const navigate = useNavigate()
  return (
    <EntityPage
      of={deviceUse}
      order={useActOrder}
      extraColumns={overdueColumn}
      onOpen={(row) => void navigate(`/eam/device-use/${row.id}`)}
    />
  )
}
