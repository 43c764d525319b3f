import { type DictionaryOf, withChoices } from '../fields/dictionary.ts'
import { type Field, type FieldMap, isPlain, unitFields } from '../fields/field.ts'
import { type FieldRow, fieldsOfRows } from '../fields/row-fields.ts'
import type { Words } from '../words.ts'
import type { Entity } from './entity.ts'

/** A tenant's configuration of one field: visibility, label, fields displayed beside it (comma list), and its place in forms and lists. */
export interface FieldConfig {
  readonly fieldCode: string
  readonly isShow: 0 | 1
  readonly alias: string | null
  readonly fieldAssociation: string | null
  /** Required in this tenant although its declaration does not say so. */
  readonly isRequired?: 0 | 1 | null
  /** Fields with an order come before those without, which keep the order of declaration. */
  readonly sort?: number | null
  /** Column width in pixels. */
  readonly width?: number | null
}

/** A custom field of a tenant. `options` are the choices, one per line. */
export interface CustomField extends FieldRow {
  readonly fieldKind: 'text' | 'integer' | 'decimal' | 'date' | 'choice' | 'dictionary'
  readonly options: string | null
  readonly dictionaryCode: string | null
  readonly isList: 0 | 1
  readonly isSearch: 0 | 1
}

/** Prefix of custom fields on the wire, so that they never collide with declared fields. */
export const customPrefix = 'x_'

export interface View<E extends Entity = Entity> {
  readonly entity: E
  /** Declared and custom fields in order, without hidden ones, with the tenant's labels. */
  readonly fields: FieldMap
  /** Names of the fields stored in the jsonb column. */
  readonly custom: ReadonlySet<string>
}

/** Adds an entity's custom fields to the choices of a field. `ownOf`: the custom fields of an entity by its name. */
export function withOwn<F extends Field>(field: F, ownOf: (entity: string) => readonly CustomField[]): F {
  if (field.kind !== 'choices' || !field.own) return field
  const own = ownOf(field.own).map(({ code, name }) => [customPrefix + code, { zh: name, en: name }])
  return { ...field, of: { ...field.of, ...Object.fromEntries(own) } }
}

/** A field with the tenant's configuration applied. */
function asSaid(field: Field, row: FieldConfig, { fields }: Entity, isUnit: boolean): Field {
  const alias: Words | undefined = row.alias ? { zh: row.alias, en: row.alias } : undefined
  const beside = (row.fieldAssociation ?? '').split(',').filter((name) => Object.hasOwn(fields, name) && isPlain(fields[name]!))
  return {
    ...field,
    ...(alias ? { ...alias, asks: undefined } : {}),
    ...(row.isRequired === 1 && !field.readOnly && !isUnit ? { required: true } : {}),
    ...(row.width ? { width: row.width } : {}),
    ...(beside.length > 0 ? { beside } : {}),
  }
}

/** Sorts fields by the tenant's order. */
function inOrder(fields: FieldMap, said: ReadonlyMap<string, FieldConfig>): [string, Field][] {
  const rank = (name: string): number => said.get(name)?.sort ?? Number.POSITIVE_INFINITY
  const entries = Object.entries(fields)
  if (![...said.values()].some(({ sort }) => typeof sort === 'number')) return entries
  // Infinity minus itself is NaN, so fields without an order compare as equal and keep their order.
  return entries.sort(([one], [other]) => rank(one) - rank(other) || 0)
}

/** Whether a tenant may hide a declared field: not the title, required fields, fields that rules compare, or those that rows of some kind need. */
export function mayHide({ title, fields, forms }: Entity, name: string): boolean {
  const field = fields[name]
  const isNeeded = Object.values(forms?.of ?? {}).some(({ needs = [] }) => needs.includes(name))
  return name !== title && !field?.required && !field?.alwaysShown && !isNeeded
}

/** An entity as one tenant sees it; lists, forms, exports and templates are derived from this, never from the bare entity. */
export function viewOf<E extends Entity>(
  entity: E,
  config: readonly FieldConfig[] = [],
  custom: readonly CustomField[] = [],
  ownOf: (entity: string) => readonly CustomField[] = () => [],
  dictionaryOf: DictionaryOf = () => undefined,
): View<E> {
  const said = new Map(config.map((row) => [row.fieldCode, row]))
  const fields: Record<string, Field> = {}
  const isHidden = (name: string): boolean => said.get(name)?.isShow === 0 && mayHide(entity, name)
  // A unit is shown or hidden with its number.
  const units = unitFields(entity.fields)
  const numbered = unitFields(Object.fromEntries(Object.entries(entity.fields).filter(([name]) => !isHidden(name))))
  for (const [name, field] of inOrder(entity.fields, said)) {
    const row = said.get(name)
    if (isHidden(name) || (units.has(name) && !numbered.has(name))) continue
    fields[name] = withChoices(withOwn(row ? asSaid(field, row, entity, units.has(name)) : field, ownOf), dictionaryOf)
  }
  const own = entity.custom ? fieldsOfRows(custom, dictionaryOf, customPrefix) : {}
  return { entity, fields: { ...fields, ...own }, custom: new Set(Object.keys(own)) }
}
