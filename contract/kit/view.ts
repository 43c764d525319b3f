import { type DictionaryOf, withChoices } from './dictionary.ts'
import type { Entity } from './entity.ts'
import { type Field, type FieldMap, isPlain, unitFields } from './field.ts'
import { type FieldRow, fieldsOfRows } from './row-fields.ts'
import type { Words } from './words.ts'

/** What a tenant says about one field: whether it shows, its own name, fields shown beside it (comma list), and how it stands in forms and lists. */
export interface FieldConfig {
  readonly fieldCode: string
  readonly isShow: 0 | 1
  readonly alias: string | null
  readonly fieldAssociation: string | null
  /** Asked for though its declaration does not. */
  readonly isRequired?: 0 | 1 | null
  /** Fields with an order stand before those without, which keep that of their declaration. */
  readonly sort?: number | null
  /** Pixels of its column. */
  readonly width?: number | null
}

/** A field that a tenant added. `options` are the choices, one a line. */
export interface CustomField extends FieldRow {
  readonly fieldKind: 'text' | 'integer' | 'decimal' | 'date' | 'choice' | 'dictionary'
  readonly options: string | null
  readonly dictionaryCode: string | null
  readonly isList: 0 | 1
  readonly isSearch: 0 | 1
}

/** Custom fields carry a prefix on the wire, so that they can never collide with a declared one. */
export const customPrefix = 'x_'

export interface View<E extends Entity = Entity> {
  readonly entity: E
  /** Declared and custom fields in order, hidden ones left out, labels as the tenant named them. */
  readonly fields: FieldMap
  /** Names of the fields that live in the jsonb column. */
  readonly custom: ReadonlySet<string>
}

/** A field whose words are also the fields that a tenant added to an entity. `ownOf`: those of an entity by its name. */
export function withOwn<F extends Field>(field: F, ownOf: (entity: string) => readonly CustomField[]): F {
  if (field.kind !== 'choices' || !field.own) return field
  const own = ownOf(field.own).map(({ code, name }) => [customPrefix + code, { zh: name, en: name }])
  return { ...field, of: { ...field.of, ...Object.fromEntries(own) } }
}

/** A field with what the tenant says about it. */
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

/** Fields in the order that the tenant gives them. */
function inOrder(fields: FieldMap, said: ReadonlyMap<string, FieldConfig>): [string, Field][] {
  const rank = (name: string): number => said.get(name)?.sort ?? Number.POSITIVE_INFINITY
  const entries = Object.entries(fields)
  if (![...said.values()].some(({ sort }) => typeof sort === 'number')) return entries
  // Infinity less itself is no number, so fields without an order are equal and stay as they are.
  return entries.sort(([one], [other]) => rank(one) - rank(other) || 0)
}

/** Whether a tenant may hide a declared field: not the title, nor what is required, nor what rules compare rows by. */
export function mayHide({ title, fields }: Entity, name: string): boolean {
  const field = fields[name]
  return name !== title && !field?.required && !field?.alwaysShown
}

/** An entity as one tenant sees it; every list, form, export and template is derived from this, never from the bare entity. */
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
  // A unit goes with its number.
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
