import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { date } from '#contract/kit/fields/field.ts'
import type { Problem } from '#contract/kit/fields/problem.ts'
import { during, type Measure, openFigures, openGroups, type Wanted } from '#contract/kit/figures/measure.ts'
import { meetOrNone } from '#contract/kit/figures/measure-groups.ts'
import { dayStart, daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Context } from '../context.ts'
import { withoutFilter } from '../read/filter.ts'
import { read, refusalOf } from '../refuse.ts'

/** A parsed request for a measure. */
export interface Asked {
  readonly of: Measure
  readonly view: View
  readonly context: Context
  readonly group: string
  readonly split: string | undefined
  readonly figures: readonly string[]
  /** The list filters that select the rows, including those of the measure. */
  readonly wanted: Wanted
  readonly today: string
  /** The period of a measure with amounts. */
  readonly during: Stretch
}

/** From one moment until before another, ISO; empty if they are the same. */
export interface Stretch {
  readonly from: string
  readonly to: string
}

const ends = { [`${during}_ge`]: date({ zh: '从', en: 'From' }), [`${during}_le`]: date({ zh: '至', en: 'Until' }) }

const earlier = (one: string, other: string): string => [one, other].sort()[0]!

/** The asked period, up to the start of today; this year if none is asked for. */
export function duringOf(input: Context['input'], today: string): Stretch {
  const asked = read(ends, { [`${during}_ge`]: input[`${during}_ge`], [`${during}_le`]: input[`${during}_le`] })
  const from = dayStart(String(asked[`${during}_ge`] ?? `${today.slice(0, 4)}-01-01`))
  const last = asked[`${during}_le`] ? daysAfter(String(asked[`${during}_le`]), 1) : today
  const to = dayStart(earlier(last, today))
  return { from: earlier(from, to), to }
}

/** The parameters that a call fixes. */
export interface Fixed {
  readonly group: string
  readonly split?: string
  readonly figures?: readonly string[]
  /** Filters that narrow the rows of the measure. */
  readonly where?: Wanted
}

const own = new Set(['group', 'split', 'figures', 'format'])
const words = {
  group: { zh: '分组', en: 'Group' },
  split: { zh: '细分', en: 'Split' },
  figures: { zh: '指标', en: 'Figures' },
} as const satisfies Readonly<Record<string, Words>>

/** The list filters of a request. A date as the upper bound of a moment means the end of that day. */
function filtersOf({ of: { fields }, amounts }: Measure, { input }: Context, isFixed: boolean): Wanted {
  const lasts = new Set(
    Object.entries(fields as Measure['of']['fields']).flatMap(([name, field]) => (field.kind === 'time' ? [`${name}_le`] : [])),
  )
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => {
      if (amounts && Object.hasOwn(ends, name)) return []
      if ((own.has(name) && !isFixed) || (withoutFilter.has(name) && name !== 'keyword')) return []
      if (value === undefined || value === null || value === '') return []
      const text = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
      return [[name, lasts.has(name) && text.length === 10 ? `${text} 23:59:59.999` : text]]
    }),
  )
}

/**
 * Parses a request; throws for an unknown grouping or figure, and for a missing filter. Filters that contradict those of the measure match
 * no row.
 */
export function askedOf(of: Measure, context: Context, fixed?: Fixed): Asked {
  const view = context.actor.settings.view(of.of)
  const { fields } = of.of
  const needs = Object.fromEntries((of.needs ?? []).map((name) => [name, { ...fields[name]!, readOnly: false, required: true }]))
  read(
    needs,
    Object.fromEntries(Object.entries(needs).map(([name, field]) => [wireName(name, field), context.input[wireName(name, field)]])),
  )
  const problems: Problem[] = []
  const refuse = (field: keyof typeof words) => void problems.push({ field, label: words[field], rule: 'not_choice' })
  const [groups, figures] = [openGroups(of, view), openFigures(of, view)]
  const { group, split } = fixed ?? { group: context.input.group || groups[0], split: context.input.split || undefined }
  if (!groups.includes(String(group))) refuse('group')
  if (split !== undefined && (split === group || !groups.includes(String(split)))) refuse('split')
  // A report leaves out figures of hidden fields; a figure that a request names is refused.
  const typed = (fixed ? fixed.figures?.filter((name) => figures.includes(name)) : context.input.figures) || undefined
  const named = typed === undefined ? figures : Array.isArray(typed) ? typed.map(String) : String(typed).split(',')
  if (named.length === 0 || named.some((name) => !figures.includes(name))) refuse('figures')
  const given = filtersOf(of, context, fixed !== undefined)
  if (problems.length > 0) throw refusalOf(problems)
  const today = homeDay(context.occurredAt)
  const usual = Object.fromEntries(Object.entries(of.usually ?? {}).filter(([wire]) => !Object.hasOwn(given, wire)))
  return {
    of,
    view,
    context,
    group: String(group),
    split: split === undefined ? undefined : String(split),
    figures: named,
    wanted: meetOrNone(meetOrNone({ ...usual, ...of.where }, fixed?.where ?? {}), given),
    today,
    during: of.amounts ? duringOf(context.input, today) : { from: dayStart(today), to: dayStart(today) },
  }
}
