import type { Entity } from './entity.ts'
import type { ChoiceField, Field, FieldMap } from './field.ts'
import type { Words } from './words.ts'

/** What a tenant says about one field: whether it shows, its own name, and fields shown beside it (comma list). */
export interface FieldConfig {
  readonly fieldCode: string
  readonly isShow: 0 | 1
  readonly alias: string | null
  readonly fieldAssociation: string | null
}

/** A field that a tenant added. `options` are the choices, one a line. */
export interface CustomField {
  readonly code: string
  readonly name: string
  readonly fieldKind: 'text' | 'integer' | 'decimal' | 'date' | 'choice'
  readonly options: string | null
  readonly isRequired: 0 | 1
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

function customField(of: CustomField): Field {
  const facts = { zh: of.name, en: of.name, required: of.isRequired === 1, list: of.isList === 1, search: of.isSearch === 1 }
  const choices = Object.fromEntries(
    (of.options ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .map((line) => [line, { zh: line, en: line }]),
  )
  switch (of.fieldKind) {
    case 'text':
      return { kind: 'text', max: 200, ...facts }
    case 'integer':
      return { kind: 'integer', ...facts }
    case 'decimal':
      return { kind: 'decimal', scale: 4, ...facts }
    case 'date':
      return { kind: 'date', ...facts }
    case 'choice':
      return { kind: 'choice', of: choices, ...facts } satisfies ChoiceField
  }
}

/** A field whose words are also the fields that a tenant added to an entity. `ownOf`: those of an entity by its name. */
export function withOwn<F extends Field>(field: F, ownOf: (entity: string) => readonly CustomField[]): F {
  if (field.kind !== 'choices' || !field.own) return field
  const own = ownOf(field.own).map(({ code, name }) => [customPrefix + code, { zh: name, en: name }])
  return { ...field, of: { ...field.of, ...Object.fromEntries(own) } }
}

/** An entity as one tenant sees it; every list, form, export and template is derived from this, never from the bare entity. */
export function viewOf<E extends Entity>(
  entity: E,
  config: readonly FieldConfig[] = [],
  custom: readonly CustomField[] = [],
  ownOf: (entity: string) => readonly CustomField[] = () => [],
): View<E> {
  const said = new Map(config.map((row) => [row.fieldCode, row]))
  const fields: Record<string, Field> = {}
  for (const [name, field] of Object.entries(entity.fields)) {
    const row = said.get(name)
    if (row?.isShow === 0 && name !== entity.title && !field.required) continue
    const alias: Words | undefined = row?.alias ? { zh: row.alias, en: row.alias } : undefined
    fields[name] = withOwn(alias ? { ...field, ...alias } : field, ownOf)
  }
  const own = new Set<string>()
  if (entity.custom)
    for (const row of custom) {
      const name = customPrefix + row.code
      fields[name] = customField(row)
      own.add(name)
    }
  return { entity, fields, custom: own }
}
