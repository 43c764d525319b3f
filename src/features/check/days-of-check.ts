import type { Measured, MeasureGroup } from '#contract/kit/figures/measure.ts'

/** The days of a check with how many cards of the book were counted until their end; what was not seen has no day. */
export function daysOfCheck({ rows }: Pick<Measured, 'rows'>): { groups: readonly MeasureGroup[]; counted: readonly number[] } {
  const groups = rows.filter(({ key }) => key !== null)
  let sum = 0
  return { groups, counted: groups.map(({ values }) => (sum += Number(values.counted ?? 0))) }
}
