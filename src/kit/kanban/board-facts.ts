import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { type Field, isListable, unitFields } from '#contract/kit/fields/field.ts'
import type { Language } from '#contract/kit/words.ts'
import { boardOf, machinesOf } from '#contract/registry.ts'
import type { Row } from '#src/data/hooks.ts'
import { textOf } from '#src/kit/value-text.ts'

/** What the state board of a view shows, without the fields that the hospital hides. */
export interface ShownBoard {
  readonly heading: readonly string[]
  readonly shows: readonly string[]
  /** Times of a row, of which the newest one counts; undefined: its creation. */
  readonly since: readonly string[] | undefined
  /** The time that is shown in red once it has passed. */
  readonly due: string | undefined
  /** Links that rows can be grouped by. */
  readonly lanes: readonly string[]
}

/** Most facts below the name of a card that no module declares. */
const usualFacts = 4

const rank = (field: Field): number => (field.kind === 'link' ? 0 : field.kind === 'choice' ? 1 : 2)

/** The facts of a card where no module declares any: links, choices and others of the list. */
function usualShows({ entity, fields }: View): readonly string[] {
  const states = new Set(machinesOf(entity).map((on) => on.field))
  const units = unitFields(fields)
  return Object.entries(fields)
    .filter(([name, field]) => field.list && isListable(field) && name !== entity.title && !states.has(name) && !units.has(name))
    .sort(([, one], [, other]) => rank(one) - rank(other))
    .slice(0, usualFacts)
    .map(([name]) => name)
}

/** What the cards of a view show and which lanes they can stand in. */
export function shownBoard(view: View): ShownBoard {
  const { entity, fields } = view
  const declared = boardOf(entity)
  const scope = entity.scope ?? {}
  const kept = (names: readonly (string | undefined)[] = []): string[] => [
    ...new Set(names.filter((name) => name !== undefined && fields[name] !== undefined) as string[]),
  ]
  const heading = kept(declared?.heading)
  const isLane = (name: string): boolean => fields[name]?.kind === 'link' && !fields[name].closed
  return {
    heading: heading.length > 0 ? heading : kept([entity.title]),
    shows: declared ? kept(declared.shows) : usualShows(view),
    since: declared?.since && kept(declared.since),
    due: kept([declared?.due])[0],
    lanes: kept([scope.dept, ...(scope.also ?? []), ...(scope.persons ?? []), ...(declared?.lanes ?? [])]).filter(isLane),
  }
}

/** The `columns` parameter of the rows of a board. */
export function boardColumns(view: View, shown: ShownBoard): string {
  const states = machinesOf(view.entity).flatMap((on) => [
    on.field,
    ...Object.values(on.steps).flatMap(({ only }) => Object.keys(only ?? {})),
  ])
  const names = new Set([
    view.entity.title,
    ...states,
    ...shown.heading,
    ...shown.shows,
    ...(shown.since ?? []),
    ...(shown.due ? [shown.due] : []),
    ...shown.lanes,
  ])
  return [...names].flatMap((name) => (view.fields[name] ? [wireName(name, view.fields[name])] : [])).join(',')
}

/** What a card is called. */
export function headingOf(view: View, shown: ShownBoard, row: Row, language: Language): string {
  const texts = shown.heading.map((name) => textOf(name, view.fields[name]!, row, language)).filter((text) => text !== '')
  return texts.join(' · ') || String(row[view.entity.title] ?? '')
}

/** Since when a row is where it is: the newest of its times, its creation while none is set; undefined if the board names no time. */
export function sinceOf(shown: ShownBoard, row: Row): string | undefined {
  if (shown.since?.length === 0) return undefined
  const times = (shown.since ?? []).map((name) => row[name]).filter((value): value is string => typeof value === 'string' && value !== '')
  const newest = times.reduce<string | undefined>(
    (last, time) => (last === undefined || Date.parse(time) > Date.parse(last) ? time : last),
    undefined,
  )
  return newest ?? (typeof row.createTime === 'string' ? row.createTime : undefined)
}

/** Whether the time until which something has to be done about a row has passed. */
export const isOverdue = ({ due }: ShownBoard, row: Row, now: number): boolean =>
  due !== undefined && typeof row[due] === 'string' && Date.parse(row[due]) < now
