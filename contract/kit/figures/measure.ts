import { file, listOf, one, out, type Shape } from '../entity/answer.ts'
import { type Call, call } from '../entity/call.ts'
import type { Entity, ModuleName } from '../entity/entity.ts'
import { wireName } from '../entity/shape.ts'
import type { View } from '../entity/view.ts'
import { choice, choices, date, type Field, type FieldMap } from '../fields/field.ts'
import type { Language, Words } from '../words.ts'

/** List filters of the source: wire name to text. */
export type Wanted = Readonly<Record<string, string>>

/** Weeks begin on Monday and are identified by that day. */
export type Period = 'day' | 'week' | 'month' | 'year'

/**
 * How rows are grouped: by the value of a field, by the day, week, month or year of a date or time, by the age of a date in years (`age`)
 * or by the range of a number (`band`).
 */
export interface Grouping<K extends string = string> {
  readonly by: K
  readonly as?: Period | 'age' | 'band'
  /** Lower bounds of the second and each later band: years of an age, or a number. */
  readonly bounds?: readonly number[]
  /** Its label, if not that of the field. */
  readonly words?: Words
}

/**
 * A figure of a group of rows. sum: of a number; median, mean: of the minutes between two times, minus a field of minutes, or the mean of a
 * number; inTime: share in percent of rows with no more than `minutes` of their choice `by` between two times, among those that have both
 * and those that wait for the second (`waits`) longer than that; ratio: share of `part` in percent with one decimal, with `after` null
 * until a row matches that; span: the sum of minutes between two times, where a missing second one is the start of today; lasting: an
 * amount of the asked period (`amounts`), minus another, divided by a third, each summed over the rows; share: the sum of a number in percent
 * of the sums of several (`by`) with one decimal, null if these are 0. `where`: filters the rows of the
 * figure; the list behind it shows these.
 */
export type Figure<K extends string = string> = Words & {
  readonly unit: FigureUnit
  /** What is divided by what, in one sentence. */
  readonly formula: Words
  readonly where?: Wanted
} & (
    | { readonly kind: 'count' }
    | { readonly kind: 'sum'; readonly of: K }
    | { readonly kind: 'median' | 'mean'; readonly from: K; readonly to: K; readonly less?: K }
    | { readonly kind: 'mean'; readonly of: K }
    | {
        readonly kind: 'inTime'
        readonly from: K
        readonly to: K
        readonly by: K
        readonly minutes: Readonly<Record<string, number>>
        readonly waits: Wanted
      }
    | { readonly kind: 'ratio'; readonly part: Wanted; readonly after?: Wanted }
    | { readonly kind: 'span'; readonly from: K; readonly to: K }
    | { readonly kind: 'share'; readonly of: K; readonly by: readonly K[] }
    | Lasting
  )
/** A figure of amounts of the asked period. */
export interface Lasting {
  readonly kind: 'lasting'
  readonly of: string
  readonly less?: string
  readonly by?: string
}
export type FigureUnit = 'devices' | 'orders' | 'lines' | 'checks' | 'money' | 'minutes' | 'percent' | 'kwh' | 'kg' | 'seconds' | 'reading'

/** A measure in one grouping at its own URL, as a list. */
export interface Report extends Words {
  /** URL after `/api`; several if the given calls use several. */
  readonly path: string | readonly string[]
  readonly group: string
  /** List filters of the rows that it covers; all rows if absent. */
  readonly where?: Wanted
  /** A trend: rows without a value of the grouping are left out. */
  readonly isTrend?: true
  /** Its figures; all if absent. */
  readonly figures?: readonly string[]
}

/** The period of a measure with amounts, in place of a field. */
export const during = 'during'

