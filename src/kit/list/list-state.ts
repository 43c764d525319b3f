import type { View } from '#contract/kit/entity/view.ts'
import { isDay } from '#contract/kit/time/moment.ts'
import { filterNames, filtersOf } from './search/filters.ts'

/** Page sizes on offer; the first is the default. */
export const pageSizes = [10, 30, 50, 100, 200] as const

/** How a list shows its rows. */
export type Shows = 'table' | 'board' | 'calendar'

/** State of a list; stored in the page's address, so that a link restores it. */
export interface ListState {
  readonly current: number
  readonly size: number
  readonly keyword: string
  /** Values by wire name; several choices joined by commas. */
  readonly filters: Readonly<Record<string, string>>
  readonly sort: { readonly by: string; readonly descending: boolean } | undefined
  readonly shows: Shows
  /** The state field whose states are the columns of the board; the first one when absent. */
  readonly states?: string | undefined
  /** The link by which the cards of the board stand in lanes. */
  readonly lane?: string | undefined
  /** The day around which the calendar stands; today when absent. */
  readonly day?: string | undefined
  /** What the calendar shows; a month when absent. */
  readonly span?: 'week' | undefined
  /** Id of the record open next to the list. */
  readonly open: string | undefined
}

const whole = (text: string | null, fallback: number): number => {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : fallback
}

/** Reads the state from an address and ignores unknown or invalid parts. `usual`: the page size when the address has none. */
export function readState(search: URLSearchParams, view: View, usual: number = pageSizes[0]): ListState {
  const known = filterNames(view)
  const filters = Object.fromEntries([...search].filter(([name, value]) => known.has(name) && value !== ''))
  const size = whole(search.get('size'), usual)
  const by = search.get('descs') ?? search.get('ascs')
  const shown = search.get('view')
  const day = search.get('day') ?? ''
  return {
    current: whole(search.get('current'), 1),
    size: pageSizes.some((offered) => offered === size) ? size : pageSizes[0],
    keyword: search.get('keyword') ?? '',
    filters,
    sort: by ? { by, descending: search.has('descs') } : undefined,
    shows: shown === 'board' || shown === 'calendar' ? shown : 'table',
    states: search.get('states') ?? undefined,
    lane: search.get('lane') ?? undefined,
    day: isDay(day) ? day : undefined,
    span: search.get('span') === 'week' ? 'week' : undefined,
    open: search.get('open') ?? undefined,
  }
}

/**
 * Writes the state to an address and leaves out defaults. `usual`: the page size of an address without one. A later page names its size, since other
 * people have another usual one.
 */
export function writeState(state: ListState, usual: number = pageSizes[0]): URLSearchParams {
  const search = new URLSearchParams()
  if (state.current > 1) search.set('current', String(state.current))
  if (state.size !== usual || state.current > 1) search.set('size', String(state.size))
  if (state.keyword) search.set('keyword', state.keyword)
  for (const [name, value] of Object.entries(state.filters)) if (value) search.set(name, value)
  if (state.sort) search.set(state.sort.descending ? 'descs' : 'ascs', state.sort.by)
  if (state.shows !== 'table') search.set('view', state.shows)
  if (state.states) search.set('states', state.states)
  if (state.lane) search.set('lane', state.lane)
  if (state.day) search.set('day', state.day)
  if (state.span) search.set('span', state.span)
  if (state.open) search.set('open', state.open)
  return search
}

/** The search of a state in canonical form, without page, view and open record, to compare searches. */
export function searchOf(state: ListState): string {
  const search = writeState({
    ...state,
    current: 1,
    size: pageSizes[0],
    shows: 'table',
    states: undefined,
    lane: undefined,
    day: undefined,
    span: undefined,
    open: undefined,
  })
  search.sort()
  return search.toString()
}

/** The state as parameters of the list call. */
export function queryOf(state: ListState, view: View): Record<string, string | number> {
  return { current: state.current, size: state.size, ...criteriaOf(state, view) }
}

/** The search without paging, as for an export. The last day of a time range is extended to the end of the day. */
export function criteriaOf(state: ListState, view: View): Record<string, string> {
  const lastDays = new Set(
    filtersOf(view).flatMap(({ field, name, wires }) => (field.kind === 'time' || name === 'createTime' ? (wires[1] ?? []) : [])),
  )
  const filters = Object.entries(state.filters).map(([name, value]) => [
    name,
    lastDays.has(name) && value.length === 10 ? `${value} 23:59:59.999` : value,
  ])
  return {
    ...Object.fromEntries(filters),
    ...(state.keyword ? { keyword: state.keyword } : {}),
    ...(state.sort ? { [state.sort.descending ? 'descs' : 'ascs']: state.sort.by } : {}),
  }
}
