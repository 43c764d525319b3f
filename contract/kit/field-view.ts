import type { DictionaryChoices } from './dictionary.ts'
import type { CustomField, FieldConfig } from './view.ts'

/** What phones hold of how a tenant's fields look: one row in the feed that everyone has. */
export const fieldViewEntity = 'fieldView'

/** The row as it travels: the settings of the entities that phones keep, and the dictionaries that their fields use. */
export interface FieldViewRow {
  readonly id: string
  readonly config: readonly (FieldConfig & { readonly entity: string })[]
  readonly custom: readonly (CustomField & { readonly entity: string })[]
  readonly dictionaries: Readonly<Record<string, DictionaryChoices>>
}
