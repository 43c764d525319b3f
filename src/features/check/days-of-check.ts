import type { Measured, MeasureGroup } from '#contract/kit/measure.ts'

/** The days of a check with how many lines were counted until their end; lines not counted yet have no day. */
export function daysOfCheck({ rows }: Pick<Measured, 'rows'>): { groups: readonly MeasureGroup[]; counted: readonly number[] } {
  const groups = rows.filter(({ key }) => key !== null)
  let sum = 0
  return { groups, counted: groups.map(({ values }) => (sum += Number(values.count ?? 0))) }
}
