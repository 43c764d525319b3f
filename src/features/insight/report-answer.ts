import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Measure } from '#contract/kit/figures/measure.ts'
import { language } from '#src/data/language.ts'
import { useMeasure } from '#src/data/measure.ts'
import type { MeasureState } from '#src/kit/chart/measure-address.ts'
import type { Earlier } from '#src/kit/chart/measure-lines.ts'
import { dayText } from '#src/kit/value-text.ts'
import { askedFigures } from './measure-state.ts'
import { earlierPeriod, isReversed } from './report-compare.ts'

/** What a report asks and was answered, with the earlier period where one is chosen. */
export function useReport(of: Measure, view: View, state: MeasureState, today: string) {
  const { group, split, figure, filters, compare } = state
  const missing = (of.needs ?? []).filter((name) => !filters[wireName(name, of.of.fields[name]!)])
  const reversed = isReversed(of, filters, today)
  const isOn = missing.length === 0 && !reversed
  const query = { ...filters, group, ...(split ? { split } : {}), figures: askedFigures(of, view, figure).join(',') }
  const answer = useMeasure(of, isOn ? query : undefined)
  const period = compare && isOn ? earlierPeriod(of, filters, compare, today) : undefined
  const before = useMeasure(of, period && { ...query, ...period.filters })
  const isOf = (found: typeof answer.data) => found && found.group === group && found.split === (split ?? null)
  const found = isOf(answer.data) ? answer.data : undefined
  const label = period && `${dayText(period.from, language())} – ${dayText(period.to, language())}`
  const earlier: Earlier | undefined =
    period && isOf(before.data) && !before.isPlaceholderData ? { found: before.data!, keyThen: period.keyThen, label: label! } : undefined
  return { missing, isReversed: reversed, query, answer, found, earlier, before }
}
