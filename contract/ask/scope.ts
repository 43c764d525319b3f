import type { Entity } from '../kit/entity/entity.ts'
import { wireName } from '../kit/entity/shape.ts'
import type { Field, FieldMap } from '../kit/fields/field.ts'
import { during, type Measure, openFigures, openGroups } from '../kit/figures/measure.ts'
import { listDates } from './due.ts'
import type { GroupMeaning, Subject } from './meaning.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What a subject can be asked by: its fields as the tenant shows them, its filters, figures, groupings and dates. */
export interface Scope {
  readonly subject: Subject
  readonly entity: Entity
  readonly fields: FieldMap
  readonly figures: ReadonlySet<string>
  readonly groups: readonly string[]
  /** The date or time of a period that names none. */
  readonly date: string | undefined
}

export function scopeOf(subject: Subject, { subjects, views }: Vocabulary): Scope {
  const entity = subject.kind === 'measure' ? subject.of.of : subject.of
  const view = views.get(entity.name)
  const fields = view?.fields ?? entity.fields
  if (subject.kind === 'measure') {
    const { of } = subject
    const figures = new Set(view ? openFigures(of, view) : Object.keys(of.figures))
    const groups = view ? openGroups(of, view) : Object.keys(of.groups)
    return { subject, entity, fields, figures, groups, date: of.period }
  }
  const measured = subjects.find((one) => one.kind === 'measure' && one.of.of === entity && one.of.period && one.of.period !== during)
  const date = listDates[entity.name] ?? (measured?.kind === 'measure' ? measured.of.period : firstDate(fields))
  return { subject, entity, fields, figures: new Set(), groups: [], date }
}

const firstDate = (fields: FieldMap): string | undefined =>
  Object.keys(fields).find((name) => fields[name]!.list && ['date', 'time'].includes(fields[name]!.kind))

/** Whether rows are filtered by a field: a measure offers some, a list all. */
export const isFilter = ({ subject, fields }: Scope, name: string): boolean =>
  Object.hasOwn(fields, name) && (subject.kind === 'list' || subject.of.filters.includes(name))

/** The field of a wire name. */
export const fieldOfWire = ({ fields }: Scope, wire: string): readonly [name: string, field: Field] | undefined =>
  Object.entries(fields).find(([name, field]) => wireName(name, field) === wire)

/** The link by which rows are filtered to a row of an entity: that of the data scope, else a listed one, else the first. */
export function linkTo(scope: Scope, to: string): string | undefined {
  const links = Object.keys(scope.fields).filter((name) => {
    const field = scope.fields[name]!
    return field.kind === 'link' && field.to === to && !field.closed && isFilter(scope, name)
  })
  const own = scope.entity.scope && 'dept' in scope.entity.scope ? scope.entity.scope.dept : undefined
  return links.find((name) => name === own) ?? links.find((name) => scope.fields[name]!.list) ?? links[0]
}

/** The grouping of a measure that a word means. */
export function groupOf({ subject, groups, fields }: Scope, meaning: GroupMeaning): string | undefined {
  if (subject.kind === 'list') return undefined
  const { of } = subject
  if ('measure' in meaning) return meaning.measure === of.name && groups.includes(meaning.name) ? meaning.name : undefined
  if ('as' in meaning) return groups.find((name) => of.groups[name]!.as === meaning.as)
  if ('to' in meaning) {
    for (const to of meaning.to) {
      const linked = groups.filter((name) => isLink(of, fields, name, to))
      if (linked.length > 0) return linked[0]
    }
    return undefined
  }
  return meaning.fields.map((field) => groups.find((name) => of.groups[name]!.by === field && !of.groups[name]!.as)).find((name) => name)
}

const isLink = (of: Measure, fields: FieldMap, group: string, to: string): boolean => {
  const field = fields[of.groups[group]!.by]
  return field?.kind === 'link' && field.to === to
}

/** The entities whose rows a question about the subject can name. */
export const namedBy = (scope: Scope): ReadonlySet<string> =>
  new Set(['dept', 'deviceClass', 'assetsCategory', 'location', 'supplier'].filter((to) => linkTo(scope, to) !== undefined))
