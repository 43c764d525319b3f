import type { ReactNode } from 'react'
import { checkLine } from '#contract/entities/check/check-line.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'

/** The lines of all checks that the person sees; figures of checks open it filtered. */
export function CheckLinePage(): ReactNode {
  return <EntityPage of={checkLine} />
}
