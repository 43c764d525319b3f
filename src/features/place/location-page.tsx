import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { device } from '#contract/entities/asset/device/device.ts'
import { location } from '#contract/entities/place/location.ts'
import { rightOf } from '#contract/kit/entity/entity.ts'
import { useRight } from '#src/data/session.ts'
import { Parts } from '#src/kit/parts.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { TreePage } from '#src/kit/tree/tree-page.tsx'
import { useWords } from '#src/words/words.ts'
import { planWords } from './public/plan-words.ts'
import { StoriedBuilding } from './storied-building.tsx'

/** Places: the tree of courtyards, buildings, floors and rooms, and the list of one branch. */
export function LocationPage(): ReactNode {
  const { say } = useWords()
  const navigate = useNavigate()
  const maySeePlans = useRight('floorPlan.list')
  const maySeeDevices = useRight(rightOf(device, 'list'))
  return (
    <TreePage
      of={location}
      listActions={(selected, fixed) => <Parts at="location.list" given={{ selected, fixed }} isTogether />}
      more={(row) => row.level === 'room' && maySeeDevices && <DevicesOfRoom id={row.id} />}
      rowActions={(row) => (
        <>
          {row.level === 'room' && maySeeDevices && <Parts at="location.record" given={{ row }} isTogether />}
          {row.level === 'building' && row.can?.includes('submit') && <StoriedBuilding row={row} />}
          {(row.level === 'floor' || row.level === 'room') && maySeePlans && (
            <Button onClick={() => navigate(`/form/eam/floor-plan?location=${row.id}`)}>{say(planWords.open)}</Button>
          )}
        </>
      )}
    />
  )
}

/** The devices whose place is this room; one opens on its own page. */
function DevicesOfRoom({ id }: { readonly id: string }): ReactNode {
  const navigate = useNavigate()
  return (
    <RelatedList
      of={device}
      fixed={{ locationId: id }}
      columns={['deviceName', 'deviceCode', 'deviceModel', 'useDept', 'eamStatus']}
      onOpen={(row) => void navigate(`/eam/device/${row.id}`)}
    />
  )
}
