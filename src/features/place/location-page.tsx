import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { location } from '#contract/entities/place/location.ts'
import { useRight } from '#src/data/session.ts'
import { Parts } from '#src/kit/parts.tsx'
import { TreePage } from '#src/kit/tree/tree-page.tsx'
import { useWords } from '#src/words/words.ts'
import { planWords } from './plan-words.ts'
import { StoriedBuilding } from './storied-building.tsx'

/** Places: the tree of courtyards, buildings, floors and rooms, and the list of one branch. */
export function LocationPage(): ReactNode {
  const { say } = useWords()
  const navigate = useNavigate()
  const maySeePlans = useRight('floorPlan.list')
  return (
    <TreePage
      of={location}
      listActions={(selected, fixed) => <Parts at="location.list" given={{ selected, fixed }} isTogether />}
      rowActions={(row) => (
        <>
          {row.level === 'building' && row.can?.includes('submit') && <StoriedBuilding row={row} />}
          {(row.level === 'floor' || row.level === 'room') && maySeePlans && (
            <Button onClick={() => navigate(`/form/eam/floor-plan?location=${row.id}`)}>{say(planWords.open)}</Button>
          )}
        </>
      )}
    />
  )
}
