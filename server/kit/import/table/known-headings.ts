import { importFacts } from '#contract/imports.ts'
import { type View, viewOf } from '#contract/kit/entity/view.ts'
import type { ImportFacts } from '#contract/kit/sheets/import-facts.ts'
import { entityNamed } from '#contract/registry.ts'
import { remembered } from '#server/kit/remembered.ts'
import { fieldOf, namesOf } from './headings.ts'

const declared = new WeakMap<ImportFacts, (heading: string) => string | undefined>()

/** The field of each heading by the labels of the hospital and the names in the contract. */
export const fieldsByHeading = (view: View, facts: ImportFacts): ((heading: string) => string | undefined) => {
  const names = namesOf(view, facts, new Map())
  return (heading) => fieldOf(heading.trim().slice(0, 100), names)
}

/** Whether a heading names a field of any importable entity by the names in the contract: the entity of the file is not known yet. */
export const isKnownHeading = (heading: string): boolean =>
  Object.entries(importFacts).some(([target, facts]) =>
    remembered(declared, facts, () => fieldsByHeading(viewOf(entityNamed(target)), facts))(heading),
  )
