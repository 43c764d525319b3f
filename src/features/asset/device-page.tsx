import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { device } from '#contract/entities/asset/device.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { Parts } from '#src/kit/parts.tsx'
import { deviceActs } from './device-acts.ts'

/** The list of device cards with what other modules offer for it; a card opens in a tab of its own. */
export function DevicePage(): ReactNode {
  const navigate = useNavigate()
  return (
    <EntityPage
      of={device}
      order={deviceActs}
      listActions={(selected) => <Parts at="device.list" given={{ selected }} />}
      onOpen={(row) => void navigate(`/eam/device/${row.id}`)}
    />
  )
}
