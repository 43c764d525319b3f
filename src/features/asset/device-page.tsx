import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { device } from '#contract/entities/asset/device/device.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { Parts } from '#src/kit/parts.tsx'
import { useWords } from '#src/words/words.ts'
import { deviceActs, deviceAllows } from './device-acts.ts'
import { deviceTrees } from './device-trees.ts'

/** The list of device cards with what other modules offer for it; a card opens in a tab of its own. */
export function DevicePage(): ReactNode {
  const { word } = useWords()
  const navigate = useNavigate()
  return (
    <EntityPage
      of={device}
      order={deviceActs}
      allows={deviceAllows}
      listMore={[{ key: 'overview', label: word('device.overview'), onClick: () => void navigate('/form/eam/assets-over-view') }]}
      listActions={(selected) => <Parts at="device.list" given={{ selected }} isTogether />}
      trees={deviceTrees}
      onOpen={(row) => void navigate(`/eam/device/${row.id}`)}
    />
  )
}
