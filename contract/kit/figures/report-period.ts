import type { Measure } from './measure.ts'

/** The periods that a report offers beside any two days. */
export const reportPeriods = ['month', 'quarter', 'year', 'lastYear', 'all'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** The periods that a measure offers: amounts always belong to one. */
export const periodsOf = (of: Measure): readonly ReportPeriod[] =>
  of.amounts ? reportPeriods.filter((period) => period !== 'all') : reportPeriods
