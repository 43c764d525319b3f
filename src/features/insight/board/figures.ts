import { groupName, type Measure, type Measured, type MeasureGroup } from '#contract/kit/figures/measure.ts'
import { meetOrNone, wantedOf } from '#contract/kit/figures/measure-groups.ts'
import { monthAfter } from '#contract/kit/time/day.ts'
import type { Language } from '#contract/kit/words.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import { repairs } from '#contract/measures/repairs.ts'
import { labelText } from '#src/kit/chart/figure-text.ts'
import { listAddress, toneOf } from '#src/kit/chart/measure-chart.ts'
import type { Bar } from './panels.tsx'

/** The measures that the boards show. */
export const cards: Measure = deviceCards
export const orders: Measure = repairs

/** Below this an intact rate is marked, percent. */
const goodRate = 95

/** The intact rate of all cards or of a group, percent; undefined where there are no cards. */
export function intactOf(
  of: Pick<MeasureGroup, 'values'> | null | undefined,
): { readonly rate: number; readonly isLow: boolean } | undefined {
  const rate = of?.values.intact
  return rate === null || rate === undefined ? undefined : { rate: Number(rate), isLow: Number(rate) < goodRate }
}

/** A figure as a number; 0 where there is none. */
export const numberOf = (of: Pick<MeasureGroup, 'values'> | null | undefined, figure: string): number => Number(of?.values[figure] ?? 0)

/** The group of a key. */
export const rowOf = (found: Measured | null | undefined, key: string): MeasureGroup | undefined =>
  found?.rows.find((row) => row.key === key)

/** The last months up to today's, the oldest first, those without rows too. `found` is grouped by month. */
export function lastMonths(
  of: Measure,
  found: Measured | null | undefined,
  today: string,
  most: number,
): (MeasureGroup & { readonly key: string })[] {
  const grouping = of.groups.month!
  return Array.from({ length: most }, (_, index) => {
    const key = monthAfter(today, index + 1 - most).slice(0, 7)
    const known = rowOf(found, key)
    const filter = meetOrNone(found?.filter ?? of.where ?? {}, wantedOf(grouping, of.of.fields[grouping.by]!, key, today))
    return { filter, values: { count: 0 }, ...known, key, name: key }
  })
}

/** The list behind a group or behind all of a measure. */
export const behind = (of: Measure, figure: string, group: Pick<MeasureGroup, 'filter'> | null | undefined): string | undefined =>
  group ? listAddress(of, of.figures[figure]!, group.filter) : undefined

/** The page of a list with these filters; undefined where the answer names none. */
export const listOf = (page: string, filter: Readonly<Record<string, string>> | null | undefined): string | undefined =>
  filter ? `${page}?${new URLSearchParams(filter)}` : undefined

/** The groups of a measure as bars, the longest first. */
export function barsOf(of: Measure, found: Measured, figure: string, language: Language): Bar[] {
  return found.rows
    .filter((row) => numberOf(row, figure) > 0)
    .map((row) => ({
      key: row.key ?? '',
      label: groupName(row, language),
      value: numberOf(row, figure),
      text: labelText(numberOf(row, figure), of.figures[figure]!.unit, language),
      tone: toneOf(of, found.group, row.key).tone,
      to: behind(of, figure, row),
    }))
    .sort((one, other) => other.value - one.value)
}
