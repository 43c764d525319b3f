import { belongs } from '#contract/kit/entity/belongs.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { type Field, isInternal, unitFields } from '#contract/kit/fields/field.ts'
import type { Language, Words } from '#contract/kit/words.ts'
import type { Row } from '#src/data/hooks.ts'
import { textOf } from '#src/kit/value-text.ts'

const hidden: ReadonlySet<Field['kind']> = new Set(['json', 'items'])

/** Fields of a row under one heading; those without a heading have none. */
export interface FieldGroup {
  readonly group: Words | undefined
  readonly fields: readonly (readonly [name: string, field: Field])[]
}

/** The fields of a row that a person reads, in their groups, those without a group first. `empty`: how many without a value were left out. */
export function filledFields(
  view: View,
  row: Row,
  language: Language,
  { without = [], withEmpty = false }: { readonly without?: readonly string[]; readonly withEmpty?: boolean } = {},
): { readonly groups: readonly FieldGroup[]; readonly empty: number } {
  const isEmpty = (name: string, field: Field): boolean =>
    field.kind === 'ids' || field.kind === 'choices' ? !(row[name] as unknown[] | null)?.length : textOf(name, field, row, language) === ''
  const units = unitFields(view.fields)
  let empty = 0
  const groups = new Map<string, { group: Words | undefined; fields: [string, Field][] }>()
  for (const [name, field] of Object.entries(view.fields)) {
    const isAside = hidden.has(field.kind) || isInternal(field) || units.has(name) || without.includes(name)
    if (isAside || !belongs(field, row[wireName(name, field)], row)) continue
    if (isEmpty(name, field)) {
      empty++
      if (!withEmpty) continue
    }
    const key = field.group?.en ?? ''
    const inside = groups.get(key) ?? { group: field.group, fields: [] }
    inside.fields.push([name, field])
    groups.set(key, inside)
  }
  return { groups: [...groups.values()].sort((one, other) => Number(one.group !== undefined) - Number(other.group !== undefined)), empty }
}
