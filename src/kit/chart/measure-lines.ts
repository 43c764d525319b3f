import type { ChartKind } from '#contract/kit/figures/chart-kind.ts'
import {
  type Figure,
  type FigureUnit,
  groupName,
  isAdditive,
  type Measure,
  type Measured,
  type MeasureGroup,
  type MeasureValues,
  type Wanted,
} from '#contract/kit/figures/measure.ts'
import type { Language } from '#contract/kit/words.ts'
import { numberText } from '#src/kit/value-text.ts'
import { figureText } from './figure-text.ts'
import { orderedGroups } from './measure-chart.ts'

/** The same measure in an earlier period. */
export interface Earlier {
  readonly found: Measured
  /** The key that a group of a grouping had then; undefined where periods have no counterpart. */
  readonly keyThen: (group: string, key: string | null) => string | null | undefined
  /** The period in words. */
  readonly label: string
}

/** A line of the table: a group, a part of one, its subtotal, or the total. */
export interface MeasureLine {
  readonly id: string
  readonly key: string | null
  readonly name: string
  readonly part?: string
  readonly isSubtotal?: true
  readonly values: MeasureValues
  /** The list filters of its rows; undefined for a group that has rows in the earlier period alone. */
  readonly filter: Wanted | undefined
  readonly before?: MeasureValues | undefined
}

const nothing = (of: Measure, found: Measured): MeasureValues =>
  Object.fromEntries(Object.keys(found.values).map((name) => [name, isAdditive(of.figures[name]!) ? 0 : null]))

/** The lines of a measure in the order of its chart: a line for each group, or for each part with the subtotal of its group. */
export function measureLines(
  of: Measure,
  found: Measured,
  { figure, kind, earlier, language }: { figure: string; kind: ChartKind; earlier?: Earlier | undefined; language: Language },
): MeasureLine[] {
  const none = nothing(of, found)
  const then = (group: string, key: string | null, rows: readonly MeasureGroup[] | undefined): MeasureGroup | undefined => {
    const before = earlier?.keyThen(group, key)
    if (before === undefined) return undefined
    return rows?.find((one) => one.key === before) ?? { key: before, name: null, filter: {}, values: none, parts: [] }
  }
  const line = (row: MeasureGroup, before: MeasureGroup | undefined) => ({
    ...{ key: row.key, values: row.values, filter: row.filter },
    ...(before ? { before: before.values } : {}),
  })
  const rows = figure in found.values ? orderedGroups(of, found, figure, kind) : found.rows
  const lines = rows.flatMap((row): MeasureLine[] => {
    const name = groupName(row, language)
    const before = then(found.group, row.key, earlier?.found.rows)
    const whole = { id: `${row.key}`, name, ...line(row, before) }
    if (found.split === null) return [whole]
    const parts = (row.parts ?? []).map((part) => ({
      ...{ id: `${row.key} ${part.key}`, name, part: groupName(part, language) },
      ...line(part, before && then(found.split!, part.key, before.parts)),
    }))
    return [...parts, { ...whole, id: `${row.key} =`, isSubtotal: true }]
  })
  if (!earlier || of.groups[found.group]!.as !== undefined) return lines
  const gone = earlier.found.rows.filter((row) => !found.rows.some(({ key }) => key === row.key))
  return [
    ...lines,
    ...gone.map(({ key, values, ...row }) => ({
      ...{ id: `${key} -`, key, name: groupName(row, language), values: none, filter: undefined, before: values },
    })),
  ]
}

/** The line of all rows together. */
export const totalLine = ({ values, filter }: Measured, earlier: Earlier | undefined): MeasureLine => ({
  ...{ id: 'total', key: null, name: '', values, filter },
  ...(earlier ? { before: earlier.found.values } : {}),
})

/** `12.5%` of the whole; a dash where parts do not add up to a whole above zero. */
export function shareText(
  value: number | string | null | undefined,
  whole: number | string | null | undefined,
  language: Language,
): string {
  const [part, all] = [Number(value ?? 0), Number(whole ?? 0)]
  return all > 0 && part >= 0 ? `${numberText(Math.round((part * 1000) / all) / 10, language)}%` : '—'
}

const points = { zh: '个百分点', en: 'points' } as const

/** How a figure differs from an earlier one: `+3 台 (+25%)`, of rates in percentage points; a dash where one of both is missing. */
export function changeText(
  now: number | string | null | undefined,
  before: number | string | null | undefined,
  unit: FigureUnit,
  language: Language,
): string {
  if (now === null || now === undefined || before === null || before === undefined) return '—'
  const change = Math.round((Number(now) - Number(before)) * 100) / 100
  const sign = change > 0 ? '+' : change < 0 ? '−' : ''
  const size = Math.abs(change)
  if (unit === 'percent') return `${sign}${numberText(size, language)} ${points[language]}`
  const whole = Math.abs(Number(before))
  const share = whole === 0 || change === 0 ? '' : ` (${sign}${numberText(Math.round((size * 1000) / whole) / 10, language)}%)`
  return `${sign}${figureText(unit === 'money' ? size.toFixed(2) : size, unit, language)}${share}`
}

/** A column of figures. */
export interface MeasureColumn {
  readonly name: string
  readonly label: string
  readonly text: (line: MeasureLine) => string
  /** The figure whose rows a click opens. */
  readonly figure?: Figure
}

/** The columns of a measure: each figure with one unit, and beside the drawn one its share and how it changed. */
export function measureColumns(
  of: Measure,
  found: Measured,
  lines: readonly MeasureLine[],
  {
    figure: drawn,
    earlier,
    language,
    words,
  }: {
    figure: string
    earlier?: Earlier | undefined
    language: Language
    words: { readonly share: string; readonly change: string }
  },
): MeasureColumn[] {
  const sums = isAdditive(of.figures[drawn]!)
  return Object.keys(found.values).flatMap((name): MeasureColumn[] => {
    const figure = of.figures[name]!
    const largest = Math.max(0, ...lines.flatMap(({ values, before }) => [values, before].map((all) => Math.abs(Number(all?.[name] ?? 0)))))
    const text = (values: MeasureValues | undefined): string => figureText(values?.[name], figure.unit, language, largest)
    const column = { name, label: figure[language], text: (line: MeasureLine) => text(line.values), figure }
    if (name !== drawn) return [column]
    return [
      column,
      ...(sums
        ? [{ name: 'share', label: words.share, text: (line: MeasureLine) => shareText(line.values[name], found.values[name], language) }]
        : []),
      ...(earlier
        ? [
            { name: 'before', label: `${figure[language]} ${earlier.label}`, text: (line: MeasureLine) => text(line.before) },
            {
              name: 'change',
              label: words.change,
              text: ({ values, before }: MeasureLine) => (before ? changeText(values[name], before[name], figure.unit, language) : '—'),
            },
          ]
        : []),
    ]
  })
}
