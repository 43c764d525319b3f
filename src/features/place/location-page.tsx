import type { ReactNode } from 'react'
import { location } from '#contract/entities/place/location.ts'
import { Parts } from '#src/kit/parts.tsx'
import { TreePage } from '#src/kit/tree/tree-page.tsx'
import { StoriedBuilding } from './storied-building.tsx'

/** Places: the tree of courtyards, buildings, floors and rooms, and the list of one branch. */
export function LocationPage(): ReactNode {
  return (
    <TreePage
      of={location}
      listActions={(selected, fixed) => <Parts at="location.list" given={{ selected, fixed }} />}
      rowActions={(row) => row.level === 'building' && row.can?.includes('submit') && <StoriedBuilding row={row} />}
    />
  )
}
