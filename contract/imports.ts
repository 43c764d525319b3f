import type { View } from './kit/entity/view.ts'
import { isPlain } from './kit/fields/field.ts'
import type { ImportFacts } from './kit/sheets/import-facts.ts'
import { oneWriting } from './kit/text/one-writing.ts'
import { simplified } from './kit/text/simplified.ts'
import { type Creatable, entityNamed, type ImportTarget, inWorkOrder, moduleFacts } from './registry.ts'

/** Milliseconds without a heartbeat after which the process of an import counts as dead; it sends one every ten seconds. */
export const deadAfterMs = 60_000

/** Entities whose missing rows an import may create with the name from the sheet; people get no account that can sign in. */
export const creatable: readonly Creatable[] = moduleFacts.flatMap(({ importCreates }) =>
  (importCreates ?? []).map((name) => entityNamed(name).name as Creatable),
)

/** The import facts of each target. */
export const importFacts: Readonly<Record<ImportTarget, ImportFacts>> = Object.assign({}, ...inWorkOrder.map(({ imports }) => imports))

/** An entity as rows of an import fill it: with the fields of a history, which else only a step writes. */
export const importedView = (view: View): View => {
  const { history = [] } = isImported(view.entity) ? importFacts[view.entity.name as ImportTarget] : {}
  if (history.length === 0) return view
  const fields = Object.entries(view.fields).map(([name, field]) => [name, history.includes(name) ? { ...field, readOnly: false } : field])
  return { ...view, fields: Object.fromEntries(fields) }
}

/** Whether rows of an entity can be imported, so that its template is offered. */
export const isImported = ({ name }: { readonly name: string }): boolean => Object.hasOwn(importFacts, name)

/** Fields that a list must contain to be imported again: required fields, and the parent in a tree. */
export const neededToImport = ({ entity, fields }: View): string[] =>
  isImported(entity)
    ? Object.entries(fields).flatMap(([name, field]) =>
        !field.readOnly && isPlain(field) && (field.required || name === entity.tree) ? [name] : [],
      )
    : []

/**
 * Fields that a second import may clear if their cells are empty and the person agrees: not the required ones, nor those that an import
 * never changes.
 */
export const clearable = ({ entity, fields }: View, { note, opening, fixed = [] }: ImportFacts): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.required || field.readOnly || !isPlain(field) || [note, opening?.field, entity.tree, entity.scope?.dept, ...fixed].includes(name)
      ? []
      : [name],
  )

/** The comparison form of a heading or name: normalised letters, digits and widths, simplified characters, without spaces and marks. */
export const headingKey = (heading: string): string =>
  simplified(oneWriting(heading))
    .toLowerCase()
    .replace(/[\s_*:：\-–—.、,，()[\]【】]/g, '')
