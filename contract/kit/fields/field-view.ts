import type { CustomField, FieldConfig } from '../entity/view.ts'
import type { DictionaryChoices } from './dictionary.ts'

/** The name of the tenant's field configuration on phones: one row in the feed of everybody. */
export const fieldViewEntity = 'fieldView'

/** Its wire form: the configuration of the entities on phones, and the dictionaries of their fields. */
export interface FieldViewRow {
  readonly id: string
  readonly config: readonly (FieldConfig & { readonly entity: string })[]
  readonly custom: readonly (CustomField & { readonly entity: string })[]
  readonly dictionaries: Readonly<Record<string, DictionaryChoices>>
}
