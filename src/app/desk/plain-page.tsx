import type { ReactNode } from 'react'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { TreePage } from '#src/kit/tree/tree-page.tsx'

/** The default page of a family. */
export function PlainPage({ of }: { readonly of: Entity }): ReactNode {
  return of.tree ? <TreePage of={of} /> : <EntityPage of={of} />
}