export interface MeasureFacts<K extends string = string> extends Words {
  readonly module: ModuleName
  /** URL after `/api`; the export is below it. */
  readonly path: string
  /** Desk page that lists the rows. */
  readonly page: string
  /** The rows that it covers; all rows of the list if absent. */
  readonly where?: Wanted
  /** Default filters for fields that a request does not filter by. */
  readonly usually?: Wanted
  /** Fields that a request must filter by. */
  readonly needs?: readonly K[]
  /** Fields that the page offers as filters. */
  readonly filters: readonly K[]
  /** The date or time that a period filters; `during` with `amounts`. */
  readonly period?: K | typeof during
  /**
   * Amounts that each row has in a period, such as the time out of service; the server part of the module computes them. The period is no
   * filter of the list: the rows are the same in each period.
   */
  readonly amounts?: readonly string[]
  /** Counts what exists now, regardless of when it came; without it, a measure is about events in a period. */
  readonly isStock?: true
  /** Groupings, the default first. */
  readonly groups: Readonly<Record<string, Grouping<K>>>
  /** Figures, the default first. */
  readonly figures: Readonly<Record<string, Figure<K>>>
  readonly reports?: Readonly<Record<string, Report>>
}

/** A declared measure: its calls, answers, chart, table, export and the list behind it are derived from this. */
export interface Measure extends MeasureFacts {
  readonly name: string
  readonly of: Entity
}

/** Figures by name: counts and spans as numbers, sums as texts, medians and ratios null if there are no rows. */
export type MeasureValues = Readonly<Record<string, number | string | null>>

/** One group, with the list filters that select exactly its rows. */
export interface MeasureGroup {
  readonly key: string | null
  readonly name: string | null
  readonly filter: Wanted
  readonly values: MeasureValues
  readonly parts?: readonly MeasureGroup[]
}

/** The answer of a measure; `filter` and `values` cover all groups together. */
export interface Measured {
  readonly group: string
  readonly split: string | null
  readonly filter: Wanted
  readonly values: MeasureValues
  readonly rows: readonly MeasureGroup[]
}

/** Declares a measure over the rows of an entity. Its groups and figures refer to the entity's fields. */
export function measure<E extends Entity, const M extends MeasureFacts<keyof E['fields'] & string>>(
  name: string,
  of: E,
  facts: M,
): M & { readonly name: string; readonly of: E } {
  return { ...facts, name, of }
}

/** The label of a grouping. */
export const groupWords = (of: Measure, group: string): Words => {
  const { by, words } = of.groups[group]!
  return words ?? of.of.fields[by]!
}

const none: Words = { zh: '未填写', en: 'Not set' }

/** The label of a group, also for the group without a value. */
export const groupName = ({ name }: Pick<MeasureGroup, 'name'>, language: Language): string => name ?? none[language]

const figureShape = (of: Figure): Shape => (of.kind === 'sum' ? out.text : isAdditive(of) ? out.number : out.nullable(out.number))

const isField = (name: string, view: View): boolean =>
  Object.entries(view.fields).some(([field, facts]) => field === name || wireName(field, facts) === name)

/** Whether a measure is of what happened in a period; one of a stock counts what there is. */
export const hasPeriods = (of: Measure): boolean => of.period !== undefined && !of.isStock

/** The groupings whose fields the tenant shows, by name. */
export const openGroups = (of: Measure, view: View): string[] => Object.keys(of.groups).filter((name) => isField(of.groups[name]!.by, view))

/** The figures whose fields the tenant shows, by name. */
export function openFigures(of: Measure, view: View): string[] {
  const needed = (figure: Figure): string[] => [
    ...Object.keys(figure.where ?? {}),
    ...('of' in figure && figure.kind !== 'lasting' ? [figure.of] : []),
    ...('from' in figure ? [figure.from, figure.to] : []),
    ...('less' in figure && figure.less && figure.kind !== 'lasting' ? [figure.less] : []),
    ...(figure.kind === 'share' ? figure.by : []),
    ...(figure.kind === 'inTime' ? [figure.by, ...Object.keys(figure.waits)] : []),
    ...(figure.kind === 'ratio' ? Object.keys({ ...figure.part, ...figure.after }) : []),
  ]
  return Object.keys(of.figures).filter((name) => needed(of.figures[name]!).every((field) => isField(field, view)))
}

