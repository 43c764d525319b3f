import { asks, type ChartPanel, type NumberPanel, type Panel, type Spot } from '#contract/entities/insight/board-panel.ts'
import { groupWords, hasPeriods, type Measure } from '#contract/kit/figures/measure.ts'
import type { Words } from '#contract/kit/words.ts'
import { measures } from '#contract/registry.ts'
import { withPeriod } from '../report-period.ts'

export type AskingPanel = NumberPanel | ChartPanel

/** The measure of a panel, if it has this figure and these groups. */
export function measureOf({ measure, figure, group, split }: AskingPanel): Measure | undefined {
  const of = measures.find(({ name }) => name === measure)
  const hasAll = of && figure in of.figures && group in of.groups && (!split || split in of.groups)
  return hasAll ? of : undefined
}

/** The filters that a panel asks with today: its own, and the days of its period. */
export const filtersToday = (of: Measure, { filters, period }: AskingPanel, today: string): Record<string, string> =>
  period && hasPeriods(of) ? withPeriod(of, filters, period, today) : { ...filters }

/** What a panel asks its measure. */
export const queryOf = (of: Measure, panel: AskingPanel, today: string): Record<string, string> => ({
  ...filtersToday(of, panel, today),
  group: panel.group,
  ...(panel.split ? { split: panel.split } : {}),
  figures: panel.figure,
})

/** What a panel is called: its title, or the name of its figure, with the grouping where a chart shows one. */
export function calledOf(panel: Panel, of: Measure | undefined, say: (words: Words) => string, kind: Words): string {
  if (panel.title) return panel.title
  if (!of || !asks(panel)) return say(kind)
  const figure = `${say(of)} · ${say(of.figures[panel.figure]!)}`
  return panel.kind === 'chart' ? `${figure} · ${say(groupWords(of, panel.group))}` : figure
}

/** The area of a panel in the grid of a screen. */
export const areaOf = ({ x, y, w, h }: Spot): string => `${y + 1} / ${x + 1} / span ${h} / span ${w}`

/** How many screens panels stand on, at least one. */
export const screensOf = (panels: readonly Spot[]): number => Math.max(0, ...panels.map(({ screen }) => screen)) + 1
