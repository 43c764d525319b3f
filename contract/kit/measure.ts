import { file, listOf, one, out, type Shape } from './answer.ts'
import { type Call, call } from './call.ts'
import type { Area, Entity } from './entity.ts'
import { choice, choices, date, type Field, type FieldMap } from './field.ts'
import { wireName } from './shape.ts'
import type { View } from './view.ts'
import type { Language, Words } from './words.ts'

/** Filters as the list of the source takes them: names on the wire to texts. */
export type Wanted = Readonly<Record<string, string>>

/** Weeks begin on Monday and are named by that day. */
export type Period = 'day' | 'week' | 'month' | 'year'

/**
 * How rows are put together: by the value of a field, by the day, week, month or year of a date or moment, by the age of a date in years (`age`) or by the
 * size of a number (`band`).
 */
export interface Grouping<K extends string = string> {
  readonly by: K
  readonly as?: Period | 'age' | 'band'
  /** Where the second and each later band begins: years of an age, or a number. */
  readonly bounds?: readonly number[]
  /** What it is called where it is not the field itself. */
  readonly words?: Words
}

/**
 * A figure of a group of rows. sum: of a number; median, mean: of the minutes between two moments, less a field of minutes, or a mean of a number; inTime:
 * rows of which no more than `minutes` of their choice `by` lie between two moments, in percent of those that have both and of those that wait for the second (`waits`) longer than that; ratio: rows of `part` in percent with
 * one decimal, with `after` null until there is a row of those; span: the minutes between two moments added up, where the second is missing until the beginning of today. `where`: which rows of the measure
 * it looks at; they are the rows behind it.
 */
export type Figure<K extends string = string> = Words & {
  readonly unit: FigureUnit
  /** What is counted over what, in one sentence. */
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
  )
export type FigureUnit = 'devices' | 'orders' | 'lines' | 'checks' | 'money' | 'minutes' | 'percent'

/** A measure in one grouping at a URL of its own, as a list. */
export interface Report extends Words {
  /** URL after `/api`; several where the given calls use several. */
  readonly path: string | readonly string[]
  readonly group: string
  /** Which rows of the measure it is about, as filters of the list; all when absent. */
  readonly where?: Wanted
  /** A trend: rows without a value of the grouping have no point in it. */
  readonly isTrend?: true
  /** The figures it shows; all when absent. */
  readonly figures?: readonly string[]
}

export interface MeasureFacts<K extends string = string> extends Words {
  readonly area: Area
  /** URL after `/api`; its export stands below it. */
  readonly path: string
  /** Page of the desk that lists the rows. */
  readonly page: string
  /** The rows that it is about; all that the list shows when absent. */
  readonly where?: Wanted
  /** Filters that hold where a request has none by the same field. */
  readonly usually?: Wanted
  /** Fields that a request has to filter by. */
  readonly needs?: readonly K[]
  /** Fields that the page offers as filters. */
  readonly filters: readonly K[]
  /** The date or moment that a period is chosen by. */
  readonly period?: K
  /** Ways to group, the usual one first. */
  readonly groups: Readonly<Record<string, Grouping<K>>>
  /** The usual one first. */
  readonly figures: Readonly<Record<string, Figure<K>>>
  readonly reports?: Readonly<Record<string, Report>>
}

/** A declared figure: its calls, answers, chart, table, export and the list behind it follow from this. */
export interface Measure extends MeasureFacts {
  readonly name: string
  readonly of: Entity
}

/** Figures by name: counts and spans as numbers, sums as texts, medians and ratios null where there is nothing to look at. */
export type MeasureValues = Readonly<Record<string, number | string | null>>

/** One group, and the filters of the list that show exactly its rows. */
export interface MeasureGroup {
  readonly key: string | null
  readonly name: string | null
  readonly filter: Wanted
  readonly values: MeasureValues
  readonly parts?: readonly MeasureGroup[]
}

/** A measure as it is answered; `filter` and `values` are of all groups together. */
export interface Measured {
  readonly group: string
  readonly split: string | null
  readonly filter: Wanted
  readonly values: MeasureValues
  readonly rows: readonly MeasureGroup[]
}

/** Declares a measure over the rows of an entity. Its groups and figures name fields of it. */
export function measure<E extends Entity, const M extends MeasureFacts<keyof E['fields'] & string>>(
  name: string,
  of: E,
  facts: M,
): M & { readonly name: string; readonly of: E } {
  return { ...facts, name, of }
}

/** What a grouping is called. */
export const groupWords = (of: Measure, group: string): Words => {
  const { by, words } = of.groups[group]!
  return words ?? of.of.fields[by]!
}

const none: Words = { zh: '未填写', en: 'Not set' }

/** What a group of rows is called; those without a value have words too. */
export const groupName = ({ name }: Pick<MeasureGroup, 'name'>, language: Language): string => name ?? none[language]

const figureShape = (of: Figure): Shape =>
  of.kind === 'count' || of.kind === 'span' ? out.number : of.kind === 'sum' ? out.text : out.nullable(out.number)

const isField = (name: string, view: View): boolean =>
  Object.entries(view.fields).some(([field, facts]) => field === name || wireName(field, facts) === name)

/** The groupings whose fields a tenant shows, by name. */
export const openGroups = (of: Measure, view: View): string[] => Object.keys(of.groups).filter((name) => isField(of.groups[name]!.by, view))

/** The figures whose fields a tenant shows, by name. */
export function openFigures(of: Measure, view: View): string[] {
  const needed = (figure: Figure): string[] => [
    ...Object.keys(figure.where ?? {}),
    ...('of' in figure ? [figure.of] : []),
    ...('from' in figure ? [figure.from, figure.to] : []),
    ...('less' in figure && figure.less ? [figure.less] : []),
    ...(figure.kind === 'inTime' ? [figure.by, ...Object.keys(figure.waits)] : []),
    ...(figure.kind === 'ratio' ? Object.keys({ ...figure.part, ...figure.after }) : []),
  ]
  return Object.keys(of.figures).filter((name) => needed(of.figures[name]!).every((field) => isField(field, view)))
}

/** Whether a figure can be added up over groups. */
export const isAdditive = (of: Figure): boolean => of.kind === 'count' || of.kind === 'sum' || of.kind === 'span'

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

/** `filter`: what the list of the source is asked for to show exactly these rows. */
const group = { key: out.nullable(out.text), name: out.nullable(out.text), filter: out.map(out.text) } as const

/** The calls of a measure: by any grouping, its export, and each report; reading takes the right to the list, the export that to export it. */
export function callsOfMeasure(of: Measure): readonly Call[] {
  const reading = { area: 'insight', method: 'GET', may: `${of.of.name}.list`, reads: [of.of.name] } as const
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
        answers: listOf({ ...group, ...Object.fromEntries(shown.map(([figure, facts]) => [figure, figureShape(facts)])) }),
      })
    }),
  ]
}
