import { isPlain } from './kit/field.ts'
import type { ImportFacts } from './kit/import-facts.ts'
import { oneWriting } from './kit/one-writing.ts'
import { simplified } from './kit/simplified.ts'
import type { View } from './kit/view.ts'
import { areaFacts, type Creatable, entityNamed, type ImportTarget } from './registry.ts'

/** Milliseconds without a sign after which the process that worked on an import is taken for gone; it gives one every ten seconds. */
export const silentMs = 60_000

/** Entities whose missing rows an import may create as the sheet names them; people get no account that can sign in. */
export const creatable: readonly Creatable[] = areaFacts.flatMap(({ importCreates }) =>
  (importCreates ?? []).map((name) => entityNamed(name).name as Creatable),
)

/** How a spreadsheet is read into each target. */
export const importFacts: Readonly<Record<ImportTarget, ImportFacts>> = Object.assign({}, ...areaFacts.map(({ imports }) => imports))

/** Whether there is an import for rows of an entity, so that its template is offered. */
export const isImported = ({ name }: { readonly name: string }): boolean => Object.hasOwn(importFacts, name)

/** Fields without which a list cannot be imported again: what a row requires, and where it stands in its tree. */
export const neededToImport = ({ entity, fields }: View): string[] =>
  isImported(entity)
    ? Object.entries(fields).flatMap(([name, field]) =>
        !field.readOnly && isPlain(field) && (field.required || name === entity.tree) ? [name] : [],
      )
    : []

/** Fields that a second import may clear where their cells are empty, if the person says so: none that a row needs or that an import leaves as it is. */
export const clearable = ({ entity, fields }: View, { note, opening, fixed = [] }: ImportFacts): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.required || field.readOnly || !isPlain(field) || [note, opening?.field, entity.tree, entity.scope?.dept, ...fixed].includes(name)
      ? []
      : [name],
  )

/** A heading or name as it is compared: one writing of letters, digits and widths, simplified, without spaces and marks. */
export const headingKey = (heading: string): string =>
  simplified(oneWriting(heading))
    .toLowerCase()
    .replace(/[\s_*:：\-–—.、,，()[\]【】]/g, '')
