/** bar: horizontal, ranked; column: vertical, in a given order; heat: two groupings; treemap and donut: shares of a whole. */
export const chartKinds = ['bar', 'column', 'line', 'stacked', 'donut', 'heat', 'treemap'] as const
export type ChartKind = (typeof chartKinds)[number]
