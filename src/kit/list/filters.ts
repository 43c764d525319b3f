import { verbsOf } from '#contract/kit/entity.ts'
import { type Field, isPlain } from '#contract/kit/field.ts'
import { wireName } from '#contract/kit/shape.ts'
import type { View } from '#contract/kit/view.ts'
import { entityNamed } from '#contract/registry.ts'

/** What a filter asks for where a field is empty, and where it holds anything. */
export const none = '_none'
export const some = '_some'

/** One thing the advanced search can ask for. */
export interface Filter {
  /** Name of the field; `createTime` for the moment a row was made. */
  readonly name: string
  readonly field: Field
  /** One wire name, or two for a range: from and to. */
  readonly wires: readonly [string, string?]
  /** Asked for by an address alone: there is no picker of the rows it names. */
  readonly isGiven?: boolean
}

const created: Field = { kind: 'date', zh: '创建时间', en: 'Created' }
const ranged: ReadonlySet<Field['kind']> = new Set(['date', 'time', 'integer', 'decimal', 'money'])

/** What the advanced search of a view offers: the fields of the list first, then the others in their order. */
export function filtersOf(view: View): Filter[] {
  const found: Filter[] = []
  const usual = ([, field]: [string, Field]): number => Number(!(field.list || field.search))
  for (const [name, field] of Object.entries(view.fields).sort((one, other) => usual(one) - usual(other))) {
    if (!isPlain(field) || (view.custom.has(name) && !field.search)) continue
    found.push({
      name,
      field,
      wires: ranged.has(field.kind) ? [`${name}_ge`, `${name}_le`] : [wireName(name, field)],
      isGiven: field.kind === 'link' && !verbsOf(entityNamed(field.to)).includes('select'),
    })
  }
  found.push({ name: 'createTime', field: created, wires: ['createTime_dategt', 'createTime_datelt'] })
  return found
}

/** The one or two wire names of a filter; a range may also be asked for as set or not set, under its own name. */
export function wiresOf(filter: Filter): string[] {
  const [first, second] = filter.wires
  if (second === undefined) return [first]
  return filter.name === 'createTime' ? [first, second] : [first, second, wireName(filter.name, filter.field)]
}

/** Every wire name that a filter of the view may carry. */
export function filterNames(view: View): Set<string> {
  return new Set(filtersOf(view).flatMap((filter) => wiresOf(filter)))
}

/** The filters without those of one search tag. */
export function withoutFilter(filters: Readonly<Record<string, string>>, removed: Filter): Record<string, string> {
  const gone = wiresOf(removed)
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !gone.includes(name)))
}
