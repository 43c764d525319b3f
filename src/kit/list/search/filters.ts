import { verbsOf } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { countsUnit, type Field, isInternal, isListable, usualUnit } from '#contract/kit/fields/field.ts'
import { withUnit } from '#contract/kit/figures/measure-units.ts'
import type { Language } from '#contract/kit/words.ts'
import { entityNamed } from '#contract/registry.ts'

/** Filter values for an empty field and for a field with any value. */
export const none = '_none'
export const some = '_some'
/** Filter value of a link to a team: those that the person is in. */
export const mine = '_mine'

/** One filter of the advanced search. */
export interface Filter {
  /** Field name; `createTime` for the creation time. */
  readonly name: string
  readonly field: Field
  /** One wire name, or two for a range: from and to. */
  readonly wires: readonly [string, string?]
  /** Set by the page's address only, as there is no picker for the linked rows and ids are not typed by hand. */
  readonly isGiven?: boolean
}

const created: Field = { kind: 'date', zh: '创建时间', en: 'Created' }
const ranged: ReadonlySet<Field['kind']> = new Set(['date', 'time', 'integer', 'decimal', 'money'])

/** The filters of a view: listed and searched fields first, then the others in order. */
export function filtersOf(view: View): Filter[] {
  const found: Filter[] = []
  const usual = ([, field]: [string, Field]): number => Number(!(field.list || field.search))
  for (const [name, field] of Object.entries(view.fields).sort((one, other) => usual(one) - usual(other))) {
    if (!isListable(field) || field.closed || (view.custom.has(name) && !field.search)) continue
    found.push({
      name,
      field,
      wires: ranged.has(field.kind) ? [`${name}_ge`, `${name}_le`] : [wireName(name, field)],
      isGiven: isInternal(field) || (field.kind === 'link' && !verbsOf(entityNamed(field.to)).includes('select')),
    })
  }
  found.push({ name: 'createTime', field: created, wires: ['createTime_dategt', 'createTime_datelt'] })
  return found
}

/** All wire names of a filter; a range also has a third one, its own name, for set or not set. */
export function wiresOf(filter: Filter): string[] {
  const [first, second] = filter.wires
  if (second === undefined) return [first]
  return filter.name === 'createTime' ? [first, second] : [first, second, wireName(filter.name, filter.field)]
}

/** Every wire name that a filter of the view may use. */
export function filterNames(view: View): Set<string> {
  return new Set(filtersOf(view).flatMap((filter) => wiresOf(filter)))
}

/** Removes the filters of one search tag. */
export function withoutFilter(filters: Readonly<Record<string, string>>, removed: Filter): Record<string, string> {
  const gone = wiresOf(removed)
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !gone.includes(name)))
}

/** The field as a filter asks it: empty means every row, and retired rows are found too. */
export const asFilter = (field: Field): Field =>
  field.kind === 'link' ? { ...field, required: false, past: true } : { ...field, required: false }

/** The label of a filter, with the unit that its numbers count. */
export function filterLabel(field: Field, language: Language): string {
  if (!countsUnit(field)) return withUnit(field, language)
  const unit = field.unit.of[usualUnit(field.unit)]![language]
  return language === 'zh' ? `${field.zh}（${unit}）` : `${field.en} (${unit})`
}
