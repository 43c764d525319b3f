import type { ReactNode } from 'react'
import { deviceTag } from '#contract/entities/asset/tags/device-tag.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { TagActs } from './tag-acts.tsx'

/** Tags with the devices they are bound to. */
export function TagPage(): ReactNode {
  return <EntityPage of={deviceTag} rowActions={(row) => <TagActs row={row} />} />
}