/** Whether a figure can be summed over groups. */
export const isAdditive = (of: Figure): boolean =>
  of.kind === 'count' || of.kind === 'sum' || of.kind === 'span' || (of.kind === 'lasting' && !of.by)

/** The value of a figure of amounts, as a measure computes it of their sums; null if it divides by nothing. */
export function lastingOf(
  { of, less, by, unit }: Lasting & Pick<Figure, 'unit'>,
  amounts: Readonly<Record<string, number>>,
): number | null {
  const value = amounts[of]! - (less === undefined ? 0 : amounts[less]!)
  const whole = by === undefined ? 1 : amounts[by]!
  return whole === 0 ? null : Math.round(((unit === 'percent' ? 100 : 1) * value * 10) / whole) / 10
}

const format = choice({ zh: '格式', en: 'Format', of: { xlsx: { zh: 'XLSX', en: 'XLSX' }, csv: { zh: 'CSV', en: 'CSV' } } })

function inputOf(of: Measure): FieldMap {
  const { fields } = of.of
  const open = (field: Field): Field => ({ ...field, required: false, readOnly: false })
  const groups = Object.fromEntries(
    Object.keys(of.groups).map((group) => [group, { zh: groupWords(of, group).zh, en: groupWords(of, group).en }]),
  )
  const { period } = of
  return {
    group: choice({ zh: '分组', en: 'Group', of: groups }),
    split: choice({ zh: '细分', en: 'Split', of: groups }),
    figures: choices({ zh: '指标', en: 'Figures', of: of.figures }),
    ...Object.fromEntries(of.filters.map((name) => [name, open(fields[name]!)])),
    ...Object.fromEntries((of.needs ?? []).map((name) => [name, { ...open(fields[name]!), required: true }])),
    ...(period
      ? {
          [`${period}_ge`]: date({ zh: '从', en: 'From' }),
          [`${period}_le`]: date({ zh: '至', en: 'Until' }),
        }
      : {}),
  }
}

/** `filter`: the list filters of the source that select exactly these rows. */
const group = { key: out.nullable(out.text), name: out.nullable(out.text), filter: out.map(out.text) } as const

/**
 * The calls of a measure: any grouping, its export, and each report. Reading requires the right to the list, exporting the right to export
 * it.
 */
export function callsOfMeasure(of: Measure): readonly Call[] {
  const reading = { module: 'insight', method: 'GET', may: `${of.of.name}.list`, reads: [of.of.name] } as const
  const values = out.object(
    Object.fromEntries(Object.entries(of.figures).map(([name, figure]) => [name, out.optional(figureShape(figure))])),
  )
  const input = inputOf(of)
  const { path, zh, en } = of
  return [
    call(`measure.${of.name}`, {
      ...reading,
      zh,
      en,
      path,
      input,
      answers: one({
        group: out.text,
        split: out.nullable(out.text),
        filter: group.filter,
        values,
        rows: out.list({ ...group, values, parts: out.optional(out.list({ ...group, values })) }),
      }),
    }),
    call(`measure.${of.name}Export`, {
      ...reading,
      may: `${of.of.name}.export`,
      zh: `导出${zh}`,
      en: `Export: ${en}`,
      path: `${path}/export`,
      input: { ...input, format },
      answers: file,
    }),
    ...Object.entries(of.reports ?? {}).map(([name, report]) => {
      const { group: _group, split: _split, figures: _figures, ...filters } = input
      const shown = Object.entries(of.figures).filter(([figure]) => report.figures?.includes(figure) ?? true)
      return call(`measure.${of.name}.${name}`, {
        ...reading,
        zh: report.zh,
        en: report.en,
        path: report.path,
        input: filters,
        // A figure of a hidden field is left out.
        answers: listOf({ ...group, ...Object.fromEntries(shown.map(([figure, facts]) => [figure, out.optional(figureShape(facts))])) }),
      })
    }),
  ]
}
