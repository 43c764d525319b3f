import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { device } from '#contract/entities/asset/device.ts'
import { EntityPage, type PageOptions } from '#src/kit/entity-page.tsx'

/** The list of device cards; a card opens in a tab of its own. */
export function DevicePage({ listActions }: Pick<PageOptions, 'listActions'>): ReactNode {
  const navigate = useNavigate()
  return <EntityPage of={device} listActions={listActions} onOpen={(row) => void navigate(`/eam/device/${row.id}`)} />
}
