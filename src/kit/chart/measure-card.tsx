import { type ReactNode, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ChartKind } from '#contract/kit/figures/chart-kind.ts'
import type { Measure, Measured } from '#contract/kit/figures/measure.ts'
import { useMeasure } from '#src/data/measure.ts'
import { useWords } from '#src/words/words.ts'
import { Chart } from './chart.tsx'
import { figureText } from './figure-text.ts'
import { chartOf, groupAt, listAddress } from './measure-chart.ts'
import { OpenMeasure } from './open-measure.tsx'

interface DrawingProps {
  readonly of: Measure
  readonly title: string
  readonly figure: string
  readonly kind: ChartKind
  readonly found: Measured | undefined
  readonly error: Error | null
  readonly onRetry: () => void
  readonly height?: number
  readonly more?: ReactNode
}

/** A figure of a measure as a chart; a click opens the list of exactly the rows behind it. */
export function MeasureDrawing({ of, title, figure, kind, found, error, onRetry, height, more }: DrawingProps): ReactNode {
  const { say, language } = useWords()
  const navigate = useNavigate()
  const facts = of.figures[figure]!
  const data = useMemo(
    () => found && figure in found.values && chartOf(of, found, figure, kind, language),
    [of, found, figure, kind, language],
  )
  const open = (category: number, series: number): void => {
    const group = found && data ? groupAt(found, data, category, series) : undefined
    const address = group && listAddress(of, facts, group.filter)
    if (address) void navigate(address)
  }
  return (
    <Chart
      title={title}
      sum={found ? figureText(found.values[figure], facts.unit, language) : undefined}
      formula={say(facts.formula)}
      data={data || undefined}
      error={error}
      onRetry={onRetry}
      onPick={open}
      height={height}
      more={more}
    />
  )
}

interface CardProps {
  readonly of: Measure
  readonly group: string
  readonly figure: string
  readonly kind: ChartKind
  readonly title: string
  /** The page with the full measure. */
  readonly to: string
  readonly query?: Readonly<Record<string, string>>
  readonly height?: number
}

/** A measure on a page of cards: one figure in one grouping. */
export function MeasureCard({ of, group, figure, kind, title, to, query, height }: CardProps): ReactNode {
  const answer = useMeasure(of, { ...query, group, figures: figure })
  return (
    <MeasureDrawing
      of={of}
      title={title}
      figure={figure}
      kind={kind}
      found={answer.data}
      error={answer.error}
      onRetry={() => void answer.refetch()}
      height={height}
      more={<OpenMeasure title={title} to={to} />}
    />
  )
}
