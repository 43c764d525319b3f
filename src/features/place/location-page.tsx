import type { ReactNode } from 'react'
import { location } from '#contract/entities/place/location.ts'
import { TreePage, type TreePageOptions } from '#src/kit/tree-page.tsx'
import { StoriedBuilding } from './storied-building.tsx'

/** Places: the tree of courtyards, buildings, floors and rooms, and the list of one branch. */
export function LocationPage({ listActions }: Pick<TreePageOptions, 'listActions'>): ReactNode {
  return (
    <TreePage
      of={location}
      listActions={listActions}
      rowActions={(row) => row.level === 'building' && row.can?.includes('submit') && <StoriedBuilding row={row} />}
    />
  )
}
